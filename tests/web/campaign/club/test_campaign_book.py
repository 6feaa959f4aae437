"""The book of a campaign: what stands in it, for whom, and how it is made aside."""

from datetime import UTC, datetime
from io import BytesIO
from uuid import UUID

import pytest
from click.testing import CliRunner
from django.test import Client, TestCase
from django.utils import timezone
from PIL import Image

from muster.app.acting import Act
from muster.app.campaign import commands
from muster.app.campaign.stories import Picture, Report
from muster.cli import campaign as cli
from muster.store.accounts import new_id
from muster.store.campaign.stories import DatabaseStories
from muster.store.campaign.stream_roles import DatabaseRoles
from muster.store.cleanup import clean_up
from muster.store.log.database import DatabaseStore
from muster.store.members.data_archives import KEPT, CampaignBook
from muster.web.campaign.club import book, book_page
from tests.app.tour_war import War
from tests.web.account_fixtures import html_of, person, signed_in, text_of
from tests.web.kept_world import kept
from tests.web.pdf_text import page_size, page_texts
from tests.web.site_desks import site_clubs

pytestmark = pytest.mark.django_db
CLUB = "c" * 32
AT = f"/tours/club/{CLUB}/book"
A5 = (420, 595)
HOSTILE = '#panic("x") *bold* $x$ \\ @ref'


class Season:
    """Ann and Bo fought four battles in a campaign; Ann wrote about the first and took two pictures."""

    def __init__(self) -> None:
        self.ann, self.bo = person("ann", name="Ann Okoro"), person("bo", name="Bo Lindqvist")
        self.people = {"blue": str(self.ann.pk), "red": str(self.bo.pk)}
        self.war = War(DatabaseStore(), dict(self.people))
        for key, who in self.people.items():
            DatabaseRoles().grant(who, self.war.streams[key], "owner")
        self.club(self.people["blue"], commands.OpenCampaign(name="Endor Winter"))
        self.club(self.people["red"], commands.Join(invitation=1))
        for key, who in self.people.items():
            self.club(who, commands.Enter(register=self.war.streams[key]))
        for winner, dice in (("blue", {"d4": "surge"}), ("red", {"d3": "hit"}), ("", {}), ("blue", {})):
            self.war.fight(winner, dice)
        self.clients = {"blue": signed_in(self.ann), "red": signed_in(self.bo)}
        self.write()

    def club(self, who: str, command: commands.OpenCampaign | commands.Join | commands.Enter) -> None:
        act = Act(who, datetime.now(UTC), str(new_id()))
        site_clubs().do(act, f"campaign:{CLUB}", command)

    def write(self) -> None:
        shelf, mine, out = DatabaseStories(), self.war.streams["blue"], BytesIO()
        Image.new("RGB", (60, 40), "green").save(out, "JPEG")
        words = f"{'We held until the snow came. ' * 40}\n\n{HOSTILE}"
        report = Report(
            register=mine, battle=self.war.fought[0], title=HOSTILE, words=words, changed=timezone.now()
        )
        shelf.keep_report(self.people["blue"], report)
        for battle, caption in zip(self.war.fought, ("The bridge", "A ridge"), strict=False):
            picture = Picture(
                id=str(new_id()), register=mine, battle=battle, caption=caption, width=60, height=40,
                at=timezone.now(),
            )  # fmt: skip
            shelf.keep_picture(self.people["blue"], picture, out.getvalue())


