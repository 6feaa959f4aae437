"""Victory points with their reason, and choices of units, as the cards of a mission ask for them."""

from collections.abc import Callable, Iterable, Iterator
from typing import Unpack

from msgspec.structs import replace

from muster.rules.game.engine.continuations import Choice, Concerning, Nothing, P, choice
from muster.rules.game.engine.outcome import Outcome
from muster.rules.game.hooks import Moment, When, effect, full_game
from muster.rules.game.log.cards import KeywordGained
from muster.rules.game.log.events import MarkerChanged, Scored, UnitChanged
from muster.rules.game.marks import Told
from muster.rules.game.measuring import NO_PLACE, Door
from muster.rules.game.steps import Confirm, Gain, Hook
from muster.rules.game.steps.choices import Among
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import SIDES, Marker, Score, Seat, Side, Table, Unit


def scored(table: Table, side: Side, points: int, why: str, about: Iterable[str] = ()) -> Scored:
    """Victory points of this round; `why` is the card and the reason: `bunker-assault.destroyed`."""
    card, reason = why.split(".")
    score = Score(side=side, points=points, card=card, reason=reason, round=table.round, about=tuple(about))
    return Scored(score=score)


def told_points(table: Table, mark: Told, why: str, worth: int = 1) -> Iterator[Scored]:
    """With the score only: points for as many as were told of each side for this round."""
    counts = ((side, mark.count(table, side)) for side in SIDES)
    return (scored(table, side, worth * count, why) for side, count in counts if count)


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


def each_may_choose(
    table: Table, follow: Choice[P], able: Callable[[Unit], bool], most: int = 1
) -> Iterator[Choose]:
    """Blue, then Red, may choose some of its units that are able."""
    for seat in map(table.seat_of, SIDES):
        yield from may_choose(seat, follow, (unit.id for unit in table.army(seat) if able(unit)), most=most)


def offers_units(
    hook: Hook, follow: Choice[Nothing], able: Callable[[Unit], bool], most: int = 1, when: When = full_game
) -> None:
    """At a moment a card lets its side choose some of its units that are able."""

    @effect(hook, follow.name, when=when)
    def offer(table: Table, moment: Moment) -> Outcome:
        seat = table.seat_of(moment.side)
        units = (unit.id for unit in table.army(seat) if able(unit))
        return Outcome(then=may_choose(seat, follow, units, most=most))


def gain(units: Iterable[str], what: str, why: str, by: int = 1) -> tuple[UnitChanged, ...]:
    """Each of these units gains tokens of a kind, or loses them."""
    return tuple(UnitChanged(unit=unit, what=what, by=by, why=why) for unit in units)


def give_keyword(units: Iterable[str], keyword: str, why: str) -> tuple[KeywordGained, ...]:
    """These units, if any, have a keyword in this game."""
    units = tuple(units)
    return (KeywordGained(units=units, keyword=keyword, why=why),) if units else ()


def gives_token(name: str, token: str, why: str, by: int = 1, door: Door = NO_PLACE) -> Choice[Nothing]:
    """A choice of units that gain a token, or lose one."""
    return choice(name, told=True, door=door)(lambda answer: Outcome(gain(answer.chosen, token, why, by)))


def gives_keyword(name: str, keyword: str, why: str) -> Choice[Nothing]:
    """A choice of units that have a keyword for this game."""
    return choice(name, told=True, door=NO_PLACE)(
        lambda answer: Outcome(give_keyword(answer.chosen, keyword, why))
    )


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


def place_by(table: Table, side: Side, slug: str, about: str) -> Confirm:
    """A side places something before the game, and says so."""
    return Confirm(id=f"setup.{slug}.{side}", about=about, seat=table.seat_of(side))


def on_the_map(card: str) -> Confirm:
    """The tokens of a card are placed."""
    return Confirm(id=f"setup.{card}", about=card)
