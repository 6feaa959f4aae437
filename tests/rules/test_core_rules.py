"""The core rules as data: whole, linked, in order, and told in sentences of our own."""

import re

import msgspec
import pytest

from muster.rules import reference
from muster.rules.cards import catalogue
from muster.rules.cards.catalogue import load_card_data
from muster.rules.core_audit import audit_core
from muster.rules.core_rules import core_rule, core_rules, document, numbers_in, rules_of_keyword, subjects
from muster.rules.reference import UnknownRule

PANIC = core_rule("panic")


def codes(*rules):
    return {
        (found.code, found.params.get("wanted"))
        for found in audit_core(load_card_data(), (*core_rules(), *rules))
    }


def test_every_entry_has_a_title_a_subject_and_sentences():
    assert len(core_rules()) == len({rule.id for rule in core_rules()}) == 180
    assert len({rule.title for rule in core_rules()}) == len(core_rules())
    for rule in core_rules():
        assert re.fullmatch(r"[A-Z1].*\S[.)]", rule.text), rule.id
        assert len(rule.text.split()) <= 90, f"{rule.id} is longer than a short entry"
        assert rule.words and all(word == word.strip().lower() for word in rule.words), rule.id


def test_an_entry_names_edition_and_page():
    """The page numbers are those of the edition named; the book has 64 pages."""
    assert document().edition == "1 May 2026"
    assert PANIC.badge == "Core, 1 May 2026, page 23"
    assert core_rule("rounding").badge == "Core, 1 May 2026"
    assert all(rule.page is None or 1 <= rule.page <= 64 for rule in core_rules())


def test_the_entries_of_a_subject_stand_together():
    names = [name for name, _ in subjects()]
    assert len(names) == len(set(names)) == 19
    assert sum(len(rules) for _, rules in subjects()) == len(core_rules())


def test_an_entry_says_how_each_mode_differs():
    """Special Operations has a panic of its own (rules 312 to 314)."""
    (special_operations, text), *others = PANIC.differences
    assert special_operations.name == "Special Operations" and not others
    assert list(numbers_in(text)) == [312, 313, 314]
    assert list(numbers_in("Nothing here (rules 3, 5–6) and there (rule 9).")) == [3, 5, 6, 9]


def test_every_keyword_rests_on_an_entry():
    assert all(rules_of_keyword(keyword.id) for keyword in catalogue().data.keywords)
    assert core_rule("attack-8") in rules_of_keyword("pierce")
    assert rules_of_keyword("no-such-keyword") == ()


def test_the_data_are_sound():
    assert audit_core(load_card_data()) == ()


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ({"see": ("gone",)}, "core rule gone"),
        ({"see": ("again",)}, "core rule again"),
        ({"keywords": ("gone",)}, "keyword gone"),
        ({"modes": {"003": "Otherwise (rules 441–442, 312)."}}, "rule 312 of document 003"),
    ],
)
def test_a_link_that_leads_nowhere_is_told(change, wanted):
    assert codes(msgspec.structs.replace(PANIC, id="again", **change)) == {("audit.dangling", wanted)}


def test_an_id_that_stands_twice_or_is_no_address_is_told():
    assert codes(PANIC) == {("audit.duplicate", None)}
    assert codes(msgspec.structs.replace(PANIC, id="Two Words")) == {("audit.slug", None)}


def test_a_keyword_without_an_entry_is_told():
    found = audit_core(
        load_card_data(), tuple(msgspec.structs.replace(rule, keywords=()) for rule in core_rules())
    )
    assert {violation.code for violation in found} == {"audit.no-core-rule"}
    assert len(found) == len(catalogue().data.keywords)


def test_an_unknown_id_is_told_in_a_short_sentence():
    with pytest.raises(UnknownRule, match=r"There is no core rule x{40}\."):
        core_rule("x" * 1000)


def test_rules_named_for_a_mode_are_of_that_mode():
    for rule in core_rules():
        for mode, text in rule.modes.items():
            assert {reference.rule(number).document for number in numbers_in(text)} <= {mode}, rule.id
            assert re.fullmatch(r"[A-Z1-9].*\.", text), (rule.id, text)


def test_entries_can_be_told_apart_by_whoever_keeps_pages():
    """A prompt that shows a card's effect with the entry beneath it is kept by what it shows."""
    assert len({*core_rules(), *core_rules()}) == len(core_rules())
