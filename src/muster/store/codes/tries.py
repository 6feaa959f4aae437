"""Limits how often somebody can try a code or a password: each try is counted before it is checked.

A correct code gives back its own try and nothing more, so nobody gains tries at other people's codes by
entering their own. Rows store a digest of place and person, so that they reveal neither, and are deleted
once nobody has to wait any longer.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import models
from django.db.models import F
from django.utils.crypto import salted_hmac

WAIT: Final = timedelta(minutes=15)
SALT: Final = "muster.code-tries"


class CodeTries(models.Model):
    """How many wrong codes somebody entered in one place, and when the last one was."""

    who = models.CharField(primary_key=True, max_length=64)
    failures = models.PositiveSmallIntegerField()
    failed = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "code_tries"

    def __str__(self) -> str:
        return f"{self.failures} tries"


def take_try(place: str, who: str, most: int, now: datetime) -> timedelta:
    """Count a try. Returns how long to wait if none is left; such a try must not be checked."""
    key = _key(place, who)
    CodeTries.objects.filter(failed__lte=now - WAIT).delete()
    CodeTries.objects.bulk_create([CodeTries(who=key, failures=0, failed=now)], ignore_conflicts=True)
    left = CodeTries.objects.filter(who=key, failures__lt=most)
    if left.update(failures=F("failures") + 1, failed=now):  # of any number at once so many get through
        return timedelta()
    last = CodeTries.objects.filter(who=key).values_list("failed", flat=True).first()
    return max(timedelta(seconds=1), (last or now) + WAIT - now)


def give_back_try(place: str, who: str) -> None:
    """The code was correct, so this try does not count."""
    key = _key(place, who)
    CodeTries.objects.filter(who=key, failures__gt=0).update(failures=F("failures") - 1)
    CodeTries.objects.filter(who=key, failures=0).delete()


def forget_tries(place: str, who: str) -> None:
    """The person has got in, so none of their tries count any longer."""
    CodeTries.objects.filter(who=_key(place, who)).delete()


def _key(place: str, who: str) -> str:
    return salted_hmac(SALT, f"{place}\n{who}", algorithm="sha256").hexdigest()
