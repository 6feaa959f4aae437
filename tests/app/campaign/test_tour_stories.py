"""The story of a Register: chapters, words, pictures and the link, in memory and in the database."""

from datetime import UTC, date, datetime
from io import BytesIO
from struct import pack
from uuid import uuid4
from zlib import crc32

import pytest
from msgspec.structs import replace
from PIL import Image, ImageFile

from muster.app import pictures
from muster.app.campaign import commands
from muster.app.campaign.logs import CampaignLogs
from muster.app.campaign.registers import Registers
from muster.app.campaign.stories import (
    LONGEST_TITLE,
    LONGEST_WORDS,
    MOST_AT_A_BATTLE,
    MOST_OF_A_PERSON,
    Picture,
    Report,
    Stories,
)
from muster.app.memory_store import MemoryStore
from muster.app.pictures import Pixels
from muster.rules.campaign.register.events import BattleJoined, BattleLeft
from muster.rules.campaign.story.chronicle import chapters, course_of, marks, rivalries
from muster.rules.log import effective
from muster.rules.violations import Refused
from muster.store.accounts import Account
from muster.store.campaign.stories import DatabaseStories, StoryLink, StoryPicture, StoryReport
from muster.web.campaign.registers.keeping import repriced_cards
from tests.app.memory_roles import Ties
from tests.app.memory_stories import MemoryShelf
from tests.app.tour_war import War

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
PIXELS = Pixels(b"pixels", 3, 2)


class Strangers:
    """Names of opponents without a Register."""

    def keep(self, account, battle, name):
        raise NotImplementedError

    def name(self, battle):
        return "Dana"

    def names(self, battles):
        return dict.fromkeys(battles, "Dana")


@pytest.fixture(params=["memory", "database"])
def shelf(request):
    if request.param == "memory":
        return MemoryShelf()
    request.getfixturevalue("db")
    return DatabaseStories()


class Desk:
    """Ann, her Register of three battles, and what she tells about it."""

    def __init__(self, shelf) -> None:
        self.ann, self.bo = "ann", "bo"
        if isinstance(shelf, DatabaseStories):
            people = (Account.objects.create_user(one, "pass-word-1", name=one) for one in ("ann", "bo"))
            self.ann, self.bo = (str(one.pk) for one in people)
        self.war = War(MemoryStore(), {"blue": self.ann, "red": self.bo})
        self.war.fight("blue", {"d4": "surge"})
        self.war.fight("red", {"d3": "hit"})
        self.war.fight("", alone=True)
        self.register, self.battle = self.war.streams["blue"], self.war.fought[0]
        stream_roles = Ties()
        stream_roles.grant(self.ann, self.register, "owner")
        stream_roles.grant(self.bo, self.war.streams["red"], "owner")
        self.stories = Stories(Registers(CampaignLogs(self.war.store), stream_roles), shelf, Strangers())

    def write(self, words: str, title: str = "", actor: str = "", battle: str = "") -> None:
        report = Report(
            register=self.register, battle=battle or self.battle, title=title, words=words, changed=NOON
        )
        self.stories.write(actor or self.ann, report)

    def show(self, id: str = "", actor: str = "", **fields: str) -> str:
        made = id or str(uuid4())
        where = {"battle": self.battle} if "dossier" not in fields else {}
        picture = Picture(id=made, register=self.register, width=0, height=0, at=NOON, **(where | fields))
        self.stories.show(actor or self.ann, picture, PIXELS)
        return made

    @property
    def story(self):
        return self.stories.mine(self.ann, self.register)


@pytest.fixture
def desk(shelf):
    return Desk(shelf)


def refused(act, code: str) -> None:
    with pytest.raises(Refused) as caught:
        act()
    assert [one.code for one in caught.value.violations] == [code]


# The log as a story ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def war():
    found = War(MemoryStore())
    found.fight("blue", {"d4": "surge"})
    found.fight("red", {"d3": "hit"})
    found.fight("", alone=True)
    found.fight("blue", to=4)
    return found


def log_of(war):
    return effective(war.store.read(war.streams["blue"]))


def test_a_chapter_runs_from_muster_to_muster(war):
    told = chapters(log_of(war))
    assert [(one.number, one.battle, one.result) for one in told] == [
        (0, "", ""),
        (1, war.fought[0], "won"),
        (2, war.fought[1], "lost"),
        (3, war.fought[2], "drawn"),
        (4, war.fought[3], ""),
    ]
    assert [entry for one in told for entry in one.entries] == log_of(war)
    assert all(isinstance(one.entries[0].event, BattleJoined) for one in told[1:])


