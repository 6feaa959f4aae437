"""Every kind of token that lies at a unit: which core rule it is about, who gains it, how many, and when it
goes. Attacks, effects and taps all change `Unit.tokens` under these names.

Smoke, Charge and Bane tokens lie on the table; they are counted at the unit that laid them.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias

from muster.rules.cards.catalogue import catalogue
from muster.rules.game.combatants import is_known, side_of
from muster.rules.game.table import Table, Unit

Goes: TypeAlias = Literal["round", "activation", "stays"]
"""With the End Phase, with the end of the unit's activation, or only by an effect."""
Fits: TypeAlias = Callable[[Table, Unit], bool]
ANY_NUMBER: Final = 10_000


class TokenKind(NamedTuple):
    """A kind of token. `core` is its entry in the core rules, `fits` says which units gain it, `most` how
    many a unit has at most."""

    name: str
    core: str
    goes: Goes = "round"
    fits: Fits = lambda _table, _unit: True
    most: Callable[[Table, Unit], int] = lambda _table, _unit: ANY_NUMBER


def _suffers_ion(_table: Table, unit: Unit) -> bool:
    """Vehicles and Droid Troopers (core: Ion token, page 59)."""
    return unit.is_type("vehicle") or unit.is_type("droid-trooper")


def _suffers_poison(_table: Table, unit: Unit) -> bool:
    """Troopers that are no droids (core: Poison token, page 60)."""
    return unit.is_type("trooper") and not unit.is_type("droid-trooper")


def _breaks_down(_table: Table, unit: Unit) -> bool:
    """Vehicles with a Resilience, and those of cards that are not known (core: Resilience, page 40)."""
    known = catalogue().units.get(unit.card)
    return unit.is_type("vehicle") and (known is None or known.resilience is not None)


def shields(table: Table, unit: Unit) -> int:
    """How many shields it has, on or off: the X of Shielded (core: Shield token, page 55)."""
    return side_of(table, unit).shields if is_known(unit) else 0


def _shielded(table: Table, unit: Unit) -> bool:
    return shields(table, unit) > 0


def _lays_smoke(_table: Table, unit: Unit) -> bool:
    """Smoke X, or a command card of its own (core: Smoke token, page 55)."""
    return "smoke" in unit.keywords or unit.name in _needed_by("smoke")


def _lays_charges(_table: Table, unit: Unit) -> bool:
    """Arm X, by a command card of its own (core: Charge token, page 58)."""
    return "arm" in unit.keywords or unit.name in _needed_by("arm")


def _lays_bane(_table: Table, unit: Unit) -> bool:
    """Cad Bane, by his command card (core: Bane tokens, page 61)."""
    return unit.name in _needed_by("bane-token")


@cache
def _needed_by(keyword: str) -> frozenset[str]:
    """The names of the units without which nobody brings a command card that has a keyword."""
    cards = (card for card in catalogue().data.commands if any(use.id == keyword for use in card.keywords))
    return frozenset(name for card in cards for need in card.needs for name in need.names)


def _one(_table: Table, _unit: Unit) -> int:
    return 1


BANES: Final = 3
KINDS: Final = {
    kind.name: kind
    for kind in (
        TokenKind("aim", "aim"),
        TokenKind("dodge", "dodge"),
        TokenKind("surge", "token-surge"),
        TokenKind("observation", "token-observation"),
        TokenKind("standby", "standby", most=_one),
        TokenKind("ion", "token-ion", "activation", _suffers_ion),
        TokenKind("poison", "token-poison", "activation", _suffers_poison),
        TokenKind("immobilize", "token-immobilize", "activation"),
        TokenKind("shield-off", "token-shield", "stays", _shielded, shields),
        TokenKind("vehicle-damage", "resilience", "stays", _breaks_down, _one),
        TokenKind("smoke", "token-smoke", "round", _lays_smoke),
        TokenKind("charge", "token-charge", "stays", _lays_charges),
        TokenKind("bane", "token-special", "stays", _lays_bane, lambda _table, _unit: BANES),
        TokenKind("commander", "promote", "stays", most=_one),
    )
}  # fmt: skip
"""In the order in which a unit shows them (core rulebook, pages 10, 24, 37, 40 and 53 to 61)."""
OF_THE_ACTIVATION: Final = tuple(name for name, kind in KINDS.items() if kind.goes == "activation")
"""What goes when the activation of its unit ends (core: pages 59 and 60)."""


def kinds_for(table: Table, unit: Unit) -> Iterator[TokenKind]:
    """The kinds that this unit may gain, and any that it has."""
    return (kind for name, kind in KINDS.items() if unit.has(name) or kind.fits(table, unit))


def room_for(table: Table, unit: Unit, token: str) -> int:
    """How many more of a kind it may gain; none of a kind that is not for it."""
    kind = KINDS[token]
    if not kind.fits(table, unit):
        return 0
    return max(0, kind.most(table, unit) - unit.tokens.get(token, 0))
