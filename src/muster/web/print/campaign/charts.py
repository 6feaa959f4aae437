"""The charts of Tours of Duty on paper: a quick reference in our words, in the order of the ten steps."""

from collections.abc import Iterable, Mapping
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
from muster.rules.campaign.library.parts import Aid, Asset, Commendation, Needs, Setback, Trait
from muster.rules.campaign.register.register import Register
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.vocabulary import spoken
from muster.rules.dice.faces import Face
from muster.web.print import pdf
from muster.web.print.armies.heading import Paper
from muster.web.print.campaign.register import Heading, Held, called, heading_of

TITLE: Final = "Quick reference"
SUBJECT: Final = "Tours of Duty"
CHART_FACES: Final = (Face.HIT, Face.BLANK, Face.SURGE)
P = TypeVar("P", Setback, Trait, Commendation)


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
    library = concerning(register, library)
    return ChartsSheet(
        heading=replace(heading_of(register, catalogue, {}, paper, TITLE), army=SUBJECT),
        charts=(
            supply_chart(),
            casualty_chart(),
            setback_chart(library),
            trait_chart(library),
            experience_chart(),
            aid_chart(library),
            asset_chart(library),
            *commendation_charts(library),
            card_chart(library),
        ),
        starts=RANK_STARTS,
        maxima=tuple(Held(spoken(rank), str(most), f"rank-{rank}") for rank, most in MAXIMUM_RANKS.items()),
    )


def concerning(register: Register, library: Library) -> Library:
    """The library without the homebrew of others: a Register meets its own arc's, and what its units hold."""
    arc = register.arc.id if register.arc else ""
    held = {
        one.id
        for unit in register.dossiers
        for one in (*unit.setbacks, *unit.commendations, unit.trait)
        if one
    }

    def known(parts: Mapping[str, P]) -> dict[str, P]:
        return {key: one for key, one in parts.items() if not one.homebrew or one.arc == arc or key in held}

    return replace(
        library,
        setbacks=known(library.setbacks),
        traits=known(library.traits),
        commendations=known(library.commendations),
    )


def supply_chart() -> Chart:
    """The red defence die of step 3 (rules 149 to 152)."""
    won = supply_from(Face.SURGE, won=True)
    rows = (
        Row(name="Block", words=f"{supply_from(Face.BLOCK, won=False)} SP more.", face="face-block"),
        Row(name="Surge", words=f"{won} SP more, for the winner alone.", face="face-surge-defence"),
        Row(name="Blank", words="Nothing more.", face="face-blank"),
    )
    intro = f"Each player earns {SUPPLY_FOR_PLAYING} SP for the game, then rolls a red defence die."
    return Chart("Supply", intro, rows, "supply")


CASUALTY_ROWS: Final = {
    Outcome.CASUALTY: ("1  Any Surge", "Casualty: the unit leaves the Register.", "face-surge"),
    Outcome.DEFINING_TRAIT: ("2  Any Surge, Paragon", "Stays and rolls for a defining trait.", "face-surge"),
    Outcome.HARD_LESSON: ("3  Criticals alone", "Hard lesson:", "face-critical"),
    Outcome.SETBACK: ("4  Any Hit", "Costly:", "face-hit"),
    Outcome.UNHARMED: ("5  Anything else", "Unharmed:", "face-blank"),
}


def casualty_chart() -> Chart:
    """The five results in the order in which they are looked for (rules 153 to 160)."""
    rows = (_casualty_row(outcome) for outcome in Outcome)
    intro = (
        "Each defeated unit rolls one black attack die, and one more for each setback after its first. "
        "The first line that fits counts."
    )
    return Chart("Casualty check", intro, tuple(rows), "fallen")


def _casualty_row(outcome: Outcome) -> Row:
    name, words, face = CASUALTY_ROWS[outcome]
    experience, setbacks = GAINS[outcome]
    gains = [f"{experience} experience"] * (experience > 0) + ["a roll for a setback"] * (setbacks > 0)
    return Row(name=name, words=f"{words} {' and '.join(gains)}." if gains else words, face=face)


def setback_chart(library: Library) -> Chart:
    """The black die of a setback; an arc's own stands under Critical (rules 198 to 211)."""
    intro = "Roll a black attack die. What the unit cannot gain is rolled again."
    return Chart("Setbacks", intro, _by_face(library.setbacks.values(), library), "setback")


def trait_chart(library: Library) -> Chart:
    """The black die of a defining trait (rules 213 to 221)."""
    intro = (
        "The Paragon rolls a black attack die. A new trait takes the place of the old; gone after 2 games."
    )
    return Chart("Defining traits", intro, _by_face(library.traits.values(), library), "trait", "column")


