"""What of a game may be taken back, by whom, and how: freely, on asking, or not at all.

Judged on what the asker can see: another's secret choice is no reason to refuse, and leaves no trace.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final, TypeAlias

from muster.rules.game.log.agreed import AskedBack, PleaAnswered
from muster.rules.game.log.attacked import AttackBegun, AttackResolved, PoolFormed
from muster.rules.game.log.events import (
    Activated,
    Drawn,
    ForceBrought,
    GameClosed,
    GameOpened,
    HandKept,
    MarkerChanged,
    Reveal,
    Rolled,
    SeatKept,
    SeatLeft,
    SeatSecret,
    SeatTaken,
    StackSaved,
    badge,
)
from muster.rules.game.log.game_settings import ArmyChecked, ArmyKept, WatchingSet
from muster.rules.game.special_operations.missions.the_codes import DROPPED
from muster.rules.game.special_operations.setup import COVERT_NUMBER
from muster.rules.game.table import Seat
from muster.rules.log import Event, FacesVoided, LoggedAct, Undone
from muster.rules.log.counting import acts_holding
from muster.rules.log.views import Viewer
from muster.rules.violations import Refused, Source, require

problem = Source("game").problem
OF_ATTACKS: Final = "attack-"
"""How the dice of an attack by the core rules are called."""
PLEAS: Final = (AskedBack, PleaAnswered)
LOBBY: Final = (
    GameOpened, SeatTaken, SeatKept, SeatLeft, ForceBrought, HandKept, ArmyKept, ArmyChecked, WatchingSet,
)  # fmt: skip
ANYBODY: Final = Viewer()
Acts: TypeAlias = Sequence[LoggedAct]
"""The acts of a game that count, in order."""


def seen_acts(done: Acts, seat: Seat) -> Iterator[LoggedAct]:
    """The acts of which this seat sees anything, without pleas, newest first."""
    viewer = Viewer(frozenset({badge(seat)}))
    for act in reversed(done):
        if any(viewer.may_see(event) for event in act.events) and not isinstance(act.events[0], PLEAS):
            yield act


def undoable_act(done: Acts, actor: str, seat: Seat) -> str | None:
    """One's own secret choice while it is secret, or one's own latest act, if it is the latest that this seat
    sees and nothing was shown by it."""
    if (choice := _choice(done, seat)) is not None:
        return choice
    latest = next(seen_acts(done, seat), None)
    if latest is None or _shows(latest) or _of_the_lobby(latest):
        return None
    own = latest.actor == actor or latest.actor in _accounts(done, seat)
    return latest.batch if own else None


def activation(done: Acts, actor: str, seat: Seat, unit: str) -> tuple[str, bool]:
    """The act that activated the unit that acts now, and whether everything since may be taken back freely:
    all of it one's own, and nothing shown by it. Empty where nothing of the kind is found."""
    own, free = {actor, *_accounts(done, seat)}, True
    for act in seen_acts(done, seat):
        free = free and act.actor in own and not _shows(act)
        if Activated(unit=unit) in act.events:
            return act.batch, free
    return "", False


def may_ask(done: Acts, batch: str) -> bool:
    """Whether an act and all after it may be asked back."""
    return batch in askable_acts(done)


def askable_acts(done: Acts) -> Iterator[str]:
    """All acts that may be asked back, newest first: those since the last reveal of secrets, while the game
    is open."""
    since = takewhile(lambda act: not ends_asking(act), reversed(done))
    return (act.batch for act in since if askable(act))


def ends_asking(act: LoggedAct) -> bool:
    """Whether neither it nor anything before it may be asked back: it opened secrets, or closed the game."""
    return ends_plea(act.events)


def ends_plea(events: Sequence[Event]) -> bool:
    """Whether nothing is taken back across these events."""
    return any(isinstance(event, GameClosed) or _opens(event) for event in events)


def begun_attack(done: Acts, place: int) -> str:
    """The act that began the attack of which the act in this place is a part, from its dice on: an attack is
    asked back as one. Empty where it is none of an attack."""
    if not is_of_attack(done[place]):
        return ""
    before = (act for act in reversed(done[: place + 1]) for event in act.events
              if isinstance(event, AttackBegun))  # fmt: skip
    begun = next(before, None)
    return begun.batch if begun else ""


def is_of_attack(act: LoggedAct) -> bool:
    """Whether in an act the pool of an attack was formed, its dice fell, or it came to its result."""
    return any(
        isinstance(event, PoolFormed | AttackResolved)
        or (isinstance(event, Rolled) and event.purpose.startswith(OF_ATTACKS))
        for event in act.events
    )


