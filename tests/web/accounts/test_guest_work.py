"""Signing in where somebody was a guest brings their work along, if they say so, and nobody else's."""

import pytest
from django.test import Client

from muster.app.accounts.guest_work import HANDLERS, BringAlong
from muster.app.acting import Act
from muster.rules.violations import Refused
from muster.store.accounts import Account, new_id
from muster.store.armies import DatabaseArmies
from muster.store.collection import DatabaseCollection
from muster.web.tournament.requests import tournaments
from tests.web.account_fixtures import PASSWORD, guest, person, signed_in, text_of
from tests.web.site_desks import site_clubs, site_registers

pytestmark = pytest.mark.django_db


def sign_in(client: Client, **more: str):
    return client.post("/sign-in", {"handle": "Ada", "password": PASSWORD, **more})


@pytest.fixture
def busy() -> tuple[Client, Account]:
    """A guest with an army, a campaign with a Register of their own, an event and a seat in it."""
    client, account = guest()
    client.post("/armies/new", {"faction": "empire"})
    club = client.post("/tours/clubs/new", {"name": "Endor"})["Location"].rpartition("/")[2]
    client.post(f"/tours/new?club={club}", {"faction": "rebels", "club": club})
    client.post("/events/new", {"name": "Endor Open", "self_entry": "on"})
    DatabaseCollection().set_owned(str(account.pk), {"au": 3})
    return client, account


def test_guest_work_is_offered_and_brought_along(busy):
    client, was = busy
    ada = person("Ada")
    DatabaseCollection().set_owned(str(ada.pk), {"au": 1})
    offer = sign_in(client, next="/armies")
    assert offer["Location"] == "/you/guest-work?next=%2Farmies"
    shown = text_of(client.get(offer["Location"]))
    assert all(words in shown for words in ("1 army", "1 Register", "1 campaign", "1 event", "1 card"))
    assert client.post("/you/guest-work", {"do": "bring", "next": "/armies"})["Location"] == "/armies"
    me, other = str(ada.pk), str(was.pk)
    assert len(DatabaseArmies().armies_of(me)) == 1 and not DatabaseArmies().armies_of(other)
    assert DatabaseCollection().cards_of(me) == {"au": 3}
    [(stream, club)] = site_clubs().mine(me)
    assert club.arbitrator == me and club.members == (me,)
    [(register, _)] = site_registers().mine(me)
    assert club.registers in ({}, {register: me})
    [event] = tournaments().stream_roles.streams(me, "owner", "tournament:")
    assert tournaments().load(event).state.organiser == me
    assert client.get(f"/event/{event.partition(':')[2]}/desk").status_code == 200
    assert client.get("/you/guest-work")["Location"] == "/you", "offered once"
    assert stream


def test_left_work_stays_with_the_guest(busy):
    client, was = busy
    ada = person("Ada")
    sign_in(client)
    assert client.post("/you/guest-work", {"do": "leave"}).status_code == 302
    assert not DatabaseArmies().armies_of(str(ada.pk)) and DatabaseArmies().armies_of(str(was.pk))
    assert client.post("/you/guest-work", {"do": "bring"}).status_code == 404


def test_a_guest_without_work_is_no_matter():
    person("Ada")
    client, _ = guest()
    assert sign_in(client, next="/armies")["Location"] == "/armies"


def test_nobody_takes_the_work_of_a_guest_of_another_device(busy, rf):
    from muster.web.accounts.guest_work import desk_of

    _, was = busy
    eve = person("Eve")
    act = Act(str(eve.pk), was.joined, str(new_id()))
    with pytest.raises(Refused, match="no_guest_work"):
        HANDLERS.handle(desk_of(rf.get("/"), ""), act, BringAlong(guest=str(was.pk)))
    ada = person("Ada")
    with pytest.raises(Refused, match="no_guest_work"):
        HANDLERS.handle(desk_of(rf.get("/"), str(ada.pk)), act, BringAlong(guest=str(ada.pk)))
    assert signed_in(eve).post("/you/guest-work", {"do": "bring"}).status_code == 404
    assert DatabaseArmies().armies_of(str(was.pk))
