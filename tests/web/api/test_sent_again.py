"""A form that makes something, sent five times: it is made once, and every answer leads to it."""

import re

import pytest
from django.test import Client

from muster.store.accounts import Account
from muster.store.army_models import ArmyRow
from muster.store.log.models import LogStream

# Where the form is sent to, what somebody types, and the page with the form where it is a single one.
MAKING = {
    "a dice table": ("/dice/table", {"name": "Friday"}, "/dice"),
    "a game": ("/play", {"mode": "recon", "player": "Ada"}, "/play"),
    "a table to set up": (
        "/tables/setup",
        {"name1": "Ada", "name2": "Bo", "points1": "800", "points2": "790"},
        "/tables/setup",
    ),
    "an army": ("/armies/new", {"faction": "rebels"}, None),
    "an event": ("/events/new", {"name": "Hoth Open"}, None),
    "a Register": ("/tours/new", {"faction": "empire"}, None),
    "a campaign": ("/tours/clubs/new", {"name": "The Reach"}, "/tours/clubs/new"),
}


def made():
    return ArmyRow.objects.count() + LogStream.objects.count()


def hidden(client, page, field):
    """What the form with this field sends along."""
    forms = re.findall(r"<form\b.*?</form>", client.get(page).content.decode(), re.S)
    (form,) = (form for form in forms if f'name="{field}"' in form)
    return dict(re.findall(r'<input type="hidden"\s+name="(\w+)"\s+value="([^"]*)"', form))


@pytest.mark.django_db
@pytest.mark.parametrize("what", MAKING)
def test_it_is_made_once_and_every_answer_leads_there(what):
    address, typed, page = MAKING[what]
    client = Client()
    client.force_login(Account.objects.create_user("Ada", "a long walk on Hoth"))
    sent = hidden(client, page, next(iter(typed))) if page else {"key": "0190a1b2"}
    assert sent["key"], "the form carries a key"
    answers = [client.post(address, sent | typed) for _ in range(5)]
    assert {answer.status_code for answer in answers} == {302}, answers[-1].content.decode()[-3000:]
    (leads,) = {answer["Location"] for answer in answers}
    assert client.get(leads).status_code == 200
    assert made() == 1
