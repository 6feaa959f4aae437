"""One search: exact names first, typos forgiven, documents named."""

import pytest

from muster.app.search.entries import Entry
from muster.app.search.index import MOST_FOUND, Index
from muster.app.search.public_index import public_index
from muster.app.search.words import MOST_WORDS, words_in
from muster.rules import reference


def best(words: str) -> tuple[str, str]:
    first = public_index().find(words)[0].entry
    return first.kind, first.title


@pytest.mark.parametrize(
    ("words", "kind", "title"),
    [
        ("Pierce", "keyword", "Pierce"),
        ("pierce 2", "keyword", "Pierce"),
        ("PIERCE", "keyword", "Pierce"),
        ("stormtroopers", "card", "Stormtroopers"),
        ("vader", "card", "Darth Vader, Dark Lord of the Sith"),
        ("312", "rule", "Rule 312"),
        ("rule 312", "rule", "Rule 312"),
        ("A21", "ruling", "Ruling A21"),
        ("droid commandos", "squad", "Droid Commandos"),
        ("panic", "core", "Panic"),
        ("cover", "core", "Cover"),
        ("line of sight", "core", "Line of sight"),
        ("master of the force", "keyword", "Master of the Force"),
        ("shoot", "core", "Attack action"),
        ("evade", "core", "Dodge action and token"),
    ],
)
def test_a_name_comes_first(words: str, kind: str, title: str) -> None:
    assert best(words) == (kind, title)


def test_panic_gives_the_core_rule_then_those_of_other_modes_with_document_edition_and_mode() -> None:
    first, *others = (hit.entry for hit in public_index().find("panic"))
    assert (first.kind, first.id) == ("core", "panic")
    assert first.badge == "Core, 1 May 2026, page 23"
    assert first.source == "Core rulebook, 1 May 2026, page 23"
    mode = next(entry for entry in others if entry.kind == "rule")
    assert "panic" in f"{mode.heading} {mode.text}".lower()
    assert mode.badge == "Special Operations, playtest"
    tours = next(hit.entry for hit in public_index().find("dossier") if hit.entry.kind == "rule")
    assert tours.badge == "Tours of Duty, 4.21.2026, campaign"
    assert tours.source.startswith("Tours of Duty, ")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("peirce", "Pierce"),
        ("Sharpshoter", "Sharpshooter"),
        ("impervius", "Impervious"),
        ("stormtroper", "Stormtrooper"),
    ],
)
def test_a_typo_is_forgiven_and_said(typed: str, meant: str) -> None:
    found = public_index().find(typed)
    assert found[0].entry.title == meant
    assert all(hit.near for hit in found)


def test_what_is_spelled_right_is_no_typo() -> None:
    assert not any(hit.near for hit in public_index().find("pierce"))
    assert public_index().find("zzzzzz") == []
    assert public_index().find("") == public_index().find("  ?! ") == []


def test_our_own_word_is_found_by_the_other_one() -> None:
    """Rulings A3 and A13: one thing, two words in the documents."""
    texts = [hit.entry.text for hit in public_index().find("skirmish") if hit.entry.kind == "rule"]
    assert any("Recon" in text for text in texts)


def test_entries_with_most_words_help_where_none_has_all() -> None:
    found = public_index().find("casualty check unicorn")
    assert found and found[0].match == "some"
    assert "casualty check" in found[0].entry.text.lower()


def test_every_rule_ruling_and_keyword_is_found_by_its_name() -> None:
    for rule in reference.rules()[::50]:
        assert best(str(rule.number)) == ("rule", f"Rule {rule.number}")
    for ruling in reference.rulings()[::20]:
        assert best(ruling.id) == ("ruling", f"Ruling {ruling.id}")


def test_a_name_without_a_word_stands_in_nobodys_way() -> None:
    """An army may be called "!?" by its owner; everything else is found all the same."""
    entries = [Entry(kind="army", id=title, title=title) for title in ("!?", "\u2694", "Grey Watch")]
    assert [hit.entry.id for hit in Index(entries).find("watch")] == ["Grey Watch"]


def test_so_many_answers_and_no_more() -> None:
    few = [Entry(kind="card", id=str(n), title=f"Card {n}") for n in range(40)]
    many = [Entry(kind="card", id=str(n), title=f"Card {n}") for n in range(40, 4000)]
    small, large = Index(few), Index([*few, *many])
    assert len(small.find("card")) == 40
    assert len(large.find("card")) == MOST_FOUND
    assert [hit.entry.id for hit in large.find("7 card")[:1]] == ["7"]


def test_a_long_question_is_cut() -> None:
    assert len(words_in("".join(f"word{n} " for n in range(10_000)))) == MOST_WORDS
    assert public_index().find("pierce" + " " * 10_000) == public_index().find("pierce")
