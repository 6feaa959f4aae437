"""The chronicle of a Register: chapters by battle, told newest first; charts, rivals and those who fell."""

from collections.abc import Callable, Mapping
from typing import ClassVar, NamedTuple

from django.http import HttpRequest, HttpResponse
from markupsafe import Markup

from muster.app.campaign.logs import BATTLES
from muster.app.campaign.stories import Fight, Picture, Report, Story
from muster.rules.campaign.battle.battle import SIDES, other
from muster.rules.campaign.register.events import UnitRemoved
from muster.rules.campaign.register.register import Fallen
from muster.rules.campaign.story.chronicle import Chapter, Mark, Rivalry
from muster.web.campaign.registers.pages import RegisterPage, Sheet, sheet_of
from muster.web.campaign.requests import (
    battle_stream,
    id_of,
    methods_only,
    own_register,
    registers_of,
    stories_of,
    stream_of,
)
from muster.web.campaign.sentences.sentences import tell
from muster.web.campaign.sentences.wording import STRONG, Scene, Sentence
from muster.web.campaign.stories.charts import Chart, charts
from muster.web.environment import day, plural, url
from muster.web.page import render_response
from muster.web.requests import actor

PER_PAGE = 10
VERBS = {"won": "{} beat {}", "lost": "{} lost to {}", "drawn": "{} and {} fought to a draw"}
NAMELESS, NOBODY = "A Register without a name", "Opponents without a Register"
Where = Callable[[Picture], str]
Steps = Callable[[str], str]


class ChapterLeaf(NamedTuple):
    """A chapter as the page shows it."""

    number: int
    battle: str
    when: str
    title: str
    ending: Markup
    report: Report | None
    pictures: list[Picture]
    sentences: list[Sentence]
    done: bool


class Tale(NamedTuple):
    """What a chronicle shows, for its owner and for readers alike: the newest chapters first, who fell with
    their epitaphs, the charts, the rivals by name. `where` says where a picture is, `steps` where a battle is
    stepped through."""

    chapters: list[ChapterLeaf]
    more: int
    fallen: list[tuple[str, str]]
    charts: list[Chart]
    course: tuple[Mark, ...]
    rivals: list[tuple[str, Rivalry]]
    where: Where
    steps: Steps


class ChroniclePage(RegisterPage, frozen=True, kw_only=True):
    """The chronicle of one's own Register."""

    template: ClassVar[str] = "campaign/stories/chronicle.html"
    tale: Tale


class AfterPage(RegisterPage, frozen=True, kw_only=True):
    """The Register as it was after a battle, to be read."""

    template: ClassVar[str] = "campaign/registers/after.html"
    sheet: Sheet
    number: int
    back: str
    name_now: str


@methods_only("GET")
def page(request: HttpRequest, register: str) -> HttpResponse:
    """The chronicle of one's own Register."""
    story = stories_of(request).mine(actor(request), stream_of(register))
    tale = tale_of(
        story,
        request.GET,
        lambda picture: my_picture(register, picture),
        lambda battle: steps_of_chapter(story, battle),
    )
    return render_response(request, ChroniclePage(id=register, register=story.register, tale=tale))


@methods_only("GET")
def register_after(request: HttpRequest, register: str, battle: str) -> HttpResponse:
    """The Register as it was when a battle was over; refused where it did not fight it."""
    logs, today = registers_of(request).logs, own_register(request, register)
    then = logs.register_after(stream_of(register), battle_stream(battle))
    number = len(then.battles)
    page = AfterPage(
        id=register,
        register=then,
        sheet=sheet_of(then, logs.library),
        number=number,
        back=f"{url('tour-chronicle', register=register)}#battle-{number}",
        name_now=today.called,
    )
    return render_response(request, page)


def my_picture(register: str, picture: Picture) -> str:
    """Where the owner sees a picture."""
    return url("tour-picture", register=register, picture=picture.id)


def steps_of_chapter(story: Story, battle: str) -> str:
    """Where the owner steps through a battle: with both sides where the Register itself fought it."""
    fight = story.fights.get(battle_stream(battle))
    if fight is None or fight.battle.status != "recorded":
        return ""
    if fight.battle.side(fight.side).register == story.stream:
        return url("tour-battle-story", battle=f"{battle}_{fight.side}")
    return url("tour-story", register=id_of(story.stream), battle=battle)


