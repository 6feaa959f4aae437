"""Chronicles on their pages: chapters, reports, pictures, the public page, the plan."""

import json
import re
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from muster.app.acting import Act
from muster.app.campaign import commands
from muster.rules.campaign.register.correcting import Fix
from muster.store.campaign.arcs import HomebrewArc
from muster.store.campaign.opponents import DatabaseOpponents
from muster.store.campaign.stories import StoryPicture
from muster.web.campaign.library import site_library
from muster.web.campaign.registers.plan import mixed_number
from muster.web.campaign.stories import pictures
from muster.web.campaign.stories.charts import chart, scale
from muster.web.serving.limits import HeavyWork
from tests.rules.campaign.at_the_table import DOCTRINE, OFFICER, STORM
from tests.web.account_fixtures import html_of, person, signed_in, text_of
from tests.web.campaign.stories.chronicle_desk import HEADERS, Desk, plain
from tests.web.kept_world import kept
from tests.web.site_desks import site_registers

# What these tests begin with is made once by a worker, so one worker has them all.
pytestmark = pytest.mark.django_db


@pytest.fixture
def desk():
    return kept(Desk)


# Chapters --------------------------------------------------------------------------------------------------


def test_every_battle_is_a_chapter_with_its_result(desk):
    text = plain(desk.html("/chronicle"))
    endings = (
        "The Ashfall Company and an opponent without a Register fought to a draw.",
        "The Ashfall Company lost to The Free Hands, 9 to 6.",
        "The Ashfall Company beat The Free Hands, 9 to 6, and lost 1 unit doing it.",
        "Before the first battle",
    )
    places = [text.index(ending) for ending in endings]
    assert places == sorted(places)
    assert "Blue 4 did not come home." in text and "1 battle. Battle 1" in text


def test_rivals_and_charts_stand_beside_it_with_a_table(desk):
    page = desk.html("/chronicle")
    text = plain(page)
    assert "1 won, 1 lost" in text and "Feared most of theirs: Moff red (2 times)" in text
    assert page.count('<svg class="chart"') == 3 and "style=" not in page
    marks = re.findall(
        r"<tr><th scope=\"row\">(.*?)</th><td>(\d+)</td><td>(\d+)</td><td>(\d+)</td></tr>", page
    )
    now = desk.war.register()
    assert [mark[0] for mark in marks] == ["Start", "1", "2", "3"]
    assert marks[-1][1:] == (
        str(sum(dossier.experience for dossier in now.dossiers)), str(now.supply), str(now.reputation)
    )  # fmt: skip


def test_the_name_of_a_stranger_is_told_to_the_owner_and_to_nobody_else(desk):
    DatabaseOpponents().keep(str(desk.ann.pk), desk.war.fought[2], "Dana Wu")
    desk.post("/share", shared="on")
    assert "Dana Wu" in desk.html("/chronicle")
    assert "Dana Wu" not in desk.html(link_of(desk), client=desk.reader)


def test_the_register_as_it_was_after_a_battle_cannot_be_changed(desk):
    page = desk.html(f"/after/{desk.first}")
    assert "as it was after battle 1" in page and "<form" not in page
    then = desk.war.battles.logs.register_after(desk.war.streams["blue"], desk.war.fought[0])
    assert f"Supply</dt><dd>{then.supply}</dd>" in page
    desk.html("/after/nothing", 422)
    desk.html(f"/after/{desk.first}", 404, desk.stranger)


def test_a_chart_holds_every_value_and_few_labels():
    drawn = chart("Supply", list(range(40)), [n % 7 - 3 for n in range(40)])
    assert len(drawn.ticks) <= 8 and len(drawn.grid) <= 6
    ys = [float(y) for y in re.findall(r"[\d.]+ ([\d.]+)", drawn.path)]
    assert len(ys) == 40 and min(ys) >= 15 and max(ys) <= 120
    assert scale([0, 0]) == (0, 1, 1) and scale([3, 12345])[2] <= 4


# Reports and pictures --------------------------------------------------------------------------------------


def test_words_are_told_as_they_were_typed_and_cannot_break_the_page(desk):
    at = f"/report/{desk.first}"
    desk.post(at, title="The bridge", words="First <script>alert(1)</script>\n\nSecond {{ line }}")
    page = desk.html("/chronicle")
    assert "The bridge</h2>" in page and "Battle 1, The bridge" in page
    assert "<p>First &lt;script&gt;alert(1)&lt;/script&gt;</p><p>Second {{ line }}</p>" in page
    assert "The bridge" in desk.html(at)
    desk.post(at, title="", words="")
    assert "The bridge" not in desk.html("/chronicle")