def test_a_battle_called_off_makes_no_chapter():
    war = War(MemoryStore())
    war.fight("blue")
    war.fight("blue", to=0)
    called_off = War(MemoryStore())
    called_off.fight("blue")
    battle = war.fought[1]
    log = [
        *log_of(called_off),
        *(
            entry
            for entry in log_of(war)
            if isinstance(entry.event, BattleJoined) and entry.event.battle == battle
        ),
    ]
    left = log[-1].__class__(
        *[getattr(log[-1], one) for one in log[-1].__struct_fields__[:-1]], BattleLeft(battle)
    )
    assert len(chapters(log)) == 3
    told = chapters([*log, left])
    assert len(told) == 2 and told[1].entries[-1].event == BattleLeft(battle)


def test_the_course_is_what_the_register_held_after_each_battle(war):
    log = log_of(war)
    course = marks(log, course_of(log))
    assert [mark.number for mark in course] == [0, 1, 2, 3]
    for mark, battle in zip(course[1:], war.fought, strict=False):
        then = war.battles.logs.register_after(war.streams["blue"], battle)
        held = (sum(one.experience for one in then.dossiers), then.supply, then.reputation)
        assert (mark.experience, mark.supply, mark.reputation) == held
    assert course[0].supply == 5 and course[0].experience == 0


@pytest.mark.rule(164)
def test_rivalries_count_battles_and_the_rivals_named_on_both_sides(war):
    battles = [war.battles.battle(one).state for one in war.fought]
    theirs, nobody = rivalries(battles, {war.streams["blue"]})
    assert (theirs.register, theirs.won, theirs.lost, theirs.drawn) == (war.streams["red"], 2, 1, 0)
    assert theirs.feared == {"Moff red": 2} and theirs.fearsome == {"Moff blue": 2}
    assert (nobody.register, nobody.drawn, nobody.feared, nobody.fearsome) == ("", 1, {}, {"Moff blue": 1})


# Words -----------------------------------------------------------------------------------------------------


def test_words_are_kept_changed_and_erased(desk):
    desk.write("We held the bridge.\r\nToo long.", "  The   bridge ")
    desk.write("Second thoughts.", "The bridge")
    assert {one.words for one in desk.story.reports.values()} == {"Second thoughts."}
    assert desk.story.reports[desk.battle].title == "The bridge"
    desk.write("  ")
    assert desk.story.reports == {}


def test_only_the_owner_writes_and_only_about_their_own_battles(desk):
    refused(lambda: desk.write("Mine now.", actor=desk.bo), "register.unknown")
    refused(lambda: desk.write("Where?", battle="battle:elsewhere"), "register.no_such_battle")
    refused(lambda: desk.stories.mine(desk.bo, desk.register), "register.unknown")
    assert desk.story.reports == {}


def test_a_novel_is_refused(desk):
    refused(lambda: desk.write("x" * (LONGEST_WORDS + 1)), "story.too_long")
    refused(lambda: desk.write("x", "t" * (LONGEST_TITLE + 1)), "story.too_long")
    desk.write("x" * LONGEST_WORDS, "t" * LONGEST_TITLE)


# Pictures --------------------------------------------------------------------------------------------------


def test_pictures_of_a_battle_are_kept_once_seen_by_the_owner_and_erased(desk):
    first = desk.show(caption=" The   ridge ")
    desk.show(first)
    (picture,) = desk.story.of_battle(desk.battle)
    assert (picture.id, picture.caption, picture.width, picture.height) == (first, "The ridge", 3, 2)
    assert desk.stories.my_picture(desk.ann, desk.register, first) == b"pixels"
    refused(lambda: desk.stories.my_picture(desk.bo, desk.register, first), "register.unknown")
    other = desk.war.streams["red"]
    refused(lambda: desk.stories.my_picture(desk.bo, other, first), "register.unknown")
    desk.stories.erase(desk.bo, other, first)
    assert desk.story.pictures
    desk.stories.erase(desk.ann, desk.register, first)
    desk.stories.erase(desk.ann, desk.register, first)
    assert not desk.story.pictures


def test_a_battle_holds_so_many_pictures_and_a_person_too(desk, monkeypatch):
    for _ in range(MOST_AT_A_BATTLE):
        desk.show()
    refused(desk.show, "story.too_many_at_a_battle")
    monkeypatch.setattr(desk.stories.shelf, "count_pictures", lambda _: MOST_OF_A_PERSON)
    refused(lambda: desk.show(dossier="d1"), "story.too_many_pictures")


def test_a_unit_has_one_portrait(desk):
    desk.show(dossier="d1")
    newer = desk.show(dossier="d1")
    assert desk.story.portraits["d1"].id == newer and len(desk.story.pictures) == 1
    refused(lambda: desk.show(dossier="d99"), "register.no_dossier")
    refused(lambda: desk.show(actor=desk.bo, dossier="d1"), "register.unknown")


# The link --------------------------------------------------------------------------------------------------


