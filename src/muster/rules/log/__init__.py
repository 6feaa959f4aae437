"""The log: commands ask, events state, state is a fold, undo is one more event.

An act (one batch) is everything a person did in one go; it may touch several streams. Nothing is deleted: an
undone act stays in the log and does not count. An undo is an act too; undoing it brings back what it took.
Read this module first, then `muster.rules.log.views` (who sees which events). docs/reference/log.md has the
promises; where events are stored is the business of `muster.app.streams`.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from itertools import groupby
from typing import Generic, TypeVar

import msgspec

from muster.rules.json_text import decode_json
from muster.rules.log.changes import Changes
from muster.rules.log.kinds import EVERYONE, KINDS, Event, Kind, Kinds, event, upcast
from muster.rules.violations import Refused, Violation

__all__ = [
    "CONTROLS",
    "EVERYONE",
    "KINDS",
    "WORDS",
    "Changes",
    "Decider",
    "Event",
    "FacesVoided",
    "Kind",
    "Kinds",
    "LoggedAct",
    "Recorded",
    "Redone",
    "Undone",
    "act_to_undo",
    "acts",
    "acts_to_redo",
    "effective",
    "event",
    "fold",
    "from_json",
    "is_stream_id",
    "kept_events",
    "to_json",
    "undone_acts",
    "upcast",
]

S = TypeVar("S")

_STREAM_ID = re.compile(r"[A-Za-z][A-Za-z0-9_.:-]{0,99}", re.ASCII)


@event("log.undone")
class Undone(Event, frozen=True):
    """An act no longer counts, as long as this event does."""

    batch: str


@event("log.redone")
class Redone(Event, frozen=True):
    """An undone act counts again, in its old place."""

    batch: str


@event("log.faces_voided")
class FacesVoided(Event, frozen=True):
    """The other side or the arbitrator says that the faces an undone act rolled for a step are not kept."""

    batch: str
    step: str


WORDS = (Undone, Redone)
"""What says whether an act counts."""

CONTROLS = (*WORDS, FacesVoided)
"""What is said about acts, and is none of the state's business."""


class _Envelope(msgspec.Struct, frozen=True):
    """The place of an event, in whose act and when it happened, its kind and version."""

    stream: str
    version: int
    batch: str
    kind: str
    event_version: int
    actor: str
    at: datetime


class Recorded(_Envelope, frozen=True):
    """An event in its place: stream and version, in whose act, when. Kind and version fit the event."""

    event: Event


class LoggedAct(msgspec.Struct, frozen=True):
    """What one actor did in one go, as far as this log holds it."""

    batch: str
    actor: str
    at: datetime
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Decider(Generic[S]):
    """How a kind of stream becomes a state: where it starts and how an event changes it.

    `evolve` never refuses, reads no catalogue and no clock, and lets events it does not know pass. `schema`
    grows when the shape of the state or the meaning of `evolve` changes.
    """

    name: str
    schema: int
    state: type[S]
    initial: Callable[[], S]
    evolve: Callable[[S, Event], S]

    @property
    def key(self) -> str:
        """The name under which a state is kept."""
        return f"{self.name}/{self.schema}"

    def fold(self, log: Sequence[Recorded], state: S | None = None) -> S:
        """The state after a log, starting from the beginning or from a given state."""
        return fold(self.initial() if state is None else state, self.evolve, log)


def is_stream_id(text: str) -> bool:
    """A stream is named by plain letters, digits and `_ . : -`, at most 100 of them: `tournament:0190…`."""
    return _STREAM_ID.fullmatch(text) is not None


def undone_acts(log: Sequence[Recorded], without: Collection[str] = ()) -> set[str]:
    """The acts that do not count; `without` takes more away, for a preview.

    The log is read backwards: the latest undo or redo of an act decides, and those in an undone act are
    ignored.
    """
    counts = dict.fromkeys(without, False)
    for entry in reversed(log):
        event = entry.event
        if isinstance(event, WORDS) and counts.get(entry.batch, True):
            counts.setdefault(event.batch, isinstance(event, Redone))
    return {batch for batch, good in counts.items() if not good}


def effective(log: Sequence[Recorded], without: Collection[str] = ()) -> list[Recorded]:
    """The entries that count: the log without undone acts and without the undoing itself."""
    gone = undone_acts(log, without)
    return [entry for entry in log if entry.batch not in gone and not isinstance(entry.event, CONTROLS)]


def fold(initial: S, evolve: Callable[[S, Event], S], log: Sequence[Recorded]) -> S:
    """The state after everything in the log that counts."""
    return reduce(lambda state, entry: evolve(state, entry.event), effective(log), initial)


def acts(log: Iterable[Recorded]) -> list[LoggedAct]:
    """The log act by act, in order, undone ones and undoings included."""
    grouped = (tuple(entries) for _, entries in groupby(log, key=lambda entry: entry.batch))
    return [LoggedAct(g[0].batch, g[0].actor, g[0].at, tuple(e.event for e in g)) for g in grouped]


def act_to_undo(log: Sequence[Recorded], actor: str) -> str | None:
    """The act this actor may undo: their own latest that counts."""
    return next((entry.batch for entry in reversed(effective(log)) if entry.actor == actor), None)


def acts_to_redo(log: Sequence[Recorded], actor: str) -> tuple[str, ...]:
    """The acts that this actor's latest undo took back and a redo would restore; none once anybody has acted
    since."""
    gone = undone_acts(log)
    for act in reversed(acts(log)):
        if act.batch in gone:
            continue
        if not all(isinstance(event, WORDS) for event in act.events):
            return ()
        took = tuple(event.batch for event in act.events if isinstance(event, Undone) and event.batch in gone)
        if took and act.actor == actor:
            return took
    return ()


def kept_events(log: Sequence[Recorded], step: str, actor: str | None = None) -> tuple[Event, ...]:
    """The events of the latest undone act that hold the faces of a step, to be reused when the step is
    redone.

    This prevents fishing for better dice: only a `FacesVoided` that counts frees the step for a fresh roll.
    With an actor, only that actor's acts count.
    """
    gone = undone_acts(log)
    for act in reversed(acts(log)):
        if act.batch not in gone or actor not in (None, act.actor):
            continue
        if held := tuple(event for event in act.events if event.step_key() == step):
            return () if _is_voided(log, gone, act.batch, step) else held
    return ()


def _is_voided(log: Sequence[Recorded], gone: set[str], batch: str, step: str) -> bool:
    void = FacesVoided(batch, step)
    return any(entry.event == void and entry.batch not in gone for entry in log)


class _Line(_Envelope, frozen=True, forbid_unknown_fields=True):
    event: msgspec.Raw


def to_json(entry: Recorded) -> bytes:
    """One line of a log as it is exported and as the golden files hold it."""
    return msgspec.json.encode(entry)


def from_json(line: bytes | str, kinds: Kinds = KINDS) -> Recorded:
    """A line of a log of any age; refused with the reason when it cannot be read."""
    try:
        raw = decode_json(line, _Line)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Refused(Violation(code="log.bad_line", source="log", params={"why": str(error)})) from error
    event = kinds.decode(raw.kind, raw.event_version, bytes(raw.event))
    return Recorded(raw.stream, raw.version, raw.batch, *kinds.tag(event), raw.actor, raw.at, event)
