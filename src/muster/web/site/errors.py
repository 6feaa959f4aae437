"""Error pages: what happened, then what can be done."""

import sys
from collections.abc import Iterable, Sequence
from http import HTTPStatus
from typing import Any

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, JsonResponse
from django.urls import is_valid_path
from django.utils.http import escape_leading_slashes

from muster.rules.messages import as_values, messages, remedy
from muster.rules.violations import Refused, Violation
from muster.store.log.database import commits_so_far
from muster.store.unavailable import close_sqlite_connections, is_unavailable
from muster.web.page import Page, render_response

Reason = dict[str, Any]  # as JSON has it
MEANINGS = {"missing": 404, "forbidden": 403, "stale": 409, "busy": 503, "often": 429}
PROBLEM_JSON = "application/problem+json"
COMMITS = "muster.commits"
DONE_BEFORE = "What you asked for was done before this happened. Reload the page to see it."
NO_ACCESS = "You don’t have access"
NOT_FOUND = "Page not found"
NOT_SHOWN = {403: NO_ACCESS, 404: NOT_FOUND}
"""Titles of a page that was refused to somebody who only looked; others are not available."""
STATUS = {code: MEANINGS[message.means] for code, message in messages().items() if message.means}


class ErrorPage(Page):
    """What happened, and every reason for it."""

    template = "error.html"
    status: int
    title: str
    text: str
    reasons: list[Reason]


def status_of(problems: Sequence[Violation]) -> int:
    """The status of a page that says these: 200 where there is no problem."""
    return STATUS.get(problems[0].code, 422) if problems else 200


def problem(
    request: HttpRequest, status: int, title: str, text: str, reasons: list[Reason] | None = None
) -> HttpResponse:
    """One error shape: a page for people, JSON under /api/."""
    if request.path_info.startswith("/api/"):
        body = error_body(status, text, reasons or [], request.path)
        return JsonResponse(body, status=status, content_type=PROBLEM_JSON)
    page = ErrorPage(status=status, title=title, text=text, reasons=reasons or [])
    return render_response(request, page, status)


def error_body(status: int, message: str, violations: list[Reason], instance: str = "") -> Reason:
    """The API's only error shape: a problem after RFC 9457, and every reason for it. Its type is the page
    that says what is on file about the first reason."""
    return {
        "type": f"/why?refusal={violations[0]['code']}" if violations else "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": message,
        "instance": instance,
        "ok": False,
        "message": message,
        "violations": violations,
    }


def as_reason(violation: Violation) -> Reason:
    """A violation with its sentence, the same for pages and JSON."""
    return as_values(violation) | {"fix": remedy(violation)}


def reasons_of(problems: Iterable[Violation]) -> tuple[Reason, ...]:
    """Violations with their sentences, for a page."""
    return tuple(map(as_reason, problems))


def begin(request: HttpRequest) -> None:
    """Remember where this thread stands before a request."""
    request.META[COMMITS] = commits_so_far()


def has_acted(request: HttpRequest) -> bool:
    """Whether this request has committed an act: then no answer says that nothing was changed."""
    return bool(commits_so_far() > request.META.get(COMMITS, commits_so_far()))


def outcome_of(request: HttpRequest) -> str:
    """What became of a request that was refused; nothing is said about changes where someone only looked."""
    if has_acted(request):
        return DONE_BEFORE
    return "" if request.method in ("GET", "HEAD") else "Nothing was changed."


def detail_of(reasons: Sequence[Reason], outcome: str) -> str:
    """What a program reads first: the first reason, how many others there are, and the outcome."""
    if not reasons:
        return outcome or "Not available."
    others = f"Other reasons: {len(reasons) - 1}." if len(reasons) > 1 else ""
    return " ".join(filter(None, (reasons[0]["message"], others, outcome)))


def refusal_page(request: HttpRequest, exception: Refused) -> HttpResponse:
    """A refusal is an answer: every reason, and what became of the request."""
    reasons = [*reasons_of(exception.violations)]
    status = status_of(exception.violations) if exception.violations else 422
    outcome = outcome_of(request)
    title = "Not done" if outcome else NOT_SHOWN.get(status, "Not available")
    is_call = request.path_info.startswith("/api/")
    answer = problem(request, status, title, detail_of(reasons, outcome) if is_call else outcome, reasons)
    if status == MEANINGS["often"]:
        answer["Retry-After"] = str(60 * exception.violations[0].params["minutes"])
    return answer


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """CSRF failure: nearly always a page that stood open too long or blocked cookies."""
    text = "This form is too old, or cookies are blocked. Nothing was changed. Reload the page and try again."
    return problem(request, 403, "This page is out of date", text)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    text = "The server could not read what was sent. Nothing was changed."
    return problem(request, 400, "Muster couldn’t read that request", text)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    text = str(exception) or "This page belongs to someone else."
    return problem(request, 403, NO_ACCESS, text)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """No page; an address that is right but for slashes at its end leads to the page."""
    plain = escape_leading_slashes(request.path_info.rstrip("/"))
    if request.path_info.endswith("/") and request.method in ("GET", "HEAD") and is_valid_path(plain):
        query, page = request.META.get("QUERY_STRING", ""), f"{settings.DEMO_ROOT}{plain}"
        return HttpResponsePermanentRedirect(f"{page}?{query}" if query else page)
    return problem(request, 404, NOT_FOUND, "The link is wrong, or the page was deleted.")


def error_page(request: HttpRequest) -> HttpResponse:
    """The last net: it must hold even when templates or the session are what broke.

    A database that is locked, full or away comes here from every page, call and middleware: no bug, but
    something to wait for.
    """
    if is_unavailable(sys.exception()):
        close_sqlite_connections()
        reasons = [as_reason(Violation(code="site.database_away", source="Muster"))]
        text = DONE_BEFORE if has_acted(request) else "The server runs, but its database doesn’t answer."
        return _render_safely(request, 503, "Come back in a moment", text, reasons)
    done = DONE_BEFORE if has_acted(request) else "Nothing was half-done."
    text = f"Our mistake, not yours. {done} If it happens twice, tell the server’s owner{_request_number()}."
    return _render_safely(request, 500, "Something broke", text, [])


def _request_number() -> str:
    """The number under which the log has this request."""
    number = structlog.contextvars.get_contextvars().get("request", "")
    return f" this number: {number}" if number else ""


def _render_safely(
    request: HttpRequest, status: int, title: str, text: str, reasons: list[Reason]
) -> HttpResponse:
    """The page, or the bare sentence where even that cannot be drawn."""
    try:
        return problem(request, status, title, text, reasons)
    except Exception:
        return HttpResponse(text, status=status, content_type="text/plain; charset=utf-8")
