"""The devices that members are signed in on: a row beside each session. It holds what its owner needs to know
it again and nothing else: the browser in plain words, no address."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import models, transaction
from django.db.models import QuerySet
from django.utils import timezone

from muster.store.accounts import Account, new_id

NAME_LENGTH: Final = 60
SEEN_GRAIN: Final = timedelta(minutes=15)
ENDED: Final = "ended"
"""In a session that was ended from another device, until that device has heard of it."""


class Device(models.Model):
    """A browser that is signed in. `since` and `seen` are not known where that was before devices were noted.
    `news` is the name of another one that has signed in, until the line about it was closed on this one."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="devices")
    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="device")
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    since = models.DateTimeField(null=True)
    seen = models.DateTimeField(null=True)
    news = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    news_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name


def note(account: Account, session: str, name: str) -> None:
    """Somebody has just signed in here."""
    now = timezone.now()
    Device.objects.get_or_create(
        session_id=session, defaults={"account": account, "name": name, "since": now, "seen": now}
    )


def touch(device: UUID, name: str) -> None:
    """It was used just now. Asked for at most once in a while, so that reading a page writes nothing."""
    Device.objects.filter(pk=device).update(name=name, seen=timezone.now())


def of(account: Account) -> QuerySet[Device]:
    """Where somebody is signed in, the newest use first."""
    return Device.objects.filter(account=account).order_by(models.F("seen").desc(nulls_last=True), "-pk")


def end(devices: QuerySet[Device]) -> int:
    """Sign these out. Their sessions stay without anybody in them, so that each hears of it when it comes
    back."""
    keys = list(devices.values_list("session_id", flat=True))
    with transaction.atomic():
        emptied = SessionStore().encode({ENDED: True})
        Session.objects.filter(pk__in=keys).update(session_data=emptied)
        Device.objects.filter(session_id__in=keys).delete()
    return len(keys)


def tell_others(account: Account, session: str, name: str) -> None:
    """A new device has signed in: the next page of every other one says so."""
    others = Device.objects.filter(account=account).exclude(session_id=session)
    others.update(news=name, news_at=timezone.now())


def close_news(account: Account, session: str) -> None:
    """It was read."""
    Device.objects.filter(account=account, session_id=session).update(news="", news_at=None)
