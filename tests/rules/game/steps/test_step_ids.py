"""What a step remembers is typed, and nobody reads anything out of its id: found by reading the code."""

import ast
from collections.abc import Iterator
from pathlib import Path
from types import NoneType
from typing import get_args, get_type_hints

import pytest

import muster
from muster.rules.game import steps
from muster.rules.game.engine.continuations import CHOICES, DICE, Payload

SOURCE = Path(muster.__file__).parent
ROOMS = (SOURCE / "rules" / "game", SOURCE / "web" / "game")
UPCASTS = {"older_steps.py"}
"""Steps of older games held in their ids what is a field today."""
CUTS = {
    "split", "rsplit", "partition", "rpartition", "removeprefix", "removesuffix", "startswith", "endswith",
    "find", "index", "replace",
}  # fmt: skip
IDS = {"id": ("step", "asked", "todo"), "prompt": ("answer", "said")}
"""The names under which steps and answers are known where their ids are read."""


def is_id(node: ast.expr) -> bool:
    """`step.id`, `answer.prompt`, also of `self.step` or the last of the open steps."""
    if not isinstance(node, ast.Attribute) or node.attr not in IDS:
        return False
    owner = node.value.value if isinstance(node.value, ast.Subscript) else node.value
    return getattr(owner, "id", getattr(owner, "attr", "")) in IDS[node.attr]


def cuts(module: ast.Module) -> Iterator[int]:
    """The lines on which an id is taken apart, or looked into."""
    for node in ast.walk(module):
        match node:
            case ast.Call(func=ast.Attribute(value=owner, attr=method)) if method in CUTS and is_id(owner):
                yield node.lineno
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[whole]) if is_id(whole):
                yield node.lineno


def test_no_id_is_taken_apart() -> None:
    found = [
        f"{path.name}:{line}"
        for room in ROOMS
        for path in sorted(room.rglob("*.py"))
        if path.name not in UPCASTS
        for line in cuts(ast.parse(path.read_text()))
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    ["step.id.partition('.')", "'turn' in game.table.todo[-1].id", "answer.prompt.removeprefix('r1.')"],
)
def test_taking_an_id_apart_is_found(line: str) -> None:
    assert list(cuts(ast.parse(line))) == [1]


def test_no_step_keeps_a_tuple_of_anything() -> None:
    """`about: tuple[str, ...]` held whatever a step had to know, by its place; fields have names now."""
    kinds = [kind for kind in get_args(steps.AnyStep) if kind is not NoneType]
    assert len(kinds) > 40
    for kind in kinds:
        assert get_type_hints(kind).get("about", str) is str, kind
    for known in (*CHOICES.values(), *DICE.values()):
        assert issubclass(known.payload, Payload) and "about" not in get_type_hints(known.payload), known.name
