"""The facts of a campaign's book, as one of its members may read them.

Words and pictures are in it where they are the reader's own, or where their owner has shared the chronicle.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from muster.app import pictures
from muster.app.campaign.logs import CampaignLogs
from muster.app.campaign.stories import Picture, StoryStore
from muster.rules.campaign.battle.battle import BATTLE, SIDES, Battle
from muster.rules.campaign.battle.events import BattleRecorded, SideKey
from muster.rules.campaign.battle.steps.side import SideContext
from muster.rules.campaign.register.events import BattleClosed
from muster.rules.campaign.register.register import Register
from muster.rules.campaign.story import chronicle
from muster.rules.log import Recorded
from muster.store.accounts import FORMER_PLAYER, names_of
from muster.web.campaign.club.end import Account, account, epitaph, most_feared, rivalries
from muster.web.campaign.club.pages import CampaignSummary, ClubRequest
from muster.web.campaign.requests import id_of
from muster.web.campaign.stories.battle_picture import NOBODY, RESULTS, fallen_of, heroes_of
from muster.web.campaign.stories.battle_story import FoughtBattle, Seat, headline
from muster.web.environment import day, plural
from muster.web.print.campaign import book as paper
from muster.web.print.campaign.book import BookBattle, BookRow, BookSide, BookWords, CampaignBook

PHOTOS_AT_A_BATTLE: Final = 2
MOST_PHOTOS: Final = 80
LONGEST_EDGE: Final = 900
ABOUT: Final = (
    "Words and pictures are here where their owners shared their chronicle with the club, and your own."
)
Progress = Callable[[int, int], None]


class BookSources(NamedTuple):
    """Where a book is read from, and for whom: an account, or nobody in particular."""

    logs: CampaignLogs
    shelf: StoryStore
    reader: str


class RegisterCourse(NamedTuple):
    """A Register with its seat at each battle, and its owner's words and pictures where they may be read."""

    register: Register
    seats: Mapping[str, tuple[Register, Sequence[Recorded]]]
    words: Mapping[str, tuple[str, str]]
    photos: Mapping[str, Sequence[Picture]]


def make_book(sources: BookSources, campaign: str, progress: Progress = lambda _, __: None) -> bytes:
    """The book as PDF."""
    book, photos = BookMaker(sources, campaign, progress).book()
    return paper.book_pdf(book, photos)


