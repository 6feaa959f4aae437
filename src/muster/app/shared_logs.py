"""Committed streams in memory, shared by all requests of a process: a page costs a look at what is new.

Only what is committed is kept. What an open transaction wrote is seen by that transaction alone; a stream
that does not go on from where it was kept (a rollback, a restored copy) is read anew.
"""

from collections.abc import Collection, Iterable
from functools import cached_property
from threading import Lock
from typing import Final, TypeVar, cast

from muster.app.streams import EventStore
from muster.rules.log import Decider, LoggedAct, Recorded, acts, live, reaches_back

MOST_ENTRIES: Final = 200_000

S = TypeVar("S")


class StreamLog:
    """One stream as it was read: its entries, what of them counts, and the states folded from them."""

    def __init__(self, entries: tuple[Recorded, ...] = ()) -> None:
        self.entries = entries
        self._states: dict[str, tuple[Decider[object], object]] = {}

    @property
    def version(self) -> int:
        """Where the stream stands; 0 when nothing was ever written."""
        return len(self.entries)

    @cached_property
    def live(self) -> tuple[Recorded, ...]:
        """What counts: without undone acts and without the undoing itself."""
        return tuple(live(self.entries))

    @cached_property
    def acts(self) -> tuple[LoggedAct, ...]:
        """What counts, act by act."""
        return tuple(acts(self.live))

    def state(self, decider: Decider[S]) -> S:
        """The state after everything that counts, folded once."""
        name = decider.key
        if name not in self._states:
            self._states[name] = (cast("Decider[object]", decider), decider.fold(self.entries))
        return cast("S", self._states[name][1])

    def extended(self, tail: tuple[Recorded, ...]) -> "StreamLog":
        """The stream with what came since; states go on from where they were unless something was undone."""
        longer = StreamLog(self.entries + tail)
        if not reaches_back(tail):
            known = self._states.copy()  # another thread may fold one more meanwhile
            longer._states = {
                name: (decider, decider.fold(tail, state)) for name, (decider, state) in known.items()
            }
            if "live" in self.__dict__:  # what counted still counts: only what came since is looked at
                longer.__dict__["live"] = self.live + tuple(live(tail))
            if "acts" in self.__dict__:
                longer.__dict__["acts"] = self.acts + tuple(acts(live(tail)))
        return longer

    def goes_on(self, first: Recorded | None) -> bool:
        """Whether the last entry kept is still the one in the store."""
        last = self.entries[-1]
        return first is not None and (first.version, first.batch) == (last.version, last.batch)


class SharedLogs:
    """The streams of a process. Thread-safe; those not looked at for longest go first."""

    def __init__(self, store: EventStore, most_entries: int = MOST_ENTRIES) -> None:
        self._store = store
        self._most = most_entries
        self._kept: dict[str, StreamLog] = {}
        self._entries = 0
        self._lock = Lock()

    def now(self, streams: Collection[str]) -> dict[str, StreamLog]:
        """These streams as they are now, with one question to the store."""
        held = {name: log for name in streams if (log := self._kept.get(name)) is not None}
        # From the last entry on: it proves that the stream goes on from what is kept.
        after = {name: held[name].version - 1 if name in held else 0 for name in streams}
        tails = self._store.read_tails(after)
        found = {name: _grown(held.get(name), tails.get(name, ())) for name in streams}
        if lost := [name for name, log in found.items() if log is None]:
            fresh = self._store.read_tails(dict.fromkeys(lost, 0))
            found |= {name: StreamLog(tuple(fresh.get(name, ()))) for name in lost}
        logs = {name: log for name, log in found.items() if log is not None}
        self._keep(logs)
        return logs

    def _keep(self, logs: dict[str, StreamLog]) -> None:
        unsettled = self._store.unsettled()
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


def _grown(held: StreamLog | None, tail: Iterable[Recorded]) -> StreamLog | None:
    """What is kept with what came since; None when it does not fit and must be read anew."""
    entries = tuple(tail)
    if held is None:
        return StreamLog(entries)
    if not held.goes_on(entries[0] if entries else None):
        return None
    return held.extended(entries[1:]) if len(entries) > 1 else held
