"""What is typed and pressed on the pages of a Register, as commands."""

from django.http import QueryDict

from muster.app.campaign import commands
from muster.rules.campaign.battle.steps.aid import AidRequest
from muster.rules.campaign.register import recruiting
from muster.rules.campaign.register.editing import known_faction
from muster.rules.cards import catalogue
from muster.web.armies.forms import read_day
from muster.web.campaign.registers.upgrades import chosen_upgrades
from muster.web.forms import Form

# Enough to say that a name is too long, without sending a megabyte back.
LONGEST_TYPED = 200


def open_in(form: QueryDict) -> commands.OpenRegister:
    """A new Register of a faction, counting with today's points."""
    faction = known_faction(form.get("faction", ""))
    return commands.OpenRegister(faction=faction, points_date=catalogue().edition)


def recruit_in(form: QueryDict) -> commands.Recruit:
    """A unit with its name and what it brings."""
    wanted = recruiting.Recruit(
        unit=form.get("unit", ""),
        upgrades=chosen_upgrades(form),
        name=form.get("name", "")[:LONGEST_TYPED],
    )
    return commands.Recruit(wanted=wanted)


def name_unit_in(form: QueryDict) -> commands.NameUnit:
    """A unit's name."""
    return commands.NameUnit(dossier=form.get("dossier", ""), name=form.get("name", ""))


def withdraw_in(form: QueryDict) -> commands.Withdraw:
    """A unit, or one of its upgrades."""
    return commands.Withdraw(dossier=form.get("dossier", ""), upgrade=form.get("upgrade", ""))


def aid_in(form: QueryDict) -> commands.RequestAid:
    """An aid request."""
    request = AidRequest(
        aid=form.get("aid", ""),
        dossier=form.get("dossier", ""),
        asset=form.get("asset", ""),
        upgrade=form.get("upgrade", ""),
    )
    return commands.RequestAid(request=request)


def day_in(form: QueryDict) -> commands.MovePointsDate:
    """Another points date."""
    return commands.MovePointsDate(day=read_day(form.get("day", "")))


# What begins something has a page of its own, where nothing else is done.
BEGINNINGS: dict[str, Form] = {"new": Form(commands.OpenRegister, open_in)}

# By the verb of the form: its field `do`, or the last part of its address.
FORMS: dict[str, Form] = {
    "recruit": Form(commands.Recruit, recruit_in),
    "name-unit": Form(commands.NameUnit, name_unit_in),
    "withdraw": Form(commands.Withdraw, withdraw_in),
    "aid": Form(commands.RequestAid, aid_in),
    "arc": Form(commands.ChooseArc, lambda form: commands.ChooseArc(arc=form.get("arc", ""))),
    "name": Form(commands.NameRegister, lambda form: commands.NameRegister(name=form.get("name", ""))),
    "found": Form(commands.Found, lambda _: commands.Found()),
    "retire": Form(commands.Retire, lambda _: commands.Retire()),
    "points": Form(commands.MovePointsDate, day_in),
    "undo": Form(commands.Undo, lambda form: commands.Undo(batch=form.get("batch", ""))),
    "redo": Form(commands.Redo, lambda form: commands.Redo(batch=form.get("batch", ""))),
}