def test_a_link_opens_the_story_until_it_is_taken_back(desk):
    picture = desk.show()
    token = desk.stories.share(desk.ann, desk.register, True)
    assert (
        desk.stories.share(desk.ann, desk.register, True)
        == token
        == desk.stories.link(desk.ann, desk.register)
    )
    story = desk.stories.story_behind(token)
    assert story.register == desk.story.register and len(story.chapters) == 4
    assert desk.stories.shared_picture(token, picture) == b"pixels"
    assert desk.stories.share(desk.ann, desk.register, False) == ""
    refused(lambda: desk.stories.story_behind(token), "register.unknown")
    refused(lambda: desk.stories.shared_picture(token, picture), "register.unknown")
    assert desk.stories.share(desk.ann, desk.register, True) not in ("", token)


def test_no_token_opens_nothing(desk):
    refused(lambda: desk.stories.story_behind(""), "register.unknown")
    refused(lambda: desk.stories.shared_picture("", desk.show()), "register.unknown")
    refused(lambda: desk.stories.share(desk.bo, desk.register, True), "register.unknown")


def test_a_strangers_name_is_for_the_owner_alone(desk):
    assert list(desk.story.unregistered.values()) == ["Dana"]
    token = desk.stories.share(desk.ann, desk.register, True)
    assert not desk.stories.story_behind(token).unregistered


@pytest.mark.django_db
def test_an_account_takes_its_words_pictures_and_links_along():
    desk = Desk(DatabaseStories())
    desk.write("We were there.")
    desk.show()
    desk.stories.share(desk.ann, desk.register, True)
    Account.objects.get(pk=desk.ann).delete()
    assert not any(table.objects.exists() for table in (StoryReport, StoryPicture, StoryLink))


# Pictures as they are sent ---------------------------------------------------------------------------------


def sent(size=(40, 20), kind="JPEG", mode="RGB", **how) -> bytes:
    out = BytesIO()
    Image.new(mode, size, "red").save(out, kind, **how)
    return out.getvalue()


def announced(size, mode="RGB") -> bytes:
    """A PNG whose head says it is that large: whoever goes by the head never reads what follows."""
    png = sent((8, 8), "PNG", mode)
    head = b"IHDR" + pack(">II", *size) + png[24:29]
    return png[:12] + head + pack(">I", crc32(head)) + png[33:]


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_is_written_anew_as_jpeg(kind):
    made = pictures.prepare_picture(sent(kind=kind))
    with Image.open(BytesIO(made.data)) as image:
        assert (image.format, image.size) == ("JPEG", (40, 20)) == ("JPEG", (made.width, made.height))


def test_nothing_but_pixels_survives_and_it_stands_upright():
    exif = Image.Exif()
    exif[0x0112] = 6  # lying on its side
    exif[0x010F] = "A camera of mine"
    made = pictures.prepare_picture(sent(exif=exif, comment=b"hidden words"))
    assert b"camera" not in made.data and b"hidden" not in made.data
    with Image.open(BytesIO(made.data)) as image:
        assert image.size == (20, 40) and not image.getexif()


def test_a_picture_with_notes_of_the_camera_that_make_no_sense_is_kept():
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, "a width that is no number"
    raw = sent(exif=exif).replace(b"\x01\x0e\x00\x02", b"\x01\x00\x00\x02")
    with Image.open(BytesIO(raw)) as image:
        assert image.getexif()[0x0100].startswith("a width")
    made = pictures.prepare_picture(raw)
    with Image.open(BytesIO(made.data)) as image:
        assert not image.getexif()


def test_a_large_picture_is_made_small_and_a_see_through_one_stands_on_white():
    made = pictures.prepare_picture(sent((3200, 800)))
    assert (made.width, made.height) == (pictures.LONGEST_EDGE, 400)
    out = BytesIO()
    Image.new("RGBA", (4, 4), (0, 0, 0, 0)).save(out, "PNG")
    with Image.open(BytesIO(pictures.prepare_picture(out.getvalue()).data)) as image:
        assert image.getpixel((1, 1)) == (255, 255, 255)


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "picture.unreadable"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "picture.unreadable"),
        (sent(kind="GIF"), "picture.unreadable"),
        (sent()[:200], "picture.unreadable"),
        (announced((9000, 9000), "1"), "picture.too_many_pixels"),
        (announced((20000, 20000), "1"), "picture.too_many_pixels"),
        (b"x" * (pictures.MOST_BYTES + 1), "picture.too_large"),
    ],
    ids=["nothing", "svg", "gif", "cut off", "large", "bomb", "heavy"],
)
def test_what_is_no_picture_for_us_is_refused_with_the_reason(raw, code):
    refused(lambda: pictures.prepare_picture(raw), code)


