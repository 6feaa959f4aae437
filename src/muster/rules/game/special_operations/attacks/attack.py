"""An attack of Special Operations through its stages; games.md has them in a table. The arithmetic is that of
the odds (`rules/dice`): what is told beforehand is what is done.

Pool, a die taken from a Suppressed attacker (309), roll and rerolls, Critical X and Surge tokens (320), dodge
and Camouflage, Impact and Armor (321), defence dice with cover (316 to 318), Pierce (323), wounds,
Suppression, Suppressive X (324).
"""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec.structs import replace

from muster.rules.dice import questions as odds
from muster.rules.dice.armour import after_armour, after_dodge, after_impact
from muster.rules.dice.defending import defence_dice, surges_to_blocks
from muster.rules.dice.faces import Die, Face
from muster.rules.game.answers import AnySaid, Dice, Spend
from muster.rules.game.hooks import at
from muster.rules.game.kernel import Chance, Outcome, settles
from muster.rules.game.log.events import Marked
from muster.rules.game.operation_steps import Attack, Fight, Stage
from muster.rules.game.phases.rolling import faces_wrong
from muster.rules.game.special_operations.attacks.guarding import bodyguards
from muster.rules.game.special_operations.attacks.sheet import COLOURS, MOST_COVER, backup, begun
from muster.rules.game.special_operations.attacks.spending import (
    Purse,
    again_dice,
    dodges,
    rerolls,
    rolled_again,
    saves,
    spend_options,
    spend_wrong,
    spent,
)
from muster.rules.game.special_operations.deciding import means
from muster.rules.game.special_operations.events import AttackDeclared, AttackSettled, DieTaken
from muster.rules.game.special_operations.panic import gain, hurt, lost_standby
from muster.rules.game.special_operations.squads.squads import book
from muster.rules.game.special_operations.units import (
    ability,
    card,
    did,
    edition,
    in_force,
    is_vehicle,
    spared,
    suppressed,
    value,
    weapons,
)
from muster.rules.game.steps import Effects
from muster.rules.game.table import Game, Seat, Table, View
from muster.rules.violations import Violation

ROLLED: Final = ("roll", "again", "defence")
COVERS: Final[tuple[odds.Cover, ...]] = ("none", "light", "heavy")
WEATHERPROOF: Final = (
    "low-vis-equipment", "home-territory", "environmental-gear", "portable-scanner",
)  # fmt: skip


# The attack as a question of odds --------------------------------------------------------------------------


@means("critical", "impact", "pierce", "suppressive")
def number(table: Table, attack: Attack, keyword: str) -> int:
    """The X of a keyword: of the weapons in the pool, and what cards add to it in this attack."""
    able = weapons(table, table.units[attack.by])
    return sum(able[one].keyword(keyword) for one in attack.weapons if one in able) + table.mark(
        f"bout.{keyword}"
    )


@means("immune-melee-pierce")
def pierce(table: Table, attack: Attack) -> int:
    """Pierce X cancels Blocks (rule 323); nothing in melee against who is immune to it."""
    immune = attack.melee and ability(table, table.units[attack.on], "immune-melee-pierce")
    return 0 if immune else number(table, attack, "pierce")


@means("stealth-armor", "ignore-cover", *WEATHERPROOF)
def cover(table: Table, attack: Attack) -> int:
    """0 to 2 against ranged attacks (G30): terrain, Stealth Armor, weather unless the attacker took an Aim
    action (rule 380), one more for a Suppressed target (G4). Sharpshooter comes after."""
    unit, foe = table.units[attack.by], table.units[attack.on]
    able = weapons(table, unit)
    ignored = any(key.id == "ignore-cover" for one in attack.weapons if one in able
                  for key in able[one].keywords)  # fmt: skip
    if attack.melee or ignored or is_vehicle(foe):
        return 0
    weather = in_force(table, "inclement-weather") and not spared(table, unit.seat, *WEATHERPROOF)
    shaken = suppressed(foe) and table.holds_to("G4")
    more = value(table, foe, "stealth-armor") + (weather and not did(table, unit.id, "aim")) + shaken
    return min(MOST_COVER, attack.terrain + more)


@means("sharpshooter", "precise")
def attack_of(table: Table, attack: Attack) -> odds.Attack:
    """The attack as the odds ask for it, without tokens."""
    unit = table.units[attack.by]
    red, black, white = (attack.dice.count(colour) for colour in COLOURS)
    return odds.Attack(
        red=red, black=black, white=white, critical=number(table, attack, "critical"),
        impact=number(table, attack, "impact"), pierce=pierce(table, attack),
        precise=value(table, unit, "precise") + table.mark("bout.precise"),
        sharpshooter=min(MOST_COVER, value(table, unit, "sharpshooter")),
        suppressed=_takes_die(table, attack),
    )  # fmt: skip


