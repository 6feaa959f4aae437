"""Cards that exist, have points, and can be bought."""

from collections.abc import Iterable, Iterator

from muster.rules.armies.checks.registry import check, check_lines, note, note_lines
from muster.rules.armies.lineup import ArmyLine, Lineup
from muster.rules.armies.report import problem
from muster.rules.armies.sources import CARDS, core, rule
from muster.rules.cards.naming import plain
from muster.rules.cards.types import Counterpart, Unit, Upgrade
from muster.rules.violations import Violation

# Changes of a card that decide whether a list with it is legal.
DECIDING = frozenset(("unit-type", "slots", "requirement", "rank", "affiliation", "uniqueness"))


@check_lines
def cards_exist(lineup: Lineup) -> Iterator[Violation]:
    """Every card named in the army is a card of the game, of the kind that belongs there."""
    for entry in lineup.unknown_units:
        yield stranger(lineup, entry.unit, "unit", (entry.key,))
        for card_id in entry.cards[1:]:
            if lineup.facts.kinds.get(card_id) not in ("upgrade", "counterpart"):
                yield stranger(lineup, card_id, "upgrade", (entry.key,))
    for line in lineup.lines:
        for card_id in line.loadout.unknown:
            joined = line.entry.counterpart
            wanted = "counterpart" if joined and joined.card == card_id else "upgrade"
            yield stranger(lineup, card_id, wanted, (line.key,))
    for entry in lineup.army.units:
        for card_id in entry.set_aside:
            if card_id not in lineup.catalogue.upgrades:
                yield stranger(lineup, card_id, "upgrade", (entry.key,))


@check
def frame_exists(lineup: Lineup) -> Iterator[Violation]:
    """The format and the battle force exist."""
    army = lineup.army
    if army.format not in lineup.catalogue.formats:
        yield problem("army.unknown_format", CARDS, (army.format,), format=army.format)
    if army.battle_force and lineup.force is None:
        yield problem("army.unknown_force", CARDS, (army.battle_force,), force=army.battle_force)


def stranger(lineup: Lineup, card_id: str, wanted: str, about: Iterable[str]) -> Violation:
    """Why an id is no card here: withdrawn, of another kind, or unknown, with the same id in other case."""
    named = (*about, card_id)
    if gone := lineup.facts.withdrawn.get(plain(card_id)):
        return problem("army.withdrawn", CARDS, named, card=gone.name, since=gone.since.isoformat())
    left = lineup.catalogue.data.history.withdrawn.get(card_id)
    if left and left.kind == wanted:
        return problem("army.withdrawn", CARDS, named, card=left.full_name, since=left.seen.isoformat())
    if kind := lineup.facts.kinds.get(card_id):
        return problem("army.wrong_kind", CARDS, named, card=card_id, kind=kind, wanted=wanted)
    close = [other for other in lineup.catalogue.ids_by_case.get(card_id.lower(), ()) if other != card_id]
    names = ", ".join(f"{other} ({lineup.catalogue.cards[other].full_name})" for other in close)
    return problem("army.unknown_card", CARDS, named, card=card_id, wanted=wanted, suggestions=names)


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


@note_lines
def points_are_certain(lineup: Lineup) -> Iterator[Violation]:
    """Where the recorded point changes of a card do not join up, its points on a past date are a guess."""
    if lineup.frame.prices.day is None:  # today's points are known
        return
    day = lineup.army.points_date.isoformat()
    for line, card in cards_of(lineup):
        if not lineup.frame.prices[card.id].certain:
            about = (line.key, card.id)
            yield problem("army.points_uncertain", CARDS, about, card=card.full_name, date=day)


@note
def points_date_is_known(lineup: Lineup) -> Iterator[Violation]:
    """Points before the first and after the newest recorded change are those of that change: say so."""
    date, first, last = lineup.army.points_date, lineup.catalogue.change_dates[0], lineup.catalogue.edition
    if date < first:
        ends = {"date": date.isoformat(), "first": first.isoformat()}
        yield problem("army.points_too_old", core("points"), **ends)
    elif date > last:
        ends = {"date": date.isoformat(), "last": last.isoformat()}
        yield problem("army.points_too_new", core("points"), **ends)


@note_lines
def cards_are_as_they_were(lineup: Lineup) -> Iterator[Violation]:
    """A list is judged by the cards of its date. Where nobody knows what a card was before a change, it is
    checked against the card that is known, and the verdict is uncertain.

    Only changes that decide whether a list is legal count; points have a history of their own.
    """
    date = lineup.army.points_date
    if date >= lineup.catalogue.edition:
        return
    for line, card in cards_of(lineup):
        for day, kinds in sorted(lineup.catalogue.unknown_on(card, date).items()):
            if what := ", ".join(kind.replace("-", " ") for kind in sorted(kinds & DECIDING)):
                params = {"card": card.full_name, "what": what, "day": day.isoformat()}
                about = (line.key, card.id)
                yield problem("army.changed_since", CARDS, about, date=date.isoformat(), **params)
