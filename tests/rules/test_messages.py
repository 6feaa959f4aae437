"""Every sentence of the catalogue reads well, for one thing and for many."""

import re
from string import Formatter

import pytest

from muster.rules.messages import explain, messages, remedy
from muster.rules.violations import Violation

ONE = r"is|has|was|needs|belongs|comes|fits|meets|looks|corps|Swiss"
MANY = rf"are|have|were|do|dice|(?!(?:{ONE})\b)[\w’]+s"
"""Words for many; of those that end in s, not those of one."""

BETWEEN = r"(?:(?:more|other|different|such|Swiss|corps|order|attack|heavy) )?"


def sentences() -> list[tuple[str, str]]:
    return [(code, f"{message.what} {message.fix}") for code, message in messages().items()]


def numbers() -> set[str]:
    """The params that some sentence counts with."""
    return {name for _, text in sentences() for name in re.findall(r"\{(\w+):(?!\+)", text)}


def filled(number: int) -> dict[str, str]:
    """Every sentence and its remedy, with this number for every number and a name for all else."""
    sentences_by_code, counts = {}, numbers()
    for code, text in sentences():
        names = {name for _, name, _, _ in Formatter().parse(text) if name}
        given = {name: number if name in counts else "Ana" for name in names}
        violation = Violation(code=code, source="", params=given)
        sentences_by_code[code] = f"{explain(violation)} {remedy(violation)}"
    return sentences_by_code


def test_one_thing_is_never_many():
    many = re.compile(rf"(?<![\d.,])1 {BETWEEN}(?:{MANY})\b")
    wrong = {code: found[0] for code, sentence in filled(1).items() if (found := many.search(sentence))}
    assert not wrong, "give the count its words: {count:table|tables}"


def test_many_things_are_never_one():
    ones = {
        word for _, text in sentences() for word in re.findall(r"\{\w+:([^=|}]+)\|[^}]*(?:s|dice)\}", text)
    }
    singular = re.compile(rf"(?<![\d.,])2 (?:{'|'.join(map(re.escape, ones))})\b(?! of)")
    wrong = {code: found[0] for code, sentence in filled(2).items() if (found := singular.search(sentence))}
    assert len(ones) > 30
    assert not wrong


@pytest.mark.parametrize(
    ("near", "expected"),
    [("", "Ids are case-sensitive."), ("ab (Leia)", "Ids are case-sensitive. Like it: ab (Leia).")],
)
def test_words_around_nothing_are_left_out(near: str, expected: str):
    assert remedy(Violation(code="army.unknown_card", source="", params={"suggestions": near})) == expected


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (1, "1 table has no final result: 4."),
        (2, "2 tables have no final result: 4."),
        (1200, "1,200 tables have no final result: 4."),
    ],
)
def test_a_count_brings_its_words_and_its_thousands(count: int, expected: str):
    found = Violation(code="tournament.results_missing", source="", params={"count": count, "tables": "4"})
    assert explain(found) == expected


def test_words_alone_agree_with_a_number_said_elsewhere():
    few = Violation(code="cut.too_few", source="", params={"size": 4, "players": 1})
    assert explain(few) == "A cut to 4 needs 4 players; there is 1."
