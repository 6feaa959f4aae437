"""Cards of Special Operations looked up: by kind and id, or by words of their names and effects."""

from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

import msgspec

from muster.rules.cards.naming import plain
from muster.rules.cards.vocabulary import display_word
from muster.rules.game.special_operations.squads.cards import (
    DEFAULT,
    EDITIONS,
    Ability,
    CommandCard,
    EditionId,
    EffectCard,
    LoadoutSide,
    Squad,
    UnitCard,
    Weapon,
)
from muster.rules.game.special_operations.squads.squads import (
    STANDING_ORDERS,
    command_hand,
    edition_cards,
    meaning,
    side_ids,
    squads,
    wording,
)
from muster.rules.game.special_operations.squads.wording import COSTS, armed, orders, standing
from muster.rules.violations import Refused, Source, refuse_unless

SquadKind: TypeAlias = Literal["squad", "unit", "loadout", "command"]
AnyCard: TypeAlias = Squad | UnitCard | LoadoutSide | CommandCard
SQUAD_KINDS: Final[tuple[SquadKind, ...]] = get_args(SquadKind)
LONGEST: Final = 40
problem = Source("Special Operations").problem


class Entry(NamedTuple):
    """A card with the squads it belongs to."""

    kind: SquadKind
    card: AnyCard
    squads: tuple[Squad, ...]


def edition_named(name: str) -> EditionId:
    """The edition of this name, the default without one; refused where there is none."""
    found = next((edition for edition in EDITIONS if edition == (name or DEFAULT)), None)
    refuse_unless(found, problem("squads.no_edition", given=name[:LONGEST], known=" or ".join(EDITIONS)))
    return found or DEFAULT


@cache
def entries(edition: EditionId) -> dict[tuple[SquadKind, str], Entry]:
    """Every card of an edition that some squad may have."""
    return {(entry.kind, entry.card.id): entry for entry in _entries(edition) if entry.squads}


def _entries(edition: EditionId) -> Iterator[Entry]:
    everything, teams = edition_cards(edition), tuple(squads(edition).values())
    yield from (Entry("squad", team, (team,)) for team in teams)
    for unit in everything.units.values():
        yield Entry("unit", unit, tuple(team for team in teams if unit.id in _unit_ids(edition, team)))
    for side in everything.loadouts.values():
        yield Entry("loadout", side, tuple(team for team in teams if side.id in side_ids(team)))
    for card in everything.commands.values():
        hands = (team for team in teams if card in command_hand(edition, team.id))
        yield Entry("command", card, tuple(hands))


def _unit_ids(edition: EditionId, team: Squad) -> set[str]:
    """The squad's own units, those of its loadouts, its faction's vehicle."""
    swaps = (edition_cards(edition).loadouts[id].swap for id in side_ids(team))
    own = {row.unit for row in team.units} | {swap.into for swap in swaps if swap}
    return own | {f"vehicle-{team.faction}"}


def entry(edition: EditionId, kind: str, id: str) -> Entry | None:
    """One card, if there is one."""
    return next((entry for key, entry in entries(edition).items() if key == (kind, id)), None)


def find(edition: EditionId, text: str) -> tuple[Entry, ...]:
    """Cards whose name, then whose words, hold all the words asked for; all of them for no words. Where
    nothing does, names that look alike."""
    wanted = plain(text).split()
    known = tuple(entries(edition).values())
    named = tuple(entry for entry in known if _holds(entry.card.name, wanted))
    meant = tuple(
        entry
        for entry in known
        if entry not in named and _holds(" ".join(_searched_words(edition, entry)), wanted)
    )
    exact = tuple(entry for entry in named if plain(entry.card.name) == plain(text))
    found = (*exact, *(entry for entry in named if entry not in exact), *meant)
    return found or _alike(known, text)


def _holds(text: str, wanted: list[str]) -> bool:
    inside = plain(text)
    return all(word in inside for word in wanted)


def _searched_words(edition: EditionId, entry: Entry) -> Iterator[str]:
    yield entry.card.name
    if isinstance(entry.card, UnitCard):
        yield entry.card.rank
        for ability in entry.card.abilities:
            meant = meaning(edition, ability)
            yield from (meant.name, meant.text)
    if isinstance(entry.card, EffectCard):
        yield wording(entry.card)


