"""Putting a Register right: what, on which unit, about which battle, why; the effects first, then the act.

The arbitrator of the Register's campaign does it; without a campaign its owner is their own. Every screen
asks one thing, and the answers travel in the address until the last one.
"""

from typing import Any, Literal, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods
from uuid_utils import uuid4

from muster.app.campaign.campaigns import Preview
from muster.app.campaign.club_access import Clubs
from muster.app.streams import Key
from muster.rules.campaign.register.editing import MOST_REASON, Fix, fix_limits
from muster.rules.campaign.register.events import BattleClosed
from muster.rules.campaign.register.register import Register, problem
from muster.rules.log import live
from muster.rules.violations import Refused, Violation
from muster.web import identity
from muster.web.campaign.battle.request import names_of
from muster.web.campaign.club.club import clubs, refusals, status_of
from muster.web.campaign.library import site_books
from muster.web.campaign.registers.correction_effects import Change, effects
from muster.web.campaign.registers.my_registers import act_of, actor, called, stream_of
from muster.web.campaign.stories.told import marked
from muster.web.cards.words import FACTION_NAMES
from muster.web.environment import day, url

What = Literal[
    "supply", "reputation", "potential", "agenda", "asset-added", "asset-removed",
    "experience", "setback-gained", "setback-removed", "unit-removed", "unit-restored",
]  # fmt: skip
LONGEST = 9


class Kind(NamedTuple):
    """Something that can be put right, and what has to be known for it."""

    name: str
    hint: str
    icon: str
    unit: bool = False
    which: str = ""
    amount: str = ""


KINDS: dict[What, Kind] = {
    "supply": Kind("Supply", "Points too many or too few", "supply", amount="supply"),
    "reputation": Kind("Reputation", "Too high or too low", "reputation", amount="reputation"),
    "potential": Kind("Combat Potential", "The limit of the Register", "ui-ruler", amount="points"),
    "agenda": Kind("An agenda", "Boxes marked or forgotten", "agenda", which="Which agenda?", amount="boxes"),
    "asset-added": Kind(
        "An asset is missing", "It was paid and not written down", "asset", which="Which asset?"
    ),
    "asset-removed": Kind("An asset too many", "It was used, or never bought", "asset", which="Which asset?"),
    "experience": Kind("Experience", "Of one unit", "commendation", unit=True, amount="experience"),
    "setback-gained": Kind(
        "A setback is missing", "A unit should have it", "setback", unit=True, which="Which setback?"
    ),
    "setback-removed": Kind(
        "A setback too many", "A unit should not have it", "setback", unit=True, which="Which setback?"
    ),
    "unit-removed": Kind("A unit did not survive", "It is still on the Register", "fallen", unit=True),
    "unit-restored": Kind("A unit did survive", "It was struck off by mistake", "ui-person", unit=True),
}
QUESTIONS = {"what": "What is wrong?", "unit": "Which unit?", "amount": "By how much?", "why": "Why?"}


class Asked(NamedTuple):
    """What is known so far."""

    what: What | None
    dossier: str
    id: str
    way: str
    amount: int
    battle: str
    reason: str

    @property
    def kind(self) -> Kind | None:
        """The kind, once it is chosen."""
        return KINDS[self.what] if self.what else None

    @property
    def change(self) -> int:
        """The amount with its sign."""
        return -self.amount if self.way == "less" else self.amount


def asked_in(form: QueryDict) -> Asked:
    """The answers a form or an address holds."""
    what = next((known for known in KINDS if known == form.get("what")), None)
    number = form.get("amount", "")
    return Asked(
        what,
        form.get("dossier", "")[:60],
        form.get("id", "")[:60],
        "less" if form.get("way") == "less" else "more",
        int(number) if number.isascii() and number.isdigit() and len(number) <= LONGEST else 0,
        form.get("battle", "")[:100],
        form.get("reason", ""),
    )


@identity.private
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, register: str) -> HttpResponse:
    """The next question; at the end the effects, and then the correction."""
    who, stream = actor(request), stream_of(register)
    clubs().may_correct(who, stream)
    if request.method == "GET":
        return question(request, register, asked_in(request.GET))
    asked, do = asked_in(request.POST), request.POST.get("do", "")
    try:
        if do == "correct":
            return corrected(request, register, asked)
        if do == "preview":
            fixes = fixes_of(clubs().register(who, stream).state, asked)
            told = clubs().preview_correction(who, stream, fixes, asked.reason, asked.battle)
            return previewed(request, register, asked, told)
    except Refused as refusal:
        return question(request, register, asked, refusal.violations)
    return question(request, register, asked)


def corrected(request: HttpRequest, register: str, asked: Asked) -> HttpResponse:
    """The correction is made, visibly."""
    doing, stream, here = act_of(request), stream_of(register), clubs()
    fixes = [fix_of(asked)] if asked.what else []
    if not answered(here, doing.actor, doing.key):
        fixes = fixes_of(here.register(doing.actor, stream).state, asked)
    here.correct(doing, stream, fixes, asked.reason, asked.battle)
    messages.success(request, "Corrected. It stands in the chronicle.")
    return redirect(back_of(here, doing.actor, register))


def answered(here: Clubs, who: str, key: str | None) -> bool:
    """Whether this form was obeyed before; then the limits of today say nothing about it."""
    return key is not None and here.tours.store.answered(who, Key(key)) is not None


def fix_of(asked: Asked) -> Fix:
    """The line of the correction."""
    if asked.what is None:
        raise Refused(problem("register.nothing_to_correct"))
    amount = asked.change if KINDS[asked.what].amount else 0
    return Fix(what=asked.what, dossier=asked.dossier, id=asked.id, amount=amount)


