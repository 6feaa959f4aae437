"""Where a game comes from: a battle of a campaign, or a table of an event. Each knows whose seats are whose.

The name of the origin gives the id of its game, so that both players come to the same one.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import Final, NamedTuple, Protocol

from muster.app.armies.saving import ArmyStore
from muster.app.campaign.battle.battles import Battles
from muster.app.campaign.battle.context import BattleRole, SideRef
from muster.app.campaign.logs import BATTLES
from muster.app.stream_roles import StreamRoles
from muster.app.tournament.roster import names_for_audience
from muster.app.tournament.tournaments import TOURNAMENTS, Tournaments
from muster.rules.campaign.battle.battle import Battle
from muster.rules.campaign.battle.events import SideKey
from muster.rules.cards.catalogue import catalogue
from muster.rules.game.log.events import ForceBrought
from muster.rules.game.log.game_settings import ArmyKept
from muster.rules.game.sides.forces import force_of, hand_of
from muster.rules.game.sides.veterans import force_of_side
from muster.rules.game.table import SEATS, Mode, Seat
from muster.rules.tournament.games import Game, Player
from muster.rules.tournament.judging.lists import ArmyList
from muster.rules.tournament.running.roles import may
from muster.rules.tournament.running.tournament import Tournament
from muster.rules.violations import Refused, Source, refuse_unless, require

problem = Source("game").problem
SIDE_OF: Final[dict[Seat, SideKey]] = {"one": "blue", "two": "red"}
"""The seats of a battle's game: what the campaign calls Blue sits at seat one, whatever the dice say."""

Brought = tuple[ForceBrought, tuple[str, ...]]


class Origins(NamedTuple):
    """What games come from and go back to, opened when it is asked for. Without a part there is none of its
    kind."""

    armies: Callable[[], ArmyStore] | None = None
    battles: Callable[[], Battles] | None = None
    tournaments: Callable[[], Tournaments] | None = None
    stream_roles: StreamRoles | None = None


class Origin(Protocol):
    """A battle or a table, asked by the game that is played for it."""

    name: str

    @property
    def mode(self) -> Mode:
        """How it is played."""

    @property
    def mission(self) -> str:
        """The Turning Point, if it is one; its owner sits at seat one."""

    def seats_of(self, account: str) -> tuple[Seat, ...]:
        """Whose seats are this person's."""

    def keeps(self, seat: Seat) -> bool:
        """Whether the seat is somebody's; a free one is taken by whoever has the link."""

    def is_official(self, account: str) -> bool:
        """Whether this person judges or arbitrates here."""

    def player(self, seat: Seat) -> str:
        """The name the player goes by there; empty for the account's own."""

    def player_name(self, seat: Seat) -> str:
        """What others call the seat before its player has come."""

    def force(self, seat: Seat) -> Brought | None:
        """What the seat brings, and its hand; None where its player brings an army of their own."""

    def saved_army(self, seat: Seat) -> ArmyKept | None:
        """Which saved army of its player that is, if it is one."""


class BattleOrigin:
    """A battle of a campaign: each side is its Register's owner's, and plays what it has mustered."""

    def __init__(self, battles: Battles, name: str) -> None:
        self.battles, self.name = battles, name
        battles.prefetch([name])

    @property
    def battle(self) -> Battle:
        """The battle now."""
        return self.battles.battle(self.name).state

    @property
    def mode(self) -> Mode:
        if self.battle.turning_point:
            return "turning-point"
        return "recon" if self.battle.format == "recon" else "standard"

    @property
    def mission(self) -> str:
        return self.battle.turning_point

    def seats_of(self, account: str) -> tuple[Seat, ...]:
        role = self._role(account)
        return tuple(seat for seat in SEATS if SIDE_OF[seat] in role.sides)

    def keeps(self, seat: Seat) -> bool:
        return bool(self.battle.side(SIDE_OF[seat]).register)

    def is_official(self, account: str) -> bool:
        return self._role(account).arbitrator

    def player(self, seat: Seat) -> str:  # noqa: ARG002
        return ""

    def player_name(self, seat: Seat) -> str:
        register = self.battle.side(SIDE_OF[seat]).register
        return self.battles.logs.register(register).state.name if register else ""

    def force(self, seat: Seat) -> Brought | None:
        if not self.keeps(seat):
            return None
        context = self.battles.load_side(SideRef(self.name, SIDE_OF[seat])).context
        refuse_unless(context.battle.status == "open", problem("game.battle_over"))
        refuse_unless(context.side.mustered, problem("game.not_mustered"))
        return force_of_side(seat, context), context.side.hand

    def saved_army(self, seat: Seat) -> ArmyKept | None:  # noqa: ARG002
        """None: a muster takes its units from the Register, which has a chronicle of its own."""
        return None

    def _role(self, account: str) -> BattleRole:
        try:
            return self.battles.desk(SideRef(self.name, "blue")).role(account)
        except Refused:
            return BattleRole()


