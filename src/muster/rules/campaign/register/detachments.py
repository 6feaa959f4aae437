"""Detachment in a Register: who may join and still could not take the field."""

from muster.rules.armies.sources import core
from muster.rules.campaign.register.register import Register
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.types import Unit
from muster.rules.cards.vocabulary import display_word
from muster.rules.violations import Violation


def lacks_parent(unit: Unit, register: Register, cards: Catalogue) -> Violation | None:
    """Core rules, Detachment: each such unit is fielded with a unit of its own, of the name or the rank its
    card gives, itself without Detachment. It may join the Register before that unit does, so this is advice;
    the muster checks the army itself."""
    if unit.detachment is None:
        return None
    name, rank = unit.detachment.name, unit.detachment.rank
    known = [cards.units[dossier.unit] for dossier in register.dossiers if dossier.unit in cards.units]
    parents = [
        card
        for card in known
        if card.detachment is None and name in (None, card.name) and rank in (None, card.rank)
    ]
    taken = [card for card in known if card.detachment == unit.detachment]
    if len(parents) > len(taken):
        return None
    parent = name or f"{display_word(rank or '')} unit"
    words = {"unit": unit.full_name, "parent": parent}
    return Violation(code="register.detachment", source=core("Detachment"), about=(unit.id,), params=words)
