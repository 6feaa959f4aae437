"""The miniatures of a unit: how wounds fall on them, and who is left.

The wounded one suffers first, the leader falls last (core rulebook, page 35). Who falls before is its
player's choice; until they say so, those of the unit's own card do.
"""

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import UnsetType


class Mini(msgspec.Struct, frozen=True):
    """So many miniatures of one card, each with so many wounds; those of the first card have the leader."""

    card: str
    count: int
    wounds: int = 1


class Losses(msgspec.Struct, frozen=True):
    """How many of each card have fallen, and the wounds on one that stands still: whose it is."""

    fallen: Mapping[str, int] = {}
    hurt: int = 0
    wounded: str = ""


Minis = tuple[Mini, ...]


def left_of(minis: Minis, losses: Losses) -> dict[str, int]:
    """How many of each card stand."""
    return {mini.card: mini.count - losses.fallen.get(mini.card, 0) for mini in minis}


def lost_wounds(minis: Minis, losses: Losses) -> int:
    """The wounds that they have suffered together."""
    return sum(mini.wounds * losses.fallen.get(mini.card, 0) for mini in minis) + losses.hurt


def next_to_fall(minis: Minis, losses: Losses) -> tuple[str, ...]:
    """The cards of whom the next wound may be put on, those that fall unless told otherwise first: the
    wounded one alone if there is one, the leader only when nobody else stands."""
    if losses.wounded:
        return (losses.wounded,)
    left = left_of(minis, losses)
    leader, others = minis[0].card, [mini.card for mini in minis[1:] if left[mini.card]]
    if left[leader] > 1:
        return (leader, *others)
    return tuple(others) or ((leader,) if left[leader] else ())


def suffer(minis: Minis, losses: Losses, number: int, first: str = "") -> Losses:
    """So many wounds later; where there is a choice `first` falls before others."""
    wounds_of = {mini.card: mini.wounds for mini in minis}
    for _ in range(number):
        able = next_to_fall(minis, losses)
        if not able:
            return losses
        card = first if first in able else able[0]
        if losses.hurt + 1 < wounds_of[card]:
            losses = Losses(losses.fallen, losses.hurt + 1, card)
        else:
            losses = Losses({**losses.fallen, card: losses.fallen.get(card, 0) + 1})
    return losses


def heal(minis: Minis, losses: Losses, number: int) -> Losses:
    """So many wounds are taken back: from the wounded one, then from the card that lost one last."""
    wounds_of = {mini.card: mini.wounds for mini in minis}
    for _ in range(number):
        fallen = dict(losses.fallen)
        if losses.hurt:
            hurt = losses.hurt - 1
            losses = Losses(fallen, hurt, losses.wounded if hurt else "")
            continue
        card = next(_last_fallen(minis, losses), "")
        if not card:
            return losses
        fallen[card] -= 1
        hurt = wounds_of[card] - 1
        losses = Losses({name: count for name, count in fallen.items() if count}, hurt, card if hurt else "")
    return losses


def after_wounds(minis: Minis | UnsetType, losses: Losses | UnsetType, wounds: int) -> Losses | UnsetType:
    """Where so many wounds, or fewer than none, leave a unit; of an older game's unit nothing is known."""
    if not minis:
        return losses
    return (suffer if wounds > 0 else heal)(minis, losses or Losses(), abs(wounds))


def _last_fallen(minis: Minis, losses: Losses) -> Iterator[str]:
    """Cards with a miniature that fell, the leader's before those that fall after all others."""
    left = left_of(minis, losses)
    leader = minis[0].card
    if not left[leader]:
        yield leader
    yield from (mini.card for mini in reversed(minis) if losses.fallen.get(mini.card))
