"""Two-factor sign-in for accounts that turn it on: a code from an app (RFC 6238), or one of ten single-use
recovery codes.

The app's secret is encrypted with the server's key and recovery codes are stored as digests, so a stolen
database alone is no use for signing in. A code works once, and after six wrong ones in a row everybody who
knows the password has to wait.
"""

import base64
import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Final

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from django.db import models, transaction
from django.db.models import Case, F, Q, When
from django.utils.crypto import salted_hmac

from muster.store.accounts import Account

SECRET_BYTES: Final = 20
DIGITS: Final = 6
PERIOD: Final = 30  # seconds
EARLIER_AND_LATER: Final = 1  # periods of tolerance, because clocks differ
MOST_FAILURES: Final = 6
WAIT: Final = timedelta(minutes=15)
RECOVERY_CODES: Final = 10
LETTERS_OF_A_CODE: Final = 16
SALT: Final = "muster.second-step"


class SecondStep(models.Model):
    """The secret that an account's app was given; it takes effect once a code from the app has come back."""

    account = models.OneToOneField(
        Account, on_delete=models.CASCADE, primary_key=True, related_name="second_step"
    )
    sealed = models.CharField(max_length=200)
    confirmed = models.DateTimeField(null=True)
    last = models.BigIntegerField(default=0)
    failures = models.PositiveSmallIntegerField(default=0)
    failed = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"second step of {self.account_id}"

    @property
    def _app(self) -> TOTP | None:
        try:
            key = _cipher().decrypt(self.sealed.encode())
        except InvalidToken:  # the server's key has changed since
            return None
        return TOTP(key, DIGITS, SHA1(), PERIOD)  # noqa: S303 - what every app speaks; RFC 6238

    @property
    def address(self) -> str:
        """The address behind the QR code for the app."""
        handle = self.account.handle or ""
        return self._app.get_provisioning_uri(handle, "Muster") if self._app else ""

    @property
    def key(self) -> str:
        """The same secret for typing."""
        return base64.b32encode(_cipher().decrypt(self.sealed.encode())).decode()

    def waits(self, now: datetime) -> timedelta:
        """How long nobody may try; zero if they may."""
        if self.failures < MOST_FAILURES or self.failed is None:
            return timedelta()
        return max(timedelta(), self.failed + WAIT - now)

    def accepts(self, typed: str, now: datetime) -> bool:
        """Whether this code is accepted, once and never again. It is counted as wrong before it is
        checked; if it could not be counted, `waits` says so afterwards."""
        if self._counts(now):
            return self._is_of_app(typed, now) or self._is_kept(typed)
        self.refresh_from_db(fields=["failures", "failed"])
        return False

    def _counts(self, now: datetime) -> bool:
        """Count a try in a single statement, so that of any number at once only six get through."""
        over = Q(failures__gte=MOST_FAILURES, failed__lte=now - WAIT)
        free = SecondStep.objects.filter(Q(failures__lt=MOST_FAILURES) | over, pk=self.pk)
        return free.update(failures=Case(When(over, then=1), default=F("failures") + 1), failed=now) == 1

    def _is_of_app(self, typed: str, now: datetime) -> bool:
        code, app, period = typed.replace(" ", ""), self._app, int(now.timestamp()) // PERIOD
        for step in range(period - EARLIER_AND_LATER, period + EARLIER_AND_LATER + 1):
            if app and secrets.compare_digest(app.generate(step * PERIOD), code.encode(errors="replace")):
                unused = SecondStep.objects.filter(pk=self.pk, last__lt=step)
                return unused.update(last=step, failures=0) == 1
        return False

    def _is_kept(self, typed: str) -> bool:
        kept = RecoveryCode.objects.filter(account_id=self.pk, digest=_digest(typed))
        if not kept.delete()[0]:
            return False
        SecondStep.objects.filter(pk=self.pk).update(failures=0)
        return True


class RecoveryCode(models.Model):
    """A code for when the phone is lost; deleted when it is used."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"recovery code of {self.account_id}"


def second_step_of(account: Account) -> SecondStep | None:
    """The second step of an account, if it has turned one on."""
    return SecondStep.objects.filter(account=account, confirmed__isnull=False).first()


def begin_setup(account: Account) -> SecondStep:
    """Create a new secret for an app; it has no effect until a code comes back."""
    sealed = _cipher().encrypt(secrets.token_bytes(SECRET_BYTES)).decode()
    fresh = {"sealed": sealed, "confirmed": None, "last": 0, "failures": 0, "failed": None}
    return SecondStep.objects.update_or_create(account=account, defaults=fresh)[0]


def confirm_setup(step: SecondStep, typed: str, now: datetime) -> list[str]:
    """Turn on the second step, now that the app has the secret. Returns the recovery codes; empty if the
    code is wrong."""
    if not step.accepts(typed, now):
        return []
    SecondStep.objects.filter(pk=step.pk).update(confirmed=now)
    return new_codes(step.account)


def new_codes(account: Account) -> list[str]:
    """Replace all recovery codes with ten new ones, which are known only now."""
    found = [base64.b32encode(secrets.token_bytes(10)).decode().lower() for _ in range(RECOVERY_CODES)]
    with transaction.atomic():
        RecoveryCode.objects.filter(account=account).delete()
        RecoveryCode.objects.bulk_create(
            RecoveryCode(account=account, digest=_digest(code)) for code in found
        )
    return ["-".join(code[at : at + 4] for at in range(0, LETTERS_OF_A_CODE, 4)) for code in found]


def turn_off(account: Account) -> None:
    """Turn off the second step."""
    with transaction.atomic():
        RecoveryCode.objects.filter(account=account).delete()
        SecondStep.objects.filter(account=account).delete()


def _digest(typed: str) -> str:
    """A plain hash is enough: a code is 80 random bits, so there is nothing to guess."""
    plain = "".join(sign for sign in typed.lower() if sign.isalnum())
    return hashlib.sha256(plain.encode(errors="replace")).hexdigest()


def _cipher() -> Fernet:
    return Fernet(base64.urlsafe_b64encode(salted_hmac(SALT, "secret", algorithm="sha256").digest()))
