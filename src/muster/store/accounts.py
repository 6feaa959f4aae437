"""Accounts: plain rows, written through Django's own auth.

A guest is an account without a password, tied to a session. Signing up gives the same row a handle and a
password, so whatever the guest made stays theirs. Logs name people only by this row's id: deleting the row
erases the person and leaves the log true.
"""

import hashlib
import secrets
import uuid
from contextlib import AbstractContextManager
from datetime import timedelta
from functools import cache
from typing import Any, Final, Self

import uuid_utils
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import DEFAULT_DB_ALIAS, models, transaction
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone

from muster.app.accounts.accounts import SignUp
from muster.app.accounts.names import HANDLE_LENGTH, LABEL_LENGTH, NAME_LENGTH, canonical_handle
from muster.store.compiled import Compiled, Given, columns

TOKEN_PREFIX = "muster_"  # noqa: S105 (lets people and secret scanners recognise one)
USED_GRAIN = timedelta(minutes=1)
DEVICE_MARK = "#"  # between a handle and a device, where failures to sign in are counted; in no handle
GUEST = "Guest"
FORMER_PLAYER = "Former player"


def new_id() -> uuid.UUID:
    """A fresh UUIDv7: unique, and sorted by the time it was made."""
    return uuid.UUID(bytes=uuid_utils.uuid7().bytes)


class AccountManager(BaseUserManager["Account"]):
    """Creates accounts, and looks handles up case-insensitively."""

    def get_by_natural_key(self, username: str | None) -> "Account":
        handle = canonical_handle(username or "")
        if not handle:  # an empty handle would match a guest
            raise self.model.DoesNotExist
        return self.get(handle__iexact=handle)

    def open_guest(self) -> "Account":
        """Create a row for somebody who has just arrived."""
        guest = self.model(handle=None, name=GUEST)
        guest.set_unusable_password()
        guest.save(using=self._db)
        return guest

    def holding(self, handle: str) -> "Account | None":
        """The account with this handle in any case, or None. Guests have no handle and are never found."""
        found = canonical_handle(handle)
        return self.filter(handle__iexact=found).first() if found else None

    def get(self, *args: Any, **named: Any) -> "Account":
        """As usual, with a fast path for lookups by id alone, with which Django loads the session's
        account in nearly every request."""
        if args or named.keys() != {"pk"}:
            return super().get(*args, **named)
        row = _BY_ID.first(self.db, id=named["pk"])
        if row is None:
            raise self.model.DoesNotExist
        return self.model.from_db(self.db, columns(Account), row)

    def create_user(self, handle: str, password: str, **fields: Any) -> "Account":
        account = self.model(name=fields.pop("name", handle), **fields)
        account.sign_up(handle, password)
        return account


class Account(AbstractBaseUser, PermissionsMixin):
    """A person, or a guest who may become one."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    handle = models.CharField(max_length=HANDLE_LENGTH, null=True)  # noqa: DJ001 (guests have none, and it is unique)
    name = models.CharField(max_length=NAME_LENGTH)
    email = models.EmailField(blank=True, default="")
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    joined = models.DateTimeField(default=timezone.now)
    theme = models.CharField(max_length=5, blank=True, default="")

    objects = AccountManager()
    USERNAME_FIELD = "handle"
    EMAIL_FIELD = "email"

    class Meta:
        constraints = (models.UniqueConstraint(Lower("handle"), name="one_account_per_handle"),)

    def __str__(self) -> str:
        return self.name

    @property
    def is_guest(self) -> bool:
        """A guest has no handle yet."""
        return self.handle is None

    @property
    def shown_name(self) -> str:
        """What others see. Guests who did not say what to call them carry the end of their id, so that two
        at one table can be told apart."""
        return f"{self.name} {self.pk.hex[-3:].upper()}" if self.is_nameless else self.name

    @property
    def is_nameless(self) -> bool:
        """A guest who has not said yet what to call them."""
        return self.is_guest and self.name == GUEST

    def sign_up(self, handle: str, password: str) -> None:
        """Turn a guest into a member; everything tied to the row stays."""
        self.handle = handle
        if self.name == GUEST:
            self.name = handle
        self.set_password(password)
        self.save()

    def change_password(self, password: str) -> None:
        """Lock out whoever knew the old password: sessions end by themselves, tokens and passkeys are
        removed here."""
        self.set_password(password)
        with transaction.atomic():
            self.save(update_fields=["password"])
            ApiToken.objects.filter(account=self).delete()
            self.passkeys.all().delete()

    def erase(self) -> None:
        """Delete name, email, tokens and sign-in failures. Logs keep the id, which now names nobody."""
        from axes.models import AccessAttempt

        if self.handle:
            handle = canonical_handle(self.handle)
            named = Q(username=handle) | Q(username__startswith=f"{handle}{DEVICE_MARK}")
            AccessAttempt.objects.filter(named).delete()
        self.delete()


_BY_ID = Compiled(lambda: Account.objects.filter(pk=Given(Account, "id")).values_list(*columns(Account)))


class ApiToken(models.Model):
    """A personal token for the JSON API. Only its hash is stored, so a stolen database is no use for
    signing in."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="tokens")
    label = models.CharField(max_length=LABEL_LENGTH)
    digest = models.CharField(max_length=64, unique=True)
    made = models.DateTimeField(default=timezone.now)
    used = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.label

    @classmethod
    def issue(cls, account: Account, label: str) -> tuple[Self, str]:
        """Create a token and its secret. The secret is known only now; the row stores its digest."""
        secret = TOKEN_PREFIX + secrets.token_urlsafe(32)
        return cls.objects.create(account=account, label=label, digest=_digest(secret)), secret

    @classmethod
    def find_valid(cls, secret: str) -> Self | None:
        """The valid token behind a secret; notes its use."""
        row = _BY_DIGEST.first(digest=_digest(secret))
        if row is None:
            return None
        own = columns(cls)
        token = cls.from_db(DEFAULT_DB_ALIAS, own, row[: len(own)])
        token.account = Account.from_db(DEFAULT_DB_ALIAS, columns(Account), row[len(own) :])
        if not token.account.is_active:
            return None
        token._note_use()
        return token

    def _note_use(self) -> None:
        """Updated at most once a minute, which is precise enough and avoids a write on every read."""
        now = timezone.now()
        if self.used is None or now - self.used >= USED_GRAIN:
            ApiToken.objects.filter(pk=self.pk).update(used=now)


