"""Why something is so: what is on file, the shortest first, with its source."""

import json
from importlib import resources

import msgspec
import pytest

from muster.rules import reference
from muster.rules.cards import catalogue
from muster.rules.cards.catalogue import load_card_data
from muster.rules.core_rules import core_rule
from muster.rules.game.special_operations.squads import finding
from muster.rules.game.special_operations.squads.cards import EDITIONS
from muster.rules.messages import messages, outline
from muster.rules.violations import Refused
from muster.rules.why.answers import Answer, Question, answer, has_grounds, rule_numbers_in
from muster.rules.why.audit import audit_grounds
from muster.rules.why.grounds import Grounds, beneath_effect, grounds, of_step
from muster.rules.why.reasons import Reason

OF_THE_GAME = ("army", "deck", "hand")
ABOUT_THE_PROGRAM = {
    "army.list_error", "army.list_missing", "army.no_entry", "army.no_file", "army.no_such_format",
    "army.not_json", "army.not_owned", "army.too_big", "army.unknown_card", "army.unknown_force",
    "army.unknown_format", "army.unreadable", "army.wrong_kind",
}  # fmt: skip


def reasons(found: Answer, part: str = "") -> list[Reason]:
    return [reason for each in found.parts if part in ("", each.title) for reason in each.reasons]


def ids(found: Answer, part: str = "") -> set[str]:
    return {reason.id for reason in reasons(found, part)}


def code_of(**asked: object) -> str:
    with pytest.raises(Refused) as refused:
        answer(Question(**asked))
    return refused.value.violations[0].code


def test_every_card_has_something_on_file_with_a_source_and_the_shortest_first():
    for card in catalogue().data.cards:
        found = answer(Question(card=card.slug))
        assert found.cards == ((card.full_name, card.slug),)
        assert found.parts, card.slug
        for part in found.parts:
            lengths = [len(reason.text) for reason in part.reasons]
            assert lengths == sorted(lengths), (card.slug, part.title)
        assert all(reason.source and reason.text for reason in reasons(found)), card.slug


def test_a_card_tells_its_keywords_its_effect_and_what_they_rest_on():
    vader = answer(Question(card="Darth Vader"))
    assert {"deflect", "immune-pierce", "pierce", "impact"} <= ids(vader, "On the card")
    assert {"unique", "commander-courage", "attack-8"} <= ids(vader, "Core rules it rests on")
    push = answer(Question(card="Force Push"))
    assert [reason.kind for reason in reasons(push, "On the card")] == ["effect"]
    assert {"exhaust", "free-action"} <= ids(push, "Core rules it rests on")


def test_a_rule_of_special_operations_is_told_of_its_own_cards_alone():
    assert "323" not in ids(answer(Question(card="Darth Vader")))
    assert "323" in ids(answer(Question(keyword="pierce")))


def test_where_two_units_meet_comes_first():
    found = answer(Question(card="Darth Vader", target="AT-RT"))
    assert found.parts[0].title == "Where the two meet"
    assert {"impact", "armor"} <= ids(found, "Where the two meet"), "Impact speaks of Armor"
    assert "deflect" not in ids(found), "it counts when he defends"
    assert {"vehicles", "attack-sequence"} <= ids(found, "Core rules they rest on")
    back = answer(Question(card="AT-RT", target="Darth Vader"))
    assert "deflect" in ids(back) and "relentless" not in ids(back)


def test_two_units_of_special_operations_are_read_by_their_own_cards():
    found = answer(Question(card="playtest/unit/rebel-commando-sniper", target="playtest/unit/magnaguard"))
    assert all(reason.kind in ("ability", "rule", "ruling", "core") for reason in reasons(found))
    courage = next(reason for reason in reasons(found) if reason.id == "courage")
    assert "rule 306" in courage.differs


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_card_of_special_operations_can_be_asked_about(edition):
    for kind, id in finding.entries(edition):
        if kind != "squad":
            assert answer(Question(card=f"{edition}/{kind}/{id}")).cards[0][1] == f"{edition}/{kind}/{id}"


def test_a_keyword_tells_its_meaning_its_rules_and_core_rules():
    for keyword in catalogue().data.keywords:
        found = answer(Question(keyword=keyword.id))
        assert keyword.meaning in [reason.text for reason in reasons(found)]
        assert any(reason.kind == "core" for reason in reasons(found)), keyword.id
    assert {"R22", "116"} <= ids(answer(Question(keyword="equip")))


