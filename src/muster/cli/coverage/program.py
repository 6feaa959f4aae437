"""A program as pieces, and what their names stand for: through imports, re-exports and base classes."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from muster.cli.coverage.names import read_source
from muster.cli.coverage.pieces import Piece, Source
from muster.cli.coverage.trees import Trees

ASIDE = ("muster.cli.bench", "muster.cli.coverage", "muster.cli.demo")
"""Commands that measure, count or make examples: no rule is in use because of them."""

PLAIN_BASES = frozenset(
    (
        *("object", "Generic", "Protocol", "NamedTuple", "TypedDict", "Struct", "Enum", "IntEnum", "StrEnum"),
        *("Flag", "IntFlag", "Exception", "ValueError", "RuntimeError", "LookupError", "KeyError"),
    )
)
"""Bases from outside that call no method by a name of their own."""


class Program:
    """All pieces of a checkout, and what their names stand for."""

    def __init__(self, root: Path, trees: Trees) -> None:
        self.root = root
        self.trees = trees
        self.sources: dict[str, Source] = {}
        self.pieces: dict[str, Piece] = {}
        self._known: dict[str, tuple[str, tuple[str, ...]]] = {}

    def read(self, folder: Path, package: str) -> None:
        """Read every module below a folder, but for what stands aside and what old databases need."""
        for file in sorted((self.root / folder).rglob("*.py")):
            parts = (package, *file.relative_to(self.root / folder).with_suffix("").parts)
            name = ".".join(parts).removesuffix(".__init__")
            if not name.startswith(ASIDE) and "migrations" not in parts:
                self.add(name, file)

    def add(self, name: str, file: Path) -> Source | None:
        """Read one module; one that is no Python names nothing."""
        tree = self.trees.tree(file)
        if tree is None:
            return None
        source = self.sources[name] = read_source(name, file, tree)
        self.pieces.update(source.pieces)
        return source

    def resolve(self, name: str) -> tuple[str, tuple[str, ...]]:
        """The piece or module that an absolute name means, through re-exports, and the parts left over."""
        if name not in self._known:
            self._known[name] = ("", ())  # two modules that import a name from each other end here
            self._known[name] = self._resolve(name)
        return self._known[name]

    def _resolve(self, name: str) -> tuple[str, tuple[str, ...]]:
        parts = name.split(".")
        for length in range(len(parts), 0, -1):
            source = self.sources.get(".".join(parts[:length]))
            if source is None:
                continue
            rest = parts[length:]
            if not rest:
                return source.name, ()
            full = f"{source.name}.{rest[0]}"
            if full in source.pieces:
                return full, tuple(rest[1:])
            stands_for = source.bindings.get(rest[0])
            if stands_for and stands_for != full:
                return self.resolve(".".join([stands_for, *rest[1:]]))
            return "", ()
        return "", ()

    def class_of(self, name: str) -> str:
        """The class that a name is, that a call of it gives, or that a constant was made from."""
        found, rest = self.resolve(name)
        piece = self.pieces.get(found)
        if piece is None:
            return ""
        if piece.kind == "class":
            if not rest:
                return found
            method = self.method(found, rest[0])
            return self.class_of(method.returns) if method and method.returns and len(rest) == 1 else ""
        if rest or not piece.returns or piece.returns == name:
            return ""
        return self.class_of(piece.returns)

    def bases(self, cls: str) -> Iterator[str]:
        """The class and those of ours it is made from."""
        yield cls
        for base in self.pieces[cls].bases:
            found, rest = self.resolve(base)
            if not rest and found != cls and found in self.pieces and self.pieces[found].kind == "class":
                yield from self.bases(found)

    def method(self, cls: str, word: str) -> Piece | None:
        """The method a class has by a name, its own or one of its bases'."""
        return next(
            (self.pieces[n] for base in self.bases(cls) if (n := f"{base}.{word}") in self.pieces), None
        )

    def methods(self, cls: str) -> Iterator[Piece]:
        """The methods written in a class."""
        pieces = self.sources[self.pieces[cls].module].pieces.values()
        return (piece for piece in pieces if piece.owner == cls)

    def closure(self, names: Iterable[str]) -> set[str]:
        """These pieces and what they lead to, as far as it is certain: plain words lead nowhere."""
        found = set(names)
        queue = list(found)
        while queue:
            piece = self.pieces[queue.pop()]
            for name in {*self._certain(piece)} - found:
                found.add(name)
                queue.append(name)
        return found

    def _certain(self, piece: Piece) -> Iterator[str]:
        for name in piece.names:
            if (found := self.resolve(name)[0]) in self.pieces:
                yield found
        for name, word in piece.of_types:
            if (cls := self.class_of(name)) and (method := self.method(cls, word)):
                yield method.name

    def is_protocol(self, cls: str) -> bool:
        return any(base.split(".")[-1] == "Protocol" for base in self.pieces[cls].bases)

    def is_called_from_outside(self, cls: str) -> bool:
        """Whether a base we have not written may call methods by name: a click group, a middleware."""
        outside = (b for base in self.bases(cls) for b in self.pieces[base].bases if not self.resolve(b)[0])
        return any(name and name.split(".")[-1] not in PLAIN_BASES for name in outside)
