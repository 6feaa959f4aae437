"""Live updates: everybody of an audience gets the newest fragment, nobody else gets any."""

import asyncio
import threading
from contextlib import asynccontextmanager

import pytest
from django.db import OperationalError
from django.test import Client

from muster.app.feed import Hub
from muster.store.accounts import Account
from muster.web import live
from muster.web.identity import of_cookies
from muster.web.serving import channels
from muster.web.serving.parts import Fragment
from tests.loops import run_loop
from tests.web.game_parts import Browser


class Scoreboard:
    """A stream kind for tests: two audiences, one of them by invitation."""

    def __init__(self) -> None:
        self.version = 1
        self.renders = 0
        self.judges = {"judy"}

    def audience(self, stream, account):
        return "judges" if account in self.judges else "everyone"

    def render(self, stream, audience):
        self.renders += 1
        secret = "secret " if audience == "judges" else ""
        return self.version, f"<p>{secret}{stream}\nversion {self.version}</p>"


@pytest.fixture
def board(monkeypatch):
    board = Scoreboard()
    monkeypatch.setitem(live.KINDS, "board", board)
    return board


class Phone:
    """One viewer's end of the line."""

    def __init__(self, app, query, cookies=""):
        self.sent = asyncio.Queue()
        self.hung_up = asyncio.Event()
        scope = {"type": "http", "path": "/live", "query_string": query.encode()}
        scope["headers"] = [(b"cookie", cookies.encode())]
        self.task = asyncio.create_task(app(scope, self.receive, self.sent.put))

    async def receive(self):
        await self.hung_up.wait()
        return {"type": "http.disconnect"}

    async def next(self):
        return await asyncio.wait_for(self.sent.get(), 5)

    async def frame(self):
        return (await self.next())["body"].decode()


@asynccontextmanager
async def watching(app, audience="everyone", account="", stream="board:1"):
    phone = Phone(app, f"ticket={live.issue_ticket(stream, audience, account)}")
    start = await phone.next()
    assert start["status"] == 200
    try:
        yield phone
    finally:
        phone.hung_up.set()
        await asyncio.wait_for(phone.task, 5)


def test_a_viewer_is_greeted_with_the_present_and_told_of_each_commit(board):
    async def story():
        hub = Hub()
        app = live.LiveApp(hub)
        async with watching(app) as phone:
            first = "id: 1\nevent: fragment\ndata: <p>board:1\ndata: version 1</p>\n\n"
            assert await phone.frame() == first
            board.version = 2
            hub.publish("board:1", 2)
            assert "version 2" in await phone.frame()
        assert app.channels == {}
        assert hub.streams() == []

    run_loop(story())


def test_one_rendering_serves_the_whole_hall(board):
    async def story():
        hub = Hub()
        app = live.LiveApp(hub)
        phones = [Phone(app, f"ticket={live.issue_ticket('board:1', 'everyone')}") for _ in range(50)]
        for phone in phones:
            await phone.next()
            await phone.frame()
        board.renders, board.version, asked = 0, 2, []
        board.audience = lambda stream, account: asked.append(account) or "everyone"
        hub.publish("board:1", 2)
        assert {await phone.frame() for phone in phones} == {
            channels.fragment_event(2, "<p>board:1\nversion 2</p>").decode()
        }
        assert board.renders == 1 and asked == [""], "nobody is asked about twice"
        app.stop()
        await asyncio.gather(*(phone.task for phone in phones))

    run_loop(story())


class RowBoard(Scoreboard):
    """A board that says which row changed: rests on its version."""

    def audiences(self, stream, accounts):
        return {account: self.audience(stream, account) for account in accounts}

    def draw(self, stream, audience, before):
        name, html = self.render(stream, audience)
        rows = f"{before} {name}\n<li>row {name}</li>" if before else ""
        return live.Drawing(name, html, rows, name)


def row_frame(*versions):
    rows = "".join(
        f"event: rows\ndata: {version - 1} {version}\ndata: <li>row {version}</li>\n\n"
        for version in versions
    )
    return rows + channels.fragment_event(versions[-1], f"<p>board:1\nversion {versions[-1]}</p>").decode()


