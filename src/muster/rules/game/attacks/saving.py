"""Defence dice of an attack: how many, which roll again, and what is left of the attack (steps 7 to 9)."""

from typing import NamedTuple

from msgspec.structs import replace

from muster.rules.dice.faces import Die, Face
from muster.rules.dice.standard.saving import ALL, saves
from muster.rules.game.attacks.volley import Standing, Volley, onwards, seats_of, standing
from muster.rules.game.engine.continuations import Rolled, dice
from muster.rules.game.kernel import Outcome
from muster.rules.game.steps import AnyStep
from muster.rules.game.table import Table


class Saved(NamedTuple):
    """What defence dice come to: surges that became Blocks by tokens, Blocks that count against the results
    once Pierce is done, wounds on the target, and on the attacker."""

    surges: int
    blocks: int
    wounds: int
    back: int


def save_dice(volley: Volley) -> tuple[Die, ...]:
    """The defence dice, white ones that a keyword adds last; none without Hit or Critical."""
    now = standing(volley)
    if not now.strikes:
        return ()
    roll = now.course.saving.roll(now.strikes, now.state[2])
    return (Die(f"defence-{roll.die}"),) * roll.dice + (Die.DEFENCE_WHITE,) * roll.white


def turning(volley: Volley, now: Standing) -> int:
    """How many surges become Blocks: all where the unit's chart or a keyword says so, else as many as Surge
    tokens may be spent."""
    roll = now.course.saving.roll(now.strikes, now.state[2])
    return ALL if roll.turning == ALL else volley.blocks


def lucky_places(volley: Volley) -> tuple[int, ...]:
    """The defence dice that roll again: with Soresu all where that leaves fewer wounds on average, with
    Uncanny Luck X up to X that block nothing, blanks first, the stronger die first."""
    now = standing(volley)
    defence = volley.asked.defence
    if defence.soresu and _anew(volley, now):
        return tuple(range(len(volley.saves)))
    blanks = [place for place, face in enumerate(volley.saves) if face == Face.BLANK]
    idle = max(0, volley.saves.count(Face.SURGE) - turning(volley, now))
    surges = [place for place, face in enumerate(volley.saves) if face == Face.SURGE]
    return tuple(sorted([*blanks, *surges[len(surges) - idle :]][: defence.uncanny_luck]))


def _anew(volley: Volley, now: Standing) -> bool:
    """Whether all dice anew leave fewer wounds than they leave as they lie."""
    saving, beside = now.course.saving, now.state[2]
    roll = saving.roll(now.strikes, beside)._replace(luck=0, turning=turning(volley, now))
    ways = saves(roll)
    total = sum(weight for _, weight in ways)
    again = sum(saving.wounds(now.strikes, blocks, beside) * weight for (blocks, _), weight in ways)
    return again < saved(volley).wounds * total


def saved(volley: Volley) -> Saved:
    """What comes of the defence dice as they lie: of Surge tokens the fewest that leave the fewest wounds."""
    now = standing(volley)
    saving, beside, defence = now.course.saving, now.state[2], volley.asked.defence
    blocks, surges = volley.saves.count(Face.BLOCK), volley.saves.count(Face.SURGE)
    most = min(surges, turning(volley, now))
    tokens = 0
    if turning(volley, now) == ALL:
        blocks += surges
    else:
        tokens = min(
            range(most + 1), key=lambda used: (saving.wounds(now.strikes, blocks + used, beside), used)
        )
        blocks += tokens
    wounds = saving.wounds(now.strikes, blocks, beside)
    counted = min(now.strikes, max(0, blocks - saving.pierce(beside))) if now.strikes else 0
    deflects = defence.deflect and not volley.asked.attack.immune_deflect
    back = beside.back + (bool(defence.djem_so) and beside.blanks > 0)
    back += (surges if defence.shien else min(1, surges)) if deflects else 0
    return Saved(tokens, counted, wounds, back)


def defence_step(table: Table, volley: Volley) -> AnyStep | None:
    """A die for each Hit and Critical left, and those of Danger Sense and Vaapad (step 7)."""
    if volley.saved or not (pool := save_dice(volley)):
        return None
    return roll_defence.roll(
        seats_of(table, volley)[1], pool, volley.target, by=volley.attacker, known=volley
    )


@dice("attack-defence", Volley)
def roll_defence(rolled: Rolled[Volley]) -> Outcome:
    """The defence dice lie."""
    volley = replace(rolled.known, saved=True, saves=tuple(map(str, rolled.roll.faces)))
    return onwards(volley)


def luck_step(table: Table, volley: Volley) -> AnyStep | None:
    """Dice that block nothing roll again, once: Uncanny Luck some of them, Soresu all (step 7b)."""
    if volley.lucky or not volley.saved or not (places := lucky_places(volley)):
        return None
    pool: list[Die] = [save_dice(volley)[place] for place in places]
    told = replace(volley, again=tuple(map(str, places)))
    return roll_luck.roll(seats_of(table, volley)[1], pool, volley.target, by=volley.attacker, known=told)


@dice("attack-luck", Volley)
def roll_luck(rolled: Rolled[Volley]) -> Outcome:
    """They lie anew."""
    volley, faces = rolled.known, list(rolled.known.saves)
    for place, face in zip(volley.again, rolled.roll.faces, strict=True):
        faces[int(place)] = str(face)
    volley = replace(volley, saves=tuple(faces), again=(), lucky=True)
    return onwards(volley)
