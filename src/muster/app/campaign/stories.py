"""The story of a Register: its log in chapters, players' own words and pictures, and a link to share it.

Words and pictures belong to people: they are stored outside the log and can be erased. Only the owner sees
them until the owner shares the story; then whoever has the link can read it, until the link is revoked.
"""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from muster.app.campaign.battle.opponents import Opponents
from muster.app.campaign.registers import Registers
from muster.app.pictures import Pixels
from muster.rules.campaign.battle.battle import BATTLE, Battle, other
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.library.library import Library
from muster.rules.campaign.register.copying import copied_from
from muster.rules.campaign.register.register import Register, problem
from muster.rules.campaign.story import chronicle
from muster.rules.campaign.story.chronicle import Chapter, Mark, Rivalry, course_of
from muster.rules.log import Recorded
from muster.rules.violations import Violation, refuse_unless

LONGEST_TITLE: Final = 80
LONGEST_WORDS: Final = 6_000
LONGEST_CAPTION: Final = 200
MOST_AT_A_BATTLE: Final = 8
MOST_OF_A_PERSON: Final = 300


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A player's own words about a battle of a Register."""

    register: str
    battle: str
    title: str = ""
    words: str = ""
    changed: datetime


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """A picture of a battle, or the portrait of a unit (`dossier`)."""

    id: str
    register: str
    battle: str = ""
    dossier: str = ""
    caption: str = ""
    width: int
    height: int
    at: datetime


class StoryStore(Protocol):
    """Where words, pictures and links are stored. They are deleted with their account."""

    def reports(self, register: str) -> list[Report]:
        """All reports of a Register."""

    def keep_report(self, account: str, report: Report) -> None:
        """Store a report, replacing an older one of the same battle."""

    def erase_report(self, register: str, battle: str) -> None:
        """Erase a report for good."""

    def pictures(self, register: str) -> list[Picture]:
        """All pictures of a Register, oldest first."""

    def picture(self, picture: str) -> Picture | None:
        """One picture."""

    def pixels(self, picture: str) -> bytes:
        """Its JPEG."""

    def keep_picture(self, account: str, picture: Picture, data: bytes) -> None:
        """Add a picture; does nothing if there is one with this id."""

    def erase_picture(self, picture: str) -> None:
        """Erase a picture for good."""

    def count_pictures(self, account: str) -> int:
        """How many pictures an account keeps."""

    def link(self, register: str) -> str:
        """The token under which the story can be read; empty if it is not shared."""

    def open_link(self, account: str, register: str, token: str) -> None:
        """Let everybody with this token read."""

    def close_link(self, register: str) -> None:
        """Revoke the link; it never works again."""

    def register_behind(self, token: str) -> str:
        """The Register behind a token; empty if there is none."""


class Fight(NamedTuple):
    """A battle of a Register as its chapter tells it."""

    battle: Battle
    side: SideKey
    opponent: str


class Story(NamedTuple):
    """Everything a chronicle is told from. `before` is the Register before each entry of its log, by version;
    `fights` are by battle, `opponents` names by Register.

    `unregistered` are the names of opponents without a Register, by battle. They are people who never asked
    to be read about, so only the owner's own story has them.
    """

    stream: str
    register: Register
    books: Library
    log: Sequence[Recorded]
    before: Mapping[int, Register]
    chapters: tuple[Chapter, ...]
    course: tuple[Mark, ...]
    fights: Mapping[str, Fight]
    rivalries: tuple[Rivalry, ...]
    opponents: Mapping[str, str]
    reports: Mapping[str, Report]
    pictures: Sequence[Picture]
    unregistered: Mapping[str, str]

    def of_battle(self, battle: str) -> list[Picture]:
        """The pictures of a battle."""
        return [picture for picture in self.pictures if picture.battle == battle]

    @property
    def portraits(self) -> dict[str, Picture]:
        """The newest portrait of each unit."""
        return {picture.dossier: picture for picture in self.pictures if picture.dossier}


