"""Agendas and turning points can be played from the pages and from paper: rules, thresholds, tables, maps."""

import html
import re

import pytest
from django.test import Client

from muster.rules.campaign.library.library import library
from muster.rules.campaign.library.story_rules import agenda_rules, mission_rules
from muster.rules.campaign.register.events import AgendaProgressed
from muster.rules.campaign.register.register import Register
from muster.web.print.campaign.story import story_pdf, story_sheet
from tests.rules.campaign.at_the_table import BOOKS, CARDS
from tests.rules.campaign.at_the_table import founded as on_paper
from tests.web.account_fixtures import text_of
from tests.web.kept_world import kept
from tests.web.pdf_text import text_of as text_of_pdf
from tests.web.tour_phone import Phone, adas_phone

pytestmark = pytest.mark.django_db
ARC = library().arcs["bring-peace-to-the-galaxy"]
RECT = re.compile(
    r'class="map-zone" data-player="(\w+)" x="([\d.]+)" y="([\d.]+)"\s+width="([\d.]+)" height="([\d.]+)"'
)


@pytest.fixture
def phone(db) -> Phone:
    return kept(adas_phone)


def told(client: Client, address: str) -> str:
    page = client.get(address)
    assert page.status_code == 200
    return " ".join(html.unescape(text_of(page)).split())


def said_of(agenda: str) -> list[str]:
    rules = agenda_rules(library().agendas[agenda], library().questions)
    return [rules.agenda.words, *(words for _, words in rules.rows)]


def mission_words() -> list[str]:
    rules = mission_rules(ARC.turning_point, library())
    return [words for rows in (rules.rows, rules.key) for _, words in rows]


def complete(phone: Phone, number: int) -> None:
    tracks = phone.register.arc.agendas[:number]
    phone.happened(*(AgendaProgressed(track.id, track.needed, "battle:story") for track in tracks))


@pytest.mark.rule(69, 70, 148)
def test_the_register_and_its_plan_say_what_is_played_for(phone):
    at = f"/tours/register/{phone.stream.removeprefix('register:')}"
    for page in (told(phone.client, at), told(phone.client, f"{at}/plan")):
        for words in (*(words for agenda in ARC.agendas for words in said_of(agenda)), *mission_words()):
            assert " ".join(words.split()) in page
        assert "Special Forces" in page  # what a Hit marks for Persons of Interest


@pytest.mark.rule(69, 70)
def test_choosing_an_agenda_shows_what_each_takes_and_the_record_what_is_in_play(phone):
    phone.open().muster()
    choosing = " ".join(html.unescape(phone.look()).split())
    assert all(words in choosing for agenda in ARC.agendas for words in said_of(agenda))
    phone.do("agenda", agenda="persons-of-interest")
    record = " ".join(html.unescape(phone.look()).split())
    assert all(words in record for words in said_of("persons-of-interest"))
    assert "Special Forces" in record


@pytest.mark.rule(48, 148)
def test_a_turning_point_is_played_from_the_page(phone):
    complete(phone, 2)
    assert mission_words()[0] in told(
        phone.client, f"/tours/register/{phone.stream.removeprefix('register:')}/battle"
    )
    phone.open(turning_point="1").muster()
    for _ in range(2):  # choosing the agenda, then the record
        page = " ".join(html.unescape(phone.look()).split())
        assert all(" ".join(words.split()) in page for words in mission_words())
        phone.do("agenda", agenda="") if "Choose an agenda" in page else None


def test_the_map_is_drawn_to_scale(phone):
    page = phone.client.get(f"/tours/register/{phone.stream.removeprefix('register:')}").content.decode()
    map = library().turning_points[ARC.turning_point].map
    zones = [(who, *(float(number) / 10 for number in rest)) for who, *rest in RECT.findall(page)]
    assert zones == [
        (zone.player, zone.left, zone.top, zone.right - zone.left, zone.bottom - zone.top)
        for zone in map.zones
    ]
    spots = re.findall(r'class="map-token" cx="([\d.]+)" cy="([\d.]+)"', page)
    assert [(float(x) / 10, float(y) / 10) for x, y in spots] == [(token.x, token.y) for token in map.tokens]
    assert 'viewBox="-1 -1 122 62"' in page


@pytest.mark.rule(69, 148)
def test_the_story_arc_on_paper(phone):
    printed = text_of_pdf(story_pdf(on_paper(), BOOKS, CARDS, "a4"))
    for words in ("Persons of Interest", "5 or more tokens.", "7 or more tokens.", "Hit: Special Forces",
                  "Blue’s advantage", "If Blue loses", "Wipe Them Out"):  # fmt: skip
        assert words in printed
    at = f"/tours/register/{phone.stream.removeprefix('register:')}"
    assert phone.client.get(f"{at}/print/story.pdf").content.startswith(b"%PDF")


def test_without_an_arc_all_of_them_are_printed_and_nothing_is_cut():
    sheet = story_sheet(Register(), BOOKS, CARDS, "letter")
    assert [arc.name for arc in sheet.arcs] == [arc.name for arc in BOOKS.arcs.values()]
    printed = text_of_pdf(story_pdf(Register(), BOOKS, CARDS, "letter"))
    assert "…" not in printed and printed.count("If Blue wins") == 7
