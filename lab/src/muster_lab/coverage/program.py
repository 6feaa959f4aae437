"""The program as pieces and the names each of them uses, read from the sources without running them.

A piece is a function, a method, a class, a constant or a statement of a module. Names are made absolute:
with `from muster.rules import points`, `points.limit(…)` names `muster.rules.points.limit`. An attribute of
something unknown (`row.total`) is kept as a plain word.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

import msgspec

ASIDE = tuple(f"muster.cli.{name}" for name in ("audit", "demo"))
"""Commands that check or make examples: no rule is in use because of them."""

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DEFINITIONS = (*FUNCTIONS, ast.ClassDef)
BLOCKS = (ast.If, ast.Try, ast.With, ast.For, ast.While, ast.ExceptHandler)
NAMING = (ast.Name, ast.Attribute, ast.Constant, ast.Call, ast.Subscript, ast.JoinedStr)
NO_PARTS = (ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop)
TAKES_WORDS = ("getattr", "hasattr", "attrgetter", "methodcaller")
TAKES_FIXTURES = ("usefixtures", "getfixturevalue")
ADDS = ("append", "add", "update", "setdefault", "extend", "insert")
TEXT = re.compile(r"(?:muster|tests)(?:\.[\w{}]+)+|[\w/{}-]+\.(?:html|txt|xml|json|js|svg)")
RULE_NUMBERS = re.compile(r"\b[Rr]ules? ((?:\d+)(?:(?:,| and| or|,? to|–|-) ?\d+)*)")
SPAN = re.compile(r"(\d+)(?: to |–|-)(\d+)|(\d+)")

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
Scope: TypeAlias = dict[str, str]
"""What each name stands for, as an absolute name; empty where that is not known."""


class Piece(msgspec.Struct):
    """One piece of the program and every name it uses."""

    name: str
    module: str
    kind: str
    line: int = 0
    owner: str = ""
    rules: frozenset[int] = frozenset()
    names: set[str] = msgspec.field(default_factory=set)
    words: set[str] = msgspec.field(default_factory=set)
    texts: set[str] = msgspec.field(default_factory=set)
    loads: set[str] = msgspec.field(default_factory=set)
    fills: set[str] = msgspec.field(default_factory=set)  # the collections it puts something into
    given_to: set[str] = msgspec.field(default_factory=set)  # its decorators, or what a statement calls
    fixtures: set[str] = msgspec.field(default_factory=set)
    bases: list[str] = msgspec.field(default_factory=list)
    made_by: str = ""  # the function or class that creates a constant's value

    @property
    def word(self) -> str:
        return self.name.rpartition(".")[2]

    @property
    def runs(self) -> bool:
        return self.kind in ("function", "method")


class Module:
    """The pieces of a module, what its names refer to, what it imports and the URL names it defines."""

    def __init__(self, name: str, file: Path, tree: ast.Module) -> None:
        self.name = name
        self.package = name if file.name == "__init__.py" else name.rpartition(".")[0]
        self.pieces: dict[str, Piece] = {}
        self.imports: set[str] = set()
        self.addresses: list[tuple[str, str]] = []
        self.rules = rule_numbers(ast.get_docstring(tree) or "")
        self.scope: Scope = {}
        statements = list(_statements(tree.body))
        for node in statements:
            if isinstance(node, ast.Import | ast.ImportFrom):
                self.scope |= (brought := imported_names(node, self.package))
                self.imports.update(brought.values())
            for bound in [node.name] if isinstance(node, DEFINITIONS) else _targets(node):
                self.scope[bound] = f"{name}.{bound}"
        above: list[Piece] = []
        for node in statements:
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                for piece in above:  # a string below a constant is its docstring
                    piece.rules |= rule_numbers(str(node.value.value))
            above = self._constants(node) if _targets(node) else []
            if isinstance(node, FUNCTIONS):
                self._function(node)
            elif isinstance(node, ast.ClassDef):
                self._class(node)
            elif not above:
                self._statement(node)

    def _define(self, node: Function | ast.ClassDef, place: str, kind: str) -> Piece:
        line = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        piece = Piece(f"{place}.{node.name}", self.name, kind, line)
        piece.rules = rule_numbers(ast.get_docstring(node) or "")
        piece.given_to = {absolute_name(decorator, self.scope) for decorator in node.decorator_list}
        self.pieces[piece.name] = piece
        return piece

    def _function(self, node: Function, owner: str = "") -> None:
        piece = self._define(node, owner or self.name, "method" if owner else "function")
        piece.owner = owner
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        piece.fixtures = {argument.arg for argument in arguments}
        returns = [node.returns] if node.returns else []
        self._read(piece, [*node.decorator_list, node.args, *returns, *_without_docstring(node.body)])

    def _class(self, node: ast.ClassDef) -> None:
        piece = self._define(node, self.name, "class")
        piece.bases = [absolute_name(base, self.scope) for base in node.bases]
        self._read(piece, [*node.decorator_list, *node.bases, *node.keywords])
        for part in _without_docstring(node.body):
            if isinstance(part, FUNCTIONS):
                self._function(part, piece.name)
            else:
                self._read(piece, [part])

    def _constants(self, node: ast.stmt) -> list[Piece]:
        value = getattr(node, "value", None)
        made = absolute_name(value, self.scope) if value is not None else ""
        pieces = []
        for name in _targets(node):
            new = Piece(f"{self.name}.{name}", self.name, "constant", node.lineno)
            piece = self.pieces.setdefault(new.name, new)
            piece.made_by = made
            piece.given_to.update([made] if isinstance(value, ast.Call) else [])
            self._read(piece, [node])
            pieces.append(piece)
        return pieces

    def _statement(self, node: ast.stmt) -> None:
        """A statement that runs on import. If it fills a constant (`NAMES.update(…)`) it belongs to that
        constant; a function it calls may store what it is given, like a decorator."""
        piece = Piece(f"{self.name}:{node.lineno}", self.name, "statement", node.lineno)
        parts = self._read(piece, [node])
        piece.given_to = {absolute_name(part, self.scope) for part in parts if isinstance(part, ast.Call)}
        filled = next((self.pieces[name] for name in piece.fills if name in self.pieces), None)
        if filled and isinstance(node, ast.Expr):
            self._read(filled, [node])
        elif not any(isinstance(part, DEFINITIONS) for part in parts):  # no block around definitions
            self.pieces[piece.name] = piece

    def _read(self, piece: Piece, nodes: Iterable[ast.AST]) -> list[ast.AST]:
        """Record every name these nodes use in a piece; returns all their parts."""
        parts = [part for node in nodes for part in parts_of(node)]
        local = {part.arg for part in parts if isinstance(part, ast.arg)}
        local |= {part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
        scope = {name: full for name, full in self.scope.items() if name not in local}
        for part in parts:
            if isinstance(part, ast.Import | ast.ImportFrom):
                scope |= (brought := imported_names(part, self.package))
                piece.loads.update(brought.values())
        for part in parts:
            if isinstance(part, NAMING):
                self._note(piece, part, scope)
        return parts

    def _note(self, piece: Piece, part: ast.AST, scope: Scope) -> None:
        match part:
            case ast.Attribute(ctx=ast.Load()) | ast.Name(ctx=ast.Load()):
                if name := absolute_name(part, scope):
                    piece.names.add(name)
                elif isinstance(part, ast.Attribute):
                    piece.words.add(part.attr)
            case ast.Constant(value=str(text)):
                piece.texts.update(TEXT.findall(text) if "." in text else ())
            case ast.JoinedStr(values=values):
                texts = (value.value if isinstance(value, ast.Constant) else "{}" for value in values)
                piece.texts.update(TEXT.findall("".join(map(str, texts))))
            case ast.Subscript(value=target, ctx=ast.Store()):
                piece.fills.add(absolute_name(target, scope))
            case ast.Call():
                self._read_call(piece, part, scope)

    def _read_call(self, piece: Piece, call: ast.Call, scope: Scope) -> None:
        texts = (argument.value for argument in call.args if isinstance(argument, ast.Constant))
        match call.func:
            case ast.Name(id=name) if name in TAKES_WORDS:
                piece.words.update(word for text in texts for word in str(text).split("."))
            case ast.Name(id="path" | "re_path") if len(call.args) > 1:
                self.addresses.append(
                    (f"/{_text(call.args[0]).strip('^$')}", absolute_name(call.args[1], scope))
                )
            case ast.Attribute(attr=name) if name in TAKES_FIXTURES:
                piece.fixtures.update(map(str, texts))
            case ast.Attribute(attr=name, value=target) if name in ADDS:
                piece.fills.add(absolute_name(target, scope))


class Program:
    """The modules of a checkout: all of the product, and those of the tests that are asked for."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.modules: dict[str, Module | None] = {}
        self.pieces: dict[str, Piece] = {}
        self._trails: dict[str, tuple[tuple[Piece, ...], tuple[str, ...]]] = {}
        for file in sorted((root / "src/muster").rglob("*.py")):
            parts = file.relative_to(root / "src").with_suffix("").parts
            name = ".".join(parts).removesuffix(".__init__")
            if not name.startswith(ASIDE) and "migrations" not in parts:
                self._add(name, file)

    def _add(self, name: str, file: Path) -> None:
        try:
            self.modules[name] = module = Module(name, file, ast.parse(file.read_bytes()))
            self.pieces |= module.pieces
        except (SyntaxError, ValueError):
            self.modules[name] = None

    def module(self, name: str) -> Module | None:
        """A module by its name, if there is one."""
        if name not in self.modules and name.startswith("tests."):
            file = self.root / Path(*name.split(".")).with_suffix(".py")
            self.modules[name] = None
            if file.is_file():
                self._add(name, file)
        return self.modules.get(name)

    def module_of(self, name: str) -> Module | None:
        """The module that a name is, or belongs to."""
        parts = name.split(".")
        prefixes = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
        return next(filter(None, map(self.module, prefixes)), None)

    def trail(self, name: str) -> tuple[tuple[Piece, ...], tuple[str, ...]]:
        """The pieces that an absolute name passes through, following re-exports, and the words left over."""
        if name not in self._trails:
            self._trails[name] = ((), ())  # stops at two modules that import a name from each other
            self._trails[name] = self._find(name)
        return self._trails[name]

    def _find(self, name: str) -> tuple[tuple[Piece, ...], tuple[str, ...]]:
        module = self.module_of(name)
        if module is None:
            return (), tuple(name.split(".")[1:])
        if module.name == name:
            return (), ()
        first, *rest = name.removeprefix(f"{module.name}.").split(".")
        full = f"{module.name}.{first}"
        if full not in module.pieces:
            stands_for = module.scope.get(first, full)
            return ((), (first, *rest)) if stands_for == full else self.trail(".".join([stands_for, *rest]))
        found = module.pieces[full]
        method = self.method(found, rest[0]) if rest and found.kind == "class" else None
        return ((found, method), tuple(rest[1:])) if method else ((found,), tuple(rest))

    def bases(self, cls: Piece) -> Iterator[Piece]:
        """The class and those of its bases that are ours."""
        yield cls
        for base in cls.bases:
            found, rest = self.trail(base)
            if found and not rest and found[-1].kind == "class" and found[-1] is not cls:
                yield from self.bases(found[-1])

    def method(self, cls: Piece, word: str) -> Piece | None:
        """A class's method by name, its own or inherited."""
        names = (f"{base.name}.{word}" for base in self.bases(cls))
        return next((self.pieces[name] for name in names if name in self.pieces), None)

    def methods(self, cls: Piece) -> list[Piece]:
        """The methods written in a class."""
        module = self.module(cls.module)
        return [piece for piece in module.pieces.values() if piece.owner == cls.name] if module else []

    def closure(self, names: Iterable[str]) -> set[str]:
        """These pieces and everything they certainly lead to."""
        found = set(names)
        queue = list(found)
        while queue:
            named = {piece.name for name in self.pieces[queue.pop()].names for piece in self.trail(name)[0]}
            queue += named - found
            found |= named
        return found


