"""Every broken rule of an army with its sentence, its source, and buttons that would mend it."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from muster.rules.armies.army import Army, ArmyUnit
from muster.rules.armies.report import Report
from muster.rules.cards import catalogue
from muster.rules.messages import explain, remedy
from muster.rules.violations import Violation
from muster.web.armies import words
from muster.web.armies.address import Open

MOST_FIXES = 4
# Problems that go away when the line goes.
BY_REMOVING = frozenset(
    (
        "army.unique",
        "army.limited",
        "army.rank_max",
        "army.rank_combined",
        "army.faction",
        "army.not_hirable",
        "army.not_on_roster",
        "army.special_issue",
        "army.unknown_card",
        "army.withdrawn",
        "army.wrong_kind",
        "army.mercenaries",
        "army.unpriced",
        "army.unit_max",
        "army.detachment",
        "army.one_per_unit",
        "army.choice_units",
    )
)
BY_SETTINGS = frozenset(
    (
        "army.choices",
        "army.needs_choice",
        "army.needs_force",
        "army.force_faction",
        "army.unknown_force",
        "army.unknown_format",
        "army.unknown_choice",
    )
)


class Fix(NamedTuple):
    """A button: it opens a place of the builder, or does something at once."""

    text: str
    opens: Open | None = None
    does: str = ""


class Reason(NamedTuple):
    """One numbered problem."""

    number: int
    what: str
    why: str
    code: str
    source: str
    fixes: tuple[Fix, ...]


def reasons(army: Army, report: Report) -> tuple[Reason, ...]:
    """All problems in the order of the check; the numbers match the badges in the roll."""
    points = {line.key: line.loadout.points for line in report.units}
    return tuple(
        Reason(
            number,
            explain(violation),
            remedy(violation),
            violation.code,
            violation.source,
            tuple(dict.fromkeys(fixes(violation, army, points)))[:MOST_FIXES],
        )
        for number, violation in enumerate(report.violations, 1)
    )


def fixes(violation: Violation, army: Army, points: dict[str, int]) -> Iterator[Fix]:
    """What can be done about a problem right here."""
    code, kind = violation.code, violation.code.partition(".")[0]
    if code == "army.rank_min":
        rank = str(violation.params["of"])
        yield Fix(f"Add {words.RANK_NAMES[rank].lower()}", Open("add", place=rank))
    elif code in BY_SETTINGS:
        yield Fix("Open the settings", Open("settings"))
    elif kind in ("hand", "deck"):
        yield from card_fixes(violation, army, kind)
    elif code != "army.points":
        for entry in army.units:
            if entry.key in violation.about:
                yield from line_fixes(violation, entry, points)
        yield from loose_cards(violation, army)


def line_fixes(violation: Violation, entry: ArmyUnit, points: dict[str, int]) -> Iterator[Fix]:
    """Take a card off the line, take a unit away, or open the line."""
    name, key = catalogue().name_of(entry.unit), entry.key
    theirs = entry.counterpart.upgrades if entry.counterpart else ()
    for verb, cards in (("unequip", entry.upgrades), ("unequip-theirs", theirs)):
        for card in dict.fromkeys(cards):
            if card in violation.about:
                yield Fix(f"Take {catalogue().name_of(card)} off {name}", does=f"{verb} {key} {card}")
    if violation.code in BY_REMOVING and not set(violation.about).intersection((*entry.upgrades, *theirs)):
        act = f"remove {key}" if entry.count == 1 else f"count {key} {entry.count - 1}"
        back = f", −{points[key]}" if points.get(key) else ""
        yield Fix(f"{'Remove' if entry.count == 1 else 'One fewer'} {name}{back}", does=act)
    elif violation.code not in BY_REMOVING:
        yield Fix(f"Open {name}", Open("unit", key=key))


def card_fixes(violation: Violation, army: Army, kind: str) -> Iterator[Fix]:
    """Take a card out of the hand or the deck, or choose others."""
    for place, card, act in hand_and_deck(army):
        name = catalogue().name_of(card)
        if place == kind and not {card, name}.isdisjoint(violation.about):
            yield Fix(f"Take out {name}", does=act)
    if kind == "hand":
        yield Fix("Choose command cards", Open("hand"))
    else:
        yield Fix("Choose battle cards", Open("deck", place=short_category(army)))


def loose_cards(violation: Violation, army: Army) -> Iterator[Fix]:
    """Cards of hand and deck that no card data knows."""
    known: dict[str, Collection[str]] = {"hand": catalogue().commands, "deck": catalogue().battle_cards}
    for place, card, act in hand_and_deck(army):
        if card in violation.about and card not in known[place]:
            yield Fix(f"Take {card} out of the {place}", does=act)


def hand_and_deck(army: Army) -> Iterator[tuple[str, str, str]]:
    """The cards of hand and deck: where each is, and what takes it out."""
    for card in army.command_hand:
        yield "hand", card, f"hand-out {card}"
    for category, card in army.battle_deck.cards:
        yield "deck", card, f"deck-out {category} {card}"


def short_category(army: Army) -> str:
    """The first category of the format that still lacks cards."""
    formats = catalogue().formats
    wanted = (formats.get(army.format) or formats["standard"]).battle_deck.categories
    short = (name for name, most in wanted.items() if len(army.battle_deck.of(name)) < most)
    return next(short, next(iter(wanted)))
