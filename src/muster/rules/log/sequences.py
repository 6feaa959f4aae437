"""A long sequence that grows at its end, and shares what it has with the longer and shorter ones made of it.

A log of thousands of events gets one more with every act, and an undo takes some away. Neither copies what
stays: items lie in blocks that never change, so what one thread reads no other thread can grow.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Final, TypeVar, overload

T = TypeVar("T")

SIZE: Final = 64


class Block(tuple[T, ...]):
    """Items that stay together. What was found out about them once is noted here."""

    @cached_property
    def notes(self) -> dict[object, object]:
        """Findings by what was asked; they go with the block."""
        return {}


class SharedSequence(Sequence[T]):
    """An unchanging sequence of blocks, all but the last of them full."""

    __slots__ = ("_full", "_last", "_length")

    def __init__(self, items: Iterable[T] = (), before: tuple[Block[T], ...] = ()) -> None:
        own = tuple(items)
        rest = len(own) - len(own) % SIZE
        self._full = before + tuple(Block(own[start : start + SIZE]) for start in range(0, rest, SIZE))
        self._last = Block(own[rest:])
        self._length = len(self._full) * SIZE + len(self._last)

    @property
    def blocks(self) -> tuple[Block[T], ...]:
        """The blocks in order."""
        return (*self._full, self._last)

    def plus(self, items: Iterable[T]) -> "SharedSequence[T]":
        """This one and more."""
        return SharedSequence(chain(self._last, items), self._full)

    def upto(self, length: int) -> "SharedSequence[T]":
        """The first so many."""
        if length >= self._length:
            return self
        full, left = divmod(max(length, 0), SIZE)
        return SharedSequence(self.blocks[full][:left], self._full[:full])

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return chain.from_iterable(self.blocks)

    def __reversed__(self) -> Iterator[T]:
        return chain.from_iterable(map(reversed, reversed(self.blocks)))

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[T]: ...

    def __getitem__(self, place: int | slice) -> T | Sequence[T]:
        if isinstance(place, slice):
            places = range(*place.indices(self._length))
            if places.step == 1 and places.start == 0:
                return self.upto(places.stop)
            return tuple(map(self._at, places))
        at = place + self._length if place < 0 else place
        if not 0 <= at < self._length:
            raise IndexError(f"there is no item {place} of {self._length}")
        return self._at(at)

    def _at(self, place: int) -> T:
        full, left = divmod(place, SIZE)
        return (self._full[full] if full < len(self._full) else self._last)[left]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SharedSequence | tuple | list):
            return NotImplemented
        return len(self) == len(other) and all(
            mine == theirs for mine, theirs in zip(self, other, strict=True)
        )

    def __hash__(self) -> int:
        return hash(tuple(self))
