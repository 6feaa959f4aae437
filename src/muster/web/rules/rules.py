"""The numbered rules and our rulings: where every number on a page comes from."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET
from markupsafe import Markup

from muster.rules import reference

LONGEST_QUERY = 100


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """All documents, one document, or what a search finds."""
    words = request.GET.get("q", "").strip()[:LONGEST_QUERY]
    chosen = request.GET.get("document", "")
    rulings: tuple[reference.Ruling, ...] = ()
    if words:
        found = tuple(r for r in reference.search(words) if chosen in ("", r.document))
        rulings = reference.search_rulings(words)
    else:
        found = reference.rules(_document(chosen)) if chosen else ()
    context = {
        "words": words,
        "chosen": chosen,
        "documents": reference.documents(),
        "counts": {d.id: len(reference.rules(d.id)) for d in reference.documents()},
        "sections": _by_section(found),
        "found": len(found),
        "rulings": rulings,
    }
    return render(request, "rules/list.html" if request.htmx else "rules/page.html", context)  # type: ignore[attr-defined]


@require_GET
def rule(request: HttpRequest, number: int) -> HttpResponse:
    """One rule with its neighbours and the rulings on it."""
    try:
        found = reference.rule(number)
    except reference.UnknownRule as unknown:
        raise Http404(str(unknown)) from unknown
    near = [r for r in reference.rules(found.document) if r.section == found.section]
    context = {
        "rule": found,
        "document": reference.document(found.document),
        "near": near,
        "rulings": reference.rulings_on(number),
    }
    return render(request, "rules/rule.html", context)


@require_GET
def rulings(request: HttpRequest) -> HttpResponse:
    """Every ruling we take where the documents are silent or disagree."""
    return render(request, "rules/rulings.html", {"rulings": reference.rulings()})


def rule_note(*numbers: int) -> SafeString:
    """For templates: the rules to read where a decision is made, each with its number."""
    rows = [
        Markup('<li><a class="rule-no num" href="/rules/{0}">{0}</a> <span>{1}</span></li>').format(
            r.number, r.text
        )
        for r in reference.shows(*numbers)
    ]
    return SafeString(f'<ul class="rule-note" aria-label="Rules">{"".join(rows)}</ul>')


def _document(chosen: str) -> str:
    try:
        return reference.document(chosen).id
    except reference.UnknownRule as unknown:
        raise Http404(str(unknown)) from unknown


def _by_section(found: tuple[reference.Rule, ...]) -> list[tuple[str, str, list[reference.Rule]]]:
    sections: dict[tuple[str, str], list[reference.Rule]] = {}
    for one in found:
        sections.setdefault((reference.document(one.document).name, one.section), []).append(one)
    return [(document, section, rules) for (document, section), rules in sections.items()]
