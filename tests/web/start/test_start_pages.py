"""The start page that knows me, help, hints, and what stands at the foot of every page."""

import re
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from PIL import Image

from muster.app.tournament import commands
from muster.rules.dice.links import from_query
from muster.rules.dice.odds import odds
from muster.rules.tournament.scoring.results import Slip, Tally
from muster.store.accounts import Account
from muster.web.dice.examples import ATTACKS, odds_with
from muster.web.environment import static_file
from muster.web.rooms import BAR, TOOLS
from muster.web.start.guides import guides
from muster.web.start.help import HINTS
from muster.web.start.start import JOBS
from muster_lab.bench.world import PEOPLE, season_of
from tests.web.account_fixtures import markup, signed_in
from tests.web.army_fixtures import HEADERS, Builder
from tests.web.event_table_fixtures import Cup
from tests.web.tour_phone import Phone
from tests.web.two_phones import Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return Client(headers=HEADERS)


def queries(client: Client, address: str = "/") -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


# The start page ---------------------------------------------------------------------------------------------


def test_a_guest_sees_what_it_is_in_one_picture_and_nothing_is_asked(client: Client) -> None:
    page = markup(client.get("/"))
    assert page.count('class="welcome-picture"') == 1
    assert "Open now" not in page
    assert queries(client) == 0


def test_a_campaign_is_started_for_oneself_or_for_a_club(client: Client) -> None:
    (address,) = re.findall(r'href="([^"]+)">Start a campaign<', markup(client.get("/")))
    page = markup(client.get(address))
    assert address == reverse("tour-club-new") and "What shall we call you?" in page
    alone = markup(client.get(reverse("tour-new")))
    assert f'href="{reverse("tour-new")}"' in page and "Which faction?" in alone


def test_three_jobs_have_one_primary_action_each(client: Client) -> None:
    page = markup(client.get("/"))
    primary = re.findall(r'<a class="btn" data-kind="primary"[^>]*href="([^"]+)"', page)
    assert primary == [reverse(job.url) for job in JOBS]
    assert len(primary) == 3
    assert all(client.get(address).status_code == 200 for address in primary)


def test_my_last_army_is_open_with_its_points_and_no_picture_any_more(client: Client) -> None:
    Builder(client, name="First")
    last = Builder(client, name="Second")
    page = markup(client.get("/"))
    assert re.findall(r'class="way-in" href="([^"]+)"', page) == [last.address]
    assert "Your last army: Empire, " in page
    assert "welcome-picture" not in page


def test_nobody_keeps_a_copy_of_what_is_mine(client: Client) -> None:
    assert client.get("/").get("Cache-Control") is None
    Builder(client)
    assert client.get("/")["Cache-Control"] == "no-store"


def test_the_number_of_queries_does_not_grow_with_battles() -> None:
    people = {handle: Account.objects.create_user(handle, "a long enough secret") for handle in PEOPLE}
    season = season_of(people)
    ann = signed_in(people["ann"])
    season.fight()
    few = queries(ann)
    for _ in range(2):
        season.fight()
    assert queries(ann) == few <= 20


def test_my_game_is_open_with_its_state(client: Client) -> None:
    game = client.post("/play", {"mode": "recon", "key": "a", "name": "Ann"})["Location"]
    page = markup(client.get("/"))
    assert f'href="{game}"' in page
    assert game not in markup(Client(headers=HEADERS).get("/"))


def test_my_game_is_found_again_on_another_device_of_mine() -> None:
    ann = Account.objects.create_user("ann", "a long enough secret")
    game = signed_in(ann).post("/play", {"mode": "recon", "key": "a", "name": "Ann"})["Location"]
    elsewhere = signed_in(ann)
    assert f'href="{game}"' in markup(elsewhere.get("/"))
    assert f'href="{game}"' in markup(elsewhere.get("/play"))
    assert f'href="{game}"' in markup(elsewhere.get("/search?q=ann"))


