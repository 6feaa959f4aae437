"""Decides which claims of the tests count: a rule is proven only if people can reach the code that
implements it.

A test claims rules. It exercises the pieces of `muster` that it names, directly or through the helpers and
fixtures in tests/ that it uses; a test that drives a page through a client or a browser exercises
everything that is reached. Pieces state rules in their docstrings ("rules 412, 446"). A claim counts when

1. the test names something in the program, or drives it;

2. at least one of the pieces that state the rule, if there are any, is reached (`reach`);

3. and, if the test names something that is not reached, what it names leads to a reached piece that states
the rule (to any reached function if none states it): testing unreachable code proves only what that code
shares with the rest.
"""

import gc
from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from pathlib import Path

import msgspec

from muster_lab.coverage.claims import Claim, known_only, read_claims, read_showings
from muster_lab.coverage.program import ASIDE, Piece, Program
from muster_lab.coverage.reach import Reach

DRIVERS = frozenset({"client", "async_client", "live_server", "page", "browser", "context"})
"""Fixtures that call the app from outside."""
CLIENTS = ("django.test.Client", "django.test.AsyncClient", "playwright.", "schemathesis", "subprocess.")


class Proof(msgspec.Struct, frozen=True):
    """Where a rule is proven: the test, the piece it tests, and how people reach that piece."""

    test: str
    piece: str
    reached_from: str
    path: tuple[str, ...]


class Refusal(msgspec.Struct, frozen=True):
    """A claim that does not count, and why."""

    test: str
    reason: str
    pieces: tuple[str, ...]


class Exercised(msgspec.Struct):
    """What a test names: in its own file, through its helpers, and whether it drives the app from outside."""

    own: set[str] = msgspec.field(default_factory=set)
    all: set[str] = msgspec.field(default_factory=set)
    drives: bool = False


