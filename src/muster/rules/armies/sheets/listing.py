"""The army list of a tournament: what it must hold, the copy for opponents, the same army all day."""

from collections.abc import Iterable, Iterator
from datetime import date

import msgspec
from msgspec.structs import replace

from muster.rules.armies.army import DECK_CATEGORIES, Army, ArmyUnit
from muster.rules.armies.check import check_army
from muster.rules.armies.report import problem
from muster.rules.armies.sheets.identify import printed_names
from muster.rules.armies.sources import REGULATIONS, rule
from muster.rules.cards.catalogue import Catalogue
from muster.rules.violations import Violation

# Rules 526 to 528: what a player brings to the table.
TO_BRING = (
    "army",
    "order tokens",
    "command hand",
    "dice",
    "movement tools",
    "range ruler",
    "battle cards",
    "army list",
)


class ListedUnit(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the list, every name printed so that it cannot be confused."""

    key: str
    name: str
    count: int
    points: int
    upgrades: tuple[str, ...] = ()
    set_aside: tuple[str, ...] = ()
    counterpart: str | None = None
    counterpart_upgrades: tuple[str, ...] = ()


class ArmyList(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament list (rule 537). In the opponents' copy hand and deck are None (rule 528)."""

    player: str
    army: str
    faction: str
    battle_force: str | None
    format: str
    points: int
    limit: int
    points_date: date
    units: tuple[ListedUnit, ...]
    command_hand: tuple[str, ...] | None
    battle_deck: dict[str, tuple[str, ...]] | None
    cards_in_hand: int = 0


def army_list(army: Army, catalogue: Catalogue, player: str) -> ArmyList:
    """The list of an army, as its owner and the officials see it."""
    report = check_army(army, catalogue)
    points = {unit.key: unit.points for unit in report.units}
    names = printed_names(catalogue)
    force = catalogue.battle_forces.get(army.battle_force or "")
    deck = {name: army.battle_deck.of(name) for name in DECK_CATEGORIES if army.battle_deck.of(name)}
    return ArmyList(
        player=player,
        army=army.name,
        faction=army.faction,
        battle_force=force.name if force else army.battle_force,
        format=army.format,
        points=report.points,
        limit=report.limit,
        points_date=army.points_date,
        units=tuple(listed(entry, points.get(entry.key, 0), names) for entry in army.units),
        command_hand=called(army.command_hand, names),
        battle_deck={name: called(cards, names) for name, cards in deck.items()},
        cards_in_hand=len(army.command_hand),
    )


def listed(entry: ArmyUnit, points: int, names: dict[str, str]) -> ListedUnit:
    """One line with printed names; ids that no card has are printed as they are."""
    joined = entry.counterpart
    return ListedUnit(
        key=entry.key,
        name=names.get(entry.unit, entry.unit),
        count=entry.count,
        points=points,
        upgrades=called(entry.upgrades, names),
        set_aside=called(entry.set_aside, names),
        counterpart=names.get(joined.card, joined.card) if joined else None,
        counterpart_upgrades=called(joined.upgrades, names) if joined else (),
    )


def called(cards: Iterable[str], names: dict[str, str]) -> tuple[str, ...]:
    """The printed names of cards."""
    return tuple(names.get(card, card) for card in cards)


def opponents_copy(full: ArmyList) -> ArmyList:
    """Rules 437, 438 and 528: without command and battle cards; how many cards are in hand is public."""
    return replace(full, command_hand=None, battle_deck=None)


def missing_from(full: ArmyList) -> Iterator[Violation]:
    """Rule 537: a list holds the player's name, units, points, battle cards and command cards."""
    held = {
        "the player's name": full.player.strip(),
        "units": full.units,
        "command cards": full.command_hand,
        "battle cards": full.battle_deck,
    }
    for what, content in held.items():
        if not content:
            yield problem("army.list_missing", rule(537, REGULATIONS), (what,), what=what)


def error_found(full: ArmyList, army: Army, catalogue: Catalogue) -> Violation | None:
    """Rule 540: whoever leads an event and finds an error in a list tells the Head Judge."""
    wrong = (*missing_from(full), *check_army(army, catalogue).violations)
    if not wrong:
        return None
    return problem("army.list_error", rule(540, REGULATIONS), (), errors=len(wrong), tell="Head Judge")


def changed_since(registered: Army, now: Army) -> Iterator[Violation]:
    """Rules 529 and 535: one army and one command hand for the whole tournament.

    Names, notes and the order of lines and cards may change; what stands on the table may not.
    """
    source = rule(535, REGULATIONS)
    if standing(registered) != standing(now):
        yield problem("army.list_changed", source, ("units",), what="army")
    if sorted(registered.command_hand) != sorted(now.command_hand):
        yield problem("army.list_changed", source, ("command_hand",), what="command hand")


def standing(army: Army) -> tuple[object, ...]:
    """What an army is, whatever the order it is written in."""
    units = sorted(
        (entry.unit, sorted(entry.upgrades), sorted(entry.set_aside), counterpart(entry))
        for entry in army.units
        for _ in range(entry.count)
    )
    return army.faction, army.battle_force, sorted(army.choices), units


def counterpart(entry: ArmyUnit) -> tuple[str, ...]:
    """The counterpart of a line with its upgrades."""
    return (entry.counterpart.card, *sorted(entry.counterpart.upgrades)) if entry.counterpart else ()


def still_to_bring(packed: Iterable[str]) -> tuple[str, ...]:
    """Rules 526 to 528: what is missing from the bag."""
    have = set(packed)
    return tuple(thing for thing in TO_BRING if thing not in have)
