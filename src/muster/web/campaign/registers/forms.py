"""What is typed and pressed on the pages of a Register, as commands."""

from typing import Any

from django.http import QueryDict

from muster.app.campaign import commands
from muster.rules.campaign.battle.steps.aid import AidRequest
from muster.rules.campaign.register import recruiting
from muster.rules.campaign.register.editing import known_faction
from muster.rules.cards import catalogue
from muster.web.armies.forms import read_day
from muster.web.campaign.forms import campaign_form
from muster.web.campaign.registers.upgrades import chosen_upgrades
from muster.web.forms import Form

# Enough to say that a name is too long, without sending a megabyte back.
LONGEST_TYPED = 200


def open_in(form: QueryDict) -> commands.OpenRegister:
    """A new Register of a faction, counting with today's points."""
    faction = known_faction(form.get("faction", ""))
    return commands.OpenRegister(faction=faction, points_date=catalogue().edition)


def wanted_in(form: QueryDict) -> recruiting.Recruit:
    """A unit with its name and what it brings."""
    name = form.get("name", "")[:LONGEST_TYPED]
    return recruiting.Recruit(unit=form.get("unit", ""), upgrades=chosen_upgrades(form), name=name)


def aid_in(form: QueryDict, **more: Any) -> AidRequest:
    """An aid request."""
    more |= {name: form.get(name, "") for name in ("aid", "dossier", "asset", "upgrade")}
    return AidRequest(**more)


# By the verb of the form: its field `do`, or the last part of its address.
FORMS: dict[str, Form] = {
    "recruit": campaign_form(commands.Recruit, wanted=wanted_in),
    "name-unit": campaign_form(commands.NameUnit),
    "withdraw": campaign_form(commands.Withdraw),
    "aid": campaign_form(commands.RequestAid, request=aid_in),
    "arc": campaign_form(commands.ChooseArc),
    "name": campaign_form(commands.NameRegister),
    "found": campaign_form(commands.Found),
    "retire": campaign_form(commands.Retire),
    "points": campaign_form(commands.MovePointsDate, day=lambda form: read_day(form.get("day", ""))),
    "undo": campaign_form(commands.Undo),
    "redo": campaign_form(commands.Redo),
}
