"""Facts read again from the cards: each as the card has it, with where it was read."""

from collections.abc import Iterable

import pytest

from muster.rules.cards import catalogue
from muster.rules.cards.values import Orders
from muster.rules.game.phases.command import pips_of

CARDS = catalogue()
# Hand, printed: the card says that it counts as the first when a hand is built.
TWO_PIPS = {
    "rr": (1, 3),
    "nj": (3, 1),
    "Iv": (1, 4),
    "nn": (2, 1),
    "cs": (1, 0),
    "sy": (2, 1),
    "xc": (3, 4),
    "uu": (2, 3),
}
ORDERS = {
    "ta": Orders(count=3, kind="special forces or corps"),
    "pu": Orders(count=1, kind="special forces or support"),
    "wf": Orders(count=1, kind="vehicle"),
    "by": Orders(names=("Director Orson Krennic",)),
    "wv": Orders(names=("Fifth Brother",), count=2, kind="trooper"),
    "rs": Orders(names=("Maul",), count=1),
    "rw": Orders(count=0),
    "ir": Orders(count=4, kind="clone trooper"),
    "vz": Orders(count=3, kind="ewok trooper"),
}
TITLES = {"rr": "A Rival", "rs": "A Rival", "rt": "A Rival"} | dict.fromkeys(
    ("vi", "vf", "vg", "vh"), "Fulcrum"
)
DICE = {
    ("an", "1.4 FD Laser Cannon"): (0, 5, 0),
    ("if", "Mark II Medium Blaster"): (0, 4, 0),
    ("aw", "Fett's EE-3 Carbine"): (0, 2, 0),
    ("tj", "Modified DLT-20A Rifle"): (0, 2, 1),
    ("ti", "Modified DLT-20A Rifle"): (0, 2, 1),
}
BEYOND_FIVE = {("kh", "A280 Rifle"): 1, ("fi", "AT-ST Mortar Launcher"): 4, ("kg", "Iden's DLT-20A Rifle"): 1}


def read(card_id: str) -> set[str]:
    """The facts of a card that were read again; each says where."""
    found = CARDS.cards[card_id].read_from
    assert all(each.source for each in found)
    return {each.fact for each in found}


def weapon(card_id: str, name: str):
    """A weapon of a card."""
    return next(weapon for weapon in CARDS.cards[card_id].weapons if weapon.name == name)


def test_eight_cards_have_other_pips_in_a_hand_than_in_a_game():
    two = {
        card.id: (card.pips, card.printed_pips)
        for card in CARDS.data.commands
        if card.printed_pips is not None
    }
    assert two == TWO_PIPS
    assert all("printed_pips" in read(card) for card in TWO_PIPS)
    assert {card: pips_of(card) for card in TWO_PIPS} == {card: most for card, (_, most) in TWO_PIPS.items()}
    assert pips_of("aa") == CARDS.commands["aa"].pips == 4


@pytest.mark.parametrize("card", ORDERS)
def test_orders_as_the_card_has_them(card):
    assert CARDS.commands[card].orders == ORDERS[card] and "orders" in read(card)


def test_forty_five_orders_became_known_and_twenty_five_are_not():
    def told(orders: Orders | None) -> bool:
        return orders is not None and (orders.count is not None or bool(orders.names) or orders.any_name)

    assert sum(not told(card.orders) for card in CARDS.data.commands) == 25
    assert sum("orders" in read(card.id) for card in CARDS.data.commands) == 45 + 2


@pytest.mark.parametrize("card", TITLES)
def test_some_cards_ask_for_a_title(card):
    assert [need.titles for need in CARDS.commands[card].needs] == [(TITLES[card],)] and "needs" in read(card)


@pytest.mark.parametrize("card", ["rw", "rx", "ry"])
def test_ploy_and_its_kind_ask_for_a_mercenary_leader(card):
    (need,) = CARDS.commands[card].needs
    assert [(option.factions, option.ranks) for option in need.any] == [
        (("mercenary",), ("commander",)),
        (("mercenary",), ("operative",)),
    ]


@pytest.mark.parametrize(("card", "name"), DICE)
def test_dice_of_weapons(card, name):
    found = weapon(card, name)
    assert (found.red, found.black, found.white) == DICE[card, name]
    assert f"weapons.{name}.dice" in read(card)


@pytest.mark.parametrize(("card", "name"), BEYOND_FIVE)
def test_ranges_beyond_five(card, name):
    assert weapon(card, name).range == (BEYOND_FIVE[card, name], "beyond")


def test_keywords_marks_and_slots():
    def keywords(card: str) -> Iterable[tuple[str, object]]:
        return [(use.id, use.value) for use in CARDS.cards[card].keywords]

    assert ("sharpshooter", 1) in keywords("kg") and ("arsenal", 2) in keywords("ti")
    assert [use.id for use in CARDS.commands["sl"].keywords] == ["indomitable"]
    assert [CARDS.upgrades[card].use for card in ("Cc", "hq", "Me", "Jw")] == [
        "none",
        "none",
        "none",
        "exhaust",
    ]
    assert CARDS.units["if"].slots == ("comms",)
    assert [weapon.name for weapon in CARDS.units["if"].weapons] == ["Unarmed", "Mark II Medium Blaster"]
    # Older printings are no errors.
    assert [CARDS.upgrades[card].slot for card in ("Kg", "Kn", "Kr")] == [
        "grenades",
        "personnel",
        "personnel",
    ]
