"""What cards do, wherever a list or a Register shows them: a folded line that opens without scripts."""

import re
from html import unescape

import pytest
from django.test import Client

from muster.cli.demo.armies import full_army
from muster.rules.armies.exchange import write
from muster.rules.campaign.library.library import library
from muster.rules.campaign.register import events
from muster.rules.cards import catalogue
from tests.rules.campaign.at_the_table import DOCTRINE
from tests.web.account_fixtures import person, signed_in
from tests.web.army_fixtures import HEADERS, Builder
from tests.web.event_table_fixtures import Cup
from tests.web.kept_world import kept
from tests.web.tour_phone import adas_phone

pytestmark = pytest.mark.django_db
CAT = catalogue()
FOLD = re.compile(r'<details class="does"><summary[^>]*>(.*?)</summary>\s*<p>(.*?)</p>', re.DOTALL)
TAG = re.compile(r"<svg.*?</svg>|<[^>]+>", re.DOTALL)


def folds(page: str) -> dict[str, str]:
    """The folded lines of a page: what each says, and the sentences in it."""
    found = FOLD.findall(page)
    return {plain(name): plain(text) for name, text in found}


def plain(markup: str) -> str:
    return " ".join(unescape(TAG.sub(" ", markup)).split()).replace(" .", ".").replace(" ,", ",")


def told(card: str) -> str:
    """The effect as the data file has it."""
    effect = CAT.effect(CAT.cards[card])
    assert effect is not None
    return effect.plain


def test_the_chips_of_a_shared_list_and_its_hand_open_what_they_do() -> None:
    owner = signed_in(person("Ada"))
    made = Builder(owner, name="Snow Patrol")
    made.has(
        "add at",
        "equip u1 dt",
        "equip u1 Ll",
        "equip u1 fo",
        "add kg",
        "equip-theirs u2 dn",
        "hand-in ca",
        "hand-in bl",
    )
    owner.post(f"{made.address}/share", {"shared": "link", "hand": "open"})
    page = Client(headers=HEADERS).get(f"/a/{made.code}").content.decode()
    opened = {
        name.rpartition(" ")[0] if name[-1].isdigit() else name: text for name, text in folds(page).items()
    }
    assert opened["Force Push"] == told("dt")
    assert opened["Annul"] == "Not known yet: the card is not released. Tell us if you have the card."
    assert opened[CAT.upgrades["dn"].name] == told("dn"), "the counterpart's"
    assert opened[CAT.commands["ca"].name].startswith(told("ca"))
    assert opened["Ambush"] == "It brings its orders and nothing else."
    assert page.count('<details class="does"><summary class="slot">') == 4
    assert 'Gives <a href="/keywords/demoralize">Demoralize 1</a>.' in page
    owner.post(f"{made.address}/share", {"shared": "link"})
    hidden = folds(Client(headers=HEADERS).get(f"/a/{made.code}").content.decode())
    assert "Ambush" not in hidden and len(hidden) == 4
    assert 'class="does"' not in made.html(), "the builder fetches them"


def test_the_list_of_an_event_opens_what_its_upgrades_do() -> None:
    cup = Cup(profile="current", points=1000)
    army = full_army(CAT)
    listed = {"do": "hand", "text": write(army, "text", CAT).text}
    assert cup.phones["ann"].post(cup.at("/lists"), listed).status_code == 302
    page = folds(cup.phones["ann"].get(cup.at("/list/p1")).content.decode())
    cards = {card for entry in army.units for card in entry.upgrades} | {*army.command_hand}
    effects = [told(card) for card in cards if CAT.effect(CAT.cards[card])]
    assert effects and all(any(text.startswith(effect) for text in page.values()) for effect in effects)


def test_a_dossier_and_the_muster_open_what_their_cards_do() -> None:
    phone = kept(adas_phone)
    unlocked = events.ParagonCardUnlocked("d1", "enemy-down", "Enemy Down!", 2)
    phone.happened(unlocked)
    address = f"/tours/register/{phone.stream.removeprefix('register:')}"
    page = folds(phone.client.get(address).content.decode())
    name = CAT.upgrades[DOCTRINE].name
    unseen = "Not known: we have seen no picture of this card. Tell us if you have the card."
    assert page == {name: unseen, "Enemy Down!": library().paragon_cards["enemy-down"].words}
    phone.open()
    mustered = folds(phone.client.get(phone.at).content.decode())
    assert mustered[f"What {name} does"] == unseen
    form = {
        "unit": [dossier.id for dossier in phone.register.dossiers],
        "plan": "1",
        "hand": ["ca", "enemy-down"],
    }
    counted = folds(phone.client.post(f"{phone.at}/count", {"key": "none", **form}).content.decode())
    assert counted["What it does, Covert Observation"].startswith(told("ca"))
    assert counted["What it does, Enemy Down!"].startswith("Ordered units gain 2 Aims.")