def fixes_of(now: Register, asked: Asked) -> list[Fix]:
    """The same, refused where it makes no sense on this page: no change, no unknown battle."""
    fix = fix_of(asked)
    if asked.battle and asked.battle not in {one.battle for one in now.battles} | {now.open_battle}:
        raise Refused(problem("register.no_such_battle"))
    if KINDS[fix.what].amount and not fix.amount:
        raise Refused(problem("register.nothing_to_correct"))
    return [fix]


# The screens -----------------------------------------------------------------------------------------------


def question(
    request: HttpRequest, register: str, asked: Asked, problems: tuple[Violation, ...] = ()
) -> HttpResponse:
    """One screen: the first thing that is not known yet."""
    now = clubs().register(actor(request), stream_of(register)).state
    step = step_of(now, asked)
    context = frame(request, register, now, asked) | {
        "step": step,
        "title": asked.kind.which if step == "which" and asked.kind else QUESTIONS.get(step, ""),
        "kinds": [(what, kind, bool(choosable(now, what))) for what, kind in KINDS.items()],
        "choices": choices(now, asked, step),
        "battles": battle_choices(stream_of(register), now) if step == "why" else [],
        "limits": fix_limits(now, asked.what or "", asked.id),
        "most_reason": MOST_REASON,
        **refusals(problems),
    }
    return render(request, "campaign/club/correct.html", context, status=status_of(problems))


def previewed(request: HttpRequest, register: str, asked: Asked, told: Preview) -> HttpResponse:
    """What would change, before it does."""
    changes: list[Change] = effects(told.before, told.after)
    context = frame(request, register, told.before, asked) | {
        "changes": changes,
        "told": told,
        "about": dict(battle_choices(stream_of(register), told.before)).get(asked.battle, ""),
        "reason": " ".join(asked.reason.split()),
    }
    return render(request, "campaign/club/correct_effects.html", context)


def frame(request: HttpRequest, register: str, now: Register, asked: Asked) -> dict[str, Any]:
    """What every screen shows."""
    return {
        "id": register,
        "register": now,
        "name": called(now),
        "faction": FACTION_NAMES[now.faction],
        "asked": asked,
        "kind": asked.kind,
        "subject": names_of(now).get(asked.dossier, ""),
        "back": back_of(clubs(), actor(request), register),
        "key": str(uuid4()),
    }


def back_of(here: Clubs, who: str, register: str) -> str:
    """Where the reader sees the Register: their own page, or the members' view."""
    stream = stream_of(register)
    if here.stream_roles.role(who, stream) == "owner":
        return url("tour-register", register=register)
    campaign = here.register(who, stream).state.campaign.removeprefix("campaign:")
    return url("tour-club-register", club=campaign, register=register)


def step_of(now: Register, asked: Asked) -> str:
    """The first thing that is not known yet."""
    if asked.what is None or asked.kind is None:
        return "what"
    if asked.kind.unit and asked.dossier not in dict(units(now, asked.what)):
        return "unit"
    if asked.kind.which and asked.id not in dict(things(now, asked.what, asked.dossier)):
        return "which"
    if asked.kind.amount and not asked.amount:
        return "amount"
    return "why"


def choices(now: Register, asked: Asked, step: str) -> list[tuple[str, str]]:
    """What a list offers."""
    if asked.what is None:
        return []
    if step == "unit":
        return units(now, asked.what)
    return things(now, asked.what, asked.dossier) if step == "which" else []


def choosable(now: Register, what: What) -> bool:
    """Whether this can be wrong at all on this Register."""
    if KINDS[what].unit:
        return bool(units(now, what))
    return not KINDS[what].which or bool(things(now, what, ""))


def units(now: Register, what: What) -> list[tuple[str, str]]:
    """The units it can be about."""
    names = names_of(now)
    if what == "unit-restored":
        return [(one.dossier.id, names[one.dossier.id]) for one in now.fallen]
    fit = (one for one in now.dossiers if what != "unit-removed" or not one.paragon)
    return [(one.id, names[one.id]) for one in fit if what != "setback-removed" or one.setbacks]


def things(now: Register, what: What, dossier: str) -> list[tuple[str, str]]:
    """The agendas, assets or setbacks it can be about."""
    books, unit = site_books(), now.find(dossier)
    match what:
        case "agenda":
            tracks = now.arc.agendas if now.arc else ()
            return [(one.id, f"{one.name}, {one.marked} of {one.needed}") for one in tracks]
        case "asset-added":
            return [(one.id, one.name) for one in books.assets.values()]
        case "asset-removed":
            held = dict.fromkeys(now.assets)
            return [(one, books.assets[one].name if one in books.assets else one) for one in held]
        case "setback-gained":
            own = now.arc.id if now.arc else ""
            known = [one for one in books.setbacks.values() if not one.homebrew or one.arc == own]
            return [(one.id, marked(one, one.name)) for one in known]
        case "setback-removed" if unit:
            return [(one.id, one.name) for one in unit.setbacks]
        case _:
            return []


def battle_choices(stream: str, now: Register) -> list[tuple[str, str]]:
    """Every battle the correction can be about, the newest first; and none."""
    closed = [
        (entry.event, entry.at)
        for entry in live(clubs().tours.store.read(stream))
        if isinstance(entry.event, BattleClosed)
    ]
    past = [
        (said.battle, f"Battle {number}, {day(at)}, {said.result}")
        for number, (said, at) in enumerate(closed, start=1)
    ]
    running = [(now.open_battle, f"Battle {len(past) + 1}, not yet done")] if now.open_battle else []
    return [("", "No particular battle"), *running, *reversed(past)]
