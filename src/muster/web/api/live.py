"""Live updates for programs: `/api/v1/games/ID/live` and its like, as server-sent JSON.

The same app as for pages: one frame for each audience, whoever lost the right to see it is cut off before the
next. A program shows its token in `Authorization`, a browser its session. `Last-Event-ID` names what is
known already.
"""

import asyncio
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import Any, Final
from uuid import UUID

import msgspec
from django.db import Error as DatabaseErrors
from django.db import close_old_connections

from muster.app.campaign.logs import BATTLES
from muster.app.tournament.context import TOURNAMENTS
from muster.rules.game.log.events import STREAM as GAMES
from muster.store.accounts import ApiToken
from muster.store.unavailable import is_unavailable
from muster.web.api.cors import allowed_origin
from muster.web.api.resources.battles import BattleStream
from muster.web.api.resources.games import GameStream
from muster.web.api.resources.tournaments import EventStream
from muster.web.api.streams import state_event
from muster.web.identity import of_cookies
from muster.web.live import AWAY, Feed, LiveApp, LiveKind, Receive, Scope, Send, Ticket
from muster.web.serving import addresses
from muster.web.serving.channels import NewConnection, send_refusal
from muster.web.serving.request_queue import RequestQueue
from muster.web.site.errors import PROBLEM_JSON, error_body

ID: Final = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
ADDRESS: Final = re.compile(rf"/api/v1/(games|tournaments|battles)/({ID})/live")
NOBODY: Final = "Send a personal token as “Authorization: Bearer …”, or sign in."
NOTHING: Final = "There is nothing at this address."
BEARER: Final = "bearer "
PATH: ContextVar[str] = ContextVar("path", default="")


def is_stream(path: str) -> bool:
    """Whether this address is a live one."""
    return ADDRESS.fullmatch(path) is not None


def account_behind(sent: str) -> str:
    """The account behind a token or behind cookies; empty for nobody."""
    if not sent.lower().startswith(BEARER):
        return of_cookies(sent)
    token = ApiToken.find_valid(sent[len(BEARER) :].strip())
    return str(token.account.pk) if token else ""


class JsonLiveApp(LiveApp):
    """The live app for programs."""

    kinds: Mapping[str, LiveKind] = {
        "game": GameStream(),
        "tournament": EventStream(),
        "battle": BattleStream(),
    }

    def __init__(
        self, feed: Feed, turns: RequestQueue | None = None, doors: ThreadPoolExecutor | None = None
    ) -> None:
        super().__init__(feed, account_behind, turns, doors)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Who may not see a thing is told that there is none; who says nothing is told how to."""
        PATH.set(scope["path"])
        send = _with_origin(send, scope)
        came, stream = _read_connection(scope), _stream_at(scope["path"])
        try:
            async with self.turns.of(came.address):
                loop = asyncio.get_running_loop()
                found = await loop.run_in_executor(self.doors, self._ticket_for, stream, came.cookies)
        except DatabaseErrors as error:
            if not is_unavailable(error):
                raise
            await self.refuse(send, 503, AWAY)
            return
        if isinstance(found, Ticket):
            await self.serve(found, came, scope, receive, send)
        else:
            await self.refuse(send, found, NOBODY if found == 401 else NOTHING)

    def frame_of(self, name: int | str, shown: str) -> bytes:
        return state_event(name, shown)

    async def refuse(self, send: Send, status: int, sentence: str) -> None:
        body = msgspec.json.encode(error_body(status, sentence, [], PATH.get()))
        await send_refusal(send, status, body, PROBLEM_JSON.encode())

    def _ticket_for(self, stream: str, sent: str) -> Ticket | int:
        """In a worker thread: what the caller watches and as whom, or the status that says why not."""
        close_old_connections()
        try:
            account = self.who(sent)
            if sent.lower().startswith(BEARER) and not account:
                return 401
            audience = self.kinds[stream.partition(":")[0]].audience(stream, account)
            if audience is None:
                return 404 if account or not stream.startswith(BATTLES) else 401
            return Ticket(stream, audience, account)
        finally:
            close_old_connections()


def _with_origin(send: Send, scope: Scope) -> Send:
    """Where another site's page may read the line, the answer says so."""
    allowed = allowed_origin(dict(scope["headers"]).get(b"origin", b"").decode("latin1"))
    if not allowed:
        return send

    async def send_allowed(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message["headers"].append((b"access-control-allow-origin", allowed.encode("latin1")))
            message["headers"].append((b"vary", b"origin"))
        await send(message)

    return send_allowed


def _read_connection(scope: Scope) -> NewConnection:
    headers = {name.decode("latin1"): value.decode("latin1") for name, value in scope["headers"]}
    sent = headers.get("authorization") or headers.get("cookie", "")
    return NewConnection(addresses.scope_address(scope), sent, "", headers.get("last-event-id", ""))


def _stream_at(path: str) -> str:
    room, id = _parts_of(path)
    thing = UUID(id)
    return {
        "games": f"{GAMES}{thing.hex}",
        "tournaments": f"{TOURNAMENTS}{thing.hex}",
        "battles": f"{BATTLES}{thing}",
    }[room]


def _parts_of(path: str) -> tuple[str, str]:
    found = ADDRESS.fullmatch(path)
    return (found[1], found[2]) if found else ("", "")
