"""What the calculators need to know about one unit of a Register: a plain value, made from its dossier."""

import msgspec

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
