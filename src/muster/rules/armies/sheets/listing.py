"""The army list of a tournament: what it must hold, and the copy for opponents."""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from muster.rules.armies.army import DECK_CATEGORIES, Army, ArmyUnit
from muster.rules.armies.check import check_army
from muster.rules.armies.report import problem
from muster.rules.armies.sheets.identify import printed_names
from muster.rules.armies.sources import REGULATIONS, rule
from muster.rules.cards.catalogue import Catalogue
from muster.rules.violations import Violation


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
    points: int
    units: tuple[ListedUnit, ...]
    command_hand: tuple[str, ...] | None
    battle_deck: dict[str, tuple[str, ...]] | None
    cards_in_hand: int = 0


def army_list(army: Army, catalogue: Catalogue, player: str) -> ArmyList:
    """The list of an army, as its owner and the officials see it."""
    report = check_army(army, catalogue)
    points = {unit.key: unit.points for unit in report.units}
    names = printed_names(catalogue)
    deck = {name: army.battle_deck.of(name) for name in DECK_CATEGORIES if army.battle_deck.of(name)}
    return ArmyList(
        player=player,
        points=report.points,
        units=tuple(listed_unit(entry, points.get(entry.key, 0), names) for entry in army.units),
        command_hand=printed_card_names(army.command_hand, names),
        battle_deck={name: printed_card_names(cards, names) for name, cards in deck.items()},
        cards_in_hand=len(army.command_hand),
    )


def listed_unit(entry: ArmyUnit, points: int, names: dict[str, str]) -> ListedUnit:
    """One line with printed names; ids that no card has are printed as they are."""
    joined = entry.counterpart
    return ListedUnit(
        key=entry.key,
        name=names.get(entry.unit, entry.unit),
        count=entry.count,
        points=points,
        upgrades=printed_card_names(entry.upgrades, names),
        set_aside=printed_card_names(entry.set_aside, names),
        counterpart=names.get(joined.card, joined.card) if joined else None,
        counterpart_upgrades=printed_card_names(joined.upgrades, names) if joined else (),
    )


def printed_card_names(cards: Iterable[str], names: dict[str, str]) -> tuple[str, ...]:
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
