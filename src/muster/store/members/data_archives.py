"""The archive of a person's own data: requested, built in the background, kept for a day.

Any process can show the progress; the one that builds it records it in its row.
"""

from datetime import datetime, timedelta
from typing import Any, Self

from django.db import models
from django.db.models import Q
from django.utils import timezone

from muster.store.accounts import Account

KEPT = timedelta(hours=24)
STILL = timedelta(minutes=10)  # without progress for this long, the process that builds it is gone


class DataArchive(models.Model):
    """One account's archive: `done` of `parts` are in it, and `data` is set once it is ready."""

    account = models.OneToOneField(
        Account, on_delete=models.CASCADE, primary_key=True, related_name="archive"
    )
    moved = models.DateTimeField(default=timezone.now)
    done = models.PositiveIntegerField(default=0)
    parts = models.PositiveIntegerField(default=0)
    size = models.PositiveBigIntegerField(default=0)
    data = models.BinaryField(null=True)

    def __str__(self) -> str:
        return f"archive of {self.account_id}"

    @property
    def ready(self) -> bool:
        """Whether it can be downloaded."""
        return self.size > 0

    @classmethod
    def of(cls, account: Account, now: datetime) -> Self | None:
        """The account's archive without its data, if it is ready or being built."""
        return cls.objects.defer("data").filter(_still_kept(now), account=account).first()

    @classmethod
    def begin(cls, account: Account, now: datetime) -> bool:
        """Whether the caller should build it; False if it is already being built."""
        cls.objects.filter(Q(size__gt=0) | ~_still_kept(now), account=account).delete()
        return cls.objects.get_or_create(account=account, defaults={"moved": now})[1]

    @classmethod
    def give_up(cls, account: Account) -> None:
        """Building it failed."""
        cls.objects.filter(account=account).delete()

    @classmethod
    def note(cls, account: Account, **fields: Any) -> None:
        """Record the progress."""
        cls.objects.filter(account=account).update(moved=timezone.now(), **fields)


def _still_kept(now: datetime) -> Q:
    return Q(size__gt=0, moved__gt=now - KEPT) | Q(size=0, moved__gt=now - STILL)


def ended_archives(now: datetime) -> Any:
    """The archives that can no longer be downloaded."""
    return DataArchive.objects.filter(moved__lt=now - KEPT)
