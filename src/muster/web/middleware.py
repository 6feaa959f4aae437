"""What happens around every request: a log line, metrics, and refusals as an answer."""

import time
from collections.abc import Callable

import structlog
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from prometheus_client import Counter, Histogram
from uuid_utils import uuid4

from muster.rules.violations import Refused
from muster.web.serving.logs import path_of
from muster.web.serving.security_headers import PAGE_POLICY, PERMISSIONS
from muster.web.site import errors

log = structlog.get_logger("muster.request")
REQUESTS = Counter("muster_requests_total", "Requests answered", ["route", "method", "status"])
SECONDS = Histogram("muster_request_seconds", "Time to answer", ["route"])
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")  # anybody may make up more
RETRY_AFTER = "2"  # seconds
FOREIGN = "muster.foreign_host"
MOST_OF_A_HOST = 100
NO_HOST = "This server has another name. Nothing was done."
LARGEST_BODY = 16 * 1024 * 1024
# Shared armies are not among them: a public one may be found, and the page of any other says that it may not.
BY_LINK_ALONE = ("/chronicle/", "/event/", "/tours/")
Handler = Callable[[HttpRequest], HttpResponse]


class RequestLog:
    """One line and one measurement per request: the path without keys, never the query or the body."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = time.perf_counter()
        request_id = str(uuid4())
        errors.begin(request)
        structlog.contextvars.bind_contextvars(request=request_id)
        try:
            response = self.get_response(request)
        finally:
            structlog.contextvars.unbind_contextvars("request")
        seconds = time.perf_counter() - started
        route = _route(request)
        method = request.method if request.method in METHODS else "other"
        REQUESTS.labels(route, method, response.status_code).inc()
        SECONDS.labels(route).observe(seconds)
        response["X-Request-ID"] = request_id
        if response.status_code == 503:  # whoever said it: pages, the API, other middleware
            response.headers.setdefault("Retry-After", RETRY_AFTER)
        foreign = request.META.get(FOREIGN)
        if foreign is not None or not request.path_info.startswith(("/static/", "/health")):
            tell, more = (log.info, {}) if foreign is None else (log.warning, {"host": foreign})
            tell(
                "request" if foreign is None else "foreign host",
                request=request_id,
                method=request.method,
                path=path_of(request),
                status=response.status_code,
                ms=round(seconds * 1000, 1),
                **more,
            )
        return response


def _route(request: HttpRequest) -> str:
    """The pattern, not the path: metrics must not grow with every card or account."""
    match = request.resolver_match
    return match.route if match else "other"


class ContentPolicy:
    """A browser runs, shows and sends what comes from here, and nothing else; of the device it gives what our
    pages use."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", PAGE_POLICY)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response


class KnownHosts:
    """Whoever asks for another host than ours is told so in a word; `RequestLog` has the line."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            request.get_host()
        except DisallowedHost:
            request.META[FOREIGN] = request.META.get("HTTP_HOST", "")[:MOST_OF_A_HOST]
            return _of_no_host(request)
        return self.get_response(request)


def _of_no_host(request: HttpRequest) -> HttpResponse:
    """Without a page, which would ask for a session; what is further in has set no header yet."""
    answer = HttpResponse(NO_HOST, status=400, content_type="text/plain; charset=utf-8")
    if request.path_info.startswith("/api/"):
        answer = errors.problem(request, 400, "", NO_HOST)
    answer["X-Frame-Options"] = "DENY"
    return answer


class ByLinkAlone:
    """What a link alone opens is read by a chat that shows a preview, and kept by no search engine."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.path_info.startswith(BY_LINK_ALONE):
            response["X-Robots-Tag"] = "noindex"
        return response


class LargeBodies:
    """No body above the largest picture anybody may send: it is refused before a byte of it is kept."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdigit() and int(length) > LARGEST_BODY:
            text = f"At most {LARGEST_BODY // 1024**2} MB can be sent at once. Nothing was changed."
            return errors.problem(request, 413, "Too large", text)
        return self.get_response(request)


class Heads:
    """HEAD is answered as GET would be, without the body; no page has to know of it."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method != "HEAD":
            return self.get_response(request)
        request.method = "GET"
        try:
            response = self.get_response(request)
        finally:
            request.method = "HEAD"
        if response.streaming:
            response.streaming_content = ()  # type: ignore[attr-defined]
        else:
            length = str(len(response.content))
            response.content = b""
            response["Content-Length"] = length
        return response


class Refusals:
    """A refused command becomes a 4xx answer that says what, why and what would help."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, Refused):
            return errors.refusal_page(request, exception)
        return None
