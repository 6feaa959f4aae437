"""A command hand and a battle deck filled up with cards that may be played, for the player to change."""

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from muster.rules.armies.army import Army
from muster.rules.armies.building.picker import Option, Picker
from muster.rules.cards.catalogue import Catalogue


def with_full_hand(army: Army, catalogue: Catalogue) -> Army:
    """The army with the empty places of its hand filled (rule 432): the cards of its own units first."""
    hand = catalogue.army.command_hand
    have = Counter(card.pips for card_id in army.command_hand if (card := catalogue.commands.get(card_id)))
    open_places = {str(pips): most - have[pips] for pips, most in hand.by_pips.items()}
    cards = catalogue.commands
    options = sorted(
        Picker(army, catalogue).commands(),
        key=lambda option: (
            option.card != hand.four_pips,
            not cards[option.card].needs,
            cards[option.card].faction is None,
            cards[option.card].name,
        ),
    )
    return replace(army, command_hand=(*army.command_hand, *first_that_fit(options, open_places)))


def with_full_deck(army: Army, catalogue: Catalogue) -> Army:
    """The army with the empty places of its battle deck filled: the cards of its faction first."""
    picker, cards = Picker(army, catalogue), catalogue.battle_cards
    deck, wanted = army.battle_deck, picker.lineup.format.battle_deck.categories
    options = sorted(
        picker.battle_cards(),
        key=lambda option: (cards[option.card].faction is None, cards[option.card].name),
    )
    for category, most in wanted.items():
        have = deck.of(category)
        fitting = [option for option in options if option.place == category]
        more = first_that_fit(fitting, {category: most - len(have)})
        deck = replace(deck, **{category: (*have, *more)})
    return replace(army, battle_deck=deck)


def first_that_fit(options: Iterable[Option], open_places: dict[str, int]) -> list[str]:
    """The first cards that may be added, as many as there are open places for their kind."""
    left, taken = dict(open_places), []
    for option in options:
        if option.may_add and left.get(option.place, 0) > 0:
            left[option.place] -= 1
            taken.append(option.card)
    return taken