class BookMaker:
    """Reads every Register once and every battle once."""

    def __init__(self, sources: BookSources, campaign: str, progress: Progress) -> None:
        self.sources, self.progress = sources, progress
        self.logs, self.shelf = sources.logs, sources.shelf
        self.club = self.logs.campaign(campaign).state
        people = {*self.club.members, *self.club.registers.values(), self.club.arbitrator}
        self.seen = ClubRequest(id_of(campaign), campaign, sources.reader, self.club, names_of(people))
        self.logs.open([*self.club.battles, *self.club.registers])
        self.battles = self._recorded_battles()
        self.streams = [*dict.fromkeys([*self.club.registers, *self._who_fought()])]
        self.logs.open(self.streams)
        self.photos: list[str] = []

    def book(self) -> tuple[CampaignBook, list[str]]:
        """The book and its pictures; each Register and each battle is a part of the way."""
        parts = len(self.streams) + len(self.battles) + 1
        courses: dict[str, RegisterCourse] = {}
        for done, stream in enumerate(self.streams):
            self.progress(done, parts)
            courses[stream] = self._course(stream)
        battles = []
        for done, (at, battle) in enumerate(self.battles):
            self.progress(len(courses) + done, parts)
            battles.append(self._battle(done + 1, at, battle, courses))
        self.progress(parts - 1, parts)
        return self._bind(battles, courses), self.photos

    # Reading ---------------------------------------------------------------------------------------------

    def _recorded_battles(self) -> list[tuple[datetime, Battle]]:
        """Every battle that was played, in the order in which they were."""
        found = []
        for stream in self.club.battles:
            log = self.logs.effective(stream)
            at = next((entry.at for entry in reversed(log) if isinstance(entry.event, BattleRecorded)), None)
            if at is not None:
                found.append((at, self.logs.store.load(BATTLE, stream).state))
        return sorted(found, key=lambda battle: battle[0])

    def _who_fought(self) -> Iterator[str]:
        for _, battle in self.battles:
            yield from filter(None, (battle.side(key).register for key in SIDES))

    def _course(self, stream: str) -> RegisterCourse:
        log = self.logs.effective(stream)
        states = chronicle.course_of(log)
        after = {entry.version: states[place + 1] for place, entry in enumerate(log)}
        seats = {
            chapter.battle: (after[chapter.entries[0].version], _until_closed(chapter.entries))
            for chapter in chronicle.chapters(log)
            if chapter.battle
        }
        mine = bool(self.sources.reader) and self.club.registers.get(stream) == self.sources.reader
        if not mine and not self.shelf.link(stream):
            return RegisterCourse(states[-1], seats, {}, {})
        photos: dict[str, list[Picture]] = {}
        for picture in self.shelf.pictures(stream):
            photos.setdefault(picture.battle, []).append(picture)
        words = {report.battle: (report.title, report.words) for report in self.shelf.reports(stream)}
        return RegisterCourse(states[-1], seats, words, photos)

    # The chronicle ---------------------------------------------------------------------------------------

    def _battle(
        self, number: int, at: datetime, battle: Battle, courses: Mapping[str, RegisterCourse]
    ) -> BookBattle:
        fought = self._fought_battle(battle, courses)
        about = [plural(battle.points, "point"), day(at.date())]
        return BookBattle(
            number=number,
            about=", ".join([battle.mission, *about] if battle.mission else about),
            headline=headline(battle, fought.names),
            sides=tuple(self._side(fought, key) for key in SIDES),
            words=tuple(self._words(battle, courses)),
        )

    def _fought_battle(self, battle: Battle, courses: Mapping[str, RegisterCourse]) -> FoughtBattle:
        names: dict[SideKey, str] = {}
        seats: dict[SideKey, Seat] = {}
        for key in SIDES:
            course = courses.get(battle.side(key).register)
            names[key] = course.register.called if course else NOBODY
            if course and battle.id in course.seats:
                register, entries = course.seats[battle.id]
                context = SideContext(battle, key, register, self.logs.cards, self.logs.library)
                seats[key] = Seat(context, entries)
        return FoughtBattle(battle, (), names, seats, "blue")

    def _side(self, fought: FoughtBattle, key: SideKey) -> BookSide:
        side, seat = fought.battle.side(key), fought.seats.get(key)
        scored = any(fought.battle.side(one).record.victory_points for one in SIDES)
        agenda = self.logs.library.agendas.get(side.agenda or "")
        return BookSide(
            side=key,
            name=fought.names[key],
            flag=f"flag-{seat.context.register.faction}" if seat else "",
            points=str(side.record.victory_points) if scored else "",
            result=RESULTS[fought.battle.result(key)],
            agenda=f"agenda {agenda.name}" if agenda else "",
            heroes=tuple(paper.BookHero(hero.unit, hero.honours) for hero in heroes_of(fought, key)),
            fallen=tuple(fallen_of(fought, key)),
        )

    def _words(self, battle: Battle, courses: Mapping[str, RegisterCourse]) -> Iterator[BookWords]:
        for key in SIDES:
            course = courses.get(battle.side(key).register)
            if course is None:
                continue
            title, words = course.words.get(battle.id, ("", ""))
            photos = tuple(self._photos(course.photos.get(battle.id, ())))
            if title or words or photos:
                yield BookWords(
                    name=course.register.called,
                    title=title,
                    paragraphs=paper.paragraphs_of(words),
                    photos=photos,
                )

    def _photos(self, taken: Sequence[Picture]) -> Iterator[paper.BookPhoto]:
        for picture in taken[:PHOTOS_AT_A_BATTLE]:
            if len(self.photos) >= MOST_PHOTOS:
                return
            small = pictures.reduce_picture(self.shelf.pixels(picture.id), LONGEST_EDGE)
            self.photos.append(paper.photo_svg(small.data, small.width, small.height))
            yield paper.BookPhoto(len(self.photos) - 1, small.height > small.width, picture.caption)

    # Around it -------------------------------------------------------------------------------------------

    def _bind(self, battles: list[BookBattle], courses: Mapping[str, RegisterCourse]) -> CampaignBook:
        accounts = [account(self._card(stream, courses[stream]), self.seen) for stream in self.club.registers]
        accounts.sort(key=lambda one: (-one.card.register.reputation, -one.results["won"], one.card.name))
        played = [battle for _, battle in self.battles]
        library, cards = self.logs.library, self.logs.cards
        return CampaignBook(
            name=self.club.name,
            dates=_dates([at for at, _ in self.battles]),
            over=not self.seen.open,
            summary=_summary(len(battles), len(accounts), over=not self.seen.open),
            standings=tuple(_row(one) for one in accounts),
            rivalries=tuple(
                f"{first} and {second}: {results['won']} to {results['lost']}"
                + (f", {results['drawn']} drawn" if results["drawn"] else "")
                for first, second, results in rivalries(played, accounts)
            ),
            feared=tuple(
                f"{unit} of {register}, named {plural(times, 'time')}"
                for unit, register, times in most_feared(self.logs, played)
            ),
            battles=tuple(battles),
            registers=tuple(
                paper.book_register(one.card.register, one.card.owner, library, cards) for one in accounts
            ),
            fallen=tuple(
                paper.BookEpitaph(gone.dossier.called, one.card.name, epitaph(gone.dossier))
                for one in accounts
                for gone in one.fallen
            ),
            missions=paper.missions_played(tuple(battle.turning_point for battle in played), library),
            about=ABOUT,
        )

    def _card(self, stream: str, course: RegisterCourse) -> CampaignSummary:
        owner = self.seen.names.get(self.club.registers[stream], FORMER_PLAYER)
        return CampaignSummary(id_of(stream), course.register, course.register.called, owner, False, "")


def _until_closed(entries: Sequence[Recorded]) -> list[Recorded]:
    """What was written up to the end of the ten steps; corrections of later days are not the battle's."""
    found = []
    for entry in entries:
        found.append(entry)
        if isinstance(entry.event, BattleClosed):
            break
    return found


def _row(one: Account) -> BookRow:
    register, results = one.card.register, one.results
    return BookRow(
        name=one.card.name,
        owner=one.card.owner,
        flag=f"flag-{register.faction}",
        reputation=register.reputation,
        battles=results.total(),
        results=f"{results['won']}–{results['lost']}–{results['drawn']}",
        fallen=len(one.fallen),
    )


def _dates(days: Sequence[datetime]) -> str:
    if not days:
        return ""
    first, last = day(days[0].date()), day(days[-1].date())
    return first if first == last else f"{first} to {last}"


def _summary(battles: int, registers: int, *, over: bool) -> str:
    counted = f"{plural(battles, 'battle')}, {plural(registers, 'Register')}"
    return counted if over else f"{counted}, and still at war"
