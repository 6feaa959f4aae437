"""The world that `muster bench pages` looks at: a club's campaign, a large event, an army.

Everything is done by the use cases, as people would do it, and comes out the same every time but for its ids.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from muster.app.acting import Act, Command
from muster.app.campaign import commands
from muster.app.campaign.battle import commands as ask
from muster.app.campaign.battle.desk import SideRef
from muster.app.tournament.commands import (
    Announce,
    Begin,
    CloseRound,
    Draft,
    Enter,
    EnterResult,
    Link,
    Publish,
    StartClock,
)
from muster.app.tournament.tournaments import TournamentPlan, Tournaments
from muster.cli.demo.armies import full_army
from muster.cli.demo.campaign import ANSWERS, Evening
from muster.rules.campaign.battle.battle import SIDES
from muster.rules.campaign.battle.events import SideKey, SideRecord
from muster.rules.campaign.battle.recording import Opening
from muster.rules.campaign.battle.steps.open_step import Task
from muster.rules.campaign.register.recruiting import Recruit
from muster.rules.cards import catalogue
from muster.rules.tournament.games import Tally
from muster.rules.tournament.scoring.results import Slip

if TYPE_CHECKING:
    from muster.store.accounts import Account

PEOPLE: Final = {"ann": "Ann Okoro", "bo": "Bo Lindqvist", "cass": "Cass Moreau"}
SEED: Final = 4
POINTS: Final = 1000
UNITS: Final = ("ay",) * 6 + ("ba",) * 3
CASUALTIES, ALL_STEPS_DONE = 4, 11
EACH_ALONE: Final = ("roll-check", "settle-check")
ROUNDS: Final = 5
ROUNDS_PLAYED: Final = 3


class World(NamedTuple):
    """Who is there, and the ids that addresses are made of."""

    people: Mapping[str, "Account"]
    register: str
    club: str
    battle: str
    event: str
    army: str


def built(battles: int, players: int) -> World:
    """Ann and Bo fight in a club, now in the casualty step; Ann plays in Cass's event and has an army."""
    from django.db import transaction

    from muster.store.accounts import Account

    with transaction.atomic():  # one commit: it is the pages that are measured
        people = {
            handle: Account.objects.create(handle=handle, name=name, password="!")  # noqa: S106 - never typed
            for handle, name in PEOPLE.items()
        }
        season = _season(people)
        for _ in range(battles):
            season.play()
        battle = season.play(to=CASUALTIES)
        event = _event(people, players)
        army = _army(str(people["ann"].pk))
    return World(people, _id(season.sides["blue"][1]), _id(season.club), _id(battle), event, army)


def _id(stream: str) -> str:
    return stream.partition(":")[2]


# The campaign -----------------------------------------------------------------------------------------------


class Season(Evening):
    """A club of two with a Register of ten units each. Every unit is defeated in every battle, and casualty
    checks come up blank: nobody falls, and each battle is as large as the first."""

    club: str

    def gather(self, campaign: str, name: str) -> None:
        """Ann begins the campaign, Bo joins, both enter their Registers."""
        self.club = campaign
        self.clubs.do(self.act("ann"), campaign, commands.OpenCampaign(name=name))
        self.clubs.do(self.act("bo"), campaign, commands.Join(invitation=1))
        for handle, register in self.sides.values():
            self.clubs.do(self.act(handle), campaign, commands.Enter(register=register))

    def play(self, *, to: int = ALL_STEPS_DONE) -> str:
        """A battle up to a step; both sides confirm it once all ten are done."""
        battles, battle = self.battles, f"battle:{_fresh_id()}"
        registers: dict[SideKey, str] = {key: register for key, (_, register) in self.sides.items()}
        self.battles.open(self.act("ann"), Opening(battle=battle, points=POINTS), registers)
        for key, (handle, register) in self.sides.items():
            battles.do(self.act(handle), SideRef(battle, key), ask.Muster(plan=self.everybody(register)))
        for key, (handle, _) in self.sides.items():
            battles.do(self.act(handle), SideRef(battle, key), ask.ChooseAgenda(agenda=""))
        record = ask.Record(winner="blue", sides=self.records(battle))
        battles.do(self.act("ann"), SideRef(battle, "blue"), record)
        self.walk(battle, to)
        if to == ALL_STEPS_DONE:
            for key, (handle, _) in self.sides.items():
                battles.do(self.act(handle), SideRef(battle, key), ask.Confirm())
        return battle

    def records(self, battle: str) -> dict[str, SideRecord]:
        """Blue wins; on both sides every unit was defeated."""
        now = self.battles.battle(battle).state
        return {
            key: SideRecord(
                defeated=tuple(unit.key for unit in now.side(key).fielded),
                victory_points=9 if key == "blue" else 6,
            )
            for key in SIDES
        }

    def walk(self, battle: str, to: int) -> None:
        """Both sides in turn, each as far as wanted."""
        battles = self.battles
        while behind := [key for key in SIDES if battles.battle(battle).state.side(key).step < to]:
            for key in behind:
                self.step(SideRef(battle, key))

    def step(self, place: SideRef) -> None:
        """What must be done, or the end of the step. Units are checked one after the other without looking up
        in between: a check disturbs no other."""
        here = self.battles.open_step(place)
        handle = self.sides[place.side][0]
        wanted = [task for task in here.tasks if task.kind in KIND_ANSWERS]
        must = [task for task in wanted if task.must or task.kind == "name-rival"]
        alike = [task for task in must if task.kind == must[0].kind in EACH_ALONE]
        for task in alike or must[:1]:
            self.battles.do(self.act(handle), place, KIND_ANSWERS[task.kind](task))
        if not must and here.can_finish:
            self.battles.do(self.act(handle), place, ask.FinishStep(step=here.step))


