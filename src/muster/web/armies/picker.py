"""The picker: what may be added here, and on request the rest with the reason why not."""

from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from muster.rules.armies.army import Army
from muster.rules.armies.building.edits import unequip
from muster.rules.armies.building.picker import DECK_RULES, HAND_RULES, Option, Picker
from muster.rules.armies.check import run_checks
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.lineup.rank_counts import has_room, next_with_room
from muster.rules.cards import Card, catalogue
from muster.rules.cards.types import Unit
from muster.rules.comparing.figures import Figure, in_words
from muster.rules.comparing.sorting import figure_of, sort_cards
from muster.rules.messages import explain
from muster.rules.violations import Refused, Violation
from muster.web.armies import words
from muster.web.armies.address import Open
from muster.web.cards.query import Choices, offered_sorts
from muster.web.cards.rows import address
from muster.web.cards.words import words as card_words


class Pick(NamedTuple):
    """One row: the card, what it adds to the points, and if it may not be added the first reason, which is
    put into words only where it is shown."""

    card: Card
    facts: str
    points: int | None
    slots: tuple[str, ...]
    does: str
    href: str
    then: str
    barred: Violation | None

    @property
    def reason(self) -> str:
        """Why the card may not be added."""
        return explain(self.barred) if self.barred else ""


class PickerGroup(NamedTuple):
    """Rows under one heading; `taken` of `wanted` are taken."""

    name: str
    picks: tuple[Pick, ...]
    taken: int = 0
    wanted: int = 0


class Onward(NamedTuple):
    """The next part of an army that lacks something; `place` is empty when the army can be shared."""

    name: str
    place: Open


class Choice(NamedTuple):
    """A whole picker: its shelves, how many cards may be added, and how many there are in all.

    `complete` says what is complete, if it is; `following` is the rank to go on with when this one is full.
    `fill` is the act that fills the open places, where one does, `fill_all` one that fills the deck as well.
    `onward` is where the army still lacks
    something, once nothing is lacking here.
    """

    title: str
    taken: str
    shelves: tuple[PickerGroup, ...]
    may: int
    hidden: int
    search: bool = True
    complete: str = ""
    following: str = ""
    fill: str = ""
    fill_all: str = ""
    onward: Onward | None = None
    sorts: Choices = ()
    counted: str = ""


def choice(army: Army, opened: Open) -> Choice | None:
    """The picker for what is open, if that is one."""
    makers = {"add": units, "equip": upgrades, "join": counterparts, "hand": commands, "deck": battle_cards}
    if opened.view not in makers:
        return None
    return makers[opened.view](army, opened)._replace(onward=onward(army, opened))


def onward(army: Army, opened: Open) -> Onward | None:
    """Where to go on from here: what is short first, then the hand, then the deck; then it can be shared."""
    if opened.view not in ("add", "hand", "deck"):
        return None
    lineup = Picker(army, catalogue()).lineup
    lacking = [
        Onward(words.RANK_NAMES[row.rank], Open("add", place=row.rank))
        for row in lineup.rank_counts
        if row.counts_to_min < row.min
    ]
    if any(run_checks(lineup, HAND_RULES)):
        lacking.append(Onward("Command hand", Open("hand")))
    if any(run_checks(lineup, DECK_RULES)):
        lacking.append(Onward("Battle deck", Open("deck", place=first_open_category(lineup))))
    if any(lack.place.view == opened.view and lack.place.place in ("", opened.place) for lack in lacking):
        return None
    return lacking[0] if lacking else Onward("Share", Open())


def first_open_category(lineup: Lineup) -> str:
    """The first category of the battle deck that lacks a card."""
    wanted = lineup.format.battle_deck.categories
    short = (name for name, most in wanted.items() if len(lineup.army.battle_deck.of(name)) < most)
    return next(short, next(iter(wanted)))


def units(army: Army, opened: Open) -> Choice:
    """Units of one rank."""
    picker = Picker(army, catalogue())
    row = next(row for row in picker.lineup.rank_counts if row.rank == opened.place)
    options = sorted(picker.units(opened.place), key=by_name)
    options.sort(key=lambda option: catalogue().units[option.card].faction != army.faction)  # its own first
    picks = tuple(pick(option, f"add {option.card}") for option in options)
    if opened.sort:
        picks = by_figure(picks, opened.sort)
    name = words.RANK_NAMES[opened.place].lower()
    allowed = f"{row.min}–{row.max}" if 0 < row.min < row.max else f"{row.max}"
    counted = f", {row.counts_to_max} counted" if row.exempt else ""
    taken = f"{row.units} of {allowed}{counted}"
    answer = narrow_choice(f"Add {name}", taken, [PickerGroup("", picks)], opened)._replace(
        sorts=offered_sorts() if opened.sort else (),
        counted=figure_of(opened.sort).counted if opened.sort else "",
    )
    if has_room(row.rank, picker.lineup):
        return answer
    following = next_with_room(row.rank, picker.lineup)
    full = f"{words.RANK_NAMES[row.rank]} is full"
    return answer._replace(complete=full, following=following or "")


