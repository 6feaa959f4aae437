"""Who may see what of a log. A secret stays with those who may know it; all others see a seal.

A viewer carries badges ("side:blue", "judge"); an event names the badges it is for. Every page, export,
fragment and live channel is made from such a view, and kept under the version *and* the viewer's key.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile, takewhile

import msgspec

from muster.rules.log import CONTROLS, Recorded
from muster.rules.log.kinds import EVERYONE, KINDS, Event, Kinds, event


@event("log.sealed")
class Sealed(Event, frozen=True):
    """Something happened that this viewer may not know. Carries nothing: no kind, no actor, no number."""


class Viewer(msgspec.Struct, frozen=True):
    """Somebody looking, known by their badges alone."""

    badges: frozenset[str] = EVERYONE

    @property
    def key(self) -> str:
        """The audience as text, the same for all who may see the same: part of every cache key and ETag."""
        return ",".join(sorted(self.badges | EVERYONE))

    def may_see(self, event: Event) -> bool:
        """Whether this viewer holds one of the badges the event is for."""
        badges = event.seen_by()
        return not (badges.isdisjoint(EVERYONE) and badges.isdisjoint(self.badges))


def view(log: Iterable[Recorded], viewer: Viewer, kinds: Kinds = KINDS) -> list[Recorded]:
    """The log as this viewer may see it: same versions, same acts, secrets replaced."""
    return [entry if viewer.may_see(entry.event) else _replace_secret(entry, viewer, kinds) for entry in log]


def visible_log(log: Iterable[Recorded], viewer: Viewer) -> list[Recorded]:
    """The entries this viewer may know, renumbered so that nothing hints at the rest."""
    return [
        msgspec.structs.replace(entry, version=version)
        for version, entry in enumerate(known_entries(log, viewer), start=1)
    ]


def known_entries(log: Iterable[Recorded], viewer: Viewer) -> Iterator[Recorded]:
    """The entries this viewer may know, unchanged. Sealed events are left out, as are undoings of acts with
    nothing visible."""
    acts: set[str] = set()
    for entry in log:
        about = entry.event.batch if isinstance(entry.event, CONTROLS) else None
        if about in acts if about is not None else viewer.may_see(entry.event):
            acts.add(entry.batch)
            yield entry


class KnownCount(msgspec.Struct, frozen=True):
    """How many entries a viewer may know (`known_entries`), kept up as the log grows."""

    viewer: Viewer

    @property
    def name(self) -> str:
        """The name under which it is kept."""
        return f"known by {self.viewer.key}"

    def start(self) -> int:
        """Before the first entry."""
        return 0

    def after(self, state: int, before: Sequence[Recorded], tail: Sequence[Recorded]) -> int:
        """The count after more entries. Undos and redos are checked against the earlier acts they refer
        to."""
        acts: set[str] = set()
        for entry in tail:
            event = entry.event
            if isinstance(event, CONTROLS):
                seen = event.batch in acts or _is_known(before, event.batch, self.viewer)
            else:
                seen = self.viewer.may_see(event)
            if seen:
                acts.add(entry.batch)
                state += 1
        return state


def _is_known(log: Sequence[Recorded], batch: str, viewer: Viewer) -> bool:
    """Whether the viewer may know anything of an act."""
    after = dropwhile(lambda place: log[place].batch != batch, range(len(log) - 1, -1, -1))
    act = takewhile(lambda place: log[place].batch == batch, after)
    return any(_knows(log[:place], log[place].event, viewer) for place in act)


def _knows(before: Sequence[Recorded], event: Event, viewer: Viewer) -> bool:
    if isinstance(event, CONTROLS):
        return _is_known(before, event.batch, viewer)
    return viewer.may_see(event)


def _replace_secret(entry: Recorded, viewer: Viewer, kinds: Kinds) -> Recorded:
    shown = entry.event.shown_as()
    if shown is None or not viewer.may_see(shown):
        return Recorded(entry.stream, entry.version, entry.batch, "log.sealed", 1, "", entry.at, Sealed())
    kind, event_version = kinds.tag(shown)
    return msgspec.structs.replace(entry, kind=kind, event_version=event_version, event=shown)
