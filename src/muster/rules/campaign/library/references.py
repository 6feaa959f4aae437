"""What the parts of the library point to, and where a pointer leads nowhere. Used by the audit of our own
data and by the reading of homebrew."""

from collections.abc import Container, Iterator

import msgspec

from muster.rules.campaign.library.library import Library
from muster.rules.campaign.library.parts import (
    Agenda,
    Arc,
    Commendation,
    Grants,
    MissionMap,
    Trait,
    TurningPoint,
)
from muster.rules.campaign.library.rewards import OBSERVED, RESULTS, Gift, Option, Reward
from muster.rules.cards import catalogue


class Dangling(msgspec.Struct, frozen=True, order=True):
    """A reference that leads nowhere: the place it stands, the kind of thing wanted, the id given."""

    place: str
    kind: str
    id: str


def arc_references(arc: Arc, known: Library) -> Iterator[Dangling]:
    """What an arc names and nobody knows."""
    for number, agenda in enumerate(arc.agendas):
        yield from _missing_entry(f"arc.agendas[{number}]", "agenda", agenda, known.agendas)
    for name in ("commendation", "setback", "trait", "turning_point"):
        table = getattr(known, f"{name}s")
        yield from _missing_entry(f"arc.{name}", name.replace("_", " "), getattr(arc, name), table)


def agenda_references(agenda: Agenda, place: str, known: Library) -> Iterator[Dangling]:
    """What an agenda names and nobody knows."""
    yield from _missing_entry(f"{place}.arc", "arc", agenda.arc, known.arcs)
    yield from _fact_references(agenda.first.facts, f"{place}.first", known)
    yield from _fact_references(agenda.again.facts, f"{place}.again", known)
    yield from reward_references(agenda.reward, f"{place}.reward", known)


def commendation_references(item: Commendation, place: str, known: Library) -> Iterator[Dangling]:
    """What a commendation names and nobody knows."""
    if item.arc is not None:
        yield from _missing_entry(f"{place}.arc", "arc", item.arc, known.arcs)
    for wanted in (*item.needs.commendations, *((item.widens,) if item.widens else ())):
        yield from _missing_entry(place, "commendation", wanted, known.commendations)
    for keyword in (*item.needs.keywords, *((item.may_raise,) if item.may_raise else ())):
        yield from _keyword_references(place, keyword, known)
    for grants in (item.grants, *(variant.grants for variant in item.variants)):
        yield from _grant_references(grants, f"{place}.grants", known)


def trait_references(trait: Trait, place: str, known: Library) -> Iterator[Dangling]:
    """What a trait names and nobody knows."""
    if trait.arc is not None:
        yield from _missing_entry(f"{place}.arc", "arc", trait.arc, known.arcs)
    yield from _grant_references(trait.grants, f"{place}.grants", known)


def mission_references(mission: TurningPoint, place: str, known: Library) -> Iterator[Dangling]:
    """What a turning point names and nobody knows."""
    yield from _missing_entry(f"{place}.arc", "arc", mission.arc, known.arcs)
    for part in ("spoils", "victory", "loss"):
        yield from reward_references(getattr(mission, part), f"{place}.{part}", known)


def reward_references(reward: Reward, place: str, known: Library) -> Iterator[Dangling]:
    """What a reward names and nobody knows."""
    for number, gift in enumerate(reward.gifts):
        yield from _gift_references(gift, f"{place}.gifts[{number}]", known)
    for number, pick in enumerate(reward.picks):
        yield from _fact_references(pick.when, f"{place}.picks[{number}]", known)
        for option in pick.options:
            yield from _option_references(option, f"{place}.picks[{number}].{option.id}", known)


def off_the_table(map: MissionMap) -> Iterator[str]:
    """Zones and tokens that do not lie on the table, by their place in the map."""
    for number, zone in enumerate(map.zones):
        if not (0 <= zone.left < zone.right <= map.width and 0 <= zone.top < zone.bottom <= map.height):
            yield f"zones[{number}]"
    for number, token in enumerate(map.tokens):
        if not (0 <= token.x <= map.width and 0 <= token.y <= map.height):
            yield f"tokens[{number}]"


def _gift_references(gift: Gift, place: str, known: Library) -> Iterator[Dangling]:
    yield from _fact_references(gift.when, place, known)
    if gift.trait is not None:
        yield from _missing_entry(f"{place}.trait", "trait", gift.trait, known.traits)
    for keyword in (gift.keyword.id if gift.keyword else None, gift.loses):
        if keyword is not None:
            yield from _keyword_references(place, keyword, known)


def _option_references(option: Option, place: str, known: Library) -> Iterator[Dangling]:
    if option.keyword is not None:
        yield from _keyword_references(place, option.keyword.id, known)
    if option.recruits is not None:
        yield from _missing_entry(f"{place}.recruits", "unit card", option.recruits, catalogue().units)


def _grant_references(grants: Grants, place: str, known: Library) -> Iterator[Dangling]:
    for use in grants.keywords:
        yield from _keyword_references(place, use.id, known)


def _keyword_references(place: str, id: str, known: Library) -> Iterator[Dangling]:
    if id not in known.keywords:
        yield from _missing_entry(place, "keyword", id, catalogue().keywords)


def _fact_references(facts: tuple[str, ...], place: str, known: Library) -> Iterator[Dangling]:
    for fact in facts:
        if fact not in RESULTS and fact not in OBSERVED:
            yield from _missing_entry(place, "question", fact, known.questions)


def _missing_entry(place: str, kind: str, id: str, table: Container[str]) -> Iterator[Dangling]:
    if id not in table:
        yield Dangling(place=place, kind=kind, id=id)
