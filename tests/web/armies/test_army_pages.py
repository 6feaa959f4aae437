"""My armies: the list, a new one, one brought along, copies, put away; other days; every version."""

import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from muster.rules.armies.army import to_json
from muster.rules.armies.exchange import write
from muster.rules.cards import catalogue
from muster.store.accounts import Account
from muster.store.army_models import ArmyRow, ArmyVersion
from tests.web.account_fixtures import markup, text_of
from tests.web.army_fixtures import HEADERS, Builder
from tests.web.kept_world import kept

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return Client(headers=HEADERS)


def patrol() -> Builder:
    return Builder(Client(headers=HEADERS), name="Snow Patrol").has("add at", "add ay", "count u2 3")


@pytest.fixture
def builder(client: Client) -> Builder:
    """Of the person before this browser."""
    builder = kept(patrol)
    client.cookies, builder.client = builder.client.cookies, client
    return builder


def test_reading_keeps_nothing(client: Client) -> None:
    for address in ("/armies", "/armies/new", "/armies/new?faction=empire&format=recon", "/armies/import"):
        assert client.get(address).status_code == 200
    assert Account.objects.count() == 0
    assert "No army yet" in text_of(client.get("/armies"))


def test_one_decision_at_a_time(client: Client) -> None:
    assert "Which faction?" in text_of(client.get("/armies/new"))
    assert "Which format?" in text_of(client.get("/armies/new?faction=empire"))
    third = text_of(client.get("/armies/new?faction=empire&format=standard"))
    assert "Which battle force?" in third and "Blizzard Force" in third
    assert "Which faction?" in text_of(client.get("/armies/new?faction=wombats&format=standard"))


def test_mandalorians_must_have_a_battle_force(client: Client) -> None:
    page = markup(client.get("/armies/new?faction=mandalorians&format=standard"))
    assert re.search(r'name="force" value="[a-z]+" checked', page)
    assert 'name="force" value=""' not in page


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"faction": "wombats"}, 422),
        ({"faction": "empire", "format": "chess"}, 422),
        ({"faction": "empire", "force": "zz"}, 404),
        ({"faction": "empire", "name": "x" * 500}, 422),
    ],
)
def test_no_army_from_nonsense(client: Client, asked: dict[str, str], status: int) -> None:
    assert client.post("/armies/new", asked).status_code == status
    assert ArmyRow.objects.count() == 0


def test_a_new_army_sent_twice_is_one(client: Client) -> None:
    Builder(client)
    form = {"faction": "rebels", "key": "one form"}
    first, second = (client.post("/armies/new", form)["Location"] for _ in range(2))
    assert first == second
    assert ArmyRow.objects.count() == 2


def test_the_list_says_what_matters(builder: Builder) -> None:
    builder.client.post(
        f"{builder.address}/details", {"tags": "cold, club,cold", "won": "3", "drawn": "1", "lost": "2"}
    )
    page = text_of(builder.client.get("/armies"))
    for words in ("Snow Patrol", "Standard, 4 activations", "of 1,000", "to fix", "cold", "3–1–2"):
        assert words in page
    assert "Snow Patrol" in text_of(builder.client.get("/armies?tag=club"))
    assert "No army with that tag" in text_of(builder.client.get("/armies?tag=warm"))


@pytest.mark.parametrize("form", [{"won": "-1"}, {"won": "x"}, {"won": "99999"}, {"tags": "x" * 31}])
def test_wrong_details_are_refused(builder: Builder, form: dict[str, str]) -> None:
    assert builder.client.post(f"{builder.address}/details", form).status_code == 422


def test_the_list_has_pages(client: Client) -> None:
    for number in range(52):
        Builder(client, name=f"Army {number}")
    first = markup(client.get("/armies"))
    assert first.count('class="army-row"') == 50 and "Older armies" in first
    assert client.get("/armies?page=2").content.decode().count('class="army-row"') == 2
    assert client.get("/armies?page=x").status_code == 200


def test_copy_archive_and_restore(builder: Builder) -> None:
    client = builder.client
    form = {"code": builder.code, "key": "copy"}
    places = {client.post("/armies/copy", form)["Location"] for _ in range(2)}
    assert len(places) == 1 and "Snow Patrol (copy)" in text_of(client.get(places.pop()))
    client.post(f"{builder.address}/away", {"away": "1"})
    page = client.get("/armies")
    assert "1 archived army" in text_of(page) and builder.address not in page.content.decode()
    assert builder.address in client.get("/armies?away=1").content.decode()
    client.post(f"{builder.address}/away", {"away": "0"})
    assert builder.address in client.get("/armies").content.decode()


# Brought along --------------------------------------------------------------------------------------------


def bring(client: Client, text: str, do: str = "read") -> object:
    return client.post("/armies/import", {"text": text, "do": do, "key": "import"})


