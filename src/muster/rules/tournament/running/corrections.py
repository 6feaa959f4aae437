"""Mistakes put right, visibly: within two rounds, by organiser or head judge, with their effect shown first.

Rule 604 and ruling T9: a result of round r may be corrected while the current round is at most r + 2, rounds
of the bracket counted. Pairings and cut stand once a game of the round has begun. Before that a correction
recalls the next round of the bracket where somebody else goes on (rule 607).
"""

from functools import reduce
from typing import Final

import msgspec
from msgspec.structs import replace

from muster.rules.log import Event
from muster.rules.tournament.games import Game, Player
from muster.rules.tournament.running import events
from muster.rules.tournament.running.evolving import evolve
from muster.rules.tournament.running.figures import seeds, standings_now
from muster.rules.tournament.running.plan import clean_words, problem, problem_if
from muster.rules.tournament.running.reporting import MOST_WORDS, result_of
from muster.rules.tournament.running.roles import not_over, own_game
from muster.rules.tournament.running.timekeeping import game_of_table
from muster.rules.tournament.running.tournament import EventRound, Tournament
from muster.rules.tournament.scoring.ratios import Ratio
from muster.rules.tournament.scoring.results import Slip
from muster.rules.tournament.scoring.standings import Standing
from muster.rules.tournament.scoring.tiebreaks import FIGURES, Tiebreak
from muster.rules.violations import Violation, refuse_if, require

ROUNDS_TO_CORRECT: Final = 2


class Move(msgspec.Struct, frozen=True):
    """A player whose line in the standings changes."""

    player: Player
    before: Standing | None
    after: Standing

    @property
    def figures(self) -> tuple[tuple[Tiebreak, Ratio | None, Ratio], ...]:
        """The tiebreaks that differ, before and after."""
        old = self.before.figures if self.before else {}
        new = self.after.figures.items()
        return tuple((FIGURES[code], old.get(code), now) for code, now in new if old.get(code) != now)


class Effect(msgspec.Struct, frozen=True):
    """What a correction does: both standings, the lines that differ, the round it recalls, what may be paired
    or cut again."""

    before: tuple[Standing, ...]
    after: tuple[Standing, ...]
    moves: tuple[Move, ...]
    discards_draft: bool = False
    recalls: int = 0
    repair: int = 0
    recut: bool = False


def published_round(now: Tournament, number: int) -> EventRound:
    """A published round; refused when there is none of this number."""
    return require(
        next((candidate for candidate in now.rounds if candidate.number == number), None),
        problem("tournament.no_such_round", (), "", round=number),
    )


def decide_correction(  # noqa: PLR0913, PLR0917 - where, what, by whom, why
    now: Tournament, number: int, table: int, slip: Slip, by: str, why: str = ""
) -> tuple[Event, ...]:
    """A result that stands is changed; what was said before stays in the log."""
    reason = clean_words(why, "the reason", MOST_WORDS)
    refuse_if(not_over(now))
    current = published_round(now, number)
    game = game_of_table(current, table)
    where = {"table": table, "round": number}
    refuse_if(own_game(now, by, game), too_late(now, number))
    stands = require(game.result, problem("tournament.nothing_to_correct", (str(table),), 604, **where))
    after = result_of(now, current, game, slip)
    refuse_if(
        problem_if(after == stands, "tournament.no_change"),
        _bracket_stands(now, current, game, after.winner),
    )
    correction = events.ResultCorrected(number, table, stands, after, by, reason)
    another = current.stage == "elimination" and after.winner != stands.winner
    recalled = (
        events.RoundRecalled(later.number) for later in now.rounds if another and later.number > number
    )
    discard = (events.DraftDiscarded(),) if now.draft else ()
    return (correction, *recalled, *discard)


def too_late(now: Tournament, number: int) -> Violation | None:
    """Rule 604: within two rounds, or it is no longer an error."""
    latest = now.rounds[-1].number if now.rounds else 0
    given = {"round": number, "current": latest, "rounds": ROUNDS_TO_CORRECT}
    return problem_if(latest > number + ROUNDS_TO_CORRECT, "tournament.stands_as_is", (), 604, **given)


def _bracket_stands(now: Tournament, current: EventRound, game: Game, winner: Player) -> Violation | None:
    """T9: who went on in the bracket stands once a game of the next round has begun."""
    later = any(other.number > current.number and other.has_begun for other in now.rounds)
    other = game.result is None or game.result.winner != winner
    stands = current.stage == "elimination" and later and other
    return problem_if(stands, "tournament.bracket_stands", (), "T9", round=current.number)


def correction_effect(now: Tournament, event: tuple[Event, ...]) -> Effect:
    """Both standings, before a correction is made; nothing is written."""
    after = reduce(evolve, event, now)
    standings, new_standings = standings_now(now, live=True), standings_now(after, live=True)
    latest = after.open_round
    stale = latest is not None and not latest.has_begun
    recalls = [each.number for each in event if isinstance(each, events.RoundRecalled)]
    return Effect(
        before=standings,
        after=new_standings,
        moves=_moves(standings, new_standings),
        discards_draft=now.draft is not None,
        recalls=min(recalls, default=0),
        repair=latest.number if latest and stale else 0,
        recut=_cut_moves(now, after),
    )


def _cut_moves(now: Tournament, after: Tournament) -> bool:
    """T9: whether others would go on, while no game of the bracket has begun."""
    begun = any(current.stage == "elimination" and current.has_begun for current in now.rounds)
    return bool(now.cut) and not begun and seeds(after) != now.cut


def _moves(before: tuple[Standing, ...], after: tuple[Standing, ...]) -> tuple[Move, ...]:
    """Whoever's place or figures differ, in the new order."""
    old = {line.player: line for line in before}
    return tuple(
        Move(line.player, old.get(line.player), line)
        for line in after
        if _plain(old.get(line.player)) != _plain(line)
    )


def _plain(line: Standing | None) -> Standing | None:
    """What counts of a line: a neighbour who moved is no change of one's own."""
    return line and replace(line, below_by="")
