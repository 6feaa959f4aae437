"""Sharing: only who may read an army reads it, and only what they may see."""

import json

import pytest
from django.test import Client

from muster.rules.armies.army import to_json
from muster.web.print import typesetting
from tests.web.account_fixtures import person, signed_in, text_of
from tests.web.army_fixtures import HEADERS, Builder
from tests.web.kept_world import kept

pytestmark = pytest.mark.django_db
SECRETS = ("Ambush", "Standing Orders", "Breakthrough", "behind the ridge")


def adas_patrol() -> Builder:
    client = signed_in(person("Ada", name="Ada Marrok"))
    made = Builder(client, name="Snow Patrol")
    made.has("add at", "add ay", "count u2 3", "hand-in bl", "deck-in objective Ag")
    made.do("notes", notes="behind the ridge")
    return made


@pytest.fixture
def builder() -> Builder:
    return kept(adas_patrol)


@pytest.fixture
def stranger() -> Client:
    return Client(headers=HEADERS)


def share(builder: Builder, way: str, **fields: str) -> None:
    response = builder.client.post(f"{builder.address}/share", {"shared": way, **fields})
    assert response.status_code == 302


def test_a_draft_is_for_its_owner_alone(builder: Builder, stranger: Client) -> None:
    for address in ("", "/picture.png", "/export/json"):
        response = stranger.get(f"/a/{builder.code}{address}")
        assert response.status_code == 404
        assert "shared with you" in text_of(response)
    assert stranger.post("/armies/copy", {"code": builder.code}).status_code == 404
    assert builder.client.get(f"/a/{builder.code}").status_code == 200
    page = builder.html("/share")
    assert page.count("/a/") == page.count('type="hidden" id="link"') == 1  # ready to be copied, not shown


@pytest.mark.parametrize("code", ["nothing", "x" * 200, "ABCDEFGH"])
def test_unknown_links_say_so(stranger: Client, code: str) -> None:
    response = stranger.get(f"/a/{code}")
    assert response.status_code == 404 and "There is no such army" in text_of(response)


def test_a_reader_is_told_once_what_is_not_certain_about_an_earlier_day(
    builder: Builder, stranger: Client
) -> None:
    """Riot squads are on record since August 2024."""
    builder.has("add xz")
    share(builder, "link")
    assert "certain" not in text_of(stranger.get(f"/a/{builder.code}"))
    builder.do("points-date", day="2024-03-01")
    page = text_of(stranger.get(f"/a/{builder.code}"))
    assert page.count("This card is first on record after 2024-03-01, so the verdict isn’t certain") == 1


def test_by_link_without_the_hand(builder: Builder, stranger: Client) -> None:
    share(builder, "link")
    response = stranger.get(f"/a/{builder.code}")
    page = response.content.decode()
    assert "Snow Patrol" in page and "by Ada Marrok" in page and "Stormtroopers" in page
    assert "Units legal" in page and "stay with the owner" in page
    assert not any(secret in page for secret in SECRETS)
    for form in ("json", "text", "tts"):
        text = stranger.get(f"/a/{builder.code}/export/{form}?file=1").content.decode()
        assert not any(secret in text for secret in (*SECRETS, '"bl"', '"Ag"'))
    assert '<meta name="robots" content="noindex">' in page


def test_with_an_open_hand(builder: Builder, stranger: Client) -> None:
    share(builder, "public", hand="open")
    page = stranger.get(f"/a/{builder.code}").content.decode()
    assert "Ambush" in page and "Breakthrough" in page and "behind the ridge" not in page
    assert "robots" not in page and "to fix" in page
    share(builder, "me")
    assert stranger.get(f"/a/{builder.code}").status_code == 404


def test_a_preview_for_other_sites(builder: Builder, stranger: Client) -> None:
    share(builder, "link")
    page = stranger.get(f"/a/{builder.code}").content.decode()
    assert '<meta property="og:title" content="Snow Patrol">' in page
    assert f'content="http://localhost/a/{builder.code}/picture.png"' in page
    picture = stranger.get(f"/a/{builder.code}/picture.png")
    assert picture["Content-Type"] == "image/png" and picture.content.startswith(b"\x89PNG")
    width, height = (int.from_bytes(picture.content[at : at + 4], "big") for at in (16, 20))
    assert (width, height) == (1200, 630)


def test_a_name_is_drawn_and_never_read_as_markup(builder: Builder, stranger: Client) -> None:
    share(builder, "link")
    builder.do("name", name='#panic("no") "</title><script>alert(1)</script> 指揮官')
    assert stranger.get(f"/a/{builder.code}/picture.png").status_code == 200
    assert "<script>alert" not in stranger.get(f"/a/{builder.code}").content.decode()


def test_pictures_are_drawn_once_a_version(
    builder: Builder, stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[typesetting.Job] = []
    monkeypatch.setattr(typesetting, "_setter", lambda job: drawn.append(job) or b"picture")
    typesetting.kept.clear()
    share(builder, "link")
    for _ in range(3):
        stranger.get(f"/a/{builder.code}/picture.png")
    assert len(drawn) == 1
    builder.has("count u2 4")
    stranger.get(f"/a/{builder.code}/picture.png")
    assert len(drawn) == 2
    typesetting.kept.clear()


def test_a_reader_copies_what_they_see(builder: Builder, stranger: Client) -> None:
    share(builder, "link")
    place = stranger.post("/armies/copy", {"code": builder.code, "key": "k"})["Location"]
    page = stranger.get(place).content.decode()
    assert "Snow Patrol (copy)" in page and "Stormtroopers" in page
    assert not any(secret in page for secret in ("Ambush", "Breakthrough", "behind the ridge"))


def test_beside_an_army_of_mine(builder: Builder) -> None:
    share(builder, "link")
    reader = Builder(faction="rebels", name="Green Squad").has("add ab")
    page = reader.client.get(f"/a/{builder.code}").content.decode()
    assert "Beside an army of mine" in page and "Green Squad" in page
    beside = reader.client.get(f"/a/{builder.code}?with={reader.id}&side=mine")
    assert 'data-side="mine"' in beside.content.decode()
    assert "Snow Patrol" in text_of(beside) and "Green Squad" in text_of(beside)
    for wrong in (builder.id, "nonsense"):
        assert 'data-side="' not in reader.client.get(f"/a/{builder.code}?with={wrong}").content.decode()


def test_export_shows_first_what_a_format_cannot_carry(builder: Builder) -> None:
    page = text_of(builder.get("/export/minimal"))
    assert page.index("Not included in this format") < page.index("Download")
    assert "Nothing is lost" in text_of(builder.get("/export/json"))
    file = builder.get("/export/json?file=1")
    assert file.content == to_json(builder.army)
    assert file["Content-Disposition"] == f'attachment; filename="army-{builder.code}.json"'
    assert json.loads(file.content)["name"] == "Snow Patrol"
    assert builder.get("/export/papyrus").status_code == 422


@pytest.mark.parametrize("way", ["", "everybody", "ME"])
def test_no_such_way_to_share(builder: Builder, way: str) -> None:
    assert builder.client.post(f"{builder.address}/share", {"shared": way}).status_code == 422
