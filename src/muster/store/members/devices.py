"""The devices that members are signed in on: a row beside each session.

It holds only what its owner needs to recognise it: the browser in plain words, no address.
"""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import models, transaction
from django.db.models import QuerySet
from django.utils import timezone

from muster.store.accounts import Account, new_id
from muster.store.members.notifications import forget_devices

NAME_LENGTH: Final = 60
SEEN_GRAIN: Final = timedelta(minutes=15)
ENDED: Final = "ended"
"""In a session that was ended from another device, until that device has heard of it."""


class Device(models.Model):
    """A signed-in browser. `since` and `seen` are unknown for those that signed in before devices were
    recorded. `news` is the name of another device that has signed in, until the message about it is
    dismissed on this one."""

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


def note_sign_in(account: Account, session: str, name: str) -> None:
    """Record that somebody has just signed in here."""
    now = timezone.now()
    Device.objects.get_or_create(
        session_id=session, defaults={"account": account, "name": name, "since": now, "seen": now}
    )


def note_use(device: UUID, name: str) -> None:
    """Record that the device was used. Called only once in a while, so that reading a page writes nothing."""
    Device.objects.filter(pk=device).update(name=name, seen=timezone.now())


def devices_of(account: Account) -> QuerySet[Device]:
    """The devices somebody is signed in on, most recently used first."""
    return Device.objects.filter(account=account).order_by(models.F("seen").desc(nulls_last=True), "-pk")


def sign_out_devices(devices: QuerySet[Device]) -> int:
    """Sign these devices out. Their sessions remain, empty, so that each can be told when it comes back."""
    keys = list(devices.values_list("session_id", flat=True))
    with transaction.atomic():
        emptied = SessionStore().encode({ENDED: True})
        Session.objects.filter(pk__in=keys).update(session_data=emptied)
        Device.objects.filter(session_id__in=keys).delete()
        forget_devices(keys)
    return len(keys)


def tell_others(account: Account, session: str, name: str) -> None:
    """Let the next page on every other device say that a new device has signed in."""
    others = Device.objects.filter(account=account).exclude(session_id=session)
    others.update(news=name, news_at=timezone.now())


def close_news(account: Account, session: str) -> None:
    """Dismiss the message about a new device."""
    Device.objects.filter(account=account, session_id=session).update(news="", news_at=None)