def test_rows_that_changed_come_ahead_of_the_fragment(monkeypatch):
    board = RowBoard()
    monkeypatch.setitem(live.KINDS, "board", board)

    async def story():
        hub = Hub()
        async with watching(live.LiveApp(hub)) as phone:
            assert "rows" not in await phone.frame(), "who has just opened the page has its rows"
            board.version = 2
            hub.publish("board:1", 2)
            assert await phone.frame() == row_frame(2)

    run_loop(story())


def test_a_slow_phone_gets_every_row_it_missed_in_one_frame():
    channel = channels.Channel("board:1", "everyone")
    for version in range(1, 6):
        rows = f"event: rows\ndata: {version - 1} {version}\ndata: <li>row {version}</li>\n\n"
        frame = channels.fragment_event(version, f"<p>board:1\nversion {version}</p>")
        channel.go_on(frame, rows.encode() if version > 1 else b"")
    assert channel.since(4).decode() == row_frame(5)
    assert channel.since(2).decode() == row_frame(3, 4, 5)
    assert channel.since(0) == channel.frame, "who comes now has just opened the page"
    assert channel.since(2) is channel.since(2), "one frame for all who are at the same step"
    for _ in range(channels.STEPS + 1):
        channel.go_on(b"newest", b"rows")
    assert channel.since(5) == b"newest", "who is too far behind fetches the page"


def test_what_an_audience_does_not_see_leaves_no_trace_on_its_line(board):
    async def story():
        hub = Hub()
        app = live.LiveApp(hub)
        board.render = lambda *_: (name := f"round {board.version // 3}", f"<p>{name}</p>")
        async with watching(app) as phone:
            assert await phone.frame() == "id: round 0\nevent: fragment\ndata: <p>round 0</p>\n\n"
            (channel,) = app.channels.values()
            for version in (2, 3):
                board.version = version
                hub.publish("board:1", version)
                while channel.version < version:
                    await asyncio.sleep(0.001)
            assert "round 1" in await phone.frame() and phone.sent.empty()

    run_loop(story())


def test_secrets_go_to_their_audience_only(board):
    async def story():
        app = live.LiveApp(Hub(), lambda _: "judy")
        async with watching(app, "judges", "judy") as judge, watching(app) as fan:
            assert "secret" in await judge.frame()
            assert "secret" not in await fan.frame()

    run_loop(story())


def after_losing_the_role(board):
    """What the line of a judge brings next, when something new comes right after the role is gone."""

    async def story():
        hub = Hub()
        app = live.LiveApp(hub, lambda _: "judy")
        async with watching(app, "judges", "judy") as judge:
            await judge.frame()
            board.judges.clear()
            board.version = 2
            hub.publish("board:1", 2)
            return await judge.next()

    return run_loop(story())


def test_who_loses_the_role_is_dropped_before_the_next_fragment(board):
    assert after_losing_the_role(board) == {"type": "http.response.body", "body": b"", "more_body": False}


def test_who_is_cut_off_is_gone_before_there_is_anything_to_send(board, monkeypatch):
    """In a hall viewers are woken in turns: one who sends meanwhile would send what is there."""
    there, go_on = [], channels.Channel.go_on

    def note(channel, *news):
        there.append([viewer.gone for viewer in channel.viewers])
        go_on(channel, *news)

    monkeypatch.setattr(channels.Channel, "go_on", note)

    after_losing_the_role(board)
    assert there == [[False], [True]]


CUT = {"type": "http.response.body", "body": b"", "more_body": False}


@pytest.mark.parametrize("quiet", [False, True])
def test_who_signs_out_elsewhere_is_cut_off(board, monkeypatch, quiet):
    """Before the next fragment, and where nothing happens at the next sign of life; a line that shows what
    everybody may see goes on."""
    monkeypatch.setattr(live, "HEARTBEAT_SECONDS", 0.01 if quiet else 20)

    async def story():
        hub, signed_in = Hub(), ["judy"]
        app = live.LiveApp(hub, lambda _: signed_in[0])
        judge = Phone(app, f"ticket={live.issue_ticket('board:1', 'judges', 'judy')}", "session=hers")
        assert (await judge.next())["status"] == 200
        assert "secret" in await judge.frame()
        signed_in[0] = "fay"
        fan = Phone(app, f"ticket={live.issue_ticket('board:1', 'everyone', 'fay')}", "session=his")
        await fan.next()
        signed_in[0] = ""
        board.version = 2
        if not quiet:
            hub.publish("board:1", 2)
        ends = await judge.next()
        while ends["body"] == live.STILL_HERE:
            ends = await judge.next()
        assert ends == CUT
        assert (await fan.next())["more_body"]
        fan.hung_up.set()
        await asyncio.wait_for(fan.task, 5)

    run_loop(story())


