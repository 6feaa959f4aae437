"""Files made for one person in the background, kept for a day: the archive of their own data, the book of a
campaign.

Any process can show the progress; the one that builds the file records it in its row.
"""

from datetime import datetime, timedelta
from typing import Any, ClassVar, Self

from django.db import models
from django.db.models import Q
from django.utils import timezone

from muster.store.accounts import Account

KEPT = timedelta(hours=24)
STILL = timedelta(minutes=10)  # without progress for this long, the process that builds it is gone


class MadeFile(models.Model):
    """One account's file: `done` of `parts` are in it, and `data` is set once it is ready."""

    objects: ClassVar[models.Manager[Self]] = models.Manager()
    moved = models.DateTimeField(default=timezone.now)
    done = models.PositiveIntegerField(default=0)
    parts = models.PositiveIntegerField(default=0)
    size = models.PositiveBigIntegerField(default=0)
    data = models.BinaryField(null=True)

    class Meta:
        abstract = True

    @property
    def ready(self) -> bool:
        """Whether it can be downloaded."""
        return self.size > 0

    @classmethod
    def of(cls, account: Account, now: datetime) -> Self | None:
        """The account's file without its data, if it is ready or being built."""
        return cls.objects.defer("data").filter(_still_kept(now), account=account).first()

    @classmethod
    def begin(cls, account: Account, now: datetime, **about: str) -> bool:
        """Whether the caller should build it; False if it is already being built."""
        cls.objects.filter(Q(size__gt=0) | ~_still_kept(now), account=account).delete()
        return cls.objects.get_or_create(account=account, defaults={"moved": now, **about})[1]

    @classmethod
    def give_up(cls, account: Account) -> None:
        """Building it failed."""
        cls.objects.filter(account=account).delete()

    @classmethod
    def note(cls, account: Account, **fields: Any) -> None:
        """Record the progress."""
        cls.objects.filter(account=account).update(moved=timezone.now(), **fields)


class DataArchive(MadeFile):
    """The archive of everything that is one's own."""

    account = models.OneToOneField(
        Account, on_delete=models.CASCADE, primary_key=True, related_name="archive"
    )

    def __str__(self) -> str:
        return f"archive of {self.account_id}"


class CampaignBook(MadeFile):
    """The book of a campaign as this account may read it; an account has one at a time."""

    account = models.OneToOneField(Account, on_delete=models.CASCADE, primary_key=True, related_name="book")
    campaign = models.CharField(max_length=100)

    def __str__(self) -> str:
        return f"book of {self.campaign} for {self.account_id}"


def _still_kept(now: datetime) -> Q:
    return Q(size__gt=0, moved__gt=now - KEPT) | Q(size=0, moved__gt=now - STILL)


def ended_files(now: datetime) -> tuple[Any, ...]:
    """The files that can no longer be downloaded."""
    return tuple(kind.objects.filter(moved__lt=now - KEPT) for kind in (DataArchive, CampaignBook))