def _by_face(parts: Iterable[Setback | Trait], library: Library) -> tuple[Row, ...]:
    listed = list(parts)
    general = [_face_row(part, face, "") for face in CHART_FACES for part in listed if part.face is face]
    gain = chart_experience(Face.CRITICAL)
    own = [
        _face_row(part, Face.CRITICAL, f"{_arc_name(part.arc, library)}, {gain} experience")
        for part in listed
        if part.face is None
    ]
    return tuple(general + own)


def _face_row(part: Setback | Trait, face: Face, note: str) -> Row:
    return Row(name=called(part, part.name), words=part.words, face=f"face-{face}", note=note)


def _arc_name(arc: str | None, library: Library) -> str:
    found = library.arcs.get(arc or "")
    return found.name if found else "Story arc"


def experience_chart() -> Chart:
    """What a battle teaches, step 5 (rules 162 to 165)."""
    rows = (
        Row(name="Took part", words="1 experience."),
        Row(name="Contests or holds an objective token at the end", words="1 experience."),
        Row(name="Most Feared Rival", words=f"{RIVAL_EXPERIENCE} experience for a unit the opponent names."),
    )
    return Chart(
        "Experience", "For units that are no casualties, none beyond the maximum.", rows, "reputation"
    )


def aid_chart(library: Library) -> Chart:
    """Aid requests and what they cost (rules 167 to 197)."""
    intro = "Each once in a sequence, unless marked “again”."
    return Chart("Aid requests", intro, tuple(_aid_row(aid) for aid in library.aid.values()), "medevac")


def _aid_row(aid: Aid) -> Row:
    cost = {"flat": f"{aid.sp} SP", "veteran-rank": "SP of the unit’s VR, at least 1", "asset": "its price"}
    again = ", again" if aid.repeatable else ""
    return Row(name=called(aid, aid.name), words=aid.words, note=cost[aid.cost] + again)


def asset_chart(library: Library) -> Chart:
    """Strategic assets with their prices."""
    rows = tuple(_asset_row(asset) for asset in library.assets.values())
    intro = "Bought with an aid request; used ones leave the Register."
    return Chart("Strategic assets", intro, rows, "asset", "page")


def _asset_row(asset: Asset) -> Row:
    held = f", up to {asset.held}" if asset.held > 1 else ""
    own = "" if asset.in_own_turning_point else ", not in your turning point"
    return Row(name=called(asset, asset.name), words=asset.words, note=f"{asset.cost} SP{held}{own}")


def commendation_charts(library: Library) -> tuple[Chart, ...]:
    """Every commendation with its requirements: of the chart, the high ones, the arcs' own (222 to 257)."""
    every = library.commendations.values()
    general = _commendations(library, (one for one in every if not one.high and one.arc is None))
    high = _commendations(library, (one for one in every if one.high))
    own = _commendations(library, (one for one in every if one.arc is not None and not one.high))
    intro = "One for each new veteran rank, none twice. The unit meets everything asked for."
    return (
        Chart("Commendations", intro, general, "commendation"),
        Chart("High commendations", "One for a unit at most.", high, "commendation", "column"),
        Chart("Commendations of the story arcs", "While this is your story arc.", own, "commendation"),
    )


def _commendations(library: Library, listed: Iterable[Commendation]) -> tuple[Row, ...]:
    return tuple(_commendation_row(one, library) for one in listed)


def _commendation_row(one: Commendation, library: Library) -> Row:
    arc = [_arc_name(one.arc, library)] if one.arc else []
    notes = arc + requirements(one.needs, library)
    return Row(name=called(one, one.name), words=one.words, note=", ".join(notes))


def requirements(needs: Needs, library: Library) -> list[str]:
    """What a commendation asks for, in words."""
    first = [called(library.commendations.get(one), _title(one, library)) for one in needs.commendations]
    either = (needs.ranks, needs.unit_types, needs.keywords)
    wanted = [" or ".join(spoken(word) for word in words) for words in either if words]
    rank = [f"VR {needs.veteran_rank}"] if needs.veteran_rank else []
    return rank + wanted + first + ["Paragon"] * needs.paragon


def _title(commendation: str, library: Library) -> str:
    found = library.commendations.get(commendation)
    return found.name if found else commendation


def card_chart(library: Library) -> Chart:
    """The command cards a Paragon may unlock (rule 273)."""
    rows = (
        Row(name=called(card, card.name), words=card.words, note=f"{_pips(card.pips)}, {card.orders}")
        for card in library.paragon_cards.values()
    )
    return Chart("Paragon’s command cards", "One for each new rank of the Paragon.", tuple(rows), "paragon")


def _pips(number: int) -> str:
    return f"{number} pip{'' if number == 1 else 's'}"
