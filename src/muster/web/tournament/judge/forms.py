"""What the forms of the judges ask for, by the last word of their address."""

from datetime import UTC, date, datetime
from typing import Any, Final, get_args

from django.http import QueryDict

from muster.app.tournament import commands
from muster.rules.tournament.running.events import WhyDropped
from muster.rules.tournament.running.judging_events import Matter, PenaltyKind
from muster.rules.tournament.running.plan import problem
from muster.rules.violations import Refused
from muster.web.forms import Field, Form, number_in
from muster.web.tournament.forms import event_form


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
    "claim": event_form(commands.ClaimCall),
    "close": event_form(commands.CloseCall),
    "call": event_form(commands.CallFor),
    "extend": event_form(commands.Extend, table=table),
    "penalty": event_form(
        commands.Penalise,
        kind=one_of("kind", PenaltyKind, "the penalty"),
    ),
    "pardon": event_form(commands.Pardon),
    "ruling": event_form(commands.Rule),
    "component": event_form(
        commands.NoteComponent,
        matter=one_of("matter", Matter, "what happened"),
        on=day,
    ),
    "concede": event_form(commands.ConcedeMissing),
    "drop": event_form(commands.Drop, why=one_of("why", WhyDropped, "the reason")),
    "remove": event_form(commands.RemoveMissing),
    "duty": event_form(commands.SetDuty, on=on_duty),
}
