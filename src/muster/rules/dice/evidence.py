"""From entropy to faces, and back again as proof.

One roll has one seed of 32 bytes. The faces come from a stream of bytes: block 0, 1, 2, … where block i is
SHA-256(seed ‖ i as 8 bytes, big-endian). The dice are served in order. An eight-sided die takes the next byte
modulo 8; a six-sided die skips bytes of 252 and above and takes the next one modulo 6. So every side has the
same number of bytes that lead to it: 32 of 256, or 42 of 252. The result is an index into `SIDES`.

The commitment is "sha256:" and the SHA-256 of the seed in hexadecimal: shown at once, it binds the app; the
seed itself (the evidence) opens later, and anybody can compute the faces again.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from hmac import compare_digest
from typing import Final, TypeVar

from muster.rules.dice.faces import SIDES, Die, Face, Roll

T = TypeVar("T")
SEED_BYTES: Final = 32
"""How much entropy one roll takes."""


def commitment_to(seed: bytes) -> str:
    """What is shown while the seed is still a secret."""
    return "sha256:" + sha256(seed).hexdigest()


def faces_from_seed(seed: bytes, dice: Sequence[Die]) -> tuple[Face, ...]:
    """The faces these dice show under this seed: the same on every machine and in every year."""
    stream = _stream(seed)
    return tuple(SIDES[die][_side(stream, len(SIDES[die]))] for die in dice)


def drawn_from_seed(seed: bytes, tokens: Sequence[T], number: int) -> tuple[T, ...]:
    """So many of these tokens, drawn one after the other without putting any back: each draw takes the place
    of the next accepted byte among those left, in their order. At most 256 tokens."""
    left, stream = list(tokens), _stream(seed)
    return tuple(left.pop(_side(stream, len(left))) for _ in range(min(number, len(left))))


def fits(commitment: str, evidence: str) -> bool:
    """Whether the opened evidence is the seed that was committed to."""
    seed = _seed(evidence)
    return seed is not None and compare_digest(commitment.encode(), commitment_to(seed).encode())


def verify(roll: Roll, evidence: str) -> bool:
    """Whether the opened evidence (the seed in hexadecimal) fits both the commitment and every face."""
    honest = roll.commitment is not None and fits(roll.commitment, evidence)
    return honest and roll.faces == faces_from_seed(bytes.fromhex(evidence), roll.dice)


def accepted_bytes(sides: int) -> range:
    """The byte values that choose a side: the largest multiple of the number of sides below 256."""
    return range(256 - 256 % sides)


def _side(stream: Iterator[int], sides: int) -> int:
    accepted = accepted_bytes(sides)
    return next(byte for byte in stream if byte in accepted) % sides


def _stream(seed: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from sha256(seed + block.to_bytes(8, "big")).digest()
        block += 1


def _seed(evidence: str) -> bytes | None:
    try:
        seed = bytes.fromhex(evidence)
    except ValueError:
        return None
    return seed if len(seed) == SEED_BYTES else None
