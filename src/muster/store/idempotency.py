"""Idempotency: a request repeated with the same key acts once and gets the first answer again.

The row is written in the same transaction as the act, so there is never an act without its answer or an
answer without its act. Keys are stored as digests, and answers are encrypted with the key that the client
sent: an answer may contain a fresh API token, which a stolen database must not reveal. Answers are
compressed, since one may hold a whole event, and expire after a day.
"""

import base64
import hashlib
import zlib
from datetime import datetime, timedelta
from typing import NamedTuple

from cryptography.fernet import Fernet
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from muster.store.accounts import Account

KEPT = timedelta(hours=24)
ENDED_AT_ONCE = 20  # each new answer deletes more expired ones, of any account, than it adds
SEALED = b"\x80"  # every sealed answer begins with it


class Answer(NamedTuple):
    """The response that was sent the first time."""

    status: int
    body: bytes


class AnsweredRequest(models.Model):
    """One act of one account under one key."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    key_digest = models.CharField(max_length=64)
    request_digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    sealed = models.BinaryField(default=b"")
    made = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("account", "key_digest"), name="one_answer_per_key"),)

    def __str__(self) -> str:
        return f"{self.status} for {self.key_digest[:8]}"

    @classmethod
    def claim(
        cls, account: Account, key: str, request: bytes, now: datetime | None = None
    ) -> tuple["AnsweredRequest", bool]:
        """The row for a key, and whether it is new. Call it inside a transaction: a second request with
        the same key waits here until the first has committed its answer or rolled back. `now` is a lower
        bound for the current time; nothing expires earlier."""
        oldest = cls.objects.order_by("pk").values("pk")[:ENDED_AT_ONCE]
        ended = cls.objects.filter(made__lt=(now or timezone.now()) - KEPT)
        ended.filter(Q(account=account) | Q(pk__in=oldest)).delete()
        return cls.objects.get_or_create(
            account=account,
            key_digest=hashlib.sha256(key.encode()).hexdigest(),
            defaults={"request_digest": hashlib.sha256(request).hexdigest()},
        )

    def asked_for(self, request: bytes) -> bool:
        """Whether this is the request the key was first used for."""
        return self.request_digest == hashlib.sha256(request).hexdigest()

    def keep(self, key: str, answer: Answer) -> None:
        """Store the answer, readable only with the key."""
        packed = zlib.compress(answer.body)
        self.status, self.sealed = answer.status, base64.urlsafe_b64decode(_seal(key).encrypt(packed))
        self.save(update_fields=["status", "sealed"])

    def answer(self, key: str) -> Answer:
        """The first answer, opened with the key."""
        sealed = bytes(self.sealed)
        if sealed[:1] != SEALED:  # stored by an earlier version of Muster, as uncompressed text
            return Answer(self.status, _seal(key).decrypt(sealed))
        return Answer(self.status, zlib.decompress(_seal(key).decrypt(base64.urlsafe_b64encode(sealed))))


def _seal(key: str) -> Fernet:
    digest = salted_hmac("muster.answered", key, algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(digest))
