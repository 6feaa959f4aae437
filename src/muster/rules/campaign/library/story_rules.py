"""What an agenda and a turning point are played from, in rows: page and paper draw the same ones.

Source: the agenda and mission cards; rules 48, 58, 69 to 73 and 148; R11, R17. The numbers and facts are the
data's, the same that `battle.agendas` and `battle.missions` count with.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

import msgspec

from muster.rules.campaign.library.library import Library
from muster.rules.campaign.library.parts import Agenda, MapToken, Question, Threshold, TurningPoint
from muster.rules.cards.vocabulary import Rank
from muster.rules.dice.faces import SIDES, Die, Face

Row: TypeAlias = tuple[str, str]
"""What a row is about, and its words."""

SQUARE: Final = 6
"""Inches of a square of a mission's map (ruling A49)."""

TOLD: Final = {
    "won": "you won",
    "lost": "you lost",
    "drawn": "it was a draw",
    "paragon-undefeated": "the Paragon was not defeated",
    "chosen-undefeated": "none of the chosen units was defeated",
}
"""The facts that nobody is asked about, as the end of a sentence."""


class AgendaRules(msgspec.Struct, frozen=True, kw_only=True):
    """An agenda with its rows, and the rank that each face of the black die marks in setup; no ranks where
    no die is rolled."""

    agenda: Agenda
    rows: tuple[Row, ...]
    ranks: tuple[tuple[Face, Rank], ...] = ()


class MissionRules(msgspec.Struct, frozen=True, kw_only=True):
    """A turning point with its rows; each token of its map has the number of its kind, for B and R are
    the sides, and `key` says what a number is and where its tokens go."""

    mission: TurningPoint
    rows: tuple[Row, ...]
    tokens: tuple[tuple[str, MapToken], ...]
    key: tuple[Row, ...]


# Agendas ---------------------------------------------------------------------------------------------------


def rules_of(agendas: Iterable[str], library: Library) -> dict[str, AgendaRules]:
    """The rules of these agendas by id; one that the library no longer has is left out."""
    known = library.agendas
    return {id: agenda_rules(known[id], library.questions) for id in agendas if id in known}


def agenda_rules(agenda: Agenda, questions: Mapping[str, Question]) -> AgendaRules:
    """The card in rows: what a first and a second box of one battle take, and how many complete it (rules 69,
    70; R11)."""
    marked, sides = agenda.marked_ranks or {}, dict.fromkeys(SIDES[Die.ATTACK_BLACK])
    assumed = " (the card names no number; ruling A52)" if agenda.needed_assumed else ""
    rows = (
        ("Setup", agenda.setup),
        ("1 box", _conditions(agenda, agenda.first, 0, questions)),
        ("1 more", _conditions(agenda, agenda.again, agenda.first.count, questions)),
        ("Reward", agenda.reward.words),
        ("Complete", f"with {agenda.needed} boxes{assumed}."),
    )
    return AgendaRules(
        agenda=agenda,
        rows=_with_words(rows),
        ranks=tuple((face, marked[face]) for face in sides if face in marked),
    )


def _conditions(agenda: Agenda, threshold: Threshold, met: int, questions: Mapping[str, Question]) -> str:
    """What a threshold asks for beyond the count that is met already."""
    counted = [f"{threshold.count} or more {agenda.counts}"] if threshold.count > met else []
    conditions = [TOLD.get(fact) or _fact_in_words(questions.get(fact), fact) for fact in threshold.facts]
    return (
        f"if {' and '.join(conditions)}."
        if conditions and not counted
        else f"{' and '.join([*counted, *conditions])}."
    )


def _fact_in_words(question: Question | None, fact: str) -> str:
    """A question answered with yes; a club's own may have no other words than the question."""
    if question is None:
        return f"“{fact}” is true"
    return question.told or f"the answer is yes: “{question.words}”"


def _with_words(rows: Iterable[Row]) -> tuple[Row, ...]:
    return tuple((title, words) for title, words in rows if words)


# Turning points --------------------------------------------------------------------------------------------


def mission_rules(id: str, library: Library) -> MissionRules | None:
    """A turning point in rows; its owner is Blue, and won or lost it pays (rules 48, 58, 148; R17)."""
    mission = library.turning_points.get(id)
    if mission is None:
        return None
    rows = (
        ("Setup", mission.setup),
        ("Scoring", mission.scoring),
        ("Secondary", mission.secondary),
        ("Blue’s advantage", mission.blue_advantage),
        ("Red’s advantage", mission.red_advantage),
        ("Either player", mission.spoils.words),
        ("If Blue wins", mission.victory.words),
        ("If Blue loses", mission.loss.words),
    )
    kinds = dict.fromkeys(token.name for token in mission.map.tokens)
    numbers = {name: str(at) for at, name in enumerate(kinds, start=1)}
    return MissionRules(
        mission=mission,
        rows=_with_words(rows),
        tokens=tuple((numbers[token.name], token) for token in mission.map.tokens),
        key=tuple(
            (numbers[name], ". ".join(_token_lines(name, mission.map.tokens)) + ".") for name in numbers
        ),
    )


def arc_mission(arc: str, library: Library) -> MissionRules | None:
    """The turning point of a story arc; None for an arc the library does not have."""
    found = library.arcs.get(arc)
    return mission_rules(found.turning_point, library) if found else None


def _token_lines(name: str, tokens: Iterable[MapToken]) -> Iterator[str]:
    """A kind of token: what it is contested from, then the place of each, in inches."""
    of_kind = [token for token in tokens if token.name == name]
    contest = next((token.contest for token in of_kind if token.contest), None)
    yield f"{name}, contested within range {contest}" if contest else name
    for token in of_kind:
        holds = f", with {token.holds} tokens on it" if token.holds else ""
        yield f"{token.x * SQUARE:g}″ from the left, {token.y * SQUARE:g}″ from Red’s edge{holds}"
