"""What the forms of the desk ask for, by the word each sends as `do`."""

from typing import Final

from django.http import QueryDict

from muster.app.tournament import commands
from muster.rules.cards.catalogue import shorten
from muster.rules.tournament.running.plan import TournamentPlan, problem
from muster.rules.violations import Refused
from muster.store.accounts import Account
from muster.web.forms import Form
from muster.web.tournament.desk.plan import plan_of
from muster.web.tournament.desk.words import ROLES
from muster.web.tournament.forms import Field, always, asks_for, number, player, players, text, word

REASONS: Final = ("asked", "unable", "components")


def plan(form: QueryDict) -> TournamentPlan:
    """The plan a form describes, with every switch on the page."""
    return plan_of(form, switches=True)


def account(form: QueryDict) -> str:
    """The account whose handle a form names; officials need one to sign in with."""
    given = form.get("handle", "").strip().removeprefix("@")
    found = Account.objects.holding(given[:100]) if given.isprintable() else None
    if found is None:
        raise Refused(problem("tournament.no_account", (), given=shorten(given)))
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
    "announce": asks_for(commands.Announce),
    "plan": asks_for(commands.Plan, name=text("name"), plan=plan),
    "call-off": asks_for(commands.CallOff, why=text("words")),
    "end": asks_for(commands.End),
    "tell": asks_for(commands.Tell, words=text("words")),
    "undo": asks_for(commands.Undo, batch=word("batch")),
    # players
    "admit": asks_for(commands.Admit, players=players),
    "check-in": asks_for(commands.CheckIn, players=players),
    "check-out": asks_for(commands.CheckIn, players=players, present=always(False)),
    "withdraw": asks_for(commands.Withdraw, player=player),
    "drop": asks_for(commands.Drop, player=player, why=why),
    "rejoin": asks_for(commands.Rejoin, player=player),
    "disqualify": asks_for(
        commands.Penalise, player=player, kind=always("disqualification"), words=text("words")
    ),
    "table": asks_for(commands.FixTable, player=player, table=number("table")),
    "club": asks_for(commands.SetClub, player=player, club=text("club")),
    "rename": asks_for(commands.Rename, player=player, name=text("name")),
    "unlink": asks_for(commands.Link, player=player, account=always("")),
    "erase": asks_for(commands.Erase, player=player),
    # roles
    "give-role": asks_for(commands.GiveRole, person=account, role=role),
    "take-role": asks_for(commands.TakeRole, person=word("person"), role=role),
    "duty": asks_for(commands.SetDuty, on=on_duty, person=word("person")),
    "hand-over": asks_for(commands.HandOver, person=account),
    # pairing
    "draft": asks_for(commands.Draft),
    "swap": asks_for(commands.Swap, one=picked_player(0), other=picked_player(1)),
    "seat": asks_for(commands.Seat, table=number("table"), to=number("to")),
    "discard": asks_for(commands.Discard),
    "publish": asks_for(commands.Publish, draft=number("draft")),
    "recall": asks_for(commands.Recall),
    "close": asks_for(commands.CloseRound),
    "cut": asks_for(commands.MakeCut),
    # clock
    "start": asks_for(commands.StartClock),
    "pause": asks_for(commands.PauseClock),
    "resume": asks_for(commands.ResumeClock),
    "extend": asks_for(commands.Extend, minutes=number("minutes"), table=number("table")),
    "time": asks_for(commands.CallTime),
    "time-back": asks_for(commands.TakeBackTime, left=number("left")),
    "waiting": asks_for(commands.SetWaiting, minutes=number("minutes")),
}
