"""What the forms of the desk ask for, by the word each sends as `do`."""

from typing import Final

from django.http import QueryDict

from muster.app.tournament import commands
from muster.rules.cards.catalogue import shorten
from muster.rules.tournament.running.plan import TournamentPlan, problem
from muster.rules.violations import Refused, require
from muster.store.accounts import Account
from muster.web.forms import Field, Form, always, text
from muster.web.tournament.desk.plan import plan_of
from muster.web.tournament.desk.words import ROLES
from muster.web.tournament.forms import event_form

REASONS: Final = ("asked", "unable", "components")


def plan(form: QueryDict) -> TournamentPlan:
    """The plan a form describes, with every switch on the page."""
    return plan_of(form, switches=True)


def account(form: QueryDict) -> str:
    """The account whose handle a form names; officials need one to sign in with."""
    given = form.get("handle", "").strip().removeprefix("@")
    found = require(
        Account.objects.holding(given[:100]) if given.isprintable() else None,
        problem("tournament.no_account", (), given=shorten(given)),
    )
    return str(found.pk)


def role(form: QueryDict) -> str:
    """The role a form names."""
    given = form.get("role", "")
    if given not in ROLES:
        raise Refused(problem("tournament.bad_setting", (), what="a role", given=shorten(given)))
    return given


def on_duty(form: QueryDict) -> bool:
    """Whether a judge goes on duty."""
    return form.get("on") == "on"


def why(form: QueryDict) -> str:
    """Why somebody leaves."""
    return next((reason for reason in REASONS if reason == form.get("why")), REASONS[0])


def picked_player(place: int) -> Field:
    """One of the two players who change places."""

    def read(form: QueryDict) -> str:
        every = [shorten(value) for value in form.getlist("pick")]
        if len(every) != 2:
            raise Refused(problem("tournament.two_to_swap", (), have=len(every)))
        return every[place]

    return read


FORMS: Final[dict[str, Form]] = {
    # the event
    "announce": event_form(commands.Announce),
    "plan": event_form(commands.Plan, plan=plan),
    "call-off": event_form(commands.CallOff, why=text("words")),
    "end": event_form(commands.End),
    "tell": event_form(commands.Tell),
    "undo": event_form(commands.Undo),
    # players
    "admit": event_form(commands.Admit),
    "check-in": event_form(commands.CheckIn),
    "check-out": event_form(commands.CheckIn, present=always(False)),
    "withdraw": event_form(commands.Withdraw),
    "drop": event_form(commands.Drop, why=why),
    "rejoin": event_form(commands.Rejoin),
    "disqualify": event_form(commands.Penalise, kind=always("disqualification")),
    "table": event_form(commands.FixTable),
    "club": event_form(commands.SetClub),
    "rename": event_form(commands.Rename),
    "unlink": event_form(commands.Link, account=always("")),
    "erase": event_form(commands.Erase),
    # roles
    "give-role": event_form(commands.GiveRole, person=account, role=role),
    "take-role": event_form(commands.TakeRole, role=role),
    "duty": event_form(commands.SetDuty, on=on_duty),
    "hand-over": event_form(commands.HandOver, person=account),
    # pairing
    "draft": event_form(commands.Draft),
    "swap": event_form(commands.Swap, one=picked_player(0), other=picked_player(1)),
    "seat": event_form(commands.Seat),
    "discard": event_form(commands.Discard),
    "publish": event_form(commands.Publish),
    "recall": event_form(commands.Recall),
    "close": event_form(commands.CloseRound),
    "cut": event_form(commands.MakeCut),
    # clock
    "start": event_form(commands.StartClock),
    "pause": event_form(commands.PauseClock),
    "resume": event_form(commands.ResumeClock),
    "extend": event_form(commands.Extend),
    "time": event_form(commands.CallTime),
    "time-back": event_form(commands.TakeBackTime),
    "waiting": event_form(commands.SetWaiting),
}
