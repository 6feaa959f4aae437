"""The log of a game as its audience sees it: acts in sentences, newest first, and how to undo them."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from muster.app.game.playing.taking_back import Acts, activation, askable_acts, undoable_act
from muster.rules.game.log.events import PhaseBegun, badge
from muster.rules.game.table import SEATS, Game, Seat, Side, View
from muster.rules.log import Event
from muster.rules.log.views import Viewer
from muster.web.game.play.telling import named, side_of, tell
from muster.web.game.play.words import PHASES

NEWEST: Final = 40
"""Acts that the game page shows; the log page shows all."""


class LogLine(NamedTuple):
    """An act in the log. `back` says what may be done about it: nothing, undone, asked back."""

    batch: str
    side: Side | None
    texts: tuple[str, ...]
    name: str
    back: str
    head: str = ""


def seat_of(seen: View) -> Seat | None:
    """The seat an audience acts from; one phone for both acts from either."""
    if seen.audience == "both":
        return "one"
    return next((seat for seat in SEATS if seat == seen.audience), None)


def story(game: Game, done: Acts, seen: View, most: int | None = NEWEST) -> Iterator[LogLine]:
    """The acts that this audience may see, newest first, each in sentences; the first of a phase says which
    it is."""
    own: Seat | None = next((one for one in SEATS if one == seen.audience), None)
    viewer = Viewer(frozenset({badge(own)} if own else ()))
    phases: list[str] = []
    phase = PHASES["setup"]
    for act in done:
        phases.append(phase)
        for event in act.events:
            if isinstance(event, PhaseBegun) and event.round:
                phase = f"Round {event.round}, {PHASES[event.phase]}"
    free, may_ask = _undoable(game, done, seen), _askable(done, seen)
    shown, head = 0, ""
    for act, phase in zip(reversed(done), reversed(phases), strict=True):
        events = [event for event in act.events if viewer.may_see(event)]
        texts = tuple(filter(None, (tell(seen.table, one) for one in events)))
        if not texts:
            continue
        back = "take" if act.batch == free else "ask" if act.batch in may_ask else ""
        name = named(seen.table, events) if back else ""
        fresh = phase if phase != head else ""
        yield LogLine(act.batch, side_of(seen.table, events), texts, name, back, fresh)
        shown, head = shown + 1, phase
        if shown == most:
            return


def undo_of(game: Game, done: Acts, seen: View) -> tuple[str, str]:
    """The act that may be undone freely, and what it is called; both empty where there is none."""
    batch = _undoable(game, done, seen)
    if not batch:
        return "", ""
    return batch, named(seen.table, _events_of(done, batch))


def reset_of(game: Game, done: Acts, seen: View) -> str:
    """How the acting unit's activation is begun anew: freely, by asking for its act, or not at all."""
    seat, unit = seat_of(seen), seen.table.units.get(seen.table.acting)
    if seat is None or unit is None or seen.table.plea or (seen.audience != "both" and unit.seat != seat):
        return ""
    batch, free = activation(done, game.players.get(unit.seat, ""), unit.seat, unit.id)
    if free:
        return "" if batch == _undoable(game, done, seen) else "reset"
    return f"ask {batch}" if batch in askable_acts(done) else ""


def _events_of(done: Acts, batch: str) -> tuple[Event, ...]:
    return next((act.events for act in reversed(done) if act.batch == batch), ())


def _undoable(game: Game, done: Acts, seen: View) -> str:
    seat = seat_of(seen)
    return (undoable_act(done, game.players.get(seat, ""), seat) or "") if seat else ""


def _askable(done: Acts, seen: View) -> frozenset[str]:
    return askable_acts(done) if seat_of(seen) and not seen.table.plea else frozenset()


def plea_words(done: Acts, seen: View) -> tuple[str, str]:
    """What somebody asks to have undone: its name and its sentences."""
    if seen.table.plea is None:
        return "", ""
    events = _events_of(done, seen.table.plea.batch)
    texts = filter(None, (tell(seen.table, one) for one in events))
    return named(seen.table, events), "; ".join(texts)
