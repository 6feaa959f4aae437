"""Marks are a closed vocabulary: each is declared once, and nothing else reads or writes them."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import muster
from muster.rules.game.marks import FEARLESS, HEEL, TOLD, USED, Mark, Told
from muster.rules.game.table import Table

SOURCE = Path(muster.__file__).parent
ROOMS = (SOURCE / "rules" / "game", SOURCE / "web" / "game")
DECLARED = ("rules/game/marks.py", "rules/game/special_operations/marks.py")
FOLDED = ("rules/game/log/evolve.py", "rules/game/log/engaged.py", "rules/game/log/events.py")


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in (path for room in ROOMS for path in sorted(room.rglob("*.py"))):
        name = path.relative_to(SOURCE).as_posix()
        yield name, ast.parse(path.read_text())


def touches_marks(node: ast.AST) -> bool:
    """`Marked(…)`, `table.marks`, or a mark that is asked for by a string."""
    if isinstance(node, ast.Call):
        called = node.func
        name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
        return name in ("Marked", "mark")
    of_table = isinstance(node, ast.Attribute) and node.attr == "marks"
    return of_table and (getattr(node.value, "id", "") or getattr(node.value, "attr", "")) == "table"


def test_only_declarations_read_and_write_marks() -> None:
    found = [
        f"{name}:{node.lineno}"
        for name, module in modules()
        if name not in (*DECLARED, *FOLDED)
        for node in ast.walk(module)
        if touches_marks(node)
    ]
    assert not found, "declare it in `marks.py`, and ask the declaration"


def test_every_mark_has_one_declaration() -> None:
    """At the top of a module, with its name written out, so that an import of a misspelt one fails."""
    names: Counter[str] = Counter()
    for where, module in modules():
        top = {id(call) for node in module.body for call in ast.walk(node) if not is_function(node)}
        for call in (node for node in ast.walk(module) if is_declaration(node)):
            assert id(call) in top, f"{where}:{call.lineno} declares a mark in a function"
            names[ast.literal_eval(call.args[0])] += 1
    assert names.total() > 40
    assert [name for name, times in names.items() if times > 1] == []


def is_function(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.ClassDef)


def is_declaration(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Mark"


def test_marks_keep_the_names_that_logs_hold() -> None:
    table = Table(round=3)
    assert USED.add(table, "ordnance", "blue").name == "used.ordnance.blue"
    assert FEARLESS.key(table, "one.2") == "fearless.r3.one.2"
    assert HEEL.key(table, "red", "3") == "heel.red.3"
    assert Told("leader", ("token",)).word("bunker-1") == "leader.bunker-1"


def test_a_mark_is_kept_for_what_it_says() -> None:
    with pytest.raises(TypeError, match="used is kept for"):
        USED.count(Table(), "ordnance")
    with pytest.raises(TypeError, match="leader is told for"):
        Told("leader", ("token",)).word()


def test_a_mark_counts_for_its_round_and_is_cleared() -> None:
    wavers = Mark("wavers", ("unit",), each_round=True)
    table = Table(round=2, marks={"wavers.one.2.r1": 1, "wavers.two.3.r2": 2, "told.leader.bunker-1": 1})
    assert wavers.count(table, "two.3") == 2 and not wavers.count(table, "one.2")
    assert list(wavers.found(table)) == [(("two.3",), 2)]
    assert [(event.name, event.by) for event in TOLD.clear(table)] == [("told.leader.bunker-1", -1)]
    assert wavers.change_to(table, 2, "two.3") == ()
    assert [event.by for event in wavers.change_to(table, 0, "two.3")] == [-2]
