"""One word per thing, in code as well: the names of the glossary are there, the words it avoids are not."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import muster
import muster_lab
from tests.docs.glossary import rows

HOUSES = (Path(muster.__file__).parent, Path(muster_lab.__file__).parent)
NAMED = re.compile(r"(?:class|def) +(\w+)|^ *(\w+)(?:: [^=\n]+)? = |^ +([a-z]\w*): ", re.MULTILINE)
WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")

# A word that we avoid for one thing may be the name of another.
OTHER_THINGS = {
    "turn": "whose turn it is within a round, and the step that asks for it",
    "level": "how much of a game is kept: all of it, or the score",
    "dead": "a dead end that a Register would be in, and machines of a rehearsal",
    "unit sheet": "a unit of an army on a sheet to play from",
    "context": "the context of a side: battle, Register and library",
}
IRREGULAR = {
    "asked", "begun", "bound", "bought", "brought", "built", "caught", "chosen", "come", "cut", "dealt",
    "done", "drawn", "fallen", "felt", "fought", "found", "given", "gone", "grown", "held", "hidden",
    "kept", "known", "laid", "led", "left", "lit", "lost", "made", "meant", "met", "paid", "put",
    "said", "seen", "sent", "shown", "sold", "spent", "split", "spoken", "stood", "struck", "taken",
    "thrown", "told", "torn", "understood", "won", "worn", "written",
}  # fmt: skip
NO_PARTICIPLES = {"feed", "need", "seed", "speed", "unlisted"}
PARTICIPLES_LEFT = {
    "lab", "library/cards", "rules/armies", "rules/attack", "rules/campaign", "rules/cards", "rules/game",
    "rules/log", "rules/tournament", "web/game", "web/tournament",
}  # fmt: skip
"""Rooms in which a bare participle still names functions; once a room is swept it stays so."""


@cache
def identifiers() -> frozenset[str]:
    """Classes, functions, fields, constants and modules; migrations keep the words of their day."""
    files = (path for house in HOUSES for path in house.rglob("*.py"))
    paths = [path for path in files if path.parent.name != "migrations"]
    modules = {name for path in paths for name in (path.stem, path.parent.name)}
    return frozenset(modules.union(*({*filter(None, one)} for one in map(_named, paths))))


def _named(path: Path) -> list[str]:
    return [name for found in NAMED.findall(path.read_text("utf-8")) for name in found]


@cache
def spoken() -> frozenset[str]:
    """The words of all identifiers, and their pairs: `unit_sheet` is `unit`, `sheet` and `unit sheet`."""
    parts = [[word.lower() for word in WORDS.findall(name)] for name in identifiers()]
    pairs = {" ".join(pair) for words in parts for pair in pairwise(words)}
    return frozenset(pairs.union(*parts))


def test_every_name_of_the_glossary_is_in_the_code():
    missing = {(row.word, name) for row in rows() for name in row.names if name not in identifiers()}
    assert missing == set() and sum(bool(row.names) for row in rows()) > 60


def test_no_word_that_we_avoid_is_a_name_in_the_code():
    avoided = {re.sub(r"[-/]", " ", word.lower()): row.word for row in rows() for word in row.avoided}
    assert {word: thing for word, thing in avoided.items() if word in spoken()}.keys() == OTHER_THINGS.keys()


def is_bare_participle(name: str) -> bool:
    """Whether a function is called `shown` or `_drawn`, where a verb and its object belong: `draw_page`."""
    word = name.strip("_")
    regular = word.endswith("ed") and "_" not in word and word not in NO_PARTICIPLES
    return regular or word in IRREGULAR


def functions_of(path: Path) -> Iterator[str]:
    """The functions of a module; a property that answers yes or no may be an adjective."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            is_property = any("property" in ast.unparse(decorator) for decorator in node.decorator_list)
            if not (is_property and node.returns and ast.unparse(node.returns) == "bool"):
                yield node.name


def participles_by_room() -> dict[str, int]:
    """How many functions are named by a bare participle, by room."""
    counted: Counter[str] = Counter()
    for house in HOUSES:
        for path in house.rglob("*.py"):
            parts = path.relative_to(house).with_suffix("").parts
            room = "/".join(parts[:2]) if house.name == "muster" else "lab"
            counted[room] += sum(map(is_bare_participle, functions_of(path)))
    return {room: count for room, count in sorted(counted.items()) if count}


def test_no_function_of_a_swept_room_is_named_by_a_bare_participle():
    swept_before = participles_by_room().keys() - PARTICIPLES_LEFT
    assert swept_before == set(), "name what acts by a verb and its object, what answers by a noun"
    assert is_bare_participle("_shown") and is_bare_participle("named")
    assert not is_bare_participle("show_page") and not is_bare_participle("seed")