def rule_numbers(text: str) -> frozenset[int]:
    """`rules 12, 14 to 16 and 20` names five rules."""
    found: set[int] = set()
    for listed in RULE_NUMBERS.findall(text):
        for first, last, single in SPAN.findall(listed):
            found.update([int(single)] if single else range(int(first), int(last) + 1))
    return frozenset(found)


def imported_names(node: ast.Import | ast.ImportFrom, package: str) -> Scope:
    """Local and absolute name of everything an import statement binds."""
    if isinstance(node, ast.Import):
        whole = {first: first for first in (alias.name.partition(".")[0] for alias in node.names)}
        return whole | {alias.asname: alias.name for alias in node.names if alias.asname}
    above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
    base = ".".join([*above, *([node.module] if node.module else [])])
    return {alias.asname or alias.name: f"{base}.{alias.name}" for alias in node.names}


def absolute_name(node: ast.expr, scope: Scope) -> str:
    """The absolute name of an expression, or of the function it calls; empty if unknown."""
    match node:
        case ast.Name(id=name):
            return scope.get(name, "")
        case ast.Call(func=inner):
            return absolute_name(inner, scope)
        case ast.Attribute(value=inner, attr=attr):
            base = absolute_name(inner, scope)
            return f"{base}.{attr}" if base else ""
    return ""