@pytest.mark.parametrize("form", ["json", "link", "tts", "text", "minimal", "tournament", "admiral"])
def test_every_format_is_read_and_kept(builder: Builder, form: str) -> None:
    text = write(builder.army, form, catalogue()).text
    page = text_of(bring(builder.client, text))
    # Without points a name may mean two cards.
    assert ("Every card was understood" in page) is (form != "minimal")
    kept = bring(builder.client, text, "save")
    assert kept.status_code == 302  # type: ignore[attr-defined]
    new = ArmyRow.objects.exclude(pk=builder.id).get()
    other = Builder.__new__(Builder)
    other.client, other.id, other.address = builder.client, str(new.pk), f"/armies/{new.pk}"
    assert [(e.unit, e.count) for e in other.army.units] == [("at", 1), ("ay", 3)]


def test_a_file_works_as_well(builder: Builder) -> None:
    file = SimpleUploadedFile("army.json", to_json(builder.army), "application/json")
    page = builder.client.post("/armies/import", {"file": file, "do": "read"})
    assert "Every card was understood" in text_of(page) and "Snow Patrol" in text_of(page)


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "utf-8-sig"])
def test_what_is_kept_is_what_was_shown_whatever_the_encoding(builder: Builder, encoding: str) -> None:
    text = write(builder.army, "text", catalogue()).text.replace("Snow Patrol", "Schöne Grüße")
    file = SimpleUploadedFile("army.txt", text.encode(encoding), "text/plain")
    page = builder.client.post("/armies/import", {"file": file, "do": "read"})
    shown = page.content.decode().partition("<textarea")[2].partition(">")[2].partition("</textarea>")[0]
    bring(builder.client, unescape(shown), "save")
    saved = ArmyVersion.objects.exclude(army_id=builder.id).get()
    assert "Schöne Grüße" in text_of(page) and '"name":"Schöne Grüße"' in saved.document


def test_what_was_not_understood_is_named_and_kept(builder: Builder) -> None:
    text = write(builder.army, "text", catalogue()).text.replace("Stormtroopers", "Strmtroopers")
    page = text_of(bring(builder.client, text))
    assert "to look at" in page and "Strmtroopers" in page and "Stormtroopers" in page
    bring(builder.client, text, "save")
    saved = ArmyVersion.objects.exclude(army_id=builder.id).get()
    assert '"unit":"Strmtroopers"' in saved.document, "kept under its own name"
    assert "Not fully understood" in saved.document
    opened = builder.client.get(f"/armies/{saved.army_id}")
    assert "No card has this name" in text_of(opened)
    for state in ("?unit=u2", "?odds=u2", "?equip=u2&slot=gear", "?reasons=1"):
        assert builder.client.get(f"/armies/{saved.army_id}{state}").status_code == 200


def test_a_suggestion_is_one_tap_and_travels_until_the_army_is_saved(builder: Builder) -> None:
    text = "Darth Vader Dark Lord of the Sith (175)\nStrmtroopers (44)\nStormtrooprs (44)\n"
    page = markup(bring(builder.client, text))
    offered = [unescape(value) for value in re.findall(r'name="choice"\s+value="([^"]+)"', page)]
    first = next(value for value in offered if value.startswith("ay Strm"))
    second = next(value for value in offered if value.startswith("ay Stormtrooprs"))
    sent = {"text": text, "key": "import", "choice": [first]}
    page = markup(builder.client.post("/armies/import", sent))
    assert f'<input type="hidden" name="choice" value="{first}">' in page and second in page
    page = markup(builder.client.post("/armies/import", sent | {"choice": [first, second]}))
    assert "Every card was understood" in page
    builder.client.post("/armies/import", sent | {"choice": [first, second], "do": "save"})
    new = ArmyRow.objects.exclude(pk=builder.id).get()
    other = Builder.__new__(Builder)
    other.client, other.id, other.address = builder.client, str(new.pk), f"/armies/{new.pk}"
    assert [(e.unit, e.count) for e in other.army.units] == [("at", 1), ("ay", 2)]


def test_a_unit_on_the_line_of_an_upgrade_is_asked_and_goes_to_its_place(builder: Builder) -> None:
    text = "42/1000\nStormtroopers (42)\n- Darth Vader\n"
    page = markup(bring(builder.client, text))
    offered = [unescape(value) for value in re.findall(r'name="choice"\s+value="([^"]+)"', page)]
    assert "a unit, where an upgrade belongs" in page and offered == ["at Darth Vader", "fn Darth Vader"]
    sent = {"text": text, "key": "import", "choice": ["at Darth Vader"]}
    page = text_of(builder.client.post("/armies/import", sent))
    assert "Every card was understood" in page and "Darth Vader Dark Lord of the Sith" in page


