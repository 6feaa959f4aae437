"""Server-sent JSON: a program watches with its token, resumes by `Last-Event-ID`, and sees what it may."""

import asyncio
import json
from uuid import UUID

import pytest

from muster.app.feed import Hub
from muster.store.accounts import ApiToken
from muster.web.api.live import JsonLiveApp, is_stream
from tests.loops import run_loop
from tests.web.account_fixtures import bearer
from tests.web.api_caller import Caller
from tests.web.api_organiser import Organiser

pytestmark = pytest.mark.django_db(transaction=True)


class Line:
    """A program's end of a line."""

    def __init__(self, app: JsonLiveApp, path: str, **headers: str) -> None:
        self.sent: asyncio.Queue[dict] = asyncio.Queue()
        self.hung_up = asyncio.Event()
        named = [(name.replace("_", "-").lower().encode(), value.encode()) for name, value in headers.items()]
        scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": named}
        self.task = asyncio.create_task(app(scope, self.receive, self.sent.put))

    async def receive(self) -> dict:
        await self.hung_up.wait()
        return {"type": "http.disconnect"}

    async def next(self) -> dict:
        return await asyncio.wait_for(self.sent.get(), 5)

    async def event(self) -> tuple[str, dict]:
        """The id and the data of the next event."""
        lines = dict(
            line.split(": ", 1) for line in (await self.next())["body"].decode().splitlines() if line
        )
        assert lines["event"] == "state"
        return lines["id"], json.loads(lines["data"])

    async def close(self) -> None:
        self.hung_up.set()
        await asyncio.wait_for(self.task, 5)


def test_an_event_is_watched_with_a_token_and_resumed_and_a_revoked_token_is_cut_off():
    org = Organiser("Olga")
    event = org.begin()
    path, token = f"/api/v1{event}/live", bearer(org.account)
    assert is_stream(path)
    hub = Hub()
    stream = f"tournament:{event.rpartition('/')[2].replace('-', '')}"

    async def story() -> None:
        app = JsonLiveApp(hub)
        line = Line(app, path, **token)
        assert (await line.next())["status"] == 200
        name, state = await line.event()
        assert state == await asyncio.to_thread(org.get, event)
        await asyncio.to_thread(org.do, event, "draft")
        hub.publish(stream, int(name) + 1)
        later, changed = await line.event()
        assert int(later) > int(name) and changed["state"]["draft"]["number"] == 1
        again = Line(app, path, Last_Event_ID=later, **token)
        await again.next()
        assert (await again.next())["body"].startswith(b":"), "what it has is not sent again"
        await asyncio.to_thread(ApiToken.objects.all().delete)
        hub.publish(stream, int(later) + 1)
        assert (await line.next())["more_body"] is False
        await line.close()
        await again.close()

    run_loop(story())


def test_who_may_not_watch_is_told_as_a_problem():
    eve, path = Caller("Eve"), f"/api/v1/games/{UUID(int=7)}/live"

    async def status(**headers: str) -> tuple[int, dict]:
        line = Line(JsonLiveApp(Hub()), path, **headers)
        start, body = await line.next(), await line.next()
        return start["status"], json.loads(body["body"])

    async def story() -> None:
        assert (await status())[0] == 404
        assert (await status(Authorization="Bearer muster_wrong"))[0] == 401
        refused, problem = await status(**bearer(eve.account))
        assert (refused, problem["instance"], problem["type"]) == (404, path, "about:blank")

    run_loop(story())


def test_without_an_open_line_the_same_address_answers_once():
    ann = Caller("Ann")
    game = ann.post("/games", {"act": "open-game", "player": "Ann"}, 201)
    answer = ann.client.get(f"{game['url']}/live")
    assert answer["Content-Type"] == "text/event-stream"
    name, kind, data = answer.content.decode().strip().split("\n")
    assert (name, kind) == (f"id: {game['seen']}", "event: state")
    assert json.loads(data.removeprefix("data: ")) == ann.get(game["url"].removeprefix("/api/v1"))
    again = ann.client.get(f"{game['url']}/live", headers={"Last-Event-ID": game["seen"]})
    assert again.content.startswith(b":")
