"""What a checkout proves and shows: claims that count, claims that do not, and what is wrong with them."""

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from muster.cli.coverage.claims import Claim, Showing, known_only, read_claims, read_showings, sound_claims
from muster.cli.coverage.proof import Proof, Proofs, Refusal
from muster.cli.coverage.trees import Trees


class Findings(msgspec.Struct, frozen=True):
    """All claims and showings of a checkout, the proofs by number, and what is wrong, as sentences."""

    claims: tuple[Claim, ...]
    showings: tuple[Showing, ...]
    problems: tuple[str, ...]
    proofs: dict[int, tuple[Proof, ...]]
    refusals: dict[int, tuple[Refusal, ...]]

    @property
    def claimed(self) -> frozenset[int]:
        return frozenset(number for claim in self.claims for number in claim.numbers)

    @property
    def proven(self) -> frozenset[int]:
        return frozenset(self.proofs)

    @property
    def shown(self) -> frozenset[int]:
        return frozenset(number for showing in self.showings for number in showing.numbers)


def read_checkout(root: Path, known: Iterable[int]) -> Findings:
    """Everything claimed under tests/ and shown under src/muster/. Only known numbers count."""
    numbers = frozenset(known)
    problems: list[str] = []
    trees = Trees()
    with without_collecting():
        claims = sound_claims(read_claims(root, problems.append, trees), numbers, problems.append)
        showings = read_showings(root, problems.append, trees)
        proofs = Proofs(root, claims, trees)
    showings = tuple(known_only(showing, numbers, problems.append) for showing in showings)
    return Findings(claims, showings, tuple(problems), proofs.found, proofs.refused)


@contextmanager
def without_collecting() -> Iterator[None]:
    """Reading a program makes millions of things and drops none: looking for litter would take a third of
    the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
