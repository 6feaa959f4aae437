"""At most ten tables fill themselves, and one module says which: found by reading the code."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import muster
from muster.rules.game.registries import REGISTRIES

SOURCE = Path(muster.__file__).parent
ROOMS = (SOURCE / "rules" / "game", SOURCE / "web" / "game")
MUTABLE = (ast.Dict, ast.List, ast.Set)
MAKERS = ("dict", "list", "set", "defaultdict", "Counter", "Changes")
FILLS = ("add", "append", "extend", "insert", "on", "setdefault", "update")
MOST = 10


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in (path for room in ROOMS for path in sorted(room.rglob("*.py"))):
        yield (
            path.relative_to(SOURCE).with_suffix("").as_posix().replace("/", "."),
            ast.parse(path.read_text()),
        )


def is_container(value: ast.expr | None) -> bool:
    """A dict, list or set that is written out or made, also by a class with a parameter."""
    made = value.func if isinstance(value, ast.Call) else None
    made = made.value if isinstance(made, ast.Subscript) else made
    return isinstance(value, MUTABLE) or getattr(made, "id", "") in MAKERS


def containers(module: ast.Module) -> set[str]:
    found = {
        node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
        for node in module.body
        if isinstance(node, ast.AnnAssign | ast.Assign) and is_container(node.value)
    }
    return {target.id for target in found if isinstance(target, ast.Name)}


def filled(module: ast.Module) -> Iterator[str]:
    """The names at which something is put, by an index or by a method that changes it."""
    for node in ast.walk(module):
        match node:
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name))]):
                yield name
            case ast.AugAssign(target=ast.Name(id=name)):
                yield name
            case ast.Attribute(value=ast.Name(id=name), attr=method) if method in FILLS:
                yield name


def local_names(module: ast.Module) -> set[str]:
    """Names that a function binds, which are no tables of the module."""
    inner = (node for node in ast.walk(module) if isinstance(node, ast.FunctionDef))
    return {
        name.id
        for function in inner
        for name in ast.walk(function)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    }


def found_registries() -> set[str]:
    """Where a table stands whose name is filled in any module."""
    read = dict(modules())
    homes = {(name, where) for where, module in read.items() for name in containers(module)}
    found = set()
    for where, module in read.items():
        imported = {
            alias.asname or alias.name: f"{node.module.removeprefix('muster.')}.{alias.name}"
            for node in ast.walk(module)
            if isinstance(node, ast.ImportFrom) and node.module
            for alias in node.names
        }
        handed_on = ast.Module([node for node in module.body if not isinstance(node, ast.Expr)], [])
        for name in set(filled(module)) - local_names(module):
            home = imported.get(name, f"{where}.{name}")
            if name not in imported and name not in filled(handed_on):
                continue  # written out by its own module, statement by statement
            if (home.rpartition(".")[2], home.rpartition(".")[0]) in homes:
                found.add(home)
    return found


def test_one_module_names_every_table_that_fills_itself() -> None:
    assert found_registries() == set(REGISTRIES)


def test_there_are_at_most_ten_and_none_is_empty() -> None:
    """That of the pages, which need Django, is read by every test of a prompt."""
    assert len(REGISTRIES) <= MOST
    import_module("muster.rules.game.game")
    for name in (name for name in REGISTRIES if name.startswith("rules.")):
        module, _, table = name.rpartition(".")
        assert getattr(import_module(f"muster.{module}"), table), name
