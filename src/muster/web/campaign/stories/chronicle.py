"""The chronicle of a Register: chapters by battle, told newest first; charts, rivals and those who fell."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET
from markupsafe import Markup

from muster.app.campaign.campaigns import Tours
from muster.app.campaign.stories import Fight, Picture, Report, Stories, Story
from muster.rules.campaign.battle.battle import SIDES, other
from muster.rules.campaign.register.chronicle import Chapter
from muster.rules.campaign.register.events import UnitRemoved
from muster.rules.campaign.register.register import Fallen, Register
from muster.store.log import DatabaseStore
from muster.store.opponents import DatabaseOpponents
from muster.store.stories import DatabaseShelf
from muster.store.stream_roles import DatabaseRoles
from muster.web import identity
from muster.web.campaign.library import site_books
from muster.web.campaign.registers.my_registers import actor, called, id_of, stream_of
from muster.web.campaign.registers.register import as_it_was
from muster.web.campaign.stories.charts import charts
from muster.web.campaign.stories.rivalries import rivals
from muster.web.campaign.stories.sentences import tell_all
from muster.web.campaign.stories.told import Told
from muster.web.cards.words import FACTION_NAMES
from muster.web.environment import day, plural, url

PER_PAGE = 10
VERBS = {"won": "{} beat {}", "lost": "{} lost to {}", "drawn": "{} and {} fought to a draw"}
Where = Callable[[Picture], str]


class Leaf(NamedTuple):
    """A chapter as the page shows it."""

    number: int
    battle: str
    when: str
    title: str
    ending: Markup
    report: Report | None
    pictures: list[Picture]
    told: list[Told]
    done: bool


def stories() -> Stories:
    """The use cases over the site's own store."""
    return Stories(
        Tours(DatabaseStore(), site_books()), DatabaseRoles(), DatabaseShelf(), DatabaseOpponents()
    )


@identity.private
@require_GET
def page(request: HttpRequest, register: str) -> HttpResponse:
    """The chronicle of one's own Register."""
    story = stories().mine(actor(request), stream_of(register))
    context = chronicle_context(story, request.GET, lambda one: my_picture(register, one))
    return render(request, "campaign/stories/chronicle.html", context | {"owner": True})


@identity.private
@require_GET
def after(request: HttpRequest, register: str, battle: str) -> HttpResponse:
    """The Register as it was when a battle was over, to be read."""
    story = stories().mine(actor(request), stream_of(register))
    shown = story_then(story, battle)
    context = as_it_was(shown.register, {}) | {
        "id": register,
        "number": shown.number,
        "back": f"{url('tour-chronicle', register=register)}#battle-{shown.number}",
        "name_now": called(story.register),
    }
    return render(request, "campaign/registers/after.html", context)


class Then(NamedTuple):
    """A Register after one of its battles."""

    register: Register
    number: int


def story_then(story: Story, battle: str) -> Then:
    """The Register as it was after a battle; refused where it did not fight it."""
    stream = stream_of_battle(battle)
    then = stories().tours.register_after(story.stream, stream)
    return Then(then, len(then.battles))


def stream_of_battle(battle: str) -> str:
    """The stream of the battle with this id in its address."""
    return f"battle:{battle}"


def my_picture(register: str, picture: Picture) -> str:
    """Where the owner sees a picture."""
    return url("tour-picture", register=register, picture=picture.id)


def chronicle_context(story: Story, query: Mapping[str, str], where: Where) -> dict[str, Any]:
    """Everything a chronicle shows, for its owner and for readers alike; `where` a picture is."""
    now = story.register
    leaves = list(reversed(leaves_of(story)))
    part = leaves if query.get("all") else leaves[:PER_PAGE]
    return {
        "id": id_of(story.stream),
        "register": now,
        "name": called(now),
        "faction": FACTION_NAMES[now.faction],
        "chapters": part,
        "more": len(leaves) - len(part),
        "fallen": [(one.dossier.called, epitaph(one, story)) for one in reversed(now.fallen)],
        "charts": charts(story.course),
        "course": story.course,
        "rivals": rivals(story),
        "where": where,
    }


