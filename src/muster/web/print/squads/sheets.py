"""Special Operations on paper: squad sheet, loadout cards, Transmitter card, quick reference."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from muster.rules import reference
from muster.rules.cards.vocabulary import display_word
from muster.rules.dice.faces import Face
from muster.rules.game.missions import MissionCard
from muster.rules.game.special_operations.squads import wording as say
from muster.rules.game.special_operations.squads.cards import (
    Ability,
    EditionId,
    EffectCard,
    Squad,
    UnitCard,
    Weapon,
)
from muster.rules.game.special_operations.squads.squads import (
    any_meaning,
    command_hand,
    condition_text,
    conditions,
    edition_cards,
    loadout_side,
    meaning,
    operations,
    rule_text,
    side_ids,
    squads,
    unit_card,
    vehicle,
    weapon_keywords,
    wording,
)
from muster.web.environment import plural
from muster.web.print import pdf
from muster.web.print.armies.heading import SIZES, Paper
from muster.web.print.tournament.heading import EventHeading

SquadPaper: TypeAlias = Literal["squad", "loadouts"]
TablePaper: TypeAlias = Literal["quick-reference", "transmitter"]
SQUAD_PAPERS: Final[tuple[SquadPaper, ...]] = get_args(SquadPaper)
TABLE_PAPERS: Final[tuple[TablePaper, ...]] = get_args(TablePaper)
MODE: Final = "Special Operations"
FACES: Final = (Face.CRITICAL, Face.CRITICAL, Face.SURGE, Face.SURGE, *(Face.HIT,) * 4)
"""The slots of the Transmitter card in their order, two rows of four (rule 340)."""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A name with its words; `note` is what it costs, `icon` a drawing before it."""

    name: str
    words: str
    note: str = ""
    icon: str = ""