def test_while_nobody_can_tell_who_is_signed_in_a_quiet_line_stays(board, monkeypatch):
    monkeypatch.setattr(live, "HEARTBEAT_SECONDS", 0.01)

    async def story():
        asked = iter(["judy"])

        def who(_: str) -> str:
            if (name := next(asked, None)) is None:
                raise OperationalError
            return name

        phone = Phone(
            live.LiveApp(Hub(), who),
            f"ticket={live.issue_ticket('board:1', 'judges', 'judy')}",
            "session=hers",
        )
        for _ in range(3):
            last = await phone.next()
        assert last["body"] == live.STILL_HERE
        phone.hung_up.set()
        await asyncio.wait_for(phone.task, 5)

    run_loop(story())


@pytest.mark.parametrize("ticket", ["", "nonsense", "W10:1:forged"])
def test_a_forged_ticket_opens_nothing(board, ticket):
    async def story():
        phone = Phone(live.LiveApp(Hub()), f"ticket={ticket}")
        assert (await phone.next())["status"] == 403
        await phone.task

    run_loop(story())


def answer_to(ticket, cookies="", who=str):
    async def story():
        phone = Phone(live.LiveApp(Hub(), who), f"ticket={ticket}", cookies)
        start, body = await phone.next(), await phone.next()
        phone.hung_up.set()
        await phone.task
        return start["status"], dict(start["headers"]), body["body"]

    return run_loop(story())


def test_a_judge_who_was_removed_gets_nothing_for_the_ticket_of_before(board):
    ticket = live.issue_ticket("board:1", "judges", "judy")
    assert answer_to(ticket, "judy")[0] == 200
    board.judges.clear()
    status, _, body = answer_to(ticket, "judy")
    assert status == 403 and b"secret" not in body


@pytest.mark.parametrize("account", ["judy", "judge/judy"])
@pytest.mark.parametrize("cookies", ["", "ann"])
def test_a_ticket_is_worth_nothing_without_the_one_it_was_made_for(board, account, cookies):
    board.judges = {account}
    status, _, body = answer_to(live.issue_ticket("board:1", "judges", account), cookies)
    assert status == 403 and b"secret" not in body


def test_while_the_database_is_away_a_ticket_waits(board):
    def away(cookies):
        raise OperationalError("unable to open database file")

    status, headers, _ = answer_to(live.issue_ticket("board:1", "judges", "judy"), "", away)
    assert status == 503 and int(headers[b"retry-after"]) > 0


@pytest.mark.django_db
def test_cookies_name_who_is_signed_in_until_they_sign_out():
    ada, client = Account.objects.open_guest(), Client()
    client.force_login(ada)
    cookies = f"theme=dark; sessionid={client.cookies['sessionid'].value}"
    assert of_cookies(cookies) == str(ada.pk)
    client.logout()
    assert of_cookies(cookies) == of_cookies("") == of_cookies("sessionid=made-up") == ""


def test_an_old_ticket_opens_nothing(board, monkeypatch):
    ticket = live.issue_ticket("board:1", "everyone")
    assert live.read_ticket(ticket) == live.Ticket("board:1", "everyone", "")
    monkeypatch.setattr(live, "TICKET_SECONDS", -1)
    assert live.read_ticket(ticket) is None


def test_a_drawing_that_fails_is_drawn_again_without_another_act(board, monkeypatch):
    monkeypatch.setattr(live, "FIRST_RETRY", 0.001)

    async def story():
        hub = Hub()
        app = live.LiveApp(hub)
        async with watching(app) as phone:
            await phone.frame()
            render, failures = board.render, iter(range(3))

            def breaks_at_first(*where):
                if next(failures, None) is not None:
                    raise ZeroDivisionError
                return render(*where)

            board.render, board.version = breaks_at_first, 2
            hub.publish("board:1", 2)
            assert "version 2" in await phone.frame()
        await asyncio.sleep(0)
        assert app.channels == {}

    run_loop(story())


