"""The rooms of the house, each with all it brings to the site. A new one is one more value here.

`docs/reference/new-stream.md` says what else a new kind of stream needs, and `tests/web/test_rooms.py` names
what was forgotten.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ninja import Router

from muster.rules.campaign.battle.battle import BATTLE
from muster.rules.campaign.club.membership import CAMPAIGN
from muster.rules.campaign.register.register import REGISTER
from muster.rules.dice.table import TABLE
from muster.rules.game.game import GAME
from muster.rules.game.sides.results import RESULTS
from muster.rules.log import Decider
from muster.rules.tournament.judging.lists import ARMY_LIST
from muster.rules.tournament.running.evolving import TOURNAMENT
from muster.rules.tournament.table_setup.setup_events import SETUP
from muster.web.api.resources import (
    army_book,
    battles,
    campaigns,
    cards,
    dice,
    games,
    me,
    notifications,
    registers,
    rules,
    search,
    service,
    squads,
    tables,
    tokens,
    webhooks,
    why,
)
from muster.web.api.resources import tournaments as events
from muster.web.campaign.battle.live import BattleLive
from muster.web.dice.dice import TableLive
from muster.web.game.play.views import GameLive
from muster.web.live import KINDS, LiveKind
from muster.web.tournament.live import EventLive


class NavLink(NamedTuple):
    """A way in the main bar: a place, or a tool. Addresses that begin with one of `under` belong to it."""

    url: str
    icon: str
    name: str
    under: tuple[str, ...]


class StreamKind(NamedTuple):
    """A kind of stream: what its names begin with, its state, and who watches it live (None: nobody)."""

    prefix: str
    decider: Decider[Any]
    live: LiveKind | None


class Room(NamedTuple):
    """A room: the modules of its addresses, its part of the API, its place in the bar, tools and streams.

    A phone's bar holds five places; a wide screen shows the tools below them, and so do start and search."""

    name: str
    urls: tuple[str, ...] = ()
    api: Mapping[str, Router] = {}
    way: NavLink | None = None
    tools: tuple[NavLink, ...] = ()
    streams: tuple[StreamKind, ...] = ()


ROOMS = (
    Room("site", api={"": service.router}),
    Room("start", ("muster.web.start.urls",)),
    Room("webhooks", ("muster.web.webhooks.urls",), {"webhooks": webhooks.router}),
    Room("notifications", ("muster.web.notifications.urls",), {"notifications": notifications.router}),
    Room("admin", ("muster.web.admin.urls",)),
    Room("accounts", ("muster.web.accounts.urls",), {"me": me.router, "tokens": tokens.router}),
    Room(
        "armies",
        ("muster.web.armies.urls",),
        {"armies": army_book.router},
        NavLink("armies", "nav-armies", "Armies", ("/armies", "/a/", "/collection")),
    ),
    Room(
        "game",
        ("muster.web.game.urls",),
        {"games": games.router, "tables": tables.router},
        NavLink("play", "act-trophy", "Play", ("/play", "/game/", "/table", "/dice", "/odds")),
        (NavLink("tables", "ui-table", "Table", ("/tables",)),),
        (
            StreamKind("setup", SETUP, None),
            StreamKind("game", GAME, GameLive()),
            StreamKind("game-results", RESULTS, None),
        ),
    ),
    Room(
        "campaign",
        (
            "muster.web.campaign.battle.urls",
            "muster.web.campaign.stories.urls",
            "muster.web.campaign.club.urls",
            "muster.web.campaign.urls",
        ),
        {"registers": registers.router, "campaigns": campaigns.router, "battles": battles.router},
        NavLink("tours", "nav-tours", "Tours", ("/tours", "/battle/", "/chronicle/")),
        streams=(
            StreamKind("register", REGISTER, None),
            StreamKind("campaign", CAMPAIGN, None),
            StreamKind("battle", BATTLE, BattleLive()),
        ),
    ),
    Room(
        "tournament",
        ("muster.web.tournament.urls",),
        {"tournaments": events.router},
        NavLink("events", "nav-events", "Events", ("/event",)),
        streams=(
            StreamKind("tournament", TOURNAMENT, EventLive()),
            StreamKind("tournament-list", ARMY_LIST, None),
        ),
    ),
    Room(
        "dice",
        ("muster.web.dice.urls",),
        {"dice": dice.router},
        tools=(
            NavLink("odds", "ui-ruler", "Odds", ("/odds",)),
            NavLink("dice", "nav-play", "Dice", ("/dice", "/table/")),
        ),
        streams=(StreamKind("table", TABLE, TableLive()),),
    ),
    Room(
        "cards",
        ("muster.web.cards.urls",),
        {"cards": cards.router, "squads": squads.router},
        tools=(
            NavLink("keywords", "ui-info", "Keywords", ("/keywords",)),
            NavLink("cards", "nav-cards", "Cards", ("/cards", "/squads")),
        ),
    ),
    Room(
        "rules",
        ("muster.web.rules.urls",),
        {"rules": rules.router, "why": why.router},
        tools=(NavLink("rules", "act-book", "Rules", ("/rules", "/rulings", "/why")),),
    ),
    Room(
        "search",
        ("muster.web.search.urls",),
        {"search": search.router},
        NavLink(
            "search", "ui-search", "Search", ("/search", "/cards", "/keywords", "/squads", "/rul", "/why")
        ),
    ),
)
YOU = NavLink("you", "ui-person", "You", ("/you",))
BAR = tuple(room.way for room in ROOMS if room.way)
TOOLS = tuple(tool for room in ROOMS for tool in room.tools)
STREAMS = {kind.prefix: kind for room in ROOMS for kind in room.streams}

KINDS.update({prefix: kind.live for prefix, kind in STREAMS.items() if kind.live})
