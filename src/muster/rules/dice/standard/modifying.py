"""What happens between the attack dice and the defence dice: steps 4d, 5 and 6 of the attack sequence.

Each function takes a state and gives what may become of it. Where a player chooses, the first is the best in
a plain attack (`Sides.plain`); in others all of them are weighed.
"""

from collections.abc import Iterator
from math import comb

from muster.rules.dice.faces import SIDES, Die, Face, count_of
from muster.rules.dice.questions import BACKUP_HITS, COVER_VALUES
from muster.rules.dice.standard.lying import Sides, State

SIX = len(SIDES[Die.DEFENCE_WHITE])


def convert_surges(sides: Sides, state: State) -> Iterator[State]:
    """4d: Critical X, then the unit's chart, then Surge tokens; the rest shows nothing."""
    criticals, hits, beside = state
    attack, surges = sides.attack, beside.surges
    for turned in reversed(range(min(attack.critical, surges) + 1)):
        left = surges - turned
        to_hits = {"hit": left, "critical": 0, "none": min(left, attack.surges)}[attack.surge]
        to_criticals = turned + (left if attack.surge == "critical" else 0)
        blanks = beside.blanks + surges - to_criticals - to_hits if sides.counts_blanks else 0
        struck = criticals + to_criticals, hits + to_hits
        yield *struck, beside._replace(surges=0, blanks=blanks, shown=bool(sum(struck)))


def improve_results(sides: Sides, state: State) -> Iterator[State]:
    """4d: Marksman for an aim, Jar'Kai for a Dodge: a Blank becomes a Hit, or a Hit a Critical."""
    criticals, hits, beside = state
    dodges, aims = sides.attack.jarkai, beside.aims if sides.attack.marksman else 0
    steps = dodges + aims
    for raised in range(min(steps, beside.blanks) + 1):
        for turned in range(min(steps - raised, hits + raised) + 1):
            spent = max(0, raised + turned - dodges)
            yield criticals + turned, hits + raised - turned, beside._replace(
                blanks=beside.blanks - raised, aims=beside.aims - spent,
                shown=bool(criticals + hits + raised),
            )  # fmt: skip


def tire_attacker(sides: Sides, state: State) -> Iterator[State]:
    """4d: for Battle-Fatigue the opponent removes Hits; they were shown all the same (ruling K10)."""
    criticals, hits, beside = state
    for lost in reversed(range(min(sides.attack.fatigue, hits) + 1)):
        yield criticals, hits - lost, beside


def give_up_results(_: Sides, state: State) -> Iterator[State]:
    """4d: a Sniper Team may give up all results, if a Critical is among them, for one sure wound."""
    yield state
    if state[0]:
        yield 0, 0, state[2]._replace(sure=1, blanks=0)


def roll_cover(sides: Sides, state: State) -> Iterator[tuple[State, int]]:
    """5c: a white die per Hit; light cancels a Hit per Block, heavy per Block or Surge. Dug In rolls red
    dice, Low Profile has one Block instead of a die."""
    criticals, hits, beside = state
    defence = sides.defence
    cancelling = (Face.BLOCK, Face.SURGE)[: cover_left(sides)]
    die = Die.DEFENCE_RED if defence.dug_in else Die.DEFENCE_WHITE
    sure = sum(count_of(die, face) for face in cancelling)
    dice = max(0, hits - defence.low_profile)
    scale = SIX ** (sides.dice - dice)
    for stopped in range(dice + 1):
        ways = comb(dice, stopped) * sure**stopped * (SIX - sure) ** (dice - stopped)
        yield (criticals, dice - stopped, beside), ways * scale


def cover_left(sides: Sides) -> int:
    """Cover as a number once Sharpshooter X has lowered it."""
    return max(0, COVER_VALUES[sides.defence.cover] - sides.attack.sharpshooter)


