"""Results: told by a player and confirmed by the other, or entered by an official (rules 603, 604, 622)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from muster.rules.log import Event
from muster.rules.tournament.games import Game, Player, Result
from muster.rules.tournament.running import events
from muster.rules.tournament.running.figures import profile_of
from muster.rules.tournament.running.plan import clean_words, problem, problem_if
from muster.rules.tournament.running.registration import leave_events
from muster.rules.tournament.running.roles import own_game
from muster.rules.tournament.running.timekeeping import game_of_table, open_round, too_early
from muster.rules.tournament.running.tournament import EventRound, TableReport, Tournament
from muster.rules.tournament.scoring import results
from muster.rules.tournament.scoring.endings import BY_HOW
from muster.rules.tournament.scoring.results import Slip
from muster.rules.violations import Violation, refuse_if, refuse_unless, require

MOST_WORDS: Final = 500


def result_of(now: Tournament, current: EventRound, game: Game, slip: Slip) -> Result:
    """The result of a slip by the event's profile; refused with everything that is wrong."""
    return results.decide(profile_of(now.plan), report_of(now, current, game, slip))


def report_of(now: Tournament, current: EventRound, game: Game, slip: Slip) -> results.Report:
    """A slip about a game of the event; what the armies cost both lists tell, where they are in (537)."""
    fields = {name: getattr(slip, name) for name in slip.__struct_fields__}
    fields["armies"] = _armies(now, game) or slip.armies
    return results.Report(**fields, players=game.players, stage=current.stage)


def _armies(now: Tournament, game: Game) -> tuple[int, int] | None:
    """The points of both armies, where both lists are in."""
    lists = [now.lists[player].points for player in game.players if player in now.lists]
    return (lists[0], lists[1]) if len(lists) == 2 and all(lists) else None


def game_at(now: Tournament, number: int, table: int) -> tuple[EventRound, Game]:
    """The game at a table of the round being played; refused when there is none."""
    current = open_round(now)
    wrong = problem("tournament.other_round", (), "", given=number, round=current.number)
    refuse_unless(number == current.number, wrong)
    return current, game_of_table(current, table)


def table_of(now: Tournament, player: Player) -> int:
    """Where a player sits in the open round; refused when they do not."""
    game = require(
        now.open_round.game_of(player) if now.open_round else None,
        problem("tournament.no_game_of_yours", (player[:60],)),
    )
    return game.table


# By the players ------------------------------------------------------------------------------------------


def decide_report(now: Tournament, number: int, table: int, player: Player, slip: Slip) -> tuple[Event, ...]:
    """Rule 603: a player tells the result. Saying the same as the opponent confirms it."""
    current, game = game_at(now, number, table)
    refuse_unless(player in game.players, problem("tournament.not_your_game", (player,), 603))
    # Game losses and missing players are for officials; an agreed concession needs a judge (rule 628).
    for_officials = BY_HOW[slip.how].by_officials or slip.agreed
    refuse_if(problem_if(for_officials, "tournament.needs_official", (), 628))
    report = current.results.get(table)
    refuse_if(_settled_violation(report, table))
    result = result_of(now, current, game, slip)
    if report is None or report.by == player:
        return (events.ResultReported(current.number, table, result, player),)
    if report.result == result:
        return (events.ResultConfirmed(current.number, table, player, result),)
    # What the second player told, in their own words, is not lost.
    won = "I won" if result.winner == player else "I lost" if result.winner else "nobody won"
    return (events.ResultDisputed(current.number, table, player, f"{won}, {_numbers(result)}"),)


def _settled_violation(report: TableReport | None, table: int) -> Violation | None:
    if report is None or not report.settled:
        return None
    return problem(
        "tournament.result_stands",
        (str(table), report.by),
        604,
        table=table,
        said=result_in_words(report.result),
    )


def result_in_words(result: Result) -> str:
    """A result in a few words: who is not said, the keys may mean nothing to the reader."""
    won = f"winner {result.winner}" if result.winner else "no winner"
    return f"{_numbers(result)}, {won}"


