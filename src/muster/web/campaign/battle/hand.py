"""The command hand on the muster page: two places for each number of pips, and the card of four pips."""

from typing import NamedTuple

from django.http import QueryDict

from muster.rules.campaign.battle.hand import HandCard, completed, offered, unlocked
from muster.rules.campaign.battle.muster import Mustered, MusterPlan
from muster.rules.campaign.battle.steps.side import SideContext
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.cards import catalogue
from muster.web.forms import limited

LONGEST = 60
STANDING_PIPS = 4


class PlaceInHand(NamedTuple):
    """One place: the card in it, whether this army may not play it, and what may be chosen, in groups."""

    card: str
    name: str
    stranger: bool
    groups: tuple[tuple[str, tuple[HandCard, ...]], ...]


def hand_in(form: QueryDict) -> tuple[str, ...]:
    """The hand a form holds; Standing Orders come by themselves, and nothing chosen is no hand."""
    cards = limited(filter(None, form.getlist("hand")), LONGEST)[:20]
    return completed(cards, form.get("standing", "")[:LONGEST] or four_pips())


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
    here = [one for pick in plan.units if (one := context.register.find(pick.dossier)) is not None]
    may = offered(context, ready.army, here)
    wanted = context.cards.army.command_hand.by_pips
    held = {pips: _held(context, plan.command_hand, pips, here) for pips in wanted}
    rows = [
        (pips, _places(context, held[pips], may[pips], wanted[pips]))
        for pips in sorted(wanted)
        if pips != STANDING_PIPS
    ]
    standing = may[STANDING_PIPS] if len(may[STANDING_PIPS]) > 1 else ()
    return Hand(rows, sum(wanted.values()), standing, next(iter(held[STANDING_PIPS]), four_pips()))


def _held(context: SideContext, hand: tuple[str, ...], pips: int, here: list[Dossier]) -> list[str]:
    """The cards of the hand with so many pips; a card nobody knows stands with those of one pip."""
    own = unlocked(here)

    def counts(card: str) -> int:
        known = own.get(card) or context.cards.commands.get(card) or context.library.paragon_cards.get(card)
        return known.pips if known else 1

    return [card for card in hand if counts(card) == pips]


def _places(
    context: SideContext, held: list[str], may: tuple[HandCard, ...], count: int
) -> list[PlaceInHand]:
    cards = [*held, *[""] * (count - len(held))]
    return [_place(context, card, may, {one for one in held if one != card}) for card in cards]


def _place(context: SideContext, card: str, may: tuple[HandCard, ...], taken: set[str]) -> PlaceInHand:
    """One place; what the other place of the same pips holds is not offered twice."""
    free = [one for one in may if one.id not in taken]
    groups = {
        "Paragon cards": tuple(one for one in free if one.paragon),
        "Of your units": tuple(one for one in free if one.asks),
        "Others": tuple(one for one in free if not one.paragon and not one.asks),
    }
    shown = tuple((name, cards) for name, cards in groups.items() if cards)
    stranger = bool(card) and card not in {one.id for one in may}
    return PlaceInHand(card, card_name(context, card) if stranger else "", stranger, shown)


def card_name(context: SideContext, card: str) -> str:
    """A command card by its name, a Paragon card too."""
    known = context.cards.commands.get(card) or context.library.paragon_cards.get(card)
    return known.name if known else card


def hand_words(context: SideContext) -> list[tuple[int, list[str]]]:
    """The hand this side wrote down, by pips, for its own eyes."""
    by_pips: dict[int, list[str]] = {}
    for card in context.side.hand:
        known = context.cards.commands.get(card) or context.library.paragon_cards.get(card)
        by_pips.setdefault(known.pips if known else 0, []).append(known.name if known else card)
    return sorted(by_pips.items())
