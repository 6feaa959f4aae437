"""The numbered rules and our rulings: where every number on a page comes from."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import ClassVar, Final, NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.html import escape, format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET

from muster.app.search.public_index import public_index
from muster.rules import core_rules, reference
from muster.rules.core_rules import CoreRule
from muster.rules.reference import Document, Rule, Ruling
from muster.rules.why.grounds import beneath_step
from muster.web.environment import url
from muster.web.page import Page, render_response
from muster.web.rules.core import Subject, anchor, subjects

PLACE: Final = re.compile(r"[,:]|\d")
NAMED: Final = re.compile(r"\brules? \d+(?:(?:, | and | or | to |–)\d+)*")
NUMBER: Final = re.compile(r"\d+")

LONGEST_QUERY = 100
MOST_CORE = 12
SEVERAL = "Several documents"
AT_THE_TABLE = "Games at the table"
IN_GENERAL = "In general"


class Section(NamedTuple):
    """Rules under one heading of a document."""

    document: str
    name: str
    rules: tuple[Rule, ...]


class RulesPage(Page, frozen=True, kw_only=True):
    """All documents with the number of their rules, one document, or what a search finds."""

    template: ClassVar = "rules/page.html"
    fragment: ClassVar = "rules/list.html"
    words: str
    chosen: str
    documents: tuple[tuple[Document, int], ...]
    sections: tuple[Section, ...]
    found: int
    core: tuple[CoreRule, ...]
    subjects: tuple[Subject, ...]
    core_count: int
    rulings: tuple[Ruling, ...]


class RulePage(Page, frozen=True, kw_only=True):
    """One rule with its neighbours and the rulings on it."""

    template: ClassVar = "rules/rule.html"
    rule: Rule
    document: Document
    near: tuple[Rule, ...]
    core: tuple[CoreRule, ...]
    rulings: tuple[Ruling, ...]


class RulingSubject(NamedTuple):
    """Rulings on one section of the documents, with the name of its place on the page."""

    name: str
    anchor: str
    rulings: tuple[Ruling, ...]


class RulingMode(NamedTuple):
    """The rulings on one document, subject by subject."""

    name: str
    anchor: str
    subjects: tuple[RulingSubject, ...]

    @property
    def rulings(self) -> int:
        """How many rulings there are."""
        return sum(len(subject.rulings) for subject in self.subjects)


class RulingsPage(Page, frozen=True, kw_only=True):
    """Every ruling we take, by mode and subject."""

    template: ClassVar = "rules/rulings.html"
    modes: tuple[RulingMode, ...]
    count: int


class RulingPage(Page, frozen=True, kw_only=True):
    """One ruling with the rules it reads and the rulings that add to it."""

    template: ClassVar = "rules/ruling.html"
    ruling: Ruling
    documents: tuple[Document, ...]
    rules: tuple[Rule, ...]
    see: tuple[Ruling, ...]


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """All documents, one document, or what a search finds."""
    words = request.GET.get("q", "").strip()[:LONGEST_QUERY]
    chosen = request.GET.get("document", "")
    if words:
        found = tuple(rule for rule in reference.search(words) if chosen in ("", rule.document))
    else:
        found = reference.rules(_document(chosen)) if chosen else ()
    shown = RulesPage(
        words=words,
        chosen=chosen,
        documents=tuple((each, len(reference.rules(each.id))) for each in reference.documents()),
        sections=_by_section(found),
        found=len(found),
        core=_core_found(words) if words and not chosen else (),
        subjects=() if words or chosen else subjects(),
        core_count=len(core_rules.core_rules()),
        rulings=reference.search_rulings(words) if words else (),
    )
    return render_response(request, shown)


@require_GET
def rule(request: HttpRequest, number: int) -> HttpResponse:
    """One rule with its neighbours and the rulings on it."""
    try:
        found = reference.rule(number)
    except reference.UnknownRule as unknown:
        raise Http404(str(unknown)) from unknown
    shown = RulePage(
        rule=found,
        document=reference.document(found.document),
        near=tuple(r for r in reference.rules(found.document) if r.section == found.section),
        core=core_rules.core_rules_behind(number),
        rulings=reference.rulings_on(number),
    )
    return render_response(request, shown)


@require_GET
def rulings(request: HttpRequest) -> HttpResponse:
    """Every ruling we take where the documents are silent or disagree."""
    found: dict[str, dict[str, list[Ruling]]] = {}
    for ruling in reference.rulings():
        names = [reference.document(id).name for id in ruling.documents]
        mode = names[0] if len(names) == 1 else SEVERAL if names else AT_THE_TABLE
        found.setdefault(mode, {}).setdefault(_subject(ruling), []).append(ruling)
    modes = tuple(
        RulingMode(
            mode,
            anchor(mode),
            tuple(
                RulingSubject(name, anchor(f"{mode} {name}"), tuple(rulings))
                for name, rulings in parts.items()
            ),
        )
        for mode, parts in found.items()
    )
    return render_response(request, RulingsPage(modes=modes, count=len(reference.rulings())))


def _subject(ruling: Ruling) -> str:
    """The section of the first rule it reads; what reads none is about the whole."""
    return reference.rule(ruling.rules[0]).section.split(" › ")[0] if ruling.rules else IN_GENERAL


@require_GET
def ruling(request: HttpRequest, ruling_id: str) -> HttpResponse:
    """One ruling."""
    try:
        found = reference.ruling(ruling_id)
    except reference.UnknownRule as unknown:
        raise Http404(str(unknown)) from unknown
    beside = dict.fromkeys((*filter(None, (found.superseded_by,)), *found.see))
    shown = RulingPage(
        ruling=found,
        documents=tuple(map(reference.document, found.documents)),
        rules=tuple(map(reference.rule, found.rules)),
        see=tuple(map(reference.ruling, beside)),
    )
    return render_response(request, shown)


def rule_note(*numbers: int, step: str = "") -> SafeString:
    """For templates: the rules to read where a decision is made, each with its number, and the core rules
    they differ from or that a step of a game rests on."""
    line = '<li><a class="rule-no num" href="{2}/rules/{0}">{0}</a> <span>{1}</span></li>'
    rows = format_html_join(
        "", line, ((rule.number, rule.text, settings.DEMO_ROOT) for rule in reference.shows(*numbers))
    )
    core_beneath = {rule.id: rule for rule in (*beneath_step(step), *core_rules.core_rules_behind(*numbers))}
    links = format_html_join(", ", '<a href="{}">{}</a>', _titles(tuple(core_beneath.values())))
    core = f'<li><span class="rule-no">Core</span> <p>{links}</p></li>' if links else ""
    return SafeString(f'<ul class="rule-note" aria-label="Rules">{rows}{core}</ul>')


def _titles(rules: tuple[CoreRule, ...]) -> Iterator[tuple[str, str]]:
    return ((url("core-rule", rule.id), rule.title) for rule in rules)


def rule_links(text: str) -> SafeString:
    """For templates: where a reason comes from, with every rule it names as a link to that rule. A document
    without a place in it, a room of the program or a page of its docs leads no reader anywhere."""
    if not PLACE.search(text) or text.endswith(".md"):
        return SafeString()
    return SafeString(NAMED.sub(lambda named: NUMBER.sub(_link, named[0]), escape(text)))


def rules_named(text: str) -> SafeString:
    """For templates: of where a reason comes from only the rules, as links; nothing where it names none."""
    return rule_links(", ".join(NAMED.findall(text)))


def _link(number: re.Match[str]) -> str:
    try:
        reference.rule(int(number[0]))
    except reference.UnknownRule:
        return number[0]
    return f'<a href="{settings.DEMO_ROOT}/rules/{number[0]}">{number[0]}</a>'


def _document(chosen: str) -> str:
    try:
        return reference.document(chosen).id
    except reference.UnknownRule as unknown:
        raise Http404(str(unknown)) from unknown


def _core_found(words: str) -> tuple[CoreRule, ...]:
    hits = (hit.entry for hit in public_index().find(words) if hit.entry.kind == "core" and not hit.near)
    return tuple(core_rules.core_rule(entry.id) for entry in islice(hits, MOST_CORE))


def _by_section(found: tuple[Rule, ...]) -> tuple[Section, ...]:
    sections: dict[tuple[str, str], list[Rule]] = {}
    for rule in found:
        sections.setdefault((reference.document(rule.document).badge, rule.section), []).append(rule)
    return tuple(Section(document, name, tuple(rules)) for (document, name), rules in sections.items())
