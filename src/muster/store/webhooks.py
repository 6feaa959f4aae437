"""Webhooks in the database: where to, about what, how far in the log, and what is waiting to be sent."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import models
from django.utils import timezone

from muster.app.webhooks import LONGEST_ADDRESS, Hook, host_of
from muster.store.accounts import Account
from muster.store.log.models import LogEvent, LogHead

LEASE: Final = timedelta(minutes=2)
"""So long one process has a hook for itself; should it die, another goes on after that."""
FIRST_PAUSE: Final = timedelta(seconds=30)
MOST_TRIES: Final = 6
MOST_FAILURES: Final = 24
"""After so many in a row nothing more is sent, until the address is entered again."""
NEVER: Final = timedelta(days=36_500)
MOST_WAITING: Final = 50
MOST_EVENTS: Final = 200


class Webhook(models.Model):
    """One hook. `seen` is the position in the log up to which it has reported; `waiting` is what to send
    next: words for a chat, or messages that are signed with its `secret`."""

    stream = models.CharField(max_length=100, db_index=True)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    address = models.CharField(max_length=LONGEST_ADDRESS)
    secret = models.CharField(max_length=60, blank=True, default="")
    topics = models.JSONField(default=list)
    seen = models.BigIntegerField()
    waiting = models.JSONField(default=list)
    tries = models.PositiveSmallIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)
    due = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "webhook"
        constraints = (models.UniqueConstraint(fields=("stream", "address"), name="one_hook_per_address"),)

    def __str__(self) -> str:
        return f"webhook of {self.stream}"

    def claim(self, now: datetime) -> bool:
        """Reserve it for a while; whoever comes second does not get it."""
        mine = Webhook.objects.filter(pk=self.pk, due=self.due).update(due=now + LEASE)
        self.due = now + LEASE
        return bool(mine)

    def unread(self, streams: list[str]) -> list[Any]:
        """The events of these streams that were not reported yet, in commit order."""
        rows = LogEvent.objects.filter(stream_id__in=streams, position__gt=self.seen).order_by("position")
        return list(rows.values_list("position", "stream_id", "version")[:MOST_EVENTS])

    def keep(self, **fields: Any) -> None:
        """Write these fields, unless the hook was removed meanwhile."""
        Webhook.objects.filter(pk=self.pk).update(**fields)


class DatabaseHooks:
    """The `HookStore` of the site."""

    def of(self, stream: str) -> list[Hook]:
        rows = Webhook.objects.filter(stream=stream).order_by("pk")
        return [
            Hook(
                id=row.pk,
                host=host_of(row.address),
                topics=tuple(row.topics),
                form="json" if row.secret else "chat",
                failures=row.failures,
            )
            for row in rows
        ]

    def add(self, stream: str, account: str, address: str, topics: tuple[str, ...], secret: str = "") -> None:
        wanted = {"topics": list(topics), "secret": secret}
        fresh = {"account_id": account, "seen": last_position(), "due": timezone.now()}
        Webhook.objects.update_or_create(
            stream=stream,
            address=address,
            defaults={**wanted, "account_id": account},
            create_defaults={**wanted, **fresh},
        )
        given_up = Webhook.objects.filter(stream=stream, address=address, failures__gte=MOST_FAILURES)
        given_up.update(**fresh, waiting=[], failures=0, tries=0)

    def remove(self, stream: str, hook: int) -> None:
        Webhook.objects.filter(stream=stream, pk=hook).delete()


def last_position() -> int:
    """The last position of the log."""
    return LogHead.objects.values_list("position", flat=True).first() or 0


def due_hooks(now: datetime) -> list[Webhook]:
    """The hooks that may have something to report or to send."""
    rows = Webhook.objects.filter(due__lte=now).exclude(waiting=[], seen__gte=last_position())
    return list(rows.order_by("due")[:20])
