"""What each form of a battle asks for, handed to the use case. The rules answer; nothing is guessed."""

from collections.abc import Callable
from typing import Any

from django.http import QueryDict

from muster.app.acting import Act
from muster.app.campaign.battles import SideRef
from muster.app.campaign.commands import NameUnit
from muster.app.campaign.registers import Registers
from muster.app.campaign.steps import Battles
from muster.rules.campaign.battle.answers import Answer
from muster.rules.campaign.battle.battle import other
from muster.rules.campaign.battle.steps.aid import AidRequest
from muster.rules.campaign.register.recruiting import Recruit
from muster.rules.campaign.register.register import problem
from muster.rules.violations import Refused
from muster.store.stream_roles import DatabaseRoles
from muster.web.campaign.battle.muster import plan_of
from muster.web.campaign.battle.record import limited, number
from muster.web.campaign.library import refuse_anothers
from muster.web.campaign.registers.upgrades import chosen_upgrades

MOST_DICE = 60
Doing = Callable[[Battles, Act, SideRef, QueryDict], Any]


def faces_in(form: QueryDict) -> list[str] | None:
    """The faces tapped; none where the app is asked to roll."""
    if form.get("way") == "app":
        return None
    return [form[f"face-{i}"] for i in range(MOST_DICE) if form.get(f"face-{i}")]


def _reward(table: Battles, act: Act, place: SideRef, form: QueryDict) -> None:
    answers = []
    for name in form:
        if name.startswith("choice:") and form[name]:
            option, unit, setback = [*form[name].split("|"), "", ""][:3]
            answers.append(
                Answer(choice=name[7:67], option=option, unit=unit or None, setback=setback or None)
            )
    table.take_reward(act, place, form.get("part", ""), answers)


def _draw(table: Battles, act: Act, place: SideRef, form: QueryDict) -> None:
    told = None if form.get("way") == "app" else form.getlist("order")
    table.draw_orders(act, place, told)  # type: ignore[arg-type]


def _reroll(table: Battles, act: Act, place: SideRef, form: QueryDict) -> None:
    faces = faces_in(form)
    if faces is None:
        places = [int(one) for one in form.getlist("place") if one in _PLACES]
    else:
        places = [i for i in range(MOST_DICE) if form.get(f"face-{i}")]
    table.reroll(act, place, form.get("dossier", ""), form.get("by", ""), places, faces)


_PLACES = {str(i) for i in range(MOST_DICE)}


def _award(table: Battles, act: Act, place: SideRef, form: QueryDict) -> None:
    named, _, raised = form.get("commendation", "").partition("|")
    table.award_commendation(act, place, form.get("dossier", ""), named, raise_own=bool(raised))


def _name(table: Battles, act: Act, place: SideRef, form: QueryDict) -> None:
    register = table.load_side(place).seat.side.register
    named = NameUnit(dossier=form.get("dossier", ""), name=form.get("name", ""))
    Registers(table.tours, DatabaseRoles()).do(act, register, named)


def _aid(table: Battles, act: Act, place: SideRef, form: QueryDict) -> None:
    request = AidRequest(
        aid=form.get("aid", ""),
        dossier=form.get("dossier", ""),
        asset=form.get("asset", ""),
        upgrade=form.get("upgrade", ""),
        setbacks=limited(form.getlist("setback")),
    )
    table.request_aid(act, place, request, faces_in(form))


def _recruit(table: Battles, act: Act, place: SideRef, form: QueryDict) -> None:
    wanted = Recruit(unit=form.get("unit", ""), upgrades=chosen_upgrades(form), name=form.get("name", ""))
    table.recruit(act, place, wanted)


def _arc(table: Battles, act: Act, place: SideRef, form: QueryDict) -> None:
    refuse_anothers(form.get("arc", ""), act.actor)
    table.choose_arc(act, place, form.get("arc", ""))


def _finish(table: Battles, act: Act, place: SideRef, form: QueryDict) -> None:
    table.finish_step(act, place, number(form.get("step", "")))


def _their_rival(table: Battles, act: Act, place: SideRef, form: QueryDict) -> None:
    """An opponent without a Register names the rival aloud, and it is written down on this phone."""
    there = other(place.side)
    if table.battle(place.battle).state.side(there).register:
        raise Refused(problem("sequence.rival_awaited", (place.side,), 164))
    table.name_rival(act, SideRef(place.battle, there), form.get("dossier", ""))


def _check(table: Battles, act: Act, place: SideRef, form: QueryDict) -> None:
    table.roll_check(act, place, form.get("dossier", ""), faces_in(form), added=bool(form.get("added")))


ACTS: dict[str, Doing] = {
    "muster": lambda t, a, p, f: t.muster(a, p, plan_of(f)),
    "agenda": lambda t, a, p, f: t.choose_agenda(a, p, f.get("agenda", "")),
    "switch": lambda t, a, p, f: t.switch_agenda(a, p, f.get("agenda", "")),
    "confirm": lambda t, a, p, f: t.confirm(a, p),  # noqa: ARG005
    "finish": _finish,
    "resolve-agenda": lambda t, a, p, f: t.resolve_agenda(a, p),  # noqa: ARG005
    "roll-reward": lambda t, a, p, f: t.roll_reward(a, p, f.get("part", ""), faces_in(f)),
    "draw-orders": _draw,
    "take-reward": _reward,
    "roll-supply": lambda t, a, p, f: t.roll_supply(a, p, faces_in(f)),
    "medevac": lambda t, a, p, f: t.use_medevac(a, p, f.get("dossier", "")),
    "roll-check": _check,
    "reroll": _reroll,
    "settle-check": lambda t, a, p, f: t.settle_check(a, p, f.get("dossier", "")),
    "roll-setback": lambda t, a, p, f: t.roll_setback(a, p, f.get("dossier", ""), faces_in(f)),
    "roll-trait": lambda t, a, p, f: t.roll_trait(a, p, f.get("dossier", ""), faces_in(f)),
    "name-rival": lambda t, a, p, f: t.name_rival(a, p, f.get("dossier", "")),
    "their-rival": _their_rival,
    "award-experience": lambda t, a, p, f: t.award_experience(a, p),  # noqa: ARG005
    "award-commendation": _award,
    "choose-card": lambda t, a, p, f: t.choose_card(a, p, f.get("dossier", ""), f.get("card", "")),
    "name-unit": _name,
    "roll-warden": lambda t, a, p, f: t.roll_warden(a, p, faces_in(f)),
    "request-aid": _aid,
    "recruit": _recruit,
    "choose-arc": _arc,
}
