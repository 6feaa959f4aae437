"""Reads expressions and statements: which names they use, of what scope, and on what kind of thing."""

import ast
import re
from collections.abc import Iterable
from typing import Any, TypeAlias

from muster.cli.coverage.pieces import Piece, Scope, Source

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
BLOCKS = (ast.If, ast.Try, ast.With, ast.For, ast.While)
HOLDS_STATEMENTS = (*BLOCKS, ast.AsyncFor, ast.AsyncWith, ast.Match, ast.ExceptHandler, ast.match_case)
UNSAID = frozenset({"ctx", "op", "ops", "type_comment", "type_ignores", "kind"})
CALLS_BY_WORD = frozenset({"getattr", "attrgetter", "methodcaller", "hasattr"})
ADDS = frozenset({"append", "add", "update", "setdefault", "extend", "insert"})
WORDS = re.compile(r"[\w./{}-]+")


def imported(node: ast.Import | ast.ImportFrom, package: str) -> Scope:
    """Local name and absolute name of everything an import brings."""
    if isinstance(node, ast.Import):
        return {
            alias.asname or alias.name.partition(".")[0]: (
                alias.name if alias.asname else alias.name.partition(".")[0]
            )
            for alias in node.names
        }
    base = node.module or ""
    if node.level:
        parts = package.split(".")[: len(package.split(".")) - node.level + 1]
        base = ".".join([*parts, *([node.module] if node.module else [])])
    return {alias.asname or alias.name: f"{base}.{alias.name}" for alias in node.names}


class Reader:
    """Reads expressions and statements and notes in a piece what they name."""

    def __init__(self, source: Source, piece: Piece) -> None:
        self.source = source
        self.piece = piece
        self.scopes: list[Scope] = []
        self.package = source.name if source.file.name == "__init__.py" else source.name.rpartition(".")[0]

    # Names -----------------------------------------------------------------------------------------------

    def find(self, name: str) -> tuple[bool, str]:
        """Whether a name is local, and what it stands for."""
        for scope in reversed(self.scopes):
            if name in scope:
                return True, scope[name]
        return False, self.source.bindings.get(name, "")

    def absolute(self, node: ast.expr) -> str:
        """The absolute name of what an expression is, of what it calls, or of what it takes a part of."""
        while isinstance(node, ast.Call | ast.Subscript):
            node = node.func if isinstance(node, ast.Call) else node.value
        base, chain = _chain(node)
        if not isinstance(base, ast.Name):
            return ""
        local, stands_for = self.find(base.id)
        if not stands_for:
            return "" if local else ".".join([base.id, *chain])
        return ".".join([stands_for, *chain])

    def type_named(self, annotation: ast.expr | None) -> str:
        """The one class an annotation names, where it names one; `X | None` is X."""
        if isinstance(annotation, ast.BinOp):
            sides = (annotation.left, annotation.right)
            named = [one for one in sides if not (isinstance(one, ast.Constant) and one.value is None)]
            return self.type_named(named[0]) if len(named) == 1 else ""
        if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
            return self.source.bindings.get(annotation.value, "")
        if isinstance(annotation, ast.Name | ast.Attribute):
            return self.absolute(annotation)
        return ""

    # Reading ---------------------------------------------------------------------------------------------

    def read(self, node: ast.AST) -> None:
        """Note what a node names, and go into it."""
        special = SPECIAL.get(type(node))
        if special is not None:
            special(self, node)
            return
        for name in node._fields:
            value = None if name in UNSAID else getattr(node, name, None)
            if isinstance(value, list):
                for one in value:
                    if isinstance(one, ast.AST):
                        self.read(one)
            elif isinstance(value, ast.AST):
                self.read(value)

    def read_function(self, node: Function | ast.Lambda) -> None:
        """A function's own names are local in it."""
        spec = node.args
        arguments = [*spec.posonlyargs, *spec.args, *spec.kwonlyargs]
        scope: Scope = {argument.arg: "" for argument in arguments}
        types = {}
        for extra in (spec.vararg, spec.kwarg):
            if extra:
                scope[extra.arg] = ""
                arguments.append(extra)
        for argument in arguments:
            if argument.annotation is not None:
                self.read(argument.annotation)
                types[argument.arg] = self.type_named(argument.annotation)
        for default in [*spec.defaults, *spec.kw_defaults]:
            if default is not None:
                self.read(default)
        if spec.vararg:
            types.pop(spec.vararg.arg, None)
        body = node.body if isinstance(node.body, list) else [node.body]
        _bound(body, scope, types, self)
        if self.piece.owner and not self.scopes and arguments:
            types[arguments[0].arg] = self.piece.owner
        if isinstance(node, FUNCTIONS) and node.returns is not None:
            self.read(node.returns)
        self.scopes.append(scope | {name: f"?{known}" for name, known in types.items() if known})
        for part in body:
            self.read(part)
        self.scopes.pop()

    def read_inner(self, node: Function) -> None:
        for decorator in node.decorator_list:
            self.read(decorator)
        self.read_function(node)

    def read_comprehension(self, node: Any) -> None:
        scope: Scope = {}
        for generator in node.generators:
            _target(generator.target, scope)
        self.scopes.append(scope)
        for generator in node.generators:
            self.read(generator.iter)
            for condition in generator.ifs:
                self.read(condition)
        for field in node._fields:
            if field != "generators":
                self.read(getattr(node, field))
        self.scopes.pop()

    def read_walrus(self, node: ast.NamedExpr) -> None:
        self.read(node.value)
        if self.scopes:
            self.scopes[-1][node.target.id] = ""

    def read_name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self._note(node, [])

    def read_attribute(self, node: ast.Attribute) -> None:
        base, chain = _chain(node)
        if not isinstance(node.ctx, ast.Load):
            chain.pop()
        if isinstance(base, ast.Name):
            self._note(base, chain)
            return
        self.read(base)
        if chain and isinstance(base, ast.Call) and (made := self.absolute(base.func)):
            self.piece.of_types.add((made, chain[0]))
            chain = chain[1:]
        self.piece.words.update(chain)

    def _note(self, base: ast.Name, chain: list[str]) -> None:
        _, stands_for = self.find(base.id)
        if stands_for.startswith("?"):
            if chain:
                self.piece.of_types.add((stands_for[1:], chain[0]))
                self.piece.words.update(chain[1:])
        elif stands_for:
            self.piece.names.add(".".join([stands_for, *chain]))
        else:
            self.piece.words.update(chain)

    def read_call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in CALLS_BY_WORD:
            for one in node.args:
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    self.piece.words.update(one.value.split("."))
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("usefixtures", "getfixturevalue"):
            self.piece.fixtures.update(str(one.value) for one in node.args if isinstance(one, ast.Constant))
        if isinstance(node.func, ast.Attribute) and node.func.attr in ADDS:
            self.piece.fills.add(self.absolute(node.func.value))
        if isinstance(node.func, ast.Name) and node.func.id in ("path", "re_path") and len(node.args) > 1:
            address, view = node.args[:2]
            self.source.addresses.append((f"/{_text(address).strip('^$')}", self.absolute(view)))
        self.read(node.func)
        for argument in node.args:
            self.read(argument)
        for keyword in node.keywords:
            self.read(keyword.value)

    def read_subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.ctx, ast.Store):
            self.piece.fills.add(self.absolute(node.value))
        self.read(node.value)
        self.read(node.slice)

    def read_constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and len(node.value) < 200:
            self.piece.texts.update(WORDS.findall(node.value) if "." in node.value else ())

    def read_joined(self, node: ast.JoinedStr) -> None:
        parts = [str(p.value) if isinstance(p, ast.Constant) else "{}" for p in node.values]
        self.piece.texts.update(word for word in WORDS.findall("".join(parts)) if "." in word)
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.read(part.value)

    def read_import(self, node: ast.Import | ast.ImportFrom) -> None:
        """An import inside a function loads the module when the function runs."""
        self.piece.loads.update(imported(node, self.package).values())


