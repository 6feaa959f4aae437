"""Devices that are told, and a push service that keeps what arrives."""

import json
from datetime import datetime, timedelta

from django.test import Client
from django.utils import timezone

from muster.store.members.notifications import PushMessage, PushSubscription
from muster.web.notifications.worker import collect_news, send_due
from muster.web.webhooks.sending import NotSent
from tests.web.notifications.browser_keys import BrowserKeys

ALL = ["turn", "table", "time", "result", "judge"]
LATER = timedelta(seconds=30)


class PushService:
    """What arrived, with its headers; `trouble` is what it answers instead."""

    def __init__(self) -> None:
        self.arrived: list[tuple[str, bytes, dict[str, str]]] = []
        self.trouble = ""

    def __call__(self, address: str, body: bytes, *, more: dict[str, str]) -> None:
        if self.trouble:
            raise NotSent(self.trouble)
        self.arrived.append((address, body, dict(more)))


class Device:
    """A browser that was asked to be told through the page's form."""

    def __init__(self, client: Client, number: int = 1, **form: object) -> None:
        self.keys, self.client = BrowserKeys(), client
        self.endpoint = f"https://push.example.org/send/{number}"
        self.form = {
            "endpoint": self.endpoint,
            "p256dh": self.keys.p256dh,
            "auth": self.keys.auth,
            "kind": ALL,
            **form,
        }

    def ask(self):
        return self.client.post("/notifications", self.form)

    def asked(self) -> "Device":
        assert self.ask().status_code == 302
        return self

    def heard(self, service: PushService) -> list[dict[str, str]]:
        """What this browser can read of what arrived for it."""
        mine = [body for address, body, _ in service.arrived if address == self.endpoint]
        return [json.loads(self.keys.decrypt(body)) for body in mine]

    def texts(self, service: PushService) -> list[str]:
        return [message["text"] for message in self.heard(service)]


def tell(service: PushService, now: datetime | None = None) -> int:
    """Collect and send once, as the worker does; by default when turns have stood for long enough."""
    collect_news()
    return send_due(now or timezone.now() + LATER, service)


def waiting() -> int:
    return PushMessage.objects.filter(sent=False).count()


def devices() -> int:
    return PushSubscription.objects.count()
