"""An attack of Special Operations through its stages; games.md has them in a table. The arithmetic is that of
the odds (`rules/dice`): what is told beforehand is what is done.

Pool, a die taken from a Suppressed attacker (309), roll and rerolls, Critical X and Surge tokens (320), dodge
and Camouflage, Impact and Armor (321), defence dice with cover (316 to 318), Pierce (323), wounds,
Suppression, Suppressive X (324).
"""

from collections.abc import Callable, Iterator
from typing import Final, Never, cast

from msgspec.structs import replace

from muster.rules.dice.armour import after_armour, after_dodge, after_impact
from muster.rules.dice.defending import defence_dice
from muster.rules.dice.faces import Die, Face
from muster.rules.game.answers import AnyInput, Defend, Dice, Spend
from muster.rules.game.hooks import at
from muster.rules.game.kernel import Chance, Outcome, step_rule
from muster.rules.game.phases.rolling import faces_wrong
from muster.rules.game.special_operations.attacks.as_odds import attack_of, defence_of, number
from muster.rules.game.special_operations.attacks.defending import (
    SHEETS,
    count_blocks,
    defend_options,
    defend_wrong,
    holds,
    marks_of_sheet,
    rows,
    sample_defend,
    save_tokens,
    told_dodges,
    told_surges,
    with_marks,
    wounds_left,
)
from muster.rules.game.special_operations.attacks.guarding import bodyguards
from muster.rules.game.special_operations.attacks.sheet import COLOURS, attack_marks
from muster.rules.game.special_operations.attacks.spending import (
    SpendableTokens,
    again_dice,
    idle_dice,
    rerolls,
    roll_again,
    sample_spend,
    spend_options,
    spend_tokens,
    spend_wrong,
)
from muster.rules.game.special_operations.events import AttackDeclared, AttackSettled, DieTaken
from muster.rules.game.special_operations.marks import (
    ACTED,
    CONCENTRATED,
    GUARDED,
    IN_ATTACK,
    MORE_RED,
    SURGES_TOLD,
)
from muster.rules.game.special_operations.panic import gain, hurt, lost_standby
from muster.rules.game.special_operations.squads.squads import edition_cards
from muster.rules.game.special_operations.units import card, edition, suppressed
from muster.rules.game.steps import AnyStep, Effects
from muster.rules.game.steps.choices import Draw
from muster.rules.game.steps.operations import Attack, Fight, Stage
from muster.rules.game.table import Game, Seat, Table, View
from muster.rules.violations import Violation

ROLLED: Final = ("roll", "again", "defence")


# Who decides -----------------------------------------------------------------------------------------------


def _spendable(table: Table, step: Fight) -> SpendableTokens | None:
    """What may be spent at a stage, if anything of use: rerolls of the attacker; Surges of the defender whose
    sheet did not tell them."""
    if step.stage == "reroll":
        return rerolls(table, step.attack, number(table, step.attack, "critical"))
    return None if SURGES_TOLD.count(table) else save_tokens(table, step.attack)


def _fighter(table: Table, step: Fight) -> tuple[Seat, ...]:
    attacker, defender = (table.units[id].seat for id in (step.attack.by, step.attack.on))
    match step.stage:
        case "pool" | "dodge":
            return (defender,) if rows(table, step) else ()
        case "roll" | "again" | "defence":
            roller = defender if step.stage == "defence" else attacker
            return (roller,) if table.dice_of(roller) == "own" and to_roll(table, step) else ()
        case "reroll" | "save":
            return ((attacker if step.stage == "reroll" else defender),) if _spendable(table, step) else ()
    return ()


def to_roll(table: Table, step: Fight) -> tuple[Die, ...]:
    """The dice that fall at a stage."""
    if step.stage == "defence":
        return defence_pool(table, step.attack)
    return again_dice(step.attack) if step.stage == "again" else step.attack.dice


def _options(seen: View, step: Fight) -> Iterator[AnyInput]:
    if step.stage in SHEETS:
        if asked := rows(seen.table, step):
            yield from defend_options(asked, step)
    elif step.stage in ROLLED:
        yield Dice(prompt=step.id)
    elif purse := _spendable(seen.table, step):
        yield from spend_options(purse, step)