def test_a_text_too_long_comes_back_with_the_reason(desk):
    answer = desk.post(f"/report/{desk.first}", 422, words="word " * 2000)
    assert "the most is 6,000" in answer
    assert len(desk.html(f"/report/{desk.first}")) < 30_000


def test_a_picture_is_shown_to_its_owner_alone(desk):
    desk.picture(battle=desk.first, caption="The ridge at noon")
    (address,) = set(re.findall(r'src="([^"]+\.jpg)"', desk.html("/chronicle")))
    assert 'alt="The ridge at noon"' in desk.html("/chronicle")
    shown = desk.client.get(address)
    assert shown["Content-Type"] == "image/jpeg" and shown.content.startswith(b"\xff\xd8")
    assert shown["Cache-Control"] == "no-store" and shown["X-Content-Type-Options"] == "nosniff"
    assert desk.stranger.get(address).status_code == desk.reader.get(address).status_code == 404
    erase = address.removesuffix(".jpg").removeprefix(desk.at) + "/erase"
    desk.post(erase, 404, desk.stranger)
    desk.post(erase, battle=desk.first)
    assert desk.client.get(address).status_code == 404


def test_one_picture_is_read_at_a_time_and_few_wait(desk, monkeypatch):
    """Reading one may take as much memory as all the rest."""
    monkeypatch.setattr(pictures, "PICTURE_LIMIT", HeavyWork(waiting=0))
    with pictures.PICTURE_LIMIT.slot():
        desk.picture(503, battle=desk.first)
    assert StoryPicture.objects.count() == 0
    desk.picture(battle=desk.first)


def test_a_picture_sent_twice_is_there_once_and_nonsense_is_refused(desk):
    for _ in range(2):
        desk.sent = 0
        desk.picture(battle=desk.first)
    assert StoryPicture.objects.count() == 1
    assert "a picture Muster can read" in desk.picture(422, b"GIF89a nonsense", battle=desk.first)
    assert "No picture was sent" in desk.post("/picture", 422, battle=desk.first)
    desk.picture(422, battle="elsewhere")
    desk.picture(422, dossier="d99")
    assert StoryPicture.objects.count() == 1


def test_a_portrait_stands_on_the_register(desk):
    desk.picture(dossier="d2")
    assert re.search(r'<div class="portrait"><img src="[^"]+\.jpg" alt="Blue 2"', desk.html())


# The public page -------------------------------------------------------------------------------------------


def link_of(desk: Desk) -> str:
    found = re.search(r'value="http://[^/]+(/chronicle/[^"]+)"', desk.html("/share"))
    assert found
    return found[1]


def test_the_public_page_is_read_by_everybody_until_it_is_switched_off(desk):
    desk.post(f"/report/{desk.first}", words="We were there.")
    desk.picture(battle=desk.first)
    desk.picture(dossier="d1")
    desk.post("/share", shared="on")
    link = link_of(desk)
    response = desk.reader.get(link)
    page = html_of(response)
    assert response["X-Robots-Tag"] == "noindex" and '<meta name="robots" content="noindex">' in page
    assert f'href="/report?about={link}"' in page
    for words in (
        "The Ashfall Company",
        "We were there.",
        "Moff red (2 times)",
        "Blue 4",
        "<dt>Combat potential",
    ):
        assert words in page
    pictures = re.findall(r'src="([^"]+\.jpg)"', page)
    assert len(pictures) == 2
    assert all(desk.reader.get(picture).status_code == 200 for picture in pictures)
    assert "<form" not in page and desk.at not in page
    desk.post("/share", shared="off")
    assert all(desk.reader.get(address).status_code == 404 for address in (link, *pictures))
    desk.post("/share", shared="on")
    assert link_of(desk) != link
    desk.post("/share", 422, shared="perhaps")


def test_a_battle_that_is_not_over_keeps_its_secrets(desk):
    desk.post("/share", shared="on")
    desk.war.fight("blue", {"d2": "hit"}, to=4)
    page = desk.html(link_of(desk), client=desk.reader)
    assert "This battle isn’t over yet." in page and "seed" not in page.lower()


# The plan --------------------------------------------------------------------------------------------------


