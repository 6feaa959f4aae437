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
from muster.rules.game.preparing.setup_events import SETUP
from muster.rules.game.sides.results import RESULTS
from muster.rules.log import Decider
from muster.rules.tournament.judging.lists import ARMY_LIST
from muster.rules.tournament.running.evolving import TOURNAMENT
from muster.web.api import (
    armies,
    battles,
    campaigns,
    cards,
    dice,
    games,
    me,
    registers,
    rules,
    service,
    squads,
    tokens,
)
from muster.web.api import tournaments as events
from muster.web.campaign.battle.live import BattleLive
from muster.web.dice.dice import TableLive
from muster.web.game.play.views import GameLive
from muster.web.live import KINDS, LiveKind
from muster.web.tournament.live import EventLive


class Way(NamedTuple):
    """A way in the main bar. Addresses that begin with one of `under` belong to it."""

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
    """A room: the modules of its addresses, its part of the API, its way in the bar, its streams."""

    name: str
    urls: tuple[str, ...] = ()
    api: Mapping[str, Router] = {}
    way: Way | None = None
    streams: tuple[StreamKind, ...] = ()


ROOMS = (
    Room("site", api={"": service.router}),
    Room("accounts", ("muster.web.accounts.urls",), {"me": me.router, "tokens": tokens.router}),
    Room(
        "armies",
        ("muster.web.armies.urls",),
        {"armies": armies.router},
        Way("armies", "nav-armies", "Armies", ("/armies", "/a/", "/collection")),
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
        Way("tours", "nav-tours", "Tours", ("/tours", "/battle/", "/chronicle/")),
        (
            StreamKind("register", REGISTER, None),
            StreamKind("campaign", CAMPAIGN, None),
            StreamKind("battle", BATTLE, BattleLive()),
        ),
    ),
    Room(
        "tournament",
        ("muster.web.tournament.urls",),
        {"tournaments": events.router},
        Way("events", "nav-events", "Events", ("/event", "/tables")),
        (
            StreamKind("tournament", TOURNAMENT, EventLive()),
            StreamKind("tournament-list", ARMY_LIST, None),
        ),
    ),
    Room(
        "game",
        ("muster.web.game.urls",),
        {"games": games.router},
        Way("play", "act-trophy", "Play", ("/play", "/game/")),
        streams=(
            StreamKind("setup", SETUP, None),
            StreamKind("game", GAME, GameLive()),
            StreamKind("game-results", RESULTS, None),
        ),
    ),
    Room(
        "cards",
        ("muster.web.cards.urls",),
        {"cards": cards.router, "squads": squads.router},
        Way("cards", "nav-cards", "Cards", ("/cards", "/keywords", "/squads")),
    ),
    Room(
        "dice",
        ("muster.web.dice.urls",),
        {"dice": dice.router},
        Way("dice", "nav-play", "Dice", ("/dice", "/table/", "/odds")),
        (StreamKind("table", TABLE, TableLive()),),
    ),
    Room(
        "rules",
        ("muster.web.rules.urls",),
        {"rules": rules.router},
        Way("rules", "act-book", "Rules", ("/rules",)),
    ),
)
YOU = Way("you", "ui-person", "You", ("/you",))
BAR = (*(room.way for room in ROOMS if room.way), YOU)
STREAMS = {kind.prefix: kind for room in ROOMS for kind in room.streams}

KINDS.update({prefix: kind.live for prefix, kind in STREAMS.items() if kind.live})