def askable(act: LoggedAct) -> bool:
    """Whether an act is of a kind that is asked back."""
    return not isinstance(act.events[0], PLEAS) and not _of_the_lobby(act)


def asked_batch(done: Acts) -> str:
    """The act that is asked back now."""
    acts = acts_holding(done, AskedBack)
    asked = (event.batch for act in acts for event in act.events if isinstance(event, AskedBack))
    return require(next(asked, None), problem("game.no_plea"))


def undo_events(done: Acts, batch: str, *, void: bool = False) -> tuple[Event, ...]:
    """The words that take an act back, and all after it; `void` frees its dice."""
    since = _since(done, batch)
    if not since:
        raise Refused(problem("game.gone_already"))
    freed = (
        FacesVoided(act.batch, step)
        for act in since
        for step in dict.fromkeys(filter(None, (event.step_key() for event in act.events)))
        if void
    )
    return (*(Undone(act.batch) for act in reversed(since)), *freed)


def _since(done: Acts, batch: str) -> list[LoggedAct]:
    """The act and everything after it that rests on it: no pleas, nothing from before the game began, and no
    secret choice for a prompt that was open before."""
    back = next((back for back, act in enumerate(reversed(done), start=1) if act.batch == batch), None)
    place = len(done) - back if back else None
    if place is None or _of_the_lobby(done[place]) or isinstance(done[place].events[0], PLEAS):
        return []
    first, before = done[place], _open_step(done[:place])
    if _is_secret(first) and _answers(first) == _open_step(done):
        return [first]
    after = (act for act in done[place + 1 :] if not isinstance(act.events[0], PLEAS))
    return [first, *(act for act in after if not (_is_secret(act) and _answers(act) in ("", before)))]


def _accounts(done: Acts, seat: Seat) -> set[str]:
    """Whoever sat at the seat, on whichever phone; but not the opponent, whose phone was for both once."""
    acts = [*acts_holding(done, SeatKept)]
    kept = [event for act in reversed(acts) for event in act.events if isinstance(event, SeatKept)]
    now = {kept_seat.seat: kept_seat.player for kept_seat in kept}
    opponents = {player for place, player in now.items() if place != seat} - {now.get(seat, "")}
    return {kept_seat.player for kept_seat in kept if kept_seat.seat == seat} - opponents


def _choice(done: Acts, seat: Seat) -> str | None:
    """The seat's own choice for the prompt that is open, whatever others did meanwhile."""
    now = _open_step(done)
    secrets = (act for act in acts_holding(done, SeatSecret) if _is_secret(act) and _answers(act) == now)
    own = (act for act in secrets if getattr(act.events[0], "seat", None) == seat)
    choice = next(own, None) if now else None
    if choice is None:
        return None
    since = takewhile(lambda act: act.batch != choice.batch, reversed(done))
    return None if any(ends_asking(act) or _before(act, now) for act in since) else choice.batch


def _before(act: LoggedAct, prompt: str) -> bool:
    """Whether this act moved the game on at a time when the prompt had not been asked yet."""
    went = next((event for event in reversed(act.events) if isinstance(event, StackSaved)), None)
    return went is not None and all(step.id != prompt for step in went.todo)


def _open_step(done: Acts) -> str:
    """The prompt that was open after these acts."""
    latest = next(acts_holding(done, StackSaved), None)
    events = reversed(latest.events) if latest else ()
    went = next((event for event in events if isinstance(event, StackSaved)), None)
    return went.todo[-1].id if went and went.todo else ""


def _is_secret(act: LoggedAct) -> bool:
    """Whether nobody but a seat, or nobody at all, sees anything of it."""
    return not any(ANYBODY.may_see(event) for event in act.events)


def _answers(act: LoggedAct) -> str:
    """The prompt that a secret choice answers; empty for what the server keeps."""
    steps = (getattr(event, "step", "") for event in act.events if isinstance(event, SeatSecret))
    return next(steps, "")


def _of_the_lobby(act: LoggedAct) -> bool:
    return any(isinstance(event, LOBBY) for event in act.events)


def _shows(act: LoggedAct) -> bool:
    """Dice, a draw, a reveal, or all seeds of a game that was closed. The number drawn for a covert token
    shows nothing."""
    quiet = [
        event.step for event in act.events if isinstance(event, Drawn) and event.purpose == COVERT_NUMBER
    ]
    drawn = (event.step_key() for event in act.events)
    return ends_asking(act) or any(step is not None and step not in quiet for step in drawn)


def _opens(event: Event) -> bool:
    return isinstance(event, Reveal) or _taken_up(event)


def _taken_up(event: Event) -> bool:
    """A token that lay facedown: whoever takes it up knows what it is."""
    return isinstance(event, MarkerChanged) and event.marker.gone and event.marker.name == DROPPED
