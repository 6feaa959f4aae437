"""Accounts: plain rows, written through Django's own auth.

A guest is an account without a password, tied to a session. Signing up gives the same row a handle and a
password, so whatever the guest made stays theirs. Logs name people only by this row's id: deleting the row
erases the person and leaves the log true.
"""

import uuid
from typing import Any

import uuid_utils
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

HANDLE_LENGTH = 40
NAME_LENGTH = 60
FORMER_PLAYER = "Former player"


def new_id() -> uuid.UUID:
    """A fresh UUIDv7: unique, and sorted by the time it was made."""
    return uuid.UUID(bytes=uuid_utils.uuid7().bytes)


class AccountManager(BaseUserManager["Account"]):
    """Makes accounts; looks handles up without regard to case."""

    def get_by_natural_key(self, username: str | None) -> "Account":
        return self.get(handle__iexact=username)

    def open_guest(self) -> "Account":
        """A row for somebody who just starts."""
        guest = self.model(handle=None, name="Guest")
        guest.set_unusable_password()
        guest.save(using=self._db)
        return guest

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

    def sign_up(self, handle: str, password: str) -> None:
        """A guest becomes a person; everything tied to the row stays."""
        self.handle = handle
        if self.name == "Guest":
            self.name = handle
        self.set_password(password)
        self.save()


class ApiToken(models.Model):
    """A personal token for the JSON API. Only its hash is kept: a lost database opens no door."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="tokens")
    label = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    made = models.DateTimeField(default=timezone.now)
    used = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.label


def names_of(ids: set[str]) -> dict[str, str]:
    """Display names by account id, in one query; somebody who left is a former player."""
    rows = Account.objects.filter(pk__in=ids).values_list("pk", "name")
    return dict.fromkeys(ids, FORMER_PLAYER) | {str(pk): name for pk, name in rows}