@pytest.fixture
def season() -> Season:
    return kept(Season)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is put aside is done when the request has committed."""
    monkeypatch.setattr(book_page.ASIDE, "queue", lambda work: work())


def pages_for(season: Season, reader: str) -> list[str]:
    """The book as somebody may read it, page by page."""
    return page_texts(book.make_book(book_page.sources_for(reader), f"campaign:{CLUB}"))


def test_the_book_has_the_season_from_its_cover_to_the_fallen(season):
    made = book.make_book(book_page.sources_for(season.people["blue"]), f"campaign:{CLUB}")
    assert tuple(round(edge) for edge in page_size(made)) == A5
    pages = page_texts(made)
    whole = " ".join(pages)
    assert "Endor Winter" in pages[0] and "4 battles, 2 Registers, and still at war" in pages[0]
    assert [
        title
        for title in ("Contents", "Standings", "Chronicle", "Dossiers", "The fallen")
        if title not in whole
    ] == []
    assert "1. The Ashfall Company beat The Free Hands, 9 to 6" in whole
    assert "Blue 4 fell" in whole and "The Ashfall Company. Snowtroopers, veteran 0, 1 battle" in whole
    assert "The Ashfall Company and The Free Hands: 2 to 1, 1 drawn" in whole
    assert "Moff red of The Free Hands, named 4 times" in whole
    assert "Battle-Shaken" in whole and "4 XP, 4 battles" in whole


def test_words_and_pictures_are_their_owners_until_they_share_their_chronicle(season):
    mine, theirs = (" ".join(pages_for(season, season.people[key])) for key in ("blue", "red"))
    nobodys = " ".join(pages_for(season, ""))
    assert "We held until the snow came." in mine and "The bridge" in mine
    for text in (theirs, nobodys):
        assert "We held" not in text and "The bridge" not in text and HOSTILE not in text
    DatabaseStories().open_link(season.people["blue"], season.war.streams["blue"], "a-link-to-share")
    assert "We held until the snow came." in " ".join(pages_for(season, season.people["red"]))


def test_what_people_wrote_is_set_as_they_wrote_it(season):
    whole = " ".join(pages_for(season, season.people["blue"]))
    assert whole.count(HOSTILE) == 2
    assert whole.count("We held until the snow came.") == 40, "a long paragraph is not cut"


def test_every_register_is_read_once_however_many_battles_it_fought(season, monkeypatch):
    read = []
    course_of = book.chronicle.course_of
    monkeypatch.setattr(book.chronicle, "course_of", lambda log: read.append(len(log)) or course_of(log))
    told = []
    book.make_book(
        book_page.sources_for(""), f"campaign:{CLUB}", lambda done, parts: told.append((done, parts))
    )
    assert len(read) == 2
    assert told == [(done, 7) for done in range(7)]


def make(client: Client) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        assert client.post(AT)["Location"] == AT


def test_one_click_makes_the_book_and_its_page_says_how_far_it_is(season):
    ann = season.clients["blue"]
    assert f'href="{AT}"' in html_of(ann.get(f"/tours/club/{CLUB}/summary"))
    assert "Make the book" in text_of(ann.get(AT)) and ann.get(f"{AT}.pdf")["Location"] == AT
    CampaignBook.begin(season.ann, timezone.now(), campaign=f"campaign:{CLUB}")
    CampaignBook.note(season.ann, done=3, parts=7)
    page = html_of(ann.get(AT))
    assert "Being made: 3 of 7 parts." in page and '<progress max="7" value="3"' in page
    CampaignBook.give_up(season.ann)
    make(ann)
    assert "Ready. It is kept here for a day." in text_of(ann.get(AT))
    answer = ann.get(f"{AT}.pdf")
    assert answer["Content-Type"] == "application/pdf" and "Endor Winter.pdf" in answer["Content-Disposition"]
    assert "We held until the snow came." in " ".join(page_texts(answer.content))


def test_programs_of_members_have_it_at_once(season):
    answer = season.clients["blue"].get(f"/api/v1/campaigns/{UUID(CLUB)}/book.pdf")
    assert answer["Content-Type"] == "application/octet-stream" and answer.content.startswith(b"%PDF")
    assert "We held" in " ".join(page_texts(answer.content))
    assert signed_in(person("eve")).get(f"/api/v1/campaigns/{UUID(CLUB)}/book.pdf").status_code == 404


def test_nobody_fetches_the_copy_of_another(season):
    make(season.clients["blue"])
    assert season.clients["red"].get(f"{AT}.pdf")["Location"] == AT
    for client in (signed_in(person("eve")), Client()):
        assert {client.get(AT).status_code, client.get(f"{AT}.pdf").status_code} == {404}
        assert client.post(AT).status_code == 404


def test_the_book_of_one_campaign_is_not_another_s(season):
    make(season.clients["blue"])
    CampaignBook.objects.update(campaign="campaign:other")
    assert season.clients["blue"].get(f"{AT}.pdf")["Location"] == AT
    CampaignBook.objects.update(size=0)
    assert "The book of another campaign of yours is being made." in text_of(season.clients["blue"].get(AT))


def test_a_book_that_fails_is_given_up_and_an_old_one_is_removed(season, monkeypatch):
    monkeypatch.setattr(book_page, "make_book", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        book_page.keep_book(season.ann, f"campaign:{CLUB}")
    assert not CampaignBook.objects.exists()
    CampaignBook.objects.create(account=season.ann, campaign="x", size=2, moved=timezone.now() - KEPT)
    clean_up(timezone.now())
    assert not CampaignBook.objects.exists()


def test_the_owner_of_the_server_prints_it_too(season, monkeypatch, tmp_path):
    monkeypatch.setattr("muster.cli.django_setup.use_server", lambda data: None)
    file = tmp_path / "book.pdf"
    done = CliRunner().invoke(cli.command, ["book", CLUB, "-o", str(file)])
    assert done.exit_code == 0, done.output
    assert "We held" not in " ".join(page_texts(file.read_bytes()))
    done = CliRunner().invoke(cli.command, ["book", CLUB, "--member", "ann", "-o", str(file)])
    assert done.exit_code == 0 and "We held" in " ".join(page_texts(file.read_bytes()))
    assert CliRunner().invoke(cli.command, ["book", "d" * 32, "-o", str(file)]).exit_code != 0