def test_the_plan_says_how_far_the_turning_point_is(desk):
    text = plain(desk.html("/plan"))
    assert "Not yet. It may be played with two agendas complete: 6 more boxes, 2 battles at least." in text
    assert "+2 reputation" in text and "+3 supply" in text


def test_the_sum_of_what_is_picked_and_what_battles_bring(desk):
    have = desk.war.register().supply
    query = "?want=active-recruiting&want=request-strategic-asset.heroic-intervention&battles=2&won=1"
    text = plain(desk.html(f"/plan{query}"))
    assert f"Athand{have}" in text.replace(" ", "") and f"Left{have - 3}" in text.replace(" ", "")
    assert "+5 1/6" in text
    assert "nonsense" not in desk.html("/plan?battles=nonsense&won=-4&want=nothing.d99")


@pytest.mark.parametrize("count", ["0", "12", "999", "9999999"])
def test_absurd_numbers_are_cut(desk, count):
    assert "100" in desk.html(f"/plan?battles={count}&won={count}")


def test_mixed_numbers_are_exact():
    from fractions import Fraction

    assert [mixed_number(Fraction(*pair)) for pair in ((31, 6), (4, 1), (1, 2), (-7, 2), (0, 1))] == [
        "5 1/6", "4", "1/2", "−3 1/2", "0",
    ]  # fmt: skip


# Story arcs of one's own -----------------------------------------------------------------------------------


class Author:
    """Somebody who brings story arcs."""

    def __init__(self, handle: str) -> None:
        self.client = signed_in(person(handle))

    def bring(self, text: str, status: int = 302) -> str:
        response = self.client.post("/tours/arcs", {"text": text})
        assert response.status_code == status, text_of(response)
        return text_of(response)

    def upload(self, data: bytes, status: int = 302) -> None:
        file = SimpleUploadedFile("arc.json", data, "application/json")
        assert self.client.post("/tours/arcs", {"file": file}).status_code == status

    def building(self) -> str:
        """The address of a Register that has everything but its arc."""
        at = self.client.post("/tours/new", {"faction": "empire", "key": "new"})["Location"]
        for number, unit in enumerate((OFFICER, STORM, STORM)):
            form = {"key": f"r{number}", "unit": unit, "name": "Ilsa Marrok" if not number else ""}
            form["upgrade"] = DOCTRINE if not number else ""
            sent = {name: value for name, value in form.items() if value}
            assert self.client.post(f"{at}/recruit", sent).status_code == 302
        return at

    def choose(self, at: str, arc: str) -> int:
        return self.client.post(f"{at}/act", {"do": "arc", "arc": arc, "key": str(uuid4())}).status_code


def example() -> dict:
    return json.loads(Client(headers=HEADERS).get("/tours/arcs/example.json").content)


def test_an_arc_of_ones_own_is_offered_to_its_owner_marked_and_played():
    ann, bo = Author("ann"), Author("bo")
    document = example()
    document["arc"]["name"] = "The Long Night"
    ann.upload(json.dumps(document).encode())
    arc = document["arc"]["id"]
    mine, theirs = ann.building(), bo.building()
    offered = html_of(ann.client.get(f"{mine}?step=arc"))
    assert "The Long Night" in offered and "Homebrew" in offered
    assert "The Long Night" not in html_of(bo.client.get(f"{theirs}?step=arc"))
    assert bo.choose(theirs, arc) == 422
    assert ann.choose(mine, arc) == 302
    register = site_registers().logs.register(f"register:{mine.rpartition('/')[2]}").state
    assert register.arc.name == "The Long Night" and len(register.arc.agendas) == 3
    ann.client.post("/tours/arcs", {"arc": arc, "offered": "no"})
    assert site_library().arcs[arc].homebrew
    assert "The Long Night" in html_of(ann.client.get(f"{mine}/plan"))
    assert ann.choose(ann.building(), arc) == 422


