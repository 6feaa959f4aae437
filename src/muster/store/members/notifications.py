"""Notifications in the database: who is told where, how far the log was read, and what is waiting to be sent.

A message that was sent stays until it would be stale, so that the same news is never sent twice.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from django.contrib.sessions.models import Session
from django.db import models, transaction

from muster.app.notifications import (
    LONGEST_ENDPOINT,
    LONGEST_NAME,
    QuietHours,
    Subscribe,
    Subscription,
    endpoint_digest,
)
from muster.app.webhooks import host_of
from muster.store.accounts import Account
from muster.store.log.models import LogEvent
from muster.store.webhooks import last_position

LEASE: Final = timedelta(minutes=1)
"""So long one process has a message for itself; should it die, another goes on after that."""
MOST_FAILURES: Final = 12
"""After so many messages in a row that did not arrive a device is forgotten."""
FIRST_PAUSE: Final = timedelta(seconds=20)
MOST_EVENTS: Final = 200
AT_ONCE: Final = 50


class PushSubscription(models.Model):
    """A device that is told. It goes with its session: whoever signs out there hears nothing more."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    session = models.ForeignKey(Session, on_delete=models.CASCADE, null=True, related_name="+")
    endpoint = models.CharField(max_length=LONGEST_ENDPOINT)
    digest = models.CharField(max_length=64, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=40)
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    kinds = models.JSONField(default=list)
    quiet = models.JSONField(null=True)
    failures = models.PositiveSmallIntegerField(default=0)

    class Meta:
        db_table = "push_subscription"

    def __str__(self) -> str:
        return f"push subscription {self.pk}"

    @property
    def hours(self) -> QuietHours | None:
        """When it wants to hear nothing."""
        return msgspec.convert(self.quiet, QuietHours) if self.quiet else None


class PushMessage(models.Model):
    """A message to one device. `mark` names the news, `tag` what newer news of the same thing replaces."""

    subscription = models.ForeignKey(PushSubscription, on_delete=models.CASCADE, related_name="messages")
    kind = models.CharField(max_length=10)
    stream = models.CharField(max_length=100)
    tag = models.CharField(max_length=140)
    mark = models.CharField(max_length=300)
    body = models.JSONField()
    due = models.DateTimeField(db_index=True)
    until = models.DateTimeField(db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)
    sent = models.BooleanField(default=False)

    class Meta:
        db_table = "push_message"
        constraints = (models.UniqueConstraint(fields=("subscription", "mark"), name="one_push_per_news"),)

    def __str__(self) -> str:
        return f"push message {self.pk}"

    def claim(self, now: datetime) -> bool:
        """Reserve it for a while; whoever comes second does not get it."""
        waiting = PushMessage.objects.filter(pk=self.pk, due=self.due, sent=False)
        claimed = waiting.update(due=now + LEASE)
        self.due = now + LEASE
        return bool(claimed)

    def note_sent(self) -> None:
        """It went out: nothing of it is kept but its mark."""
        PushMessage.objects.filter(pk=self.pk).update(sent=True, body={})
        PushSubscription.objects.filter(pk=self.subscription_id, failures__gt=0).update(failures=0)

    def drop(self) -> None:
        """It is no news any longer."""
        PushMessage.objects.filter(pk=self.pk).delete()

    def put_off(self, due: datetime) -> None:
        """Once more, at that time."""
        PushMessage.objects.filter(pk=self.pk).update(due=due, tries=self.tries + 1)

    def wait_for(self, due: datetime) -> None:
        """Not before that time, which counts as no try."""
        PushMessage.objects.filter(pk=self.pk).update(due=due)


class PushPosition(models.Model):
    """One row: the position of the log up to which news was made."""

    position = models.BigIntegerField()

    class Meta:
        db_table = "push_position"

    def __str__(self) -> str:
        return f"push position {self.position}"


class DatabaseSubscriptions:
    """The `SubscriptionStore` of the site. `session` is that of the device that asks, if it has one."""

    def __init__(self, session: str | None = None) -> None:
        self.session = session

    def of(self, account: str) -> list[Subscription]:
        return [
            Subscription(
                id=row.pk,
                name=row.name,
                host=host_of(row.endpoint, LONGEST_ENDPOINT),
                digest=row.digest,
                kinds=tuple(row.kinds),
                quiet=row.hours,
                failures=row.failures,
            )
            for row in PushSubscription.objects.filter(account_id=account).order_by("pk")
        ]

    @transaction.atomic
    def save(self, account: str, wanted: Subscribe) -> None:
        """Where nobody was told before, news begins now."""
        if not PushSubscription.objects.exists():
            PushPosition.objects.update_or_create(pk=1, defaults={"position": last_position()})
        digest = endpoint_digest(wanted.endpoint)
        PushSubscription.objects.filter(digest=digest).exclude(account_id=account).delete()
        PushSubscription.objects.update_or_create(
            digest=digest,
            defaults={
                "account_id": account,
                "session_id": self.session,
                "endpoint": wanted.endpoint,
                "p256dh": wanted.p256dh,
                "auth": wanted.auth,
                "name": wanted.name,
                "kinds": list(wanted.kinds),
                "quiet": msgspec.to_builtins(wanted.quiet) if wanted.quiet else None,
                "failures": 0,
            },
        )

    def remove(self, account: str, subscription: int) -> bool:
        PushSubscription.objects.filter(account_id=account, pk=subscription).delete()
        return not PushSubscription.objects.filter(pk=subscription).exists()


class NewMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A message to somebody, before it is known on which devices they want it."""

    account: str
    kind: str
    stream: str
    tag: str
    mark: str
    body: Mapping[str, str]
    due: datetime
    until: datetime


def subscribed_accounts(accounts: Collection[str]) -> set[str]:
    """Those of the accounts that are told anything on any device."""
    found = PushSubscription.objects.filter(account_id__in=accounts).values_list("account_id", flat=True)
    return set(map(str, found))


def forget_devices(sessions: Collection[str]) -> None:
    """Tell the devices of these sessions nothing more."""
    PushSubscription.objects.filter(session_id__in=sessions).delete()


def release_session(session: str) -> list[int]:
    """Take its subscriptions from a session that is about to get another key; which they were."""
    rows = PushSubscription.objects.filter(session_id=session)
    released = list(rows.values_list("pk", flat=True))
    rows.update(session=None)
    return released


def bind_session(subscriptions: Collection[int], session: str) -> None:
    """Give them to the session under its new key."""
    PushSubscription.objects.filter(pk__in=subscriptions).update(session_id=session)


def unread_events(prefixes: tuple[str, ...]) -> tuple[int, int, list[Any]]:
    """Where news was made up to, where it can be made up to now, and the events between: position, stream
    and version of those in streams that begin so."""
    row = PushPosition.objects.filter(pk=1).first()
    if row is None or not PushSubscription.objects.exists():
        return 0, 0, []
    newest = last_position()
    if newest <= row.position:
        return row.position, row.position, []
    upto = min(newest, row.position + MOST_EVENTS)
    between = LogEvent.objects.filter(position__gt=row.position, position__lte=upto).order_by("position")
    rows = between.values_list("position", "stream_id", "version")
    return row.position, upto, [found for found in rows if found[1].startswith(prefixes)]


@transaction.atomic
def save_messages(read_from: int, upto: int, messages: Iterable[NewMessage]) -> bool:
    """Save the messages made from the events between, unless another process did so already. On each device
    newer news takes the place of what waits about the same thing; the same news is never saved twice."""
    moved = PushPosition.objects.filter(pk=1, position=read_from).update(position=upto)
    if not moved:
        return False
    found = list(messages)
    devices: dict[str, list[PushSubscription]] = {}
    for device in PushSubscription.objects.filter(account_id__in={message.account for message in found}):
        devices.setdefault(str(device.account_id), []).append(device)
    for message in found:
        for device in devices.get(message.account, ()):
            if message.kind in device.kinds:
                _save(device, message)
    return True


def _save(row: PushSubscription, message: NewMessage) -> None:
    PushMessage.objects.filter(subscription=row, tag=message.tag, sent=False).exclude(
        mark=message.mark
    ).delete()
    PushMessage.objects.get_or_create(
        subscription=row,
        mark=message.mark,
        defaults={
            "kind": message.kind,
            "stream": message.stream,
            "tag": message.tag,
            "body": dict(message.body),
            "due": message.due,
            "until": message.until,
        },
    )


def due_messages(now: datetime) -> list[PushMessage]:
    """What may be sent now; what has become stale is deleted, with the marks of what was sent."""
    stale = PushMessage.objects.filter(until__lte=now)
    if stale.exists():  # asked first: an idle server writes nothing
        stale.delete()
    rows = PushMessage.objects.filter(due__lte=now, sent=False).select_related("subscription")
    return list(rows.order_by("due")[:AT_ONCE])


def note_failure(message: PushMessage, now: datetime, gone: bool) -> None:
    """Try later, until it would be stale; a device that is gone, or never reached, is forgotten."""
    device = message.subscription
    if gone or device.failures + 1 >= MOST_FAILURES:
        device.delete()
        return
    PushSubscription.objects.filter(pk=device.pk).update(failures=models.F("failures") + 1)
    message.put_off(now + FIRST_PAUSE * 2**message.tries)
