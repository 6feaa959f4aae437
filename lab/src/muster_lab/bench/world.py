"""The world that `muster-lab bench pages` measures: a club's campaign, a large event, an army.

It is built through the use cases, the way people would build it, and is the same on every run except for
its ids.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from msgspec.structs import replace

from muster.app.acting import Act, Command
from muster.app.campaign.battle import commands as ask
from muster.app.campaign.battle.battles import Battles
from muster.app.request_store import RequestStore
from muster.app.stream_roles import StreamRoles
from muster.app.streams import EventStore
from muster.app.tournament.commands import Announce, CloseRound, Link
from muster.app.tournament.tournaments import TournamentPlan
from muster.cli.demo.armies import full_army
from muster.cli.demo.campaign import ANSWERS, Evening
from muster.cli.demo.command import PEOPLE
from muster.cli.demo.tournament import Hall
from muster.rules.campaign.battle.battle import SIDES
from muster.rules.campaign.battle.events import SideRecord
from muster.rules.campaign.battle.steps.open_step import Task
from muster.rules.campaign.register.recruiting import Recruit
from muster.rules.cards import catalogue
from muster.rules.dice.evidence import faces_from_seed
from muster.rules.dice.faces import Die, Face
from muster.rules.tournament.games import Game, Tally
from muster.rules.tournament.scoring.results import Slip

if TYPE_CHECKING:
    from muster.store.accounts import Account

SEED: Final = 4
UNITS: Final = ("ay",) * 6 + ("ba",) * 3
CASUALTIES: Final = 4
ROUNDS: Final = 5
ROUNDS_PLAYED: Final = 3


class World(NamedTuple):
    """The people, and the ids that URLs need."""

    people: Mapping[str, "Account"]
    register: str
    club: str
    battle: str
    event: str
    army: str


def build_world(battles: int, players: int) -> World:
    """Ann and Bo fight in a club and are in the casualty step; Ann plays in Cass's event and has an army."""
    from django.db import transaction

    from muster.store.accounts import Account

    with transaction.atomic():  # in one commit, since only the pages are measured
        people = {
            handle: Account.objects.create(handle=handle, name=name, password="!")  # noqa: S106 - never typed
            for handle, name in PEOPLE.items()
        }
        season = season_of(people)
        for _ in range(battles):
            season.fight()
        streams = (season.sides["blue"][1], season.club, season.fight(to=CASUALTIES))
        register, club, battle = (stream.partition(":")[2] for stream in streams)
        army = _army(str(people["ann"].pk))
    # Not in one commit: committed states are cached, which keeps building a large event linear in time.
    with without_disk_syncs():
        event = _event(people, players)
    return World(people, register, club, battle, event, army)


@contextmanager
def without_disk_syncs() -> Iterator[None]:
    """Do not wait for the disk at every commit: what is built here is thrown away. PostgreSQL is left as
    it is."""
    from django.db import connection

    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        (before,) = cursor.execute("PRAGMA synchronous").fetchone()
        cursor.execute("PRAGMA synchronous=OFF")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA synchronous={before}")


class Season(Evening):
    """A club of two, with ten units in each Register. Every unit is defeated in every battle, and rolls
    are repeated until all dice are blank, so that nobody dies and every battle is as large as the first."""

    arbitrator = "ann"
    points = 1000
    answers: ClassVar = {
        **ANSWERS,
        "roll-check": lambda task: ask.RollCheck(dossier=task.dossier),
        "roll-supply": lambda _: ask.RollSupply(),
        "name-unit": lambda task: ask.NameUnit(dossier=task.dossier, name=f"Squad {task.dossier}"),
    }

    def __init__(
        self, people: Mapping[str, str], store: EventStore, roles: StreamRoles, *registers: str
    ) -> None:
        super().__init__(people, Battles(store, entropy=self.kind_seed, roles=roles), roles)
        self.chance = _chance()
        self.dice: tuple[Die, ...] = ()
        commander = Recruit(unit="Cb", upgrades=("Cf",), name="Ilsa Marrok")
        units = (commander, *(Recruit(unit=unit) for unit in UNITS))
        blue, red = registers or ("", "")
        self.sides = {
            "blue": ("ann", self.register("ann", "The Ashfall Company", units, blue)),
            "red": ("bo", self.register("bo", "The Free Hands", units, red)),
        }
        self.club = self.gather("The Orrin Reach")

    def answer(self, task: Task) -> Command:
        self.dice = task.dice
        return super().answer(task)

    def kind_seed(self, size: int) -> bytes:
        """A seed that makes the next roll come up all blank."""
        while True:
            seed = self.chance.randbytes(size)
            if set(faces_from_seed(seed, self.dice)) <= {Face.BLANK}:
                return seed

    def records(self, battle: str) -> dict[str, SideRecord]:
        """Every unit on both sides was defeated."""
        now = self.battles.battle(battle).state
        lost = {key: tuple(unit.key for unit in now.side(key).fielded) for key in SIDES}
        points = {"blue": 9, "red": 6}
        return {key: SideRecord(defeated=lost[key], victory_points=points[key]) for key in SIDES}


def season_of(people: Mapping[str, "Account"]) -> Season:
    """A season in the database of the site."""
    from muster.store.campaign.stream_roles import DatabaseRoles
    from muster.store.log.database import DatabaseStore

    ids = {handle: str(account.pk) for handle, account in people.items()}
    return Season(ids, RequestStore(DatabaseStore()), DatabaseRoles())


def _event(people: Mapping[str, "Account"], players: int) -> str:
    """Cass's event: three rounds played, the fourth under way with half of its results; Ann's is missing."""
    chance = _chance()
    hall = Hall(str(people["cass"].pk), 1, entropy=chance.randbytes)
    plan = TournamentPlan(structure="custom", rounds=ROUNDS, lists="none", place="The Cellar")
    hall.begin(plan, [f"Player {number:04}" for number in range(1, players + 1)])
    first = next(iter(hall.my.load(hall.event).state.entries))
    hall.do(Link(player=first, account=str(people["ann"].pk)))
    hall.do(Announce())

    def slip(*_: object) -> Slip:
        tokens = chance.sample(range(13), 2)
        first, second = (Tally(victory=each, score=50 * each + chance.randrange(50)) for each in tokens)
        return Slip(tallies=(first, second))

    def half(place: int, game: Game) -> Slip | None:
        return slip() if place % 2 and first not in game.players else None

    for _ in range(ROUNDS_PLAYED):
        hall.open_round()
        hall.results(slip)
        hall.do(CloseRound())
    hall.open_round()
    hall.results(half)
    return hall.id


def _army(owner: str) -> str:
    """An unfinished army of nearly 1,000 points, with room for one more thing."""
    from muster.app.armies import saving
    from muster.store.accounts import new_id
    from muster.store.armies import DatabaseArmies, new_code

    whole = full_army(catalogue())
    started = replace(whole, units=whole.units[:-1])
    act = Act(owner, datetime.now(UTC), str(new_id()))
    return saving.create_army(DatabaseArmies(), act, str(new_id()), new_code(), started).id


def _chance() -> Random:
    return Random(SEED)  # noqa: S311 - the same dice each time, for comparing one measurement with the next
