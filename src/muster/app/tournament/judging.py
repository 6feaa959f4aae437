"""Judges: calls, penalties, rulings, component matters."""

from muster.app.acting import Act
from muster.app.streams import Appended
from muster.app.tournament import commands
from muster.app.tournament.desk import HANDLERS, Desk, is_own
from muster.rules.log import Event
from muster.rules.tournament.judging import calls
from muster.rules.tournament.running.tournament import Tournament


@HANDLERS.handles(commands.CallJudge, who="player")
def call_judge(desk: Desk, act: Act, command: commands.CallJudge) -> Appended:
    """A player asks for a judge."""
    return desk.decide_and_append(
        act, command, lambda now: calls.decide_call(now, desk.me(act).player, command.words, act.at)
    )


@HANDLERS.handles(commands.CallFor, who="results")
def call_for(desk: Desk, act: Act, command: commands.CallFor) -> Appended:
    """An official writes down the call of a player without a phone."""
    return desk.decide_and_append(act, command, calls.decide_call, command.player, command.words, act.at)


@HANDLERS.handles(commands.ClaimCall, who="judge")
def claim_call(desk: Desk, act: Act, command: commands.ClaimCall) -> Appended:
    """A judge takes a call."""
    return desk.decide_and_append(act, command, calls.decide_claim, command.call, act.actor)


@HANDLERS.handles(commands.CloseCall, who="self or judge")
def close_call(desk: Desk, act: Act, command: commands.CloseCall) -> Appended:
    """A judge has settled a call; a player calls their own off."""

    def decide(now: Tournament) -> Event:
        if is_own(now, act.actor, command):
            return calls.decide_take_back_call(now, command.call, desk.me(act).player)
        return calls.decide_close_call(now, command.call, act.actor, command.words)

    return desk.decide_and_append(act, command, decide)


@HANDLERS.handles(commands.AskReview, who="player")
def ask_review(desk: Desk, act: Act, command: commands.AskReview) -> Appended:
    """A player asks the head judge to review a ruling."""
    return desk.decide_and_append(
        act, command, lambda now: calls.decide_review(now, command.call, desk.me(act).player)
    )


@HANDLERS.handles(commands.Penalise, who="judge")
def penalise(desk: Desk, act: Act, command: commands.Penalise) -> Appended:
    """A penalty, for judges only; a disqualification takes the player out for good."""
    return desk.decide_and_append(
        act,
        command,
        calls.decide_penalty,
        command.player,
        command.kind,
        command.words,
        act.actor,
    )


@HANDLERS.handles(commands.Pardon, who="head-judge")
def pardon(desk: Desk, act: Act, command: commands.Pardon) -> Appended:
    """The head judge takes a penalty back."""
    return desk.decide_and_append(act, command, calls.decide_pardon, command.penalty, command.words)


@HANDLERS.handles(commands.Rule, who="head-judge")
def rule(desk: Desk, act: Act, command: commands.Rule) -> Appended:
    """The head judge says how a card reads for the rest of the event."""
    return desk.decide_and_append(act, command, calls.decide_ruling, command.card, command.words, act.actor)


@HANDLERS.handles(commands.NoteComponent, who="judge")
def note_component(desk: Desk, act: Act, command: commands.NoteComponent) -> Appended:
    """A component matter: sharing, a proxy made by this leader on this day, something lost."""
    return desk.decide_and_append(
        act,
        command,
        calls.decide_component,
        command.matter,
        command.what,
        act.actor,
        command.player,
        command.on,
    )
