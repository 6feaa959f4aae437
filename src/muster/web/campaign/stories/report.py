"""A player's own words about a battle, and its pictures."""

from datetime import UTC, datetime
from typing import ClassVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from muster.app.campaign.stories import (
    LONGEST_CAPTION,
    LONGEST_TITLE,
    LONGEST_WORDS,
    MOST_AT_A_BATTLE,
    Report,
    Story,
)
from muster.rules.campaign.register.register import problem
from muster.rules.violations import Refused, Violation
from muster.web import identity
from muster.web.campaign.registers.pages import RegisterPage, head_of
from muster.web.campaign.requests import (
    Reason,
    battle_stream,
    id_of,
    reasons_of,
    status_of,
    stories_of,
    stream_of,
)
from muster.web.campaign.stories.chronicle import ChapterLeaf, Where, leaf, my_picture
from muster.web.environment import url
from muster.web.page import draw
from muster.web.requests import actor

# Enough to say that a text is too long, without sending a megabyte back.
LONGEST_SHOWN = 20_000


class ReportPage(RegisterPage, frozen=True, kw_only=True):
    """One's own words about a battle, and its pictures."""

    template: ClassVar[str] = "campaign/stories/report.html"
    leaf: ChapterLeaf
    title: str
    words: str
    back: str
    where: Where
    reasons: list[Reason]
    longest_title: int = LONGEST_TITLE
    longest_words: int = LONGEST_WORDS
    longest_caption: int = LONGEST_CAPTION
    most_pictures: int = MOST_AT_A_BATTLE


@identity.private
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, register: str, battle: str) -> HttpResponse:
    """Write about a battle; the pictures are sent one by one."""
    story = stories_of(request).mine(actor(request), stream_of(register))
    if request.method == "GET":
        return draw(request, report_page(story, battle))
    form = request.POST
    report = Report(
        register=story.stream,
        battle=battle_stream(battle),
        title=form.get("title", ""),
        words=form.get("words", ""),
        changed=datetime.now(UTC),
    )
    try:
        stories_of(request).write(actor(request), report)
    except Refused as refused:
        problems = refused.violations
        return draw(request, report_page(story, battle, report, problems), status_of(problems))
    messages.success(request, "Kept.")
    return redirect(back(story, battle))


def report_page(
    story: Story, battle: str, typed: Report | None = None, problems: tuple[Violation, ...] = ()
) -> ReportPage:
    """The page, with what was typed and the reasons of a refusal."""
    leaf, register = leaf_of(story, battle), id_of(story.stream)
    shown = typed or leaf.report
    return ReportPage(
        **head_of(register, story.register),
        leaf=leaf,
        title=shown.title[:LONGEST_SHOWN] if shown else "",
        words=shown.words[:LONGEST_SHOWN] if shown else "",
        back=back(story, battle),
        where=lambda one: my_picture(register, one),
        reasons=reasons_of(problems),
    )


def leaf_of(story: Story, battle: str) -> ChapterLeaf:
    """The chapter of a battle; one that this Register did not fight is not there."""
    stream = battle_stream(battle)
    chapter = next((one for one in story.chapters if one.battle == stream), None)
    if chapter is None:
        raise Refused(problem("register.unknown"))
    return leaf(story, chapter)


def back(story: Story, battle: str) -> str:
    """The chapter in the chronicle."""
    number = next((one.number for one in story.chapters if one.battle == battle_stream(battle)), 0)
    return f"{url('tour-chronicle', register=id_of(story.stream))}#battle-{number}"
