"""A player's own words about a battle, and its pictures."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods
from uuid_utils import uuid4

from muster.app.campaign import stories as tour_stories
from muster.app.campaign.stories import Report, Story
from muster.rules.campaign.register.register import SOURCE
from muster.rules.violations import Refused, Violation
from muster.web import identity
from muster.web.campaign.registers.my_registers import actor, called, id_of, stream_of
from muster.web.campaign.stories.chronicle import Leaf, leaves_of, my_picture, stories, stream_of_battle
from muster.web.cards.words import FACTION_NAMES
from muster.web.environment import url
from muster.web.site.errors import STATUS, as_reason

# Enough to say that a text is too long, without sending a megabyte back.
LONGEST_SHOWN = 20_000


@identity.private
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, register: str, battle: str) -> HttpResponse:
    """Write about a battle; the pictures are sent one by one."""
    story = stories().mine(actor(request), stream_of(register))
    if request.method == "GET":
        return shown(request, story, battle)
    form = request.POST
    report = Report(
        register=story.stream,
        battle=stream_of_battle(battle),
        title=form.get("title", ""),
        words=form.get("words", ""),
        changed=datetime.now(UTC),
    )
    try:
        stories().write(actor(request), report)
    except Refused as refused:
        return shown(request, story, battle, form, refused.violations)
    messages.success(request, "Kept.")
    return redirect(back(story, battle))


def shown(
    request: HttpRequest,
    story: Story,
    battle: str,
    form: Mapping[str, str] | None = None,
    problems: tuple[Violation, ...] = (),
) -> HttpResponse:
    """The page, with what was typed and the reasons of a refusal."""
    leaf = leaf_of(story, battle)
    typed = form if form is not None else {}
    context: dict[str, Any] = {
        "id": id_of(story.stream),
        "register": story.register,
        "name": called(story.register),
        "faction": FACTION_NAMES[story.register.faction],
        "leaf": leaf,
        "title": typed.get("title", leaf.report.title if leaf.report else "")[:LONGEST_SHOWN],
        "words": typed.get("words", leaf.report.words if leaf.report else "")[:LONGEST_SHOWN],
        "limits": tour_stories,
        "key": str(uuid4()),
        "reasons": [as_reason(one) for one in problems],
        "back": back(story, battle),
        "where": lambda one: my_picture(id_of(story.stream), one),
    }
    status = STATUS.get(problems[0].code, 422) if problems else 200
    return render(request, "campaign/stories/report.html", context, status=status)


def leaf_of(story: Story, battle: str) -> Leaf:
    """The chapter of a battle; one that this Register did not fight is not there."""
    found = next((one for one in leaves_of(story) if one.battle == battle), None)
    if found is None:
        raise Refused(Violation(code="register.unknown", source=SOURCE))
    return found


def back(story: Story, battle: str) -> str:
    """The chapter in the chronicle."""
    number = next((one.number for one in story.chapters if one.battle == stream_of_battle(battle)), 0)
    return f"{url('tour-chronicle', register=id_of(story.stream))}#battle-{number}"
