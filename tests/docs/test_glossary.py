"""One word per thing, in code as well: the names of the glossary are there, the words it avoids are not."""

import re
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
