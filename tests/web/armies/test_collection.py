"""The collection: counted card by card, warned about, never a reason for illegality."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from muster.app.acting import Act
from muster.app.armies import saving
from muster.rules.armies.building.collection import MOST_OWNED, cards_needed, missing_cards
from muster.rules.armies.building.edits import add_unit, equip, new_army, set_count
from muster.rules.cards import catalogue
from muster.rules.messages import explain
from muster.store.accounts import Account, new_id
from muster.store.armies import DatabaseArmies, new_code
from muster.store.collection import DatabaseCollection, OwnedCard

CAT = catalogue()
STORMTROOPERS = next(u for u in CAT.data.units if u.full_name == "Stormtroopers")


@pytest.fixture
def client():
    return Client(headers={"host": "localhost"})


def owned_by_the_only_account():
    return DatabaseCollection().cards_of(str(Account.objects.get().pk))


def army():
    base = add_unit(new_army("empire", CAT), CAT, STORMTROOPERS.id)
    return set_count(base, base.units[0].key, 3)


def test_an_army_needs_every_card_as_often_as_it_stands_on_the_table():
    upgrade = CAT.upgrades_for(STORMTROOPERS)["heavy-weapon"][0]
    equipped = equip(army(), "u1", upgrade.id)
    assert cards_needed(equipped) == {STORMTROOPERS.id: 3, upgrade.id: 3}


def test_only_what_is_counted_and_short_is_noted():
    assert missing_cards(army(), {}, CAT) == ()
    assert missing_cards(army(), {STORMTROOPERS.id: 3}, CAT) == ()
    (note,) = missing_cards(army(), {STORMTROOPERS.id: 2}, CAT)
    assert note.params == {"card": "Stormtroopers", "need": 3, "have": 2}
    assert "Stormtroopers" in explain(note)
    upgrade = CAT.upgrades_for(STORMTROOPERS)["heavy-weapon"][0]
    assert missing_cards(equip(army(), "u1", upgrade.id), {STORMTROOPERS.id: 3}, CAT) == ()


@pytest.mark.django_db
def test_counting_keeps_and_the_page_shows_it(client):
    client.post("/collection/count", {f"card-{STORMTROOPERS.id}": "4"})
    assert owned_by_the_only_account() == {STORMTROOPERS.id: 4}
    page = client.get("/collection?faction=empire").content.decode()
    assert f'name="card-{STORMTROOPERS.id}"' in page
    assert "4 cards counted" in page
    client.post("/collection/count", {f"card-{STORMTROOPERS.id}": "0"})
    assert owned_by_the_only_account() == {}


@pytest.mark.django_db
def test_a_product_counts_everything_in_it(client):
    product = next(p for p in CAT.data.products if len(p.units) > 1)
    for _ in range(MOST_OWNED + 1):
        client.post("/collection/product", {"name": product.name})
    assert owned_by_the_only_account() == dict.fromkeys(product.units, MOST_OWNED)


@pytest.mark.django_db
def test_the_form_of_a_product_sent_twice_counts_it_once(client):
    product = next(p for p in CAT.data.products if len(p.units) > 1)
    for times in (1, 2):
        page = client.get(f"/collection?faction={product.faction}").content.decode()
        form = page.partition('action="/collection/product"')[2].partition("</form>")[0]
        sent = {"name": product.name} | dict(re.findall(r'name="(key|next)" value="([^"]+)"', form))
        assert {client.post("/collection/product", sent).status_code for _ in range(2)} == {302}
        assert owned_by_the_only_account() == dict.fromkeys(product.units, times)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "form", "status"),
    [
        ("count", {"card-zz": "1"}, 404),
        ("count", {f"card-{STORMTROOPERS.id}": "100"}, 422),
        ("count", {f"card-{STORMTROOPERS.id}": "-1"}, 422),
        ("count", {f"card-{STORMTROOPERS.id}": "9" * 50}, 422),
        ("count", {"card-aa": "1"}, 422),
        ("product", {"name": "A box nobody knows"}, 422),
    ],
)
def test_nonsense_is_refused_and_nothing_is_kept(client, path, form, status):
    form = {**form, f"card-{STORMTROOPERS.id}": form.get(f"card-{STORMTROOPERS.id}", "1")}
    assert client.post(f"/collection/{path}", form).status_code == status
    assert not OwnedCard.objects.exists()


@pytest.mark.django_db
def test_every_faction_and_kind_has_its_page(client):
    for faction in ("empire", "rebels", "republic", "separatists", "mercenary", "mandalorians", "nonsense"):
        for kind in ("unit", "upgrade"):
            assert client.get(f"/collection?faction={faction}&kind={kind}").status_code == 200


@pytest.mark.django_db
def test_the_builder_says_when_an_army_needs_more_than_there_is(client):
    client.post("/collection/count", {f"card-{STORMTROOPERS.id}": "1"})
    owner = str(Account.objects.get().pk)
    saved = saving.create_army(
        DatabaseArmies(), Act(owner, timezone.now(), "made"), str(new_id()), new_code(), army()
    )
    page = client.get(f"/armies/{saved.id}?reasons=1").content.decode()
    assert "The army needs 3 of Stormtroopers; you own 1." in page
