"""The play sheet of an army as values ready for paper: a block per unit, and each keyword explained once."""

import re
from collections.abc import Iterable, Iterator

import msgspec

from muster.rules.armies.army import Army
from muster.rules.armies.check import check_army
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.lineup.loadout import ArmyLine
from muster.rules.armies.sheets.identify import printed_names
from muster.rules.armies.sheets.playsheet import (
    ADDS_MINIATURE,
    CardMark,
    Users,
    WeaponUse,
    turning_rules,
    unit_sheet,
)
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.effects import Told, keywords_named, no_effect_reason
from muster.rules.cards.types import Keyword, Unit, Upgrade
from muster.rules.cards.values import KeywordUse
from muster.rules.cards.vocabulary import display_word
from muster.rules.cards.wording import NOT_KNOWN, keyword_in_words, orders_in_words, range_in_words
from muster.web.print.armies.heading import Heading, PrintOrder, heading
from muster.web.print.armies.lists import DeckPart, deck_parts

MOST_TRACKS = 12
MOST_BOXES = 24

WHO: dict[Users, str] = {
    "unit": "",
    "added": "only the added miniature",
    "any": "any miniature",
    "one-per-attack": "one miniature per attack",
    "counterpart": "only the counterpart",
    "unstated": "who may use it: see the card",
}
SPENT = {"exhaust": "exhausts the card", "expend": "expends the card"}
SEE_CARD = "What it does is not known here: see the card."
ACTIONS = {"free-card-action": "free action", "card-action": "action", "two-actions": "two actions"}


