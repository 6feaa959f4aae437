"""Before Django: one meaning for every request, a turn for every address, strict headers on every answer."""

import asyncio
from threading import Event

import pytest

from muster.web import asgi, live
from muster.web.asgi import Muster, normalise_request
from muster.web.serving import body_limits, response_cache
from muster.web.serving.body_limits import BadBody, BodyReader
from muster.web.serving.response_cache import Response
from muster.web.serving.security_headers import STRICT_HEADERS
from tests.loops import run_loop


def scope(path="/", query=b"", client="192.0.2.1", headers=(), method="GET"):
    named = [(b"host", b"testserver"), *headers]
    asked = {"type": "http", "method": method, "path": path, "query_string": query, "headers": named}
    return asked | {
        "client": (client, 1),
        "http_version": "1.1",
        "scheme": "http",
        "server": ("localhost", 80),
    }


async def answered(app, asked, receive=None):
    sent = []

    async def send(message):
        sent.append(message)

    async def nothing():
        return {"type": "http.request", "body": b"", "more_body": False}

    await app(asked, receive or nothing, send)
    return sent[0]["status"], dict(sent[0]["headers"]), b"".join(message.get("body", b"") for message in sent)


def test_names_with_an_underscore_reach_nobody():
    """`X_Forwarded_Proto` would be the proxy's own header to Django, and another one to the kept answers."""
    odd = [(b"x_forwarded_proto", b"https"), (b"x_forwarded_for", b"192.0.2.9"), (b"content_length", b"1")]
    read = normalise_request(scope(headers=[*odd, (b"x-forwarded-proto", b"http")]))
    assert read["headers"] == [(b"host", b"testserver"), (b"x-forwarded-proto", b"http")]


def test_an_underscore_changes_no_answer_of_everybody(monkeypatch):
    site, heard = Muster(), []

    def ask(environ):
        heard.append(environ.get("HTTP_X_FORWARDED_PROTO", ""))
        return Response(200, [(response_cache.CACHE_HEADER_BYTES, b"60")], b"page")

    monkeypatch.setattr(asgi, "_call_and_pack", ask)
    run_loop(answered(site, scope("/cards", headers=[(b"x_forwarded_proto", b"https")])))
    assert heard == [""]


@pytest.mark.parametrize(
    ("sent", "read"),
    [(b"q=\xc3\xa4", b"q=%C3%A4"), (b"q=\xff", b"q=%FF"), (b'a=%41+b&c[]="<', b'a=%41+b&c[]="<'), (b"", b"")],
)
def test_a_query_in_raw_bytes_is_read_as_a_browser_would_have_written_it(sent, read):
    assert normalise_request(scope(query=sent))["query_string"] == read


def test_one_address_never_has_all_spare_threads(monkeypatch):
    """Those of `/health` and of files: whoever keeps one busy has it, and others have the other one."""
    free, began = Event(), []

    def ask(environ):
        began.append(environ["REMOTE_ADDR"])
        if environ["REMOTE_ADDR"] == "192.0.2.1":
            free.wait(5)
        return Response(200, [], b"")

    monkeypatch.setattr(asgi, "_call_django", ask)
    monkeypatch.setattr(asgi, "_call_and_pack", ask)

    async def crowd():
        site = Muster()
        many = [asyncio.create_task(answered(site, scope("/health"))) for _ in range(4)]
        await asyncio.sleep(0)
        try:
            await asyncio.wait_for(answered(site, scope("/health", client="192.0.2.2")), 4)
            return list(began)
        finally:
            free.set()
            await asyncio.gather(*many)

    assert run_loop(crowd()) == ["192.0.2.1", "192.0.2.2"]


def test_what_is_refused_before_django_has_its_headers_and_says_when_to_come_back(monkeypatch):
    async def full(*_):
        raise BadBody(429, body_limits.TOO_MANY)

    monkeypatch.setattr(BodyReader, "read", full)
    status, headers, _ = run_loop(answered(Muster(), scope("/sign-in", method="POST")))
    assert (
        status == 429 and int(headers[b"retry-after"]) > 0 and headers.items() >= dict(STRICT_HEADERS).items()
    )


def test_a_body_that_breaks_off_has_the_headers_too_and_a_line_in_the_log(monkeypatch):
    """Granian says alike that somebody hung up and that a chunk is none, and would answer 500 by itself."""
    lines = []
    monkeypatch.setattr("muster.web.asgi.log.warning", lambda *a, **fields: lines.append((a, fields)))
    parts = iter([{"type": "http.request", "body": b"x", "more_body": True}, {"type": "http.disconnect"}])

    async def broken():
        return next(parts)

    status, headers, body = run_loop(
        answered(Muster(), scope("/sign-in/code", method="POST"), receive=broken)
    )
    assert (status, body.decode()) == (400, body_limits.BROKEN_OFF)
    assert headers.items() >= dict(STRICT_HEADERS).items() and headers[b"connection"] == b"close"
    assert lines == [(("a body broke off",), {"method": "POST", "path": "/sign-in/…"})]


def test_live_refuses_with_the_same_headers():
    status, headers, _ = run_loop(answered(Muster(), scope("/live", b"ticket=forged")))
    assert status == 403 and headers.items() >= dict(STRICT_HEADERS).items()


def test_one_address_has_so_many_live_lines(monkeypatch):
    monkeypatch.setattr(live, "read_ticket", lambda _: live.Ticket("table:1", "all"))
    monkeypatch.setattr(live, "LINES_OF_ONE", 2)
    monkeypatch.setitem(live.KINDS, "table", None)

    async def crowd():
        app = Muster().live
        app._serve_watched = lambda *_: waiting.wait()
        waiting = asyncio.Event()
        held = [asyncio.create_task(answered(app, scope("/live"))) for _ in range(2)]
        await asyncio.sleep(0)
        status, headers, _ = await answered(app, scope("/live"))
        other = asyncio.create_task(answered(app, scope("/live", client="192.0.2.2")))
        await asyncio.sleep(0)
        assert not other.done(), "another address has lines of its own"
        for task in (*held, other):
            task.cancel()
        await asyncio.gather(*held, other, return_exceptions=True)
        return status, int(headers[b"retry-after"]) > 0, dict(app.lines)

    assert run_loop(crowd()) == (429, True, {})


def test_who_comes_to_watch_waits_for_a_turn_as_for_a_page(monkeypatch):
    """And what is drawn has threads of its own: neither takes those of the other."""
    monkeypatch.setattr(live, "read_ticket", lambda _: live.Ticket("table:1", "all"))
    monkeypatch.setitem(live.KINDS, "table", None)
    inside, most = [0], [0]

    def admitted(*_):
        inside[0] += 1
        most[0] = max(most[0], inside[0])
        Event().wait(0.01)
        inside[0] -= 1

    async def crowd():
        site = Muster()
        site.live._admit = admitted
        site.turns.most = 2
        await asyncio.gather(*(answered(site, scope("/live")) for _ in range(12)))
        return most[0], site.live.doors is site.threads, site.live.drawers is site.threads

    assert run_loop(crowd()) == (2, True, False)
