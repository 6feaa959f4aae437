"""Undo and redo across all streams that an act wrote to, as an act of its own."""

from collections.abc import Collection, Sequence
from datetime import datetime

from muster.app.streams import Appended, EventStore, Write
from muster.rules.log import Event, Redone, Undone, act_to_undo, acts_to_redo
from muster.rules.violations import Refused, Source

problem = Source("log").problem


def undo(  # noqa: PLR0913 - who, when, what: all by name
    store: EventStore, target: str, *, actor: str, at: datetime, batch: str, also: Collection[str] = ()
) -> Appended:
    """Undo an act in all its streams. It must be the actor's own latest in each of them.

    `also` names acts that depend on it and are undone with it; the use case determines them and shows them
    first.
    """
    falling = [target, *(batch for batch in also if batch != target)]
    writes = _everywhere(store, Undone, falling)
    for write in writes:
        if Undone(target) in write.events and not _is_latest(store, write, actor, target):
            raise Refused(problem("log.undo_blocked", [write.stream]))
    if not writes:
        raise Refused(problem("log.nothing_to_undo", [target[:100]]))
    return store.append(writes, actor=actor, at=at, batch=batch)


def redo(store: EventStore, stream: str, *, actor: str, at: datetime, batch: str) -> Appended:
    """Redo what the actor's latest undo took back, in all streams, unless somebody has acted since."""
    writes = _everywhere(store, Redone, acts_to_redo(store.read(stream), actor))
    if not writes or not all(_is_redoable(store, write, actor) for write in writes):
        raise Refused(problem("log.nothing_to_redo", [stream[:100]]))
    return store.append(writes, actor=actor, at=at, batch=batch)


def _everywhere(store: EventStore, kind: type[Undone] | type[Redone], batches: Sequence[str]) -> list[Write]:
    events: dict[str, list[Event]] = {}
    for batch in batches:
        for stream in store.streams_of(batch):
            events.setdefault(stream, []).append(kind(batch))
    versions = store.versions(events)
    return [Write(stream, versions[stream], tuple(written)) for stream, written in events.items()]


def _is_latest(store: EventStore, write: Write, actor: str, target: str) -> bool:
    return act_to_undo(store.read(write.stream, upto=write.expected), actor) == target


def _is_redoable(store: EventStore, write: Write, actor: str) -> bool:
    ready = acts_to_redo(store.read(write.stream, upto=write.expected), actor)
    return all(isinstance(event, Redone) and event.batch in ready for event in write.events)
