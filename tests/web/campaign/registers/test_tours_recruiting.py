"""Recruiting and beginning in a club: folded slots, effects, a running total, a Register in its club."""

import re

import pytest

from muster.rules.cards import catalogue
from muster.web.campaign.registers.upgrades import effect_line
from tests.web.account_fixtures import html_of, person, signed_in
from tests.web.site_desks import site_registers
from tests.web.tour_club_fixtures import House, house  # noqa: F401
from tests.web.tour_phone import founded
from tests.web.two_phones import Table

pytestmark = pytest.mark.django_db
CAT = catalogue()


def card(name: str):
    return next(upgrade for upgrade in CAT.data.upgrades if upgrade.name == name)


@pytest.fixture
def stormtroopers() -> str:
    """The page of Stormtroopers that would join a Register."""
    account = person("Ada")
    at = f"/tours/register/{founded(account).removeprefix('register:')}/recruit"
    unit = next(unit for unit in CAT.data.units if unit.name == "Stormtroopers" and not unit.unique)
    return html_of(signed_in(account).get(f"{at}?unit={unit.id}"))


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("DLT-19 Stormtrooper", "Range 1–4, 2 red dice, Impact 1"),
        ("Targeting Scopes", "Precise 1"),
        ("Imperial March", "Charge; used once a game"),
        ("Improvised Orders", "Exhausted when used"),
    ],
)
def test_the_effect_of_an_upgrade_in_a_line(name, line):
    assert effect_line(card(name)) == line


def test_slots_are_folded_and_every_card_says_what_it_does(stormtroopers):
    head = r'<details class="barred"(?: open)?>\s*<summary>\s*<svg.*?</svg>(.*?)</summary>'
    folded = re.findall(head, stormtroopers, re.S)
    assert any("Heavy weapon," in " ".join(text.split()) for text in folded)
    assert "Range 1–4, 2 red dice, Impact 1" in stormtroopers


def test_the_running_total_has_what_it_adds_up(stormtroopers):
    unit = int(re.search(r'data-sum="(\d+)"', stormtroopers)[1])
    left = int(re.search(r'data-of="(\d+)"', stormtroopers)[1])
    shown = dict(re.findall(r'data-shows="(\w+)">(\d+)<', stormtroopers))
    assert shown == {"sum": str(unit), "left": str(left - unit)}
    ticks = re.findall(r'name="upgrade" value="(\w+)"\s+data-points="(\d+)"', stormtroopers)
    assert dict(ticks)[card("DLT-19 Stormtrooper").id] == str(card("DLT-19 Stormtrooper").points)


def test_a_register_begun_from_the_club_plays_there(house: House):  # noqa: F811
    cat = house.clients["cat"]
    begin = re.search(r'href="(/tours/new\?club=\w+)"', html_of(cat.get(house.at)))[1]
    page = html_of(cat.get(begin))
    assert f'name="club" value="{house.id}"' in page and "It plays in Endor Winter" in page
    form = {"faction": "empire", "club": house.id, "key": "one"}
    first, again = (cat.post("/tours/new", form)["Location"] for _ in range(2))
    assert first == again
    stream = f"register:{first.rpartition('/')[2]}"
    assert site_registers().logs.register(stream).state.campaign == house.stream
    assert house.club.registers[stream] == house.pk("cat")


def test_nobody_begins_in_a_club_of_others(house: House):  # noqa: F811
    form = {"faction": "empire", "club": house.id, "key": "one"}
    before = site_registers().streams(house.pk("zoe"))
    assert house.clients["zoe"].post("/tours/new", form).status_code == 404
    assert site_registers().streams(house.pk("zoe")) == before


def test_in_a_new_club_inviting_comes_first(house: House):  # noqa: F811
    begun = house.clients["zoe"].post("/tours/clubs/new", {"name": "Alone", "key": "begin"})["Location"]
    page = html_of(house.clients["zoe"].get(begun))
    assert page.index("Invite players") < page.index("New Register")
    assert "Invite players" not in house.get("cat")


@pytest.mark.parametrize(("form", "shown"), [({}, ["Won", "Lost"]), ({"vp": "9"}, ["9", "0"])])
def test_without_victory_points_written_there_is_no_0_to_0(form, shown):
    table = Table().recorded(**form)
    page = html_of(table.ada.client.get(f"/tours/club/{table.club.removeprefix('campaign:')}"))
    sides = re.findall(r"<li data-(?:won|lost)>(.*?)</li>", page, re.S)
    assert [re.findall(r"<span(?: class=\"num\")?>(\w+)<", side)[-1] for side in sides] == shown
    assert ("victory points" in page) == bool(form)