_BY_DIGEST = Compiled(
    lambda: ApiToken.objects.filter(digest=Given(ApiToken, "digest")).values_list(
        *columns(ApiToken), *(f"account__{name}" for name in columns(Account))
    )
)


def _digest(secret: str) -> str:
    """A plain hash is enough: the secret is 256 random bits, so there is nothing to guess."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


class DatabaseAccounts:
    """The rows of accounts, as `muster.app.accounts.accounts` writes them."""

    def together(self) -> AbstractContextManager[object]:
        return transaction.atomic()

    def id_of(self, account: Account) -> str:
        return str(account.pk)

    def open_guest(self) -> Account:
        return Account.objects.open_guest()

    def open_member(self, handle: str, password: str, name: str, *, staff: bool = False) -> Account:
        return Account.objects.create_user(handle, password, name=name, is_staff=staff)

    def set_member(self, guest: Account | None, profile: SignUp) -> Account:
        account = guest or Account(name=GUEST)
        account.name, account.email = profile.name or account.name, profile.email
        account.sign_up(profile.handle, profile.password)
        return account

    def set_profile(self, account: Account, name: str, email: str | None = None) -> None:
        account.name, account.email = name, account.email if email is None else email
        account.save(update_fields=["name", "email"])

    def set_password(self, account: Account, password: str) -> None:
        account.change_password(password)

    def set_staff(self, account: Account, staff: bool) -> None:
        account.is_staff = staff
        account.save(update_fields=["is_staff"])

    def remove(self, account: Account) -> None:
        account.erase()

    def count_tokens(self, account: Account) -> int:
        Account.objects.select_for_update().get(pk=account.pk)
        return ApiToken.objects.filter(account=account).count()

    def add_token(self, account: Account, label: str) -> tuple["ApiToken", str]:
        return ApiToken.issue(account, label)

    def remove_token(self, account: Account, token: uuid.UUID) -> bool:
        gone, _ = ApiToken.objects.filter(account=account, pk=token).delete()
        return bool(gone)


ACCOUNTS: Final = DatabaseAccounts()


def names_of(ids: set[str]) -> dict[str, str]:
    """Display names by account id, in one query. Deleted accounts and unknown ids from imported logs are
    former players."""
    real = [id for id in map(_as_id, ids) if id]
    if not real:
        return dict.fromkeys(ids, FORMER_PLAYER)
    places = (
        1 << (len(real) - 1).bit_length()
    )  # powers of two, each compiled once; the first id fills the rest
    asked = [*real, *real[:1] * (places - len(real))]
    rows = _names_question(places).rows(**{f"id{place}": id for place, id in enumerate(asked)})
    people = [Account(id=id, name=name, handle=handle) for id, name, handle in rows]
    return dict.fromkeys(ids, FORMER_PLAYER) | {str(person.pk): person.shown_name for person in people}


def _as_id(text: str) -> uuid.UUID | None:
    """An account's id; None if this is not a UUID."""
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


@cache
def _names_question(places: int) -> Compiled:
    """The compiled query for this many accounts."""
    given: Any = [Given(Account, "id", f"id{place}") for place in range(places)]
    return Compiled(lambda: Account.objects.filter(pk__in=given).values_list("id", "name", "handle"))
