"""Judges: calls, penalties, rulings, missing components; army lists, submitted and reviewed."""

from muster.app.acting import Act
from muster.app.armies.saving import SavedArmy, own_army
from muster.app.streams import Appended, Write
from muster.app.tournament import commands
from muster.app.tournament.context import HANDLERS, TournamentContext, TournamentServices
from muster.rules.armies.army import Army
from muster.rules.tournament.judging import calls, lists
from muster.rules.tournament.judging.lists import list_stream
from muster.rules.tournament.running.plan import TournamentPlan
from muster.rules.violations import Violation, require

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
def submit_list(context: TournamentContext, act: Act, command: commands.SubmitList) -> Appended:
    """Submit an army list, one's own or for somebody else as an official. It is accepted with its
    problems: a leader reviews it (rule 540)."""
    if context.before:
        return context.before
    now, stream = context.places.load(context.tournament), list_stream(context.tournament, command.player)
    army = army_handed_in(context.places, act.actor, command, now.state.plan)
    found = lists.decide_list(now.state, command.player, army, command.text, context.places.cards, act.actor)
    return context.append(
        act,
        command,
        Write(context.tournament, now.version, (found.event,)),
        Write(
            stream, context.places.store.version(stream), (found.written, *_kept_list(context, act, command))
        ),
    )


def army_handed_in(
    services: TournamentServices, person: str, command: commands.SubmitList, plan: TournamentPlan
) -> Army | None:
    """The army in a submission: a saved one in its current version, a document, or another tool's export."""
    if command.saved:
        return _own_army(services, person, command.saved).army
    return lists.army_of(command.army, command.listed, command.choices, plan, services.cards)


def _kept_list(
    context: TournamentContext, act: Act, command: commands.SubmitList
) -> tuple[lists.ListKept, ...]:
    """Records which of the player's saved armies it is; a list submitted by an official has none."""
    entry = context.now.entry_of(act.actor)
    if not command.saved or entry is None or entry.player != command.player:
        return ()
    saved = _own_army(context.places, act.actor, command.saved)
    return (lists.ListKept(command.player, saved.id, saved.version),)


def _own_army(services: TournamentServices, person: str, army: str) -> SavedArmy:
    armies = require(services.armies, Violation(code="armies.unknown", source="armies"))
    return own_army(armies(), person, army)
