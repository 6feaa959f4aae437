"""Notifications: somebody asks to be told on one of their devices when something waits for them.

A subscription is a browser's own address at its maker's push service, with the keys to write to it. It says
which kinds of news it wants, and between which hours it wants none.
"""

import hashlib
import re
from base64 import urlsafe_b64decode
from datetime import UTC, datetime, time, timedelta
from typing import Final, Literal, Protocol, get_args
from zoneinfo import ZoneInfo, available_timezones

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey

from muster.app.acting import Act, Command, Done, Handlers
from muster.app.streams import about_to_write
from muster.app.webhooks import host_of
from muster.rules.violations import Source, refuse_if, refuse_unless

NewsKind = Literal["turn", "table", "time", "result", "judge"]
KINDS: Final[tuple[NewsKind, ...]] = get_args(NewsKind)
MOST_DEVICES: Final = 10
SECRET_BYTES: Final = 16
LONGEST_ENDPOINT: Final = 500
LONGEST_NAME: Final = 60
HOUR: Final = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")
problem = Source("notifications").problem
problem_if = Source("notifications").problem_if


class QuietHours(msgspec.Struct, frozen=True):
    """From when until when, on the clock of a time zone, a device wants to hear nothing."""

    begin: str
    end: str
    zone: str = "UTC"

    def lasts_until(self, now: datetime) -> datetime | None:
        """When the quiet ends, if it is quiet now. It may lie across midnight."""
        local = now.astimezone(ZoneInfo(self.zone))
        begin, end = time.fromisoformat(self.begin), time.fromisoformat(self.end)
        clock = local.time().replace(tzinfo=None)
        is_quiet = begin <= clock < end if begin < end else clock >= begin or clock < end
        if begin == end or not is_quiet:
            return None
        day = local.date() + timedelta(days=1 if clock >= end else 0)
        return datetime.combine(day, end, local.tzinfo).astimezone(UTC)


class Subscribe(Command):
    """Tell this device about these kinds of news; sent again for the same device, it replaces its choices."""

    endpoint: str
    p256dh: str
    auth: str
    kinds: tuple[str, ...]
    quiet: QuietHours | None = None
    name: str = ""


class Unsubscribe(Command):
    """Tell this device nothing more."""

    subscription: int


class Subscription(msgspec.Struct, frozen=True, kw_only=True):
    """A subscription as its owner sees it: the address is a secret, so only a digest of it is shown, by
    which the device knows itself."""

    id: int
    name: str
    host: str
    digest: str
    kinds: tuple[str, ...]
    quiet: QuietHours | None = None
    failures: int = 0


class SubscriptionStore(Protocol):
    """Where subscriptions are stored."""

    def of(self, account: str) -> list[Subscription]:
        """Somebody's subscriptions, the oldest first."""

    def save(self, account: str, wanted: Subscribe) -> None:
        """Store a subscription, or replace what this device asked for before, whoever used it then."""

    def remove(self, account: str, subscription: int) -> bool:
        """Delete one of somebody's subscriptions, with what it has not been sent yet; False where it is
        another's."""


class Subscriber:
    """Somebody and where their subscriptions are."""

    def __init__(self, account: str, store: SubscriptionStore) -> None:
        self.account, self.store = account, store


def permit(context: Subscriber, act: Act, _: Command, who: str) -> None:
    """Everybody manages their own devices and nobody else's."""
    refuse_unless(who == "owner" and act.actor and act.actor == context.account, problem("push.not_yours"))


HANDLERS: Handlers[Subscriber] = Handlers(permit)


@HANDLERS.handles(Subscribe, who="owner")
def subscribe(context: Subscriber, act: Act, command: Subscribe) -> Done:  # noqa: ARG001 - as every handler
    """Add a device with a safe address, good keys and at least one kind of news; the same one stays one."""
    devices = {device.digest for device in context.store.of(context.account)}
    full = len(devices | {endpoint_digest(command.endpoint)}) > MOST_DEVICES
    kinds = tuple(kind for kind in KINDS if kind in command.kinds)
    refuse_if(
        problem_if(not _is_endpoint(command.endpoint), "push.bad_endpoint"),
        problem_if(not _are_keys(command.p256dh, command.auth), "push.bad_keys"),
        problem_if(not kinds, "push.no_kind"),
        problem_if(command.quiet and not _are_hours(command.quiet), "push.bad_hours"),
        problem_if(full, "push.too_many", max=MOST_DEVICES),
    )
    about_to_write()
    name = "".join(filter(str.isprintable, command.name))[:LONGEST_NAME]
    context.store.save(context.account, msgspec.structs.replace(command, kinds=kinds, name=name))
    return None


@HANDLERS.handles(Unsubscribe, who="owner")
def unsubscribe(context: Subscriber, act: Act, command: Unsubscribe) -> Done:  # noqa: ARG001 - as every handler
    """Remove a device; removing it twice is fine. Another's is not there for you."""
    about_to_write()
    refuse_unless(context.store.remove(context.account, command.subscription), problem("push.not_yours"))
    return None


def endpoint_digest(endpoint: str) -> str:
    """What a subscription's address is known by without telling it."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def _is_endpoint(endpoint: str) -> bool:
    """The same check as for webhooks. Where the address leads is looked at when it is used."""
    return bool(host_of(endpoint, LONGEST_ENDPOINT))


def _are_keys(p256dh: str, auth: str) -> bool:
    """A point of the curve P-256, and a secret (RFC 8291)."""
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), key_bytes(p256dh))
    except ValueError:
        return False
    return len(key_bytes(auth)) == SECRET_BYTES


def key_bytes(text: str) -> bytes:
    """A key as browsers write it, base64 for addresses without padding; empty where it is none."""
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4)) if len(text) < 200 and text.isascii() else b""
    except ValueError:
        return b""


def _are_hours(quiet: QuietHours) -> bool:
    hours = all(HOUR.fullmatch(hour) for hour in (quiet.begin, quiet.end))
    return hours and quiet.zone in available_timezones()
