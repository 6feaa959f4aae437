"""What of a game may be taken back, by whom, and how: freely, on asking, or not at all.

Judged on what the asker can see: another's secret choice is no reason to refuse, and leaves no trace.
"""

from collections.abc import Sequence
from typing import Final

from muster.rules.game.agreed_events import AskedBack, PleaAnswered
from muster.rules.game.events import (
    Activated,
    CardsRevealed,
    GameClosed,
    SeatKept,
    SeatSecret,
    Went,
    badge,
)
from muster.rules.game.table import Seat
from muster.rules.log import Event, FacesVoided, LoggedAct, Recorded, Undone, acts, live
from muster.rules.log.views import Viewer
from muster.rules.violations import Refused, Source

problem = Source("game").problem
PLEAS: Final = (AskedBack, PleaAnswered)
LOBBY: Final = (
    "game.opened", "game.seat_taken", "game.seat_kept", "game.seat_left", "game.force_brought",
    "game.hand_kept", "game.army_kept",
)  # fmt: skip


def seen_acts(log: Sequence[Recorded], seat: Seat) -> list[LoggedAct]:
    """The acts that count and of which this seat sees anything, without pleas."""
    viewer = Viewer(frozenset({badge(seat)}))
    return [
        act
        for act in acts(live(log))
        if any(viewer.may_see(event) for event in act.events) and not isinstance(act.events[0], PLEAS)
    ]


def undoable_act(log: Sequence[Recorded], actor: str, seat: Seat) -> str | None:
    """One's own secret choice while it is secret, or one's own latest act, if it is the latest that this seat
    sees and nothing was shown by it."""
    done = seen_acts(log, seat)
    if (choice := _choice(log, done, seat)) is not None:
        return choice
    own = {actor} | _accounts(log, seat)
    if not done or done[-1].actor not in own or _shows(done[-1]) or _of_the_lobby(log, done[-1].batch):
        return None
    return done[-1].batch


def activation(log: Sequence[Recorded], actor: str, seat: Seat, unit: str) -> tuple[str, bool]:
    """The act that activated the unit that acts now, and whether everything since may be taken back freely:
    all of it one's own, and nothing shown by it. Empty where nothing of the kind is found."""
    done = seen_acts(log, seat)
    begun = [place for place, act in enumerate(done) if Activated(unit=unit) in act.events]
    if not begun:
        return "", False
    since, own = done[begun[-1] :], {actor} | _accounts(log, seat)
    free = all(act.actor in own and not _shows(act) for act in since)
    return since[0].batch, free


def may_ask(log: Sequence[Recorded], batch: str) -> bool:
    """Whether an act and all after it may be asked back: no reveal of secrets among them, and the game is not
    closed."""
    since = _since(log, batch)
    return bool(since) and not any(
        isinstance(event, CardsRevealed | GameClosed) for act in since for event in act.events
    )


def askable_acts(log: Sequence[Recorded]) -> frozenset[str]:
    """All acts that may be asked back: those since the last reveal, found in one go."""
    since: list[str] = []
    for act in reversed(acts(live(log))):
        if any(isinstance(event, CardsRevealed | GameClosed) for event in act.events):
            break
        if not isinstance(act.events[0], PLEAS):
            since.append(act.batch)
    lobby = {entry.batch for entry in log if entry.kind in LOBBY}
    return frozenset(since) - lobby


def asked_batch(log: Sequence[Recorded]) -> str:
    """The act that is asked back now."""
    asked = [entry.event for entry in live(log) if isinstance(entry.event, AskedBack)]
    if not asked:
        raise Refused(problem("game.no_plea"))
    return asked[-1].batch


def undoing(log: Sequence[Recorded], batch: str, *, void: bool = False) -> tuple[Event, ...]:
    """The words that take an act back, and all after it; `void` frees its dice."""
    since = _since(log, batch)
    if not since:
        raise Refused(problem("game.gone_already"))
    freed = (
        FacesVoided(act.batch, step)
        for act in since
        for step in dict.fromkeys(filter(None, (event.step_key() for event in act.events)))
        if void
    )
    return (*(Undone(act.batch) for act in reversed(since)), *freed)


def _since(log: Sequence[Recorded], batch: str) -> list[LoggedAct]:
    """The act and everything after it that rests on it: no pleas, nothing from before the game began, and no
    secret choice for a prompt that was open before."""
    done = [act for act in acts(live(log)) if not isinstance(act.events[0], PLEAS)]
    places = [place for place, act in enumerate(done) if act.batch == batch]
    if not places or _of_the_lobby(log, batch):
        return []
    first, before = done[places[0]], _open_step(done[: places[0]])
    if _is_secret(first) and _answers(first) == _open_step(done):
        return [first]
    after = done[places[0] + 1 :]
    return [first, *(act for act in after if not (_is_secret(act) and _answers(act) in ("", before)))]


def _accounts(log: Sequence[Recorded], seat: Seat) -> set[str]:
    """Whoever sat at the seat, on whichever phone."""
    kept = (entry.event for entry in log if isinstance(entry.event, SeatKept))
    return {one.player for one in kept if one.seat == seat}


def _choice(log: Sequence[Recorded], done: Sequence[LoggedAct], seat: Seat) -> str | None:
    """The seat's own choice for the prompt that is open, whatever others did meanwhile."""
    now = _open_step(acts(live(log)))
    own = [act for act in done if _is_secret(act) and _answers(act) == now and now]
    mine = [act for act in own if getattr(act.events[0], "seat", None) == seat]
    return mine[-1].batch if mine else None


def _open_step(done: Sequence[LoggedAct]) -> str:
    """The prompt that was open after these acts."""
    for act in reversed(done):
        for event in reversed(act.events):
            if isinstance(event, Went):
                return event.todo[-1].id if event.todo else ""
    return ""


def _is_secret(act: LoggedAct) -> bool:
    """Whether nobody but a seat, or nobody at all, sees anything of it."""
    return all(not Viewer().may_see(event) for event in act.events)


def _answers(act: LoggedAct) -> str:
    """The prompt that a secret choice answers; empty for what the server keeps."""
    steps = (getattr(event, "step", "") for event in act.events if isinstance(event, SeatSecret))
    return next(steps, "")


def _of_the_lobby(log: Sequence[Recorded], batch: str) -> bool:
    return any(entry.kind in LOBBY for entry in log if entry.batch == batch)


def _shows(act: LoggedAct) -> bool:
    """Dice, a draw or a reveal."""
    return any(event.step_key() is not None or isinstance(event, CardsRevealed) for event in act.events)
