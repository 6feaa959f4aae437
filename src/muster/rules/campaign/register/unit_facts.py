"""What the calculators need to know about one unit of a Register: a plain value, made from its dossier."""

import msgspec

from muster.rules.campaign.register.dossier import Dossier
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.vocabulary import Rank, Slot, UnitType


class UnitFacts(msgspec.Struct, frozen=True, kw_only=True):
    """One unit as it stands. `setbacks` lists a setback once for each time it is held; `keywords` are ids,
    those of the card and those gained; `slots` are all upgrade slots, gained ones too, `card_slots`
    those printed on its card. A `guest` belongs to
    no Register and gains nothing (R13)."""

    id: str
    rank: Rank
    unit_type: UnitType = "trooper"
    keywords: tuple[str, ...] = ()
    slots: tuple[Slot, ...] = ()
    card_slots: tuple[Slot, ...] = ()
    experience: int = 0
    veteran_rank: int = 0
    maximum_rank: int = 3
    setbacks: tuple[str, ...] = ()
    commendations: tuple[str, ...] = ()
    paragon: bool = False
    took_part: bool = True
    defeated: bool = False
    guest: bool = False


def dossier_facts(dossier: Dossier, cards: Catalogue) -> UnitFacts:
    """A dossier as the calculators of the library see it, outside any battle."""
    card = cards.units.get(dossier.unit)
    printed = tuple(use.id for use in card.keywords) if card else ()
    slots = card.slots if card else ()
    return UnitFacts(
        id=dossier.id,
        rank=dossier.rank,
        unit_type=dossier.unit_type,
        keywords=(*printed, *sorted(dossier.granted_keywords)),
        slots=(*slots, *dossier.granted_slots),
        card_slots=slots,
        experience=dossier.experience,
        veteran_rank=dossier.veteran_rank,
        maximum_rank=dossier.maximum,
        setbacks=tuple(held.id for held in dossier.setbacks for _ in range(held.count)),
        commendations=tuple(award.id for award in dossier.commendations),
        paragon=dossier.paragon,
    )
