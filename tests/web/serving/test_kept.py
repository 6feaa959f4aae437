"""Finished answers for whoever has no session: made once for a hall, never for one and given to another."""

import asyncio
import gzip

import pytest
from django.test import Client

from muster.app.feed import Hub
from muster.web.serving import response_cache
from muster.web.serving.response_cache import CACHE_HEADER, READS, Response, ResponseCache
from muster.web.tournament.public import parts
from tests.loops import run_loop
from tests.web.event_hall_fixtures import Hall

PAGE = b"<p>everybody may read this</p>" * 100
TEXT = "".join(f"<li>{number * number}</li>" for number in range(2000)).encode()


def scope(path="/event/1", method="GET", query=b"", **headers):
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"method": method, "path": path, "query_string": query, "headers": [(b"host", b"hall"), *named]}


class Site:
    """Django's place: counts what it is asked for, and answers with how often that was."""

    def __init__(self, mark="60 tournament:1", **headers):
        self.asked = 0
        self.hub = Hub()
        self.kept = ResponseCache(self.hub)
        self.headers = {"content-type": "text/html", "etag": '"tag"', CACHE_HEADER.lower(): mark} | headers

    async def make(self):
        self.asked += 1
        number = self.asked
        await asyncio.sleep(0)
        named = [(name.replace("_", "-").encode(), value.encode()) for name, value in self.headers.items()]
        return response_cache.pack("/event/1", Response(200, named, PAGE + b"%d" % number))

    async def get(self, **how):
        """Status, headers and body as they would be sent; None for the headers of an answer not kept."""
        asked = response_cache.read_cache_key(scope(**how))
        if asked is None:
            answer = await self.make()
            return answer.status, None, answer.body
        found = self.kept.find(asked) or await self.kept.response_for(asked, self.make)
        if isinstance(found, Response):
            return found.status, None, found.body
        sent = []

        async def send(message):
            sent.append(message)

        await found.send(asked, send)
        return sent[0]["status"], dict(sent[0]["headers"]), sent[1]["body"]

    def gets(self, *requests):
        async def story():
            return [await self.get(**request) for request in requests]

        return run_loop(story())


def test_what_everybody_gets_is_made_once():
    site = Site()
    first, second = site.gets({}, {})
    assert first == second and first[2] == PAGE + b"1" and site.asked == 1


def test_a_hall_that_asks_at_once_for_a_new_version_has_it_made_once():
    site = Site()

    async def story():
        await site.get()
        site.hub.publish("tournament:1", 2)
        return {(await one)[2] for one in [asyncio.ensure_future(site.get()) for _ in range(200)]}

    assert run_loop(story()) == {PAGE + b"2"} and site.asked == 2


def test_what_was_committed_while_an_answer_was_made_is_in_the_next_one():
    site = Site()

    async def story():
        await site.get()
        site.hub.publish("tournament:1", 2)
        making = asyncio.ensure_future(site.get())
        while site.asked < 2:
            await asyncio.sleep(0)
        site.hub.publish("tournament:1", 3)
        await making
        return (await site.get())[2]

    assert run_loop(story()) == PAGE + b"3"


def test_an_answer_holds_for_its_seconds(monkeypatch):
    site, now = Site(), [100.0]
    monkeypatch.setattr(response_cache.time, "monotonic", lambda: now[0])
    site.gets({}, {})
    now[0] += 61
    site.gets({})
    assert site.asked == 2


@pytest.mark.parametrize(
    "more",
    [
        {"cookie": "sessionid=abc"},
        {"cookie": "theme=dark; sessionid=abc"},
        {"cookie": "messages=hello"},
        {"authorization": "Bearer abc"},
        {"range": "bytes=0-10"},
        {"method": "POST"},
        {"method": "HEAD"},
    ],
)
def test_who_is_somebody_is_answered_by_django_alone(more):
    site = Site()
    site.gets(more, {}, more)
    assert site.asked == 3 and len(site.kept.answers) == 1


def test_what_was_made_for_a_browser_with_a_form_token_is_given_to_nobody_else():
    site = Site()
    ((_, headers, _),) = site.gets({"cookie": "csrftoken=secret"})
    assert headers is None and not site.kept.answers
    site.gets({}, {"cookie": "csrftoken=secret"})
    assert site.asked == 2, "but it may get what everybody gets"


@pytest.mark.parametrize("headers", [{"mark": "0"}, {"set_cookie": "csrftoken=x"}])
def test_what_is_not_for_everybody_is_not_kept(headers):
    site = Site(**headers)
    site.gets({}, {})
    assert site.asked == 2 and not site.kept.answers


@pytest.mark.parametrize(
    "other",
    [
        {"host": "elsewhere"},
        {"path": "/event/2"},
        {"query": b"show=about"},
        {"cookie": "theme=dark"},
        {"hx_request": "true"},
        {"x_forwarded_proto": "https"},
    ],
)
def test_another_question_has_another_answer(other):
    site = Site()
    site.gets({}, other)
    assert site.asked == 2


