"""The story of a battle on its pages, step by step, and the picture it ends in."""

import re
from html import unescape
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from muster.store.campaign.opponents import DatabaseOpponents
from tests.web.account_fixtures import html_of, person, signed_in
from tests.web.campaign.stories.chronicle_desk import Desk, plain
from tests.web.kept_world import kept

pytestmark = pytest.mark.django_db
SCENES = 8


@pytest.fixture
def desk() -> Desk:
    return kept(Desk)


def story(client: Client, address: str) -> list[str]:
    """Every scene of a battle, from the first on by its Next."""
    found = []
    step: str | None = address
    while step and step.startswith(address):
        page = html_of(client.get(step))
        found.append(page)
        following = re.search(r'id="step-next" rel="next" href="([^"]+)"', page)
        step = unescape(following[1]) if following else None
    return found


def texts(pages: list[str]) -> list[str]:
    """What each scene says, without the list of all scenes."""
    return [plain(page.partition("<aside")[0]) for page in pages]


def picture(page: str) -> tuple[str, str]:
    """The address of the picture on a page, and its words."""
    found = re.search(r'<img src="(/picture/[^"]+)"[^>]* alt="([^"]*)"', page)
    assert found, page
    return found[1], unescape(found[2])


def test_a_battle_is_stepped_through_scene_by_scene(desk):
    scenes = texts(story(desk.client, f"/battle/{desk.first}/story"))
    told = (
        "4 units, 189 of 800 points",
        "The Ashfall Company beat The Free Hands, 9 to 6",
        "+3 supply",
        "Lost for good",
        "Moff blue is the Most Feared Rival of The Free Hands",
        "+3 supply",
        "Moff red is the Most Feared Rival of The Ashfall Company",
        "To remember it by",
    )
    assert len(scenes) == SCENES
    for scene, words in zip(scenes, told, strict=True):
        assert words in scene, scene
    assert "Blue 4" in scenes[3] and "The chance of it was 12% (1 in 8)." in scenes[3]


def test_the_opponent_reads_the_same_battle_from_the_other_side(desk):
    scenes = texts(story(desk.stranger, f"/battle/{desk.first}/story"))
    assert "Most Feared Rival: Moff blue" in scenes[3] and "Lost for good" in scenes[5]
    assert "You " not in " ".join(scenes)


def test_who_is_nothing_to_the_battle_reads_nothing(desk):
    eve = signed_in(person("eve"))
    for client in (eve, desk.reader):
        assert client.get(f"/battle/{desk.first}/story").status_code == 404
        assert client.get(f"{desk.at}/story/{desk.first}").status_code == 404
    assert desk.reader.get(f"/chronicle/nobody-knows-this/battle/{desk.first}").status_code == 404


def test_readers_of_a_chronicle_see_that_side_alone_and_its_picture_in_chats(desk):
    desk.post("/share", shared="on")
    link = unescape(re.search(r'value="(http[^"]+)"', desk.html("/share"))[1])  # type: ignore[index]
    public = desk.html(link[link.index("/chronicle/") :], client=desk.reader)
    address = re.search(r'href="(/chronicle/[^"]+/battle/[^"]+)"', public)
    assert address
    told = story(desk.reader, f"{address[1].rpartition('/')[0]}/{desk.first}")
    text = " ".join(texts(told))
    assert "Lost for good" in text and "Moff blue" in text
    assert "Red 2" not in text and "Red 4" not in text
    shown, words = picture(told[-1])
    assert "The fallen of The Ashfall Company: Blue 4" in words and "Heroes of The Free Hands" not in words
    chat = re.search(r'<meta property="og:image" content="([^"]+)"', told[0])
    assert chat and chat[1].endswith(shown)
    assert '<meta name="robots" content="noindex">' in told[0]
    desk.post("/share", shared="off")
    assert desk.reader.get(address[1]).status_code == 404


def test_a_picture_is_drawn_for_its_own_address_alone(desk):
    address, words = picture(story(desk.client, f"/battle/{desk.first}/story")[-1])
    assert words == (
        "Tours of Duty, 800 points, 8 July 2026. The Ashfall Company beat The Free Hands, 9 to 6. "
        "Heroes of The Ashfall Company: Moff blue (Most Feared Rival). "
        "The fallen of The Ashfall Company: Blue 4. "
        "Heroes of The Free Hands: Moff red (Most Feared Rival)."
    )
    response = desk.reader.get(address)  # the page is private, its picture is handed on
    with Image.open(BytesIO(response.content)) as drawn:
        assert drawn.size == (1200, 630) and drawn.format == "PNG"
    assert desk.reader.get(address.replace("/battle/", "/game/")).status_code == 404
    assert desk.reader.get(address.replace(".png", "x.png")).status_code == 404
    assert desk.reader.get(address.replace("/battle/", "/nothing/")).status_code == 404


def test_the_battle_ends_in_its_picture_and_the_chronicle_leads_to_it(desk):
    done = html_of(desk.client.get(f"/battle/{desk.first}"))
    address, words = picture(done)
    assert "The fallen of The Ashfall Company: Blue 4" in words
    assert f'href="{address}" download="muster-battle-2026-07-08.png"' in done
    assert f"/battle/{desk.first}/story" in done
    assert f'href="/battle/{desk.first}_blue/story"' in desk.html("/chronicle?all=1")


def test_no_picture_names_a_person_without_a_register(desk):
    third = desk.war.fought[2]
    DatabaseOpponents().keep(str(desk.ann.pk), third, "Dana Wu")
    told = story(desk.client, f"/battle/{third.removeprefix('battle:')}/story")
    assert "Dana Wu" in texts(told)[0]
    assert "Dana Wu" not in picture(told[-1])[1] and "An opponent without a Register" in picture(told[-1])[1]


def test_a_copy_tells_the_battles_of_the_register_it_was_made_from(desk):
    desk.post("/copy", made_by="")
    copy = next(at for at in own_registers(desk) if at != desk.at)
    page = html_of(desk.client.get(f"{copy}/chronicle?all=1"))
    assert f'href="{copy}/story/{desk.first}"' in page
    assert "Lost for good" in " ".join(texts(story(desk.client, f"{copy}/story/{desk.first}")))


def own_registers(desk: Desk) -> list[str]:
    return re.findall(r'href="(/tours/register/[0-9a-f]{32})"', html_of(desk.client.get("/tours")))


def test_who_is_not_done_yet_is_said_beside_the_picture(desk):
    fourth = desk.war.fight("blue", {"d2": "blank"}, to=3).removeprefix("battle:")
    pages = story(desk.client, f"/battle/{fourth}/story")
    assert "isn’t done with the ten steps" in texts(pages)[-1]
