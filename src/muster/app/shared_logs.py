"""Committed streams in memory, shared by all requests of a process: a page only reads what is new.

Only committed entries are kept. What an open transaction wrote is visible to that transaction alone; a
stream that does not continue from what was kept (after a rollback or a restore) is read again.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from threading import Lock
from typing import Final, TypeVar, cast

from muster.app.streams import EventStore
from muster.rules.log import Decider, LoggedAct, Recorded, acts
from muster.rules.log.counting import Counted, Folded, Running, acts_after, count, fold_with_marks
from muster.rules.log.sequences import SharedSequence

MOST_ENTRIES: Final = 200_000

S = TypeVar("S")


class _Questions:
    """What was ever computed from a stream, at whatever version; later versions keep it up to date.
    Several threads add to it, so iterate over a copy."""

    def __init__(self) -> None:
        self.acts = False
        self.deciders: dict[str, Decider[object]] = {}
        self.runnings: dict[str, Running[object]] = {}


class StreamLog:
    """A stream at one version: its entries, which of them count, and the states folded from them.

    It is immutable except for lazily computed values; a longer version reuses what this one has.
    """

    def __init__(self, entries: Iterable[Recorded] = (), asked: _Questions | None = None) -> None:
        self.entries = entries if isinstance(entries, SharedSequence) else SharedSequence(entries)
        self._asked = asked or _Questions()
        self._states: dict[str, Folded[object]] = {}
        self._running: dict[str, object] = {}

    @property
    def version(self) -> int:
        """The version of the stream; 0 if nothing was ever written."""
        return len(self.entries)

    @cached_property
    def _counts(self) -> Counted:
        return count(self.entries)

    @property
    def effective(self) -> SharedSequence[Recorded]:
        """The entries that count: without undone acts and the undos themselves."""
        return self._counts.effective

    @property
    def dead(self) -> SharedSequence[Recorded]:
        """The entries that do not count: undone acts, and the undos themselves."""
        return self._counts.dead

    @cached_property
    def acts(self) -> SharedSequence[LoggedAct]:
        """The entries that count, grouped by act."""
        self._asked.acts = True
        return SharedSequence(acts(self.effective))

    def state(self, decider: Decider[S]) -> S:
        """The state after everything that counts, folded once."""
        known = self._asked.deciders[decider.key] = cast("Decider[object]", decider)
        return cast("S", self._fold(known).state)

    def _fold(self, decider: Decider[object]) -> Folded[object]:
        if decider.key not in self._states:
            self._states[decider.key] = fold_with_marks(decider, self._counts, self.version)
        return self._states[decider.key]

    def running(self, running: Running[S]) -> S:
        """The result of a running computation over all entries, computed once."""
        self._asked.runnings[running.name] = cast("Running[object]", running)
        if running.name not in self._running:
            self._running[running.name] = running.after(running.start(), (), self.entries)
        return cast("S", self._running[running.name])

    def with_entries(self, tail: Sequence[Recorded]) -> "StreamLog":
        """The stream with the entries added since.

        Computed states continue from here; after an undo they go back to the first act it affects. The log
        of a transaction is gone with it, so what is first computed there is computed here, where the next
        reader will find it.
        """
        asked, longer = self._asked, StreamLog(self.entries.plus(tail), self._asked)
        now = longer.__dict__["_counts"] = self._counts.go_on(self.entries, tail)
        for name, decider in asked.deciders.copy().items():
            longer._states[name] = self._fold(decider).go_on(now, longer.version)
        for name, running in asked.runnings.copy().items():
            longer._running[name] = running.after(self.running(running), self.entries, tail)
        if asked.acts:
            longer.__dict__["acts"] = acts_after(self.acts, self._counts, now, self.entries)
        return longer

    def goes_on(self, first: Recorded | None) -> bool:
        """Whether the last entry kept is still the same as in the store."""
        last = self.entries[-1]
        return first is not None and (first.version, first.batch) == (last.version, last.batch)


class SharedLogs:
    """The streams of a process. Thread-safe; the least recently used ones are dropped first."""

    def __init__(self, store: EventStore, most_entries: int = MOST_ENTRIES) -> None:
        self._store = store
        self._most = most_entries
        self._kept: dict[str, StreamLog] = {}
        self._entries = 0
        self._lock = Lock()

    def now(self, streams: Collection[str]) -> dict[str, StreamLog]:
        """These streams at their current version, with one query."""
        held = {name: log for name in streams if (log := self._kept.get(name)) is not None}
        # Including the last entry, which proves that the stream continues what is kept.
        after = {name: held[name].version - 1 if name in held else 0 for name in streams}
        tails = self._store.read_tails(after)
        found = {name: _extend_log(held.get(name), tails.get(name, ())) for name in streams}
        if lost := [name for name, log in found.items() if log is None]:
            fresh = self._store.read_tails(dict.fromkeys(lost, 0))
            found |= {name: StreamLog(tuple(fresh.get(name, ()))) for name in lost}
        logs = {name: log for name, log in found.items() if log is not None}
        self._keep(logs)
        return logs

    def _keep(self, logs: dict[str, StreamLog]) -> None:
        unsettled = self._store.open_writes()
        with self._lock:
            for name, log in logs.items():
                if name not in unsettled:
                    self._drop(name)
                    if log.entries:
                        self._kept[name] = log
                        self._entries += log.version
            while len(self._kept) > 1 and self._entries > self._most:
                self._drop(next(iter(self._kept)))

    def _drop(self, name: str) -> None:
        if gone := self._kept.pop(name, None):
            self._entries -= gone.version


def _extend_log(held: StreamLog | None, tail: Iterable[Recorded]) -> StreamLog | None:
    """The kept stream with the new entries; None if they do not fit and it must be read again."""
    entries = tuple(tail)
    if held is None:
        return StreamLog(entries)
    if not held.goes_on(entries[0] if entries else None):
        return None
    return held.with_entries(entries[1:]) if len(entries) > 1 else held
