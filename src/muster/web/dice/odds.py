"""Exact odds: one attack, or two side by side. Every state is an address."""

from fractions import Fraction
from itertools import starmap, zip_longest
from typing import ClassVar, NamedTuple, TypeVar

import msgspec
from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_GET

from muster.rules.dice.answers import Odds, Step
from muster.rules.dice.links import GUARDIANS, from_query, guardian_as_text, guardian_from_text, to_query
from muster.rules.dice.questions import BOUNDS, Attack, Defence, Question, out_of_bounds
from muster.rules.dice.step_names import STEP_NAMES
from muster.rules.violations import Refused, Violation
from muster.web.dice.asking import answer
from muster.web.dice.units import Units, chosen_units, unit_names
from muster.web.environment import url
from muster.web.forms import whole_number
from muster.web.page import Page, render_response, wants_part
from muster.web.requests import actor
from muster.web.serving.response_cache import same_for_all
from muster.web.site.errors import Reason, as_reason, status_of

P = TypeVar("P", Attack, Defence)
START = Question(Attack(black=4), Defence(die="red"))
SIDES = ("a", "b")
TITLES = ("First attack", "Second attack")
KEPT_SECONDS = 60.0
WHOLE = "odds-page"
"""What htmx swaps when units change."""


class Bar(msgspec.Struct, frozen=True):
    """One column of the chart: exactly and at least so many wounds, as shares of a thousand."""

    wounds: int
    exactly: tuple[int, ...]
    at_least: tuple[str, ...]


class StepRow(NamedTuple):
    """The means after one step of the attack, with two digits."""

    name: str
    criticals: str
    hits: str
    blocks: str
    wounds: str


def guardians_as_text(question: Question) -> str:
    """The guardians of a question as the form takes them."""
    return " ".join(map(guardian_as_text, question.defence.guardians))


class OddsPage(Page, frozen=True, kw_only=True):
    """One attack or two side by side: the questions, the answers and the chart of both."""

    template: ClassVar = "dice/odds/page.html"
    fragment: ClassVar = "dice/odds/answer.html"
    sides: tuple[tuple[str, Question, Odds], ...]
    bars: tuple[Bar, ...]
    tallest: int
    link: str
    twice: str
    once: str
    steps: tuple[tuple[StepRow, ...], ...]
    problems: tuple[Reason, ...]
    share: str
    sentence: str
    units: Units
    unit_names: tuple[str, ...]
    per_wound: tuple[str, ...]
    guardians: tuple[str, ...]
    titles: tuple[str, ...]
    part: bool
    guardians_pattern: str = GUARDIANS


class WholeOddsPage(OddsPage, frozen=True, kw_only=True):
    """The same for htmx, which takes from it everything but the frame: after a change of units or of their
    situation the fields of the dice are others, too."""

    fragment: ClassVar = ""


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """The page, or with htmx its answer alone."""
    problems: tuple[Reason, ...] = ()
    status = 200
    units = Units()
    try:
        units = chosen_units(request.GET)
        questions = _questions_in(request.GET, units)
        answers = [answer(question) for question in questions]
    except Refused as refusal:
        problems, status = tuple(map(as_reason, refusal.violations)), status_of(refusal.violations)
        questions, answers = [START], [answer(START)]
    link = _link(*questions) + units.query
    whole = request.headers.get("HX-Target") == WHOLE
    part = wants_part(request) and not whole
    shown = (WholeOddsPage if whole else OddsPage)(
        sides=tuple(zip(SIDES, questions, answers, strict=False)),
        bars=_bars(answers),
        tallest=max(_share(odds, n) for odds in answers for n in range(len(odds.weights))),
        link=link,
        twice=_link(questions[0], questions[0]) + units.query,
        once=_link(questions[0]) + units.query_of_first,
        steps=tuple(tuple(map(_step, odds.steps)) for odds in answers),
        problems=problems,
        share=request.build_absolute_uri(link),
        sentence=". ".join(starmap(_in_words, zip(questions, answers, strict=True))) + ".",
        units=units,
        unit_names=tuple(sorted(unit_names().values())),
        per_wound=_per_wound(units, answers),
        guardians=tuple(map(guardians_as_text, questions)),
        titles=units.names if len(units.names) == len(questions) else TITLES,
        part=part,
    )
    # A question that cannot be answered must not overwrite what the person typed.
    response = render_response(request, shown, status)
    if not wants_part(request):
        return response if actor(request) else same_for_all(response, KEPT_SECONDS)
    if not problems:
        response["HX-Replace-Url"] = link
    return response


