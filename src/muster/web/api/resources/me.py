"""The account that calls."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja import Router, Schema
from pydantic import Field

from muster.app.accounts.accounts import rename_account
from muster.app.accounts.names import NAME_LENGTH, name_problem
from muster.rules.violations import Refused
from muster.store.accounts import ACCOUNTS, Account
from muster.web.api.answers import field_violation, reply, shape
from muster.web.api.auth import ACCOUNT, account_of
from muster.web.api.repeats import idempotent

router = Router(tags=["Me"], auth=ACCOUNT)


class Me(Schema):
    """An account as its owner sees it."""

    id: UUID
    handle: str | None = Field(description="null for a guest")
    name: str
    email: str
    guest: bool
    joined: datetime


class MeChange(Schema, extra="forbid"):
    """What may be changed here."""

    name: str = Field(min_length=1, max_length=NAME_LENGTH)


def as_me(account: Account) -> dict[str, Any]:
    return shape(Me, account, id=account.pk, guest=account.is_guest)


@router.get("", response=Me, url_name="api-me", summary="Who am I")
def get_me(request: HttpRequest) -> HttpResponse:
    """The account behind the token or the session."""
    return reply(as_me(account_of(request)))


@router.patch("", response=Me, summary="Change my name")
@idempotent
def change_me(request: HttpRequest, change: MeChange) -> HttpResponse:
    """The name other players see."""
    if problem := name_problem(change.name):
        raise Refused(field_violation("body.name", problem))
    account = account_of(request)
    rename_account(ACCOUNTS, account, change.name)
    return reply(as_me(account))