def _sample(seen: View, step: Fight, draw: Draw) -> Dice | Defend | Spend:
    """Any answer that is not refused, each as likely as any other; typed faces come with the dice."""
    if step.stage in SHEETS and (asked := rows(seen.table, step)):
        return sample_defend(asked, step, draw)
    purse = None if step.stage in (*SHEETS, *ROLLED) else _spendable(seen.table, step)
    return sample_spend(purse, step, draw) if purse else Dice(prompt=step.id)


def _wrong(seen: View, step: Fight, answer: Dice | Defend | Spend) -> Iterator[Violation]:
    if isinstance(answer, Dice):
        yield from faces_wrong(seen.table, seen.audience, to_roll(seen.table, step), answer.faces)
    elif isinstance(answer, Defend):
        if asked := rows(seen.table, step):
            yield from defend_wrong(asked, answer)
    elif purse := _spendable(seen.table, step):
        yield from spend_wrong(purse, answer)
        if answer.token and not any(spend_wrong(purse, answer)):
            rerolled = [step.attack.dice[place] for place in answer.dice]
            yield from faces_wrong(seen.table, seen.audience, rerolled, answer.faces)


def _takes(step: Fight) -> tuple[type[Dice | Defend | Spend], ...]:
    """Each stage is answered in its own words."""
    return (Defend if step.stage in SHEETS else Dice if step.stage in ROLLED else Spend,)


@step_rule(Fight, who=_fighter, options=_options, wrong=_wrong, takes=_takes, sample=_sample)
def _settle_stage(
    game: Game, step: Fight, _seat: Seat | None, answer: Dice | Defend | Spend | None, chance: Chance
) -> Outcome:
    """One stage further. Who was defeated meanwhile ends the attack; so does a target before the roll."""
    fighters = (step.attack.by, step.attack.on)[: 1 + (step.stage == "roll")]
    if step.stage != "over" and not all(game.table.units[id].here for id in fighters):
        return Outcome(then=(_next_stage(step, "over", step.attack),))
    # `_takes` says which answer a stage takes.
    settle = cast("Callable[[Table, Fight, AnyInput | None, Chance], Outcome]", STAGES[step.stage])
    return settle(game.table, step, answer, chance)


def _next_stage(step: Fight, stage: Stage, attack: Attack) -> Fight:
    return Fight(seat=step.seat, stage=stage, attack=attack)


# Pool and roll ---------------------------------------------------------------------------------------------


def _begin(table: Table, step: Fight, _answer: None, _chance: Chance) -> Outcome:
    """The attack begins: a Standby is lost, cards have their say. Nobody is attacked who fell to another
    pool."""
    attack = step.attack
    marks = (*lost_standby(table, attack.by), *attack_marks(table, attack))
    if not table.units[attack.on].here:
        return Outcome(marks, (_next_stage(step, "over", attack),))
    cards = Effects(hook="declared", unit=attack.by, by=attack.on)
    return Outcome(marks, (cards, _next_stage(step, "pool", attack)))


def _pool(table: Table, step: Fight, answer: Defend | None, _chance: Chance) -> Outcome:
    """The pool stands; a Suppressed attacker loses a die of it: any the defender names, in version 1.1 the
    strongest (rule 309)."""
    attack = step.attack
    dice = (*attack.dice, *((Die.ATTACK_RED,) * MORE_RED.count(table)))
    declared = AttackDeclared(
        by=attack.by, on=attack.on, weapons=attack.weapons, dice=dice, cover=attack.terrain
    )
    left, lost = without_strongest(table, attack.by, dice)
    if answer and answer.die:
        lost = Die(answer.die)
        left = _without_die(dice, lost)
    taken = (DieTaken(by=attack.by, die=lost),) if lost else ()
    asked = rows(table, step)
    kept = marks_of_sheet(table, asked, answer) if asked and answer else ()
    held = holds(table, attack.on) if answer and answer.hold else Outcome()
    roll = _next_stage(step, "roll", replace(attack, dice=left))
    return Outcome((*held.events, declared, *taken, *kept), (*held.then, roll))


