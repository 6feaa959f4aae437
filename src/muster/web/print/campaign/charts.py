"""The charts of Tours of Duty on paper: a quick reference in our words, in the order of the ten steps."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from muster.rules.campaign.battle.steps.experience import RIVAL_EXPERIENCE
from muster.rules.campaign.library.charts import (
    GAINS,
    MAXIMUM_RANKS,
    RANK_STARTS,
    SUPPLY_FOR_PLAYING,
    Outcome,
    chart_experience,
    supply_from,
)
from muster.rules.campaign.library.library import Library
from muster.rules.campaign.library.parts import Aid, Asset, Commendation, Part, Setback, Trait
from muster.rules.campaign.register.register import Register
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.vocabulary import display_word
from muster.rules.dice.faces import Face
from muster.web.environment import plural
from muster.web.print import pdf
from muster.web.print.armies.heading import Paper
from muster.web.print.campaign.register import Heading, Held, heading_of, mark_homebrew

TITLE: Final = "Quick reference"
SUBJECT: Final = "Tours of Duty"
CHART_FACES: Final = (Face.HIT, Face.BLANK, Face.SURGE)
P = TypeVar("P", Setback, Trait, Commendation)
N = TypeVar("N", bound=Part)


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a chart: the face that leads to it, its name, what it needs or costs, what it does."""

    name: str
    words: str
    face: str = ""
    note: str = ""


class Chart(msgspec.Struct, frozen=True):
    """A chart with what is to be known before reading it; `begins` a page or a column, or follows on."""

    title: str
    intro: str
    rows: tuple[Row, ...]
    icon: str = ""
    begins: Literal["page", "column", ""] = ""


class ChartsSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The quick reference: charts in the order of the ten steps, and the veteran ranks."""

    heading: Heading
    charts: tuple[Chart, ...]
    starts: tuple[int, ...]
    maxima: tuple[Held, ...]


def charts_pdf(register: Register, library: Library, catalogue: Catalogue, paper: Paper) -> bytes:
    """The quick reference of the charts, in our words."""
    return pdf("charts", charts_sheet(register, library, catalogue, paper))


def charts_sheet(register: Register, library: Library, catalogue: Catalogue, paper: Paper) -> ChartsSheet:
    """What stands on the quick reference."""
    return ChartsSheet(
        heading=replace(heading_of(register, catalogue, {}, paper, TITLE), army=SUBJECT),
        charts=charts_of(library_for(register, library)),
        starts=RANK_STARTS,
        maxima=tuple(
            Held(display_word(rank), str(most), f"rank-{rank}") for rank, most in MAXIMUM_RANKS.items()
        ),
    )


HEADS: Final[dict[str, tuple[str, str, Literal["page", "column", ""]]]] = {
    "Supply": (
        f"Each player earns {SUPPLY_FOR_PLAYING} SP for the game, then rolls a red defence die.", "supply", ""
    ),
    "Casualty check": (
        "Each defeated unit rolls one black attack die, and one more for each setback after its first. "
        "The first line that fits counts.", "fallen", ""
    ),
    "Setbacks": ("Roll a black attack die. What the unit cannot gain is rolled again.", "setback", ""),
    "Defining traits": (
        "The Paragon rolls a black attack die. A new trait takes the place of the old; "
        "gone after 2 games.", "trait", "column"
    ),
    "Experience": ("For units that are no casualties, none beyond the maximum.", "reputation", ""),
    "Aid requests": ("Each once in a sequence, unless marked “again”.", "medevac", ""),
    "Strategic assets": ("Bought with an aid request; used ones leave the Register.", "asset", "page"),
    "Commendations": (
        "One for each new veteran rank, none twice. The unit meets everything asked for.", "commendation", ""
    ),
    "High commendations": ("One for a unit at most.", "commendation", "column"),
    "Commendations of the story arcs": ("While this is your story arc.", "commendation", ""),
    "Paragon’s command cards": ("One for each new rank of the Paragon.", "paragon", ""),
}  # fmt: skip
"""The charts in the order of the ten steps: what is to be known first, the icon, where it begins."""


def charts_of(library: Library) -> tuple[Chart, ...]:
    """Every chart: the supply die (rules 149 to 152), casualty checks (153 to 160), setbacks (198 to 211) and
    traits (213 to 221), what a battle teaches (162 to 165), aid requests (167 to 197), assets, commendations
    with their requirements (222 to 257), the command cards a Paragon may unlock (273)."""
    every = library.commendations.values()

    def awards(listed: Iterable[Commendation]) -> tuple[Row, ...]:
        return _rows_with_notes(listed, lambda commendation: requirements(commendation, library))

    rows = (
        supply_rows(),
        tuple(_casualty_row(outcome) for outcome in Outcome),
        _by_face(library.setbacks.values(), library),
        _by_face(library.traits.values(), library),
        tuple(Row(name=name, words=words) for name, words in EXPERIENCE_ROWS.items()),
        _rows_with_notes(library.aid.values(), _aid_price),
        _rows_with_notes(library.assets.values(), _asset_price),
        awards(commendation for commendation in every if commendation.arc is None and not commendation.high),
        awards(commendation for commendation in every if commendation.high),
        awards(
            commendation for commendation in every if commendation.arc is not None and not commendation.high
        ),
        _rows_with_notes(
            library.paragon_cards.values(), lambda card: f"{plural(card.pips, 'pip')}, {card.orders}"
        ),
    )
    heads = zip(HEADS.items(), rows, strict=True)
    return tuple(Chart(title, intro, held, icon, begins) for (title, (intro, icon, begins)), held in heads)


def library_for(register: Register, library: Library) -> Library:
    """The library without the homebrew of others: a Register meets its own arc's, and what its units hold."""
    arc = register.arc.id if register.arc else ""
    held = {
        card.id
        for unit in register.dossiers
        for card in (*unit.setbacks, *unit.commendations, unit.trait)
        if card
    }

    def on_the_chart(parts: Mapping[str, P]) -> dict[str, P]:
        return {
            key: part for key, part in parts.items() if not part.homebrew or part.arc == arc or key in held
        }

    return replace(
        library,
        setbacks=on_the_chart(library.setbacks),
        traits=on_the_chart(library.traits),
        commendations=on_the_chart(library.commendations),
    )


