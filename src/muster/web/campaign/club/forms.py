"""What is pressed and typed on a campaign's pages, as commands."""

from datetime import date

from django.http import QueryDict

from muster.app.campaign import commands
from muster.rules.campaign.register.register import problem
from muster.rules.violations import Refused, refuse_unless
from muster.store.accounts import Account
from muster.web.campaign.forms import id_in, own_fields
from muster.web.forms import Form


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
    found = Account.objects.holding(handle)
    if found is None:
        raise Refused(problem("campaign.no_account", (), handle=handle[:40]))
    return commands.Adopt(person=str(found.pk))


def day_in(form: QueryDict) -> date:
    """The day of a date."""
    try:
        return date.fromisoformat(form.get("day", "")[:10])
    except ValueError:
        raise Refused(problem("campaign.bad_date", (), given=form.get("day", "")[:40])) from None


# By the field `do` of the form.
FORMS: dict[str, Form] = {
    "enter": own_fields(commands.Enter, register=id_in("register")),
    "withdraw": own_fields(commands.WithdrawRegister, register=id_in("register")),
    "leave": own_fields(commands.Leave),
    "adopt": Form(commands.Adopt, adopt_in),
    "take-over": own_fields(commands.TakeOver),
    "remove": own_fields(commands.Remove, person=id_in("person")),
    "hand-over": own_fields(commands.HandOver, person=id_in("person")),
    "rename": own_fields(commands.Rename),
    "renew": own_fields(commands.RenewInvitation),
    "switch": Form(commands.SetSwitch, switch_in),
    "set-date": own_fields(commands.SetDate, day=day_in),
    "drop-date": own_fields(commands.DropDate, day=day_in),
    "end": own_fields(commands.End),
}