def without_strongest(table: Table, id: str, dice: tuple[Die, ...]) -> tuple[tuple[Die, ...], Die | None]:
    """What version 1.1 leaves a Suppressed attacker of its dice, and the die it lost: a red one, else a black
    one, else a white one (rule 309). The playtest leaves it to the defender."""
    strongest = edition_cards(edition(table)).edition.taken_die == "strongest" and suppressed(table.units[id])
    lost = next((colour for colour in COLOURS if colour in dice), None) if strongest else None
    return (_without_die(dice, lost) if lost else dice), lost


def _without_die(dice: tuple[Die, ...], lost: Die) -> tuple[Die, ...]:
    place = dice.index(lost)
    return (*dice[:place], *dice[place + 1 :])


def _roll(table: Table, step: Fight, answer: Dice | None, chance: Chance) -> Outcome:
    attack = step.attack
    if not attack.dice:
        return Outcome(then=(_next_stage(step, "reroll", attack),))
    roll, events = chance.roll(step.id, "attack", attack.dice, answer.faces if answer else ())
    return Outcome(
        events, _ask_before_spending(table, _next_stage(step, "reroll", replace(attack, faces=roll.faces)))
    )


def _ask_before_spending(table: Table, then: Fight) -> tuple[AnyStep, ...]:
    """Dice have fallen: what they make worth knowing of the table is asked before any token is spent."""
    attack = then.attack
    surges = max(0, attack.faces.count(Face.SURGE) - number(table, attack, "critical"))
    idle = len(idle_dice(attack, surges))
    looks = at(table, "rolled", attack.by, attack.on, surges=surges, idle=idle)
    return (*looks.then, then)


def _reroll(table: Table, step: Fight, answer: Spend | None, chance: Chance) -> Outcome:
    """Each token is spent after the last one's dice were seen; then Surges are converted: Critical X first,
    those of tokens are Hits already, the rest is nothing (rule 320). The defender may borrow a token of its
    own."""
    attack = step.attack
    if answer and answer.token:
        outcome, attack = spend_tokens(table, step, answer, chance)
        stage: Stage = "again" if attack.again else "reroll"
        again = Fight(seat=step.seat, stage=stage, attack=attack)
        rerolled = stage == "reroll" and answer.dice
        return outcome._replace(
            then=(*outcome.then, *(_ask_before_spending(table, again) if rerolled else (again,)))
        )
    faces = attack.faces
    turned = min(faces.count(Face.SURGE), number(table, attack, "critical"))
    criticals, hits = faces.count(Face.CRITICAL) + turned, faces.count(Face.HIT)
    attack = replace(attack, criticals=criticals, hits=hits, struck=criticals + hits, shown=criticals,
                     lent=False)  # fmt: skip
    return Outcome(then=(_next_stage(step, "dodge", attack),))


def _again(table: Table, step: Fight, answer: Dice | None, chance: Chance) -> Outcome:
    """One's own dice are rolled once more: their faces are asked for when the token has been spent."""
    events, attack = roll_again(step.id, step.attack, answer.faces if answer else (), chance)
    return Outcome(events, _ask_before_spending(table, _next_stage(step, "reroll", attack)))


# The defender ----------------------------------------------------------------------------------------------


def _dodge(table: Table, step: Fight, answer: Defend | None, chance: Chance) -> Outcome:
    """Backup and Dodges cancel Hits, with Agility Training Dodges Criticals as well; Camouflage one Hit; then
    Impact and Armor (rule 321)."""
    attack, outcome = step.attack, Outcome()
    asked = rows(table, step)
    kept = marks_of_sheet(table, asked, answer) if asked and answer else ()
    table = with_marks(table, kept)
    if tokens := told_dodges(table, step, answer):
        outcome, attack = spend_tokens(table, step, tokens, chance)
    question, defence = attack_of(table, attack), defence_of(table, attack)
    left = after_dodge(attack.criticals, attack.hits, defence)
    left = after_armour(*after_impact(*left, question, defence), defence)
    attack = replace(attack, criticals=left[0], hits=left[1])
    return Outcome((*kept, *outcome.events), (*outcome.then, _next_stage(step, "defence", attack)))


