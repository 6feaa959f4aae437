"""The rules and rulings as data, their pages, and the claims that this very suite makes on them."""

import re
from collections import Counter
from pathlib import Path

import pytest

from muster.rules import reference
from muster.rules.cards.catalogue import catalogue
from muster.rules.reference import Tag, UnknownRule
from muster_lab.coverage.rule_pages import PAGES
from tests.docs.glossary import rows
from tests.this_checkout import here, reads_checkout

ROOT = Path(__file__).parents[2]
PER_DOCUMENT = {"000": 282, "001": 122, "002": 36, "003": 58, "004": 167}
PER_TAG = {
    "validate": 177,
    "compute": 118,
    "procedure": 108,
    "state": 107,
    "info": 84,
    "physical": 38,
    "random": 33,
}
RULING_IDS = [
    f"{kind}{n}"
    for kind, last in (("A", 84), ("R", 26), ("T", 16), ("S", 6), ("G", 51), ("K", 13))
    for n in range(1, last + 1)
]


def test_the_rules_are_numbered_from_1_to_665_without_a_gap():
    assert [rule.number for rule in reference.rules()] == list(range(1, 666))


def test_every_document_and_every_tag_has_its_rules():
    assert Counter(rule.document for rule in reference.rules()) == PER_DOCUMENT
    assert Counter(rule.tag for rule in reference.rules()) == PER_TAG
    assert [document.id for document in reference.documents()] == list(PER_DOCUMENT)


def test_the_rules_of_a_section_stand_together():
    places = [(rule.document, rule.section) for rule in reference.rules()]
    starts = [place for before, place in zip([None, *places], places, strict=False) if place != before]
    assert len(starts) == len(set(starts))


def test_every_text_is_a_sentence_of_its_own():
    texts = [rule.text for rule in reference.rules()] + [r.ruling for r in reference.rulings()]
    assert [text for text in texts if not re.fullmatch(r"\S.*\S[.)]", text) or "  " in text] == []
    assert len({rule.text for rule in reference.rules()}) == 665


def test_no_ruling_is_missing_and_none_stands_twice():
    assert [ruling.id for ruling in reference.rulings()] == RULING_IDS


def test_rulings_point_to_rules_of_their_documents_and_to_rulings_that_exist():
    for ruling in reference.rulings():
        assert {reference.rule(number).document for number in ruling.rules} <= set(ruling.documents), (
            ruling.id
        )
        assert {*ruling.see, ruling.superseded_by or ruling.id} <= set(RULING_IDS), ruling.id


def test_only_a_hard_question_supersedes_and_none_is_superseded_itself():
    superseded = {ruling.id for ruling in reference.rulings() if ruling.superseded_by}
    winners = {ruling.superseded_by for ruling in reference.rulings() if ruling.superseded_by}
    assert superseded and all(id.startswith("A") for id in superseded)
    assert all(id[0] in "RTS" for id in winners)


def test_the_contested_rulings_are_switches():
    contested = {"R6", "R12", "R15", "R17", "R22", "R24", "T9", "T11", "T15", "S1", "S6"}
    contested |= {"G2", "G4", "G7", "G10", "G23", "G24", "G27", "G29"}
    assert contested <= {ruling.id for ruling in reference.rulings() if ruling.switch}


def test_a_ruling_named_in_a_rule_concerns_that_rule():
    for rule in reference.rules():
        for id in re.findall(r"ruling ([ARTSGK]\d+)", rule.text):
            assert reference.ruling(id) in reference.rulings_on(rule.number)


def test_a_rule_is_found_by_its_number():
    assert reference.rule(25).text == "Every Register starts with 600 Combat Potential."
    assert reference.rule(25).tag is Tag.STATE
    assert [rule.number for rule in reference.shows(25, 412)] == [25, 412]


def test_a_document_is_found_by_its_id_and_gives_its_rules():
    assert reference.document("003").name == "Recon"
    assert {rule.number for rule in reference.rules("003")} == set(range(441, 499))


@pytest.mark.parametrize("number", [0, 666, -1])
def test_an_unknown_number_is_told_in_a_sentence(number):
    with pytest.raises(UnknownRule, match=f"There is no rule {number}."):
        reference.rule(number)


def test_an_absurd_id_is_told_in_a_short_sentence():
    with pytest.raises(UnknownRule) as caught:
        reference.ruling("R" * 1_000_000)
    assert len(str(caught.value)) < 100


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("most feared RIVAL", {164, 165, 215}),
        ("rival recon", set()),
        ("431", {431}),
        ("tournament 210", {588}),
        ("", set()),
        ("post-game edit register step", {169}),
    ],
)
def test_search_finds_rules_that_have_every_word(words, numbers):
    assert {rule.number for rule in reference.search(words)} == numbers


def test_search_takes_the_other_word_for_a_thing():
    recon = {rule.number for rule in reference.rules("003")}
    assert recon <= {rule.number for rule in reference.search("skirmish")}
    assert [ruling.id for ruling in reference.search_rulings("medevac tunnel")] == ["R1"]


@pytest.mark.parametrize("path", PAGES)
def test_the_pages_are_what_the_data_say(path):
    assert (ROOT / path).read_text("utf-8") == PAGES[path](), "run `muster-lab coverage --write-docs`"


def test_every_rule_and_every_ruling_stands_on_its_page():
    rules_md, rulings_md = ((ROOT / path).read_text("utf-8") for path in PAGES)
    unwrapped = rules_md.replace("\n  ", " ")
    assert all(f"- **{r.number}** [{r.tag}] {r.text}\n" in unwrapped for r in reference.rules())
    assert all(re.search(rf"^\| {r.id}( ⇄)? \| ", rulings_md, re.MULTILINE) for r in reference.rulings())


def test_the_words_we_avoid_stay_out_of_the_rules():
    texts = [r.text for r in reference.rules()] + [r.ruling for r in reference.rulings()]
    avoided = {word for row in rows() for word in row.avoided}
    assert {"warband", "turn", "XP"} <= avoided
    assert said(avoided, texts) == set()
    # A vehicle may turn, ground is level, and a card action may be free.
    assert (
        said(avoided - {"turn", "level", "free card"}, [one.meaning for one in catalogue().keywords.values()])
        == set()
    )


def said(words: set[str], texts: list[str]) -> set[str]:
    """Which of the words stand in the texts."""
    return {word for word in words for text in texts if re.search(rf"\b{re.escape(word)}\b", text, re.I)}


@reads_checkout
def test_what_the_tests_claim_and_the_pages_show_is_sound():
    assert here().problems == ()


def test_every_test_that_claims_a_rule_is_collected(uncollected_claims):
    assert uncollected_claims == []