def test_what_a_picture_takes_to_read_is_known_and_bounded_before_it_is_read(monkeypatch):
    """Memory is counted in pixels that are decoded: the head of the file says how many there will be."""
    decoded = []
    load = ImageFile.ImageFile.load

    def counted(image):
        if not decoded or decoded[-1][0] is not image:
            decoded.append((image, image.width * image.height))
        return load(image)

    monkeypatch.setattr(ImageFile.ImageFile, "load", counted)
    for raw in (announced((7700, 7700)), announced((5000, 5000), "RGBA"), sent((4000, 4000), "WEBP")):
        refused(lambda raw=raw: pictures.prepare_picture(raw), "picture.too_many_pixels")
    assert decoded == []
    made = pictures.prepare_picture(sent((8160, 6120)))
    assert (made.width, made.height) == (1600, 1200)
    assert max(pixels for _, pixels in decoded) <= 4 * pictures.LONGEST_EDGE**2


# Looking after a Register ----------------------------------------------------------------------------------


@pytest.fixture
def keeper():
    desk = Desk(MemoryShelf())
    return desk, desk.stories.registers


def test_what_was_undone_comes_back_once(keeper):
    desk, registers = keeper
    act = desk.war.act
    registers.do(act("blue"), desk.register, commands.NameRegister(name="Another name"))
    batch = registers.undoable(desk.ann, desk.register)
    assert registers.redoable(desk.ann, desk.register) == ""
    registers.do(act("blue"), desk.register, commands.Undo(batch=batch))
    assert registers.redoable(desk.ann, desk.register) == batch
    refused(
        lambda: registers.do(act("blue"), desk.register, commands.Redo(batch="nonsense")),
        "log.nothing_to_redo",
    )
    refused(lambda: registers.do(act("red"), desk.register, commands.Redo(batch=batch)), "register.unknown")
    assert registers.do(act("blue"), desk.register, commands.Redo(batch=batch)) is not None
    assert desk.war.register().name == "Another name"
    assert registers.do(act("blue"), desk.register, commands.Redo(batch=batch)) is None


def test_a_points_date_is_shown_before_it_is_moved(keeper):
    desk, registers = keeper
    day = date(2024, 1, 1)
    shown = registers.preview_points(desk.ann, desk.register, day)
    assert desk.war.register() == shown.before
    registers.do(desk.war.act("blue"), desk.register, commands.MovePointsDate(day=day))
    assert desk.war.register() == shown.after
    changes = sum(one.after - one.before for one in repriced_cards(shown))
    assert shown.after.potential_spent - shown.before.potential_spent == changes
    refused(lambda: registers.preview_points(desk.bo, desk.register, day), "register.unknown")


def test_a_copy_has_the_same_history_and_goes_its_own_way(keeper):
    desk, registers = keeper
    copy, act = "register:copy", desk.war.act("blue")
    registers.do(act, desk.register, commands.CopyRegister(to=copy))
    registers.do(act, desk.register, commands.CopyRegister(to=copy))
    before, after = desk.war.register(), desk.stories.logs.register(copy).state
    assert after == replace(before, name="Copy of The Ashfall Company")
    told, first = desk.stories.mine(desk.ann, copy), desk.story
    assert told.course == first.course and told.rivalries == first.rivalries
    assert [one.closed for one in told.chapters] == [one.closed for one in first.chapters]
    assert registers.undoable(desk.ann, copy) is None
    registers.do(desk.war.act("blue"), copy, commands.Retire())
    assert desk.war.register().status == "founded"


def test_a_copy_that_broke_off_is_completed(keeper, monkeypatch):
    desk, registers = keeper
    store, act = desk.stories.logs.store, desk.war.act("blue")
    append, left = store.append, iter(range(5))

    def breaking(*args, **named):
        if next(left, None) is None:
            raise ConnectionError
        return append(*args, **named)

    monkeypatch.setattr(store, "append", breaking)
    with pytest.raises(ConnectionError):
        registers.do(act, desk.register, commands.CopyRegister(to="register:copy"))
    refused(lambda: desk.stories.mine(desk.ann, "register:copy"), "register.unknown")
    monkeypatch.setattr(store, "append", append)
    registers.do(desk.war.act("blue"), desk.register, commands.CopyRegister(to="register:copy"))
    found = desk.stories.mine(desk.ann, "register:copy")
    assert found.course == desk.story.course and found.register.battles == desk.war.register().battles


def test_no_copy_of_anothers_register_or_in_the_middle_of_a_battle(keeper):
    desk, registers = keeper
    refused(
        lambda: registers.do(desk.war.act("red"), desk.register, commands.CopyRegister(to="register:copy")),
        "register.unknown",
    )
    desk.war.fight("blue", to=4)
    refused(
        lambda: registers.do(desk.war.act("blue"), desk.register, commands.CopyRegister(to="register:copy")),
        "register.in_battle",
    )
