"""Handing things on: what is copied and shared is there, and no secret reaches the share sheet."""

import math
import re
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path

import pytest
from django.core.signing import Signer
from django.test import Client

import muster.web
from muster.app.acting import Act
from muster.app.armies import saving
from muster.app.campaign import commands as tours
from muster.app.tournament import commands as events
from muster.rules.armies.army import from_json
from muster.rules.cards import catalogue
from muster.rules.tournament.running.plan import TournamentPlan
from muster.store.accounts import new_id
from muster.store.armies import CODE_LETTERS, DatabaseArmies, new_code
from muster.store.codes import short_links
from muster.web.campaign.club.invitations import token_of
from muster.web.tournament.requests import tournaments
from tests.app.game_seats import RECON
from tests.web.account_fixtures import person, signed_in
from tests.web.site_desks import site_clubs

TEMPLATES = Path(muster.web.__file__).parent / "templates"
COPIED = re.compile(r'{{ copy\("([\w-]+)", "[^"]+"([^}]*)\) }}')


def test_a_copy_button_names_a_field_of_its_own_page():
    found = 0
    for file in TEMPLATES.rglob("*.html"):
        text = file.read_text("utf-8")
        fields = set(re.findall(r'<(?:input|textarea)\b[^>]*?\bid="([\w-]+)"', text))
        for name, _ in COPIED.findall(text):
            assert name in fields, f"{file.name} copies {name}, which is no field there"
            found += 1
    assert found >= 8


def test_a_secret_is_copied_and_never_shared():
    text = (TEMPLATES / "accounts" / "tokens.html").read_text("utf-8")
    assert [options for name, options in COPIED.findall(text) if name == "secret"] == [", share=false"]


def test_nothing_is_copied_but_by_the_one_button():
    by_hand = [file for file in TEMPLATES.rglob("*.html") if "data-copy=" in file.read_text("utf-8")]
    assert [file.name for file in by_hand] == ["ui.html"]


# What a chat shows of a link ----------------------------------------------------------------------


def seen_in_a_chat(client: Client, address: str) -> dict[str, str]:
    """What a chat reads of a page, and the kind of picture it then fetches."""
    found = dict(
        re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', client.get(address).content.decode())
    )
    picture = client.get(found["image"].removeprefix("http://testserver"))
    return found | {"picture": picture["Content-Type"] if picture.content[:4] == b"\x89PNG" else ""}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "title", "sentence"),
    [
        ("/odds?black=4", "Exact odds", "4 black against red defence"),
        ("/cards/{card}", "{name}", "points"),
        ("/event/{event}", "Autumn &lt;Cup&gt;", "20 June 2026, Turin. 800 points, 2 players."),
        ("/event/{event}/join", "Sign up for Autumn &lt;Cup&gt;", "20 June 2026, Turin."),
        ("/tours/join/{invitation}", "Join Endor", "invites you to a campaign"),
    ],
)
def test_a_link_has_a_title_a_sentence_and_a_picture(client, address, title, sentence):
    card = next(iter(catalogue().units.values()))
    ora = person("Ora")
    event, club = f"tournament:{new_id().hex}", f"campaign:{new_id().hex}"
    plan = TournamentPlan(day=date(2026, 6, 20), place="Turin", self_entry=True, points=800)
    act = partial(Act, str(ora.pk), datetime.now(UTC))
    tournaments().do(act(str(new_id())), event, events.Begin(name="Autumn <Cup>", plan=plan))
    tournaments().do(act(str(new_id())), event, events.Enter(names=("Ada", "Bo")))
    site_clubs().do(act(str(new_id())), club, tours.OpenCampaign(name="Endor"))
    things = {
        "event": event[-32:],
        "invitation": token_of(club[-32:], 1),
        "card": card.slug,
        "name": card.full_name,
    }
    found = seen_in_a_chat(client, address.format(**things))
    assert found["title"] == title.format(**things)
    assert sentence in found["description"]
    assert found["picture"] == "image/png"


