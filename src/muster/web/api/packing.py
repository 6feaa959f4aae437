"""Answers that cost less: an ETag, after which an unchanged answer is not sent again, and gzip.

Compressed is what a token asked for, or nobody; never what a browser's session did: there a foreign page
could have its own words mixed with secrets and read their likeness from the length (BREACH).
"""

import gzip
from hashlib import blake2b
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

WORTH_PACKING: Final = 1024  # bytes
LEVEL: Final = 3


def with_etag(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer with its ETag, or that nothing has changed since the one the caller has."""
    if request.method not in ("GET", "HEAD") or response.status_code != 200 or not _is_json(response):
        return response
    if "ETag" not in response:
        digest = blake2b(response.content, digest_size=12, person=b"muster api").hexdigest()
        response["ETag"] = f'W/"{digest}"'
    known = {tag.strip().removeprefix("W/") for tag in request.headers.get("If-None-Match", "").split(",")}
    if response["ETag"].removeprefix("W/") not in known:
        return response
    same = HttpResponse(status=304)
    del same["Content-Type"]
    for name in ("ETag", "Cache-Control", "RateLimit", "RateLimit-Policy"):
        if name in response:
            same[name] = response[name]
    return same


def compress(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer, compressed where that may be and is worth it."""
    if not _is_json(response) or settings.SESSION_COOKIE_NAME in request.COOKIES:
        return response
    patch_vary_headers(response, ("Accept-Encoding",))
    wanted = "gzip" in request.headers.get("Accept-Encoding", "")
    if wanted and len(response.content) >= WORTH_PACKING:
        response.content = gzip.compress(response.content, LEVEL, mtime=0)
        response["Content-Encoding"] = "gzip"
        response["Content-Length"] = str(len(response.content))
    return response


def _is_json(response: HttpResponse) -> bool:
    return not response.streaming and response.get("Content-Type", "").startswith("application/json")
