"""A story arc on paper: agendas, and the turning point with its map, enough to play without a phone."""

from typing import Final

import msgspec
from msgspec.structs import replace

from muster.rules.campaign.library.library import Library
from muster.rules.campaign.library.parts import Arc, Zone
from muster.rules.campaign.library.story_rules import AgendaRules, MissionRules, Row, arc_mission, rules_of
from muster.rules.campaign.register.register import Register
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.vocabulary import display_word
from muster.web.print import pdf
from muster.web.print.armies.heading import Paper
from muster.web.print.campaign.register import Heading, Held, heading_of, mark_homebrew

TITLE: Final = "Story arc"


class AgendaCard(msgspec.Struct, frozen=True):
    """An agenda: its rule, its rows, and what each face of the die marks."""

    name: str
    words: str
    rows: tuple[Row, ...]
    ranks: tuple[Held, ...]


class Spot(msgspec.Struct, frozen=True):
    """A token on the map, in squares."""

    letter: str
    x: float
    y: float
    kind: str


class MissionCard(msgspec.Struct, frozen=True, kw_only=True):
    """A turning point with its map in squares."""

    name: str
    words: str
    rows: tuple[Row, ...]
    key: tuple[Row, ...]
    width: int
    height: int
    zones: tuple[Zone, ...]
    spots: tuple[Spot, ...]


class ArcCard(msgspec.Struct, frozen=True):
    """A story arc: three agendas and where they lead."""

    name: str
    words: str
    agendas: tuple[AgendaCard, ...]
    mission: MissionCard | None


class StorySheet(msgspec.Struct, frozen=True):
    """The story arc of a Register; all arcs where none is chosen."""

    heading: Heading
    arcs: tuple[ArcCard, ...]


def story_pdf(register: Register, library: Library, catalogue: Catalogue, paper: Paper) -> bytes:
    """The story arc, to be played from."""
    return pdf("story", story_sheet(register, library, catalogue, paper))


def story_sheet(register: Register, library: Library, catalogue: Catalogue, paper: Paper) -> StorySheet:
    """What stands on the sheet. A Register without an arc gets the official ones to choose from."""
    own = library.arcs.get(register.arc.id) if register.arc else None
    arcs = [own] if own else [arc for arc in library.arcs.values() if not arc.homebrew]
    heading = heading_of(register, catalogue, {}, paper, TITLE)
    return StorySheet(
        replace(heading, army=heading.army if own else "Tours of Duty"),
        tuple(_arc(arc, library) for arc in arcs),
    )


def _arc(arc: Arc, library: Library) -> ArcCard:
    agendas = tuple(_agenda(agenda) for agenda in rules_of(arc.agendas, library).values())
    mission = arc_mission(arc.id, library)
    return ArcCard(
        mark_homebrew(arc, arc.name), arc.words, agendas, mission_card(mission) if mission else None
    )


def _agenda(rules: AgendaRules) -> AgendaCard:
    card = rules.agenda
    ranks = tuple(Held(display_word(rank), display_word(face), f"face-{face}") for face, rank in rules.ranks)
    return AgendaCard(mark_homebrew(card, card.name), card.words, rules.rows, ranks)


def mission_card(rules: MissionRules) -> MissionCard:
    """A turning point as a card with its map."""
    card = rules.mission
    return MissionCard(
        name=mark_homebrew(card, card.name),
        words=card.words,
        rows=rules.rows,
        key=rules.key,
        width=card.map.width,
        height=card.map.height,
        zones=card.map.zones,
        spots=tuple(Spot(letter, token.x, token.y, token.kind) for letter, token in rules.tokens),
    )
