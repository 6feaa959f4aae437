"""Names from texts and files: whatever comes is read or refused with a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.app.tournament.name_lists import ENCODINGS, MOST_NAMES, people_in, people_in_file
from muster.rules.messages import explain
from muster.rules.violations import Refused

NAMES = st.lists(
    st.text(st.characters(categories=("L", "Nd"), max_codepoint=0x24F), min_size=1, max_size=20),
    min_size=1,
    max_size=8,
).filter(lambda names: names[0].casefold() not in ("name", "player"))


def names_in(text: str) -> list[str]:
    return [one.name for one in people_in(text)]


def names_in_file(data: bytes, encoding: str = "utf-8") -> list[str]:
    return [one.name for one in people_in_file(data, encoding)]


@given(st.binary(max_size=300), st.sampled_from([*ENCODINGS, "klingon"]))
def test_any_file_is_read_or_refused_in_words(data: bytes, encoding: str):
    try:
        names = names_in_file(data, encoding)
    except Refused as refused:
        assert all(explain(one) for one in refused.violations)
    else:
        assert names
        assert all(name.strip() for name in names)


@given(NAMES, st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_names_come_back_as_they_were_written(names: list[str], codec: str):
    assert names_in_file("\r\n".join(names).encode(codec)) == names


@given(NAMES, st.sampled_from([";", ",", "\t"]))
def test_the_column_called_name_is_read(names: list[str], mark: str):
    lines = [f"Club{mark}Player{mark}Points", *(f"North{mark}{name}{mark}800" for name in names)]
    assert people_in("\n".join(lines)) == [(name, "North") for name in names]


def test_a_name_with_a_comma_is_one_name_where_no_head_says_otherwise():
    assert names_in("Okoro, Ann\nLindqvist, Bo") == ["Okoro, Ann", "Lindqvist, Bo"]


@pytest.mark.parametrize(
    ("text", "code"),
    [(" \n\t\n", "tournament.no_names"), ("x\n" * (MOST_NAMES + 1), "tournament.too_many")],
)
def test_nobody_and_too_many_are_refused(text: str, code: str):
    with pytest.raises(Refused) as refused:
        names_in(text)
    assert [one.code for one in refused.value.violations] == [code]


def test_a_line_longer_than_any_table_cell_is_no_table():
    assert names_in("name," + "x" * 200_000) == ["name," + "x" * 200_000]


@pytest.mark.parametrize(("text", "line"), [
    ('name,club\n"Ann Lee,North\nBo Dahl,South\nCy,East', 2),
    ('name,club\n"Ann, Lee",North\n"Bo Dahl,South', 3),
    ('Player;Club\nAnn;"North', 2),
])  # fmt: skip
def test_a_quote_that_is_never_closed_is_refused_with_its_line(text: str, line: int):
    with pytest.raises(Refused) as refused:
        names_in(text)
    [found] = refused.value.violations
    assert (found.code, found.params["line"]) == ("names.open_quote", line)


def test_quotes_that_are_closed_or_no_quotes_are_read():
    assert names_in('name,club\n"Ann, Lee",North\nJo 5" Smith,South') == ["Ann, Lee", 'Jo 5" Smith']
    assert names_in("name,club") == ["name,club"]
