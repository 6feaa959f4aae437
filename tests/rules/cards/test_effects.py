"""What cards do: read strictly, told shortly, held against what is on file; or one reason why not."""

from collections import Counter
from datetime import date

import msgspec
import pytest

from muster.rules.cards import catalogue
from muster.rules.cards.catalogue import load_card_data
from muster.rules.cards.effect_audit import audit_card_effects, differences
from muster.rules.cards.effects import (
    Given,
    Piece,
    keyword_in,
    no_effect_reason,
    reason_in_words,
    text_pieces,
)
from muster.rules.cards.types import CommandCard, Upgrade
from muster.rules.cards.values import Change, Orders, Release
from muster.rules.cards.wording import orders_in_words

CARDS = catalogue()
DATA = load_card_data()
TOLD = (*DATA.upgrades, *DATA.commands)
PICTURES = DATA.effects.pictures


def changed(card_id, **fields):
    """The data with other fields in one effect."""
    effects = (
        msgspec.structs.replace(effect, **fields) if effect.id == card_id else effect
        for effect in DATA.effects.effects
    )
    return msgspec.structs.replace(
        DATA, effects=msgspec.structs.replace(DATA.effects, effects=tuple(effects))
    )


def test_every_effect_agrees_with_what_is_on_file_or_is_listed():
    assert audit_card_effects(DATA) == ()


def test_every_card_has_an_effect_or_exactly_one_reason():
    counted = Counter("effect" if CARDS.effect(card) else no_effect_reason(card, PICTURES) for card in TOLD)
    assert counted.keys() == {"effect", "unseen", "unreleased", "changed", "parts"}
    assert counted["effect"] == len(DATA.effects.effects)


@pytest.mark.parametrize(
    ("card_id", "reason", "words"),
    [
        ("Ll", "unreleased", "Not known yet: the card is not released."),
        ("Kg", "changed", "Not known: the card changed after the pictures we have read."),
        ("hq", "parts", "It brings its weapon and nothing else."),
        ("bl", "parts", "It brings its orders and nothing else."),
        ("Ec", "unseen", "Not known: we have seen no picture of this card."),
    ],
)
def test_the_reason_follows_from_what_is_on_file(card_id, reason, words):
    card = CARDS.cards[card_id]
    assert no_effect_reason(card, PICTURES) == reason
    assert reason_in_words(card, reason) == words


def test_a_change_on_the_day_of_the_pictures_is_on_them():
    card = msgspec.structs.replace(CARDS.upgrade("hq"), changes=(Change(date=PICTURES, kinds=("effect",)),))
    assert no_effect_reason(card, PICTURES) == "parts"
    assert no_effect_reason(card, date(2026, 4, 20)) == "changed"
    later = msgspec.structs.replace(card, release=Release(status="unreleased"))
    assert no_effect_reason(later, date(2026, 4, 20)) == "unreleased", "a card nobody has did not change"


def test_keywords_of_a_text_are_cut_out_to_become_links():
    effect = CARDS.effect(CARDS.command("tw"))
    assert effect.plain == (
        "The ordered droid takes an Aim token and has Demoralize 3 and Steady for the round."
    )
    assert text_pieces(effect, CARDS.keywords_by_name) == (
        Piece("The ordered droid takes an Aim token and has "),
        Piece("Demoralize 3", "demoralize"),
        Piece(" and "),
        Piece("Steady", "steady"),
        Piece(" for the round."),
    )


@pytest.mark.parametrize(
    ("label", "keyword"),
    [
        ("Immune: Pierce", "immune-pierce"),
        ("AI: Aim, Attack", "ai"),
        ("Treat 1: Capacity 2", "treat"),
        ("Independent: Dodge 1", "independent"),
        ("Nothing 1", None),
    ],
)
def test_a_printed_keyword_is_found_with_its_value(label, keyword):
    assert keyword_in(label, CARDS.keywords_by_name) == keyword


@pytest.mark.parametrize(
    ("card_id", "fields", "fact"),
    [
        ("tw", {"gives": (Given(id="demoralize", value=2),)}, "keywords"),
        ("li", {"gives": (Given(id="steady"),)}, "keywords"),
        ("db", {"use": "none"}, "use"),
        ("dy", {"use": "exhaust"}, "use"),
        ("tw", {"orders": "IG-88"}, "orders"),
        ("ey", {"slots": ()}, "slots"),
        ("da", {"text": "Gives this weapon."}, "weapons"),
        ("tw", {"miniatures": 1}, "miniatures"),
    ],
)
def test_a_difference_is_found(card_id, fields, fact):
    slug = CARDS.card(card_id).slug
    (found,) = (found for found in audit_card_effects(changed(card_id, **fields)) if slug in found.about)
    assert (found.code, found.params["fact"]) == ("audit.effect", fact)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"text": "word " * 46}, "audit.effect-words"),
        ({"text": "Has {Bravery 2}."}, "audit.keyword"),
        ({"slug": "command/other"}, "audit.dangling"),
    ],
)
def test_a_text_that_is_long_or_names_nothing_is_found(fields, code):
    assert code in {found.code for found in audit_card_effects(changed("tw", **fields))}


def test_a_listed_place_differs_in_truth_and_is_not_reported():
    assert {found.fact for found in differences(CARDS.effect(CARDS.upgrade("Ck")), CARDS.upgrade("Ck"))} == {
        "keywords",
        "use",
    }


def test_no_place_is_open_where_the_card_changed_after_the_pictures():
    """A picture wins unless the card changed later: then the record does, and nothing is open."""
    later = {card.id for card in TOLD if any(change.date > PICTURES for change in card.changes)}
    assert "sc" in later and not later & {place.id for place in DATA.effects.open}


def test_a_command_card_brings_its_own_weapon():
    (weapon,) = CARDS.effect(CARDS.command("vx")).weapons
    assert (weapon.name, weapon.range, weapon.red, weapon.black) == ("Log Trap", (1, 4), 2, 3)
    assert {(use.id, use.value) for use in weapon.keywords} == {("impact", 4), ("pierce", 1)}


def test_only_upgrades_and_command_cards_have_effects():
    assert {type(CARDS.cards[effect.id]) for effect in DATA.effects.effects} == {Upgrade, CommandCard}


@pytest.mark.parametrize(
    ("orders", "words"),
    [
        (Orders(count=4, kind="2 trooper and 2 vehicle"), "2 trooper and 2 vehicle units"),
        (Orders(kind="each eligible"), "each eligible unit"),
        (Orders(count=2, kind="ewok trooper"), "2 Ewok trooper units"),
    ],
)
def test_orders_read_like_a_sentence(orders, words):
    assert orders_in_words(orders) == words
