"""Past rounds can be corrected until the game is closed: one proposes how a line of the score should read,
the other agrees. Every victory point keeps its card, round and reason."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from muster.rules.game.answers import Agree, AnyInput, Correct
from muster.rules.game.hooks import mission_in_force
from muster.rules.game.kernel import Outcome, change_rule, problem
from muster.rules.game.log.agreed import GameReopened, ScoreProposed, ScoreSettled
from muster.rules.game.log.events import GameEnded
from muster.rules.game.log.evolve import evolve
from muster.rules.game.missions import rules_id
from muster.rules.game.phases.ending import agreed_end, both_gone, promotions, round_over, tabled_result
from muster.rules.game.table import SEATS, Ended, Game, Score, Seat, Table, View
from muster.rules.violations import Violation

MOST_POINTS: Final = 20
"""More than any card gives at once."""
AGREED: Final = "agreed"
"""The reason of points that no rule gave, only the two players."""
UNMOVED: Final = ("conceded", "mission", "held", "certain")
"""Ends that no victory point decided."""


def scoring_cards(table: Table) -> tuple[str, ...]:
    """The cards whose points can be corrected: those of the mission."""
    return tuple(dict.fromkeys(filter(None, mission_in_force(table))))


def proposed_line(table: Table, change: Correct) -> Score | None:
    """The line as it should read: one of the score with other points, or a new one; None where there is no
    such line."""
    if change.line >= 0:
        found = table.scores[change.line : change.line + 1]
        return replace(found[0], points=change.points) if found else None
    card = rules_id(change.card)
    score = Score(side=change.side, points=change.points, card=card, reason=AGREED, round=change.round)
    known = card in scoring_cards(table) and 1 <= change.round <= table.round
    return score if known else None


def _correct_wrong(seen: View, change: Correct) -> Iterator[Violation]:
    """A line there is, or a card of the mission and a round that was played; points that a card can give."""
    score = proposed_line(seen.table, change)
    if score is None:
        yield problem("game.no_line")
    elif score in seen.table.scores[max(0, change.line) : change.line + 1]:
        yield problem("game.same_points")
    if not (change.line < 0) <= change.points <= MOST_POINTS:
        yield problem("game.how_many", least=int(change.line < 0), most=MOST_POINTS)


@change_rule(Correct, _correct_wrong, late=True)
def _propose(game: Game, seat: Seat, change: Correct) -> Outcome:
    """It waits for the other; a later proposal takes its place."""
    score = proposed_line(game.table, change)
    return Outcome((ScoreProposed(seat=seat, score=score, line=max(-1, change.line)),) if score else ())


def _agree_options(seen: View) -> Iterator[AnyInput]:
    open_one = seen.table.proposal
    if open_one and open_one.seat != seen.audience and seen.audience in SEATS:
        yield from (Agree(yes=yes) for yes in (True, False))


def _agree_wrong(seen: View, change: Agree) -> Iterator[Violation]:
    """There is a proposal, and nobody agrees to their own."""
    open_one = seen.table.proposal
    if open_one is None:
        yield problem("game.no_proposal")
    elif change.yes and open_one.seat == seen.audience:
        yield problem("game.own_proposal")


@change_rule(Agree, _agree_wrong, _agree_options, late=True)
def _settle_proposal(game: Game, seat: Seat, change: Agree) -> Outcome:
    """The line reads so from now on, or as before. After the end the winner is decided again."""
    settled = ScoreSettled(seat=seat, agreed=change.yes)
    if not change.yes or game.table.ended is None:
        return Outcome((settled,))
    again = _decided_again(evolve(game, settled).table, game.table.ended)
    return again._replace(events=(settled, *again.events))


def _decided_again(table: Table, before: Ended) -> Outcome:
    """Victory points decide again where they decided before, as between two sides without units (G47). A
    concession, a mission fulfilled and one side without units stay as they are;
    without 12 victory points before round 5 the game goes on."""
    if before.ground in UNMOVED:
        return Outcome()
    if before.ground == "agreed":
        return _again(before, agreed_end(table))
    if alone := tabled_result(table):
        return Outcome((GameEnded(ended=alone),) if alone != before else ())
    if before.ground == "tabled" and not both_gone(table):
        return Outcome()
    over = round_over(table)
    return _again(before, over._replace(then=(*promotions(table), *over.then) if over.then else ()))


def _again(before: Ended, over: Outcome) -> Outcome:
    """The game goes on, or has ended otherwise than before."""
    if over.then:
        return Outcome((GameReopened(),), over.then)
    return Outcome.of(event for event in over.events if event != GameEnded(ended=before))
