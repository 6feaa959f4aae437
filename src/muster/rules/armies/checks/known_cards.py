"""Cards that exist, have points, and can be bought."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Final

from muster.rules.armies.checks.registry import check, check_lines, note
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.lineup.loadout import ArmyLine
from muster.rules.armies.report import problem
from muster.rules.armies.sources import CARDS, core, rule
from muster.rules.cards.history import Gone
from muster.rules.cards.types import Counterpart, Unit, Upgrade
from muster.rules.cards.vocabulary import Kind
from muster.rules.violations import Violation

# Changes of a card that decide whether a list with it is legal.
DECIDING = frozenset(("unit-type", "slots", "requirement", "rank", "affiliation", "uniqueness"))

PLACES: Final[dict[Kind, str]] = {
    "unit": "unit",
    "upgrade": "upgrade",
    "counterpart": "counterpart",
    "command": "command card",
    "battle": "battle card",
}


@check_lines
def cards_exist(lineup: Lineup) -> Iterator[Violation]:
    """Every card named in the army is a card of the game, of the kind that belongs there."""
    for key, card_id, wanted in unknown_ids(lineup):
        if left_since(lineup, card_id, wanted) is None:
            yield unknown_id_violation(lineup, card_id, wanted, (key,))


def unknown_ids(lineup: Lineup) -> Iterator[tuple[str, str, Kind]]:
    """The ids in the army that are no current card in the place where they are used: the line, the id, and
    the kind that belongs there."""
    for entry in lineup.unknown_units:
        yield entry.key, entry.unit, "unit"
        for card_id in entry.cards[1:]:
            if lineup.facts.kinds.get(card_id) not in ("upgrade", "counterpart"):
                yield entry.key, card_id, "upgrade"
    for line in lineup.lines:
        for card_id in line.loadout.unknown:
            joined = line.entry.counterpart
            yield line.key, card_id, "counterpart" if joined and joined.card == card_id else "upgrade"
    for entry in lineup.army.units:
        for card_id in entry.set_aside:
            if card_id not in lineup.catalogue.upgrades:
                yield entry.key, card_id, "upgrade"


@check
def frame_exists(lineup: Lineup) -> Iterator[Violation]:
    """The format and the battle force exist."""
    army = lineup.army
    if army.format not in lineup.catalogue.formats:
        yield problem("army.unknown_format", CARDS, (army.format,), format=army.format)
    if army.battle_force and lineup.force is None:
        yield problem("army.unknown_force", CARDS, (army.battle_force,), force=army.battle_force)


def left_since(lineup: Lineup, card_id: str, wanted: Kind) -> Gone | None:
    """The card that was in the game on the army's date and has left it since."""
    gone = lineup.catalogue.gone.find(card_id, wanted)
    return gone if gone and lineup.army.points_date < gone.seen else None


def unknown_id_violation(lineup: Lineup, card_id: str, wanted: Kind, about: Iterable[str]) -> Violation:
    """Why this id is no card here: withdrawn, of another kind, or unknown (with the same id in another case,
    if there is one)."""
    named = (*about, card_id)
    if gone := lineup.catalogue.gone.find(card_id, wanted):
        return problem("army.withdrawn", CARDS, named, card=gone.full_name, since=gone.seen.isoformat())
    if kind := lineup.facts.kinds.get(card_id):
        return problem("army.wrong_kind", CARDS, named, card=card_id, kind=kind, wanted=PLACES[wanted])
    close = [other for other in lineup.catalogue.ids_by_case.get(card_id.lower(), ()) if other != card_id]
    names = ", ".join(f"{other} ({lineup.catalogue.cards[other].full_name})" for other in close)
    return problem("army.unknown_card", CARDS, named, card=card_id, wanted=PLACES[wanted], suggestions=names)


@check_lines
def cards_are_priced(lineup: Lineup) -> Iterator[Violation]:
    """Rule 411: an army costs the sum of its cards, so a card without points cannot be played yet."""
    for line in lineup.lines:
        for part in line.loadout.parts:
            if not part.priced:
                card = lineup.catalogue.cards[part.card]
                yield problem("army.unpriced", rule(411), (line.key, part.card), card=card.full_name)