def spend_dodges(sides: Sides, state: State) -> Iterator[State]:
    """5e: each Dodge cancels a Hit, or with Outmaneuver a Critical; it may be spent without one."""
    criticals, hits, beside = state
    defence = sides.defence
    hits = max(0, hits - defence.camouflage)
    counts = defence.block or defence.duelist
    for spent in reversed(range(defence.dodge + 1)):
        for parried in reversed(range((min(spent, criticals) if defence.agile else 0) + 1)):
            left = max(0, hits - (spent - parried))
            yield criticals - parried, left, beside._replace(dodged=counts and spent > 0)


def apply_ion(sides: Sides, state: State) -> Iterator[State]:
    """6: Ion switches a shield off for each Hit or Critical, X at most."""
    criticals, hits, beside = state
    off = min(sides.attack.ion, beside.shields, criticals + hits)
    yield criticals, hits, beside._replace(shields=beside.shields - off)


def apply_ram(sides: Sides, state: State) -> Iterator[State]:
    """6: Ram X makes Criticals of X dice still in the pool, those that show nothing among them (K6)."""
    criticals, hits, beside = state
    ram = sides.attack.ram
    for blanks in reversed(range(min(ram, beside.blanks) + 1)):
        for turned in reversed(range(min(ram - blanks, hits) + 1)):
            yield criticals + blanks + turned, hits - turned, beside


def apply_impact(sides: Sides, state: State) -> Iterator[State]:
    """6: against armour, Impact X makes Criticals of up to X Hits."""
    criticals, hits, beside = state
    for turned in reversed(range(min(sides.attack.impact, hits) + 1)):
        yield criticals + turned, hits - turned, beside


def apply_primitive(_: Sides, state: State) -> Iterator[State]:
    """6: against armour, once Impact is done, Primitive makes Hits of all Criticals."""
    criticals, hits, beside = state
    yield 0, criticals + hits, beside


def apply_lethal(sides: Sides, state: State) -> Iterator[State]:
    """6: Lethal X turns up to X aims left into Pierce 1 each; a Duelist's aim for rerolls is one, too."""
    criticals, hits, beside = state
    spent = min(sides.attack.lethal, beside.aims)
    pierce = beside.pierce + spent + beside.aimed
    yield criticals, hits, beside._replace(pierce=pierce, aims=beside.aims - spent, aimed=False)


def apply_backup(_: Sides, state: State) -> Iterator[State]:
    """6: the defender's Backup cancels two Hits that Impact left (K5)."""
    criticals, hits, beside = state
    for stopped in reversed(range(min(BACKUP_HITS, hits) + 1)):
        yield criticals, hits - stopped, beside


def apply_armour(sides: Sides, state: State) -> Iterator[State]:
    """6: Armor X cancels up to X Hits, armour without a number all of them."""
    criticals, hits, beside = state
    armour = sides.defence.armour
    for stopped in reversed(range((hits if armour == "all" else min(armour, hits)) + 1)):
        yield criticals, hits - stopped, beside


def share_with_guardians(sides: Sides, state: State) -> Iterator[State]:
    """6: each guardian takes as many Hits as it may, then Criticals where it can."""
    criticals, hits, beside = state
    numbers = []
    for guardian in sides.defence.guardians:
        from_hits = min(guardian.takes, hits)
        from_criticals = min(guardian.takes - from_hits, criticals) if guardian.criticals else 0
        hits, criticals = hits - from_hits, criticals - from_criticals
        numbers.append(from_hits + from_criticals)
    yield criticals, hits, beside._replace(taken=tuple(numbers) if any(numbers) else ())


def use_shields(_: Sides, state: State) -> Iterator[State]:
    """6: each active shield turned off cancels a Hit or a Critical."""
    criticals, hits, beside = state
    for off in reversed(range(min(beside.shields, criticals + hits) + 1)):
        for on_hits in reversed(range(max(0, off - criticals), min(off, hits) + 1)):
            yield criticals - (off - on_hits), hits - on_hits, beside._replace(shields=0)