def _numbers(result: Result) -> str:
    victory = " : ".join(str(tally.victory) for tally in result.tallies)
    scores = " : ".join(str(tally.score) for tally in result.tallies)
    return f"{result.how}, VP {victory}, score {scores}"


def decide_confirm(now: Tournament, number: int, table: int, player: Player) -> events.ResultConfirmed:
    """The opponent agrees."""
    current, game = game_at(now, number, table)
    report = _waiting_report(current, game, player)
    return events.ResultConfirmed(current.number, table, player, report.result)


def decide_dispute(
    now: Tournament, number: int, table: int, player: Player, words: str
) -> events.ResultDisputed:
    """The opponent does not agree; an official decides."""
    current, game = game_at(now, number, table)
    _waiting_report(current, game, player)
    return events.ResultDisputed(
        current.number, table, player, clean_words(words, "what is wrong", MOST_WORDS)
    )


def _waiting_report(current: EventRound, game: Game, player: Player) -> TableReport:
    """The result that waits for this player's word."""
    report, about = current.results.get(game.table), (str(game.table),)
    refuse_if(
        problem_if(player not in game.players, "tournament.not_your_game", (player,), 603),
        _settled_violation(report, game.table),
        problem_if(report and report.by == player, "tournament.own_report", about, 603),
    )
    return require(report, problem("tournament.nothing_told", about, 603))


# By officials --------------------------------------------------------------------------------------------


def decide_result(  # noqa: PLR0913, PLR0917 - where, what, when, by whom
    now: Tournament, number: int, table: int, slip: Slip, at: datetime, by: str
) -> tuple[Event, ...]:
    """An official's entry settles the game. Who is entered as missing is waited for and dropped, whoever asks
    (rule 593)."""
    if slip.how == "no-show":
        current, game = game_at(now, number, table)
        result_of(now, current, game, slip)
        came = slip.winners or (game.opponent(slip.loser),)
        missing = [player for player in game.players if player not in came]
        return decide_no_show(now, number, table, missing, at, by)
    return _enter_result(now, number, table, slip, by)


def _enter_result(now: Tournament, number: int, table: int, slip: Slip, by: str) -> tuple[Event, ...]:
    """A result in an official's hand. One that differs from another's is refused with what was said."""
    current, game = game_at(now, number, table)
    refuse_if(own_game(now, by, game))
    result = result_of(now, current, game, slip)
    report = current.results.get(table)
    refuse_if(_settled_violation(report, table))
    return (events.ResultEntered(current.number, table, result, by),)


def decide_concession(now: Tournament, player: Player, by: str) -> tuple[Event, ...]:
    """Rule 552: the extension is over and something essential has not been found."""
    slip = Slip(how="concession", loser=player)
    return _enter_result(now, len(now.rounds), table_of(now, player), slip, by)


def decide_no_show(  # noqa: PLR0913, PLR0917 - where, who, when, by whom
    now: Tournament, number: int, table: int, missing: Sequence[Player], at: datetime, by: str
) -> tuple[Event, ...]:
    """Rules 593, 629 and T13: who is not there in time loses and is dropped; both missing, both lose."""
    current, game = game_at(now, number, table)
    wrong = [player for player in missing if player not in game.players]
    refuse_if(
        own_game(now, by, game),
        *(problem("tournament.not_at_table", (player[:60],), 593, table=table) for player in wrong),
        problem_if(not missing, "tournament.no_names"),
        too_early(now, at),
        _settled_violation(current.results.get(table), table),
    )
    absent = tuple(dict.fromkeys(missing))
    dropped = [events.PlayerDropped(player, "no-show") for player in absent]
    if current.stage == "elimination" and len(absent) == 1:
        return (*dropped, events.ByeGiven(current.number, absent[0]))
    slip = Slip(how="double-loss") if len(absent) == 2 else Slip(how="no-show", loser=absent[0])
    entered = events.ResultEntered(current.number, table, result_of(now, current, game, slip), by)
    after = [event for player in absent for event in leave_events(now, player, by)]
    return (*dropped, entered, *[event for event in after if isinstance(event, events.DraftDiscarded)][:1])
