"""Putting a Register right: what, on which unit, about which battle, why; the effects first, then the act.

The arbitrator of the Register's campaign does it; without a campaign its owner is their own. Every screen
asks one thing, and the answers travel in the address until the last one.
"""

from typing import ClassVar, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect

from muster.app.campaign.commands import Correct
from muster.app.campaign.logs import CAMPAIGNS
from muster.app.campaign.registers import Change
from muster.rules.campaign.register.correcting import MOST_FIX, MOST_REASON, Books, Fix, Fixed, fix_limits
from muster.rules.campaign.register.events import BattleClosed
from muster.rules.campaign.register.register import Register
from muster.rules.violations import Refused, Violation
from muster.web.campaign.registers.correction_effects import Changed, effects
from muster.web.campaign.registers.correction_kinds import KINDS, Choices, Kind, choosable, things, units
from muster.web.campaign.registers.pages import RegisterPage
from muster.web.campaign.requests import methods_only, registers_of, stream_of
from muster.web.environment import day, url
from muster.web.forms import whole_number
from muster.web.page import render_response
from muster.web.requests import act_of, actor
from muster.web.site.errors import Reason, reasons_of, status_of

LONGEST = 9
MOST_FIXES = 20
APART = "~"
QUESTIONS = {"what": "What is wrong?", "unit": "Which unit?", "amount": "By how much?", "why": "Why?"}


class Answers(NamedTuple):
    """What is known so far; `more` are the lines of the same correction that are complete."""

    what: Fixed | None
    dossier: str
    id: str
    way: str
    amount: int
    battle: str
    reason: str
    more: tuple[Fix, ...] = ()

    @property
    def kind(self) -> Kind | None:
        """The kind, once it is chosen."""
        return KINDS[self.what] if self.what else None

    @property
    def fixes(self) -> tuple[Fix, ...]:
        """Every line of the correction; without a kind the last one is not there yet."""
        if self.what is None:
            return self.more
        signed = -self.amount if self.way == "less" else self.amount
        amount = signed if KINDS[self.what].amount else 0
        return (*self.more, Fix(what=self.what, dossier=self.dossier, id=self.id, amount=amount))

    @property
    def command(self) -> Correct:
        """The correction these answers make; without a line it corrects nothing, and is refused for it."""
        return Correct(fixes=self.fixes, reason=self.reason, battle=self.battle)

    @property
    def complete_lines(self) -> list[str]:
        """The complete lines, as a form carries them."""
        return [
            APART.join((change.what, change.dossier, change.id, str(change.amount))) for change in self.more
        ]

    def one_more(self) -> "Answers":
        """The line is complete, and another begins."""
        return Answers(None, "", "", "more", 0, self.battle, self.reason, self.fixes)


class CorrectionPage(RegisterPage, frozen=True, kw_only=True):
    """What every screen of a correction shows."""

    asked: Answers
    subject: str
    back: str


class QuestionPage(CorrectionPage, frozen=True, kw_only=True):
    """One screen: the first thing that is not known yet."""

    template: ClassVar[str] = "campaign/club/correct.html"
    step: str
    title: str
    kinds: list[tuple[Fixed, Kind, bool]]
    choices: Choices
    battles: Choices
    limits: tuple[int, int]
    most_fix: int = MOST_FIX
    most_reason: int = MOST_REASON
    reasons: tuple[Reason, ...]


class EffectsPage(CorrectionPage, frozen=True, kw_only=True):
    """What would change, before it does."""

    template: ClassVar[str] = "campaign/club/correct_effects.html"
    changes: list[Changed]
    about: str
    reason: str


def answers_in(form: QueryDict) -> Answers:
    """The answers a form or an address holds."""
    return Answers(
        next((known for known in KINDS if known == form.get("what")), None),
        form.get("dossier", "")[:60],
        form.get("id", "")[:60],
        "less" if form.get("way") == "less" else "more",
        whole_number(form.get("amount", ""), LONGEST) or 0,
        form.get("battle", "")[:100],
        form.get("reason", ""),
        tuple(fix for line in form.getlist("fix")[:MOST_FIXES] if (fix := _line(line))),
    )


