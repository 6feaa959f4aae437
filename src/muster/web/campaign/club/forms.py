"""What is pressed and typed on a campaign's pages, as commands."""

from datetime import date

from django.http import QueryDict

from muster.app.campaign import commands
from muster.rules.campaign.register.register import problem
from muster.rules.violations import Refused, refuse_unless, require
from muster.store.accounts import Account
from muster.web.campaign.forms import campaign_form
from muster.web.forms import Form, word


def open_in(form: QueryDict) -> commands.OpenCampaign:
    """A new campaign; before anybody has an account for it, it has a name."""
    name = form.get("name", "")
    refuse_unless(name.strip(), problem("campaign.nameless"))
    return commands.OpenCampaign(name=name)


def switch_in(form: QueryDict) -> commands.SetSwitch:
    """How a contested rule is read."""
    return commands.SetSwitch(switch=form.get("switch", ""), on=form.get("on") == "on")


def adopt_in(form: QueryDict) -> commands.Adopt:
    """A campaign without an arbitrator for whoever has this handle."""
    handle = form.get("handle", "")[:100]
    found = require(Account.objects.holding(handle), problem("campaign.no_account", (), handle=handle[:40]))
    return commands.Adopt(person=str(found.pk))


def day_in(form: QueryDict) -> date:
    """The day of a date."""
    try:
        return date.fromisoformat(form.get("day", "")[:10])
    except ValueError:
        raise Refused(problem("campaign.bad_date", (), given=form.get("day", "")[:40])) from None


# By the field `do` of the form.
FORMS: dict[str, Form] = {
    "enter": campaign_form(commands.Enter, register=word("register")),
    "withdraw": campaign_form(commands.WithdrawRegister, register=word("register")),
    "leave": campaign_form(commands.Leave),
    "adopt": Form(commands.Adopt, adopt_in),
    "take-over": campaign_form(commands.TakeOver),
    "remove": campaign_form(commands.Remove, person=word("person")),
    "hand-over": campaign_form(commands.HandOver, person=word("person")),
    "rename": campaign_form(commands.Rename),
    "renew": campaign_form(commands.RenewInvitation),
    "switch": Form(commands.SetSwitch, switch_in),
    "set-date": campaign_form(commands.SetDate, day=day_in),
    "drop-date": campaign_form(commands.DropDate, day=day_in),
    "end": campaign_form(commands.End),
}
