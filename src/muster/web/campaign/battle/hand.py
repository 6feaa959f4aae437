"""The command hand on the muster page: two places for each number of pips, and the card of four pips."""

from typing import Any, NamedTuple

from django.http import QueryDict

from muster.rules.campaign.battle.hand import HandCard, completed, offered, unlocked
from muster.rules.campaign.battle.muster import Mustered, MusterPlan
from muster.rules.campaign.battle.steps.side import SideContext
from muster.rules.cards import catalogue

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
    cards = tuple(one[:LONGEST] for one in form.getlist("hand") if one)[:20]
    return completed(cards, form.get("standing", "")[:LONGEST] or four_pips())


def four_pips() -> str:
    """The id of Standing Orders."""
    return catalogue().army.command_hand.four_pips


def hand_context(seat: SideContext, plan: MusterPlan, ready: Mustered) -> dict[str, Any]:
    """The places of the hand with what this army may play, and the card of four pips where it is a choice."""
    here = [one for pick in plan.units if (one := seat.register.find(pick.dossier)) is not None]
    may = offered(seat, ready.army, here)
    wanted = seat.cards.army.command_hand.by_pips
    held = {pips: _held(seat, plan.command_hand, pips, here) for pips in wanted}
    return {
        "hand_rows": [
            (pips, _places(seat, held[pips], may[pips], wanted[pips]))
            for pips in sorted(wanted)
            if pips != STANDING_PIPS
        ],
        "standing": may[STANDING_PIPS] if len(may[STANDING_PIPS]) > 1 else (),
        "standing_now": next(iter(held[STANDING_PIPS]), four_pips()),
    }


def _held(seat: SideContext, hand: tuple[str, ...], pips: int, here: list[Any]) -> list[str]:
    """The cards of the hand with so many pips; a card nobody knows stands with those of one pip."""
    own = unlocked(here)

    def counts(card: str) -> int:
        known = own.get(card) or seat.cards.commands.get(card) or seat.library.paragon_cards.get(card)
        return known.pips if known else 1

    return [card for card in hand if counts(card) == pips]


def _places(seat: SideContext, held: list[str], may: tuple[HandCard, ...], count: int) -> list[PlaceInHand]:
    cards = [*held, *[""] * (count - len(held))]
    return [_place(seat, card, may, {one for one in held if one != card}) for card in cards]


def _place(seat: SideContext, card: str, may: tuple[HandCard, ...], taken: set[str]) -> PlaceInHand:
    """One place; what the other place of the same pips holds is not offered twice."""
    free = [one for one in may if one.id not in taken]
    groups = {
        "Paragon cards": tuple(one for one in free if one.paragon),
        "Of your units": tuple(one for one in free if one.asks),
        "Others": tuple(one for one in free if not one.paragon and not one.asks),
    }
    shown = tuple((name, cards) for name, cards in groups.items() if cards)
    stranger = bool(card) and card not in {one.id for one in may}
    return PlaceInHand(card, card_name(seat, card) if stranger else "", stranger, shown)


def card_name(seat: SideContext, card: str) -> str:
    """A command card by its name, a Paragon card too."""
    known = seat.cards.commands.get(card) or seat.library.paragon_cards.get(card)
    return known.name if known else card


def hand_words(seat: SideContext) -> list[tuple[int, list[str]]]:
    """The hand this side wrote down, by pips, for its own eyes."""
    by_pips: dict[int, list[str]] = {}
    for card in seat.side.hand:
        known = seat.cards.commands.get(card) or seat.library.paragon_cards.get(card)
        by_pips.setdefault(known.pips if known else 0, []).append(known.name if known else card)
    return sorted(by_pips.items())
