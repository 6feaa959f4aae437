"""What is pressed and typed on a campaign's pages, as commands."""

from django.http import QueryDict

from muster.app.campaign import commands
from muster.rules.campaign.register.register import problem
from muster.rules.cards.catalogue import shorten
from muster.rules.violations import refuse_unless
from muster.web.forms import Form


def open_in(form: QueryDict) -> commands.OpenCampaign:
    """A new campaign; before anybody has an account for it, it has a name."""
    name = form.get("name", "")
    refuse_unless(name.strip(), problem("campaign.nameless"))
    return commands.OpenCampaign(name=name)


def register_in(form: QueryDict) -> str:
    """The Register a form names."""
    return shorten(form.get("register", ""))


def person_in(form: QueryDict) -> str:
    """The member a form names."""
    return shorten(form.get("person", ""))


def switch_in(form: QueryDict) -> commands.SetSwitch:
    """How a contested rule is read."""
    return commands.SetSwitch(switch=form.get("switch", ""), on=form.get("on") == "on")


# What begins something has a page of its own, where nothing else is done.
BEGINNINGS: dict[str, Form] = {"new": Form(commands.OpenCampaign, open_in)}

# By the field `do` of the form.
FORMS: dict[str, Form] = {
    "enter": Form(commands.Enter, lambda form: commands.Enter(register=register_in(form))),
    "withdraw": Form(
        commands.WithdrawRegister, lambda form: commands.WithdrawRegister(register=register_in(form))
    ),
    "leave": Form(commands.Leave, lambda _: commands.Leave()),
    "take-over": Form(commands.TakeOver, lambda _: commands.TakeOver()),
    "remove": Form(commands.Remove, lambda form: commands.Remove(person=person_in(form))),
    "hand-over": Form(commands.HandOver, lambda form: commands.HandOver(person=person_in(form))),
    "rename": Form(commands.Rename, lambda form: commands.Rename(name=form.get("name", ""))),
    "renew": Form(commands.RenewInvitation, lambda _: commands.RenewInvitation()),
    "switch": Form(commands.SetSwitch, switch_in),
    "end": Form(commands.End, lambda _: commands.End()),
}
