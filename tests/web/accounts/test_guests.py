"""A first write makes a guest; one that is refused leaves nobody behind."""

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session

from muster.store.accounts import Account
from tests.web.account_fixtures import person, signed_in

pytestmark = pytest.mark.django_db

LONG = "x" * 5000
FORMS = {
    "a campaign": ("/tours/clubs/new", {"name": LONG}, {"name": "Endor"}),
    "a Register": ("/tours/new", {"faction": "nobody"}, {"faction": "empire"}),
    "a story arc": ("/tours/arcs", {"text": "{}"}, None),
    "an event": ("/events/new", {"name": LONG}, {"name": "Endor Open"}),
    "a table's setup": ("/tables/setup", {"name1": LONG, "name2": "Bo"}, None),
    "a dice table": ("/dice/table", {"name": LONG}, {"name": "Friday"}),
    "a roll": ("/table/{table}/roll", {"dice": "none"}, None),
    "a place in an event": ("/event/{event}/join", {"name": LONG}, {"name": "Finn"}),
    "a card owned": ("/collection/count", {"card-??": "1"}, None),
    "a product owned": ("/collection/product", {"name": "No such box"}, None),
    "an army": ("/armies/new", {"faction": "nobody"}, {"faction": "empire"}),
}


@pytest.fixture
def places() -> dict[str, str]:
    """What Ada has opened to others."""
    ada = signed_in(person("Ada"))
    table = ada.post("/dice/table", {"name": "Friday"})["Location"].removeprefix("/table/")
    opened = ada.post("/events/new", {"name": "Endor", "self_entry": "on", "public": "on"})["Location"]
    event = opened.removeprefix("/event/").removesuffix("/desk")
    ada.post(f"/event/{event}/desk/act/announce")
    return {"table": table, "event": event}


@pytest.mark.parametrize(("address", "refused", "works"), FORMS.values(), ids=FORMS.keys())
def test_a_refused_form_leaves_no_guest_behind(client, places, address, refused, works):
    address = address.format(**places)
    before, sessions = Account.objects.count(), Session.objects.count()
    answer = client.post(address, refused)
    assert answer.status_code == (404 if address == "/collection/count" else 422)
    assert not answer.wsgi_request.user.is_authenticated
    assert (Account.objects.count(), Session.objects.count()) == (before, sessions)
    if works is not None:
        assert client.post(address, works).status_code == 302
        assert Account.objects.count() == before + 1 and SESSION_KEY in client.session


def test_somebody_who_was_there_before_stays(client, places):
    client.post("/dice/table", {"name": "Mine"})
    guest = client.session[SESSION_KEY]
    assert client.post("/tours/clubs/new", {"name": LONG}).status_code == 422
    assert client.session[SESSION_KEY] == guest
    assert Account.objects.filter(pk=guest).exists()
