"""Requests below /look/ reach the demo's process as they came, streams too; without one nothing answers."""

import asyncio
import contextlib
import threading

import pytest

from muster.web.look import forwarding, serving
from muster.web.look.serving import IDLE, LONGEST, DemoServer
from muster.web.look.starting import ADDRESS, DemoProcess
from tests.loops import run_loop

SCOPE = {
    "type": "http", "http_version": "1.1", "method": "POST", "scheme": "https", "path": "/look/armies",
    "query_string": b"q=1", "headers": [(b"cookie", b"look-a=1; a=2")], "client": ("192.0.2.1", 5),
    "server": ("here", 443),
}  # fmt: skip


class Lifeline(threading.Event):
    """Reads as the pipe does that the site holds: until it lets go."""

    def read(self):
        self.wait(60)


@contextlib.asynccontextmanager
async def demo(app, folder, offered=False):
    line = Lifeline()
    running = asyncio.create_task(DemoServer(app, folder, line).run())
    while not (folder / ADDRESS).exists():
        await asyncio.sleep(0.01)
    try:
        yield DemoProcess(folder, folder, lambda: offered)
    finally:
        line.set()
        await asyncio.wait_for(running, 5)
        assert not (folder / ADDRESS).exists()


async def ask(process, *bodies, scope=SCOPE, gone=None):
    """What came back; the visitor stays until `gone`."""
    waiting = [{"type": "http.request", "body": part, "more_body": part != bodies[-1]} for part in bodies]
    sent = []

    async def receive():
        if waiting:
            return waiting.pop(0)
        await (gone or asyncio.Event()).wait()
        return {"type": "http.disconnect"}

    async def send(message):
        sent.append(message)

    return await forwarding.forward(process, scope, receive, send), sent


def test_a_request_arrives_whole_and_its_answer_comes_back(tmp_path):
    seen = {}

    async def app(scope, receive, send):
        seen.update(scope)
        parts = [await receive(), await receive()]
        seen["body"] = b"".join(part["body"] for part in parts)
        await send(
            {"type": "http.response.start", "status": 201, "headers": [(b"set-cookie", b"a=3; Path=/")]}
        )
        await send({"type": "http.response.body", "body": b"made", "more_body": False})

    async def story():
        async with demo(app, tmp_path) as process:
            return await ask(process, b"one", b"two")

    answered, (start, body) = run_loop(story())
    assert answered
    assert (start["status"], body["body"]) == (201, b"made")
    assert (b"set-cookie", b"look-a=3; Path=/look/") in start["headers"]
    assert (seen["path"], seen["root_path"], seen["body"]) == ("/armies", "/look", b"onetwo")
    assert seen["headers"] == [(b"cookie", b"a=1")]
    assert (seen["client"], seen["scheme"]) == (("192.0.2.1", 5), "https")


def test_a_stream_is_passed_on_as_it_comes_and_ends_with_the_visitor(tmp_path):
    left = []

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"frame", "more_body": True})
        await receive()
        left.append(await receive())

    async def story():
        gone = asyncio.Event()
        async with demo(app, tmp_path) as process:
            looking = asyncio.create_task(ask(process, b"", gone=gone))
            await asyncio.sleep(0.2)
            assert not looking.done()
            gone.set()
            _, sent = await asyncio.wait_for(looking, 5)
            while not left:
                await asyncio.sleep(0.01)
            return sent

    _, frame = run_loop(story())
    assert frame["body"] == b"frame"
    assert left == [{"type": "http.disconnect"}]


def test_who_does_not_know_the_word_is_not_answered(tmp_path):
    async def app(*_):
        raise AssertionError("reached")

    async def story():
        async with demo(app, tmp_path) as process:
            port, _ = (tmp_path / ADDRESS).read_text().split()
            (tmp_path / ADDRESS).write_text(f"{port} {'0' * 32}")
            return await ask(process, b"")

    _, sent = run_loop(story())
    assert sent[0]["status"] == 503


def test_a_server_that_offers_none_starts_none(tmp_path):
    assert run_loop(ask(DemoProcess(tmp_path / "look", tmp_path, lambda: False))) == (False, [])
    assert not (tmp_path / "look").exists()


@pytest.mark.parametrize(("path", "below"), [("/look", True), ("/look/x", True), ("/lookout", False)])
def test_only_its_own_addresses_go_to_the_demo(path, below):
    assert forwarding.is_below(path) is below


def test_the_process_knows_nothing_of_the_servers_database_keys_and_mail(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "/bin")
    monkeypatch.setenv("MUSTER_HOSTS", "club.example")
    for name in (
        "DATABASE_URL",
        "MUSTER_SECRET_KEY",
        "MUSTER_MAIL_URL",
        "MUSTER_ERROR_URL",
        "MUSTER_FEED_URL",
    ):
        monkeypatch.setenv(name, "secret")
    given = DemoProcess(tmp_path / "look", tmp_path / "templates", lambda: True).environment()
    assert "secret" not in given.values()
    assert (given["MUSTER_DATA"], given["MUSTER_HOSTS"]) == (str(tmp_path / "look"), "club.example")
    assert given["PATH"] == "/bin"


def test_a_world_ends_when_nobody_looks_and_after_a_day_anyway(tmp_path):
    now = [0.0]
    world = DemoServer(serving.DemoServer, tmp_path, None, clock=lambda: now[0])
    now[0] = IDLE - 1
    assert not world.is_over()
    now[0] = IDLE + 1
    assert world.is_over()
    world.visitors.add("somebody")
    assert not world.is_over()
    now[0] = LONGEST + 1
    assert world.is_over()
