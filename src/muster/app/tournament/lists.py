"""Army lists of an event: handed in, looked over, and when cards came out."""

from muster.app.acting import Act
from muster.app.streams import Appended, Write
from muster.app.tournament import commands
from muster.app.tournament.desk import HANDLERS, Desk, is_own
from muster.rules.tournament.judging import lists
from muster.rules.tournament.judging.lists import list_stream
from muster.rules.tournament.running.plan import clean


@HANDLERS.handles(commands.SubmitList, who="self or judge")
def submit_list(desk: Desk, act: Act, command: commands.SubmitList) -> Appended:
    """An army list is handed in, one's own or by an official. It is taken with its problems: a leader looks
    at it (rule 540)."""
    if desk.before:
        return desk.before
    now, stream = desk.places.load(desk.tournament), list_stream(desk.tournament, command.player)
    official = not is_own(now.state, act.actor, command)
    found = lists.decide_list(
        now.state, command.player, command.army, command.text, desk.places.cards, official
    )
    return desk.append(
        act,
        command,
        Write(desk.tournament, now.version, (found.event,)),
        Write(stream, desk.places.store.version(stream), (found.written,)),
    )


@HANDLERS.handles(commands.ReviewList, who="judge")
def review_list(desk: Desk, act: Act, command: commands.ReviewList) -> Appended:
    """A leader has looked a list over."""
    words = clean(command.words, "the remark", 500)
    return desk.decide_and_append(
        act, command, lists.decide_review, command.player, command.fine, words, act.actor
    )


@HANDLERS.handles(commands.EnterRelease, who="plan")
def enter_release(desk: Desk, act: Act, command: commands.EnterRelease) -> Appended:
    """The organiser says when a card came out, or takes that back."""
    return desk.decide_and_append(
        act,
        command,
        lists.decide_release,
        command.card,
        command.released,
        desk.places.cards,
    )
