"""The command hand of a mustered army: seven cards, the Paragon's own among them (rules 273 to 275, 432 on).

A hand is a secret (rule 437). It is kept beside the army, in an event that only its own side may see, and the
army document that both sides may read has none.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from muster.rules.armies.army import Army
from muster.rules.armies.building.picker import Picker
from muster.rules.campaign.battle.steps.side import SideContext, trait_active
from muster.rules.campaign.register.dossier import Dossier, ParagonCard
from muster.rules.campaign.register.register import problem
from muster.rules.cards.types import CommandCard
from muster.rules.violations import Violation

DISILLUSIONED: Final = "disillusioned"


class HandCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card that may be in the hand. `asks` are the units it names; a Paragon card is the Paragon's own."""

    id: str
    name: str
    pips: int
    paragon: bool = False
    faction: str = ""
    asks: str = ""


def unlocked_cards(here: Iterable[Dossier]) -> dict[str, ParagonCard]:
    """Rule 275: the Paragon cards of the units in the army, by their ids."""
    return {card.id: card for dossier in here for card in dossier.paragon_cards}


def hand_problems(seat: SideContext, hand: tuple[str, ...], here: list[Dossier]) -> Iterator[Violation]:
    """Rule 275 and ambiguity 53: Paragon cards fill the places of their pips; the hand stays at seven."""
    own, wanted = unlocked_cards(here), seat.cards.army.command_hand.by_pips
    known = (own.get(card) or seat.cards.commands.get(card) for card in hand)
    have = Counter(card.pips for card in known if card)
    for pips, count in sorted(wanted.items()):
        if have[pips] != count:
            yield problem("muster.hand", (), 275, pips=pips, have=have[pips], wanted=count)
    for card, count in Counter(hand).items():
        if count > 1 and card in own:
            yield problem("muster.card_twice", (card,), 275, card=own[card].name)
    for card in hand:
        if card in barred_cards(seat, own):
            name = own[card].name if card in own else seat.cards.command(card).name
            yield problem("muster.disillusioned", (card,), "ambiguity 54", card=name)


def barred_cards(seat: SideContext, own: Collection[str]) -> frozenset[str]:
    """Disillusioned: none of the Paragon's own command cards, its Paragon cards among them (amb. 54)."""
    if not trait_active(seat, DISILLUSIONED):
        return frozenset()
    paragon = seat.register.paragon
    unit = seat.cards.units.get(paragon.unit) if paragon else None
    asking = seat.cards.command_cards(unit) if unit else ()
    named = (card.id for card in asking if unit and any(unit.name in need.names for need in card.needs))
    return frozenset((*named, *own))


def hand_choices(seat: SideContext, army: Army, here: list[Dossier]) -> dict[int, tuple[HandCard, ...]]:
    """What may be in the hand of this army, by pips: Paragon cards, then cards of units, then the others."""
    own = unlocked_cards(here)
    options = Picker(replace(army, command_hand=()), seat.cards).commands()
    playable = [seat.cards.commands[option.card] for option in options if option.may_add]
    found = [
        *(HandCard(id=card.id, name=card.name, pips=card.pips, paragon=True) for card in own.values()),
        *(
            _offer(card)
            for card in sorted(playable, key=lambda card: (not card.needs, not card.faction, card.name))
        ),
    ]
    out = barred_cards(seat, own)
    return {
        pips: tuple(card for card in found if card.pips == pips and card.id not in out)
        for pips in sorted(seat.cards.army.command_hand.by_pips)
    }


def _offer(card: CommandCard) -> HandCard:
    asks = ", ".join(name for need in card.needs for name in need.names)
    return HandCard(id=card.id, name=card.name, pips=card.pips, faction=card.faction or "", asks=asks)


def complete_hand(cards: tuple[str, ...], standing: str) -> tuple[str, ...]:
    """The hand with its card of four pips, which is always in it (rule 434); none where nothing is chosen."""
    return (*cards, standing) if cards else ()


def without_hand(army: Army) -> Army:
    """The army as both sides may read it: without the hand (rule 437)."""
    return replace(army, command_hand=())