def cards_of(lineup: Lineup) -> Iterator[tuple[ArmyLine, Unit | Upgrade | Counterpart]]:
    """Every unit, upgrade and counterpart card of the army with its line."""
    return ((line, card) for line in lineup.lines for card in line.loadout.cards)


@note
def cards_are_released(lineup: Lineup) -> Iterator[Violation]:
    """An announced card with points may be proxied at home, but events ask for released cards."""
    for line in lineup.lines:
        for card_id in line.loadout.announced:
            card = lineup.catalogue.cards[card_id]
            if getattr(card, "points", None) is not None:
                about, expected = (line.key, card.id), card.release.expected or "a date not known"
                yield problem("army.unreleased", CARDS, about, card=card.full_name, expected=expected)


@note
def cards_were_there(lineup: Lineup) -> Iterator[Violation]:
    """On a past date: cards first recorded later, and cards that have since left the game.

    Of the latter only rank and points are on record, so anything that depends on them is uncertain. Reported
    once for all of them.
    """
    day = lineup.frame.prices.day
    if day is None:
        return
    first = lineup.catalogue.data.history.first_day
    later = {card.id: f"{card.full_name} ({first(card.id)})" for _, card in cards_of(lineup)}
    if later := {card: words for card, words in later.items() if first(card) > day}:
        yield uncertain_violation("army.not_yet", later, day)
    gone = {card: left_since(lineup, card, wanted) for _, card, wanted in unknown_ids(lineup)}
    gone |= {card: left_since(lineup, card, "command") for card in lineup.army.command_hand}
    if left := {card: each.full_name for card, each in gone.items() if each}:
        yield uncertain_violation("army.left_since", left, day)


@note
def points_are_certain(lineup: Lineup) -> Iterator[Violation]:
    """Reports, once for all cards, that some points on a past date are a guess because no record settles
    them."""
    day = lineup.frame.prices.day
    if day is None:  # today's points are known
        return
    first, prices = lineup.catalogue.data.history.first_day, lineup.frame.prices
    cards = {card.id: card.full_name for _, card in cards_of(lineup) if first(card.id) <= day}
    if unsure := {card: name for card, name in cards.items() if not prices[card].certain}:
        yield uncertain_violation("army.points_uncertain", unsure, day)


@note
def points_date_is_known(lineup: Lineup) -> Iterator[Violation]:
    """Points before the first and after the newest recorded change are those of that change: say so."""
    day, first, last = lineup.army.points_date, lineup.catalogue.change_dates[0], lineup.catalogue.edition
    if day < first:
        ends = {"date": day.isoformat(), "first": first.isoformat()}
        yield problem("army.points_too_old", core("points"), **ends)
    elif day > last:
        ends = {"date": day.isoformat(), "last": last.isoformat()}
        yield problem("army.points_too_new", core("points"), **ends)


@note
def cards_are_as_they_were(lineup: Lineup) -> Iterator[Violation]:
    """A list is judged by the cards of its date.

    Where nobody knows what a card was before a change, it is checked against the version that is known and
    the verdict is uncertain, reported once for all such cards. Only changes that affect legality count;
    points have a history of their own.
    """
    day = lineup.frame.prices.day
    if day is None:
        return
    changed: dict[str, str] = {}
    for card in {card.id: card for _, card in cards_of(lineup)}.values():
        found = sorted(lineup.catalogue.unknown_on(card, day).items())
        changes = [f"{words_of(kinds)} on {when}" for when, kinds in found if kinds & DECIDING]
        if changes:
            changed[card.id] = f"{card.full_name} ({', '.join(changes)})"
    if changed:
        yield uncertain_violation("army.changed_since", changed, day)


def words_of(kinds: set[str]) -> str:
    """The parts of a card that changed, as far as they decide about lists."""
    return ", ".join(kind.replace("-", " ") for kind in sorted(kinds & DECIDING))


def uncertain_violation(code: str, cards: Mapping[str, str], day: date) -> Violation:
    """One violation for all cards that make the verdict about a day uncertain."""
    listed = "; ".join(cards.values())
    return problem(code, CARDS, cards, cards=listed, count=len(cards), date=day.isoformat())