class WeaponRow(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon: its dice by colour, and who may use it where not every miniature may (rules 421 to 424)."""

    name: str
    range: str
    red: int
    black: int
    white: int
    keywords: tuple[str, ...]
    who: str


class UpgradeRow(msgspec.Struct, frozen=True, kw_only=True):
    """An upgrade: boxes to tick where it turns (one per unit of the line), what it does, and those of its
    keywords that this does not name."""

    name: str
    icon: str
    use: str
    how: str
    boxes: int
    effect: str
    keywords: tuple[str, ...]


class Track(msgspec.Struct, frozen=True):
    """Boxes for wounds, where they fit beside each other: so many miniatures with so many wounds each."""

    miniatures: int
    wounds: int


class CounterpartBlock(msgspec.Struct, frozen=True):
    """The counterpart within its unit's block."""

    name: str
    wounds: int
    keywords: tuple[str, ...]


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the army at the table. `tracks` are as many rows of boxes as fit, `untracked` the rest."""

    icon: str
    name: str
    type: str
    count: int
    points: int
    figures: tuple[tuple[str, str], ...]
    defence: str
    attack_surge: str | None
    defence_surge: str | None
    weapons: tuple[WeaponRow, ...]
    upgrades: tuple[UpgradeRow, ...]
    keywords: tuple[str, ...]
    counterpart: CounterpartBlock | None
    track: Track | None
    tracks: int
    untracked: int


class Order(msgspec.Struct, frozen=True):
    """A command card in hand: its pips, who gets orders, and what it does."""

    name: str
    pips: int | None
    orders: str
    effect: str = ""


class Reminder(msgspec.Struct, frozen=True):
    """A keyword or a rule and what it does, in our words."""

    name: str
    meaning: str


class PlaySheet(msgspec.Struct, frozen=True, kw_only=True):
    """All that lies beside the table."""

    heading: Heading
    blocks: tuple[Block, ...]
    unknown: tuple[str, ...]
    hand: tuple[Order, ...]
    deck: tuple[DeckPart, ...]
    turning: tuple[Reminder, ...]
    reminders: tuple[Reminder, ...]


def play_page(army: Army, catalogue: Catalogue, order: PrintOrder) -> PlaySheet:
    """The play sheet, lines in the player's own order."""
    lineup = Lineup(army, catalogue)
    names = printed_names(catalogue)
    deck = {part: army.battle_deck.of(part) for part in army.battle_deck.__struct_fields__}
    marks = [mark for line in lineup.lines for mark in unit_sheet(line).marks]
    called = {part: tuple(names.get(card, card) for card in cards) for part, cards in deck.items() if cards}
    return PlaySheet(
        heading=heading(order, army, catalogue, check_army(army, catalogue)),
        blocks=tuple(block(line, catalogue) for line in lineup.lines),
        unknown=tuple(catalogue.name_of(entry.unit) for entry in lineup.unknown_units),
        hand=orders(army, catalogue),
        deck=deck_parts(called),
        turning=tuple(Reminder(f"Rule {rule.number}", rule.text) for rule in turning_rules(marks)),
        reminders=reminders(lineup.lines, catalogue),
    )


def block(line: ArmyLine, catalogue: Catalogue) -> Block:
    """One unit with everything it carries."""
    unit, loadout, joined = line.unit, line.loadout, line.loadout.counterpart
    names, words = printed_names(catalogue), catalogue.keywords
    sheet = unit_sheet(line)
    marks = {mark.card: mark for mark in sheet.marks}
    tracks = min(line.count, MOST_TRACKS)
    miniatures = sheet.miniatures - (joined is not None)
    return Block(
        icon=f"rank-{line.rank}",
        name=names[unit.id],
        type=display_word(unit.unit_type),
        count=line.count,
        points=loadout.points,
        figures=figures(unit, miniatures),
        defence=unit.defence,
        attack_surge=unit.attack_surge,
        defence_surge=unit.defence_surge,
        weapons=tuple(weapon_row(use, names, words) for use in sheet.weapons),
        upgrades=tuple(
            upgrade_row(card, marks.get(card.id), line.count, catalogue) for card in loadout.all_upgrades
        ),
        keywords=printed_words(unit.keywords, words),
        counterpart=CounterpartBlock(names[joined.id], joined.wounds, printed_words(joined.keywords, words))
        if joined
        else None,
        track=Track(miniatures, unit.wounds) if miniatures * unit.wounds <= MOST_BOXES else None,
        tracks=tracks,
        untracked=line.count - tracks,
    )


def figures(unit: Unit, miniatures: int) -> tuple[tuple[str, str], ...]:
    """The numbers of the card, a dash where it prints none; courage for those who fear, else resilience."""
    if unit.resilience is not None:
        name, nerve = "Resilience", str(unit.resilience)
    else:
        name, unprinted = "Courage", "?" if "courage" in unit.unknown else "–"
        nerve = unprinted if unit.courage is None else str(unit.courage)
    return ("Minis", str(miniatures)), ("Wounds", str(unit.wounds)), (name, nerve), ("Speed", str(unit.speed))


def weapon_row(use: WeaponUse, names: dict[str, str], words: dict[str, Keyword]) -> WeaponRow:
    """A weapon: who may use it, how many at once, and what it does to the card (rules 421 to 429)."""
    weapon = use.weapon
    limit = "one per attack" if use.users == "any" and use.miniatures == "one" else ""
    return WeaponRow(
        name=weapon.name,
        range=range_in_words(weapon.range),
        red=weapon.red,
        black=weapon.black,
        white=weapon.white,
        keywords=printed_words(weapon.keywords, words),
        who=", ".join(part for part in (WHO[use.users], limit, SPENT.get(use.spent or "", "")) if part),
    )


def upgrade_row(card: Upgrade, mark: CardMark | None, count: int, catalogue: Catalogue) -> UpgradeRow:
    """An upgrade; one whose mark we do not know says so."""
    turns = mark is not None and mark.use != "unknown"
    effect = catalogue.effect(card)
    adds = (
        "adds a miniature" if card.slot in ADDS_MINIATURE and effect is None else ""
    )  # the effect says how many
    how = ACTIONS.get(mark.action or "", "") if mark else ""
    named = keywords_named(effect, catalogue.keywords_by_name) if effect else ()
    return UpgradeRow(
        name=printed_names(catalogue)[card.id],
        icon=f"up-{card.slot}",
        use=mark.use if mark else "",
        how=", ".join(part for part in (adds, how) if part),
        boxes=min(count, MOST_TRACKS) if turns else 0,
        effect=printed_effect(card, catalogue),
        keywords=printed_words((use for use in card.keywords if use.id not in named), catalogue.keywords),
    )


def printed_effect(card: Told, catalogue: Catalogue) -> str:
    """What a card does, in our words; nothing of one that brings its weapon, slot or orders alone."""
    if effect := catalogue.effect(card):
        return effect.plain
    return "" if no_effect_reason(card, catalogue.data.effects.pictures) == "parts" else SEE_CARD


def printed_words(uses: Iterable[KeywordUse], words: dict[str, Keyword]) -> tuple[str, ...]:
    """Keywords as printed; a number stays on the line of its keyword."""
    return tuple(re.sub(r" (?=\d+$)", "\u00a0", keyword_in_words(use, words)) for use in uses)


def orders(army: Army, catalogue: Catalogue) -> tuple[Order, ...]:
    """The command hand by pips."""
    names = printed_names(catalogue)
    cards = [(names.get(card, card), catalogue.commands.get(card)) for card in army.command_hand]
    found = [
        Order(name, card.pips, orders_in_words(card.orders), printed_effect(card, catalogue))
        if card
        else Order(name, None, NOT_KNOWN)
        for name, card in cards
    ]
    return tuple(sorted(found, key=lambda card: (card.pips is None, card.pips or 0)))


def reminders(lines: Iterable[ArmyLine], catalogue: Catalogue) -> tuple[Reminder, ...]:
    """Every keyword in the army once, by name."""
    ids = {use.id for line in lines for use in keyword_uses(line)}
    found = [catalogue.keywords[word] for word in ids if word in catalogue.keywords]
    return tuple(
        Reminder(keyword_title(word), word.meaning)
        for word in sorted(found, key=lambda word: word.name.lower())
    )


def keyword_title(word: Keyword) -> str:
    """The keyword's name, with the X its meaning speaks of."""
    return f"{word.name} X" if re.search(r"\bX\b", word.meaning) else word.name


def keyword_uses(line: ArmyLine) -> Iterator[KeywordUse]:
    """The keywords on a unit, its weapons, its upgrades and its counterpart."""
    loadout = line.loadout
    joined = (loadout.counterpart,) if loadout.counterpart else ()
    for card in (loadout.unit, *loadout.all_upgrades, *joined):
        yield from card.keywords
        for weapon in card.weapons:
            yield from weapon.keywords