SPECIAL: dict[type, Any] = {
    ast.Name: Reader.read_name,
    ast.Attribute: Reader.read_attribute,
    ast.Call: Reader.read_call,
    ast.Subscript: Reader.read_subscript,
    ast.Constant: Reader.read_constant,
    ast.JoinedStr: Reader.read_joined,
    ast.Import: Reader.read_import,
    ast.ImportFrom: Reader.read_import,
    ast.Lambda: Reader.read_function,
    ast.NamedExpr: Reader.read_walrus,
    **dict.fromkeys(FUNCTIONS, Reader.read_inner),
    **dict.fromkeys(COMPREHENSIONS, Reader.read_comprehension),
}


def _text(node: ast.expr) -> str:
    """A text as far as it is written out; a constant in it by its name."""
    if isinstance(node, ast.BinOp):
        return _text(node.left) + _text(node.right)
    return str(node.value) if isinstance(node, ast.Constant) else f"{{{ast.unparse(node)}}}"


def _chain(node: ast.expr) -> tuple[ast.expr, list[str]]:
    """`a.b.c` as `a` and its parts."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return node, parts[::-1]


def _bound(statements: Iterable[ast.AST], scope: Scope, types: Scope, reader: Reader) -> None:
    """Everything that the statements of a function bind, not those of functions inside it. (`:=` binds as it
    is read.)"""
    for node in statements:
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            scope[node.name] = ""
        elif isinstance(node, ast.Import | ast.ImportFrom):
            scope.update(imported(node, reader.package))
        elif isinstance(node, ast.Assign):
            _assigned(node, scope, types, reader)
        elif isinstance(node, ast.AnnAssign | ast.AugAssign):
            _target(node.target, scope)
        elif isinstance(node, HOLDS_STATEMENTS):
            _bound_by_block(node, scope)
            for name in ("body", "orelse", "finalbody", "handlers", "cases"):
                _bound(getattr(node, name, ()), scope, types, reader)


def _bound_by_block(node: Any, scope: Scope) -> None:
    if isinstance(node, ast.For | ast.AsyncFor):
        _target(node.target, scope)
    elif isinstance(node, ast.With | ast.AsyncWith):
        for item in node.items:
            _target(item.optional_vars, scope)
    elif isinstance(node, ast.ExceptHandler) and node.name:
        scope[node.name] = ""
    elif isinstance(node, ast.match_case):
        for part in ast.walk(node.pattern):
            name = getattr(part, "name", None) or getattr(part, "rest", None)
            if name:
                scope[name] = ""


def _assigned(node: ast.Assign, scope: Scope, types: Scope, reader: Reader) -> None:
    for target in node.targets:
        _target(target, scope)
    if isinstance(node.targets[0], ast.Name):
        name = node.targets[0].id
        made = reader.absolute(node.value.func) if isinstance(node.value, ast.Call) else ""
        types[name] = made if types.get(name, made) == made else ""


def _target(node: ast.expr | None, scope: Scope) -> None:
    if isinstance(node, ast.Name):
        scope[node.id] = ""
    elif isinstance(node, ast.Tuple | ast.List):
        for one in node.elts:
            _target(one, scope)
    elif isinstance(node, ast.Starred):
        _target(node.value, scope)