CASUALTY_ROWS: Final = {
    Outcome.CASUALTY: ("1  Any Surge", "Casualty: the unit leaves the Register.", "face-surge"),
    Outcome.DEFINING_TRAIT: ("2  Any Surge, Paragon", "Stays and rolls for a defining trait.", "face-surge"),
    Outcome.HARD_LESSON: ("3  Criticals alone", "Hard lesson:", "face-critical"),
    Outcome.SETBACK: ("4  Any Hit", "Costly:", "face-hit"),
    Outcome.UNHARMED: ("5  Anything else", "Unharmed:", "face-blank"),
}
EXPERIENCE_ROWS: Final = {
    "Took part": "1 experience.",
    "Contests or holds an objective token at the end": "1 experience.",
    "Most Feared Rival": f"{RIVAL_EXPERIENCE} experience for a unit the opponent names.",
}


def supply_rows() -> tuple[Row, ...]:
    """What each face of the red defence die gives."""
    won = supply_from(Face.SURGE, won=True)
    return (
        Row(name="Block", words=f"{supply_from(Face.BLOCK, won=False)} SP more.", face="face-block"),
        Row(name="Surge", words=f"{won} SP more, for the winner alone.", face="face-surge-defence"),
        Row(name="Blank", words="Nothing more.", face="face-blank"),
    )


def _casualty_row(outcome: Outcome) -> Row:
    name, words, face = CASUALTY_ROWS[outcome]
    experience, setbacks = GAINS[outcome]
    gains = [f"{experience} experience"] * (experience > 0) + ["a roll for a setback"] * (setbacks > 0)
    return Row(name=name, words=f"{words} {' and '.join(gains)}." if gains else words, face=face)


def _by_face(parts: Iterable[Setback | Trait], library: Library) -> tuple[Row, ...]:
    """The rows of a chart in the order of its faces; those of story arcs follow under Critical."""
    listed, gain = list(parts), chart_experience(Face.CRITICAL)
    found: list[tuple[Setback | Trait, Face, str]] = [
        (part, face, "") for face in CHART_FACES for part in listed if part.face is face
    ]
    found += [
        (part, Face.CRITICAL, f"{_arc_name(part.arc, library)}, {gain} experience")
        for part in listed
        if part.face is None
    ]
    return tuple(
        Row(name=mark_homebrew(part, part.name), words=part.words, face=f"face-{face}", note=note)
        for part, face, note in found
    )


def _arc_name(arc: str | None, library: Library) -> str:
    found = library.arcs.get(arc or "")
    return found.name if found else "Story arc"


def _rows_with_notes(parts: Iterable[N], note: Callable[[N], str]) -> tuple[Row, ...]:
    return tuple(
        Row(name=mark_homebrew(part, part.name), words=part.words, note=note(part)) for part in parts
    )


def _aid_price(aid: Aid) -> str:
    cost = {"flat": f"{aid.sp} SP", "veteran-rank": "SP of the unit’s VR, at least 1", "asset": "its price"}
    return cost[aid.cost] + (", again" if aid.repeatable else "")


def _asset_price(asset: Asset) -> str:
    held = f", up to {asset.held}" if asset.held > 1 else ""
    return f"{asset.cost} SP{held}" + ("" if asset.in_own_turning_point else ", not in your turning point")


def requirements(commendation: Commendation, library: Library) -> str:
    """What a commendation asks for, in words, and the arc it belongs to."""
    needs, known = commendation.needs, library.commendations
    arc = [_arc_name(commendation.arc, library)] if commendation.arc else []
    rank = [f"VR {needs.veteran_rank}"] if needs.veteran_rank else []
    either = (needs.ranks, needs.unit_types, needs.keywords)
    wanted = [" or ".join(display_word(word) for word in words) for words in either if words]
    first = [
        mark_homebrew(known.get(id), known[id].name if id in known else id) for id in needs.commendations
    ]
    return ", ".join([*arc, *rank, *wanted, *first, *["Paragon"] * needs.paragon])
