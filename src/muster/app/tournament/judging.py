"""Judges: calls, penalties, rulings, component matters; army lists, handed in and looked over."""

from muster.app.acting import Act
from muster.app.armies.saving import SavedArmy, mine
from muster.app.streams import Appended, Write
from muster.app.tournament import commands
from muster.app.tournament.desk import HANDLERS, Desk, Places
from muster.rules.armies.army import Army
from muster.rules.tournament.judging import calls, lists
from muster.rules.tournament.judging.lists import list_stream
from muster.rules.tournament.running.plan import TournamentPlan
from muster.rules.violations import Refused, Violation

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
    army = handed_in(desk.places, act.actor, command, now.state.plan)
    found = lists.decide_list(now.state, command.player, army, command.text, desk.places.cards, act.actor)
    return desk.append(
        act,
        command,
        Write(desk.tournament, now.version, (found.event,)),
        Write(stream, desk.places.store.version(stream), (found.written, *_kept(desk, act, command))),
    )


def handed_in(places: Places, person: str, command: commands.SubmitList, plan: TournamentPlan) -> Army | None:
    """The army that a list is: one of one's own as it is now, a document, or what some tool wrote."""
    if command.saved:
        return _own(places, person, command.saved).army
    return lists.army_of(command.army, command.listed, command.choices, plan, places.cards)


def _kept(desk: Desk, act: Act, command: commands.SubmitList) -> tuple[lists.ListKept, ...]:
    """Which of the player's own armies it is. What an official hands in for somebody is nobody's own."""
    entry = desk.now.entry_of(act.actor)
    if not command.saved or entry is None or entry.player != command.player:
        return ()
    saved = _own(desk.places, act.actor, command.saved)
    return (lists.ListKept(command.player, saved.id, saved.version),)


def _own(places: Places, person: str, army: str) -> SavedArmy:
    if places.armies is None:
        raise Refused(Violation(code="armies.unknown", source="armies"))
    return mine(places.armies(), person, army)
