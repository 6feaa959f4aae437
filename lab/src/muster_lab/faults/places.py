"""Finds a piece of Python in a module by its code, so that a list of faults survives a reformat or a rename.

Two pieces are the same if they parse to the same tree: line breaks, quotes and comments don't matter. In a
pattern, a body of `...` stands for whatever the body is, and the replacement keeps it. If the piece isn't
there word for word, names may have changed: a place fits if each name of the pattern that differs is gone
from the function, and the replacement is renamed the same way. If the function itself is gone, it was
renamed, so the whole module is searched.
"""

import ast
import builtins
import re
from collections.abc import Iterator
from textwrap import dedent
from typing import Any, NamedTuple

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class NotFound(ValueError):
    """A pattern that fits nowhere, or at several places."""


class Place(NamedTuple):
    """Where a pattern fits: some items of a field of a node, what names are called there, and the bodies that
    stand for `...`."""

    owner: ast.AST
    field: str
    start: int | None
    """None if the field holds a single node instead of a list."""
    length: int
    names: dict[str, str]
    bodies: list[list[ast.stmt]]

    def replace_with(self, code: list[ast.stmt] | list[ast.expr]) -> None:
        """Replaces what is here, keeping this place's names and bodies."""
        bodies = iter(self.bodies)
        new = [_adapt(node, self.names, bodies) for node in code]
        if self.start is None:
            setattr(self.owner, self.field, new[0])
            return
        items = getattr(self.owner, self.field)
        items[self.start : self.start + self.length] = new
        if not items:
            items.append(ast.Pass())


def replace_code(text: str, qualified: str, pattern: str, instead: str) -> str:
    """The text of a module with `instead` for `pattern` in the function of this qualified name, if any."""
    tree = ast.parse(text)
    old, new = parse_code(pattern), parse_code(instead)
    as_expressions = _expressions(old), _expressions(new)
    if as_expressions[0] and as_expressions[1]:
        find(tree, qualified, as_expressions[0]).replace_with(as_expressions[1])
    else:
        find(tree, qualified, old).replace_with(new)
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def parse_code(code: str) -> list[ast.stmt]:
    """The statements of a piece of code; an expression is one, too."""
    return ast.parse(dedent(code)).body


def find(tree: ast.Module, qualified: str, pattern: list[ast.stmt] | list[ast.expr]) -> Place:
    """The only place in the function (or in the module, if it has no such function) where a pattern fits."""
    scope = definition(tree, qualified) or tree
    known = set(identifiers(scope))
    found = [place for place in _places(scope, pattern) if _is_consistent(place.names, known)]
    exact = [place for place in found if all(old == new for old, new in place.names.items())]
    fitting = exact or found
    if len(fitting) != 1:
        raise NotFound(f"fits at {len(fitting)} places in {qualified or 'the module'}")
    return fitting[0]


def definition(tree: ast.Module, qualified: str) -> ast.AST | None:
    """The function or class of a qualified name; the module itself for an empty one."""
    scope: ast.AST | None = tree
    for name in qualified.split(".") if qualified else ():
        inside = (node for node in ast.walk(scope) if isinstance(node, DEFINITIONS)) if scope else iter(())
        scope = next((node for node in inside if node.name == name), None)
    return scope


def identifiers(tree: ast.AST) -> Iterator[str]:
    """Every name in a tree: of variables, attributes, parameters, functions, keywords."""
    for node in ast.walk(tree):
        for _, value in ast.iter_fields(node) if not isinstance(node, ast.Constant) else ():
            items = value if isinstance(value, list) else [value]
            yield from (item for item in items if isinstance(item, str))


def unknown_names(before: str, after: str) -> set[str]:
    """Names that a module uses after a replacement, but neither had before nor binds: gone since."""
    names = [node for node in ast.walk(ast.parse(after)) if isinstance(node, ast.Name)]
    bound = {name.id for name in names if isinstance(name.ctx, ast.Store)}
    return {name.id for name in names} - bound - set(dir(builtins)) - set(re.findall(r"\w+", before))


def _expressions(code: list[ast.stmt]) -> list[ast.expr]:
    """The expression that a piece of code is, or nothing if it is more than one, or a statement."""
    return [node.value for node in code if isinstance(node, ast.Expr)] if len(code) == 1 else []


def _is_consistent(names: dict[str, str], known: set[str]) -> bool:
    """Whether names differ only because of renames: what is called differently isn't there any more, and no
    two became one."""
    return len(set(names.values())) == len(names) and all(
        old == new or old not in known for old, new in names.items()
    )


def _places(scope: ast.AST, pattern: list[ast.stmt] | list[ast.expr]) -> Iterator[Place]:
    """Every place where a pattern fits, whatever its names are called there."""
    for owner in ast.walk(scope):
        for field, value in ast.iter_fields(owner):
            spans: list[tuple[int | None, list[Any]]] = []
            if isinstance(value, list):
                spans = [(start, value[start : start + len(pattern)]) for start in range(len(value))]
            elif isinstance(value, ast.AST):
                spans = [(None, [value])]
            else:
                continue
            for start, span in spans:
                place = Place(owner, field, start, len(pattern), {}, [])
                if _fits(pattern, span, place):
                    yield place


def _fits(pattern: Any, found: Any, place: Place) -> bool:
    """Whether a tree is the pattern but for names, which are collected, as bodies for `...` are."""
    if isinstance(pattern, list):
        if _is_gap(pattern) and found and isinstance(found[0], ast.stmt):
            place.bodies.append(found)
            return True
        return len(pattern) == len(found) and all(
            _fits(part, item, place) for part, item in zip(pattern, found, strict=True)
        )
    if isinstance(pattern, ast.Constant) and isinstance(found, ast.Constant):
        return type(pattern.value) is type(found.value) and pattern.value == found.value
    if isinstance(pattern, ast.AST):
        return type(pattern) is type(found) and all(
            _fits(value, getattr(found, field), place) for field, value in ast.iter_fields(pattern)
        )
    if isinstance(pattern, str) and isinstance(found, str):
        return place.names.setdefault(pattern, found) == found
    return type(pattern) is type(found) and bool(pattern == found)


def _is_gap(body: list[Any]) -> bool:
    """Whether a body is `...`."""
    return (
        len(body) == 1
        and isinstance(body[0], ast.Expr)
        and isinstance(body[0].value, ast.Constant)
        and body[0].value.value is ...
    )


def _adapt(code: Any, names: dict[str, str], bodies: Iterator[list[ast.stmt]]) -> Any:
    """A copy of a piece of code with other names and with bodies for `...`."""
    if isinstance(code, list):
        return next(bodies) if _is_gap(code) else [_adapt(item, names, bodies) for item in code]
    if isinstance(code, ast.Constant):
        return code
    if isinstance(code, ast.AST):
        fields = {field: _adapt(value, names, bodies) for field, value in ast.iter_fields(code)}
        return type(code)(**fields)
    return names.get(code, code) if isinstance(code, str) else code