def leaves_of(story: Story) -> list[Leaf]:
    """All chapters, oldest first; what happened in each newest first."""
    told = {entry.version: words for entry, words in tell_all(story.log)}
    return [
        leaf(story, chapter, [told[entry.version] for entry in reversed(chapter.entries)])
        for chapter in story.chapters
    ]


def leaf(story: Story, chapter: Chapter, told: list[Told]) -> Leaf:
    """A chapter with its heading, its ending, and what people added."""
    fight, report = story.fights.get(chapter.battle), story.reports.get(chapter.battle)
    return Leaf(
        number=chapter.number,
        battle=chapter.battle.removeprefix("battle:"),
        when=when(chapter, fight),
        title=title(chapter, fight, report),
        ending=ending(story, chapter, fight),
        report=report,
        pictures=story.of_battle(chapter.battle) if chapter.battle else [],
        told=told,
        done=bool(chapter.result),
    )


def when(chapter: Chapter, fight: Fight | None) -> str:
    """The day, and what was agreed."""
    at = chapter.closed or (chapter.entries[0].at if chapter.entries else None)
    agreed = [f"{fight.battle.points} points", fight.battle.format.capitalize()] if fight else []
    return ", ".join([f"{at:%A} {day(at)}"] * (at is not None) + agreed)


def title(chapter: Chapter, fight: Fight | None, report: Report | None) -> str:
    """The player's own title, the mission of a turning point, or the number."""
    if not chapter.number:
        return "Before the first battle"
    point = site_books().turning_points.get(fight.battle.turning_point) if fight else None
    plain = point.name if point else f"Battle {chapter.number}"
    return report.title if report and report.title else plain


def ending(story: Story, chapter: Chapter, fight: Fight | None) -> Markup:
    """How the battle ended, in a sentence."""
    if not chapter.number:
        return Markup()
    if not chapter.result:
        return Markup("This battle is not over yet.")
    names = [
        Markup("<strong>{}</strong>").format(one) for one in (called(story.register), enemy(story, fight))
    ]
    event = Markup(VERBS[chapter.result]).format(*names)  # noqa: S704 - the templates stand in this file
    return event + score(fight) + losses(chapter) + "."


def enemy(story: Story, fight: Fight | None) -> str:
    """Whom they fought."""
    if fight is not None and fight.opponent:
        return story.opponents.get(fight.opponent) or "a Register without a name"
    return (fight and story.strangers.get(fight.battle.id)) or "an opponent without a Register"


def score(fight: Fight | None) -> str:
    """Victory points, own first, and whether somebody conceded."""
    if fight is None:
        return ""
    mine, theirs = (fight.battle.side(key).record.victory_points for key in (fight.side, other(fight.side)))
    points = f", {mine} to {theirs}" if theirs or (mine and fight.opponent) else ""
    return points + early(fight.battle.conceded)


def early(conceded: str) -> str:
    """How a battle that was not played to its end ended."""
    if not conceded:
        return ""
    return ", by concession" if conceded in SIDES else ", ended early by agreement"


def losses(chapter: Chapter) -> str:
    """Who did not come home."""
    event = (entry.event for entry in chapter.entries)
    gone = [one for one in event if isinstance(one, UnitRemoved) and one.why == "casualty"]
    return f", and lost {plural(len(gone), 'unit')} doing it" if gone else ""


def epitaph(fallen: Fallen, story: Story) -> str:
    """What they were, how long they served, and where they fell."""
    unit = fallen.dossier
    numbers = {one.battle: one.number for one in story.chapters if one.battle}
    fell_in = numbers.get(fallen.battle, 0) if fallen.why == "casualty" else 0
    # The battle they fell in is counted only when its steps are done, and then they are gone.
    served = plural(unit.battles + bool(fell_in), "battle")
    words = f"{unit.unit_name}, veteran {unit.veteran_rank}, {served}"
    if not fell_in:
        return f"{words}. Reassigned" if fallen.why == "reassigned" else words
    report = story.reports.get(fallen.battle)
    place = f", {report.title}" if report and report.title else ""
    return f"{words}. Battle {fell_in}{place}"
