"""The defender's part of an attack: cover, one sheet for what may be spent, allies that take Hits."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from muster.rules.dice.questions import Question
from muster.rules.game.answers import AnyInput, Defend
from muster.rules.game.attacks.guarding import (
    guard_dice,
    guard_units,
    guarded_with,
    guardians_for,
    most_pierce,
    pierced,
    with_guardians,
)
from muster.rules.game.attacks.lending import FOR_DEFENCE, lent, loans
from muster.rules.game.attacks.rolling import LEAST_GAIN
from muster.rules.game.attacks.volley import (
    DEFENDER,
    Volley,
    as_known,
    cover_dice,
    fighters_stand,
    guard_blocks,
    has_step,
    kept_question,
    onwards,
    seats_of,
    standing,
    standing_after,
    volley_in,
)
from muster.rules.game.engine.continuations import Answered, Rolled, choice, dice
from muster.rules.game.kernel import Chance, Outcome, named_seat, problem, step_rule
from muster.rules.game.log.events import UnitChanged
from muster.rules.game.measuring import NO_PLACE
from muster.rules.game.steps import AnyStep
from muster.rules.game.steps.attacks import DefendAttack, ResolveAttack
from muster.rules.game.steps.choices import Draw, Number, YesNo
from muster.rules.game.table import Game, Seat, Table, View
from muster.rules.violations import Violation

# Cover -----------------------------------------------------------------------------------------------------


def cover_step(table: Table, volley: Volley) -> AnyStep | None:
    """A die for each Hit, where the target has cover (step 5c)."""
    if volley.covered or not (pool := cover_dice(volley)):
        return None
    return roll_cover.roll(seats_of(table, volley)[1], pool, volley.target, by=volley.attacker, known=volley)


@dice("attack-cover", Volley)
def roll_cover(rolled: Rolled[Volley]) -> Outcome:
    """The cover dice lie."""
    volley = replace(rolled.known, covered=True, cover=tuple(map(str, rolled.roll.faces)))
    return onwards(volley)


# The defender ----------------------------------------------------------------------------------------------


def most_dodges(volley: Volley) -> int:
    """The Dodges that may be of use: against Hits, with Outmaneuver Criticals, or for what counts them."""
    defence, now = volley.asked.defence, standing(volley, DEFENDER)
    struck = now.hits + (now.criticals if defence.agile else 0)
    counted = bool(now.strikes) and (defence.block or defence.duelist)
    return min(defence.dodge, max(struck, int(counted)))


def most_shields(volley: Volley) -> int:
    """The shields that may be turned off for a Hit or a Critical each, before Dodges are known."""
    return min(volley.asked.defence.shields, standing(volley, DEFENDER).strikes)


def most_blocks(volley: Volley) -> int:
    """The Surge tokens that may become Blocks: where nothing turns surges anyway."""
    defence = volley.asked.defence
    return 0 if defence.surge or not standing(volley, DEFENDER).strikes else defence.surges


def defender_step(table: Table, volley: Volley) -> AnyStep | None:
    """The defender's sheet, if there is anything to decide."""
    asked = (
        most_dodges(volley), most_shields(volley), most_blocks(volley), guards_offered(table, volley),
        lenders_offered(table, volley),
    )  # fmt: skip
    if volley.defended or not any(asked):
        return None
    return DefendAttack(seat=seats_of(table, volley)[1], known=as_known(volley))


class Lent(NamedTuple):
    """How many Dodges, and Surges that block, a lender adds to those of the target that are of use."""

    dodges: int
    blocks: int


def lenders_offered(table: Table, volley: Volley) -> dict[str, Lent]:
    """What allies may lend, by the names of the loans: what is of use."""
    own = volley.asked.defence
    found: dict[str, Lent] = {}
    for loan in loans(table, volley.target, FOR_DEFENCE):
        lent_to = with_lender(table, volley, loan.name)
        more = Lent(max(0, most_dodges(lent_to) - own.dodge), most_blocks(lent_to) - most_blocks(volley))
        if any(more):
            found[loan.name] = more
    return found


def with_lender(table: Table, volley: Volley, lender: str) -> Volley:
    """The attack with the tokens that an ally lends beside the target's own, by the name of the loan."""
    asked = msgspec.json.decode(volley.question, type=Question)
    blocks = lent(table, lender, "surge")
    defence = replace(
        asked.defence, dodge=asked.defence.dodge + lent(table, lender, "dodge"),
        surges=asked.defence.surges + blocks,
    )  # fmt: skip
    return replace(
        volley, question=kept_question(Question(asked.attack, defence)), lent_blocks=blocks,
        dodge_lender=lender.partition(":")[0],
    )  # fmt: skip