def test_the_compressed_answer_is_the_same_and_says_so():
    plain, packed = Site().gets({}, {"accept_encoding": "gzip, br"})
    assert gzip.decompress(packed[2]) == plain[2] and len(packed[2]) * 10 < len(plain[2])
    assert packed[1][b"content-encoding"] == b"gzip" and b"content-encoding" not in plain[1]
    assert b"Accept-Encoding" in packed[1][b"vary"] and b"Accept-Encoding" in plain[1][b"vary"]
    assert (plain[1][b"etag"], packed[1][b"etag"]) == (b'"tag"', b'W/"tag"')
    for status, headers, body in (plain, packed):
        assert status == 200 and int(headers[b"content-length"]) == len(body)
        assert CACHE_HEADER.lower().encode() not in headers and b"x-request-id" not in headers


@pytest.mark.parametrize("etag", ['"tag"', 'W/"tag"'])
def test_who_has_it_already_is_told_so(etag):
    status, headers, body = Site().gets({}, {"if_none_match": etag})[1]
    assert (status, body) == (304, b"") and headers[b"etag"].endswith(b'"tag"')
    assert not [name for name in headers if name.startswith(b"content-")]


def test_a_page_that_is_asked_for_stays():
    site = Site()
    site.kept.most = 3 * len(PAGE)
    site.gets({}, *({"query": b"page=%d" % (number // 2)} if number % 2 else {} for number in range(20)))
    assert site.gets({})[0][2] == PAGE + b"1"


def test_made_up_queries_drive_each_other_out_and_no_other_page(monkeypatch):
    monkeypatch.setattr(response_cache, "MOST_PER_PATH", 3)
    site = Site()
    site.gets({"path": "/event/2"}, *({"query": b"r=%d" % number} for number in range(20)))
    assert len(site.kept.answers) == 4 and site.kept.find(response_cache.read_cache_key(scope("/event/2")))


def test_a_file_is_one_whatever_is_asked_along_with_it_and_whoever_asks():
    site = Site()
    files = [{"path": "/static/x.css", "query": b"r=%d" % number} for number in range(5)]
    site.gets(*files, files[0] | {"cookie": "sessionid=abc"})
    assert site.asked == 1 and len(site.kept.answers) == 1


def test_a_page_in_another_language_is_another_page(monkeypatch):
    site = Site()
    site.gets({})
    monkeypatch.setattr(response_cache, "language", lambda: "de")
    site.gets({}, {})
    assert site.asked == 2 and len(site.kept.answers) == 2


@pytest.mark.parametrize("name", ["host", "x-forwarded-proto", "hx-request"])
def test_what_is_said_twice_is_answered_by_django_alone(name):
    twice = scope()
    twice["headers"] += [(name.encode(), b"a"), (name.encode(), b"b")]
    assert response_cache.read_cache_key(twice) is None


@pytest.mark.parametrize(
    "headers",
    [
        {"hx_request": "1"},
        {"hx_request": "false"},
        {"hx_request": "true", "hx_history_restore_request": "true"},
    ],
)
def test_a_part_is_what_the_pages_take_for_one(headers):
    assert response_cache.read_cache_key(scope(**headers)).key == response_cache.read_cache_key(scope()).key


def test_those_not_asked_for_longest_go_and_nobody_watches_their_streams():
    site = Site()
    site.kept.most = 3 * len(PAGE)
    site.gets(*({"query": b"page=%d" % number} for number in range(20)))
    assert site.kept.bytes <= site.kept.most and 0 < len(site.kept.answers) < 5
    assert site.hub.streams() == ["tournament:1"]
    while site.kept.answers:
        site.kept._drop(next(iter(site.kept.answers)))
    assert site.kept.bytes == 0 and site.hub.streams() == [] and not site.kept.streams


# What the pages say of themselves ---------------------------------------------------------------------------


@pytest.mark.django_db
def test_an_event_is_the_same_for_everybody_without_a_session_and_for_nobody_else():
    hall = Hall()
    hall.begin().pair()
    for where in ("", "?show=about", "/part", "/player/p1"):
        marked = hall.get(where=where)
        assert marked[CACHE_HEADER].split() == ["2", hall.stream] and "Set-Cookie" not in marked, where
        assert "csrf" not in marked.content.decode()
        for who in ("ann", "zoe", "jude", "olga"):
            assert CACHE_HEADER not in hall.get(who, where), (who, where)
    for where in ("/me", "/live/event", "/screen", "/desk", "/judge"):
        assert CACHE_HEADER not in hall.get(where=where), where


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/cards", "/cards/unit/stormtroopers", "/keywords"])
def test_card_pages_are_the_same_for_everybody_without_a_session(client, path):
    assert client.get(path).status_code == 200 and CACHE_HEADER in client.get(path)
    assert CACHE_HEADER not in client.get(path, headers={"HX-Request": "true"})
    assert "csrf" not in client.get(path).content.decode()
    Client.force_login(client, Hall().people["zoe"])
    assert CACHE_HEADER not in client.get(path)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/sign-in", "/dice", "/events", "/you", "/health", "/armies"])
def test_other_pages_are_kept_for_nobody(client, path):
    assert CACHE_HEADER not in client.get(path)


def test_a_page_that_is_kept_for_seconds_is_packed_with_less_work_than_a_file():
    answer = Response(200, [(b"content-type", b"text/html"), (CACHE_HEADER.lower().encode(), b"5")], TEXT)
    page, file = (
        response_cache.pack("/event/1", answer).packed,
        response_cache.pack("/static/muster.js", answer).packed,
    )
    assert gzip.decompress(page) == gzip.decompress(file) == TEXT
    assert len(file) < len(page) < 1.5 * len(file)


# Addresses that differ in what a page ignores ---------------------------------------------------------------


class Listing(Site):
    """A page that reads `q` and `page` and nothing else of its address."""

    def __init__(self, **headers):
        super().__init__(**{READS.lower(): "q page"}, **headers)


def test_a_page_is_made_once_whatever_else_its_addresses_say():
    site = Listing()
    answers = site.gets({}, *({"query": b"new=%d" % number} for number in range(5)), {"query": b"x&&=1"})
    assert site.asked == 1 and len(set(map(str, answers))) == 1
    assert all(READS.lower().encode() not in headers for _, headers, _ in answers)


@pytest.mark.parametrize("query", [b"q=trooper", b"new=1&q=trooper", b"%71=trooper", b"page=2", b"q=", b"q"])
def test_what_a_page_reads_is_another_question(query):
    site = Listing()
    site.gets({}, {"query": query}, {"query": query + b"&new=2"}, {})
    assert site.asked == 2


@pytest.mark.parametrize(
    "other", [{"path": "/squads"}, {"host": "elsewhere"}, {"cookie": "theme=dark"}, {"hx_request": "true"}]
)
def test_only_made_up_parameters_are_ignored(other):
    site = Listing()
    site.gets({"query": b"new=1"}, {"query": b"new=2"} | other, {"query": b"new=3"})
    assert site.asked == 2


@pytest.mark.parametrize("own", [{"cookie": "sessionid=abc"}, {"cookie": "messages=hello"}])
def test_what_is_made_for_one_is_given_to_nobody_else_under_any_address(own):
    site = Listing()
    site.gets({"query": b"new=1"} | own, {"query": b"new=2"}, {"query": b"new=3"} | own)
    assert site.asked == 3, "neither given nor taken"


def test_what_a_page_reads_is_forgotten_with_its_last_answer():
    site = Listing()
    site.gets({"query": b"new=1"}, {"query": b"q=trooper"})
    for key in list(site.kept.answers):
        site.kept._drop(key)
    assert not site.kept.reads


@pytest.mark.django_db
def test_the_card_list_and_the_page_of_an_event_say_what_they_read(client):
    hall = Hall()
    hall.begin().pair()
    assert set(hall.get()[READS].split()) == {"show", "q", "round", "page"}
    assert {"q", "faction", "as_of", "page"} < set(client.get("/cards")[READS].split())
    for address, where in ((f"/event/{hall.event}", ""), (f"/event/{hall.event}", "show=about&")):
        first, second = (client.get(f"{address}?{where}new={number}").content for number in (1, 2))
        assert b"new=" not in first and len(first) == len(second), "its ticket alone may differ"
    assert client.get("/cards?new=1").content == client.get("/cards?new=2").content


def test_a_body_is_compressed_once_for_all_its_addresses(monkeypatch):
    bodies = []
    monkeypatch.setattr(
        response_cache.gzip, "compress", lambda body, *_, **__: bodies.append(body) or b"small"
    )
    answer = Response(
        200, [(b"content-type", b"text/html"), (CACHE_HEADER.lower().encode(), b"5")], TEXT + b"once"
    )
    assert [response_cache.pack("/cards", answer).packed for _ in "123"] == [b"small"] * 3 and len(
        bodies
    ) == 1


@pytest.mark.django_db
def test_a_part_of_an_event_is_drawn_once_until_something_happens(monkeypatch):
    hall, made = Hall(), []
    hall.begin().pair()
    pairings = parts.PARTS["pairings"]
    counted = {**parts.PARTS, "pairings": lambda *given: made.append(given) or pairings(*given)}
    monkeypatch.setattr(parts, "PARTS", counted)
    for number in range(3):
        hall.get(where=f"?new={number}")
    hall.get("ann", "?new=9")
    assert len(made) == 1
    hall.enter(hall.round.drawn.round.games[0])
    hall.get(where="?new=4")
    assert len(made) == 2
