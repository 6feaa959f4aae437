"""The rules by their numbers, and the rulings taken on them."""

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Query, Router, Schema
from pydantic import Field

from muster.rules import reference
from muster.rules.reference import Tag
from muster.rules.violations import Refused
from muster.web.api.answers import misfit, reply, shaped
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


@router.get("", response=Page[RuleOut], url_name="api-rules", summary="Find rules")
def find_rules(request: HttpRequest, search: Query[RuleSearch]) -> HttpResponse:
    """In the order of their numbers."""
    if search.document not in {None, *(d.id for d in reference.documents())}:
        raise Refused(misfit("query.document", f"there is no document “{search.document}”"))
    found = [rule for rule in _found(search.q) if search.document in (None, rule.document)]
    return reply(page_of(found, search, lambda rule: str(rule.number)))


@router.get("{int:number}", response=RuleWithRulings, url_name="api-rule", summary="One rule")
def one_rule(request: HttpRequest, number: int) -> HttpResponse:
    """With every ruling on it."""
    try:
        rule = reference.rule(number)
    except reference.UnknownRule:
        raise Http404 from None
    return reply(shaped(RuleWithRulings, rule, rulings=reference.rulings_on(number)))


def _found(words: str) -> tuple[reference.Rule, ...]:
    return reference.search(words) if words.strip() else reference.rules()