def guards_offered(table: Table, volley: Volley) -> dict[str, int]:
    """The allies that may take Hits, each with how many, where any are left to take; for a unit with Divine
    Influence Criticals, too."""
    now = standing(volley, DEFENDER)
    able = guardians_for(table, volley) if now.strikes else {}
    return {id: guardian.takes for id, guardian in able.items() if now.hits or guardian.criticals}


def best_defence(volley: Volley) -> Defend:
    """The Dodges that save most wounds on average, each of them enough; shields as many as are of use; Surges
    that come to nothing else."""
    dodges = min(
        range(most_dodges(volley) + 1),
        key=lambda number: defended_mean(volley, number) + number * LEAST_GAIN,
    )
    return Defend(prompt="", dodges=dodges, shields=most_shields(volley), surges=most_blocks(volley))


def defended_mean(volley: Volley, dodges: int) -> Fraction:
    """The wounds on average after so many Dodges."""
    if not has_step(volley, "dodge"):
        return standing(volley, DEFENDER).mean
    return standing_after(replace(volley, defended=True, dodges=dodges), "dodge").mean


def _defend_options(seen: View, step: DefendAttack) -> Iterator[AnyInput]:
    volley = volley_in(step)
    most, shields, surges = most_dodges(volley), most_shields(volley), most_blocks(volley)
    for dodges in range(most, -1, -1):
        yield Defend(prompt=step.id, dodges=dodges, shields=shields, surges=surges)
    for guardian, takes in guards_offered(seen.table, volley).items():
        yield Defend(prompt=step.id, dodges=most, shields=shields, surges=surges, guardian={guardian: takes})
    for lender, more in lenders_offered(seen.table, volley).items():
        blocks = surges + more.blocks
        yield Defend(prompt=step.id, dodges=more.dodges, shields=shields, surges=blocks, lender=lender)
    if shields:
        yield Defend(prompt=step.id, dodges=most, shields=0, surges=surges)
    if surges:
        yield Defend(prompt=step.id, dodges=most, shields=shields, surges=0)


def _defend_wrong(seen: View, step: DefendAttack, said: Defend) -> Iterator[Violation]:
    """More than there is or than can be of use; what only Special Operations know."""
    volley = volley_in(step)
    if said.die or said.hold or said.backup:
        yield problem("game.no_such_token", [(said.die or "backup")[:40]])
    if said.lender and said.lender not in lenders_offered(seen.table, volley):
        yield problem("game.no_such_token", [said.lender[:40]])
        return
    if said.lender:
        volley = with_lender(seen.table, volley, said.lender)
    limits = (
        (said.dodges, volley.asked.defence.dodge), (said.shields, most_shields(volley)),
        (said.surges, most_blocks(volley)),
    )  # fmt: skip
    for number, most in limits:
        if not 0 <= (number or 0) <= most:
            yield problem("game.how_many", least=0, most=most)
    able = guards_offered(seen.table, volley)
    for guardian, takes in said.guardian.items():
        if guardian not in able:
            yield problem("game.attack_no_guardian", [guardian[:40]])
        elif not 0 <= takes <= able[guardian]:
            yield problem("game.how_many", least=0, most=able[guardian])


def _nothing_to_defend(table: Table, step: DefendAttack) -> Defend | None:
    return None if fighters_stand(table, volley_in(step)) else Defend(prompt=step.id)


def _sample_defence(seen: View, step: DefendAttack, draw: Draw) -> Defend:
    """Any numbers that are not too high, of Dodges also those that an ally lends beside the target's own:
    each way as likely as any other."""
    volley, able = volley_in(step), guards_offered(seen.table, volley_in(step))
    own = volley.asked.defence.dodge
    dodges = [(number, "") for number in range(own + 1)]
    for lender in lenders_offered(seen.table, volley):
        most = with_lender(seen.table, volley, lender).asked.defence.dodge
        dodges += [(number, lender) for number in range(own + 1, most + 1)]
    number, lender = dodges[draw(len(dodges))]
    return Defend(
        prompt=step.id, dodges=number, lender=lender, shields=draw(most_shields(volley) + 1),
        surges=draw(most_blocks(volley) + 1),
        guardian={id: draw(most + 1) for id, most in able.items()},
    )  # fmt: skip


