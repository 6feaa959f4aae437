"""Pages of a campaign speak of things by their names: no id of ours stands where a person reads."""

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve

from muster.rules.campaign.library.library import library
from muster.rules.campaign.register import events
from tests.web.kept_world import kept
from tests.web.raw_ids import RAW, raw_in
from tests.web.two_phones import Table

pytestmark = pytest.mark.django_db
HERE = re.compile(r'href="((?:/tours|/battle|/chronicle)[^"#]*)')
DOWNLOADS = ("tour-print", "tour-club-export", "tour-club-dates", "tour-arc-example", "tour-feed")
EACH = 2
"""So many addresses of one page are looked at: with other questions asked, about other units."""


def linked(client: Client, *starts: str) -> Iterator[tuple[str, Any]]:
    """The pages of the campaign that links lead to, from these on; each page a few times."""
    waiting, seen, often = list(starts), set(starts), dict[str, int]()
    while waiting:
        address = waiting.pop(0)
        name = resolve(address.partition("?")[0]).url_name or ""
        often[name] = often.get(name, 0) + 1
        if name in DOWNLOADS or often[name] > EACH * (1 + address.count("=")):
            continue
        response = client.get(address)
        if response.status_code == 200:
            yield address, response
            found = dict.fromkeys(
                html.unescape(address) for address in HERE.findall(response.content.decode())
            )
            waiting += [address for address in found if address not in seen]
            seen |= set(found)


def lived() -> Table:
    """Ada's Register has one of everything there is to have."""
    table, books = Table(), library()
    spoils = [events.AssetAdded(asset.id, asset.name) for asset in books.assets.values()]
    spoils += [
        events.CommendationAwarded("d2", commendation.id, commendation.name)
        for commendation in books.commendations.values()
    ]
    spoils += [
        events.SetbackGained("d3", setback.id, setback.name, "casualty-check")
        for setback in books.setbacks.values()
    ]
    spoils += [
        events.KeywordGained("d4", keyword.id, keyword.name, "agenda") for keyword in books.keywords.values()
    ]
    trait = next(iter(books.traits.values()))
    spoils += [
        events.TraitGained("d1", trait.id, trait.name, "", trait.games),
        events.SupplyChanged(5, "battle"),
    ]
    table.ada.happened(*spoils, events.AgendaProgressed("keep-them-in-line", 2, "battle:story"))
    return table


@pytest.fixture
def table(db) -> Table:
    return kept(lived)


def test_an_id_is_told_from_a_word():
    assert RAW.findall("keep-them-in-line, d12 (guest1): register:ab, victory_points, a well-known unit") == [
        "keep-them-in-line", "d12", "guest1", "register:ab", "victory_points",
    ]  # fmt: skip


def test_no_page_that_links_lead_to_shows_an_id(table):
    club = f"/tours/club/{table.club.removeprefix('campaign:')}"
    table.recorded(**{"fate-d2": "defeated"}).finished()
    visited = {}
    for client in (table.ada.client, table.arbitrator):
        for address, response in linked(client, "/tours", club, table.ada.at):
            visited[address] = raw_in(response)
    names = {resolve(address.partition("?")[0]).url_name for address in visited}
    assert names >= {
        "tours",
        "tour-register",
        "tour-chronicle",
        "tour-plan",
        "tour-club",
        "tour-battle",
        "tour-correct",
    }
    assert not {address: found for address, found in visited.items() if found}