def parts_of(node: ast.AST) -> list[ast.AST]:
    """The same as `ast.walk`, in the same order, without operators such as `+`, in less than half the
    time."""
    found = [node]
    for part in found:  # the list grows while the loop reads it
        if not isinstance(part, ast.Name | ast.Constant):
            for field in part._fields:
                value = getattr(part, field)
                if isinstance(value, list):
                    found += [item for item in value if isinstance(item, ast.AST)]
                elif isinstance(value, ast.AST):
                    found.append(value)
    return [node for node in found if not isinstance(node, NO_PARTS)]


def _statements(body: Iterable[ast.AST]) -> Iterator[ast.stmt]:
    """The statements of a module, with those inside its blocks."""
    for node in body:
        if isinstance(node, ast.stmt):
            yield node
        if isinstance(node, BLOCKS):
            yield from _statements(ast.iter_child_nodes(node))


def _targets(node: ast.stmt) -> list[str]:
    """The names that a module-level statement assigns."""
    if not isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
        return []
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    """A body without its docstring."""
    has_doc = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    return body[1:] if has_doc else body


def _text(node: ast.expr) -> str:
    """A string as far as it is literal; a constant inside it appears by name."""
    if isinstance(node, ast.BinOp):
        return _text(node.left) + _text(node.right)
    return str(node.value) if isinstance(node, ast.Constant) else f"{{{ast.unparse(node)}}}"