class TableOrigin:
    """A table of an event in one round, by its two players; its judges look on."""

    def __init__(self, tournaments: Tournaments, name: str) -> None:
        self.tournaments, self.name = tournaments, name
        self.tournament, number, table, *players = name.split("/")
        self.round, self.table, self.players = int(number), int(table), tuple(players)

    @property
    def event(self) -> Tournament:
        """The event now."""
        return self.tournaments.load(self.tournament).state

    @property
    def mode(self) -> Mode:
        return "recon" if self.event.plan.kind == "recon" else "standard"

    @property
    def mission(self) -> str:
        return ""

    def seats_of(self, account: str) -> tuple[Seat, ...]:
        entry = self.event.entry_of(account)
        return tuple(seat for seat in SEATS if entry and self.key(seat) == entry.player)

    def keeps(self, seat: Seat) -> bool:
        entry = self.event.entries.get(self.key(seat))
        return bool(entry and entry.account)

    def is_official(self, account: str) -> bool:
        return may(self.event, account, "judge")

    def player(self, seat: Seat) -> str:
        now = self.event
        people = self.tournaments.roster.people(self.tournament)
        return names_for_audience(people, now.entries, short=now.plan.short_names).get(self.key(seat), "")

    def player_name(self, seat: Seat) -> str:
        return self.player(seat)

    def force(self, seat: Seat) -> Brought | None:
        found = self._list(seat)
        if found.army is None:
            return None
        cards = catalogue()
        return force_of(seat, found.army, cards), hand_of(found.army, cards)

    def saved_army(self, seat: Seat) -> ArmyKept | None:
        found = self._list(seat)
        return ArmyKept(seat=seat, army=found.saved, version=found.version) if found.saved else None

    def _list(self, seat: Seat) -> ArmyList:
        return self.tournaments.held_list(self.tournament, self.key(seat))

    def key(self, seat: Seat) -> Player:
        """The player at a seat, as the event calls them."""
        return self.players[SEATS.index(seat)]


def origin_of(house: Origins, name: str) -> Origin | None:
    """The origin with this name, if the house has its kind."""
    if name.startswith(BATTLES) and house.battles is not None:
        return BattleOrigin(house.battles(), name)
    if name.startswith(TOURNAMENTS) and house.tournaments is not None:
        return TableOrigin(house.tournaments(), name)
    return None


def table_of(house: Origins, account: str, tournament: str) -> str:
    """The name of the table where somebody plays in the round that is on."""
    tournaments = require(house.tournaments, problem("game.unknown"))
    nothing = Source("setup").problem("setup.no_game")
    now = tournaments().load(tournament).state
    current, entry = require(now.round, nothing), require(now.entry_of(account), nothing)
    game: Game = require(current.game_of(entry.player), nothing)
    return f"{tournament}/{current.number}/{game.table}/{'/'.join(game.players)}"


def id_of(origin: str) -> str:
    """The id of the game that is played for a battle or at a table."""
    return sha256(origin.encode()).hexdigest()[:32]
