"""A player's own words about a battle, and its pictures."""

from datetime import UTC, datetime
from typing import ClassVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from muster.app.campaign.stories import (
    LONGEST_CAPTION,
    LONGEST_TITLE,
    LONGEST_WORDS,
    MOST_AT_A_BATTLE,
    Report,
    Story,
)
from muster.rules.campaign.register.register import problem
from muster.rules.violations import Refused, Violation, require
from muster.web.campaign.registers.pages import RegisterPage
from muster.web.campaign.requests import battle_stream, id_of, methods_only, stories_of, stream_of
from muster.web.campaign.stories.chronicle import ChapterLeaf, Where, leaf, my_picture
from muster.web.environment import url
from muster.web.page import render_response
from muster.web.requests import actor
from muster.web.site.errors import Reason, reasons_of, status_of

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
    reasons: tuple[Reason, ...]
    longest_title: int = LONGEST_TITLE
    longest_words: int = LONGEST_WORDS
    longest_caption: int = LONGEST_CAPTION
    most_pictures: int = MOST_AT_A_BATTLE


@methods_only("GET", "POST")
def page(request: HttpRequest, register: str, battle: str) -> HttpResponse:
    """Write about a battle; the pictures are sent one by one."""
    story, stream = stories_of(request).mine(actor(request), stream_of(register)), battle_stream(battle)
    chapter = require(
        next((chapter for chapter in story.chapters if chapter.battle == stream), None),
        problem("register.unknown"),
    )
    chapter_page = leaf(story, chapter)
    if request.method == "GET":
        return render_response(request, report_page(story, chapter_page, chapter_page.report))
    title, words = request.POST.get("title", ""), request.POST.get("words", "")
    report = Report(register=story.stream, battle=stream, title=title, words=words, changed=datetime.now(UTC))
    try:
        stories_of(request).write(actor(request), report)
    except Refused as refused:
        problems = refused.violations
        return render_response(
            request, report_page(story, chapter_page, report, problems), status_of(problems)
        )
    messages.success(request, "Report saved.")
    return redirect(back(story, chapter_page))


def report_page(
    story: Story, chapter_page: ChapterLeaf, shown: Report | None, problems: tuple[Violation, ...] = ()
) -> ReportPage:
    """The page, with what was typed and the reasons of a refusal."""
    register = id_of(story.stream)
    return ReportPage(
        id=register,
        register=story.register,
        leaf=chapter_page,
        title=shown.title[:LONGEST_SHOWN] if shown else "",
        words=shown.words[:LONGEST_SHOWN] if shown else "",
        back=back(story, chapter_page),
        where=lambda picture: my_picture(register, picture),
        reasons=reasons_of(problems),
    )


def back(story: Story, chapter_page: ChapterLeaf) -> str:
    """The chapter in the chronicle."""
    return f"{url('tour-chronicle', register=id_of(story.stream))}#battle-{chapter_page.number}"
