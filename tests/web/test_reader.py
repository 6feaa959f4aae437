"""For whom a page is made: what a device keeps copies and waiting changes apart by."""

import re

import pytest
from django.conf import settings
from django.test import Client

from muster.store.accounts import Account
from tests.web.account_fixtures import PASSWORD, signed_in

pytestmark = pytest.mark.django_db


def reader(client: Client, path: str = "/rules/1") -> str:
    """The page and its header say the same."""
    answer = client.get(path)
    found = re.search(r'<html lang="en" data-reader="(\w+)"', answer.content.decode())
    assert found and found[1] == answer["Muster-Reader"]
    return found[1]


def test_every_session_has_a_reader_of_its_own_and_nobody_is_a_guest():
    ada, bo = (signed_in(Account.objects.create_user(handle, PASSWORD)) for handle in ("ada", "bo"))
    assert reader(Client()) == "guest"
    assert reader(ada) == reader(ada, "/armies") != reader(bo)
    assert "guest" not in {reader(ada), reader(bo)}
    assert reader(ada) not in ada.cookies[settings.SESSION_COOKIE_NAME].value


def test_who_signs_in_again_is_another_reader(client):
    account = Account.objects.create_user("ada", PASSWORD)
    first = reader(signed_in(account))
    assert reader(signed_in(account)) != first


def test_the_reader_costs_no_question(django_assert_num_queries):
    ada = signed_in(Account.objects.create_user("ada", PASSWORD))
    with django_assert_num_queries(0):
        ada.get("/offline")


def test_games_and_accounts_are_never_kept_and_my_own_pages_are():
    """The worker's two lists, held against addresses of the site."""
    worker = b"".join(Client().get("/sw.js").streaming_content).decode()
    never, mine = (re.search(rf"^const {name} = /(.*)/;$", worker, re.M)[1] for name in ("NEVER", "MINE"))
    battle, event, army = (
        "/battle/" + "0a" * 16,
        "/event/" + "0a" * 16,
        f"/armies/{'0' * 8}-0000-0000-0000-{'0' * 12}",
    )
    for path in (
        "/game/abc",
        "/game/abc/log",
        "/you",
        "/you/tokens",
        "/you/devices",
        "/you/data",
        "/you/data.zip",
        "/you/passkeys",
        "/sign-in",
        "/sign-in/passkey",
        "/sign-up",
        "/api/v1/rules",
        "/live",
    ):
        assert re.search(never, path), path
    for path in (
        "/",
        "/armies",
        army,
        "/tours",
        "/tours/register/" + "0a" * 16,
        battle,
        f"{battle}_red",
        f"{event}/me",
    ):
        assert re.search(mine, path) and not re.search(never, path), path
    for path in (f"{army}/share", f"{event}/desk", f"{event}/judge", "/tours/new", f"{battle}/evidence"):
        assert not re.search(mine, path), path