@pytest.mark.django_db
def test_a_link_to_a_chronicle_has_them_too(client):
    ora = signed_in(person("Ora"))
    register = ora.post("/tours/new", {"faction": "empire", "key": "k1"})["Location"]
    ora.post(f"{register}/share", {"shared": "on", "key": "k2"})
    found = re.search(
        r'value="http://[^/]+(/chronicle/[^"]+)"', ora.get(f"{register}/share").content.decode()
    )
    assert found
    shown = seen_in_a_chat(client, found[1])
    assert "The chronicle of a Register: Empire" in shown["description"] and shown["picture"] == "image/png"


def test_nobody_has_other_words_drawn(client):
    signed = Signer(salt="another", sep=".").sign_object(["Buy", "now"], compress=True)
    assert client.get(f"/preview/{signed}.png").status_code == 404


@pytest.mark.django_db
def test_an_event_goes_into_a_calendar_and_tells_its_start_on_every_clock(client):
    event, ora = f"tournament:{new_id().hex}", person("Ora")
    plan = TournamentPlan(day=date(2026, 6, 20), starts="09:30", zone="Europe/Rome", place="Turin, Italy")
    act = Act(str(ora.pk), datetime.now(UTC), str(new_id()))
    tournaments().do(act, event, events.Begin(name="Autumn Cup", plan=plan))
    file = client.get(f"/event/{event[-32:]}/event.ics").content.decode().split("\r\n")
    assert {"SUMMARY:Autumn Cup", "DTSTART:20260620T073000Z", "LOCATION:Turin\\, Italy"} <= set(file)
    for page in ("?show=about", "/join"):
        assert (
            'datetime="2026-06-20T07:30:00+00:00" data-own-clock'
            in client.get(f"/event/{event[-32:]}{page}").content.decode()
        )


# Short invitations ------------------------------------------------------------


@pytest.mark.django_db
def test_an_invitation_is_short_renewable_and_the_long_one_still_works(client):
    ora, club = person("Ora"), f"campaign:{new_id().hex}"
    act = partial(Act, str(ora.pk), datetime.now(UTC))
    site_clubs().do(act(str(new_id())), club, tours.OpenCampaign(name="Endor"))
    page = signed_in(ora).get(f"/tours/club/{club[-32:]}/members").content.decode()
    short = re.search(r'value="http://testserver(/j/[^"]+)"', page)[1]
    assert len(short) <= 20
    assert "Join Endor" in client.get(short, follow=True).content.decode()
    assert "Join Endor" in client.get(f"/tours/join/{token_of(club[-32:], 1)}").content.decode()
    assert short in signed_in(ora).get(f"/tours/club/{club[-32:]}/members").content.decode()
    site_clubs().do(act(str(new_id())), club, tours.RenewInvitation())
    renewed = signed_in(ora).get(f"/tours/club/{club[-32:]}/members").content.decode()
    assert short not in renewed and "/j/" in renewed
    assert "has expired" in client.get(short, follow=True).content.decode()


@pytest.mark.django_db
def test_an_event_has_a_short_link_to_sign_up(client):
    event, ora = f"tournament:{new_id().hex}", person("Ora")
    act = Act(str(ora.pk), datetime.now(UTC), str(new_id()))
    tournaments().do(act, event, events.Begin(name="Cup", plan=TournamentPlan(self_entry=True)))
    desk = signed_in(ora).get(f"/event/{event[-32:]}/desk/players").content.decode()
    short = re.search(r'value="http://testserver(/j/[^"]+)"', desk)[1]
    assert len(short) <= 20 and "Sign up for Cup" in client.get(short, follow=True).content.decode()


def test_a_code_has_at_least_60_random_bits():
    assert short_links.LENGTH * math.log2(len(set(CODE_LETTERS))) >= 60


def test_nobody_guesses_the_code_of_an_army_and_old_ones_open_it_still(db):
    drawn = {new_code() for _ in range(50)}
    assert len(drawn) == 50 and {sign for code in drawn for sign in code} <= set(CODE_LETTERS)
    assert min(map(len, drawn)) * math.log2(len(set(CODE_LETTERS))) >= 50
    ada, army = person("Ada"), from_json(RECON)
    act = Act(str(ada.pk), datetime.now(UTC), "x")
    for code in ("a2b3c4d5", new_code()):
        saved = saving.create_army(DatabaseArmies(), act, str(new_id()), code, army)
        saving.share_army(DatabaseArmies(), act, saved.id, saving.Shared.BY_LINK, hand_hidden=True)
        assert Client().get(f"/a/{code}").status_code == 200
