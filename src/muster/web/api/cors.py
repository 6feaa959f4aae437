"""Other sites' pages that call the API from a browser, as far as the server's owner lets them.

MUSTER_API_ORIGINS names them. They bring a token: cookies are never taken from another site.
"""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

METHODS: Final = "GET, HEAD, POST, PUT, PATCH, DELETE"
TAKES: Final = "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID"
SHOWS: Final = (
    "ETag, Idempotency-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, "
    "X-Request-ID"
)
SECONDS: Final = "600"


def allowed_origin(origin: str) -> str:
    """What the browser is told: the origin, a star where all may, or nothing."""
    if not origin or not settings.API_ORIGINS:
        return ""
    if "*" in settings.API_ORIGINS:
        return "*"
    return origin if origin in settings.API_ORIGINS else ""


class OtherOrigins:
    """Says who else may read answers of the API, and answers the browser's question before it calls."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not settings.API_ORIGINS or not request.path_info.startswith("/api/"):
            return self.get_response(request)
        allowed = allowed_origin(request.headers.get("Origin", ""))
        asks = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        response = HttpResponse(status=204) if asks and allowed else self.get_response(request)
        patch_vary_headers(response, ("Origin",))
        if allowed:
            response["Access-Control-Allow-Origin"] = allowed
            response["Access-Control-Expose-Headers"] = SHOWS
        if asks and allowed:
            response["Access-Control-Allow-Methods"] = METHODS
            response["Access-Control-Allow-Headers"] = TAKES
            response["Access-Control-Max-Age"] = SECONDS
        return response
