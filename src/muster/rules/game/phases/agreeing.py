"""What both players agree on about the game itself: an end, and that less is kept.

An agreed end: either player may ask to end the game as it stands, and it ends when the other asks so, too
(rule 175 says what the campaign makes of it). Where nothing can change the outcome either ends it (G23)."""

from collections.abc import Iterator

from muster.rules.game.answers import AnyInput, EndHere, ScoreOnly
from muster.rules.game.kernel import Outcome, change_rule, problem
from muster.rules.game.log.events import GameEnded
from muster.rules.game.marks import END_HERE, SCORE_ONLY
from muster.rules.game.modes import mode_of
from muster.rules.game.phases.ending import agreed_asks, agreed_end
from muster.rules.game.table import SEATS, Ended, Game, Seat, Table, View, other
from muster.rules.violations import Violation


def asks_to_end(table: Table, seat: Seat) -> bool:
    """Whether this seat has asked to end the game here."""
    return END_HERE.count(table, seat) > 0


def certain(table: Table) -> Ended | None:
    """The outcome that nothing can change any more, in a mode that offers to end then (G23)."""
    return mode_of(table).certain(table) if table.blue and table.ended is None else None


def _options(seen: View) -> Iterator[AnyInput]:
    """To end early is offered where the outcome is certain; elsewhere both may do it."""
    if certain(seen.table):
        yield EndHere()


def _end_wrong(seen: View, _answer: EndHere) -> Iterator[Violation]:
    if seen.table.blue is None:
        yield problem("game.no_colours")
    elif agreed_asks(seen.table):
        yield problem("game.end_agreed")


@change_rule(EndHere, _end_wrong, _options)
def _end_here(game: Game, seat: Seat, _answer: EndHere) -> Outcome:
    """Asked once it waits for the other, asked twice it is withdrawn; when both ask, it is decided as it
    stands."""
    table = game.table
    if sure := certain(table):
        return Outcome((GameEnded(ended=sure),))
    if not asks_to_end(table, other(seat)):
        return Outcome(END_HERE.change_to(table, not asks_to_end(table, seat), seat))
    return agreed_end(table)


# Score only ------------------------------------------------------------------------------------------------


def asks_for_less(table: Table, seat: Seat) -> bool:
    """Whether this seat has asked to keep only the score."""
    return SCORE_ONLY.count(table, seat) > 0


def scores_only(table: Table) -> bool:
    """Whether only the score is kept from the next round on: both asked for it. There is no way back."""
    return table.level == "score" or all(asks_for_less(table, seat) for seat in SEATS)


def _less_wrong(seen: View, _answer: ScoreOnly) -> Iterator[Violation]:
    """Special Operations are kept whole (rule 289); before the game begins it is opened so."""
    if mode_of(seen.table).fought:
        yield problem("game.kept_whole", rule=289)
    elif seen.table.level == "score":
        yield problem("game.score_already")
    elif seen.table.phase == "lobby":
        yield problem("game.not_begun")


@change_rule(ScoreOnly, _less_wrong)
def _keep_score_only(game: Game, seat: Seat, _answer: ScoreOnly) -> Outcome:
    """The round that is on is played as it began, so that nothing of it is scored twice."""
    return Outcome(SCORE_ONLY.change_to(game.table, not asks_for_less(game.table, seat), seat))
