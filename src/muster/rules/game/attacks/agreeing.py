"""What either player may say beside an open attack: its result as a sum, that a fact is not so, and how a
seat resolves its own attacks."""

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from muster.rules.game.answers import AnyInput, EnterSum, NotSo, SetAttacks
from muster.rules.game.attacks.declaring import volley_of
from muster.rules.game.attacks.ending import summed
from muster.rules.game.attacks.sheet import sheet_of
from muster.rules.game.attacks.volley import Volley
from muster.rules.game.combatants import held
from muster.rules.game.kernel import Outcome, change_rule, problem
from muster.rules.game.log.attacked import AttacksSet
from muster.rules.game.modes import mode_of
from muster.rules.game.steps.attacks import DeclareAttack, DefendAttack, RerollAttack
from muster.rules.game.steps.step import Choose, Roll
from muster.rules.game.table import SEATS, AttackMode, Game, Seat, Table, View
from muster.rules.violations import Violation

LONGEST: Final = 60


def attack_mode(table: Table, seat: Seat) -> AttackMode:
    """How a seat resolves its own attacks."""
    return table.attacks.get(seat) or table.attacks.get("") or "full"


def unresolved(table: Table) -> Volley | None:
    """The attack on its way whose wounds are not known yet, once it has a target."""
    step = table.todo[-1] if table.todo else None
    if isinstance(step, DeclareAttack):
        able = step.target and table.units[step.target].here and sheet_of(table, step).pool
        return volley_of(step, sheet_of(table, step)) if able else None
    if isinstance(step, RerollAttack | DefendAttack):
        return msgspec.convert(step.known, Volley)
    if isinstance(step, Choose | Roll) and "question" in step.known:
        return msgspec.convert(step.known, Volley)
    return None


# The sum ---------------------------------------------------------------------------------------------------


def may_enter_sum(seen: View) -> Volley | None:
    """The attack whose result this seat may enter: its own."""
    volley = unresolved(seen.table)
    return volley if volley and seen.table.units[volley.attacker].seat == seen.audience else None


def _sum_options(seen: View) -> Iterator[AnyInput]:
    """No wound, or as many as are left."""
    if volley := may_enter_sum(seen):
        yield EnterSum(wounds=0)
        yield EnterSum(wounds=wounds_left(seen.table, volley), struck=True)


def wounds_left(table: Table, volley: Volley) -> int:
    """The wounds that the target has left."""
    target = table.units[volley.target]
    return target.wounds - target.lost


def _sum_wrong(seen: View, said: EnterSum) -> Iterator[Violation]:
    """An attack of one's own whose wounds are not known; no more wounds, Aims or Dodges than there are."""
    volley = may_enter_sum(seen)
    if volley is None:
        yield problem("game.attack_no_sum")
        return
    attacker, target = seen.table.units[volley.attacker], seen.table.units[volley.target]
    limits = (
        (said.wounds, wounds_left(seen.table, volley)),
        (said.aims, held(attacker, "aim")),
        (said.dodges, held(target, "dodge")),
    )
    for number, most in limits:
        if not 0 <= number <= most:
            yield problem("game.how_many", least=0, most=most)


@change_rule(EnterSum, _sum_wrong, _sum_options)
def _entered(game: Game, _seat: Seat, said: EnterSum) -> Outcome:
    """The open step of the attack gives way to its result."""
    volley = unresolved(game.table)
    if volley is None:
        return Outcome()
    volley = replace(
        volley, summed=True, wounds=said.wounds, shown=bool(said.wounds) or said.struck,
        aims=volley.aims + said.aims, dodges=said.dodges,
    )  # fmt: skip
    return summed(game, volley, said.aims)._replace(drops=1)


# Not so ----------------------------------------------------------------------------------------------------


def deniable(seen: View) -> tuple[str, ...]:
    """The facts of an attack that this seat may deny: those that the other has told, before dice fall."""
    step = seen.table.todo[-1] if seen.table.todo else None
    waits = seen.audience in SEATS and isinstance(step, DeclareAttack) and step.seat != seen.audience
    if not waits or not isinstance(step, DeclareAttack) or not step.target:
        return ()
    return tuple(fact for fact in step.facts if fact not in step.denied)


def _deny_options(seen: View) -> Iterator[AnyInput]:
    return (NotSo(fact=fact) for fact in deniable(seen))


def _deny_wrong(seen: View, said: NotSo) -> Iterator[Violation]:
    if said.fact not in deniable(seen):
        yield problem("game.attack_not_denied", [said.fact[:LONGEST]])


@change_rule(NotSo, _deny_wrong, _deny_options)
def _denied(game: Game, _seat: Seat, said: NotSo) -> Outcome:
    """The fact is open again on both phones; nothing else of the sheet is lost."""
    step = game.table.todo[-1]
    if not isinstance(step, DeclareAttack):
        return Outcome()
    again = replace(step, id="", denied=(*step.denied, said.fact))
    return Outcome(then=(again,), drops=1)


# Modes -----------------------------------------------------------------------------------------------------


def _mode_wrong(seen: View, said: SetAttacks) -> Iterator[Violation]:
    """Special Operations fight all in the app; what is set already is not set again."""
    if mode_of(seen.table).fought:
        yield problem("game.attack_always_full")
    elif seen.audience in ("one", "two") and attack_mode(seen.table, seen.audience) == said.mode:
        yield problem("game.attack_same_mode")


@change_rule(SetAttacks, _mode_wrong)
def _mode_set(_game: Game, seat: Seat, said: SetAttacks) -> Outcome:
    return Outcome((AttacksSet(seat=seat, mode=said.mode),))