def test_who_comes_while_the_drawing_fails_is_greeted_later(board, monkeypatch):
    monkeypatch.setattr(live, "FIRST_RETRY", 0.001)

    async def story():
        render, failures = board.render, iter(range(3))

        def breaks_at_first(*where):
            if next(failures, None) is not None:
                raise ZeroDivisionError
            return render(*where)

        board.render = breaks_at_first
        async with watching(live.LiveApp(Hub())) as phone:
            assert "version 1" in await phone.frame()

    run_loop(story())


def test_nobody_draws_for_nobody(board, monkeypatch):
    monkeypatch.setattr(live, "FIRST_RETRY", 0.001)

    async def story():
        app = live.LiveApp(Hub())
        board.render = lambda *_: 1 / 0
        async with watching(app):
            (channel,) = app.channels.values()
            await asyncio.sleep(0.02)
        await asyncio.wait_for(channel.rendering, 5)

    run_loop(story())


def test_a_broken_fragment_does_not_end_the_line(board):
    async def story():
        hub = Hub()
        async with watching(live.LiveApp(hub)) as phone:
            await phone.frame()
            tried, render = threading.Event(), board.render

            def broken(*_):
                tried.set()
                raise ZeroDivisionError

            board.render = broken
            hub.publish("board:1", 2)
            assert await asyncio.to_thread(tried.wait, 5)
            board.render, board.version = render, 3
            hub.publish("board:1", 3)
            assert "version 3" in await phone.frame()

    run_loop(story())


# Parts ------------------------------------------------------------------------------------------------------


class Ranks(Scoreboard):
    """A kind whose fragments come in parts: a head that stays, and the version."""

    def fragment(self, stream, audience):
        self.renders += 1
        drawn = (
            f"<!--part--><h1>{stream}</h1><!--/part--><!--part--><p>version {self.version}</p><!--/part-->"
        )
        return f"v{self.version}", Fragment(audience, drawn)


@pytest.fixture
def ranks(monkeypatch):
    ranks = Ranks()
    monkeypatch.setitem(live.KINDS, "board", ranks)
    return ranks


def test_a_line_is_sent_all_of_it_once_and_then_what_changed(ranks):
    async def story():
        hub = Hub()
        app = live.LiveApp(hub)
        async with watching(app) as phone:
            browser, frames = Browser(), [await phone.frame()]
            for version in (2, 3):
                ranks.version = version
                hub.publish("board:1", version)
                frames.append(await phone.frame())
            for version, frame in enumerate(frames, 1):
                name, kind, data = (line.partition(": ")[2] for line in frame.strip().split("\n"))
                assert (name, kind) == (f"v{version}", "fragment")
                assert ("<h1" in data) == (version == 1)
                assert browser.whole(data) == ranks_html(version)
            async with watching(app) as late:
                assert "<h1" in await late.frame(), "who has just come has nothing yet"

    run_loop(story())


def ranks_html(version):
    ranks = Ranks()
    ranks.version = version
    return ranks.fragment("board:1", "everyone")[1].html


def test_who_comes_with_this_very_fragment_is_sent_nothing_but_the_next(ranks):
    async def story():
        hub = Hub()
        app = live.LiveApp(hub)
        ticket = live.issue_ticket("board:1", "everyone", "")
        for has, greeted in (("v1", live.STILL_HERE.decode()), ("v0", "id: v1")):
            phone = Phone(app, f"ticket={ticket}&has={has}")
            assert (await phone.next())["status"] == 200
            assert (await phone.frame()).startswith(greeted)
            if has == "v1":
                ranks.version = 2
                hub.publish("board:1", 2)
                assert "<h1" not in (second := await phone.frame()) and "version 2" in second
                ranks.version = 1
                hub.publish("board:1", 3)
                await phone.frame()
            phone.hung_up.set()
            await asyncio.wait_for(phone.task, 5)

    run_loop(story())


def test_a_slow_phone_is_sent_what_changed_since_it_was_last_sent_something():
    channel, browser = channels.Channel("board:1", "everyone"), Browser()
    ranks = Ranks()
    for version in range(1, channels.STEPS + 3):
        ranks.version = version
        name, parts = ranks.fragment("board:1", "everyone")
        channel.go_on(channels.fragment_event(name, parts.html), b"", name, parts)
        if version == 3:
            browser.whole(parts.html)
    step = channel.step - channels.STEPS
    assert b"<h1" in channel.since(step - 1), "who is too far behind gets all of it"
    assert b"<h1" not in channel.since(step + 1)
    assert "version 34" in browser.whole(channel.since(step + 1).decode())