class PaperWeapon(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon: reach, dice, keywords."""

    reach: str
    red: int
    black: int
    white: int
    keywords: tuple[str, ...]


class UnitBlock(msgspec.Struct, frozen=True, kw_only=True):
    """A unit card on paper, with a row of boxes for each copy."""

    name: str
    icon: str
    rank: str
    copies: int
    figures: tuple[tuple[str, str], ...]
    defence: str | None
    wounds: int
    weapons: tuple[PaperWeapon, ...]
    abilities: tuple[str, ...]
    note: str = ""


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """A side of a loadout card."""

    letter: str
    name: str
    words: str
    weapon: PaperWeapon | None
    gives: tuple[Line, ...]


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """A command card of the hand."""

    name: str
    pips: int
    orders: str
    words: str


class SquadSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A squad to play from."""

    heading: EventHeading
    units: tuple[UnitBlock, ...]
    loadouts: tuple[tuple[Side, Side], ...]
    hand: tuple[Command, ...]
    reminders: tuple[Line, ...]


class LoadoutSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The loadout cards to cut out and fold."""

    heading: EventHeading
    squad: str
    flag: str
    loadouts: tuple[tuple[Side, Side], ...]


class TransmitterSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The Transmitter card, its slots in two rows."""

    heading: EventHeading
    slots: tuple[str, ...]
    rules: tuple[Line, ...]


class PaperMap(msgspec.Struct, frozen=True, kw_only=True):
    """A mission's map in inches, Red's edge above: zones as side, left, top, width, height; tokens as letter,
    x, y. The legend has each letter with its name."""

    size: int
    zones: tuple[tuple[str, float, float, float, float], ...]
    tokens: tuple[tuple[str, float, float], ...]
    legend: tuple[tuple[str, str], ...]


class Chapter(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the quick reference."""

    title: str
    lines: tuple[Line, ...]
    begins: Literal["page", "column", ""] = ""
    map: PaperMap | None = None


class ReferenceSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The quick reference of the mode."""

    heading: EventHeading
    chapters: tuple[Chapter, ...]


def squad_pdf(sheet: SquadPaper, edition: EditionId, squad: str, paper: Paper) -> bytes:
    """A sheet of one squad."""
    found = squads(edition)[squad]
    if sheet == "loadouts":
        return pdf("squad_loadouts", loadout_sheet(edition, found, paper))
    return pdf("squad_sheet", squad_sheet(edition, found, paper))


def table_pdf(sheet: TablePaper, edition: EditionId, paper: Paper) -> bytes:
    """A sheet for any table."""
    if sheet == "transmitter":
        return pdf("squad_transmitter", transmitter_sheet(edition, paper))
    return pdf("squad_reference", reference_sheet(edition, paper))


def squad_sheet(edition: EditionId, squad: Squad, paper: Paper) -> SquadSheet:
    """What stands on the sheet of a squad."""
    own = [(unit_card(edition, row.unit), row.copies, "") for row in squad.units]
    sides = [loadout_side(edition, id) for id in side_ids(squad)]
    others = [(unit_card(edition, side.swap.into), 1, f"With {side.name}") for side in sides if side.swap]
    cards, hand = (*own, *others), command_hand(edition, squad.id)
    heading = _heading(edition, squad.name, display_word(squad.faction), "Squad sheet", paper)
    return SquadSheet(
        heading=replace(heading, note=plural(sum(row.copies for row in squad.units), "unit")),
        units=tuple(_block(edition, card, copies, note) for card, copies, note in cards),
        loadouts=_loadouts(edition, squad),
        hand=tuple(
            Command(
                name=card.name, pips=card.pips, orders=say.orders(edition, card), words=_words(edition, card)
            )
            for card in hand
        ),
        reminders=_reminders(edition, (*(card for card, _, _ in cards), *sides, *hand)),
    )


def loadout_sheet(edition: EditionId, squad: Squad, paper: Paper) -> LoadoutSheet:
    """What stands on the loadout cards."""
    return LoadoutSheet(
        heading=_heading(edition, squad.name, display_word(squad.faction), "Loadout cards", paper),
        squad=squad.name,
        flag=f"flag-{squad.faction}",
        loadouts=_loadouts(edition, squad),
    )


def transmitter_sheet(edition: EditionId, paper: Paper) -> TransmitterSheet:
    """The card of Bring Down the Shields with what is done at it."""
    mission = operations(edition)["bring-down-the-shields"]
    shown = reference.shows(339, 341, 344, 347)
    names = ("Attacker at a Console", "Attacker at the Transmitter", "Defender: Encrypt", "Winning")
    return TransmitterSheet(
        heading=_heading(edition, mission.name, MODE, "Transmitter card", paper),
        slots=tuple(face for face in FACES if mission.slots.get(face)),
        rules=tuple(Line(name=name, words=rule.text) for name, rule in zip(names, shown, strict=True)),
    )


CHAPTERS: Final[tuple[tuple[str, tuple[int, ...]], ...]] = (
    ("Before the game", (287, 289, 290, 291, 292, 293, 294, 295, 302, 303)),
    ("Orders and actions", (284, 300, 304, 305)),
    ("Suppression and panic", (307, 306, 308, 309, 310, 311, 312, 313, 314)),
    ("Table and cover", (298, 299, 315, 316, 317, 318)),
    ("Covert Deploy", (325, 326, 327)),
)
"""Rules of the mode in the order in which they are needed."""


def reference_sheet(edition: EditionId, paper: Paper) -> ReferenceSheet:
    """The rules of the mode, weapon keywords, conditions and missions, in our words."""
    rules = tuple(
        Chapter(
            title=title,
            begins="column" if title == TURN else "",
            lines=tuple(Line(name="", words=rule_text(edition, n), note=str(n)) for n in numbers),
        )
        for title, numbers in CHAPTERS
    )
    keywords = (any_meaning(edition, id) for id in weapon_keywords(edition))
    weapons = (Line(name=keyword.name, words=keyword.text) for keyword in keywords)
    chart = (
        Line(name=row.name, words=condition_text(row), icon=f"face-{row.face}")
        for row in conditions().values()
    )
    return ReferenceSheet(
        heading=_heading(edition, MODE, "", "Quick reference", paper),
        chapters=(
            *rules,
            Chapter(title="Weapon keywords", lines=tuple(weapons)),
            Chapter(
                title="Conditions, if both agree",
                lines=(Line(name="", words=CONDITION), *chart),
            ),
            _vehicles(edition),
            *_missions(edition),
        ),
    )


TURN: Final = "Covert Deploy"
CONDITION: Final = (
    "Roll a white attack die for the effect and a red defence die: Block rounds 1 and 2, else 3 and 4."
)


def _vehicles(edition: EditionId) -> Chapter:
    """The vehicle of Disabled Vehicle: what all factions' have, then what each has of its own."""
    hulls = {squad.faction: vehicle(edition, squad.faction) for squad in squads(edition).values()}
    first = next(iter(hulls.values()))
    shared = [
        ability for ability in first.abilities if all(ability in hull.abilities for hull in hulls.values())
    ]
    own = (
        replace(line, name=f"{display_word(faction)}: {line.name}")
        for faction, hull in hulls.items()
        for line in (_line(edition, ability) for ability in hull.abilities if ability not in shared)
    )
    kind = ", ".join(display_word(kind) for kind in say.standing(first))
    weapons = (Line(name="", words=say.armed(edition, weapon)) for weapon in first.weapons)
    about = Line(name=kind, words=f"{first.wounds} wounds, no Courage, no defence dice.")
    lines = (about, *weapons, *(_line(edition, ability) for ability in shared), *own)
    return Chapter(title=first.name, lines=lines)


def _missions(edition: EditionId) -> Iterable[Chapter]:
    begins: tuple[Literal["page", "column", ""], ...] = ("page", "", "column", "")
    for start, card in zip(begins, operations(edition).values(), strict=True):
        parts = (("Setup", card.setup), ("Rules", card.special), ("Winning", card.scoring))
        lines = tuple(Line(name=name, words=words) for name, words in parts)
        yield Chapter(title=card.name, lines=lines, begins=start, map=_map(card))


def _map(card: MissionCard) -> PaperMap:
    zones = ((z.side, z.left, z.top, z.right - z.left, z.bottom - z.top) for z in card.zones)
    return PaperMap(
        size=card.board.width if card.board else 0,
        zones=tuple(zones),
        tokens=tuple((token.name[0], token.x, token.y) for token in card.tokens),
        legend=tuple(dict.fromkeys((token.name[0], token.name) for token in card.tokens)),
    )


def _heading(edition: EditionId, name: str, about: str, title: str, paper: Paper) -> EventHeading:
    subtitle = " · ".join(part for part in (about, edition_cards(edition).edition.name) if part)
    return EventHeading(event=name, about=subtitle, title=title, note="", paper=SIZES[paper])


def _block(edition: EditionId, card: UnitCard, copies: int, note: str) -> UnitBlock:
    courage = "–" if card.courage is None else str(card.courage)
    return UnitBlock(
        name=card.name,
        icon=f"rank-{card.rank}",
        rank=", ".join(display_word(kind) for kind in say.standing(card)),
        copies=copies,
        figures=(("Wounds", str(card.wounds)), ("Courage", courage), ("Speed", str(card.speed))),
        defence=card.defence,
        wounds=card.wounds,
        weapons=tuple(_weapon(edition, weapon) for weapon in card.weapons),
        abilities=tuple(meaning(edition, ability).name for ability in card.abilities),
        note=note,
    )


def _weapon(edition: EditionId, weapon: Weapon) -> PaperWeapon:
    return PaperWeapon(
        reach=say.reach(weapon),
        red=weapon.red,
        black=weapon.black,
        white=weapon.white,
        keywords=tuple(meaning(edition, keyword).name for keyword in weapon.keywords),
    )


def _loadouts(edition: EditionId, squad: Squad) -> tuple[tuple[Side, Side], ...]:
    return tuple((_side(edition, "A", pair.a), _side(edition, "B", pair.b)) for pair in squad.loadouts)


def _side(edition: EditionId, letter: str, id: str) -> Side:
    card = loadout_side(edition, id)
    return Side(
        letter=letter,
        name=card.name,
        words=wording(card),
        weapon=_weapon(edition, card.weapon) if card.weapon else None,
        gives=tuple(_line(edition, ability) for ability in card.gains),
    )


def _words(edition: EditionId, card: EffectCard) -> str:
    weapon = f" ({say.armed(edition, card.weapon)})" if card.weapon else ""
    return wording(card) + weapon


def _line(edition: EditionId, ability: Ability) -> Line:
    known = meaning(edition, ability)
    return Line(name=known.name, words=known.text, note=say.COSTS[ability.marker])


def _reminders(edition: EditionId, cards: Iterable[UnitCard | EffectCard]) -> tuple[Line, ...]:
    """Every ability and keyword of the squad, its loadouts and its command cards once, by name; X where cards
    differ in its number."""
    found: dict[tuple[str, tuple[str, ...]], list[Line]] = {}
    for card in cards:
        for ability in _named_abilities(card):
            found.setdefault((ability.id, ability.of), []).append(_line(edition, ability))
    lines = (
        lines[0] if len(set(lines)) == 1 else _any(edition, id, lines) for (id, _), lines in found.items()
    )
    return tuple(sorted(lines, key=lambda line: line.name))


def _named_abilities(card: UnitCard | EffectCard) -> tuple[Ability, ...]:
    """The abilities that a card has or gives, and the keywords of its weapons."""
    if isinstance(card, UnitCard):
        return (*card.abilities, *(keyword for weapon in card.weapons for keyword in weapon.keywords))
    return (*card.gains, *(card.weapon.keywords if card.weapon else ()))


def _any(edition: EditionId, id: str, lines: list[Line]) -> Line:
    known, notes = any_meaning(edition, id), {line.note for line in lines}
    return Line(name=known.name, words=known.text, note=lines[0].note if len(notes) == 1 else "")
