"""How games ended: told by players, confirmed or disputed, written down by officials, put right."""

from collections.abc import Sequence

from muster.app.acting import Act
from muster.app.streams import Appended
from muster.app.tournament import commands
from muster.app.tournament.desk import HANDLERS, Desk
from muster.rules.log import Event
from muster.rules.tournament.games import Player
from muster.rules.tournament.running import corrections, reporting
from muster.rules.tournament.running.plan import problem
from muster.rules.tournament.running.tournament import Tournament
from muster.rules.tournament.scoring.results import Slip
from muster.rules.violations import Refused


@HANDLERS.handles(commands.Report, who="player")
def report(desk: Desk, act: Act, command: commands.Report) -> Appended:
    """A player tells the result of their game; the opponent's same words confirm it."""

    def decide(now: Tournament) -> Sequence[Event]:
        player, table = _my_table(desk, act, now)
        return reporting.decide_report(now, command.number, table, player, command.slip)

    return desk.decide_and_append(act, command, decide)


@HANDLERS.handles(commands.Confirm, who="player")
def confirm(desk: Desk, act: Act, command: commands.Confirm) -> Appended:
    """A player agrees with what the opponent told."""

    def decide(now: Tournament) -> Event:
        player, table = _my_table(desk, act, now)
        return reporting.decide_confirm(now, command.number, table, player)

    return desk.decide_and_append(act, command, decide)


@HANDLERS.handles(commands.Dispute, who="player")
def dispute(desk: Desk, act: Act, command: commands.Dispute) -> Appended:
    """A player does not agree; an official decides."""

    def decide(now: Tournament) -> Event:
        player, table = _my_table(desk, act, now)
        return reporting.decide_dispute(now, command.number, table, player, command.words)

    return desk.decide_and_append(act, command, decide)


def _my_table(desk: Desk, act: Act, now: Tournament) -> tuple[Player, int]:
    player = desk.me(act).player
    return player, _table_of(now, player)


def _table_of(now: Tournament, player: Player) -> int:
    """Where a player sits in the open round."""
    game = now.open_round.game_of(player) if now.open_round else None
    if game is None:
        raise Refused(problem("tournament.no_game_of_yours", (player[:60],)))
    return game.table


@HANDLERS.handles(commands.EnterResult, who="results")
def enter_result(desk: Desk, act: Act, command: commands.EnterResult) -> Appended:
    """An official writes down a result: it stands. A different one already there is told, not lost."""
    return desk.decide_and_append(
        act,
        command,
        reporting.decide_result,
        command.number,
        command.table,
        command.slip,
        act.actor,
    )


@HANDLERS.handles(commands.ConcedeMissing, who="results")
def concede_missing(desk: Desk, act: Act, command: commands.ConcedeMissing) -> Appended:
    """Rule 552: the extension is over and the component has not been found."""

    def decide(now: Tournament) -> Sequence[Event]:
        table, slip = _table_of(now, command.player), Slip(how="concession", loser=command.player)
        return reporting.decide_result(now, len(now.rounds), table, slip, act.actor)

    return desk.decide_and_append(act, command, decide)


@HANDLERS.handles(commands.NoShow, who="results")
def no_show(desk: Desk, act: Act, command: commands.NoShow) -> Appended:
    """Who did not come within the time limit loses and is dropped."""
    return desk.decide_and_append(
        act,
        command,
        reporting.decide_no_show,
        command.number,
        command.table,
        command.missing,
        act.at,
        act.actor,
    )


@HANDLERS.handles(commands.Correct, who="correct")
def correct(desk: Desk, act: Act, command: commands.Correct) -> Appended:
    """A result that stands is changed, visibly, within two rounds."""
    return desk.decide_and_append(
        act,
        command,
        corrections.decide_correction,
        command.number,
        command.table,
        command.slip,
        act.actor,
        command.why,
    )
