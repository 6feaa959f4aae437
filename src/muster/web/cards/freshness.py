"""When a card page is still good: it depends on the shipped files, its address, and two cookies."""

import hashlib
from collections.abc import Callable
from functools import cache, wraps
from importlib.resources import files
from importlib.resources.abc import Traversable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import condition, require_safe

from muster.rules.messages import language
from muster.web.serving.response_cache import same_for_all

KEPT_SECONDS = 600
View = Callable[..., HttpResponse]
SHIPPED = (
    ("muster.data", "cards"),
    ("muster.data", "games"),
    ("muster.data", "rules"),
    ("muster.rules", "cards"),
    ("muster.rules", "comparing"),
    ("muster.rules", "game"),
    ("muster.rules", "why"),
    ("muster.web", "templates"),
    ("muster.web", "cards"),
    ("muster.web", "dice"),
    ("muster.web", "game"),
    ("muster.web", "static"),
)


def cached_view(view: View) -> View:
    """Answers 304 where the browser's copy is still good; what differs for htmx is kept apart. Whole pages
    are the same for everybody without a session, and the server keeps them finished."""
    checked = condition(etag_func=etag)(view)

    @wraps(view)
    def answer(request: HttpRequest, *args: str, **kwargs: str) -> HttpResponse:
        response = checked(request, *args, **kwargs)
        patch_vary_headers(response, ("Cookie", "HX-Request", "HX-Target"))
        response.setdefault("Cache-Control", "private, no-cache")
        alone = "HX-Request" in request.headers or settings.SESSION_COOKIE_NAME in request.COOKIES
        return response if alone else same_for_all(response, KEPT_SECONDS)

    return require_safe(answer)


def etag(request: HttpRequest, *args: str, **kwargs: str) -> str | None:
    """None while a message waits to be shown: that page is good only once."""
    if "messages" in request.COOKIES:
        return None
    parts = (
        data_fingerprint(),
        request.get_full_path(),
        language(),
        request.COOKIES.get("theme", ""),
        # The frame around the page may greet whoever is signed in.
        request.COOKIES.get(settings.SESSION_COOKIE_NAME, ""),
        request.headers.get("HX-Request", ""),
        request.headers.get("HX-Target", ""),
        request.headers.get("HX-History-Restore-Request", ""),
    )
    return f'"{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:32]}"'


@cache
def data_fingerprint() -> str:
    """A fingerprint of everything card pages are made from: data, templates, code, drawings."""
    digest = hashlib.sha256()
    for package, folder in SHIPPED:
        feed_digest(digest, files(package).joinpath(folder))
    return digest.hexdigest()


def feed_digest(digest: "hashlib._Hash", folder: Traversable) -> None:
    """Every file below the folder, in a fixed order."""
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir() and item.name != "__pycache__":
            feed_digest(digest, item)
        elif item.is_file():
            digest.update(item.name.encode() + item.read_bytes())
