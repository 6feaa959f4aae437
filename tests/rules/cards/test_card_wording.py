"""Facts in plain words."""

import pytest

from muster.rules.cards import catalogue
from muster.rules.cards import wording as say
from muster.rules.cards.facts import card_facts
from muster.rules.cards.values import KeywordUse, Orders, Range, Weapon

CARDS = catalogue()


@pytest.mark.parametrize(
    ("card_id", "words"),
    [
        ("eq", "Rebels Corps Trooper"),
        ("Cc", "Rebel Agent or Rebel Officer"),
        ("dx", "in a dark side army"),
        ("Bk", "with Speeder"),
        ("Ls", "Trooper with white defence dice but not Droid Trooper"),
        ("mz", "Imperial Special Forces but not titled Inferno Squad"),
        ("ms", "with a Force slot"),
        ("Ek", "TSMEU-6 Wheel Bikes; or titled Wheel Bike Warlord"),
        ("cw", ""),
    ],
)
def test_restrictions(card_id, words):
    assert say.restriction_in_words(CARDS.upgrade(card_id).restriction, CARDS.keywords) == words


@pytest.mark.parametrize(
    ("orders", "words"),
    [
        (None, "not known"),
        (Orders(count=0), "no units"),
        (Orders(count=1), "1 unit"),
        (Orders(count=3, kind="trooper"), "3 trooper units"),
        (Orders(kind="trooper"), "trooper units (number not known)"),
        (Orders(names=("Han Solo", "Luke Skywalker")), "Han Solo and Luke Skywalker"),
        (Orders(names=("Kalani", "Kraken"), any_name=True), "Kalani or Kraken"),
        (Orders(names=("Yoda",), count=1, kind="trooper"), "Yoda and 1 trooper unit"),
    ],
)
def test_orders(orders, words):
    assert say.orders_in_words(orders) == words


@pytest.mark.parametrize(
    ("reach", "words"),
    [
        (None, "–"),
        (Range(0, 0), "Melee"),
        (Range(0, 2), "Melee–2"),
        (Range(1, 3), "1–3"),
        (Range(1, None), "1–?"),
    ],
)
def test_ranges(reach, words):
    assert say.range_in_words(reach) == words


def test_keywords_and_dice():
    assert say.keyword_in_words(KeywordUse(id="armor", value=5), CARDS.keywords) == "Armor 5"
    assert say.keyword_in_words(KeywordUse(id="fixed", value="Front"), CARDS.keywords) == "Fixed: Front"
    assert say.keyword_in_words(KeywordUse(id="unheard-of"), CARDS.keywords) == "unheard-of"
    assert say.dice_in_words(Weapon(name="Stick", red=2, white=1)) == "2 red, 1 white"
    assert say.dice_in_words(Weapon(name="Shout")) == "none"


def test_every_card_has_facts():
    for card in CARDS.data.everything:
        known = card_facts(CARDS, card)
        assert known["kind"] == card.kind
        assert known["as_of"] == "2026-06-19"