def _line(text: str) -> Fix | None:
    """A complete line out of a form; None where somebody wrote something else."""
    what, dossier, id, amount = [*text[:200].split(APART), "", "", "", ""][:4]
    known = next((kind for kind in KINDS if kind == what), None)
    number = whole_number(amount.removeprefix("-"), LONGEST) or 0
    signed = -number if amount.startswith("-") else number
    return Fix(what=known, dossier=dossier, id=id, amount=signed) if known else None


@methods_only("GET", "POST")
def page(request: HttpRequest, register: str) -> HttpResponse:
    """The next question; at the end the effects, and then the correction."""
    registers, stream, who = registers_of(request), stream_of(register), actor(request)
    registers.may_correct(who, stream)
    if request.method == "GET":
        return question(request, register, answers_in(request.GET))
    answers, do = answers_in(request.POST), request.POST.get("do", "")
    try:
        if do == "correct":
            registers.do(act_of(request), stream, answers.command)
            messages.success(request, "Corrected. The chronicle shows it.")
            return redirect(back_of(request, register))
        if do == "preview":
            change = registers.preview_correction(who, stream, answers.command)
            return render_response(request, effects_page(request, register, answers, change))
        if do == "more":
            return question(request, register, answers.one_more())
    except Refused as refusal:
        return question(request, register, answers, refusal.violations)
    return question(request, register, answers)


# The screens -----------------------------------------------------------------------------------------------


def question(
    request: HttpRequest, register: str, answers: Answers, problems: tuple[Violation, ...] = ()
) -> HttpResponse:
    """One screen: the first thing that is not known yet."""
    registers = registers_of(request)
    now, logs = registers.readable(actor(request), stream_of(register)).state, registers.logs
    books = Books(logs.library, logs.cards, answers.battle)
    step, offered = next_question(now, answers, books)
    page = QuestionPage(
        id=register,
        register=now,
        asked=answers,
        subject=now.names.get(answers.dossier, ""),
        back=back_of(request, register),
        step=step,
        title=answers.kind.which if step == "which" and answers.kind else QUESTIONS.get(step, ""),
        kinds=[(what, kind, choosable(now, what, books)) for what, kind in KINDS.items()],
        choices=offered,
        battles=battle_choices(request, register, now) if step == "why" else {},
        limits=fix_limits(now, answers.what or "", answers.id),
        reasons=reasons_of(problems),
    )
    return render_response(request, page, status_of(problems))


def effects_page(request: HttpRequest, register: str, answers: Answers, change: Change) -> EffectsPage:
    """What would change, before it does."""
    now = change.before
    return EffectsPage(
        id=register,
        register=now,
        asked=answers,
        subject=now.names.get(answers.dossier, ""),
        back=back_of(request, register),
        changes=effects(change),
        about=battle_choices(request, register, now).get(answers.battle, ""),
        reason=" ".join(answers.reason.split()),
    )


def back_of(request: HttpRequest, register: str) -> str:
    """Where the reader sees the Register: their own page, or the members' view."""
    registers, stream, who = registers_of(request), stream_of(register), actor(request)
    if registers.owns(who, stream):
        return url("tour-register", register=register)
    campaign = registers.readable(who, stream).state.campaign.removeprefix(CAMPAIGNS)
    return url("tour-club-register", club=campaign, register=register)


def next_question(now: Register, answers: Answers, books: Books) -> tuple[str, Choices]:
    """The first thing that is not known yet, and what a list of it offers."""
    what, kind = answers.what, answers.kind
    if what is None or kind is None:
        return "what", {}
    if kind.unit and answers.dossier not in (offered := units(now, what)):
        return "unit", offered
    if kind.which and answers.id not in (offered := things(now, what, answers.dossier, books)):
        return "which", offered
    return ("amount" if kind.amount and not answers.amount else "why"), {}


def battle_choices(request: HttpRequest, register: str, now: Register) -> Choices:
    """Every battle the correction can be about, the newest first; and none."""
    log = registers_of(request).logs.effective(stream_of(register))
    closed = [(entry.event, entry.at) for entry in log if isinstance(entry.event, BattleClosed)]
    past = [
        (event.battle, f"Battle {number}, {day(at)}, {event.result}")
        for number, (event, at) in enumerate(closed, start=1)
    ]
    if now.open_battle:
        past.append((now.open_battle, f"Battle {len(past) + 1}, not yet done"))
    return {"": "No particular battle", **dict(reversed(past))}
