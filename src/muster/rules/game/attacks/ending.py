"""The end of an attack: tokens are gone, wounds and Suppression go through their doors (steps 9 and 10)."""

from collections.abc import Iterator

from msgspec.structs import replace

from muster.rules.dice.faces import Face
from muster.rules.game.answers import AnyInput, Done
from muster.rules.game.attacks.following import ATTACK, applied, following, lost_standby
from muster.rules.game.attacks.guarding import guard_units, guard_wounds
from muster.rules.game.attacks.lending import pay, pay_for_defence
from muster.rules.game.attacks.saving import saved
from muster.rules.game.attacks.volley import Volley, as_known, guard_surges, has_step, standing
from muster.rules.game.combatants import spends
from muster.rules.game.engine.continuations import Answered, Payload, choice
from muster.rules.game.kernel import Chance, Outcome, named_seat, step_rule
from muster.rules.game.log.attacked import AttackResolved, MinisFell
from muster.rules.game.log.events import UnitChanged
from muster.rules.game.log.evolve import evolve
from muster.rules.game.measuring import NO_PLACE
from muster.rules.game.minis import Losses, Minis, next_to_fall, suffer
from muster.rules.game.phases.changing import apply_wounds
from muster.rules.game.steps import AnyStep, Gain
from muster.rules.game.steps.attacks import EndAttack
from muster.rules.game.steps.choices import Among
from muster.rules.game.table import Game, Seat, Table, Unit, View
from muster.rules.log import Event


def resolved(game: Game, volley: Volley) -> Outcome:
    """What the dice came to is done."""
    now, end = standing(volley), saved(volley)
    spent = (
        *_pay_surges(game.table, volley),
        *_pay_guardians(game.table, volley),
        *_spent(game.table, volley, end.surges),
    )
    told = AttackResolved(
        by=volley.attacker, on=volley.target, criticals=now.criticals, hits=now.hits, blocks=end.blocks,
        wounds=end.wounds, back=end.back,
    )  # fmt: skip
    volley = replace(volley, wounds=end.wounds, back=end.back, shown=now.state[2].shown)
    return _done_to_units(game, volley, (*spent, told))


def summed(game: Game, volley: Volley, aims: int) -> Outcome:
    """A result that was entered is done; tokens are gone as they were told."""
    spent = (*spends(game.table.units[volley.attacker], "aim", aims), *pay_for_defence(game.table, volley))
    told = AttackResolved(
        by=volley.attacker, on=volley.target, criticals=0, hits=0, blocks=0, wounds=volley.wounds, summed=True
    )
    return _done_to_units(game, volley, (*spent, told))


def _done_to_units(game: Game, volley: Volley, before: tuple[Event, ...]) -> Outcome:
    """Wounds on the target, then on the attacker, then what follows; the attacker reads what came of it."""
    events: list[Event] = [*before]
    then: list[AnyStep] = []
    for event in before:
        game = evolve(game, event)
    guards = tuple(guard_wounds(volley)) if not volley.summed else ()
    hurts = (
        *((unit, hurt, volley.attacker) for unit, _, hurt in guards),
        (volley.target, volley.wounds, volley.attacker), (volley.attacker, volley.back, volley.target),
    )  # fmt: skip
    then += [Gain(units=(unit,), what="suppression", number=1, why="guardian") for unit, _, _ in guards]
    for unit, number, by in hurts:
        if number and game.table.units[unit].here and game.table.ended is None:
            was = game.table.units[unit]
            outcome = apply_wounds(game, unit, number, by)
            for event in outcome.events:
                game = evolve(game, event)
            events += outcome.events
            then += (*outcome.then, *_who_falls(was, number))
    events += (event for unit, _, _ in guards for event in lost_standby(game.table.units[unit]))
    followed = following(game.table, volley)
    follows = applied(game.table, volley, followed)
    volley = replace(volley, followed=tuple(f"{after.who} {after.keyword}" for after in followed))
    end = EndAttack(seat=game.table.units[volley.attacker].seat, known=as_known(volley))
    return Outcome((*events, *follows.events), (*then, *follows.then, end))