def test_my_table_is_open_with_opponent_and_clock_and_the_desk_for_who_runs_it() -> None:
    cup = Cup().announce()
    ann, olga = cup.phones["ann"], cup.phones["olga"]
    game = cup.pair()
    cup.my.do(cup.act(), cup.stream, commands.StartClock())
    mine = markup(ann.get("/"))
    assert f'href="{cup.at("/me")}"' in mine
    assert f"table {game.table}, against Bo Dahl" in mine
    assert '<time data-ends="' in mine
    assert f'href="{cup.at("/desk")}"' in markup(olga.get("/"))
    assert "Harrow Cup" not in markup(cup.phones["eve"].get("/"))
    assert queries(ann) <= 20


def test_a_result_that_waits_for_my_word_is_my_turn() -> None:
    cup = Cup().announce()
    cup.pair()
    ann, bo = cup.phones["ann"], cup.phones["bo"]
    assert "Your turn" not in markup(ann.get("/"))
    slip = Slip(tallies=(Tally(victory=6), Tally(victory=5)))
    cup.my.do(cup.act("bo"), cup.stream, commands.Report(number=1, slip=slip))
    assert "Your turn" in markup(ann.get("/"))
    assert "Your turn" not in markup(bo.get("/"))


def test_my_battle_waits_for_me() -> None:
    table = Table().open()
    ada = markup(table.ada.client.get("/"))
    assert f'href="{table.ada.at}" data-turn="mine"' in ada
    assert "Your turn: muster your army." in ada
    assert f'href="{table.bo.at}" data-turn="mine"' in markup(table.bo.client.get("/"))
    table.muster()
    turns = {name: turn_at(phone) for name, phone in (("ada", table.ada), ("bo", table.bo))}
    assert sorted(turns.values()) == ["mine", "theirs"]  # Blue puts an agenda into play first (rule 144)
    table.agendas()
    assert turn_at(table.ada) == turn_at(table.bo) == "mine"  # either may record how it ended


def turn_at(phone: Phone) -> str:
    """Whose turn a battle is, as somebody's start page says."""
    found = re.search(rf'href="{phone.at}" data-turn="([a-z]+)"', markup(phone.client.get("/")))
    return found[1] if found else ""


# Navigation -------------------------------------------------------------------------------------------------


def test_the_bar_has_five_places_and_tools_are_one_tap_from_start_and_search(client: Client) -> None:
    assert [way.name for way in BAR] == ["Armies", "Play", "Tours", "Events", "Search"]
    assert {"odds", "dice", "keywords", "tables"} <= {tool.url for tool in TOOLS}
    for address in ("/", "/search"):
        row = markup(client.get(address)).partition('class="tool-row"')[2].partition("</nav>")[0]
        assert all(f'href="{reverse(tool.url)}"' in row for tool in TOOLS)


def test_the_place_of_every_tool_is_marked(client: Client) -> None:
    for tool in TOOLS:
        page = markup(client.get(reverse(tool.url)))
        assert page.count('aria-current="true"') >= 1, tool
        assert f'class="tool" href="{reverse(tool.url)}" aria-current="page"' in page


# Help, hints and the foot -----------------------------------------------------------------------------------


@pytest.mark.parametrize("guide", guides(), ids=lambda guide: guide.id)
def test_every_guide_has_its_page_with_pictures_that_are_there(client: Client, guide) -> None:
    page = markup(client.get(f"/help/{guide.id}"))
    assert guide.lead in page
    assert f'href="{reverse(guide.url)}"' in page
    pictures = [step for step in guide.steps if step.picture]
    assert pictures
    for step in pictures:
        assert static_file(f"muster/help/{step.picture}.webp").stat().st_size < 60_000
        assert step.shows and f'alt="{step.shows}"' in page


def test_help_lists_every_guide(client: Client) -> None:
    page = markup(client.get("/help"))
    assert all(f'href="/help/{guide.id}"' in page for guide in guides())
    assert 'href="/play/help"' in page