def defence_pool(table: Table, attack: Attack) -> tuple[Die, ...]:
    """One for each Hit and Critical left, more with Danger Sense; the vehicle rolls none."""
    die = card(table, table.units[attack.on]).defence
    count = defence_dice(attack.criticals + attack.hits, defence_of(table, attack))
    return (Die(f"defence-{die}"),) * count if die else ()


def _defence(table: Table, step: Fight, answer: Dice | None, chance: Chance) -> Outcome:
    dice = defence_pool(table, step.attack)
    if not dice:
        return Outcome(then=(_next_stage(step, "save", step.attack),))
    roll, events = chance.roll(step.id, "defence", dice, answer.faces if answer else ())
    return Outcome(events, (_next_stage(step, "save", replace(step.attack, saves=roll.faces)),))


def _save(table: Table, step: Fight, answer: Spend | None, chance: Chance) -> Outcome:
    """Cover, Combat Shields and Surge tokens turn Surges into Blocks; Pierce takes Blocks (rules 316, 317,
    323). What is left over are wounds, some of which a Bodyguard may suffer."""
    attack, outcome = step.attack, Outcome()
    answer = answer or told_surges(table, step)
    if answer and answer.token:
        outcome, attack = spend_tokens(table, step, answer, chance)
    blocks, wounds = count_blocks(table, attack), wounds_left(table, attack)
    settled = AttackSettled(by=attack.by, on=attack.on, criticals=attack.criticals, hits=attack.hits,
                         blocks=blocks, wounds=wounds)  # fmt: skip
    attack = replace(attack, wounds=wounds)
    guards = bodyguards(table, attack)
    return Outcome(
        (*outcome.events, settled), (*outcome.then, *guards, _next_stage(step, "wounds", attack))
    )  # fmt: skip


def _wounds(table: Table, step: Fight, _answer: None, _chance: Chance) -> Outcome:
    attack = step.attack
    hurts = hurt(table, attack.on, attack.wounds - GUARDED.count(table), attack.by)
    return hurts._replace(then=(*hurts.then, _next_stage(step, "suppression", attack)))


def _suppression(table: Table, step: Fight, _answer: None, _chance: Chance) -> Outcome:
    """A ranged attack that showed any Hit or Critical gives one; not to the defeated."""
    attack = step.attack
    shot = not attack.melee and attack.struck > 0
    outcome = gain(table, attack.on, int(shot), attack.by)
    return outcome._replace(then=(*outcome.then, _next_stage(step, "suppressive", attack)))


def _suppressive(table: Table, step: Fight, _answer: None, _chance: Chance) -> Outcome:
    """Suppressive X is a gain of its own, hit or not, ranged or melee (rule 324)."""
    attack = step.attack
    more = CONCENTRATED.count(table) * attack.shown if not attack.melee else 0
    outcome = gain(table, attack.on, number(table, attack, "suppressive") + more, attack.by)
    return outcome._replace(then=(*outcome.then, _next_stage(step, "over", attack)))


def _over(table: Table, step: Fight, _answer: None, _chance: Chance) -> Outcome:
    """The cards have their say, and what counted for this attack is forgotten."""
    attack = step.attack
    after = at(table, "attacked", attack.by, attack.on)
    acted = () if ACTED.count(table, attack.by) else (ACTED.add(table, attack.by),)
    return Outcome((*after.events, *IN_ATTACK.clear(table), *acted), after.then)


STAGES: Final[dict[Stage, Callable[[Table, Fight, Never, Chance], Outcome]]] = {
    "begin": _begin, "pool": _pool, "roll": _roll, "reroll": _reroll, "again": _again, "dodge": _dodge,
    "defence": _defence, "save": _save, "wounds": _wounds, "suppression": _suppression,
    "suppressive": _suppressive, "over": _over,
}  # fmt: skip
"""What settles each stage of an attack."""
