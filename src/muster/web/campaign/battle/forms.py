"""What each form of a battle asks for, as a command. The rules answer; nothing is guessed.

The page adds to what was sent where it was sent from: `OWN` is the side that acts, `BOTH` is there where the
other side has a Register, too.
"""

from typing import cast

from django.http import QueryDict

from muster.app.campaign.battle import commands as ask
from muster.rules.campaign.battle.answers import Answer
from muster.rules.campaign.battle.battle import SIDES, other
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.battle.steps.aid import AidRequest
from muster.rules.campaign.register.register import problem
from muster.rules.cards.catalogue import shorten
from muster.rules.cards.vocabulary import Rank
from muster.rules.violations import Refused
from muster.web.campaign.battle.muster import plan_of
from muster.web.campaign.battle.record import LONGEST, OWN, number, record_of
from muster.web.campaign.forms import MOST_DICE, campaign_form, faces_in
from muster.web.campaign.registers.forms import aid_in, wanted_in
from muster.web.forms import Form, limit_values, whole_number

MOST_WORDS = 600
CHOICE = "choice:"


def side_in(form: QueryDict) -> SideKey:
    """The side a form is about."""
    for key in SIDES:
        if form.get("side") == key:
            return key
    raise Refused(problem("battle.no_side", (shorten(form.get("side", "")),)))


def _unit(form: QueryDict) -> str:
    return form.get("dossier", "")


def _take_reward(form: QueryDict) -> ask.TakeReward:
    answers = []
    for name in form:
        if name.startswith(CHOICE) and (chosen := form.get(name, "")):
            option, unit, setback = [*chosen.split("|"), "", ""][:3]
            choice = name.removeprefix(CHOICE)[:LONGEST]
            answers.append(Answer(choice=choice, option=option, unit=unit or None, setback=setback or None))
    return ask.TakeReward(part=form.get("part", ""), answers=tuple(answers))


def _draw_orders(form: QueryDict) -> ask.DrawOrders:
    if form.get("way") == "app":
        return ask.DrawOrders()
    return ask.DrawOrders(orders=cast("tuple[Rank, ...]", tuple(form.getlist("order"))))


def _reroll(form: QueryDict) -> ask.Reroll:
    faces = faces_in(form)
    if faces is None:
        typed = (whole_number(value, 2) for value in form.getlist("place"))
        places = tuple(place for place in typed if place is not None and place < MOST_DICE)
    else:
        places = tuple(i for i in range(MOST_DICE) if form.get(f"face-{i}"))
    return ask.Reroll(dossier=_unit(form), by=form.get("by", ""), places=places, faces=faces)


def _award(form: QueryDict) -> ask.AwardCommendation:
    named, _, raised = form.get("commendation", "").partition("|")
    return ask.AwardCommendation(dossier=_unit(form), commendation=named, raise_own=bool(raised))


def _aid(form: QueryDict) -> AidRequest:
    return aid_in(form, setbacks=limit_values(form.getlist("setback"), LONGEST))


def _their_rival(form: QueryDict) -> ask.NameRivalFor:
    """An opponent without a Register names the rival aloud, and it is written down on this phone."""
    return ask.NameRivalFor(side=other(cast("SideKey", form.get(OWN, ""))), dossier=_unit(form))


FORMS: dict[str, Form] = {
    "muster": campaign_form(ask.Muster, plan=plan_of),
    "agenda": campaign_form(ask.ChooseAgenda),
    "switch": campaign_form(ask.SwitchAgenda),
    "combat-drop": campaign_form(ask.CombatDrop),
    "record": Form(ask.Record, record_of),
    "accept": campaign_form(ask.AcceptRecord, record=lambda form: number(form.get("record", ""))),
    "confirm": campaign_form(ask.Confirm),
    "dispute": campaign_form(ask.Dispute, words=lambda form: form.get("words", "")[:MOST_WORDS]),
    "undo": campaign_form(ask.Undo, target=lambda form: form.get("batch", "")[:100]),
    "opponent": campaign_form(ask.NameOpponent),
    "call-off": campaign_form(ask.CallOff),
    "confirm-for": campaign_form(ask.ConfirmFor, side=side_in),
    "pass-rival": campaign_form(ask.PassRivalFor, side=side_in),
    "free-dice": campaign_form(ask.VoidFaces, side=side_in),
    "finish": campaign_form(ask.FinishStep, step=lambda form: number(form.get("step", ""))),
    "resolve-agenda": campaign_form(ask.ResolveAgenda),
    "roll-reward": campaign_form(ask.RollReward),
    "draw-orders": Form(ask.DrawOrders, _draw_orders),
    "take-reward": Form(ask.TakeReward, _take_reward),
    "roll-supply": campaign_form(ask.RollSupply),
    "medevac": campaign_form(ask.UseMedevac),
    "roll-check": campaign_form(ask.RollCheck, added=lambda form: bool(form.get("added"))),
    "roll-all-checks": campaign_form(ask.RollAllChecks),
    "reroll": Form(ask.Reroll, _reroll),
    "settle-check": campaign_form(ask.SettleCheck),
    "roll-setback": campaign_form(ask.RollSetback),
    "roll-trait": campaign_form(ask.RollTrait),
    "name-rival": campaign_form(ask.NameRival),
    "their-rival": Form(ask.NameRivalFor, _their_rival),
    "award-experience": campaign_form(ask.AwardExperience),
    "award-commendation": Form(ask.AwardCommendation, _award),
    "choose-card": campaign_form(ask.ChooseCard),
    "name-unit": campaign_form(ask.NameUnit),
    "roll-warden": campaign_form(ask.RollWarden),
    "request-aid": campaign_form(ask.RequestAid, request=_aid),
    "recruit": campaign_form(ask.Recruit, wanted=wanted_in),
    "choose-arc": campaign_form(ask.ChooseArc),
}
"""Every verb of a battle's addresses: the command behind it, and how its form is read."""
