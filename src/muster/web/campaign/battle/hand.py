"""The command hand on the muster page: two places for each number of pips, and the card of four pips."""

from typing import NamedTuple

from django.http import QueryDict

from muster.rules.campaign.battle.hand import HandCard, complete_hand, hand_choices, unlocked_cards
from muster.rules.campaign.battle.muster import Mustered, MusterPlan
from muster.rules.campaign.battle.steps.side import SideContext
from muster.rules.campaign.library.parts import ParagonCard
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.cards import catalogue
from muster.rules.cards.types import CommandCard
from muster.web.forms import limit_values

LONGEST = 60
STANDING_PIPS = 4


class PlaceInHand(NamedTuple):
    """One place: the card in it, which is `called` so, whether this army may not play it, and what may be
    chosen, in groups."""

    card: str
    called: str
    stranger: bool
    groups: tuple[tuple[str, tuple[HandCard, ...]], ...]


class WrittenCard(NamedTuple):
    """A card of the hand that was written down."""

    pips: int
    id: str
    name: str


def hand_in(form: QueryDict) -> tuple[str, ...]:
    """The hand a form holds; Standing Orders come by themselves, and nothing chosen is no hand."""
    cards = limit_values(filter(None, form.getlist("hand")), LONGEST)[:20]
    return complete_hand(cards, form.get("standing", "")[:LONGEST] or four_pips())


def four_pips() -> str:
    """The id of Standing Orders."""
    return catalogue().army.command_hand.four_pips


class Hand(NamedTuple):
    """The places of a hand by pips, how many there are, and the card of four pips where it is a choice."""

    rows: list[tuple[int, list[PlaceInHand]]]
    size: int
    standing: tuple[HandCard, ...]
    standing_now: str


def hand_of(context: SideContext, plan: MusterPlan, ready: Mustered) -> Hand:
    """The places of the hand with what this army may play."""
    here = [dossier for pick in plan.units if (dossier := context.register.find(pick.dossier)) is not None]
    may = hand_choices(context, ready.army, here)
    wanted = context.cards.army.command_hand.by_pips
    held = {pips: _cards_with_pips(context, plan.command_hand, pips, here) for pips in wanted}
    rows = []
    for pips in sorted(set(wanted) - {STANDING_PIPS}):
        cards = [*held[pips], *[""] * (wanted[pips] - len(held[pips]))]
        taken = [{held_card for held_card in held[pips] if held_card != card} for card in cards]
        rows.append((pips, [_place(context, *pair, may[pips]) for pair in zip(cards, taken, strict=True)]))
    standing = may[STANDING_PIPS] if len(may[STANDING_PIPS]) > 1 else ()
    return Hand(rows, sum(wanted.values()), standing, next(iter(held[STANDING_PIPS]), four_pips()))


def _cards_with_pips(
    context: SideContext, hand: tuple[str, ...], pips: int, here: list[Dossier]
) -> list[str]:
    """The cards of the hand with so many pips; a card nobody knows stands with those of one pip."""
    own = unlocked_cards(here)
    known = {card: own.get(card) or _find_card(context, card) for card in hand}
    return [card for card in hand if (found.pips if (found := known[card]) else 1) == pips]


def _place(context: SideContext, card: str, taken: set[str], may: tuple[HandCard, ...]) -> PlaceInHand:
    """One place; what the other place of the same pips holds is not offered twice."""
    free = [card for card in may if card.id not in taken]
    groups = {
        "Paragon cards": tuple(card for card in free if card.paragon),
        "Of your units": tuple(card for card in free if card.asks),
        "Others": tuple(card for card in free if not card.paragon and not card.asks),
    }
    shown = tuple((name, cards) for name, cards in groups.items() if cards)
    stranger = bool(card) and card not in {card.id for card in may}
    known = _find_card(context, card)
    return PlaceInHand(card, known.name if known else card, stranger, shown)


def _find_card(context: SideContext, card: str) -> CommandCard | ParagonCard | None:
    """A command card, a Paragon card too."""
    return context.cards.commands.get(card) or context.library.paragon_cards.get(card)


def hand_words(context: SideContext) -> list[WrittenCard]:
    """The hand this side wrote down, by pips, for its own eyes."""
    known = ((card, _find_card(context, card)) for card in context.side.hand)
    cards = (WrittenCard(found.pips if found else 0, id, found.name if found else id) for id, found in known)
    return sorted(cards, key=lambda card: card.pips)
