"""The pages that step through a battle: for its players and the campaign both sides, for the readers of one
chronicle that side alone. Each ends in the picture of the battle.
"""

from collections.abc import Sequence
from typing import ClassVar, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from muster.app.campaign.stories import Story
from muster.rules.campaign.battle.battle import SIDES, other
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.battle.steps.side import SideContext
from muster.rules.campaign.register.register import problem
from muster.rules.violations import Refused
from muster.web.campaign.battle.request import BattleRequest, battle_request
from muster.web.campaign.requests import battle_stream, logs_of, methods_only, stories_of, stream_of
from muster.web.campaign.stories.battle_picture import picture_of
from muster.web.campaign.stories.battle_story import (
    FoughtBattle,
    Scene,
    headline,
    names_of_unfinished,
    scenes,
    seat_of,
)
from muster.web.campaign.stories.chronicle import enemy
from muster.web.environment import day, url
from muster.web.page import Page, render_response
from muster.web.requests import actor
from muster.web.site.shared_pictures import SharedPicture

MOST_DIGITS: Final = 4


class SteppingPage(Page, frozen=True, kw_only=True):
    """One scene of a battle's story. `link` is where everybody with the link can read it, `address` the
    page's own without the scene."""

    template: ClassVar[str] = "campaign/stories/stepping.html"
    fragment: ClassVar[str] = "campaign/stories/stepping_part.html"
    title: str
    about: str
    scene: Scene
    number: int
    contents: Sequence[Scene]
    address: str
    back: str
    picture: SharedPicture
    unfinished: Sequence[str]
    link: str
    public: bool


@methods_only("GET")
def of_battle(request: HttpRequest, battle: str) -> HttpResponse:
    """For both players, and for the members of their campaign."""
    asked = battle_request(request, battle)
    if asked.desk.battle.status != "recorded":
        return redirect("tour-battle", battle)
    address = url("tour-battle-story", battle=asked.address)
    link = shared_link(request, asked)
    return _scene_page(request, fought_here(asked), address, asked.here, link)


@methods_only("GET")
def of_register(request: HttpRequest, register: str, battle: str) -> HttpResponse:
    """For the owner of a Register, a copy too."""
    story = stories_of(request).mine(actor(request), stream_of(register))
    fought = _fought_in(request, story, battle)
    address = url("tour-story", register=register, battle=battle)
    return _scene_page(
        request, fought, address, _chapter_of(story, battle, "tour-chronicle", register=register)
    )


@methods_only("GET")
def shared_battle(request: HttpRequest, token: str, battle: str) -> HttpResponse:
    """For everybody with the link of a chronicle."""
    story = stories_of(request).story_behind(token)
    fought = _fought_in(request, story, battle)
    address = url("tour-public-story", token=token, battle=battle)
    link = request.build_absolute_uri(address)
    back = _chapter_of(story, battle, "tour-public", token=token)
    return _scene_page(request, fought, address, back, link, public=True)


def _chapter_of(story: Story, battle: str, name: str, **where: str) -> str:
    numbers = {chapter.battle: chapter.number for chapter in story.chapters}
    return f"{url(name, **where)}#battle-{numbers.get(battle_stream(battle), 0)}"


def fought_here(asked: BattleRequest) -> FoughtBattle:
    """A battle with both sides, the reader's first."""
    desk = asked.desk
    contexts = {key: desk.context_of(key) for key in SIDES if desk.battle.side(key).register}
    logs = desk.table.logs
    return FoughtBattle(
        battle=desk.battle,
        log=desk.effective,
        names={key: side.host for key, side in asked.players.items()},
        seats={
            key: seat_of(context, logs.effective(context.side.register)) for key, context in contexts.items()
        },
        own=asked.side or "blue",
    )


def _fought_in(request: HttpRequest, story: Story, battle: str) -> FoughtBattle:
    """A battle as the chronicle of one Register may tell it."""
    fight = story.fights.get(battle_stream(battle))
    if fight is None or fight.battle.status != "recorded":
        raise Refused(problem("register.unknown"))
    logs, own = logs_of(request), fight.side
    context = SideContext(fight.battle, own, story.register, logs.cards, logs.library)
    theirs = enemy(story, fight)
    names: dict[SideKey, str] = {own: story.register.called, other(own): theirs[:1].upper() + theirs[1:]}
    return FoughtBattle(
        battle=fight.battle,
        log=logs.effective(fight.battle.id),
        names=names,
        seats={own: seat_of(context, story.log)},
        own=own,
    )


def shared_link(request: HttpRequest, asked: BattleRequest) -> str:
    """Where everybody may read this battle: the chronicle of a side of the reader's own that is shared."""
    for key in asked.role.sides:
        register = asked.desk.battle.side(key).register
        if token := stories_of(request).link(asked.me, register):
            battle = asked.address.partition("_")[0]
            return request.build_absolute_uri(url("tour-public-story", token=token, battle=battle))
    return ""


def _scene_page(  # noqa: PLR0913 - where it is, where it leads back to, who may read it, by name
    request: HttpRequest,
    fought: FoughtBattle,
    address: str,
    back: str,
    link: str = "",
    *,
    public: bool = False,
) -> HttpResponse:
    found = scenes(fought)
    step = request.GET.get("step", "1")[:MOST_DIGITS]
    number = max(1, min(int(step) if step.isascii() and step.isdigit() else 1, len(found)))
    page = SteppingPage(
        title=headline(fought.battle, fought.names),
        about=", ".join(filter(None, (fought.battle.mission, day(fought.day) if fought.day else ""))),
        scene=found[number - 1],
        number=number,
        contents=found,
        address=address,
        back=back,
        picture=picture_of(fought),
        unfinished=names_of_unfinished(fought),
        link=link,
        public=public,
    )
    return render_response(request, page)
