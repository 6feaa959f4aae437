"""Which claims of the tests count: a rule is proven only where people reach the code that keeps it.

A test claims rules; what it exercises are the pieces of `muster` that it names, by itself and through the
helpers and fixtures of tests/ that it uses. A test that drives a page through a client or a browser exercises
what is reached. Pieces state rules in their docstrings ("rules 412, 446"). A claim counts when

1. the test names something of the program, or drives it;
2. of the pieces that state the rule, if any do, one is reached (`reach`);
3. and if the test names something that nobody reaches, what it names leads to a reached piece that
   states the rule (to any reached function, where none states it): a test of a room that nobody enters
   proves only what that room shares with the rest of the house.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from muster.cli.coverage.claims import Claim
from muster.cli.coverage.pieces import Piece
from muster.cli.coverage.program import ASIDE, Program
from muster.cli.coverage.reach import Reach
from muster.cli.coverage.trees import Trees

DRIVERS = frozenset({"client", "async_client", "live_server", "page", "browser", "context"})
"""Fixtures that call the app from outside."""
CLIENTS = ("django.test.Client", "django.test.AsyncClient", "playwright.", "schemathesis", "subprocess.")
RUNS = ("function", "method")


class Proof(msgspec.Struct, frozen=True):
    """Where a rule is proven: by which test, of which piece, and how people come to that piece."""

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
    """What a test names: by itself, with its helpers, and whether it drives the app from outside."""

    own: set[str] = msgspec.field(default_factory=set)
    all: set[str] = msgspec.field(default_factory=set)
    drives: bool = False


class Proofs:
    """Proofs and refusals by number of rule."""

    def __init__(self, root: Path, claims: Iterable[Claim], trees: Trees) -> None:
        self.program = Program(root, trees)
        self.program.read(Path("src/muster"), "muster")
        self.reach = Reach(self.program)
        self.stating = self._stating()
        self.found: dict[int, tuple[Proof, ...]] = {}
        self.refused: dict[int, tuple[Refusal, ...]] = {}
        tests = Tests(self.program)
        for claim in claims:
            exercised = tests.exercised(claim)
            for number in claim.numbers:
                self._judge(claim, number, exercised)

    def _stating(self) -> dict[int, set[str]]:
        """The pieces that state each rule. A module states what its docstring names while any part of it is
        reached: loading it is not enough."""
        stating: dict[int, set[str]] = defaultdict(set)
        for piece in self.program.pieces.values():
            for number in piece.rules:
                stating[number].add(piece.name)
        return stating

    def _is_alive(self, name: str) -> bool:
        return any(part in self.reach.reached for part in self._parts(name))

    def _parts(self, name: str) -> Iterator[str]:
        """What is to be reached where a piece states a rule: itself, or any function of a module."""
        if name not in self.program.sources:
            return iter((name,))
        pieces = self.program.sources[name].pieces.values()
        return (piece.name for piece in pieces if piece.kind in RUNS)

    def _judge(self, claim: Claim, number: int, exercised: Exercised) -> None:
        reached = self.reach.reached.keys()
        stating = self.stating.get(number, set())
        alive = {name for name in stating if self._is_alive(name)}
        named = exercised.own or exercised.all
        unreached = {name for name in named - reached if not is_stand_in(self.program.pieces[name].module)}
        if not named and not exercised.drives:
            self._refuse(claim, number, "it names nothing of the program", ())
        elif stating and not alive:
            self._refuse(claim, number, "nobody reaches the code that states the rule", stating)
        elif unreached and not self._shares(named, stating, alive):
            self._refuse(claim, number, "it tests code that nobody reaches", unreached)
        else:
            proof = self._proof(claim, exercised, alive)
            self.found[number] = (*self.found.get(number, ()), proof)

    def _shares(self, own: set[str], stating: set[str], alive: set[str]) -> bool:
        """Whether what a test names leads to reached code that states the rule; to any, if none states it."""
        leads_to = self.program.closure(own)
        if stating:
            leads_to = {name for name in leads_to if self.program.pieces[name].kind in RUNS}
            return bool(alive & leads_to)
        return any(self.program.pieces[name].kind in RUNS for name in leads_to & self.reach.reached.keys())

    def _refuse(self, claim: Claim, number: int, reason: str, pieces: Iterable[str]) -> None:
        refusal = Refusal(str(claim), reason, tuple(sorted(pieces)))
        self.refused[number] = (*self.refused.get(number, ()), refusal)

    def _proof(self, claim: Claim, exercised: Exercised, alive: set[str]) -> Proof:
        """The piece that states the rule and that the test names comes first; then one or the other."""
        reached = self.reach.reached.keys()
        of_modules = (part for name in alive for part in self._parts(name))
        alive = {
            name for name in (*alive, *of_modules) if name in reached and name not in self.program.sources
        }
        runs = {name for name in exercised.all & reached if self.program.pieces[name].kind in RUNS}
        ways = (alive & exercised.own, alive & exercised.all, alive, runs & exercised.own, runs)
        piece = next((min(way, key=_rules_first) for way in ways if way), "")
        if not piece and exercised.drives:
            return Proof(str(claim), "", "the pages that it drives", ())
        path = self.reach.path(piece or min(exercised.all & reached))
        return Proof(str(claim), path[-1], self.reach.entry(path), path)


class Tests:
    """The sources of the tests, read as far as claims lead."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._places: dict[tuple[Path, int], Piece] = {}
        self._read: set[str] = set()
        for plugin in self._plugins():
            self._module(plugin)

    def exercised(self, claim: Claim) -> Exercised:
        """What the test of a claim names of the program, and through which hands."""
        self._module(_module_of(claim.file))
        found = Exercised()
        test = self._places.get((claim.file, claim.line))
        if test is None:
            return found
        seen = {test.name}
        queue = [test]
        while queue:
            piece = queue.pop()
            for name in self._named(piece, found):
                if name.startswith("tests."):
                    if name not in seen:
                        seen.add(name)
                        queue.append(self.program.pieces[name])
                elif not name.startswith(ASIDE):
                    found.all.add(name)
                    if piece.module == test.module:
                        found.own.add(name)
        return found

    def _named(self, piece: Piece, found: Exercised) -> Iterator[str]:
        """The pieces, of tests and program, that a piece of a test names."""
        for name in piece.names:
            found.drives |= name.startswith(CLIENTS)
            yield from self._pieces(name)
        for name, word in piece.of_types:
            if (cls := self.program.class_of(name)) and (method := self.program.method(cls, word)):
                yield method.name
        if piece.kind == "class":
            for base in self.program.bases(piece.name):
                yield base
                yield from (method.name for method in self.program.methods(base))
        for name in (*piece.loads, *(t for t in piece.texts if t.startswith(("muster.", "tests.")))):
            yield from self._pieces(name)
        for word in (*piece.parameters, *piece.fixtures):
            found.drives |= word in DRIVERS
            if fixture := self._fixture(piece, word):
                yield fixture

    def _pieces(self, name: str) -> Iterator[str]:
        if name.startswith("tests."):
            self._module(name)
        piece, rest = self.program.resolve(name)
        if piece not in self.program.pieces or self.program.pieces[piece].kind == "module":
            return
        yield piece
        cls = self.program.class_of(piece) if rest else ""
        if cls and (method := self.program.method(cls, rest[0])):
            yield method.name

    def _fixture(self, piece: Piece, word: str) -> str:
        """The fixture that a parameter asks for: of the class, of the file, of the folders above."""
        for place in (piece.owner, piece.module, *self._conftests(piece.module), *self._plugins()):
            name, rest = self.program.resolve(f"{place}.{word}") if place else ("", ())
            known = self.program.pieces.get(name)
            if known and not rest and known.kind == "function" and name != piece.name:
                return name
        return ""

    def _conftests(self, module: str) -> Iterator[str]:
        folder = module.rpartition(".")[0]
        while folder:
            self._module(f"{folder}.conftest")
            yield f"{folder}.conftest"
            folder = folder.rpartition(".")[0]

    def _plugins(self) -> tuple[str, ...]:
        self._module("tests.conftest")
        listed = self.program.pieces.get("tests.conftest.pytest_plugins")
        return tuple(sorted(text for text in listed.texts if text.startswith("tests."))) if listed else ()

    def _module(self, name: str) -> None:
        """Read the file of a module of the tests, or of what a name in it belongs to, once."""
        while name and name not in self._read:
            self._read.add(name)
            file = self.program.root / Path(*name.split(".")).with_suffix(".py")
            if file.is_file():
                source = self.program.add(name, file)
                for piece in source.pieces.values() if source else ():
                    self._places[file.relative_to(self.program.root), piece.line] = piece
                for other in source.imports if source else ():
                    if other.startswith("tests."):
                        self._module(other)
                return
            name = name.rpartition(".")[0]


def is_stand_in(module: str) -> bool:
    """What stands in for a database, in memory, keeps no rule: tests use it freely."""
    return module.rpartition(".")[2].startswith("memory_")


def _module_of(file: Path) -> str:
    return ".".join(file.with_suffix("").parts)


def _rules_first(name: str) -> tuple[bool, str]:
    return not name.startswith("muster.rules."), name
