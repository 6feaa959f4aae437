"""Webhooks for programs: JSON, signed after the Standard Webhooks specification (standardwebhooks.com).

A message has an id that stays the same when it is sent again, its topic as `type`, when it happened, and
`data`: what every spectator or member sees. Whoever receives it computes the signature again from the secret
that was shown when the webhook was added.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256
from hmac import new as hmac
from typing import Any, Final
from uuid import UUID

import msgspec
from uuid_utils import uuid4

from muster.app.campaign.logs import CampaignLogs
from muster.app.webhooks import SECRET_PREFIX
from muster.rules.campaign.register.events import BattleClosed
from muster.rules.log import Recorded
from muster.rules.tournament.running.events import RoundClosed, RoundPublished
from muster.rules.tournament.running.figures import standings_now
from muster.web.campaign.sentences.sentences import talked_about
from muster.web.requests import new_store
from muster.web.tournament.requests import tournament_queries, tournaments

VERSION: Final = "v1"
Message = dict[str, Any]


def signed_messages(stream: str, topics: list[str], entries: list[Recorded]) -> Iterator[Message]:
    """What to send about these entries."""
    for entry in entries:
        for topic, data in _news_of(stream, entry):
            if topic in topics:
                yield {
                    "id": f"msg_{uuid4().hex}",
                    "type": topic,
                    "timestamp": entry.at.isoformat(),
                    "data": data,
                }


def _news_of(stream: str, entry: Recorded) -> Iterator[tuple[str, Message]]:
    if isinstance(entry.event, BattleClosed):
        now = CampaignLogs(new_store()).register(entry.stream).state
        if (message := talked_about(entry.event, now)) is not None:
            text = message.text.striptags()
            yield "battle", {"campaign": _thing(stream, "campaigns"), "register": now.name, "text": text}
    elif isinstance(entry.event, RoundPublished | RoundClosed):
        yield from _news_of_event(stream, entry.event)


def _news_of_event(stream: str, event: RoundPublished | RoundClosed) -> Iterator[tuple[str, Message]]:
    now = tournaments().load(stream)
    seen = tournament_queries().as_public(stream, now)
    about = {"event": _thing(stream, "tournaments") | {"name": seen.view.name}}
    if isinstance(event, RoundPublished):
        drawn = event.drawn.round
        games = [{"table": game.table, "players": [*map(seen.name, game.players)]} for game in drawn.games]
        byes = [seen.name(bye.player) for bye in drawn.byes]
        yield "pairings", {**about, "round": drawn.number, "games": games, "byes": byes}
        return
    yield "round-over", {**about, "round": event.number}
    lines = [line for line in standings_now(now.state) if line.rank] if now.state.lots else []
    ranks = [
        {
            "rank": line.rank,
            "player": seen.name(line.player),
            "wins": line.wins,
            "draws": line.draws,
            "losses": line.losses,
        }
        for line in lines
    ]
    yield "standings", {**about, "round": event.number, "standings": ranks}


def _thing(stream: str, room: str) -> Message:
    id = UUID(stream.partition(":")[2])
    return {"id": str(id), "url": f"/api/v1/{room}/{id}"}


def signed_body(message: Message) -> bytes:
    """The message as it is sent; its id goes into a header."""
    return msgspec.json.encode({key: value for key, value in message.items() if key != "id"})


def signature_headers(secret: str, message: Message, body: bytes, now: datetime) -> dict[str, str]:
    """The headers by which a receiver knows that it came from here, and when."""
    sent_at = str(int(now.timestamp()))
    key = b64decode(secret.removeprefix(SECRET_PREFIX))
    proof = hmac(key, f"{message['id']}.{sent_at}.".encode() + body, sha256).digest()
    return {
        "webhook-id": message["id"],
        "webhook-timestamp": sent_at,
        "webhook-signature": f"{VERSION},{b64encode(proof).decode()}",
    }