class Findings:
    """All claims and showings of a checkout, proofs and refusals by rule number, and the problems found,
    as sentences. Only known numbers count."""

    def __init__(self, root: Path, known: Iterable[int]) -> None:
        problems: list[str] = []
        numbers, complain = frozenset(known), problems.append
        self.claims = tuple(known_only(read_claims(root, complain), numbers, complain))
        self.showings = tuple(known_only(read_showings(root, complain), numbers, complain))
        self.problems = tuple(problems)
        self.program = Program(root)
        self.reach = Reach(self.program)
        self._reached = frozenset(self.reach.reached)
        self.proofs: dict[int, list[Proof]] = defaultdict(list)
        self.refusals: dict[int, list[Refusal]] = defaultdict(list)
        self._stating: dict[int, set[str]] = defaultdict(set)
        self._around: dict[int, set[str]] = defaultdict(set)
        self._find_statements()
        for claim in self.claims:
            exercised = self._what_is_exercised(claim)
            for number in claim.numbers:
                self._judge(claim, number, exercised)

    @property
    def claimed_numbers(self) -> frozenset[int]:
        return frozenset(number for claim in self.claims for number in claim.numbers)

    @property
    def proven(self) -> frozenset[int]:
        return frozenset(self.proofs)

    @property
    def shown_numbers(self) -> frozenset[int]:
        return frozenset(number for showing in self.showings for number in showing.numbers)

    def _find_statements(self) -> None:
        """The pieces that state each rule, and the functions in modules whose docstring states it."""
        for module in filter(None, self.program.modules.values()):
            for piece in module.pieces.values():
                for number in piece.rules:
                    self._stating[number].add(piece.name)
                for number in module.rules if piece.runs else ():
                    self._around[number].add(piece.name)

    def _judge(self, claim: Claim, number: int, exercised: Exercised) -> None:
        stating = self._stating[number] | self._around[number]
        named = exercised.own or exercised.all
        unreached = {name for name in named - self._reached if not is_stand_in(name)}
        if not named and not exercised.drives:
            reason, pieces = "it names nothing of the program", set[str]()
        elif stating and not stating & self._reached:
            reason, pieces = "nobody reaches the code that states the rule", stating
        elif unreached and not self._shares(named, self._stating[number] if stating else self._reached):
            reason, pieces = "it tests code that nobody reaches", unreached
        else:
            self.proofs[number].append(self._proof(str(claim), exercised, stating & self._reached))
            return
        self.refusals[number].append(Refusal(str(claim), reason, tuple(sorted(pieces))))

    def _runs(self, names: Iterable[str]) -> set[str]:
        return {name for name in names if self.program.pieces[name].runs}

    def _shares(self, named: set[str], stating: Set[str]) -> bool:
        """Whether what a test names leads to reached code that states the rule; to any reached code if
        none does."""
        leads_to = self._runs(self.program.closure(named))
        return bool(leads_to & stating & self._reached)

    def _proof(self, test: str, exercised: Exercised, alive: set[str]) -> Proof:
        """Prefers a piece that states the rule and is named by the test, then a piece that does either."""
        reached = exercised.all & self._reached or set(self.program.closure(exercised.all)) & self._reached
        runs = self._runs(reached)
        ways = (alive & exercised.own, alive & exercised.all, alive, runs & exercised.own, runs)
        piece = next((min(way, key=_rules_first) for way in ways if way), "")
        if not piece and exercised.drives:
            return Proof(test, "", "the pages that it drives", ())
        path = self.reach.path(piece or min(reached))
        return Proof(test, path[-1], self.reach.entry(path), path)

    # What tests name -------------------------------------------------------------------------------------

    def _what_is_exercised(self, claim: Claim) -> Exercised:
        """What the test of a claim names in the program, directly or through helpers."""
        found = Exercised()
        own = ".".join(claim.file.with_suffix("").parts)
        module = self.program.module(own)
        queue = [piece for piece in module.pieces.values() if piece.line == claim.line] if module else []
        seen = {piece.name for piece in queue}
        while queue:
            piece = queue.pop()
            for part in self._pieces_named(piece, found):
                if part.module.startswith("tests."):
                    queue += [part] if part.name not in seen else []
                    seen.add(part.name)
                elif not part.name.startswith(ASIDE):
                    found.all.add(part.name)
                    found.own.update([part.name] if piece.module == own else [])
        return found

    def _pieces_named(self, piece: Piece, found: Exercised) -> Iterator[Piece]:
        """The pieces of tests and program that a piece of a test names."""
        for name in (*piece.names, *piece.texts):
            found.drives |= name.startswith(CLIENTS)
            yield from self.program.trail(name)[0]
        for base in self.program.bases(piece) if piece.kind == "class" else ():
            yield from (base, *self.program.methods(base))
        if piece.owner:  # self.table()
            methods = (self.program.method(self.program.pieces[piece.owner], word) for word in piece.words)
            yield from filter(None, methods)
        for word in piece.fixtures:
            found.drives |= word in DRIVERS
            yield from self._fixture(piece, word)

    def _fixture(self, piece: Piece, word: str) -> Iterator[Piece]:
        """The fixture that a parameter asks for: from the class, the file or the folders above."""
        folders = piece.module.split(".")[:-1]
        conftests = (".".join([*folders[:length], "conftest"]) for length in range(len(folders), 0, -1))
        for place in filter(None, (piece.owner, piece.module, *conftests, *self._plugins())):
            found, rest = self.program.trail(f"{place}.{word}")
            if found and not rest and found[-1].runs and found[-1] is not piece:
                yield found[-1]
                return

    def _plugins(self) -> Iterable[str]:
        listed, _ = self.program.trail("tests.conftest.pytest_plugins")
        return sorted(text for piece in listed for text in piece.texts if text.startswith("tests."))


def read_checkout(root: Path, known: Iterable[int]) -> Findings:
    """Everything claimed under tests/ and shown under src/muster/."""
    collects = gc.isenabled()
    gc.disable()  # parsing creates millions of objects and drops none, so collections are wasted
    try:
        return Findings(root, known)
    finally:
        if collects:
            gc.enable()


def is_stand_in(name: str) -> bool:
    """Whether it is an in-memory replacement for a database. These implement no rules; tests use them
    freely."""
    return ".memory_" in name


def _rules_first(name: str) -> tuple[bool, str]:
    return not name.startswith("muster.rules."), name