@means("armor", "camouflage", "danger-sense", "agility-training", "combat-shields")
def defence_of(table: Table, attack: Attack) -> odds.Defence:
    """The target as the odds ask for it, with the dodges spent. Camouflage needs a ranged attack on who is
    obscured, Backup cancels Hits beside it; Danger Sense has a die for each Suppression; Combat Shields
    change Surges like tokens."""
    foe, chair = table.units[attack.on], table.chairs[table.units[attack.on].seat]
    obscured = not attack.melee and attack.terrain > 0
    return odds.Defence(
        mode="special-operations", die=card(table, foe).defence or "white",
        cover=COVERS[cover(table, attack)], dodge=attack.parried, armour=value(table, foe, "armor"),
        camouflage=(value(table, foe, "camouflage") if obscured else 0) + table.mark("bout.backup"),
        danger_sense=foe.suppression if ability(table, foe, "danger-sense") else 0,
        agile="agility-training" in chair.assets, surges=int("combat-shields" in chair.assets),
        wounds=max(1, foe.wounds - foe.lost),
    )  # fmt: skip


# Who decides -----------------------------------------------------------------------------------------------


def _purse(table: Table, step: Fight) -> Purse | None:
    """What may be spent at a stage, if anything of use."""
    attack = step.attack
    match step.stage:
        case "reroll":
            return rerolls(table, attack, number(table, attack, "critical"))
        case "dodge":
            left = after_dodge(attack.criticals, attack.hits, defence_of(table, attack))
            return dodges(table, attack, sum(left) if defence_of(table, attack).agile else left[1])
        case "save":
            question = attack_of(table, attack), defence_of(table, attack)
            return saves(table, attack, surges_to_blocks(len(attack.saves), *question))
    return None


def _takes_die(table: Table, attack: Attack) -> bool:
    free = book(edition(table)).edition.taken_die == "any"
    return free and bool(attack.dice) and suppressed(table.units[attack.by])


def _fighter(table: Table, step: Fight) -> tuple[Seat, ...]:
    attacker, defender = (table.units[one].seat for one in (step.attack.by, step.attack.on))
    match step.stage:
        case "pool":
            return (defender,) if _takes_die(table, step.attack) else ()
        case "roll" | "again" | "defence":
            roller = defender if step.stage == "defence" else attacker
            return (roller,) if table.dice == "own" and to_roll(table, step) else ()
        case "reroll" | "dodge" | "save":
            return ((attacker if step.stage == "reroll" else defender),) if _purse(table, step) else ()
    return ()


def to_roll(table: Table, step: Fight) -> tuple[Die, ...]:
    """The dice that fall at a stage."""
    if step.stage == "defence":
        return defence_pool(table, step.attack)
    return again_dice(step.attack) if step.stage == "again" else step.attack.dice


def _options(seen: View, step: Fight) -> Iterator[AnySaid]:
    if step.stage == "pool":
        for die in dict.fromkeys(step.attack.dice):
            yield Spend(prompt=step.id, token=die.value)
        yield Spend(prompt=step.id)
    elif step.stage in ROLLED:
        yield Dice(prompt=step.id)
    elif purse := _purse(seen.table, step):
        yield from spend_options(purse, step)


def _wrong(seen: View, step: Fight, said: Dice | Spend) -> Iterator[Violation]:
    if isinstance(said, Dice):
        yield from faces_wrong(seen.table, to_roll(seen.table, step), said.faces)
    elif step.stage == "pool":
        yield from spend_wrong(Purse({one.value: () for one in step.attack.dice}), said)
    elif purse := _purse(seen.table, step):
        yield from spend_wrong(purse, said)
        if not any(spend_wrong(purse, said)):
            yield from faces_wrong(seen.table, [step.attack.dice[one] for one in said.dice], said.faces)


@settles(Fight, who=_fighter, options=_options, wrong=_wrong)
def _fought(
    game: Game, step: Fight, _seat: Seat | None, said: Dice | Spend | None, chance: Chance
) -> Outcome:
    """One stage further. Who was defeated meanwhile ends the attack."""
    if step.stage != "over" and not game.table.units[step.attack.by].here:
        return Outcome(then=(_next(step, "over", step.attack),))
    if by_dice := BY_DICE.get(step.stage):
        return by_dice(game.table, step, said if isinstance(said, Dice) else None, chance)
    if by_token := BY_TOKEN.get(step.stage):
        return by_token(game.table, step, said if isinstance(said, Spend) else None, chance)
    return BY_ITSELF[step.stage](game.table, step, None, chance)


