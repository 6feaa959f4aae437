"""What each piece of a program names, read from its syntax tree.

A piece is a function, a method, a class, a constant or what a module does when it is loaded. Names are made
absolute: with `from muster.rules import points`, `points.limit(…)` names `muster.rules.points.limit`. What
stands after a thing that cannot be known (`row.total`) is kept as a plain word.
"""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from muster.cli.coverage.pieces import Piece, Source, rule_numbers
from muster.cli.coverage.reader import ADDS, BLOCKS, FUNCTIONS, Function, Reader, imported


def read_source(name: str, file: Path, tree: ast.Module) -> Source:
    """The pieces of one module."""
    source = Source(name, file)
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]
    for node in _top_level(tree.body):
        _bind(node, source, package)
    for node in _top_level(tree.body):
        if isinstance(node, FUNCTIONS):
            _function(source, node, f"{name}.{node.name}", "function")
        elif isinstance(node, ast.ClassDef):
            _class(source, node)
    _rest_of_module(source, tree)
    return source


def _top_level(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        yield node
        if isinstance(node, BLOCKS):
            yield from _top_level([n for n in ast.iter_child_nodes(node) if isinstance(n, ast.stmt)])
            for handler in getattr(node, "handlers", ()):
                yield from _top_level(handler.body)


def _bind(node: ast.stmt, source: Source, package: str) -> None:
    if isinstance(node, ast.Import | ast.ImportFrom):
        found = imported(node, package)
        source.bindings.update(found)
        source.imports.update(found.values())
        return
    names = [node.name] if isinstance(node, (*FUNCTIONS, ast.ClassDef)) else _targets(node)
    source.bindings.update({name: f"{source.name}.{name}" for name in names})


def _targets(node: ast.stmt) -> list[str]:
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign | ast.AugAssign):
        targets = [node.target]
    return [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]


def _function(source: Source, node: Function, name: str, kind: str, owner: str = "") -> Piece:
    doc = ast.get_docstring(node, clean=False) or ""
    line = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    piece = Piece(name, source.name, kind, source.file, line, owner, rules=rule_numbers(doc))
    source.pieces[name] = piece
    arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    piece.parameters = tuple(argument.arg for argument in arguments)
    reader = Reader(source, piece)
    for decorator in node.decorator_list:
        piece.decorators.append(reader.absolute(decorator))
        reader.read(decorator)
    piece.returns = reader.type_named(node.returns)
    reader.read_function(node)
    return piece


def _class(source: Source, node: ast.ClassDef) -> None:
    name = f"{source.name}.{node.name}"
    rules = rule_numbers(ast.get_docstring(node, clean=False) or "")
    piece = Piece(name, source.name, "class", source.file, node.lineno, rules=rules)
    source.pieces[name] = piece
    reader = Reader(source, piece)
    for decorator in node.decorator_list:
        piece.decorators.append(reader.absolute(decorator))
        reader.read(decorator)
    for base in node.bases:
        piece.bases.append(reader.absolute(base))
        reader.read(base)
    for keyword in node.keywords:
        reader.read(keyword.value)
    for part in node.body:
        if isinstance(part, FUNCTIONS):
            _function(source, part, f"{name}.{part.name}", "method", name)
        else:
            reader.read(part)


def _rest_of_module(source: Source, tree: ast.Module) -> None:
    """Constants are pieces of their own; whatever else happens on loading belongs to the module's piece."""
    rules = rule_numbers(ast.get_docstring(tree, clean=False) or "")
    whole = Piece(source.name, source.name, "module", source.file, rules=rules)
    source.pieces[source.name] = whole
    last: list[Piece] = []
    for node in tree.body:
        names = _targets(node)
        if names:
            last = [_constant(source, name, node) for name in names]
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            for piece in last:  # a sentence below a constant is its docstring
                piece.rules |= rule_numbers(str(node.value.value))
        elif not isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom)):
            _statement(source, node)
        if not names:
            last = []


def _filled(source: Source, node: ast.stmt) -> str:
    """The constant that `NAMES.update(…)` fills: what it is filled with belongs to it."""
    call = node.value if isinstance(node, ast.Expr) else None
    target = call.func if isinstance(call, ast.Call) else None
    if isinstance(target, ast.Attribute) and target.attr in ADDS and isinstance(target.value, ast.Name):
        return f"{source.name}.{target.value.id}"
    return ""


def _statement(source: Source, node: ast.stmt) -> None:
    """What a module does on loading. Where it fills a constant, it belongs to that one; where it calls
    something that keeps what it is given, it is registered there, like a function by its decorator."""
    piece = source.pieces.get(_filled(source, node))
    if piece is None:
        name = f"{source.name}:{node.lineno}"
        piece = source.pieces[name] = Piece(name, source.name, "statement", source.file, node.lineno)
    reader = Reader(source, piece)
    inner = list(_top_level([node])) if isinstance(node, BLOCKS) else []
    piece.decorators.extend(reader.absolute(call) for call in ast.walk(node) if isinstance(call, ast.Call))
    if not any(isinstance(part, (*FUNCTIONS, ast.ClassDef)) for part in inner):
        reader.read(node)
    for part in inner:
        for constant in _targets(part):
            _constant(source, constant, part)


def _constant(source: Source, name: str, node: ast.stmt) -> Piece:
    full = f"{source.name}.{name}"
    piece = source.pieces.get(full)
    if piece is None:
        piece = source.pieces[full] = Piece(full, source.name, "constant", source.file, node.lineno)
    reader = Reader(source, piece)
    value = getattr(node, "value", None)
    if value is not None:
        piece.returns = reader.absolute(value)
        piece.decorators.extend([piece.returns] if isinstance(value, ast.Call) else [])
        reader.read(value)
    if isinstance(node, ast.AnnAssign):
        reader.read(node.annotation)
    piece.names.discard(full)
    return piece
