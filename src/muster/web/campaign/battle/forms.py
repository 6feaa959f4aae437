"""What each form of a battle asks for, as a command. The rules answer; nothing is guessed.

The page adds to what was sent where it was sent from: `OWN` is the side that acts, `BOTH` is there where the
other side has a Register, too.
"""

from typing import cast

from django.http import Http404, QueryDict

from muster.app.acting import Command
from muster.app.campaign.battle import commands as ask
from muster.rules.campaign.battle.answers import Answer
from muster.rules.campaign.battle.battle import SIDES, other
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.battle.steps.aid import AidRequest
from muster.rules.campaign.register.recruiting import Recruit
from muster.rules.cards.vocabulary import Rank
from muster.web.campaign.battle.muster import plan_of
from muster.web.campaign.battle.record import LONGEST, OWN, number, record_of
from muster.web.campaign.registers.upgrades import chosen_upgrades
from muster.web.forms import Form, limited, whole_number

MOST_DICE = 60
MOST_WORDS = 600
LONG_ID = 200
CHOICE = "choice:"


def faces_in(form: QueryDict) -> tuple[str, ...] | None:
    """The faces tapped; none where the app is asked to roll."""
    if form.get("way") == "app":
        return None
    return tuple(face for i in range(MOST_DICE) if (face := form.get(f"face-{i}", "")))


def side_in(form: QueryDict) -> SideKey:
    """The side a form is about."""
    for key in SIDES:
        if form.get("side") == key:
            return key
    raise Http404


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
        typed = (whole_number(one, 2) for one in form.getlist("place"))
        places = tuple(one for one in typed if one is not None and one < MOST_DICE)
    else:
        places = tuple(i for i in range(MOST_DICE) if form.get(f"face-{i}"))
    return ask.Reroll(dossier=_unit(form), by=form.get("by", ""), places=places, faces=faces)


def _check(form: QueryDict) -> ask.RollCheck:
    return ask.RollCheck(dossier=_unit(form), added=bool(form.get("added")), faces=faces_in(form))


def _award(form: QueryDict) -> ask.AwardCommendation:
    named, _, raised = form.get("commendation", "").partition("|")
    return ask.AwardCommendation(dossier=_unit(form), commendation=named, raise_own=bool(raised))


def _aid(form: QueryDict) -> ask.RequestAid:
    request = AidRequest(
        aid=form.get("aid", ""),
        dossier=_unit(form),
        asset=form.get("asset", ""),
        upgrade=form.get("upgrade", ""),
        setbacks=limited(form.getlist("setback"), LONGEST),
    )
    return ask.RequestAid(request=request, faces=faces_in(form))


def _recruit(form: QueryDict) -> ask.Recruit:
    wanted = Recruit(unit=form.get("unit", ""), upgrades=chosen_upgrades(form), name=form.get("name", ""))
    return ask.Recruit(wanted=wanted)


def _their_rival(form: QueryDict) -> ask.NameRivalFor:
    """An opponent without a Register names the rival aloud, and it is written down on this phone."""
    return ask.NameRivalFor(side=other(cast("SideKey", form.get(OWN, ""))), dossier=_unit(form))


def _free_dice(form: QueryDict) -> ask.VoidFaces:
    batch, step = form.get("batch", "")[:100], form.get("step", "")[:LONG_ID]
    return ask.VoidFaces(side=side_in(form), batch=batch, step=step)


def _own_fields(kind: type[Command], *names: str) -> Form:
    """A form whose fields are called as the command's own; `faces` are those tapped."""

    def read(form: QueryDict) -> Command:
        return kind(**{name: faces_in(form) if name == "faces" else form.get(name, "") for name in names})

    return Form(kind, read)


FORMS: dict[str, Form] = {
    "muster": Form(ask.Muster, lambda form: ask.Muster(plan=plan_of(form))),
    "agenda": _own_fields(ask.ChooseAgenda, "agenda"),
    "switch": _own_fields(ask.SwitchAgenda, "agenda"),
    "combat-drop": _own_fields(ask.CombatDrop, "unit"),
    "record": Form(ask.Record, record_of),
    "confirm": _own_fields(ask.Confirm),
    "dispute": Form(ask.Dispute, lambda form: ask.Dispute(words=form.get("words", "")[:MOST_WORDS])),
    "undo": Form(ask.Undo, lambda form: ask.Undo(target=form.get("batch", "")[:100])),
    "opponent": _own_fields(ask.NameOpponent, "name"),
    "call-off": _own_fields(ask.CallOff),
    "confirm-for": Form(ask.ConfirmFor, lambda form: ask.ConfirmFor(side=side_in(form))),
    "pass-rival": Form(ask.PassRivalFor, lambda form: ask.PassRivalFor(side=side_in(form))),
    "free-dice": Form(ask.VoidFaces, _free_dice),
    "finish": Form(ask.FinishStep, lambda form: ask.FinishStep(step=number(form.get("step", "")))),
    "resolve-agenda": _own_fields(ask.ResolveAgenda),
    "roll-reward": _own_fields(ask.RollReward, "part", "faces"),
    "draw-orders": Form(ask.DrawOrders, _draw_orders),
    "take-reward": Form(ask.TakeReward, _take_reward),
    "roll-supply": _own_fields(ask.RollSupply, "faces"),
    "medevac": _own_fields(ask.UseMedevac, "dossier"),
    "roll-check": Form(ask.RollCheck, _check),
    "reroll": Form(ask.Reroll, _reroll),
    "settle-check": _own_fields(ask.SettleCheck, "dossier"),
    "roll-setback": _own_fields(ask.RollSetback, "dossier", "faces"),
    "roll-trait": _own_fields(ask.RollTrait, "dossier", "faces"),
    "name-rival": _own_fields(ask.NameRival, "dossier"),
    "their-rival": Form(ask.NameRivalFor, _their_rival),
    "award-experience": _own_fields(ask.AwardExperience),
    "award-commendation": Form(ask.AwardCommendation, _award),
    "choose-card": _own_fields(ask.ChooseCard, "dossier", "card"),
    "name-unit": _own_fields(ask.NameUnit, "dossier", "name"),
    "roll-warden": _own_fields(ask.RollWarden, "faces"),
    "request-aid": Form(ask.RequestAid, _aid),
    "recruit": Form(ask.Recruit, _recruit),
    "choose-arc": _own_fields(ask.ChooseArc, "arc"),
}
"""Every verb of a battle's addresses: the command behind it, and how its form is read."""
