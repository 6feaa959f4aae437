"""Commendations: who may be awarded which, with every reason why not, and what it grants.

Source: rules 222 to 257; the arcs' own from their Theater of War cards.
"""

from collections.abc import Iterator

import msgspec

from muster.rules.campaign.library.library import Library, library
from muster.rules.campaign.library.parts import Commendation, Grants, Needs, OncePer, Variant
from muster.rules.campaign.register.unit_facts import UnitFacts
from muster.rules.cards.values import KeywordUse
from muster.rules.cards.vocabulary import display_word, is_a
from muster.rules.violations import Violation


def award_objections(
    commendation: Commendation, unit: UnitFacts, arc: str | None, known: Library | None = None
) -> tuple[Violation, ...]:
    """All reasons why this unit cannot be awarded this commendation now; none if it can (rules 222 to 224).

    `arc` is the Register's current story arc: its own commendation is offered, another arc's is not.
    """
    found = known or library()
    return tuple(_objections(commendation, unit, arc, found))


def awardable(unit: UnitFacts, arc: str | None, known: Library | None = None) -> tuple[Commendation, ...]:
    """Every commendation this unit may be awarded now, in the order of the charts."""
    found = known or library()
    return tuple(c for c in found.commendations.values() if not award_objections(c, unit, arc, found))


def grants_for(commendation: Commendation, unit: UnitFacts, raise_own: bool = False) -> Grants:
    """What this unit gains for good. With `raise_own`, a unit that has the keyword raises it by 1 instead of
    gaining the new one (Self-Sufficient, rule 244): then nothing new is granted here."""
    if raise_own and may_raise(commendation, unit):
        return Grants()
    fitting = (v.grants for v in commendation.variants if _fits(v, unit))
    grants = next(fitting, commendation.grants)
    counted = tuple(_with_slot_value(use, grants, unit) for use in grants.keywords)
    return msgspec.structs.replace(grants, keywords=counted)


def may_raise(commendation: Commendation, unit: UnitFacts) -> bool:
    """Whether the unit has a keyword that it may raise instead (Self-Sufficient, rule 244)."""
    return commendation.may_raise is not None and commendation.may_raise in unit.keywords


def once_per(commendation: Commendation, unit: UnitFacts, known: Library | None = None) -> OncePer | None:
    """How often the unit may use it: per game, or per round once widened (rules 229, 253, 254)."""
    table = (known or library()).commendations
    held = (table[id] for id in unit.commendations if id in table)
    return "round" if any(h.widens == commendation.id for h in held) else commendation.once_per


def use_limits(unit: UnitFacts, known: Library) -> dict[str, OncePer]:
    """The commendations of a unit that are not always at hand, and how often each may be used."""
    held = (known.commendations[id] for id in unit.commendations if id in known.commendations)
    return {commendation.id: often for commendation in held if (often := once_per(commendation, unit, known))}


def high_limit(unit: UnitFacts) -> int:
    """How many high commendations a unit may hold: one, two when Lauded (rule 251; ruling A55)."""
    return 2 if "lauded" in unit.keywords else 1


def _objections(
    commendation: Commendation, unit: UnitFacts, arc: str | None, known: Library
) -> Iterator[Violation]:
    """Never the same twice (rule 222), an arc's own during that arc only (rules 37, 223), one high one, two
    for a Lauded unit (rule 251; ruling A55), and every requirement met (rules 224, 250)."""
    if commendation.id in unit.commendations:
        yield _violation("commendation.twice", commendation, unit)
    if commendation.arc is not None and commendation.arc != arc:
        name = known.arcs[commendation.arc].name if commendation.arc in known.arcs else commendation.arc
        yield _violation("commendation.other_arc", commendation, None, arc=name)
    table = known.commendations
    held = [table[id].name for id in unit.commendations if id in table and table[id].high]
    if commendation.high and len(held) >= (most := high_limit(unit)):
        yield _violation("commendation.high_limit", commendation, unit, most=most, held=", ".join(held))
    yield from _unmet_needs(commendation, commendation.needs, unit, known)


def _unmet_needs(
    commendation: Commendation, needs: Needs, unit: UnitFacts, known: Library
) -> Iterator[Violation]:
    if unit.veteran_rank < needs.veteran_rank:
        have = unit.veteran_rank
        yield _violation("commendation.veteran_rank", commendation, unit, need=needs.veteran_rank, have=have)
    if needs.ranks and unit.rank not in needs.ranks:
        yield _violation("commendation.rank", commendation, unit, need=_either(needs.ranks))
    if needs.unit_types and not any(is_a(unit.unit_type, wanted) for wanted in needs.unit_types):
        yield _violation("commendation.unit_type", commendation, unit, need=_either(needs.unit_types))
    if needs.keywords and not set(needs.keywords) & set(unit.keywords):
        yield _violation("commendation.keyword", commendation, unit, need=_either(needs.keywords))
    for wanted in needs.commendations:
        if wanted not in unit.commendations:
            name = known.commendations[wanted].name if wanted in known.commendations else wanted
            yield _violation("commendation.first", commendation, unit, need=name)
    if needs.paragon and not unit.paragon:
        yield _violation("commendation.paragon", commendation, unit)


def _fits(variant: Variant, unit: UnitFacts) -> bool:
    types = variant.unit_types
    return (not variant.ranks or unit.rank in variant.ranks) and (
        not types or any(is_a(unit.unit_type, wanted) for wanted in types)
    )


def _with_slot_value(use: KeywordUse, grants: Grants, unit: UnitFacts) -> KeywordUse:
    """A value of "slots" is the number of the unit's slots of the kinds granted, the new ones included."""
    if use.value != "slots":
        return use
    slots = (*unit.slots, *grants.slots)
    return KeywordUse(id=use.id, value=sum(slot in grants.slots for slot in slots))


def _either(words: tuple[str, ...]) -> str:
    return " or ".join(display_word(word) for word in words)


def _violation(
    code: str, commendation: Commendation, unit: UnitFacts | None, **params: int | str
) -> Violation:
    about = (commendation.id, unit.id) if unit is not None else (commendation.id,)
    named = {"commendation": commendation.name, **params}
    return Violation(code=code, source="Tours of Duty: commendations", about=about, params=named)
