"""Webhooks for programs: JSON that a receiver can check, with the same id when it is sent again."""

import json
import re
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from muster.app.webhooks import SECRET_PREFIX
from muster.store.webhooks import LEASE, Webhook
from muster.web.webhooks.sending import NotSent
from muster.web.webhooks.worker import send_due
from tests.web.account_fixtures import bearer
from tests.web.webhook_cup import Cup

pytestmark = pytest.mark.django_db
ADDRESS = "https://stats.example/muster"


class Program:
    """Keeps what arrives; loses the first of it."""

    def __init__(self) -> None:
        self.lost: list[str] = []
        self.heard: list[tuple[bytes, dict[str, str]]] = []

    def __call__(self, address: str, body: bytes, *, more: dict[str, str]) -> None:
        assert address == ADDRESS
        if not self.lost:
            self.lost.append(more["webhook-id"])
            raise NotSent("away")
        self.heard.append((body, more))


def receiver() -> Any:
    """What the docs show to whoever receives them."""
    page = (Path(__file__).parents[3] / "docs/reference/api.md").read_text()
    (shown,) = re.findall(r"^```python\n(import base64.*?)^```$", page, re.M | re.S)
    names: dict[str, Any] = {}
    exec(shown, names)  # the docs' own lines
    return names["is_genuine"]


def test_what_a_program_is_sent_can_be_checked_and_knows_itself_again(client):
    cup, program = Cup(), Program()
    api = f"/api/v1/webhooks/event/{cup.stream[-32:-24]}-{cup.stream[-24:-20]}-{cup.stream[-20:-16]}"
    api += f"-{cup.stream[-16:-12]}-{cup.stream[-12:]}"
    asked = {"act": "add-webhook", "address": ADDRESS, "topics": ["pairings"], "form": "json"}
    headers = bearer(cup.ora)
    added = client.post(f"{api}/acts", asked, content_type="application/json", headers=headers).json()
    secret = added["secret"]
    assert secret.startswith(SECRET_PREFIX) and [hook["form"] for hook in added["hooks"]] == ["json"]
    assert client.get(api, headers=headers).json()["secret"] == ""
    cup.publish()
    now = timezone.now()
    assert send_due(now, program) == 0
    assert send_due(now + LEASE, program) == 1
    [(body, sent)] = program.heard
    assert program.lost == [sent["webhook-id"]]
    is_genuine = receiver()
    assert is_genuine(secret, sent, body)
    assert not is_genuine(secret, sent, body + b" ")
    assert not is_genuine(secret, sent | {"webhook-id": "another"}, body)
    old = str(int(time.time() - timedelta(minutes=6).total_seconds()))
    assert not is_genuine(secret, sent | {"webhook-timestamp": old}, body)
    message = json.loads(body)
    assert (message["type"], message["data"]["round"]) == ("pairings", 1)
    assert message["data"]["event"]["name"] == "Cup"
    [game] = message["data"]["games"]
    assert game["table"] == 1 and len(game["players"]) == 2
    assert "Lovelace" not in body.decode(), "short names are short here, too"


def test_the_page_shows_the_secret_once():
    cup = Cup()
    first = cup.hook(address=ADDRESS, topic="standings", form="json").content.decode()
    [kept] = Webhook.objects.values_list("secret", flat=True)
    assert kept in first.replace("&#43;", "+").replace("&#x2b;", "+") and kept.startswith(SECRET_PREFIX)
    again = cup.hook(address="https://discord.com/x", topic="standings")
    assert again.status_code == 302
