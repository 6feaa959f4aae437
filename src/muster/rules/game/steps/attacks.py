"""Steps of an attack by the core rules that take answers of their own; its dice and choices are `Roll` and
`Choose`. `known` is the attack on its way (`attacks.volley.Volley`)."""

from collections.abc import Mapping
from typing import TypeAlias

from muster.rules.game.steps.step import Known, Seat, Step


class DeclareAttack(Step, frozen=True, kw_only=True):
    """The attacker says whom, with what, and what the table shows. `facts` and `weapons` are told so far; the
    other player has `denied` some. `pools` at other targets were declared before, as JSON."""

    seat: Seat
    unit: str
    why: str = "action"
    target: str = ""
    facts: Mapping[str, str] = {}
    weapons: Mapping[str, int] = {}
    denied: tuple[str, ...] = ()
    pools: tuple[str, ...] = ()


class RerollAttack(Step, frozen=True, kw_only=True):
    """The attacker may spend tokens on dice that lie."""

    seat: Seat
    known: Known


class DefendAttack(Step, frozen=True, kw_only=True):
    """The defender may spend tokens."""

    seat: Seat
    known: Known


class ResolveAttack(Step, frozen=True, kw_only=True):
    """The attack goes on: whatever comes next is found by what has fallen and been told."""

    known: Known


class EndAttack(Step, frozen=True, kw_only=True):
    """What the attack came to is read; the attacker says that it is over."""

    seat: Seat
    known: Known


AttackStep: TypeAlias = DeclareAttack | RerollAttack | DefendAttack | ResolveAttack | EndAttack
