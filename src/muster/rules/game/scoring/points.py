"""Victory points with their reason, and choices of units, as the cards of a mission ask for them."""

from collections.abc import Iterable
from typing import Unpack

from msgspec.structs import replace

from muster.rules.game.engine.continuations import Choice, Concerning, P
from muster.rules.game.log.cards import KeywordGained
from muster.rules.game.log.events import MarkerChanged, Scored, UnitChanged
from muster.rules.game.steps import Confirm, Gain
from muster.rules.game.steps.choices import Among
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import Marker, Score, Seat, Side, Table, Unit


def scored(table: Table, side: Side, points: int, why: str, about: Iterable[str] = ()) -> Scored:
    """Victory points of this round; `why` is the card and the reason: `bunker-assault.destroyed`."""
    card, reason = why.split(".")
    score = Score(side=side, points=points, card=card, reason=reason, round=table.round, about=tuple(about))
    return Scored(score=score)


def units_of(table: Table, side: Side) -> tuple[str, ...]:
    """The ids of a side's units that still take part."""
    return tuple(unit.id for unit in table.army(table.seat_of(side)))


def choose(
    table: Table, side: Side, follow: Choice[P], number: int, units: tuple[str, ...] | None = None
) -> Choose:
    """A choice of exactly so many units, or of all where there are fewer."""
    units = units_of(table, side) if units is None else units
    count = min(number, len(units))
    return follow.ask(table.seat_of(side), Among(units, count, count))


class Offered(Concerning[P], total=False):
    """How many may be chosen where it is not up to one; `about` is a unit, a token or a kind of token that
    tells several such choices apart."""

    least: int
    most: int
    about: str


def may_choose(
    seat: Seat, follow: Choice[P], units: Iterable[str], **more: Unpack[Offered[P]]
) -> tuple[Choose, ...]:
    """A choice of up to one of these units unless `more` says otherwise, where there are any."""
    units, about = tuple(units), more.get("about", "")
    choice = Among(units, more.get("least", 0), min(more.get("most", 1), len(units)))
    return (follow.ask(seat, choice, about, known=more.get("known")),) if units else ()


def gain(units: Iterable[str], what: str, why: str, by: int = 1) -> tuple[UnitChanged, ...]:
    """Each of these units gains tokens of a kind, or loses them."""
    return tuple(UnitChanged(unit=unit, what=what, by=by, why=why) for unit in units)


def give_keyword(units: Iterable[str], keyword: str, why: str) -> tuple[KeywordGained, ...]:
    """These units, if any, have a keyword in this game."""
    units = tuple(units)
    return (KeywordGained(units=units, keyword=keyword, why=why),) if units else ()


def remove(marker: Marker, why: str) -> MarkerChanged:
    """A token leaves the game."""
    return MarkerChanged(marker=replace(marker, gone=True, holder=""), why=why)


def suppress(units: Iterable[str], number: int, why: str) -> tuple[Gain, ...]:
    """These units gain Suppression by a card."""
    units = tuple(units)
    step = Gain(units=units, what="suppression", number=number, why=why)
    return (step,) if units and number > 0 else ()


def on_table(table: Table, seat: Seat | None = None) -> tuple[Unit, ...]:
    """The units that stand on the table, of one seat or of both."""
    return tuple(
        unit
        for unit in table.units.values()
        if unit.here and unit.deployed and (seat is None or unit.seat == seat)
    )


def lying(table: Table, name: str) -> tuple[Marker, ...]:
    """The tokens of a name that are still in play."""
    return tuple(marker for marker in table.lying() if marker.name == name)


def if_full(table: Table, steps: Iterable[Choose]) -> tuple[Choose, ...]:
    """Choices of units are asked for only where units are kept."""
    return tuple(steps) if table.level == "full" else ()


def on_the_map(card: str) -> Confirm:
    """The tokens of a card are placed."""
    return Confirm(id=f"setup.{card}", about=card)
