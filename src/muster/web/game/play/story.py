"""The log of a game as its audience sees it: acts in sentences, newest first, and how to undo them."""

from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar, Final, NamedTuple

from django.utils.safestring import SafeString

from muster.app.game.playing.desk import GameDesk
from muster.app.game.playing.taking_back import Acts, activation, begun_attack, may_ask, undoable_act
from muster.rules.game.log.events import PhaseBegun, badge
from muster.rules.game.table import SEATS, Game, Seat, Side, View
from muster.rules.log import Event
from muster.rules.log.counting import acts_holding
from muster.rules.log.views import Viewer
from muster.web.game.play.retelling import ground_of, phase_begun_in
from muster.web.game.play.telling import tell, undo_label
from muster.web.game.play.words import PHASES
from muster.web.page import Page, render_page

NEWEST: Final = 40
"""Acts that the game page shows; the log page shows all."""


class LogLine(NamedTuple):
    """An act in the log. `back` says what may be done about it: nothing, undone, asked back; with `whole` all
    of its attack."""

    batch: str
    side: Side | None
    texts: tuple[str, ...]
    name: str
    back: str
    head: str = ""
    whole: bool = False


class StoryLine(Page, frozen=True, kw_only=True):
    """An act as the log shows it; with `parts` on the page of a game, where most lines stay as they are."""

    template: ClassVar = "game/play/story_line.html"
    line: LogLine
    parts: bool
    newest: bool


@lru_cache(maxsize=2048)
def _story_line(line: LogLine, parts: bool, newest: bool) -> str:
    """The same line is drawn once: an act adds one or two."""
    return render_page(StoryLine(line=line, parts=parts, newest=newest))


def render_story(log: tuple[LogLine, ...], parts: bool) -> SafeString:
    """All lines of a log, the newest first."""
    return SafeString("".join([_story_line(line, parts, line is log[0]) for line in log]))


def own_seat(seen: View) -> Seat | None:
    """The seat of an audience that has one of its own."""
    return next((seat for seat in SEATS if seat == seen.audience), None)


def seat_of(seen: View) -> Seat | None:
    """The seat an audience acts from; one phone for both acts from either."""
    return "one" if seen.audience == "both" else own_seat(seen)


def story(
    game: Game, done: Acts, seen: View, most: int | None = NEWEST, free: str | None = None
) -> list[LogLine]:
    """The acts that this audience may see, newest first, each in sentences; the first of a phase says which
    it is. `free` is the act that may be undone freely, where that is known already."""
    own = own_seat(seen)
    viewer = Viewer(frozenset({badge(own)} if own else ()))
    free = undo_of(game, done, seen) if free is None else free
    asks = seat_of(seen) is not None and not seen.table.plea
    lines: list[LogLine] = []
    phases, ground = _phases(done), ground_of(seen.table)
    phase = next(phases)
    for place, act in zip(range(len(done) - 1, -1, -1), reversed(done), strict=True):
        retold = ground.tell(seen.table, act, viewer)
        if retold.begins:
            phase = next(phases)
        asks = asks and not retold.ends_asking
        if not retold.texts:
            continue
        back = "take" if act.batch == free else "ask" if asks and retold.askable else ""
        batch, name = act.batch, retold.name if back else ""
        begun = begun_attack(done, place) if back == "ask" and retold.of_attack else ""
        if begun:
            batch, name = begun, undo_label(seen.table, _events_of(done, begun))
        lines.append(LogLine(batch, retold.side, retold.texts, name, back, phase, whole=bool(begun)))
        if len(lines) == most:
            break
    heads = ("", *(line.head for line in lines))
    return [
        line if line.head != before else line._replace(head="")
        for line, before in zip(lines, heads, strict=False)
    ]


def heard_line(seen: View, log: list[LogLine] | tuple[LogLine, ...], dice: bool) -> LogLine | None:
    """The newest act as a screen reader says it, once, to who waits or watches: whoever did it knows already,
    except how its dice fell."""
    if not log or seen.table.phase in ("lobby", "setup"):
        return None
    seat = own_seat(seen)
    mine = seen.audience == "both" or (seat is not None and log[0].side == seen.table.side_of(seat))
    return None if mine and not dice else log[0]


def moment_of(desk: GameDesk, seen: View) -> int:
    """How far the game has come for this audience: it grows with all that they may know, an undo too, and
    with nothing else. Of two fragments the one with more is the newer."""
    viewer = Viewer(frozenset(badge(seat) for seat in SEATS if seat == seen.audience))
    return desk.known_to(viewer)


def _phases(done: Acts) -> Iterator[str]:
    """The phases, newest first. An act that begins one was itself done in the one before."""
    for act in acts_holding(done, PhaseBegun):
        if begun := phase_begun_in(act):
            yield f"Round {begun.round}, {PHASES[begun.phase]}"
    yield PHASES["setup"]


def undo_of(game: Game, done: Acts, seen: View) -> str:
    """The act that may be undone freely; empty where there is none."""
    seat = seat_of(seen)
    return (undoable_act(done, game.players.get(seat, ""), seat) or "") if seat else ""


def undo_name(done: Acts, seen: View, batch: str) -> str:
    """What it is called."""
    return undo_label(seen.table, _events_of(done, batch)) if batch else ""


def reset_of(game: Game, done: Acts, seen: View, undo: str) -> str:
    """How the acting unit's activation is begun anew: freely, by asking for its act, or not at all; not where
    `undo` does it."""
    seat, unit = seat_of(seen), seen.table.units.get(seen.table.acting)
    if seat is None or unit is None or seen.table.plea or (seen.audience != "both" and unit.seat != seat):
        return ""
    batch, free = activation(done, game.players.get(unit.seat, ""), unit.seat, unit.id)
    if free:
        return "" if batch == undo else "reset"
    return f"ask {batch}" if may_ask(done, batch) else ""


def _events_of(done: Acts, batch: str) -> tuple[Event, ...]:
    return next((act.events for act in reversed(done) if act.batch == batch), ())


class Plea(NamedTuple):
    """What somebody asks to have undone: its name, its sentences, and whether the audience asks it."""

    name: str
    words: str
    is_own: bool


def plea_of(done: Acts, seen: View) -> Plea | None:
    """What somebody asks to have undone."""
    if (asked := seen.table.plea) is None:
        return None
    events = _events_of(done, asked.batch)
    texts = filter(None, (tell(seen.table, event) for event in events))
    return Plea(undo_label(seen.table, events), "; ".join(texts), asked.seat == seen.audience)