def _alike(known: tuple[Entry, ...], text: str) -> tuple[Entry, ...]:
    names = {plain(entry.card.name): entry for entry in known}
    return tuple(names[name] for name in get_close_matches(plain(text)[:LONGEST], names, n=4, cutoff=0.6))


def the_best(edition: EditionId, text: str) -> tuple[Entry, ...]:
    """What a name or id means, best first; refused where nothing does."""
    exact = tuple(entry for (_, id), entry in entries(edition).items() if id == text)
    found = exact or (find(edition, text) if text.strip() else ())
    if not found:
        raise Refused(problem("squads.no_card", given=text[:LONGEST]))
    return found


def facts(edition: EditionId, entry: Entry) -> dict[str, object]:
    """A card as plain values with its words and its squads: the JSON of terminal and API."""
    own: dict[str, object] = msgspec.to_builtins(entry.card)
    fields = {"kind": entry.kind, "edition": edition, **own, "in_squads": [team.id for team in entry.squads]}
    card = entry.card
    if isinstance(card, Squad):
        fields["hand"] = [each.id for each in command_hand(edition, card.id)]
    if isinstance(card, UnitCard):
        fields["words"] = [_explained(edition, ability) for ability in _abilities(card)]
    if isinstance(card, EffectCard):
        fields["text"] = wording(card)
        fields.pop("words", None)
    if isinstance(card, CommandCard):
        fields["orders_in_words"] = orders(edition, card)
    return fields


def _abilities(card: UnitCard) -> tuple[Ability, ...]:
    weapons: tuple[Weapon, ...] = card.weapons
    keywords = (keyword for weapon in weapons for keyword in weapon.keywords)
    return (*card.abilities, *dict.fromkeys(keywords))


def _explained(edition: EditionId, ability: Ability) -> dict[str, str]:
    meant = meaning(edition, ability)
    return {"id": ability.id, "name": meant.name, "text": meant.text}


def lines(edition: EditionId, entry: Entry) -> Iterator[tuple[str, str]]:
    """A card as labelled lines, for the terminal."""
    card = entry.card
    if isinstance(card, UnitCard):
        courage = "–" if card.courage is None else str(card.courage)
        yield "Rank", ", ".join(display_word(kind) for kind in standing(card))
        yield (
            "Profile",
            f"Wounds {card.wounds}, Courage {courage}, Speed {card.speed}, {card.defence or 'no'} die",
        )
        yield from (("Weapon", armed(edition, weapon)) for weapon in card.weapons)
        for ability in _abilities(card):
            meant, cost = meaning(edition, ability), COSTS[ability.marker]
            yield meant.name, f"{cost}: {meant.text}" if cost else meant.text
    if isinstance(card, Squad):
        for row in card.units:
            unit = edition_cards(edition).units[row.unit]
            yield f"{row.copies} ×", f"{unit.name}, {unit.rank.replace('-', ' ')}"
        for loadout in card.loadouts:
            sides = (edition_cards(edition).loadouts[id] for id in (loadout.a, loadout.b))
            yield "Loadout", " // ".join(side.name for side in sides)
        for each in command_hand(edition, card.id):
            yield "Command", f"{each.name} · {each.pips} · {orders(edition, each)}"
    if isinstance(card, CommandCard):
        yield "Pips", str(card.pips)
        yield "Orders", orders(edition, card)
    if isinstance(card, EffectCard):
        yield "Effect", wording(card)
        if card.weapon:
            yield "Weapon", armed(edition, card.weapon)
    if entry.kind != "squad" and getattr(card, "id", "") != STANDING_ORDERS:
        yield "Squads", ", ".join(team.name for team in entry.squads)
    yield from sources(entry)


def sources(entry: Entry) -> Iterator[tuple[str, str]]:
    """Where the values of a card were read; single ones by name where they differ."""
    yield "Source", entry.card.source
    for field, source in entry.card.sources.items():
        yield display_word(field.replace("_", "-")), source