def upgrades(army: Army, opened: Open) -> Choice:
    """Upgrades for one slot of a line; with `out`, in place of that card."""
    theirs = "-theirs" if opened.theirs else ""
    does = f"equip{theirs} {opened.key}"
    if opened.out:
        with suppress(Refused):  # the line may not have the card any more
            army = unequip(army, catalogue(), opened.key, opened.out, on_counterpart=opened.theirs)
            does = f"swap{theirs} {opened.key} {opened.out}"
    fitting = Picker(army, catalogue()).upgrades(opened.key, opened.place, on_counterpart=opened.theirs)
    options = sorted(fitting, key=by_name)
    picks = tuple(pick(option, f"{does} {option.card}") for option in options if option.card != opened.out)
    title = f"{'Change' if opened.out else 'Add'} {card_words(opened.place)}"
    return narrow_choice(title, bearer_name(army, opened), [PickerGroup("", picks)], opened)


def bearer_name(army: Army, opened: Open) -> str:
    """Who gets the upgrade."""
    entry = army.entry(opened.key)
    card = entry.counterpart.card if opened.theirs and entry.counterpart else entry.unit
    return catalogue().name_of(card)


def counterparts(army: Army, opened: Open) -> Choice:
    """Counterparts that may join a line."""
    options = Picker(army, catalogue()).counterparts(opened.key)
    picks = tuple(pick(option, f"join {opened.key} {option.card}") for option in options)
    return narrow_choice("Add a counterpart", bearer_name(army, opened), [PickerGroup("", picks)], opened)


def commands(army: Army, opened: Open) -> Choice:
    """Command cards by pips."""
    picker = Picker(army, catalogue())
    options = sorted(picker.commands(), key=by_name)
    wanted = catalogue().army.command_hand.by_pips
    have = [card.pips for card_id in army.command_hand if (card := catalogue().commands.get(card_id))]
    shelves = []
    for pips, most in wanted.items():
        picks = tuple(pick(o, f"hand-in {o.card}") for o in options if o.place == str(pips))
        shelves.append(PickerGroup(f"{pips} pip{'s' if pips > 1 else ''}", picks, have.count(pips), most))
    taken = f"{len(army.command_hand)} of {sum(wanted.values())}"
    complete = "" if any(run_checks(picker.lineup, HAND_RULES)) else "The command hand is complete"
    answer = narrow_choice("Command hand", taken, shelves, opened)
    deck_lacks = any(run_checks(picker.lineup, DECK_RULES)) and bool(picker.battle_cards())
    fill_all = "cards-fill" if deck_lacks and not complete else ""
    return answer._replace(complete=complete, fill="" if complete else "hand-fill", fill_all=fill_all)


def battle_cards(army: Army, opened: Open) -> Choice:
    """Battle cards of one category; none where names are typed."""
    picker = Picker(army, catalogue())
    wanted = picker.lineup.format.battle_deck.categories.get(opened.place, 0)
    options = sorted((o for o in picker.battle_cards() if o.place == opened.place), key=by_name)
    picks = tuple(pick(option, f"deck-in {opened.place} {option.card}") for option in options)
    count = len(army.battle_deck.of(opened.place))
    shelf = PickerGroup("", picks, count, wanted)
    complete = f"All {wanted} chosen" if count == wanted else ""
    answer = narrow_choice("Battle deck", f"{count} of {wanted}", [shelf], opened)
    missing = any(
        len(army.battle_deck.of(name)) < most
        for name, most in picker.lineup.format.battle_deck.categories.items()
    )
    return answer._replace(search=False, complete=complete, fill="deck-fill" if missing else "")


def by_figure(picks: tuple[Pick, ...], sort: str) -> tuple[Pick, ...]:
    """The rows in the order of a figure, which each of them says, with what each costs in this army."""
    figure, costs = figure_of(sort), {pick.card.id: pick.points for pick in picks}
    by_id = {pick.card.id: pick for pick in picks}
    cards = sort_cards((pick.card for pick in picks), sort, lambda card: costs[card.id])
    return tuple(by_id[card.id]._replace(facts=with_figure(by_id[card.id], figure)) for card in cards)


def with_figure(pick: Pick, figure: Figure) -> str:
    """The facts of a row, its figure first."""
    words = in_words(figure, figure.measure(pick.card, pick.points)) if figure.id != "points" else ""
    return " · ".join(part for part in (words, pick.facts) if part)


def by_name(option: Option) -> str:
    """Rows stand by name."""
    return catalogue().cards[option.card].full_name


def pick(option: Option, does: str) -> Pick:
    """The row of an option."""
    card = catalogue().cards[option.card]
    return Pick(
        card=card,
        facts=words.facts(card.id),
        points=None if card.kind in ("command", "battle") else option.points,
        slots=card.slots if isinstance(card, Unit) else getattr(card, "adds_slots", ()),
        does=does,
        href=address(card),
        then=explain(option.todo[0]) if option.todo and isinstance(card, Unit) else "",
        barred=option.reasons[0] if option.reasons else None,
    )


def narrow_choice(title: str, taken: str, shelves: Iterable[PickerGroup], opened: Open) -> Choice:
    """The shelves narrowed to what was asked for."""
    asked = opened.q.casefold().split()
    narrowed, may, hidden = [], 0, 0
    for shelf in shelves:
        hits = [p for p in shelf.picks if all(word in words.found_by(p.card.id) for word in asked)]
        free = [p for p in hits if not p.barred]
        may += len(free)
        hidden += len(hits) - len(free)
        rest = [p for p in hits if p.barred] if opened.every else []
        narrowed.append(shelf._replace(picks=(*free, *rest)))
    return Choice(title, taken, tuple(narrowed), may, hidden)