def test_homebrew_is_marked_on_the_plan_and_in_the_chronicle():
    ann, document = Author("ann"), example()
    document["arc"]["name"] = "The Long Night"
    document["setback"]["name"] = "Sleepless"
    ann.bring(json.dumps(document))
    at = ann.building()
    ann.choose(at, document["arc"]["id"])
    stream = f"register:{at.rpartition('/')[2]}"
    registers = site_registers()
    who = registers.logs.register(stream).state.by
    for what in ("setback-gained", "setback-removed"):
        fix = Fix(what=what, dossier="d2", id=document["setback"]["id"])
        registers.do(
            Act(who, datetime.now(UTC), f"fix-{what}"),
            stream,
            commands.Correct(fixes=(fix,), reason="For the test."),
        )
    asked = text_of(ann.client.get(f"{at}/correct?what=setback-gained&dossier=d2"))
    assert "Sleepless (homebrew)" in asked
    bo = Author("bo")
    elsewhere = bo.client.get(f"{bo.building()}/correct?what=setback-gained&dossier=d2")
    assert "Which setback?" in text_of(elsewhere) and "Sleepless" not in text_of(elsewhere)
    plan = html_of(ann.client.get(f"{at}/plan"))
    assert re.search(r"The Long Night <span class=.chip homebrew.>Homebrew</span></h2>", plan)
    text = plain(html_of(ann.client.get(f"{at}/chronicle")))
    assert "The story arc The Long Night (homebrew) began." in text
    assert "came back worse for it: Sleepless (homebrew)." in text
    assert "got over Sleepless (homebrew)" in text


def test_an_arc_that_does_not_hold_is_refused_with_its_places():
    ann = Author("ann")
    broken = example()
    broken["agendas"] = broken["agendas"][:2]
    broken["arc"]["name"] = ""
    answer = ann.bring(json.dumps(broken), 422)
    assert "agendas" in answer and "arc.name" in answer
    for text in ("", "[]", "{", "x" * 300_000):
        ann.bring(text, 422)
    assert not HomebrewArc.objects.exists()
    assert ann.client.post("/tours/arcs", {"arc": "nothing", "offered": "no"}).status_code == 422


def test_nobody_changes_what_another_brought():
    ann, bo = Author("ann"), Author("bo")
    document = example()
    arc = document["arc"]["id"]
    for name in ("Ann's night", "Ann's dawn"):
        ann.bring(json.dumps(document | {"arc": document["arc"] | {"name": name}}))
    for name in ("Bo's night", "Bo's dawn"):
        bo.bring(json.dumps(document | {"arc": document["arc"] | {"name": name}}))
    (anns, bos) = HomebrewArc.objects.order_by("id")
    assert anns.arc == arc and bos.arc != arc
    books = site_library()
    assert (books.arcs[anns.arc].name, books.arcs[bos.arc].name) == ("Ann's dawn", "Bo's dawn")
    assert not {*books.arcs[anns.arc].agendas} & {*books.arcs[bos.arc].agendas}
    at = bo.building()
    assert (bo.choose(at, arc), bo.choose(at, bos.arc)) == (422, 302)


def test_an_arc_keeps_its_ids_when_the_other_owner_leaves():
    ann, bo, document = Author("ann"), Author("bo"), example()
    ann.bring(json.dumps(document))
    bo.bring(json.dumps(document))
    marked = HomebrewArc.objects.latest("id").arc
    HomebrewArc.objects.earliest("id").delete()
    bo.bring(json.dumps(document | {"arc": document["arc"] | {"name": "Later"}}))
    assert [(arc.arc, arc.name) for arc in HomebrewArc.objects.all()] == [(marked, "Later")]


def test_of_two_who_share_an_id_since_long_neither_changes_the_others():
    """As earlier versions kept it: the same text under one id, and the first owner's counted."""
    ann, bo, document = Author("ann"), Author("bo"), example()
    ann.bring(json.dumps(document))
    bo.bring(json.dumps(document))
    first = HomebrewArc.objects.earliest("id")
    HomebrewArc.objects.filter(account=HomebrewArc.objects.latest("id").account).update(
        arc=first.arc, document=first.document
    )
    ann.bring(json.dumps(document))
    assert HomebrewArc.objects.count() == 2, "the same text again is nothing new"
    ann.bring(json.dumps(document | {"arc": document["arc"] | {"name": "Changed"}}))
    assert site_library().arcs[first.arc].name == document["arc"]["name"]
    assert "Changed" in {arc.name for arc in site_library().arcs.values()}


def test_ids_of_ones_own_and_of_the_rules_are_taken():
    ann, document = Author("ann"), example()
    ann.bring(json.dumps(document))
    document["arc"]["id"] = "yet-another"
    single = ("commendation", "setback", "trait", "turning_point")
    for part in (*document["agendas"], *(document[key] for key in single)):
        part["arc"] = "yet-another"
    ann.bring(json.dumps(document), 422)
    ann.bring(json.dumps(example()).replace("my-", ""), 422)