def test_a_refusal_tells_the_rules_of_its_source_their_rulings_and_core_rules():
    found = answer(Question(refusal="army.points", rules=(446, 99999)))
    assert {"446", "A2", "points"} <= ids(found)
    assert found.said == "… of … points, … over."
    assert reference.rule(446).text in [reason.text for reason in reasons(found)]
    assert "detachment" in ids(answer(Question(refusal="army.detachment")))


def test_every_refusal_of_an_army_by_the_rules_rests_on_something():
    codes = {code for code in messages() if code.split(".")[0] in OF_THE_GAME}
    assert codes - set(grounds().refusals) == ABOUT_THE_PROGRAM


def test_the_rules_a_source_names_are_read():
    assert rule_numbers_in("Tours of Duty, rules 312–314 and 12") == (312, 314, 12)
    assert rule_numbers_in("core rulebook, ranks 3") == ()
    assert has_grounds("log.stale", "Recon, rule 446") and not has_grounds("log.stale", "log")


def test_a_step_tells_its_core_rules_and_how_the_mode_differs():
    found = answer(Question(step="rally", mode="special-operations", rules=(307,)))
    assert {"307", "rally", "suppression"} <= ids(found)
    differs = {reason.id: reason.differs for reason in reasons(found) if reason.kind == "core"}
    assert differs["suppression"] == core_rule("suppression").modes["001"]
    assert not any(reason.differs for reason in reasons(answer(Question(step="rally", mode="standard"))))


def test_every_question_of_a_game_rests_on_a_core_rule():
    raw = resources.files("muster.data").joinpath("games", "prompts.json").read_bytes()
    words = json.loads(raw)
    named = {
        f"{kind}-{name.removeprefix('operation-')}"
        for kind in ("choose", "roll", "confirm")
        for name in words[kind]
    }
    assert {name for name in named if not of_step(name).core} == set()


def test_a_new_question_says_with_its_words_what_it_rests_on(monkeypatch):
    """A card that asks needs no row in a second file."""
    rows = {"choose-own": Grounds(core=("command-effects",))}
    monkeypatch.setattr("muster.rules.why.grounds._told_with_words", lambda: rows)
    assert of_step("choose-own").core == ("command-effects",)
    assert of_step("choose-edge") == grounds().steps["choose-edge"], "what is on file holds"


def test_every_effect_rests_on_a_core_rule():
    assert [effect.slug for effect in catalogue().data.effects.effects if not beneath_effect(effect)] == []


def test_what_is_not_known_is_refused():
    assert code_of() == "why.nothing_asked"
    assert code_of(card="zzzzzz qqqq") == "card.unknown"
    assert code_of(keyword="nothing") == "why.unknown_keyword"
    assert code_of(refusal="nothing") == "why.unknown_refusal"
    assert code_of(refusal="log.stale") == "why.not_on_file"
    assert code_of(step="nothing") == "why.unknown_step"


def test_an_outline_has_dots_for_numbers_and_names():
    assert outline("army.slots") == "No … slot is left on … for …; it has … in all."
    assert all("{" not in outline(code) for code in messages())


def test_the_grounds_name_what_is_there():
    assert audit_grounds(load_card_data()) == ()


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ({"steps": {"rally": Grounds(core=("gone",))}}, "core gone"),
        ({"refusals": {"army.points": Grounds(rules=(999,))}}, "rules 999"),
        ({"refusals": {"gone.code": Grounds()}}, "refusal gone.code"),
        ({"cards": {"unit/gone": Grounds()}}, "card unit/gone"),
        ({"keywords": {"pierce": Grounds(rulings=("Z1",))}}, "rulings Z1"),
        ({"in_attacks": {"gone": "attacker"}}, "keyword or ability gone"),
        ({"ranks": {"corps": ("gone",)}}, "core gone"),
    ],
)
def test_grounds_that_lead_nowhere_are_told(change, wanted):
    found = audit_grounds(load_card_data(), msgspec.structs.replace(grounds(), **change))
    assert [violation.params["wanted"] for violation in found] == [wanted]


@pytest.mark.parametrize(
    ("step", "core"),
    [
        ("declare-attack", ("attack-1", "attack-2a", "attack-2b", "attack-3", "attack-5a", "attack-5b")),
        ("defend-attack", ("attack-5e", "attack-6", "attack-7e")),
        ("choose-attack-pierce", ("attack-6", "attack-8")),
        ("choose-attack-lends", ("attack-11",)),
        ("choose-attack-falls", ("attack-9", "wounds")),
    ],
)
def test_a_prompt_of_an_attack_rests_on_the_steps_it_settles(step, core):
    """Core rulebook, pages 31 to 36: who is obscured is told (step 5a), Dodges are step 5e, shields and
    Guardian 6, Surges that block 7e; other units gain what they gain once the attack is over."""
    assert grounds().steps[step].core == core
