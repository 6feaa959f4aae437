"""Use cases of a game: open, sit down, bring an army, speak, roll, take back, close."""

from collections.abc import Sequence

from msgspec.structs import replace

from muster.app.acting import Act, Done
from muster.app.game.playing import commands, opening, timing
from muster.app.game.playing.desk import HANDLERS, SEATED, GameDesk, problem, problem_if, seat_for, write
from muster.app.game.playing.results import results_of
from muster.app.game.playing.taking_back import (
    activation,
    asked_batch,
    ends_plea,
    may_ask,
    undo_events,
    undoable_act,
)
from muster.rules.game.game import Game, handle
from muster.rules.game.log.agreed import AskedBack, PleaAnswered
from muster.rules.game.log.events import GameClosed, Rolled
from muster.rules.game.phases.tray import next_step, purpose_of, tray_wrong
from muster.rules.game.replaying.game_file import seeds_by_commitment
from muster.rules.game.special_operations.ending import open_secrets
from muster.rules.game.table import SEATS, other
from muster.rules.log import Event, Recorded
from muster.rules.log.counting import acts_holding
from muster.rules.violations import Refused, refuse_if, refuse_unless

__all__ = ["HANDLERS", "GameDesk", "opening", "timing"]  # the desk is complete once its handlers are known


@HANDLERS.handles(commands.Speak, who=SEATED)
def speak(desk: GameDesk, act: Act, command: commands.Speak) -> Done:
    """Answer the open prompt, or change one's own rows. What opens secrets ends a plea: it can no longer be
    granted."""
    seat = seat_for(desk, act, command)

    def decide(game: Game, _log: Sequence[Recorded]) -> Sequence[Event]:
        events, plea = handle(game, seat, command.said, desk.chance), game.table.plea
        late = (PleaAnswered(seat=other(plea.seat), granted=False),) if plea and ends_plea(events) else ()
        return (*events, *late)

    return write(desk, act, command, decide)


@HANDLERS.handles(commands.RollTray, who=SEATED)
def roll_tray(desk: GameDesk, act: Act, command: commands.RollTray) -> Done:
    """Dice that answer nothing: the open prompt stays as it is."""
    seat = seat_for(desk, act, command)

    def decide(game: Game, _log: Sequence[Recorded]) -> Sequence[Event]:
        refuse_if(*tray_wrong(game.table, seat, command.dice, command.faces))
        step = next_step([event for act in acts_holding(desk.acts, Rolled) for event in act.events], seat)
        _, events = desk.chance.roll(step, purpose_of(command.dice), command.dice, command.faces)
        return tuple(replace(event, seat=seat) if isinstance(event, Rolled) else event for event in events)

    return write(desk, act, command, decide)


@HANDLERS.handles(commands.TakeBack, who=SEATED)
def take_back(desk: GameDesk, act: Act, command: commands.TakeBack) -> Done:
    """One's own latest act, freely, if nothing was shown by it or since."""
    seats = (command.seat,) if command.seat else desk.seats_of(act.actor)

    def decide(_game: Game, _log: Sequence[Recorded]) -> Sequence[Event]:
        free = [undoable_act(desk.acts, act.actor, seat) for seat in seats]
        refuse_unless(command.batch in free, problem("game.ask_back"))
        return undo_events(desk.acts, command.batch)

    return write(desk, act, command, decide)


@HANDLERS.handles(commands.ResetActivation, who=SEATED)
def reset_activation(desk: GameDesk, act: Act, command: commands.ResetActivation) -> Done:
    """Everything since the acting unit was activated, freely, if nothing was shown by it."""
    seats = (command.seat,) if command.seat else desk.seats_of(act.actor)

    def decide(game: Game, _log: Sequence[Recorded]) -> Sequence[Event]:
        unit = game.table.units.get(game.table.acting)
        seat = next((seat for seat in seats if unit and unit.seat == seat), None)
        refuse_unless(seat, problem("game.no_activation"))
        batch, free = activation(desk.acts, act.actor, seat or "one", game.table.acting)
        refuse_unless(free, problem("game.ask_back"))
        return undo_events(desk.acts, batch)

    return write(desk, act, command, decide)


@HANDLERS.handles(commands.AskBack, who=SEATED)
def ask_back(desk: GameDesk, act: Act, command: commands.AskBack) -> Done:
    """Ask the other; nothing crosses a reveal of secrets."""
    seat = seat_for(desk, act, command)

    def decide(game: Game, _log: Sequence[Recorded]) -> Sequence[Event]:
        refuse_if(
            problem_if(game.table.plea, "game.plea_open"),
            problem_if(not may_ask(desk.acts, command.batch), "game.behind_reveal"),
        )
        return (AskedBack(seat=seat, batch=command.batch),)

    return write(desk, act, command, decide)


@HANDLERS.handles(commands.AnswerPlea, who=SEATED)
def answer_plea(desk: GameDesk, act: Act, command: commands.AnswerPlea) -> Done:
    """The other grants it with one tap, or does not; faces stay with their step unless freed with it."""
    seat = seat_for(desk, act, command)

    def decide(game: Game, _log: Sequence[Recorded]) -> Sequence[Event]:
        plea = game.table.plea
        refuse_unless(plea, problem("game.no_plea"))
        both = len(desk.seats_of(act.actor)) == len(SEATS)
        own = plea is not None and plea.seat == seat and not both
        refuse_unless(not own or not command.grant, problem("game.own_plea"))
        batch = asked_batch(desk.acts)
        late = command.grant and not may_ask(desk.acts, batch)
        if late:
            raise Refused(problem("game.behind_reveal"))
        back = undo_events(desk.acts, batch, void=command.void) if command.grant else ()
        return (*back, PleaAnswered(seat=other(plea.seat) if plea else seat, granted=command.grant))

    return write(desk, act, command, decide)


@HANDLERS.handles(commands.CloseGame, who=SEATED)
def close_game(desk: GameDesk, act: Act, command: commands.CloseGame) -> Done:
    """A game that has ended is closed once: seeds and secrets open, and the result goes to the armies it was
    played with."""

    def decide(game: Game, log: Sequence[Recorded]) -> Sequence[Event]:
        refuse_if(
            problem_if(game.table.ended is None, "game.not_over"),
            problem_if(game.table.closed, "game.closed_already"),
        )
        return GameClosed(seeds=seeds_by_commitment(log)), *open_secrets(game)

    return write(desk, act, command, decide, lambda game: results_of(desk, game))