def _next(step: Fight, stage: Stage, attack: Attack) -> Fight:
    base = step.id.removesuffix(f".{step.stage}")
    return Fight(id=f"{base}.{stage}", seat=step.seat, stage=stage, attack=attack)


# Pool and roll ---------------------------------------------------------------------------------------------


def _begin(table: Table, step: Fight, _said: None, _chance: Chance) -> Outcome:
    """The attack begins: a Standby is lost, somebody may back its target up, cards have their say. Nobody is
    attacked who fell to another pool."""
    attack, place = step.attack, step.id.removesuffix(".begin")
    marks = (*lost_standby(table, attack.by), *begun(table, attack))
    if not table.units[attack.on].here:
        return Outcome(marks, (_next(step, "over", attack),))
    cards = Effects(id=f"{place}.declared", hook="declared", unit=attack.by, by=attack.on)
    return Outcome(marks, (*backup(table, attack, place), cards, _next(step, "pool", attack)))


def _pool(table: Table, step: Fight, said: Spend | None, _chance: Chance) -> Outcome:
    """The pool stands; a Suppressed attacker loses a die of it: any the defender names, in version 1.1 the
    strongest (rule 309)."""
    attack = step.attack
    dice = (*attack.dice, *((Die.ATTACK_RED,) * table.mark("bout.red")))
    declared = AttackDeclared(
        by=attack.by, on=attack.on, weapons=attack.weapons, dice=dice, cover=attack.terrain
    )
    left, lost = strongest_lost(table, attack.by, dice)
    if said and said.token:
        lost = Die(said.token)
        left = _without(dice, lost)
    taken = (DieTaken(by=attack.by, die=lost),) if lost else ()
    return Outcome((declared, *taken), (_next(step, "roll", replace(attack, dice=left)),))


def strongest_lost(table: Table, id: str, dice: tuple[Die, ...]) -> tuple[tuple[Die, ...], Die | None]:
    """What version 1.1 leaves a Suppressed attacker of its dice, and the die it lost: a red one, else a black
    one, else a white one (rule 309). The playtest leaves it to the defender."""
    strongest = book(edition(table)).edition.taken_die == "strongest" and suppressed(table.units[id])
    lost = next((colour for colour in COLOURS if colour in dice), None) if strongest else None
    return (_without(dice, lost) if lost else dice), lost


def _without(dice: tuple[Die, ...], lost: Die) -> tuple[Die, ...]:
    place = dice.index(lost)
    return (*dice[:place], *dice[place + 1 :])


def _roll(_table: Table, step: Fight, said: Dice | None, chance: Chance) -> Outcome:
    attack = step.attack
    if not attack.dice:
        return Outcome(then=(_next(step, "reroll", attack),))
    roll, events = chance.roll(step.id, "attack", attack.dice, said.faces if said else ())
    return Outcome(events, (_next(step, "reroll", replace(attack, faces=roll.faces)),))


def _reroll(table: Table, step: Fight, said: Spend | None, chance: Chance) -> Outcome:
    """Each token is spent after the last one's dice were seen; then Surges are converted: Critical X first,
    those of tokens are Hits already, the rest is nothing (rule 320). The defender may borrow a token of its
    own."""
    attack = step.attack
    if said and said.token:
        outcome, attack = spent(table, step, said, chance)
        stage: Stage = "again" if attack.again else "reroll"
        again = Fight(id=f"{step.id}+.{stage}", seat=step.seat, stage=stage, attack=attack)
        return outcome._replace(then=(*outcome.then, again))
    faces = attack.faces
    turned = min(faces.count(Face.SURGE), number(table, attack, "critical"))
    criticals, hits = faces.count(Face.CRITICAL) + turned, faces.count(Face.HIT)
    attack = replace(attack, criticals=criticals, hits=hits, struck=criticals + hits, shown=criticals,
                     lent=False)  # fmt: skip
    return Outcome(then=(_next(step, "dodge", attack),))


def _again(_table: Table, step: Fight, said: Dice | None, chance: Chance) -> Outcome:
    """One's own dice are rolled once more: their faces are asked for when the token has been spent."""
    events, attack = rolled_again(step.id, step.attack, said.faces if said else (), chance)
    return Outcome(events, (_next(step, "reroll", attack),))


# The defender ----------------------------------------------------------------------------------------------


def _dodge(table: Table, step: Fight, said: Spend | None, chance: Chance) -> Outcome:
    """Dodges cancel Hits, with Agility Training Criticals as well; Camouflage one Hit; then Impact and Armor
    (rule 321)."""
    attack, outcome = step.attack, Outcome()
    if said and said.token:
        outcome, attack = spent(table, step, said, chance)
    question, defence = attack_of(table, attack), defence_of(table, attack)
    left = after_dodge(attack.criticals, attack.hits, defence)
    left = after_armour(*after_impact(*left, question, defence), defence)
    attack = replace(attack, criticals=left[0], hits=left[1])
    return outcome._replace(then=(*outcome.then, _next(step, "defence", attack)))


