"""Why? What is on file about a card, two units, a keyword, a refusal or a step: a page with its own address,
and the same as a part that opens where it was asked."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar, Final, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET

from muster.rules.cards import catalogue
from muster.rules.violations import Refused
from muster.rules.why.answers import MOST_RULES, Answer, Question, answer, has_grounds, rule_numbers_in
from muster.rules.why.reasons import Reason
from muster.web.environment import url
from muster.web.forms import whole_number
from muster.web.page import Page, render_response
from muster.web.rules.rules import rule_links
from muster.web.site.errors import reasons_of, status_of

LONGEST: Final = 80
OK: Final = 200
KINDS: Final = {
    "effect": "Effect", "keyword": "Keyword", "ability": "Ability",
    "rule": "Rule", "ruling": "Ruling", "core": "Core",
}  # fmt: skip
WAY: Final = '<a class="why-link" href="{}">Why?</a>'
ASKING: Final = ("card", "target", "keyword", "refusal", "step", "mode")


class ReasonRow(NamedTuple):
    """A reason with its page, where it has one."""

    kind: str
    title: str
    text: str
    source: str
    differs: str
    href: str


class PartRows(NamedTuple):
    """Reasons under a heading."""

    title: str
    rows: tuple[ReasonRow, ...]


class WhyPage(Page, frozen=True, kw_only=True):
    """What is on file, part by part. `card` and `target` are what stands in the form, `address` leads
    here."""

    template: ClassVar = "rules/why.html"
    fragment: ClassVar = "rules/_why.html"
    title: str
    said: str
    subjects: tuple[tuple[str, str], ...]
    parts: tuple[PartRows, ...]
    count: int
    address: str
    card: str
    target: str
    problems: tuple[dict[str, Any], ...] = ()


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """The answer; without a question only the form, and what was not found is said over it."""
    asked, here = question(request.GET), request.get_full_path()
    if asked == Question():
        return render_response(request, _empty_page(asked, here))
    try:
        return render_response(request, why_page(answer(asked), here))
    except Refused as refused:
        problems = reasons_of(refused.violations)
        status = OK if asked.card else status_of(refused.violations)  # a name is typed, as in a search
        return render_response(request, _empty_page(asked, here, problems), status)


def question(query: QueryDict) -> Question:
    """What an address asks about; what is no rule's number is left out."""
    numbers = (whole_number(text) for text in query.getlist("rule")[:MOST_RULES])
    words = {name: query.get(name, "").strip()[:LONGEST] for name in ASKING}
    return Question(rules=tuple(number for number in numbers if number), **words)


def why_page(found: Answer, here: str) -> WhyPage:
    """An answer as its page."""
    names = [name for name, _ in found.cards]
    return WhyPage(
        title=found.title,
        said=found.said,
        subjects=tuple((name, card_page(slug)) for name, slug in found.cards),
        parts=tuple(PartRows(part.title, tuple(map(_row, part.reasons))) for part in found.parts),
        count=found.count,
        address=here,
        card=names[0] if names else "",
        target=names[1] if len(names) > 1 else "",
    )


def _empty_page(asked: Question, here: str, problems: tuple[dict[str, Any], ...] = ()) -> WhyPage:
    return WhyPage(
        title="", said="", subjects=(), parts=(), count=0,
        address=here, card=asked.card, target=asked.target, problems=problems,
    )  # fmt: skip


def address(**asked: str | list[int]) -> str:
    """The address of a question."""
    filled = {name: value for name, value in asked.items() if value}
    return f"{url('why')}?{urlencode(filled, doseq=True)}"


def of_refusal(code: str, source: str) -> str:
    """The address for a refusal; nothing where nothing is on file."""
    return address(refusal=code, rule=[*rule_numbers_in(source)]) if has_grounds(code, source) else ""


def source_line(reason: Any) -> SafeString:
    """For templates: where a refusal comes from, with its rules as links, and a way to what is on file."""
    if isinstance(reason, dict):
        return _source_line(reason["code"], reason["source"])
    return _source_line(reason.code, reason.source)


@lru_cache(maxsize=1024)
def _source_line(code: str, source: str) -> SafeString:
    links, href = rule_links(source), of_refusal(code, source)
    if not href:
        return links
    return SafeString(f"{links} {format_html(WAY, href)}".strip())


def refusal_why(reason: Mapping[str, Any]) -> str:
    """For templates: the address for a refusal."""
    return of_refusal(reason["code"], reason["source"])


def card_page(slug: str) -> str:
    """The page of a card by its address in an answer."""
    if slug in catalogue().slugs:
        return f"{url('cards')}/{slug}"
    edition, kind, id = slug.split("/", 2)
    return f"{url('squad-card', kind=kind, card=id)}?edition={edition}"


def _row(reason: Reason) -> ReasonRow:
    return ReasonRow(
        KINDS[reason.kind], reason.title, reason.text, reason.source, reason.differs, _href(reason)
    )


def _href(reason: Reason) -> str:
    match reason.kind:
        case "keyword":
            return url("keyword", reason.id)
        case "rule":
            return url("rule", number=reason.id)
        case "ruling":
            return url("ruling", reason.id)
        case "core":
            return url("core-rule", reason.id)
    return ""
