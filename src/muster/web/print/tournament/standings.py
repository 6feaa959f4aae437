"""Standings for the wall, with every figure; ranking never rests on the rounded numbers printed here."""

from collections.abc import Mapping, Sequence

import msgspec

from muster.app.tournament.access import AudienceView
from muster.rules.tournament.running.figures import profile_of
from muster.rules.tournament.running.plan import problem
from muster.rules.tournament.scoring.standings import Standing
from muster.rules.tournament.scoring.tiebreaks import FIGURES, ground_short
from muster.rules.violations import Refused
from muster.web.print.armies.heading import Paper
from muster.web.print.tournament.heading import EventHeading, heading, name_of, on_paper


class StandingLine(msgspec.Struct, frozen=True, kw_only=True):
    """A player. `by` is the first figure in which they are below the one above, `left` what became of
    who plays no more; rank and `final` place are 0 for none."""

    rank: int
    name: str
    points: int
    record: str
    byes: int
    figures: tuple[str, ...]
    by: str
    left: str
    final: int


class StandingSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The standings after a round."""

    heading: EventHeading
    figures: tuple[str, ...]
    meanings: tuple[str, ...]
    record: str
    lines: tuple[StandingLine, ...]
    ended: bool


def standing_sheet(look: AudienceView, lines: Sequence[Standing], paper: Paper) -> StandingSheet:
    """What stands on the sheet; refused before there are standings."""
    if not lines:
        raise Refused(problem("tournament.no_sheet", ("standings",), "", what="standings"))
    profile = profile_of(look.view.plan)
    tiebreaks = [FIGURES[code] for code in profile.tiebreakers]
    places = {player: place for place, player in enumerate(look.view.ranking, 1)}
    closed = sum(round_view.closed and round_view.round.stage == "swiss" for round_view in look.view.rounds)
    return StandingSheet(
        heading=heading(look, paper, "Standings", f"after round {closed}" if closed else "before round 1"),
        figures=tuple(tiebreak.short for tiebreak in tiebreaks),
        meanings=tuple(
            f"{tiebreak.short}: {tiebreak.in_words}"
            for tiebreak in tiebreaks
            if tiebreak.short != tiebreak.name
        ),
        record="W–D–L" if profile.draws else "W–L",
        lines=tuple(_line(look, line, profile.draws, places) for line in lines),
        ended=bool(places),
    )


standings_pdf = on_paper("tournament_standings", standing_sheet)


def _line(look: AudienceView, line: Standing, draws: bool, places: Mapping[str, int]) -> StandingLine:
    parts = (line.wins, line.draws, line.losses) if draws else (line.wins, line.losses)
    return StandingLine(
        rank=line.rank,
        name=name_of(look, line.player),
        points=line.points,
        record="–".join(map(str, parts)),
        byes=line.byes,
        figures=tuple(FIGURES[code].in_figures(value) for code, value in line.figures.items()),
        by=ground_short(line.below_by),
        left=line.departure,
        final=places.get(line.player, 0),
    )