class Stories:
    """The use cases of stories. Owners identify themselves as the actor, readers by a token."""

    def __init__(self, registers: Registers, store: StoryStore, opponents: Opponents) -> None:
        self.registers = registers
        self.logs = registers.logs
        self.shelf = store
        self.opponents = opponents

    # Looking ---------------------------------------------------------------------------------------------

    def mine(self, actor: str, register: str) -> Story:
        """The story of one's own Register."""
        story = self._story(register, self._own(actor, register))
        alone = [battle for battle, fight in story.fights.items() if not fight.opponent]
        return story._replace(unregistered=self.opponents.names(alone))

    def story_behind(self, token: str) -> Story:
        """The story behind a link."""
        register = self.shelf.register_behind(token[:100])
        refuse_unless(register, problem("register.unknown"))
        return self._story(register, self.logs.register(register).state)

    def my_picture(self, actor: str, register: str, picture: str) -> bytes:
        """A picture of one's own Register."""
        self._own(actor, register)
        return self._pixels(register, picture)

    def shared_picture(self, token: str, picture: str) -> bytes:
        """A picture of a story that is shared."""
        return self._pixels(self.shelf.register_behind(token[:100]), picture)

    def link(self, actor: str, register: str) -> str:
        """The token of one's own Register; empty while it is not shared."""
        self._own(actor, register)
        return self.shelf.link(register)

    # Acting ----------------------------------------------------------------------------------------------

    def write(self, actor: str, report: Report) -> None:
        """Store one's words about a battle; without words and title the report is erased."""
        self._require_battle(actor, report.register, report.battle)
        title, words = " ".join(report.title.split()), report.words.replace("\r\n", "\n").strip()
        _refuse_long("title", title, LONGEST_TITLE)
        _refuse_long("words", words, LONGEST_WORDS)
        if title or words:
            self.shelf.keep_report(actor, replace(report, title=title, words=words))
        else:
            self.shelf.erase_report(report.register, report.battle)

    def show(self, actor: str, picture: Picture, pixels: Pixels) -> None:
        """Add a picture to a battle, or give a unit a portrait, replacing an older one."""
        register = self._own(actor, picture.register)
        caption = " ".join(picture.caption.split())
        _refuse_long("caption", caption, LONGEST_CAPTION)
        if self.shelf.picture(picture.id) is not None:
            return
        room = self.shelf.count_pictures(actor) < MOST_OF_A_PERSON
        refuse_unless(room, _problem("story.too_many_pictures", max=MOST_OF_A_PERSON))
        before = self._before(actor, register, picture)
        kept = replace(picture, caption=caption, width=pixels.width, height=pixels.height)
        self.shelf.keep_picture(actor, kept, pixels.data)
        for old in before:
            self.shelf.erase_picture(old.id)

    def _before(self, actor: str, register: Register, picture: Picture) -> list[Picture]:
        """The pictures that this one replaces; refused where there is no room for it."""
        held = self.shelf.pictures(picture.register)
        if picture.dossier:
            register.dossier(picture.dossier)
            return [other for other in held if other.dossier == picture.dossier]
        self._require_battle(actor, picture.register, picture.battle)
        room = sum(other.battle == picture.battle for other in held) < MOST_AT_A_BATTLE
        refuse_unless(room, _problem("story.too_many_at_a_battle", max=MOST_AT_A_BATTLE))
        return []

    def erase(self, actor: str, register: str, picture: str) -> None:
        """Erase one's own picture; erasing it twice is fine."""
        self._own(actor, register)
        found = self.shelf.picture(picture)
        if found is not None and found.register == register:
            self.shelf.erase_picture(picture)

    def has_fought(self, actor: str, register: str, battle: str) -> bool:
        """Whether one's own Register is fighting or has fought a battle."""
        now = self._own(actor, register)
        return battle == now.open_battle or any(battle == past.battle for past in now.battles)

    def share(self, actor: str, register: str, on: bool) -> str:
        """Turn the link on or off; turning it on again makes a new one."""
        self._own(actor, register)
        held = self.shelf.link(register)
        if on and not held:
            self.shelf.open_link(actor, register, secrets.token_urlsafe(16))
        elif not on:
            self.shelf.close_link(register)
        return self.shelf.link(register)

    # ------------------------------------------------------------------------------------------------------

    def _own(self, actor: str, register: str) -> Register:
        return self.registers.own(actor, register).state

    def _require_battle(self, actor: str, register: str, battle: str) -> None:
        known = self.has_fought(actor, register, battle)
        refuse_unless(known, problem("register.no_such_battle", (battle[:60],)))

    def _pixels(self, register: str, picture: str) -> bytes:
        found = self.shelf.picture(picture)
        refuse_unless(found and register and found.register == register, problem("register.unknown"))
        return self.shelf.pixels(picture)

    def _story(self, stream: str, register: Register) -> Story:
        log = self.logs.effective(stream)
        states, chapters = course_of(log), chronicle.chapters(log)
        fought = [chapter.battle for chapter in chapters if chapter.battle]
        self.logs.open(fought)
        battles = [self.logs.store.load(BATTLE, battle).state for battle in fought]
        own = {stream} | copied_from(log)
        fights = {
            battle.id: Fight(battle, key, battle.side(other(key)).register)
            for battle in battles
            if (key := chronicle.side_of(battle, own))
        }
        enemies = sorted({fight.opponent for fight in fights.values() if fight.opponent})
        self.logs.open(enemies)
        return Story(
            stream=stream,
            register=register,
            books=self.logs.library,
            log=log,
            before={entry.version: state for entry, state in zip(log, states, strict=False)},
            chapters=chapters,
            course=chronicle.marks(log, states),
            fights=fights,
            rivalries=chronicle.rivalries(battles, own),
            opponents={enemy: self.logs.register(enemy).state.name for enemy in enemies},
            reports={report.battle: report for report in self.shelf.reports(stream)},
            pictures=self.shelf.pictures(stream),
            unregistered={},
        )


def _refuse_long(what: str, text: str, most: int) -> None:
    refuse_unless(len(text) <= most, _problem("story.too_long", what=what, have=len(text), max=most))


def _problem(code: str, **params: int | str) -> Violation:
    return Violation(code=code, source="chronicle", params=params)