@step_rule(
    DefendAttack, who=named_seat, options=_defend_options, wrong=_defend_wrong, known=_nothing_to_defend,
    sample=_sample_defence,
)  # fmt: skip
def _defended(game: Game, step: DefendAttack, _seat: Seat, said: Defend, _chance: Chance) -> Outcome:
    """What is left out is as is best."""
    volley = volley_in(step)
    own = volley.asked.defence.dodge
    if said.lender:
        volley = with_lender(game.table, volley, said.lender)
    best = best_defence(volley)
    dodges, shields, blocks = (
        told if told is not None else preset
        for told, preset in (
            (said.dodges, best.dodges), (said.shields, best.shields), (said.surges, best.surges),
        )
    )  # fmt: skip
    theirs = min(dodges or 0, volley.asked.defence.dodge - own)
    volley = replace(
        volley, defended=True, dodges=dodges or 0, shields=shields or 0, blocks=blocks or 0,
        lent_dodges=theirs,
    )  # fmt: skip
    takes = {id: number for id, number in said.guardian.items() if number}
    return onwards(with_guardians(game.table, volley, takes))


# Guardian --------------------------------------------------------------------------------------------------


def guardian_step(table: Table, volley: Volley) -> AnyStep | None:
    """Each ally rolls for the Hits it took; one that took none rolls nothing."""
    if len(volley.guarded) == len(volley.guards):
        return None
    unit = guard_units(volley)[len(volley.guarded)]
    pool = guard_dice(volley)
    if not pool:
        return ResolveAttack(known=as_known(guarded_with(volley, ())))
    return roll_guardian.roll(seats_of(table, volley)[1], pool, unit, by=volley.attacker, known=volley)


@dice("attack-guardian", Volley)
def roll_guardian(rolled: Rolled[Volley]) -> Outcome:
    """The ally's dice lie. One with Soresu Mastery may give up a Dodge to roll them again."""
    volley = guarded_with(rolled.known, rolled.roll.faces)
    place = len(volley.guarded) - 1
    unit, dice_of = rolled.table.units[rolled.step.unit], len(rolled.roll.faces)
    soresu = volley.asked.defence.guardians[place].soresu and unit.has("dodge")
    if soresu and volley.guard_asked != place and guard_blocks(volley, place) < dice_of:
        asked = replace(volley, guard_asked=place)
        return Outcome(then=(roll_guardian_again.ask(unit.seat, YesNo(), unit.id, known=asked),))
    return _split_or_onwards(rolled.table, volley, unit.id)


@choice("attack-soresu", Volley, door=NO_PLACE)
def roll_guardian_again(answer: Answered[Volley]) -> Outcome:
    """All its dice once more, for a Dodge (Soresu Mastery with Guardian)."""
    volley, unit = answer.known, answer.step.unit
    if not answer.yes:
        return _split_or_onwards(answer.table, volley, unit)
    before = replace(volley, guarded=volley.guarded[:-1], split=volley.split[:-1])
    spent = UnitChanged(unit=unit, what="dodge", by=-1, why="attack")
    again = roll_guardian.roll(
        answer.table.units[unit].seat, guard_dice(before), unit, by=volley.attacker, known=before
    )
    return Outcome((spent,), (again,))


def _split_or_onwards(table: Table, volley: Volley, guardian: str) -> Outcome:
    """The attacker splits Pierce where that is a choice."""
    most = most_pierce(volley)
    if not most:
        return onwards(volley)
    if not standing(volley).strikes:
        return onwards(pierced(volley, most))
    seat = seats_of(table, volley)[0]
    return Outcome(then=(split_pierce.ask(seat, Number(0, most), guardian, known=volley),))


@choice("attack-pierce", Volley, door=NO_PLACE)
def split_pierce(answer: Answered[Volley]) -> Outcome:
    """So much Pierce is used on the ally's Blocks."""
    return onwards(pierced(answer.known, int(answer.first)))


def split_mean(volley: Volley, used: int) -> Fraction:
    """The wounds on average, on the target and on allies, if so much Pierce is used on the ally."""
    now = standing(pierced(volley, used))
    return now.mean + now.state[2].hurt


def best_split(volley: Volley) -> int:
    """How much Pierce is best used on the ally, of equals the most."""
    return max(range(most_pierce(volley) + 1), key=lambda used: (split_mean(volley, used), used))
