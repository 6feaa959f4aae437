"""Which of one's devices are told what, for programs that are a device of their own."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Schema
from pydantic import Field

from muster.app.notifications import HANDLERS, KINDS, Subscriber
from muster.store.members.notifications import DatabaseSubscriptions
from muster.web.api.answers import reply, shape
from muster.web.api.auth import ACCOUNT
from muster.web.api.commands import ActsRouter, act_of, dry_run_answer, me, read_command, union_of
from muster.web.notifications.encrypting import server_public_key

router = ActsRouter(tags=["Notifications"], auth=ACCOUNT)
ACTS: Any = union_of(HANDLERS)


class QuietHoursOut(Schema):
    """Between which times a device wants to hear nothing."""

    begin: str = Field(description="Such as 22:00")
    end: str = Field(description="Such as 08:00")
    zone: str = Field(description="Such as Europe/Berlin")


class SubscriptionOut(Schema):
    """A device that is told. Its address is a key to it: only the host is shown."""

    id: int
    name: str
    host: str
    digest: str = Field(description="SHA-256 of the address, by which a device knows itself")
    kinds: list[str]
    quiet: QuietHoursOut | None
    failures: int = Field(description="How often in a row it could not be told")


class NotificationsOut(Schema):
    """What a device needs to subscribe, and the devices that are told."""

    server_key: str = Field(description="The applicationServerKey of Web Push")
    kinds: list[str] = Field(description="What there is to be told about")
    devices: list[SubscriptionOut]


@router.get("", response=NotificationsOut, url_name="api-notifications", summary="My notifications")
def list_notifications(request: HttpRequest) -> HttpResponse:
    """Which devices are told about what."""
    return reply(_notifications_json(_subscriber(request)))


@router.takes(
    "acts",
    ACTS,
    NotificationsOut,
    "api-notification-acts",
    "Tell a device, or stop telling it",
    acts="NotificationAct",
)
def act_on_notifications(request: HttpRequest, dry_run: bool = False) -> HttpResponse:
    """A Web Push subscription is told from now on, or no longer. With `dry_run` nothing is done: the answer
    says what is in the way."""
    subscriber, command = _subscriber(request), read_command(request.body, ACTS)
    if dry_run:
        return dry_run_answer(HANDLERS.can(subscriber, act_of(request), command))
    HANDLERS.handle(subscriber, act_of(request), command)
    return reply(_notifications_json(subscriber))


def _subscriber(request: HttpRequest) -> Subscriber:
    return Subscriber(me(request), DatabaseSubscriptions())


def _notifications_json(subscriber: Subscriber) -> dict[str, Any]:
    devices = [shape(SubscriptionOut, device) for device in subscriber.store.of(subscriber.account)]
    return {"server_key": server_public_key(), "kinds": KINDS, "devices": devices}
