"""People for the tests of accounts and the API."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.test import Client

from muster.store.accounts import Account, ApiToken
from muster.store.members import devices
from muster.web.identity import BACKEND
from muster.web.sessions import SessionStore

PASSWORD = "a long walk on Hoth"


def person(handle: str = "Ada", **fields: Any) -> Account:
    return Account.objects.create_user(handle, PASSWORD, **fields)


def signed_in(account: Account, **options: Any) -> Client:
    """A browser with a session as signing in leaves it. Signing in itself, which counts failures and notes
    times, has tests of its own."""
    session = SessionStore()
    session[SESSION_KEY] = str(account.pk)
    session[BACKEND_SESSION_KEY] = BACKEND
    session[HASH_SESSION_KEY] = account.get_session_auth_hash()
    session.create()
    if not account.is_guest:
        devices.note_sign_in(account, session.session_key, "A browser")
    client = Client(**options)
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    return client


def guest() -> tuple[Client, Account]:
    account = Account.objects.open_guest()
    return signed_in(account), account


def bearer(account: Account, label: str = "test") -> dict[str, str]:
    return {"Authorization": f"Bearer {ApiToken.issue(account, label)[1]}"}


def markup(response: Any) -> str:
    """The page as a browser reads it: whitespace is one space, and none between tags."""
    return re.sub(r"> <", "><", re.sub(r"\s+", " ", response.content.decode()))


def text_of(response: Any) -> str:
    """What a person reads: the page without its tags, in one line."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", response.content.decode()))


def html_of(response: Any) -> str:
    """The page's markup in one line: where a template breaks its lines does not matter to a reader."""
    line = re.sub(r"\s+", " ", response.content.decode())
    return re.sub(r" (?=>)|(?<=>) (?=<)|(?<=>) (?=</)", "", line)


@pytest.fixture
def ada(db: None) -> Account:
    return person("Ada", name="Ada Marrok", email="ada@example.org")
