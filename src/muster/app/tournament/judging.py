"""Judges: calls, penalties, rulings, component matters; army lists, handed in and looked over."""

from muster.app.acting import Act
from muster.app.streams import Appended, Write
from muster.app.tournament import commands
from muster.app.tournament.desk import HANDLERS, Desk
from muster.rules.tournament.judging import calls, lists
from muster.rules.tournament.judging.lists import list_stream

HANDLERS.decides(commands.CallJudge, "player", calls.decide_call)
HANDLERS.decides(commands.CallFor, "results", calls.decide_call)
HANDLERS.decides(commands.ClaimCall, "judge", calls.decide_claim)
HANDLERS.decides(commands.CloseCall, "self or judge", calls.decide_close_call)
HANDLERS.decides(commands.AskReview, "player", calls.decide_review)
HANDLERS.decides(commands.Penalise, "judge", calls.decide_penalty)
HANDLERS.decides(commands.Pardon, "head-judge", calls.decide_pardon)
HANDLERS.decides(commands.Rule, "head-judge", calls.decide_ruling)
HANDLERS.decides(commands.NoteComponent, "judge", calls.decide_component)
HANDLERS.decides(commands.ReviewList, "judge", lists.decide_review)
HANDLERS.decides(commands.EnterRelease, "plan", lists.decide_release)


@HANDLERS.handles(commands.SubmitList, who="self or judge")
def submit_list(desk: Desk, act: Act, command: commands.SubmitList) -> Appended:
    """An army list is handed in, one's own or by an official. It is taken with its problems: a leader looks
    at it (rule 540)."""
    if desk.before:
        return desk.before
    now, stream = desk.places.load(desk.tournament), list_stream(desk.tournament, command.player)
    army = lists.army_of(command.army, command.listed, command.choices, desk.places.cards)
    found = lists.decide_list(now.state, command.player, army, command.text, desk.places.cards, act.actor)
    return desk.append(
        act,
        command,
        Write(desk.tournament, now.version, (found.event,)),
        Write(stream, desk.places.store.version(stream), (found.written,)),
    )
