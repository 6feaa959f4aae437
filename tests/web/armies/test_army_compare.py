"""Two lists side by side: what changed, who may read it, and how the second list is chosen."""

import re

import pytest
from django.test import Client

from tests.web.account_fixtures import markup, person, signed_in, text_of
from tests.web.army_fixtures import HEADERS, Builder
from tests.web.kept_world import kept

pytestmark = pytest.mark.django_db


def adas_patrol() -> Builder:
    made = Builder(signed_in(person("Ada", name="Ada Marrok")), name="Snow Patrol")
    return made.has("add at", "add ay", "count u2 3", "hand-in bl")


@pytest.fixture
def patrol() -> Builder:
    return kept(adas_patrol)


@pytest.fixture
def stranger() -> Client:
    return Client(headers=HEADERS)


def shared(army: Builder, way: str = "link", **fields: str) -> str:
    assert army.client.post(f"{army.address}/share", {"shared": way, **fields}).status_code == 302
    return army.code


def compared(client: Client, a: str, b: str = "", status: int = 200) -> str:
    response = client.get("/armies/compare", {"a": a, "b": b} if b else {"a": a})
    assert response.status_code == status, text_of(response)
    return markup(response)


def words(text: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


def test_what_changed_between_two_lists(patrol: Builder) -> None:
    other = Builder(patrol.client, name="Ice Patrol").has(
        "add at", "add ay", "equip u2 ej", "add bg", "hand-in bm"
    )
    text = words(compared(patrol.client, patrol.id, other.id))
    assert "− 2 × Stormtroopers Removed, 84 points" in text
    assert "+ AT-ST Added, 145 points" in text
    assert "≠ Stormtroopers With DLT-19 Stormtrooper Changed, 42 to 62 points (+20)" in text
    assert "1 unit the same in both" in text
    assert "Points ≠ , differs 296 of 1,000 377 of 1,000" in text
    assert "Activations ≠ , differs 4 3" in text
    assert "Range 2 ≠ , differs 12 12 white; 4.5 hits" in text  # three times four white dice, surges hit
    assert "Command hand − Ambush Removed + Master of Evil Added" in text


def test_every_army_leads_to_the_choice_and_the_choice_to_the_comparison(patrol: Builder) -> None:
    assert f'href="/armies/compare?a={patrol.id}"' in patrol.html()
    other = Builder(patrol.client, name="Ice Patrol")
    choice = compared(patrol.client, patrol.id)
    assert f'href="/armies/compare?a={patrol.id}&amp;b={other.id}"' in choice
    assert f'"/armies/compare?a={patrol.id}&amp;b={patrol.id}"' not in choice
    assert "The units are the same in both" not in compared(patrol.client, patrol.id, other.id)


def test_a_link_that_was_pasted_names_an_army(patrol: Builder, stranger: Client) -> None:
    code = shared(patrol)
    text = compared(stranger, f"http://localhost/a/{code}/?x=1", code)
    assert "The units are the same in both" in text
    assert f'href="/a/{code}"' in text and patrol.id not in text


def test_the_hand_of_another_stays_with_its_owner(patrol: Builder) -> None:
    bo = Builder(signed_in(person("Bo")), name="Bo’s").has("add at", "hand-in bm")
    text = words(compared(bo.client, bo.id, shared(patrol)))
    assert "stay with the owner" in text and "Command hand Added" not in text
    assert "Ambush" not in text and "Master of Evil" not in text and "card the same" not in text
    shared(patrol, hand="open")
    told = words(compared(bo.client, bo.id, patrol.code))
    assert "Command hand − Master of Evil Removed + Ambush Added" in told


def test_a_private_army_looks_as_absent_as_any_other(patrol: Builder, stranger: Client) -> None:
    bo = Builder(signed_in(person("Bo")), name="Bo’s")
    for client in (stranger, bo.client):
        for hidden in (patrol.id, patrol.code, f"{patrol.id}.1", "nothing", "0" * 36, "x" * 300):
            response = client.get("/armies/compare", {"a": hidden})
            assert response.status_code == 404 and "shared with you" in text_of(response), hidden
            assert "Snow" not in text_of(response)
        assert client.get("/armies/compare", {"a": bo.code, "b": patrol.code}).status_code == 404


@pytest.mark.parametrize(("known", "typed"), [("a", "b"), ("b", "a")])
def test_a_code_that_nobody_has_is_typed_once_more(patrol: Builder, known: str, typed: str) -> None:
    response = patrol.client.get("/armies/compare", {known: patrol.id, typed: "no/such"})
    page = markup(response)
    assert response.status_code == 404 and "isn’t shared with you" in words(page)
    assert f'name="{known}" value="{patrol.id}"' in page and 'value="such"' in page
    assert "Compare with" in page and re.search(rf'id="other" name="{typed}"', page)


def test_an_older_version_of_ones_own_army(patrol: Builder, stranger: Client) -> None:
    history = patrol.html("/history")
    assert f"/armies/compare?a={patrol.id}.2&amp;b={patrol.id}" in history
    text = words(compared(patrol.client, f"{patrol.id}.2", patrol.id))  # Vader alone
    assert "Snow Patrol, version 2" in text and "+ 3 × Stormtroopers Added, 126 points" in text
    for number in ("99", "x", "-1", "²", "1.1"):
        compared(patrol.client, f"{patrol.id}.{number}", patrol.id, 404)
    shared(patrol)
    compared(stranger, f"{patrol.code}.1", patrol.code, 404)


def test_a_copy_is_compared_with_what_it_was_copied_from(patrol: Builder) -> None:
    bo = signed_in(person("Bo"))
    code = shared(patrol)
    made = bo.post("/armies/copy", {"code": code})["Location"].removeprefix("/armies/")
    choice = compared(bo, made)
    assert "The army it was copied from" in choice and f"?a={made}&amp;b={code}" in choice
    assert "Copied from" in markup(bo.get(f"/armies/{made}/history"))
    shared(patrol, "me")
    hidden = compared(bo, made)
    assert "copied from" not in hidden and code not in hidden
    own = patrol.client.post("/armies/copy", {"code": code})["Location"].removeprefix("/armies/")
    assert f"?a={own}&amp;b={code}" in compared(patrol.client, own)
    compared(patrol.client, own, code)


def test_a_shared_army_beside_mine_leads_to_what_differs(patrol: Builder) -> None:
    bo = Builder(signed_in(person("Bo")), name="Bo’s")
    beside = markup(bo.client.get(f"/a/{shared(patrol)}?with={bo.id}"))
    assert f'href="/armies/compare?a={bo.id}&amp;b={patrol.code}"' in beside


def test_nothing_to_compare_yet(stranger: Client) -> None:
    page = markup(stranger.get("/armies/compare"))
    assert 'name="a"' in page and "Your armies" not in page
