"""The log of a game as its audience sees it: acts in sentences, newest first, and how to undo them."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from muster.app.game.playing.taking_back import activation, askable_acts, undoable_act
from muster.rules.game.events import PhaseBegun, badge
from muster.rules.game.table import SEATS, Game, Seat, Side, View
from muster.rules.log import Event, Recorded, live
from muster.rules.log.views import Viewer, visible
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


def story(game: Game, log: Sequence[Recorded], seen: View, most: int | None = NEWEST) -> Iterator[LogLine]:
    """The acts that this audience may see, newest first, each in sentences; the first of a phase says which
    it is."""
    own: Seat | None = next((one for one in SEATS if one == seen.audience), None)
    entries = visible(live(log), Viewer(frozenset({badge(own)} if own else ())))
    acts: dict[str, list[Event]] = {}
    phases: dict[str, str] = {}
    phase = PHASES["setup"]
    for entry in entries:
        acts.setdefault(entry.batch, []).append(entry.event)
        phases.setdefault(entry.batch, phase)
        if isinstance(entry.event, PhaseBegun) and entry.event.round:
            phase = f"Round {entry.event.round}, {PHASES[entry.event.phase]}"
    free, may_ask = _undoable(game, log, seen), _askable(log, seen)
    shown, head = 0, ""
    for batch, events in reversed(acts.items()):
        texts = tuple(filter(None, (tell(seen.table, one) for one in events)))
        if not texts:
            continue
        back = "take" if batch == free else "ask" if batch in may_ask else ""
        name = named(seen.table, events) if back else ""
        fresh = phases[batch] if phases[batch] != head else ""
        yield LogLine(batch, side_of(seen.table, events), texts, name, back, fresh)
        shown, head = shown + 1, phases[batch]
        if shown == most:
            return


def undo_of(game: Game, log: Sequence[Recorded], seen: View) -> tuple[str, str]:
    """The act that may be undone freely, and what it is called; both empty where there is none."""
    batch = _undoable(game, log, seen)
    if not batch:
        return "", ""
    return batch, named(seen.table, (entry.event for entry in log if entry.batch == batch))


def reset_of(game: Game, log: Sequence[Recorded], seen: View) -> str:
    """How the acting unit's activation is begun anew: freely, by asking for its act, or not at all."""
    seat, unit = seat_of(seen), seen.table.units.get(seen.table.acting)
    if seat is None or unit is None or seen.table.plea or (seen.audience != "both" and unit.seat != seat):
        return ""
    batch, free = activation(log, game.players.get(unit.seat, ""), unit.seat, unit.id)
    if free:
        return "" if batch == _undoable(game, log, seen) else "reset"
    return f"ask {batch}" if batch in askable_acts(log) else ""


def _undoable(game: Game, log: Sequence[Recorded], seen: View) -> str:
    seat = seat_of(seen)
    return (undoable_act(log, game.players.get(seat, ""), seat) or "") if seat else ""


def _askable(log: Sequence[Recorded], seen: View) -> frozenset[str]:
    return askable_acts(log) if seat_of(seen) and not seen.table.plea else frozenset()


def plea_words(log: Sequence[Recorded], seen: View) -> tuple[str, str]:
    """What somebody asks to have undone: its name and its sentences."""
    if seen.table.plea is None:
        return "", ""
    events = [entry.event for entry in log if entry.batch == seen.table.plea.batch]
    texts = filter(None, (tell(seen.table, one) for one in events))
    return named(seen.table, events), "; ".join(texts)
