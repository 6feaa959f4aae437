"""The core rules, the rules by their numbers, and the rulings taken on them."""

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Query, Router, Schema
from pydantic import Field

from muster.rules import core_rules, reference
from muster.rules.reference import Tag
from muster.rules.violations import Refused
from muster.web.api.answers import field_violation, reply, shape
from muster.web.api.pages import Page, Window, page_of

router = Router(tags=["Rules"])


class RuleSearch(Window):
    """Words, or one of the documents."""

    q: str = Field("", max_length=200, description="Words of the text, section, tag or number")
    document: str | None = Field(None, max_length=20, description="Id of a document, 000 to 004")


class RuleOut(Schema):
    """One rule in our words."""

    number: int
    document: str
    section: str
    tag: Tag
    text: str


class RulingOut(Schema):
    """The answer to a question the documents leave open."""

    id: str
    documents: list[str]
    rules: list[int]
    question: str
    ruling: str
    switch: bool = Field(description="A campaign or an event may set it otherwise")
    superseded_by: str
    see: list[str]


class RuleWithRulings(RuleOut):
    """A rule and what was ruled on it."""

    rulings: list[RulingOut]


class CoreRuleOut(Schema):
    """One entry of the core rulebook in our words."""

    id: str
    title: str
    section: str = Field(description="Its subject")
    page: int | None = Field(description="Of the edition named in `badge`; none where the book says nothing")
    text: str
    badge: str
    see: list[str] = Field(description="Ids of core rules beside it")
    keywords: list[str] = Field(description="Ids of keywords that build on it")
    modes: dict[str, str] = Field(description="How other modes differ, by the id of their document")


@router.get("core", response=Page[CoreRuleOut], url_name="api-core-rules", summary="All core rules")
def find_core_rules(request: HttpRequest, window: Query[Window]) -> HttpResponse:
    """By subject; the search finds them by words."""
    page = page_of(core_rules.core_rules(), window, lambda rule: rule.id)
    return reply(page | {"items": [shape(CoreRuleOut, rule) for rule in page["items"]]})


@router.get("core/{slug:rule_id}", response=CoreRuleOut, url_name="api-core-rule", summary="One core rule")
def get_core_rule(request: HttpRequest, rule_id: str) -> HttpResponse:
    """With its page, what is beside it, and how other modes differ."""
    try:
        return reply(shape(CoreRuleOut, core_rules.core_rule(rule_id)))
    except reference.UnknownRule:
        raise Http404 from None


@router.get("", response=Page[RuleOut], url_name="api-rules", summary="Find rules")
def find_rules(request: HttpRequest, search: Query[RuleSearch]) -> HttpResponse:
    """In the order of their numbers."""
    if search.document not in {None, *(d.id for d in reference.documents())}:
        raise Refused(field_violation("query.document", f"there is no document “{search.document}”"))
    found = [rule for rule in _find_rules(search.q) if search.document in (None, rule.document)]
    return reply(page_of(found, search, lambda rule: str(rule.number)))


@router.get("{int:number}", response=RuleWithRulings, url_name="api-rule", summary="One rule")
def get_rule(request: HttpRequest, number: int) -> HttpResponse:
    """With every ruling on it."""
    try:
        rule = reference.rule(number)
    except reference.UnknownRule:
        raise Http404 from None
    return reply(shape(RuleWithRulings, rule, rulings=reference.rulings_on(number)))


def _find_rules(words: str) -> tuple[reference.Rule, ...]:
    return reference.search(words) if words.strip() else reference.rules()
