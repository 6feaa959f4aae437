"""The history of an army: changes are codes with ids and numbers, and become sentences when they are read."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

import muster
from muster.rules.armies.history import ArmyChange, change, describe_change, read_label, sentences
from muster.rules.cards import catalogue

CARDS = catalogue()
MADE = (
    "app/armies/commands.py",
    "app/armies/saving.py",
    "web/armies/dates.py",
    "web/api/resources/armies.py",
)


def calls() -> dict[str, set[str]]:
    """The codes that the program writes, with the names of what they are about."""
    found: dict[str, set[str]] = {"undo": set(), "redo": set()}  # made of the step
    for file in MADE:
        tree = ast.parse(Path(muster.__file__).parent.joinpath(file).read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("change", "made"):
                code = node.args[0]
                if isinstance(code, ast.Constant):
                    found[code.value] = {keyword.arg or "" for keyword in node.keywords}
    return found


def test_every_code_has_a_sentence_with_the_same_names_and_every_sentence_a_code():
    asked = {
        code: {name for _, name, _, _ in Formatter().parse(text) if name}
        for code, text in sentences().items()
    }
    assert asked == calls()


@pytest.mark.parametrize(
    ("done", "words"),
    [
        (change("unit_added", card="at"), "Darth Vader, Dark Lord of the Sith added"),
        (change("unit_count", unit="at", count=3), "Darth Vader, Dark Lord of the Sith × 3"),
        (change("force", force="no longer there"), "Battle force: no longer there"),
        (change("deck_card_removed", card="A card of my own"), "A card of my own out of the deck"),
        (change("undo"), "Undone"),
        (ArmyChange("from_a_later_program", {"card": "at"}), "from a later program"),
        (read_label("Darth Vader added"), "Darth Vader added"),
        (read_label("undo"), "Undone"),
        (read_label("redo"), "Done again"),
        (read_label("new"), "Started"),
        (read_label("Copied from 7g2k"), "Copied from 7g2k"),
        (read_label(""), ""),
    ],
)
def test_a_change_is_told_in_words(done, words):
    assert describe_change(done, CARDS) == words


def test_older_labels_that_are_steps_become_the_same_changes_as_today():
    assert [read_label(label) for label in ("new", "undo", "redo", "Copied from ab")] == [
        change("new"), change("undo"), change("redo"), change("copied", origin="ab"),
    ]  # fmt: skip


def test_what_people_typed_is_cut_and_never_read_as_a_sentence():
    typed = change("deck_card_removed", card="{count}" * 20)
    assert describe_change(typed, CARDS) == ("{count}" * 20)[:60] + " out of the deck"


def test_no_code_is_a_sentence():
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", code) for code in sentences())