def defence_pool(table: Table, attack: Attack) -> tuple[Die, ...]:
    """One for each Hit and Critical left, more with Danger Sense; the vehicle rolls none."""
    die = card(table, table.units[attack.on]).defence
    count = defence_dice(attack.criticals + attack.hits, defence_of(table, attack))
    return (Die(f"defence-{die}"),) * count if die else ()


def _defence(table: Table, step: Fight, said: Dice | None, chance: Chance) -> Outcome:
    dice = defence_pool(table, step.attack)
    if not dice:
        return Outcome(then=(_next(step, "save", step.attack),))
    roll, events = chance.roll(step.id, "defence", dice, said.faces if said else ())
    return Outcome(events, (_next(step, "save", replace(step.attack, saves=roll.faces)),))


def _save(table: Table, step: Fight, said: Spend | None, chance: Chance) -> Outcome:
    """Cover, Combat Shields and Surge tokens turn Surges into Blocks; Pierce takes Blocks (rules 316, 317,
    323). What is left over are wounds, some of which a Bodyguard may suffer."""
    attack, outcome = step.attack, Outcome()
    if said and said.token:
        outcome, attack = spent(table, step, said, chance)
    blocks = blocked(table, attack)
    wounds = max(0, attack.criticals + attack.hits - blocks)
    told = AttackSettled(by=attack.by, on=attack.on, criticals=attack.criticals, hits=attack.hits,
                         blocks=blocks, wounds=wounds)  # fmt: skip
    attack = replace(attack, wounds=wounds)
    guards = bodyguards(table, attack, step.id)
    return Outcome(
        (*outcome.events, told), (*outcome.then, *guards, _next(step, "wounds", attack))
    )  # fmt: skip


def blocked(table: Table, attack: Attack) -> int:
    """The Blocks that count."""
    question, defence = attack_of(table, attack), defence_of(table, attack)
    surges = min(attack.saves.count(Face.SURGE), surges_to_blocks(len(attack.saves), question, defence))
    return max(0, attack.saves.count(Face.BLOCK) + surges - question.pierce)


def _wounds(table: Table, step: Fight, _said: None, _chance: Chance) -> Outcome:
    attack = step.attack
    hurts = hurt(table, attack.on, attack.wounds - table.mark("bout.guarded"), step.id, attack.by)
    return hurts._replace(then=(*hurts.then, _next(step, "suppression", attack)))


def _suppression(table: Table, step: Fight, _said: None, _chance: Chance) -> Outcome:
    """A ranged attack that showed any Hit or Critical gives one; not to the defeated."""
    attack = step.attack
    shot = not attack.melee and attack.struck > 0
    outcome = gain(table, attack.on, int(shot), step.id, attack.by)
    return outcome._replace(then=(*outcome.then, _next(step, "suppressive", attack)))


def _suppressive(table: Table, step: Fight, _said: None, _chance: Chance) -> Outcome:
    """Suppressive X is a gain of its own, hit or not, ranged or melee (rule 324)."""
    attack = step.attack
    more = table.mark("bout.concentrated") * attack.shown if not attack.melee else 0
    outcome = gain(table, attack.on, number(table, attack, "suppressive") + more, step.id, attack.by)
    return outcome._replace(then=(*outcome.then, _next(step, "over", attack)))


def _over(table: Table, step: Fight, _said: None, _chance: Chance) -> Outcome:
    """The cards have their say, and what counted for this attack is forgotten."""
    attack = step.attack
    after = at(table, "attacked", attack.by, attack.on, place=step.id)
    forget = (Marked(name=name, by=-count) for name, count in table.marks.items() if name.startswith("bout."))
    acted = () if table.mark(f"acted.{attack.by}") else (Marked(name=f"acted.{attack.by}"),)
    return Outcome((*after.events, *forget, *acted), after.then)


BY_DICE: Final[dict[Stage, Callable[[Table, Fight, Dice | None, Chance], Outcome]]] = {
    "roll": _roll, "again": _again, "defence": _defence,
}  # fmt: skip
BY_TOKEN: Final[dict[Stage, Callable[[Table, Fight, Spend | None, Chance], Outcome]]] = {
    "pool": _pool, "reroll": _reroll, "dodge": _dodge, "save": _save,
}  # fmt: skip
BY_ITSELF: Final[dict[Stage, Callable[[Table, Fight, None, Chance], Outcome]]] = {
    "begin": _begin, "wounds": _wounds, "suppression": _suppression, "suppressive": _suppressive,
    "over": _over,
}  # fmt: skip