KIND_ANSWERS: Final[Mapping[str, Callable[[Task], Command]]] = {
    **ANSWERS,
    "roll-check": lambda task: ask.RollCheck(dossier=task.dossier, faces=("blank",) * len(task.dice)),
    "roll-supply": lambda _: ask.RollSupply(),
    "name-unit": lambda task: ask.NameUnit(dossier=task.dossier, name=f"Squad {task.dossier}"),
}


def _season(people: Mapping[str, "Account"]) -> Season:
    from muster.app.campaign.battle.battles import Battles
    from muster.app.campaign.clubs import Clubs
    from muster.store.log import DatabaseStore
    from muster.store.stream_roles import DatabaseRoles

    roles = DatabaseRoles()
    battles = Battles(DatabaseStore(), entropy=_chance().randbytes, roles=roles)
    season = Season(people, Clubs(battles.logs, roles), battles)
    commander = Recruit(unit="Cb", upgrades=("Cf",), name="Ilsa Marrok")
    units = (commander, *(Recruit(unit=unit) for unit in UNITS))
    season.sides = {
        "blue": ("ann", season.register("ann", "The Ashfall Company", units)),
        "red": ("bo", season.register("bo", "The Free Hands", units)),
    }
    season.gather(f"campaign:{_fresh_id()}", "The Orrin Reach")
    return season


# The event --------------------------------------------------------------------------------------------------


class Hall:
    """Cass's event; every act comes a second after the one before, the first an hour ago."""

    def __init__(self, my: Tournaments, event: str, organiser: str) -> None:
        self.my, self.event, self.organiser = my, event, organiser
        self.chance = _chance()
        self.start, self.seconds = datetime.now(UTC) - timedelta(hours=1), count()

    def act(self) -> Act:
        """Something the organiser does."""
        at = self.start + timedelta(seconds=next(self.seconds))
        return Act(self.organiser, at, _fresh_id())

    def gather(self, players: int, phone: str) -> str:
        """Everybody is entered by hand and is there; the account `phone` is the first of them."""
        plan = TournamentPlan(structure="custom", rounds=ROUNDS, lists="none", place="The Cellar")
        self.my.do(self.act(), self.event, Begin(name="Orrin Open", plan=plan))
        names = tuple(f"Player {number:04}" for number in range(1, players + 1))
        self.my.do(self.act(), self.event, Enter(names=names, present=True))
        first = next(iter(self.my.load(self.event).state.entries))
        self.my.do(self.act(), self.event, Link(player=first, account=phone))
        self.my.do(self.act(), self.event, Announce())
        return first

    def open_round(self) -> None:
        """Pair, publish, start the clock."""
        self.my.do(self.act(), self.event, Draft())
        draft = self.my.load(self.event).state.draft
        self.my.do(self.act(), self.event, Publish(draft=draft.number if draft else 0))
        self.my.do(self.act(), self.event, StartClock())

    def results(self, *, waiting: str = "") -> None:
        """Every table hands in its slip; where somebody is waited for, theirs and half the others do not."""
        current = self.my.load(self.event).state.open_round
        for place, game in enumerate(current.drawn.round.games if current else ()):
            if not waiting or (place % 2 and waiting not in game.players):
                number = current.number if current else 0
                self.my.do(
                    self.act(),
                    self.event,
                    EnterResult(number=number, table=game.table, slip=self.slip()),
                )

    def slip(self) -> Slip:
        """One of the two wins."""
        tokens = self.chance.sample(range(13), 2)
        one, two = (Tally(victory=each, score=50 * each + self.chance.randrange(50)) for each in tokens)
        return Slip(tallies=(one, two))


def _event(people: Mapping[str, "Account"], players: int) -> str:
    """Three rounds played, the fourth under way with half of its results."""
    from muster.store.log import DatabaseStore
    from muster.store.stream_roles import DatabaseRoles
    from muster.store.tournaments import DatabaseIndex, DatabaseRoster

    event = _fresh_id()
    my = Tournaments(
        DatabaseStore(),
        DatabaseRoster(),
        index=DatabaseIndex(),
        stream_roles=DatabaseRoles(),
        entropy=_chance().randbytes,
    )
    hall = Hall(my, f"tournament:{event}", str(people["cass"].pk))
    player = hall.gather(players, str(people["ann"].pk))
    for _ in range(ROUNDS_PLAYED):
        hall.open_round()
        hall.results()
        my.do(hall.act(), hall.event, CloseRound())
    hall.open_round()
    hall.results(waiting=player)
    return event


# The army ---------------------------------------------------------------------------------------------------


def _army(owner: str) -> str:
    """An army in the making: nearly 1,000 points, with room for one thing more."""
    from muster.app.armies import saving
    from muster.store.accounts import new_id
    from muster.store.armies import DatabaseArmies, new_code

    whole = full_army(catalogue())
    started = replace(whole, units=whole.units[:-1])
    act = Act(owner, datetime.now(UTC), str(new_id()))
    return saving.create(DatabaseArmies(), act, str(new_id()), new_code(), started).id


def _fresh_id() -> str:
    from muster.store.accounts import new_id

    return new_id().hex


def _chance() -> Random:
    return Random(SEED)  # noqa: S311 - the same dice each time, for comparing one measurement with the next