def tale_of(story: Story, query: Mapping[str, str], where: Where, steps: Steps) -> Tale:
    """The newest chapters, or all of them; those who fell, the charts, and every opponent."""
    chapters = story.chapters if query.get("all") else story.chapters[-PER_PAGE:]
    names = story.opponents
    return Tale(
        chapters=[leaf(story, chapter) for chapter in reversed(chapters)],
        more=len(story.chapters) - len(chapters),
        fallen=[(loss.dossier.called, epitaph(loss, story)) for loss in reversed(story.register.fallen)],
        charts=charts(story.course),
        course=story.course,
        rivals=[
            (names.get(rivalry.register) or (NAMELESS if rivalry.register else NOBODY), rivalry)
            for rivalry in story.rivalries
        ],
        where=where,
        steps=steps,
    )


def leaf(story: Story, chapter: Chapter) -> ChapterLeaf:
    """A chapter with its heading, its ending, what people added, and what happened in it, newest first."""
    fight, report = story.fights.get(chapter.battle), story.reports.get(chapter.battle)
    return ChapterLeaf(
        number=chapter.number,
        battle=chapter.battle.removeprefix(BATTLES),
        when=when(chapter, fight),
        title=title(story, chapter, fight, report),
        ending=describe_ending(story, chapter, fight),
        report=report,
        pictures=story.of_battle(chapter.battle) if chapter.battle else [],
        sentences=[
            tell(entry.event, Scene(story.before[entry.version], own=story.books))
            for entry in reversed(chapter.entries)
        ],
        done=bool(chapter.result),
    )


def when(chapter: Chapter, fight: Fight | None) -> str:
    """The day, and what was agreed."""
    at = chapter.closed or (chapter.entries[0].at if chapter.entries else None)
    agreed = [plural(fight.battle.points, "point"), fight.battle.format.capitalize()] if fight else []
    return ", ".join([*([f"{at:%A} {day(at)}"] if at else []), *agreed])


def title(story: Story, chapter: Chapter, fight: Fight | None, report: Report | None) -> str:
    """The player's own title, the mission of a turning point, or the number."""
    if not chapter.number:
        return "Before the first battle"
    point = story.books.turning_points.get(fight.battle.turning_point) if fight else None
    plain = point.name if point else f"Battle {chapter.number}"
    return report.title if report and report.title else plain


def describe_ending(story: Story, chapter: Chapter, fight: Fight | None) -> Markup:
    """How the battle ended, in a sentence: against whom, the score, and who did not come home."""
    if not chapter.number:
        return Markup()
    if not chapter.result:
        return Markup("This battle isn’t over yet.")
    names = [STRONG.format(name) for name in (story.register.called, enemy(story, fight))]
    sentence = Markup(VERBS[chapter.result]).format(*names)  # noqa: S704 - the templates stand in this file
    events = (entry.event for entry in chapter.entries)
    gone = sum(isinstance(event, UnitRemoved) and event.why == "casualty" for event in events)
    losses = f", and lost {plural(gone, 'unit')} doing it" if gone else ""
    return sentence + (score(fight) if fight else "") + losses + "."


def enemy(story: Story, fight: Fight | None) -> str:
    """Whom they fought."""
    if fight is not None and fight.opponent:
        return story.opponents.get(fight.opponent) or "a Register without a name"
    return (fight and story.unregistered.get(fight.battle.id)) or "an opponent without a Register"


def score(fight: Fight) -> str:
    """Victory points, own first, and how a battle that was not played to its end ended."""
    mine, theirs = (fight.battle.side(key).record.victory_points for key in (fight.side, other(fight.side)))
    points = f", {mine} to {theirs}" if theirs or (mine and fight.opponent) else ""
    if not fight.battle.conceded:
        return points
    early = ", by concession" if fight.battle.conceded in SIDES else ", ended early by agreement"
    return points + early


def epitaph(fallen: Fallen, story: Story) -> str:
    """What they were, how long they served, and where they fell."""
    unit = fallen.dossier
    numbers = {chapter.battle: chapter.number for chapter in story.chapters if chapter.battle}
    fell_in = numbers.get(fallen.battle, 0) if fallen.why == "casualty" else 0
    words = f"{unit.unit_name}, veteran {unit.veteran_rank}, {plural(unit.battles, 'battle')}"
    if not fell_in:
        return f"{words}. Reassigned" if fallen.why == "reassigned" else words
    report = story.reports.get(fallen.battle)
    place = f", {report.title}" if report and report.title else ""
    return f"{words}. Battle {fell_in}{place}"
