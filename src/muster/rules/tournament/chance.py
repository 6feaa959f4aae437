"""The documented stream of chance behind every draw: SHA-256, the same on every Python and in any language.

Block number i (0, 1, 2 …) is the SHA-256 of the bytes `label`, a line feed, `seed`, a line feed, both in
UTF-8, and i as eight bytes, most significant first. Each block is read as eight words of 32 bits, most
significant byte first. A number below n is the next word modulo n, after skipping every word from the
greatest multiple of n that 2**32 holds upwards: so each number has exactly the same chance.
"""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import count
from struct import unpack
from typing import TypeAlias, TypeVar

SPAN = 1 << 32

T = TypeVar("T")
Below: TypeAlias = Callable[[int], int]
"""A stream of chance: a whole number from 0 to one less than asked."""


def words(seed: str, label: str) -> Iterator[int]:
    """The endless stream of 32-bit words for a seed; draws with different labels have nothing in common."""
    start = sha256(f"{label}\n{seed}\n".encode(errors="surrogatepass"))
    for number in count():
        block = start.copy()
        block.update(number.to_bytes(8, "big"))
        yield from unpack(">8I", block.digest())


def shuffle(things: Sequence[T], below: Below) -> list[T]:
    """The things in a random order: from the last down, each is swapped with one at or before it."""
    order = list(things)
    for place in range(len(order) - 1, 0, -1):
        other = below(place + 1)
        order[place], order[other] = order[other], order[place]
    return order


class Draw:
    """Numbers and orders from one stream, each drawn fairly."""

    __slots__ = ("words",)

    def __init__(self, seed: str, label: str) -> None:
        self.words = words(seed, label)

    def below(self, most: int) -> int:
        """A number from 0 to `most` - 1."""
        if not 1 <= most <= SPAN:
            raise ValueError(f"A draw is below a number from 1 to 2**32, not {most}.")
        fair = SPAN - SPAN % most
        word = next(self.words)
        while word >= fair:
            word = next(self.words)
        return word % most

    def shuffle(self, things: Sequence[T]) -> list[T]:
        """The things in a random order."""
        return shuffle(things, self.below)