@pytest.mark.parametrize(
    ("address", "guide"),
    [("/armies", "armies"), ("/tours", "campaigns"), ("/events", "events"), ("/search?q=zzzzzz", "rules")],
)
def test_an_empty_page_leads_to_help(client: Client, address: str, guide: str) -> None:
    empty = markup(client.get(address)).partition('class="empty"')[2]
    assert f'href="/help/{guide}"' in empty


@pytest.mark.parametrize("address", HINTS)
def test_a_hint_is_shown_until_it_is_closed(client: Client, address: str) -> None:
    assert HINTS[address].text in markup(client.get(address))
    closed = client.post("/hint", {"page": address})
    assert (closed.status_code, closed["Location"]) == (302, address)
    assert HINTS[address].text not in markup(client.get(address))
    other = next(hint for hint in HINTS if hint != address)
    assert HINTS[other].text in markup(client.get(other))


def test_hints_closed_one_after_the_other_all_stay_closed(client: Client) -> None:
    client.cookies["hints"] = "nonsense.armies"
    for address in HINTS:
        client.post("/hint", {"page": address})
    assert not any("first-hint" in markup(client.get(address)) for address in HINTS)
    assert "nonsense" not in client.cookies["hints"].value


@pytest.mark.parametrize("page", ["", "/nothing", "https://example.org/"])
def test_a_hint_leads_to_no_other_site(client: Client, page: str) -> None:
    assert client.post("/hint", {"page": page}).status_code == 404


def test_the_foot_has_help_privacy_contact_source_and_licence(client: Client) -> None:
    foot = markup(client.get("/rules")).partition('class="foot"')[2]
    for word in ("Help", "Privacy", "Contact", "Source", "Licence"):
        address = re.search(rf'href="([^"]+)">{word}<', foot)
        assert address and client.get(address[1].partition("#")[0]).status_code == 200
    about = markup(client.get("/about"))
    assert all(f'id="{part}"' in about for part in ("contact", "source", "licence"))


def test_the_owner_may_name_contact_and_source(monkeypatch: pytest.MonkeyPatch) -> None:
    from muster.web import config

    monkeypatch.setenv("MUSTER_CONTACT", "ann@example.org")
    assert config.link("MUSTER_CONTACT") == "mailto:ann@example.org"
    monkeypatch.setenv("MUSTER_CONTACT", "https://example.org/club")
    assert config.link("MUSTER_CONTACT") == "https://example.org/club"
    monkeypatch.setenv("MUSTER_CONTACT", "javascript:alert(1)")
    with pytest.raises(ValueError, match="MUSTER_CONTACT"):
        config.link("MUSTER_CONTACT")


# Odds of a keyword ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("keyword", [*ATTACKS, "armor"])
def test_a_keyword_leads_to_the_odds_with_and_without_it(client: Client, keyword: str) -> None:
    page = markup(client.get(f"/keywords/{keyword}"))
    address = odds_with(keyword).replace("&", "&amp;")
    assert f'href="{address}"' in page
    without, with_it = (
        odds(scene.attack, scene.defence).mean for scene in from_query(odds_with(keyword).partition("?")[2])
    )
    assert with_it < without if keyword == "armor" else with_it > without
    assert client.get(odds_with(keyword)).status_code == 200


def test_a_keyword_that_the_odds_do_not_know_leads_nowhere(client: Client) -> None:
    assert odds_with("scatter") == ""
    assert "Odds with and without" not in markup(client.get("/keywords/scatter"))


def test_the_app_shows_itself_before_it_is_installed(client: Client) -> None:
    """Each picture is what the manifest says, narrow and wide; a long press on the icon leads somewhere."""
    manifest = client.get("/manifest.webmanifest").json()
    for shot in manifest["screenshots"]:
        file = static_file(urlsplit(shot["src"]).path.removeprefix("/static/"))
        with Image.open(file) as picture:
            assert "x".join(map(str, picture.size)) == shot["sizes"] and shot["label"]
    assert {shot["form_factor"] for shot in manifest["screenshots"]} == {"narrow", "wide"}
    for shortcut in manifest["shortcuts"]:
        assert client.get(shortcut["url"]).status_code == 200
