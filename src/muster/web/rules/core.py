"""The core rules: all of them by subject on one page, and each on its own with how the other modes differ."""

from typing import ClassVar, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from muster.rules import core_rules
from muster.rules.cards import catalogue
from muster.rules.cards.naming import plain
from muster.rules.cards.types import Keyword
from muster.rules.core_rules import CoreDocument, CoreRule
from muster.rules.reference import UnknownRule
from muster.web.page import Page, render_response


class Subject(NamedTuple):
    """Entries of one subject, with the name of its place on the page."""

    name: str
    anchor: str
    rules: tuple[CoreRule, ...]


class CoreRulesPage(Page, frozen=True, kw_only=True):
    """Every entry, subject by subject: kept on a phone, this one page is the whole rulebook."""

    template: ClassVar = "rules/core.html"
    document: CoreDocument
    subjects: tuple[Subject, ...]
    count: int


class CoreRulePage(Page, frozen=True, kw_only=True):
    """One entry with what is beside it and how other modes differ."""

    template: ClassVar = "rules/core_rule.html"
    document: CoreDocument
    rule: CoreRule
    subject: Subject
    see: tuple[CoreRule, ...]
    keywords: tuple[Keyword, ...]


def subjects() -> tuple[Subject, ...]:
    """The subjects with their entries, in order."""
    return tuple(Subject(name, anchor(name), rules) for name, rules in core_rules.subjects())


def anchor(name: str) -> str:
    """The place of a subject on the page."""
    return plain(name).replace(" ", "-")


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """All core rules by subject."""
    rules = core_rules.core_rules()
    shown = CoreRulesPage(document=core_rules.document(), subjects=subjects(), count=len(rules))
    return render_response(request, shown)


@require_GET
def page(request: HttpRequest, rule_id: str) -> HttpResponse:
    """One core rule."""
    try:
        rule = core_rules.core_rule(rule_id)
    except UnknownRule as unknown:
        raise Http404(str(unknown)) from unknown
    shown = CoreRulePage(
        document=core_rules.document(),
        rule=rule,
        subject=next(subject for subject in subjects() if subject.name == rule.section),
        see=tuple(map(core_rules.core_rule, rule.see)),
        keywords=tuple(catalogue().keywords[id] for id in rule.keywords),
    )
    return render_response(request, shown)
