"""Passkeys (WebAuthn) of accounts: only their public parts.

The private key never leaves its owner's device, so a stolen database is no use for signing in.
"""

import hashlib
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone

from muster.app.accounts.names import LABEL_LENGTH
from muster.rules.violations import Refused, Violation
from muster.store.accounts import Account, new_id

MOST: Final = 10
HOST_LENGTH: Final = 253  # the longest host name there is


class Passkey(models.Model):
    """A device's key for one account at one host. `data` is its id and public key, as WebAuthn packs
    them; `counter` grows with every use, or stays 0 if the key is synced between devices."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="passkeys")
    digest = models.CharField(max_length=64, unique=True)
    data = models.BinaryField()
    host = models.CharField(max_length=HOST_LENGTH)
    label = models.CharField(max_length=LABEL_LENGTH)
    counter = models.BigIntegerField(default=0)
    made = models.DateTimeField(default=timezone.now)
    used = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.label

    def note_use(self, counter: int, now: datetime) -> bool:
        """Whether the counter has grown; stores it. A counter that stands still or goes back means a
        cloned key."""
        is_on = Q(counter__lt=counter) if counter else Q(counter=0)
        return Passkey.objects.filter(is_on, pk=self.pk).update(counter=counter, used=now) == 1


def passkeys_of(account: Account) -> tuple[Passkey, ...]:
    """An account's passkeys, the newest first."""
    return tuple(Passkey.objects.filter(account=account).order_by("-made"))


def find_passkey(credential: bytes, host: str) -> Passkey | None:
    """The passkey with this id at this host, if its account may sign in."""
    alive = Passkey.objects.select_related("account").filter(account__is_active=True, host=host)
    return alive.filter(digest=digest_of(credential)).first()


def check_room(account: Account) -> None:
    """Refuse one more than an account may have."""
    if Passkey.objects.filter(account=account).count() >= MOST:
        raise Refused(Violation(code="passkey.too_many", source="Muster", params={"most": MOST}))


def add_passkey(account: Account, credential: bytes, data: bytes, **about: str | int) -> Passkey | None:
    """Store a new passkey; None if somebody already has this one."""
    with transaction.atomic():
        Account.objects.select_for_update().get(
            pk=account.pk
        )  # so that concurrent additions are counted one after the other
        check_room(account)
        made, fresh = Passkey.objects.get_or_create(
            digest=digest_of(credential), defaults={"account": account, "data": data, **about}
        )
    return made if fresh else None


def remove_passkey(account: Account, passkey: UUID) -> bool:
    """Remove a passkey of this owner; True if it is gone, now or already. Other people's stay."""
    named = Passkey.objects.filter(pk=passkey)
    named.filter(account=account).delete()
    return not named.exists()


def remove_all_passkeys(account: Account) -> int:
    """Remove all passkeys of an account; returns how many."""
    return Passkey.objects.filter(account=account).delete()[0]


def digest_of(credential: bytes) -> str:
    """The digest by which an id is looked up, since ids can have any length."""
    return hashlib.sha256(credential).hexdigest()
