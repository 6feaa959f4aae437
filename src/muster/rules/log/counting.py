"""Tracks which entries of a log count as it grows. An act, even an undo, costs what it touches, not the whole
log."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from muster.rules.log import CONTROLS, WORDS, Decider, Event, LoggedAct, Recorded, acts, undone_acts
from muster.rules.log.sequences import SIZE, Block, SharedSequence

S = TypeVar("S")


class Counted(NamedTuple):
    """A log split in two: entries that count, and those that do not (undone acts and the undoing itself).

    `gone` are the acts that do not count; `same` is how many entries at the start of the log are unaffected
    since the previous state.
    """

    effective: SharedSequence[Recorded]
    dead: SharedSequence[Recorded]
    gone: frozenset[str]
    same: int

    def go_on(self, log: SharedSequence[Recorded], tail: Sequence[Recorded]) -> "Counted":
        """The log that was counted, with what came since."""
        if not any(isinstance(entry.event, WORDS) for entry in tail):
            return self._with(self.gone, len(log), tail)
        gone = frozenset(
            undone_acts([*self.dead, *tail])
        )  # every word that counts for this is among the dead
        same = _unmoved_count(log, gone ^ self.gone)
        return self._with(gone, same, [*log[same:], *tail])

    def _with(self, gone: frozenset[str], same: int, since: Sequence[Recorded]) -> "Counted":
        live, dead = _split_by_effect(since, gone)
        return Counted(
            _up_to(self.effective, same).plus(live), _up_to(self.dead, same).plus(dead), gone, same
        )


def count(log: Sequence[Recorded]) -> Counted:
    """What counts of a whole log."""
    gone = frozenset(undone_acts(log))
    live, dead = _split_by_effect(log, gone)
    return Counted(SharedSequence(live), SharedSequence(dead), gone, 0)


def acts_after(
    known: SharedSequence[LoggedAct], before: Counted, now: Counted, log: Sequence[Recorded]
) -> SharedSequence[LoggedAct]:
    """The acts that count now, derived from those that counted before."""
    moved = {entry.batch for entry in log[now.same :]}
    number = len(known)
    while number and known[number - 1].batch in moved:
        number -= 1
    return known.upto(number).plus(acts(now.effective[_place(before.effective, now.same) :]))


def acts_holding(done: Sequence[LoggedAct], *kinds: type[Event]) -> Iterator[LoggedAct]:
    """The acts that hold an event of these kinds, newest first. Blocks without any are skipped."""
    blocks = done.blocks if isinstance(done, SharedSequence) else (done,)
    for block in reversed(blocks):
        if isinstance(block, Block) and len(block) == SIZE and not _has(block, kinds):
            continue
        yield from (act for act in reversed(block) if any(isinstance(event, kinds) for event in act.events))


class Mark(NamedTuple, Generic[S]):
    """A state, and the version of the log after which it stood."""

    version: int
    state: S


class Folded(NamedTuple, Generic[S]):
    """The state after a log, with snapshots along the way: many recent ones, few old ones.

    Undoing an act folds again from the last snapshot before it.
    """

    decider: Decider[S]
    marks: tuple[Mark[S], ...]

    @property
    def state(self) -> S:
        """The state now."""
        return self.marks[-1].state

    def go_on(self, now: Counted, version: int) -> "Folded[S]":
        """The state of the longer log."""
        marks = [mark for mark in self.marks if mark.version <= now.same]
        start = marks[-1] if marks else Mark(0, self.decider.initial())
        since = now.effective[_place(now.effective, start.version) :]
        return Folded(self.decider, _thin_marks([*marks, *_marks(self.decider, start, since, version)]))


def fold_with_marks(decider: Decider[S], log: Counted, version: int) -> Folded[S]:
    """The state after a whole log."""
    return Folded(decider, tuple(_marks(decider, Mark(0, decider.initial()), log.effective, version)))


class Running(Protocol[S]):
    """What is made of every entry of a log, undone or not, one after the other."""

    @property
    def name(self) -> str:
        """The name under which it is kept."""

    def start(self) -> S:
        """Before the first entry."""

    def after(self, state: S, before: Sequence[Recorded], tail: Sequence[Recorded]) -> S:
        """After more of them; `before` is what the state was made of."""


def _split_by_effect(log: Iterable[Recorded], gone: frozenset[str]) -> tuple[list[Recorded], list[Recorded]]:
    live: list[Recorded] = []
    dead: list[Recorded] = []
    for entry in log:
        counts = entry.batch not in gone and not isinstance(entry.event, CONTROLS)
        (live if counts else dead).append(entry)
    return live, dead


def _unmoved_count(log: SharedSequence[Recorded], moved: frozenset[str]) -> int:
    """How many entries come before the first of these acts. The entries of an act are contiguous."""
    first, missing = len(log), set(moved)
    for place, entry in zip(range(len(log) - 1, -1, -1), reversed(log), strict=True):
        if entry.batch in moved:
            missing.discard(entry.batch)
            first = place
        elif not missing:
            break
    return first


def _place(part: Sequence[Recorded], version: int) -> int:
    """How many entries of a part of a log stand at this version or before it."""
    return bisect_right(part, version, key=lambda entry: entry.version)


def _up_to(part: SharedSequence[Recorded], version: int) -> SharedSequence[Recorded]:
    if not part or part[-1].version <= version:
        return part
    return part.upto(_place(part, version))


def _has(block: Block[LoggedAct], kinds: tuple[type[Event], ...]) -> bool:
    """Whether the block holds one of these kinds. Cached, because a full block does not change while its acts
    count."""
    if kinds not in block.notes:
        block.notes[kinds] = any(isinstance(event, kinds) for act in block for event in act.events)
    return bool(block.notes[kinds])


def _marks(decider: Decider[S], start: Mark[S], live: Iterable[Recorded], version: int) -> Iterator[Mark[S]]:
    """Snapshots on the way to a version, denser towards the end, and the state at that version."""
    steps = (version - (1 << power) for power in range(version.bit_length(), -1, -1))
    stops = [step for step in steps if step > start.version]
    state, evolve, at = start.state, decider.evolve, 0
    for entry in live:
        while at < len(stops) and entry.version > stops[at]:
            yield Mark(stops[at], state)
            at += 1
        state = evolve(state, entry.event)
    yield from (Mark(stop, state) for stop in stops[at:])
    yield Mark(version, state)


def _thin_marks(marks: Sequence[Mark[S]]) -> tuple[Mark[S], ...]:
    """The snapshots without redundant ones: of those about equally far back, only the first and the last."""
    far = [(marks[-1].version - mark.version).bit_length() for mark in marks]
    inner = zip(far, [-1, *far], [*far[1:], -1], strict=False)
    return tuple(
        mark for mark, (own, before, after) in zip(marks, inner, strict=True) if not own == before == after
    )
