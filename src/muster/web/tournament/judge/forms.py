"""What the forms of the judges ask for, by the last word of their address."""

from datetime import UTC, date, datetime
from typing import Any, Final, get_args

from django.http import QueryDict

from muster.app.tournament import commands
from muster.rules.tournament.running.events import WhyDropped
from muster.rules.tournament.running.judging_events import Matter, PenaltyKind
from muster.rules.tournament.running.plan import problem
from muster.rules.violations import Refused
from muster.web.forms import Form
from muster.web.tournament.forms import Field, asks_for, number, number_in, player, text


def one_of(name: str, allowed: Any, what: str) -> Field:
    """A word the form offers; anything else is told."""

    def read(form: QueryDict) -> str:
        given = form.get(name, "")
        if given not in get_args(allowed):
            raise Refused(problem("tournament.no_words", (what,), what=what))
        return given

    return read


def table(form: QueryDict) -> int:
    """A single table: judges never extend the whole round by an empty field."""
    found = number_in(form, "table")
    if not found:
        raise Refused(problem("tournament.no_words", ("the table",), what="the table"))
    return found


def day(form: QueryDict) -> date:
    """The day a proxy was made: today unless the form says otherwise."""
    try:
        return date.fromisoformat(form.get("on", ""))
    except ValueError:
        return datetime.now(UTC).date()


def on_duty(form: QueryDict) -> bool:
    """Whether the judge goes on duty."""
    return form.get("on") == "1"


FORMS: Final[dict[str, Form]] = {
    "claim": asks_for(commands.ClaimCall, call=number("call")),
    "close": asks_for(commands.CloseCall, call=number("call"), words=text("words")),
    "call": asks_for(commands.CallFor, player=player, words=text("words")),
    "extend": asks_for(commands.Extend, minutes=number("minutes"), table=table),
    "penalty": asks_for(
        commands.Penalise,
        player=player,
        kind=one_of("kind", PenaltyKind, "the penalty"),
        words=text("words"),
    ),
    "pardon": asks_for(commands.Pardon, penalty=number("penalty"), words=text("words")),
    "ruling": asks_for(commands.Rule, card=text("card"), words=text("words")),
    "component": asks_for(
        commands.NoteComponent,
        matter=one_of("matter", Matter, "what happened"),
        what=text("what"),
        player=player,
        on=day,
    ),
    "concede": asks_for(commands.ConcedeMissing, player=player),
    "drop": asks_for(commands.Drop, player=player, why=one_of("why", WhyDropped, "the reason")),
    "remove": asks_for(commands.RemoveMissing, player=player),
    "duty": asks_for(commands.SetDuty, on=on_duty),
}