def _in_words(question: Question, odds: Odds) -> str:
    """What is asked and what comes of it, in one breath."""
    pool = zip(question.attack.pool, ("red", "black", "white"), strict=True)
    dice = " and ".join(f"{count} {colour}" for count, colour in pool if count) or "No dice"
    return f"{dice} against {question.defence.die} defence: {decimal(odds.mean)} wounds on average"


def _link(*questions: Question) -> str:
    return f"{url('odds')}?{to_query(*questions)}"


def _per_wound(units: Units, answers: list[Odds]) -> tuple[str, ...]:
    """What each attacking unit costs for each wound it deals on average; nothing where it deals none."""
    pairs = zip_longest(units.attacks[: len(answers)], answers)
    return tuple(
        f"{float(attack.points / odds.mean):.1f}" if attack and odds.mean else "" for attack, odds in pairs
    )


def _questions_in(query: QueryDict, units: Units) -> list[Question]:
    """The questions: from the form's fields, from short links, from two units, or one to start with."""
    if any(key.startswith(("a-", "b-")) for key in query):
        sides = [side for side in SIDES if any(key.startswith(f"{side}-") for key in query)]
        return [Question(_part(query, side, Attack), _part(query, side, Defence)) for side in sides]
    linked = [*from_query(query.urlencode())[: len(SIDES)]]
    if not (linked or units.attacks) and units.out_of_range:
        params = {"units": ", ".join(units.out_of_range)}
        raise Refused(Violation(code="odds.out_of_range", source="core: ranges", params=params))
    return linked or [attack.question for attack in units.attacks] or [START]


def _part(query: QueryDict, side: str, part: type[P]) -> P:
    """One half of a question; the prefix keeps the attack's surge apart from the defence's."""
    prefix = f"{side}-{'at' if part is Attack else 'df'}-"
    typed = {name.removeprefix(prefix): query.get(name, "") for name in query if name.startswith(prefix)}
    given = {name: text for name, text in typed.items() if text}
    guardians = tuple(map(guardian_from_text, given.pop("guardians", "").split()))
    for name, text in given.items():
        if name in BOUNDS and (name, text) != ("armour", "all") and whole_number(text) is None:
            raise Refused(out_of_bounds(name, text))
    for name, text in given.items():
        try:
            msgspec.convert({name: text}, part, strict=False)
        except msgspec.ValidationError:
            params = {"field": name[:40], "given": text[:40]}
            raise Refused(Violation(code="odds.bad_field", source="odds: form", params=params)) from None
    made = msgspec.convert(given, part, strict=False)
    return msgspec.structs.replace(made, guardians=guardians) if guardians else made


def _bars(answers: list[Odds]) -> tuple[Bar, ...]:
    most = max(len(odds.weights) for odds in answers)
    last = max((n for n in range(most) if any(odds.at_least(n) * 1000 >= 1 for odds in answers)), default=0)
    return tuple(
        Bar(
            n,
            tuple(_share(odds, n) for odds in answers),
            tuple(percent(odds.at_least(n)) for odds in answers),
        )
        for n in range(last + 1)
    )


def _share(odds: Odds, wounds: int) -> int:
    return round(1000 * odds.distribution[wounds]) if wounds < len(odds.weights) else 0


def _step(step: Step) -> StepRow:
    name = STEP_NAMES.get(step.name) or f"after {step.name.replace('-', ' ')}"
    return StepRow(name, *map(decimal, (step.criticals, step.hits, step.blocks, step.wounds)))


def percent(chance: Fraction) -> str:
    """A chance in words people use: 37%, <1%, >99%; exactly 0 and 100 only when it is so."""
    if chance in (0, 1):
        return f"{chance * 100}%"
    whole = round(chance * 100)
    return "<1%" if whole == 0 else ">99%" if whole == 100 else f"{whole}%"


def decimal(value: Fraction) -> str:
    """A mean with two digits; the exact fraction stands beside it where it can be read."""
    return f"{float(value):.2f}"


def fraction(value: Fraction) -> str:
    """The exact value, where it can still be read."""
    text = str(value)
    return text if len(text) <= 11 else ""
