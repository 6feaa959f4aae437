"""A component is missing, damaged or not the official one: what the regulations say (rules 541 to 567)."""

from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Final, Literal, NamedTuple, TypeAlias

from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_GET

from muster.rules.tournament.judging.products import Tier
from muster.rules.tournament.table_setup.components import (
    ESSENTIAL_TOKENS,
    SHAREABLE,
    MissingNews,
    MissingStage,
    Part,
    Remedy,
    damage_remedy,
    ineligible_remedy,
    missing_component,
    order_token_problems,
    substitute_problems,
)
from muster.rules.violations import Violation
from muster.web.game.wording import word_list
from muster.web.page import Page, render_response
from muster.web.site.errors import Reason, reasons_of

Matter: TypeAlias = Literal["instead", "missing", "damaged", "ineligible"]

MATTERS: Final[dict[Matter, str]] = word_list("component-matters")
PARTS: Final[dict[Part, str]] = word_list("component-parts")
ANY_OTHER: Final = "other"
TOKENS: Final = (*ESSENTIAL_TOKENS, ANY_OTHER)
STEPS: Final[dict[MissingStage, str]] = word_list("component-steps")
REMEDIES: Final[dict[Remedy, str]] = word_list("component-remedies")
RULED_OUT: Final[dict[str, str]] = word_list("component-ruled-out")
MAY_BE_USED: Final = "That may be used."
SHARE: Final = "Any player may ask to share one for the round; the head judge may refuse it, or ask all to."


class Question(NamedTuple):
    """What somebody asks about a component."""

    matter: Matter
    part: Part
    token: str
    ticked: frozenset[str]


class ComponentsPage(Page, frozen=True, kw_only=True):
    """A question about a component, and its answer: what stands in the way, or what is done."""

    template = "game/components.html"

    question: Question
    ticks: Mapping[str, str]
    problems: tuple[Reason, ...]
    words: tuple[str, ...]
    matters: Mapping[Matter, str]
    parts: Mapping[Part, str]
    tokens: tuple[str, ...] = TOKENS


@require_GET
def render_components(request: HttpRequest) -> HttpResponse:
    """The question stands in the address, so an answer can be shown to the other player."""
    question = question_in(request.GET)
    problems = problems_of(question)
    shown = ComponentsPage(
        question=question,
        ticks=ticks_of(question),
        problems=reasons_of(problems),
        words=() if problems else words_for(question),
        matters=MATTERS,
        parts=PARTS,
    )
    return render_response(request, shown)


def question_in(form: QueryDict) -> Question:
    """The question in an address; what cannot be meant is the first choice."""
    matter: Matter = next((choice for choice in MATTERS if choice == form.get("matter")), "instead")
    part: Part = next((choice for choice in PARTS if choice == form.get("part")), "card")
    token = next((choice for choice in TOKENS if choice == form.get("token")), ANY_OTHER)
    return Question(matter, part, token, frozenset(name for name in TICKS if name in form))


TICKS: Final[dict[str, str]] = word_list("component-ticks")


def ticks_of(question: Question) -> dict[str, str]:
    """What else matters for this question."""
    wanted = {
        "instead": ["stream", *(["leader"] if question.part == "card" else [])],
        "missing": [],
        "damaged": ["impedes"] if question.part == "miniature" else [],
        "ineligible": ["found", "needed"],
    }[question.matter]
    more = ["competitive", "bag"] if question.part == "order-token" else []
    return {name: TICKS[name] for name in (*wanted, *more)}


def problems_of(question: Question) -> tuple[Violation, ...]:
    """What keeps it from being used."""
    found: tuple[Violation, ...] = ()
    if question.matter == "instead":
        token = question.token if question.part == "token" else ""
        stream, leader = "stream" in question.ticked, "leader" in question.ticked
        found = substitute_problems(question.part, token=token, on_stream=stream, made_by_leader=leader)
    if question.part == "order-token":
        tier: Tier = "competitive" if "competitive" in question.ticked else "casual"
        found += order_token_problems(tier, opaque="bag" in question.ticked)
    return found


def words_for(question: Question) -> tuple[str, ...]:
    """What is done, in order."""
    shareable = (SHARE,) if question.part in SHAREABLE else ()
    match question.matter:
        case "missing":
            return (*missing_steps(), *shareable)
        case "damaged":
            return (REMEDIES[damage_remedy(question.part, impedes_play="impedes" in question.ticked)],)
        case "ineligible":
            found, needed = "found" in question.ticked, "needed" in question.ticked
            return (RULED_OUT[ineligible_remedy(necessary=needed, replacement=found)],)
        case _:
            return (MAY_BE_USED, *shareable)


def missing_steps() -> tuple[str, ...]:
    """The steps of rules 552 and 553, as far as no replacement is found."""
    news: tuple[MissingNews, ...] = ("extension-given", "extension-over", "next-round-began")
    start: MissingStage = "reported"
    stages: Iterator[MissingStage] = accumulate(news, missing_component, initial=start)
    return tuple(STEPS[stage] for stage in stages)