def test_a_list_of_another_day_asks_for_cards_that_were_not_there(builder: Builder) -> None:
    """Range Troopers are on record since summer 2024; Royal Guards left the game in April 2025."""
    text = "Stormtroopers (44)\nImperial Royal Guards (69)\nRiot Control Squad (60)\n"
    assert 'type="date" name="day"' in markup(builder.client.get("/armies/import"))
    today = text_of(bring(builder.client, text))
    assert "Imperial Royal Guards left the game by 2025-04-15" in today and "first on record" not in today
    sent = {"text": text, "day": "2024-03-01", "key": "import"}
    page = markup(builder.client.post("/armies/import", sent))
    assert "first on record on 2024-08-22" in page and "Imperial Royal Guards left" not in page
    assert '<input type="hidden" name="day" value="2024-03-01">' in page
    offered = [unescape(value) for value in re.findall(r'name="choice"\s+value="([^"]+)"', page)]
    assert offered == ["xz Riot Control Squad (60)"]
    page = text_of(builder.client.post("/armies/import", sent | {"choice": offered}))
    assert "Every card was understood" in page
    assert page.count("has left it since") == 1 == page.count("first on record after 2024-03-01")
    builder.client.post("/armies/import", sent | {"choice": offered, "do": "save"})
    saved = ArmyVersion.objects.exclude(army_id=builder.id).get()
    assert '"points_date":"2024-03-01"' in saved.document and '"unit":"bc"' in saved.document
    opened = text_of(builder.client.get(f"/armies/{saved.army_id}"))
    assert "Imperial Royal Guards Left the game by 2025-04-15 69" in opened
    refused = builder.client.post("/armies/import", sent | {"day": "soon"})
    assert refused.status_code == 422 and "soon" in markup(refused)


@pytest.mark.parametrize(
    "text", ["", "   ", "{", "[1, 2, 3]", "hello there", '{"points_date": 7}', "\x00\x01"]
)
def test_what_is_no_list_is_said_to_be_none(client: Client, text: str) -> None:
    page = bring(client, text)
    assert page.status_code == 422  # type: ignore[attr-defined]
    assert ArmyRow.objects.count() == 0


def test_a_file_too_big_is_refused(client: Client) -> None:
    file = SimpleUploadedFile("army.txt", b"x" * 1_000_001)
    assert client.post("/armies/import", {"file": file, "do": "save"}).status_code == 422


# Other days, older versions -------------------------------------------------------------------------------


def test_what_another_day_changes_and_the_move(builder: Builder) -> None:
    day = "2024-12-06"
    changed = (u for u in catalogue().data.units if u.faction == "empire" and u.points_history)
    repriced = next(u for u in changed if u.points_history[-1].date.isoformat() > day)
    builder.has(f"add {repriced.id}")
    page = text_of(builder.get(f"/points?day={day}"))
    assert "6 December 2024" in page and "other points" in page and "Move to 6 December 2024" in page
    builder.do("points-date", day=day)
    assert builder.army.points_date.isoformat() == day
    assert "Move to 19 June 2026" in text_of(builder.get("/points"))
    assert "already" in text_of(builder.get(f"/points?day={day}"))
    assert builder.get("/points?day=never").status_code == 422


def test_an_army_is_judged_by_the_cards_of_its_day(builder: Builder) -> None:
    """Scout Troopers Strike Teams were special forces until 21 April 2026."""
    builder.has("add ba")
    builder.has("add bb")
    assert "1 Special f. , 0 to 3 allowed. Add one. 1 Support ," in text_of(builder.get())
    builder.do("points-date", day="2026-04-20")
    page = text_of(builder.get())
    assert "2 Special f. , 0 to 3 allowed. Add one. 0 Support ," in page
    assert "Strike Team Detachment: not counted to the maximum 20 " in page, "and cost 20 points"


def test_an_older_version_comes_back_as_a_change(builder: Builder) -> None:
    answer = builder.get("/history")
    page = text_of(answer)
    assert "data-own-moment" in answer.content.decode(), "the reader's own clock"
    assert (
        "Started" in page
        and "Darth Vader, Dark Lord of the Sith added" in page
        and "Stormtroopers × 3" in page
    )
    form = {"version": "2", "seen": builder.version, "key": "back"}
    assert builder.client.post(f"{builder.address}/history", form).status_code == 302
    assert [entry.unit for entry in builder.army.units] == ["at"]
    assert builder.version == 5 and "Back to version 2." in builder.html("?done=1")
    builder.has("undo")
    assert len(builder.army.units) == 2


@pytest.mark.parametrize(("version", "seen", "status"), [("99", "4", 422), ("x", "4", 422), ("2", "1", 409)])
def test_no_version_from_nonsense(builder: Builder, version: str, seen: str, status: int) -> None:
    form = {"version": version, "seen": seen}
    assert builder.client.post(f"{builder.address}/history", form).status_code == status
    assert builder.version == 4


def test_the_history_keeps_codes_and_shows_words(builder: Builder) -> None:
    """A version of an older program has its sentence, and its undo its word: both are shown."""
    versions = ArmyVersion.objects.filter(army_id=builder.id)
    newest = versions.latest("number")
    assert newest.label == "" and "Stormtroopers" not in newest.change and '"code"' in newest.change
    shown = text_of(builder.client.get(f"/armies/{builder.id}/history"))
    assert "Stormtroopers" in shown
    versions.filter(number=newest.number).update(label="Luke Skywalker added", change=None)
    versions.filter(number=newest.number - 1).update(label="undo", change=None)
    shown = text_of(builder.client.get(f"/armies/{builder.id}/history"))
    assert "Luke Skywalker added" in shown and "Undone" in shown
