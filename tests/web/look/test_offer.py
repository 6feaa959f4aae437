"""A look around is offered while a server is fresh, or as its owner says; never within the demo."""

import pytest

from muster.store.accounts import Account
from muster.web.look.offer import is_offered, offer_cache

LINK = b'href="/look/as/ann"'


@pytest.mark.django_db
def test_the_first_page_offers_it_until_somebody_has_signed_up(client):
    offer_cache.clear()
    Account.objects.create(handle=None)  # a guest is nobody yet
    assert LINK in client.get("/").content
    Account.objects.create_user("dana", "a long enough secret")
    assert not is_offered()


@pytest.mark.django_db
def test_the_owner_decides(monkeypatch, settings):
    monkeypatch.setenv("MUSTER_LOOK", "0")
    assert not is_offered()
    monkeypatch.setenv("MUSTER_LOOK", "1")
    Account.objects.create_user("dana", "a long enough secret")
    assert is_offered()
    settings.DEMO_ROOT = "/look"
    assert not is_offered()


def test_a_site_without_a_demo_says_that_there_is_no_such_page(client, db, monkeypatch):
    monkeypatch.setenv("MUSTER_LOOK", "0")
    assert client.get("/look/as/ann").status_code == 404
    assert client.get("/as/ann").status_code == 404