def _spent(table: Table, volley: Volley, blocks: int) -> Iterator[Event]:
    """Tokens that this attack used up; Ion has switched shields off before others are turned off."""
    yield from pay_for_defence(table, volley, blocks)
    if off := _shields_off(volley):
        yield UnitChanged(unit=volley.target, what="shield-off", by=off, why=ATTACK)


def _pay_surges(table: Table, volley: Volley) -> Iterator[Event]:
    """Surge tokens that turned surges into Hits."""
    attack = volley.asked.attack
    left = max(0, volley.faces.count(Face.SURGE) - attack.critical)
    used = min(left, attack.surges) if attack.surge == "none" else 0
    yield from pay(table, volley, "surge", used)


def _pay_guardians(table: Table, volley: Volley) -> Iterator[Event]:
    """Surge tokens of allies that took Hits."""
    for place, unit in enumerate(guard_units(volley)):
        yield from spends(table.units[unit], "surge", guard_surges(volley, place))


def _shields_off(volley: Volley) -> int:
    if not volley.asked.defence.shields or not has_step(volley, "shields"):
        return 0
    active = standing(volley, "shields").state[2].shields
    before = standing(volley, "shields").strikes
    used = before - standing(volley).strikes
    return volley.asked.defence.shields - active + used


# Who falls -------------------------------------------------------------------------------------------------


class Falling(Payload, frozen=True):
    """So many wounds on a unit, and where they found it: who had fallen, whose wounded mini had how many."""

    wounds: int
    fallen: tuple[str, ...] = ()
    hurt: int = 0
    wounded: str = ""


def _who_falls(unit: Unit, wounds: int) -> Iterator[AnyStep]:
    """Its player says which miniatures fall, where that is a choice."""
    if unit.minis and unit.lost + wounds < unit.wounds:
        yield from _ask_who_falls(unit, unit.minis, unit.losses or Losses(), wounds)


def _ask_who_falls(unit: Unit, minis: Minis, losses: Losses, wounds: int) -> Iterator[AnyStep]:
    able = next_to_fall(minis, losses)
    ends = {card: suffer(minis, losses, wounds, card) for card in able}
    if len(able) < 2 or len({str(end) for end in ends.values()}) < 2:
        return
    fallen = tuple(f"{number} {card}" for card, number in losses.fallen.items())
    known = Falling(wounds, fallen, losses.hurt, losses.wounded)
    yield remove_minis.ask(unit.seat, Among(able), unit.id, known=known)


@choice("attack-falls", Falling, door=NO_PLACE)
def remove_minis(answer: Answered[Falling]) -> Outcome:
    """The wounds are on miniatures of this card, as far as they go; a choice that is left for the rest is
    asked for, too."""
    unit, known = answer.table.units[answer.step.unit], answer.known
    if not unit.here or not unit.minis:
        return Outcome()
    counts = (entry.split(" ", 1) for entry in known.fallen)
    before = Losses({card: int(number) for number, card in counts}, known.hurt, known.wounded)
    done, left = before, known.wounds
    while left and answer.first in next_to_fall(unit.minis, done):
        done, left = suffer(unit.minis, done, 1, answer.first), left - 1
    fell = MinisFell(unit=unit.id, losses=suffer(unit.minis, done, left))
    return Outcome((fell,), tuple(_ask_who_falls(unit, unit.minis, done, left)) if left else ())


# Over ------------------------------------------------------------------------------------------------------


def _done(_seen: View, step: EndAttack) -> Iterator[AnyInput]:
    yield Done(prompt=step.id)


@step_rule(EndAttack, who=named_seat, options=_done)
def _over(_game: Game, _step: EndAttack, _seat: Seat, _said: Done, _chance: Chance) -> Outcome:
    """The attack is over."""
    return Outcome()
