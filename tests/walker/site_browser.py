"""A browser of one role, and the world behind it: what it asks is answered, what it did can be undone."""

import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import cache
from http.cookies import SimpleCookie
from typing import Any, NamedTuple
from unittest import mock
from urllib.parse import urlencode, urljoin, urlsplit

from django.core.signals import got_request_exception
from django.db import connection, transaction
from django.test import Client
from django.test.client import ClientHandler

from tests.walker.site_filling import Sent
from tests.walker.site_forms import Drawn, Way, is_ours

MOST_REDIRECTS = 5
MOST_READ = 200


class Answer(NamedTuple):
    """What came back at the end of all redirects."""

    status: int
    address: str
    html: str
    cookies: SimpleCookie
    broken: str
    path: tuple[int, ...]

    @property
    def drawn(self) -> Drawn:
        return _drawn(self.html, self.address)


@cache
def _drawn_once(html: str, address: str) -> Drawn:
    return Drawn(html, address)


def _drawn(html: str, address: str) -> Drawn:
    if _drawn_once.cache_info().currsize > MOST_READ:
        _drawn_once.cache_clear()
    return _drawn_once(html, address)


@cache
def _site() -> ClientHandler:
    handler = ClientHandler(enforce_csrf_checks=True)
    handler.load_middleware()
    return handler


class Browser:
    """One browser: asks, keeps cookies, follows redirects, tells what broke."""

    def __init__(self, cookies: SimpleCookie) -> None:
        self.client = Client(raise_request_exception=False)
        self.client.handler = _site()
        self.client.cookies = cookies

    def get(self, address: str, *, by_script: bool = False) -> Answer:
        return self._followed("get", address, {}, by_script=by_script)

    def send(self, way: Way, sent: Sent) -> Answer:
        if way.method == "get":
            plain = urlsplit(way.address)
            asked = urlencode([(name, value) for name, some in sent.items() for value in some])
            return self._followed("get", f"{plain.path}?{asked}", {}, by_script=way.by_script)
        for some in sent.values():
            for value in some:
                if hasattr(value, "seek"):
                    value.seek(0)
        return self._followed("post", way.address, sent, by_script=way.by_script)

    def _followed(self, method: str, address: str, sent: Sent, *, by_script: bool) -> Answer:
        headers = {"HX-Request": "true"} if by_script else {}
        path: list[int] = []
        for _ in range(MOST_REDIRECTS):
            status, to, html, broken = self._asked(method, address, sent, headers)
            path.append(status)
            if not to or not is_ours(to):
                break
            address, method, sent = urljoin(address, to), "get", {}
        return Answer(status, address, html, self.client.cookies, broken, tuple(path))

    def _asked(
        self, method: str, address: str, sent: Sent, headers: dict[str, str]
    ) -> tuple[int, str, str, str]:
        with _watched() as broken:
            if method == "get":
                answer: Any = self.client.get(address, headers=headers)
            else:
                answer = self.client.post(address, sent, headers=headers)
            is_html = answer.headers.get("Content-Type", "").startswith("text/html")
            html = answer.content.decode() if is_html and not answer.streaming else ""
            if answer.streaming:
                b"".join(answer.streaming_content)
            answer.close()
        to = answer.headers.get("HX-Redirect") or answer.headers.get("Location", "")
        return answer.status_code, to, html, broken[-1] if broken else ""


@contextmanager
def _watched() -> Iterator[list[str]]:
    broken: list[str] = []

    def note(sender: object, **_: object) -> None:
        error = sys.exception()
        if error is not None:
            place = traceback.extract_tb(error.__traceback__)[-1]
            broken.append(f"{type(error).__name__}: {error} ({place.filename}:{place.lineno})"[:300])

    got_request_exception.connect(note)
    try:
        yield broken
    finally:
        got_request_exception.disconnect(note)


@contextmanager
def undone() -> Iterator[None]:
    """Nothing that happens in here stays."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


MOMENTS = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:[\d.+:]+|datetime\.datetime\([^)]*\)")
SESSIONS = (
    "django_session",
    "store_answeredrequest",
    "axes_accessattempt",
    "axes_accessfailurelog",
    "short_link",
    "code_tries",
)
LOGS = ("store_logevent", "store_logact", "store_logstream")


def world_now() -> dict[str, int]:
    """What is kept, table by table, but for what every visit leaves."""
    found: dict[str, int] = {}
    with connection.cursor() as cursor:
        for table in _tables():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            found[table] = hash(tuple(sorted(MOMENTS.sub("", repr(row)) for row in cursor.fetchall())))
    return found


@cache
def _tables() -> tuple[str, ...]:
    every = connection.introspection.django_table_names(only_existing=True)
    return tuple(sorted(table for table in every if table not in (*SESSIONS, *LOGS)))


@contextmanager
def without_limits() -> Iterator[None]:
    """Nobody is told to wait: one walker asks as often as a hall."""
    often = mock.patch("muster.web.rates.Rate.wait", lambda *_: 0.0)
    codes = mock.patch("muster.store.codes.tries.take_try", lambda *_: timedelta())
    with often, codes, mock.patch("muster.web.accounts.throttle.Throttle.is_allowed", lambda *_: True):
        yield
