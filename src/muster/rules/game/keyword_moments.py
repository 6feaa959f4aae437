"""Which keywords of units have something to say now: as a phase begins, while a unit acts, as a phase ends.
Where each belongs stands in `data/rules/round.json`; what an attack has to mind its sheet says."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from muster.rules.armies.sheets.moments import section_of_keyword
from muster.rules.cards.catalogue import catalogue
from muster.rules.cards.values import KeywordUse
from muster.rules.cards.vocabulary import UNIT_TYPES
from muster.rules.cards.wording import keyword_in_words
from muster.rules.game.combatants import is_known, minis_left, side_of
from muster.rules.game.scoring.contesting import panicked, suppressed
from muster.rules.game.table import Seat, Table, Unit

ACTING: Final = ("begins", "actions", "moving", "ends")
"""The parts of a round that lie in an activation."""
AFTER_A_MOVE: Final = ("charge", "relentless", "steady")
"""Keywords of attacks that a Move of this activation allows."""
AS_ACTIVATIONS_BEGIN: Final = ("independent", "mechanized-infantry", "reliable", "retinue")
"""What happens once, when the Activation Phase begins."""
OFFERED: Final = ("coordinate", "direct", "entourage", "insecure", "permanent", "reinforcements")
"""What Muster asks or offers by itself, and what is no keyword of a unit."""
OF_TOKENS: Final = ("ion-token", "poison-token", "smoke-tokens", "graffiti-tokens", "graffitti-tokens")


class KeywordNow(NamedTuple):
    """A keyword in words, with its value, what it says, and the units that have it."""

    id: str
    words: str
    meaning: str
    units: tuple[str, ...]


def while_acting(table: Table, unit: Unit) -> tuple[KeywordNow, ...]:
    """What the keywords of a unit say in its own activation; of AI only while it binds the unit."""
    return tuple(_merged((unit.id, use) for use in _uses(table, unit) if _in_activation(table, unit, use.id)))


def _in_activation(table: Table, unit: Unit, keyword: str) -> bool:
    if keyword in AS_ACTIVATIONS_BEGIN:
        return False
    if keyword == "ai":
        return bound_by_ai(table, unit)
    return keyword in AFTER_A_MOVE or section_of_keyword(keyword) in ACTING


def bound_by_ai(table: Table, unit: Unit) -> bool:
    """Whether a unit with AI has to begin with one of its actions: without a faceup order while it is
    Suppressed and not Panicked, has a damage token, or is a vehicle with half its miniatures or fewer left
    (core glossary: AI)."""
    if unit.order == "faceup":
        return False
    shaken = suppressed(table, unit) and not panicked(table, unit)
    halved = unit.is_type("vehicle") and 2 * minis_left(unit) <= unit.miniatures
    return shaken or halved or unit.has("vehicle-damage")


def as_orders_are_given(table: Table, seat: Seat) -> tuple[KeywordNow, ...]:
    """What keywords of a seat say in the Command Phase."""
    return _of_army(table, seat, "command")


def as_activations_begin(table: Table, seat: Seat) -> tuple[KeywordNow, ...]:
    """What happens when the Activation Phase begins; Independent only to units without an order."""
    found = (
        (unit.id, use)
        for unit in table.army(seat) for use in _uses(table, unit)
        if use.id in AS_ACTIVATIONS_BEGIN and not (use.id == "independent" and unit.order)
    )  # fmt: skip
    return tuple(_merged(found))


def as_the_round_ends(table: Table, seat: Seat) -> tuple[KeywordNow, ...]:
    """What keywords of a seat say in the End Phase."""
    return _of_army(table, seat, "end")


def _of_army(table: Table, seat: Seat, section: str) -> tuple[KeywordNow, ...]:
    return tuple(
        _merged(
            (unit.id, use)
            for unit in table.army(seat) for use in _uses(table, unit)
            if section_of_keyword(use.id) == section
        )
    )  # fmt: skip


def _uses(table: Table, unit: Unit) -> Iterator[KeywordUse]:
    """The keywords of a unit of a known card, but for those that Muster minds itself."""
    for use in side_of(table, unit).keywords if is_known(unit) else ():
        if use.id not in UNIT_TYPES and use.id not in OFFERED and use.id not in OF_TOKENS:
            yield use


def _merged(found: Iterable[tuple[str, KeywordUse]]) -> Iterator[KeywordNow]:
    """Each keyword once, with all units that have it."""
    known, units = catalogue().keywords, dict[KeywordUse, list[str]]()
    for unit, use in found:
        units.setdefault(use, []).append(unit)
    for use, who in units.items():
        if use.id in known:
            yield KeywordNow(
                use.id, keyword_in_words(use, known), known[use.id].meaning, tuple(dict.fromkeys(who))
            )
