"""`muster bench replay`: a long campaign folded from its logs, in memory and from a database.

The logs are not made up: two Registers of ten units fight their battles through the rules, with the app's
own dice, to the end of the ten steps. Only the dice are kind: a roll is repeated until it is all blanks, so
that nobody falls and every battle is as large as the first.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import count, groupby
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final

import click

from muster.app.dice.sources import fresh_roll
from muster.app.streams import Write
from muster.cli.bench.log import database
from muster.rules.campaign.battle import battle as battles
from muster.rules.campaign.battle import recording
from muster.rules.campaign.battle.battle import BATTLE, SIDES, Battle, other
from muster.rules.campaign.battle.events import BattleSeedSealed, SideKey, SideRecord
from muster.rules.campaign.battle.muster import MusterPlan, Picked, decide_muster
from muster.rules.campaign.battle.steps import casualties, commendations, experience, rewards
from muster.rules.campaign.battle.steps.closing import decide_finish
from muster.rules.campaign.battle.steps.open_step import Task, open_step
from muster.rules.campaign.battle.steps.side import SideContext, Turn
from muster.rules.campaign.club.switches import Switches
from muster.rules.campaign.library.library import library
from muster.rules.campaign.register import editing
from muster.rules.campaign.register import register as registers
from muster.rules.campaign.register.recruiting import Recruit
from muster.rules.campaign.register.register import REGISTER, Register
from muster.rules.cards.catalogue import catalogue
from muster.rules.dice.faces import Die, Face, Roll
from muster.rules.log import KINDS, Event, Recorded

BATTLES: Final = 60
LIMIT_MS: Final = 60
RUNS: Final = 15
DAY: Final = date(2026, 7, 1)
START: Final = datetime(2026, 7, 1, tzinfo=UTC)
UNITS: Final = ("ay",) * 6 + ("ba",) * 3
REGISTERS: Final[Mapping[SideKey, str]] = {"blue": "register:blue", "red": "register:red"}

Logs = dict[str, list[Recorded]]


class War:
    """Two Registers of ten units and the logs of what they did. `chance` makes the same war every time."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.cards, self.library = catalogue(), library()
        self.logs: Logs = {}
        self.numbers = count(1)
        self.registers: dict[SideKey, Register] = dict.fromkeys(SIDES, Register())
        self.battle = Battle()
        for key in SIDES:
            self.build(key)

    # Writing ---------------------------------------------------------------------------------------------

    def write(self, actor: str, said: Mapping[str, Sequence[Event]]) -> None:
        """One act in all its logs."""
        number = next(self.numbers)
        for stream, events in said.items():
            log = self.logs.setdefault(stream, [])
            for event in events:
                place = (stream, len(log) + 1, f"act-{number}", *KINDS.tag(event))
                log.append(Recorded(*place, actor, START + timedelta(minutes=number), event))

    def on_register(self, key: SideKey, event: Event) -> None:
        """An act on a Register alone."""
        self.registers[key] = registers.evolve(self.registers[key], event)
        self.write(key, {REGISTERS[key]: (event,)})

    def on_battle(self, key: SideKey, event: Event) -> None:
        """An act on the battle alone."""
        self.battle = battles.evolve(self.battle, event)
        self.write(key, {self.battle.id: (event,)})

    def take(self, key: SideKey, turn: Turn, *more: Event) -> None:
        """A turn at the table: battle and Register in one act."""
        for event in (*turn.battle, *more):
            self.battle = battles.evolve(self.battle, event)
        for event in turn.register:
            self.registers[key] = registers.evolve(self.registers[key], event)
        self.write(key, {self.battle.id: (*turn.battle, *more), REGISTERS[key]: turn.register})

    # Playing ---------------------------------------------------------------------------------------------

    def build(self, key: SideKey) -> None:
        """A Register with a commander and nine units."""
        self.on_register(key, editing.decide_open("empire", DAY, key))
        wanted = [Recruit(unit="Cb", upgrades=("Cf",), name=f"Moff {key}")]
        for one in (*wanted, *(Recruit(unit=unit) for unit in UNITS)):
            event = editing.decide_edit(self.registers[key], one, self.cards, Switches())
            self.on_register(key, event)
        arc = next(iter(self.library.arcs))
        self.on_register(key, editing.decide_arc(self.registers[key], arc, self.library))
        self.on_register(key, editing.decide_name(self.registers[key], f"Host of {key}"))
        self.on_register(key, editing.decide_found(self.registers[key]))

    def seat(self, key: SideKey) -> SideContext:
        """The table as a side sees it."""
        own, theirs = self.registers[key], self.registers[other(key)]
        return SideContext(self.battle, key, own, self.cards, self.library, theirs)

    def fight(self, number: int) -> None:
        """A battle from its opening to the end of both sequences; every unit was defeated, none is lost."""
        opening = recording.Opening(battle=f"battle:{number}", points=1000)
        event = recording.decide_battle(opening, self.registers, dict(REGISTERS), Switches(), self.library)
        self.battle = battles.evolve(Battle(), event)
        self.write("blue", {opening.battle: (event,)})
        for key in SIDES:
            self.take(key, decide_muster(self.seat(key), self.plan(key)))
        for key in SIDES:
            self.take(key, recording.decide_agenda_choice(self.seat(key), ""))
        self.on_battle("blue", recording.decide_record(self.battle, "", "", self.records()))
        while not self.battle.done:
            for key in SIDES:
                self.step(key)
        for key in SIDES:
            self.on_battle(key, recording.decide_confirm(self.battle, key, by_arbitrator=False))

    def plan(self, key: SideKey) -> MusterPlan:
        """Everybody, with all their upgrades."""
        dossiers = self.registers[key].dossiers
        picked = (Picked(dossier=one.id, upgrades=tuple(up.id for up in one.upgrades)) for one in dossiers)
        return MusterPlan(units=tuple(picked))

    def records(self) -> dict[str, SideRecord]:
        """What is written down after the battle."""
        keys = {key: tuple(unit.key for unit in self.battle.side(key).fielded) for key in SIDES}
        return {key: SideRecord(defeated=units, victory_points=4) for key, units in keys.items()}

    def step(self, key: SideKey) -> None:
        """One thing that must be done, or the end of the step."""
        here = open_step(self.seat(key))
        must = [
            task for task in here.tasks if (task.must and task.kind in DEEDS) or task.kind == "name-rival"
        ]
        if must:
            DEEDS[must[0].kind](self, key, must[0])
        elif here.can_finish:
            self.take(key, decide_finish(self.seat(key)))

    def roll(self, key: SideKey, dice: Sequence[Die], decide: Callable[[SideContext, Roll], Turn]) -> None:
        """A roll of the app with its sealed seed, kind to the units."""
        faces: set[Face] = set()
        while faces != {Face.BLANK}:
            roll, seed = fresh_roll(dice, self.chance.randbytes)
            faces = set(roll.faces)
        turn = decide(self.seat(key), roll)
        step = next(name for event in turn.battle if (name := event.step_key()))
        self.take(key, turn, BattleSeedSealed(step, seed))

    # The tasks that must be done ---------------------------------------------------------------------------

    def agenda(self, key: SideKey, _: Task) -> None:
        """Step 1, without an agenda in play."""
        self.take(key, rewards.decide_agenda(self.seat(key)))

    def supply(self, key: SideKey, task: Task) -> None:
        """Step 3."""
        self.roll(key, task.dice, experience.decide_supply)

    def check(self, key: SideKey, task: Task) -> None:
        """Step 4: the dice."""
        self.roll(key, task.dice, lambda seat, roll: casualties.decide_check(seat, task.dossier, roll))

    def settle(self, key: SideKey, task: Task) -> None:
        """Step 4: what they come to."""
        self.take(key, casualties.decide_settle(self.seat(key), task.dossier))

    def rival(self, key: SideKey, task: Task) -> None:
        """Step 5: the first of the enemy's units."""
        self.take(key, experience.decide_rival(self.seat(key), next(iter(task.options), "")))

    def learn(self, key: SideKey, _: Task) -> None:
        """Step 5."""
        self.take(key, experience.decide_experience(self.seat(key)))

    def award(self, key: SideKey, task: Task) -> None:
        """Step 6: the first commendation that may be awarded."""
        self.take(key, commendations.decide_commendation(self.seat(key), task.dossier, task.options[0]))

    def waive(self, key: SideKey, task: Task) -> None:
        """Step 6: there is none."""
        self.take(key, commendations.decide_waive(self.seat(key), task.dossier))

    def card(self, key: SideKey, task: Task) -> None:
        """Step 6: the first Paragon card."""
        self.take(key, commendations.decide_paragon_card(self.seat(key), task.dossier, task.options[0]))

    def name(self, key: SideKey, task: Task) -> None:
        """Everybody has a name from the first rank on."""
        event = editing.decide_unit_name(self.registers[key], task.dossier, f"Squad {task.dossier}")
        self.on_register(key, event)


DEEDS: Final[Mapping[str, Callable[[War, SideKey, Task], None]]] = {
    "resolve-agenda": War.agenda,
    "roll-supply": War.supply,
    "roll-check": War.check,
    "settle-check": War.settle,
    "name-rival": War.rival,
    "award-experience": War.learn,
    "award-commendation": War.award,
    "waive-commendation": War.waive,
    "choose-card": War.card,
    "name-unit": War.name,
}


def fought(battles_to_fight: int) -> Logs:
    """The logs of a whole war."""
    war = War(Random(4))  # noqa: S311 - the same dice each time, for comparing one measurement with the next
    for number in range(1, battles_to_fight + 1):
        war.fight(number)
    return war.logs


def replay(logs: Iterable[tuple[str, Sequence[Recorded]]]) -> dict[str, Register | Battle]:
    """Both Registers and every battle, from the first event on."""
    return {
        stream: (REGISTER if stream.startswith("register:") else BATTLE).fold(log) for stream, log in logs
    }


def timed(name: str, work: Callable[[], object]) -> dict[str, float]:
    """The median of single calls in milliseconds: by the clock, and what this process itself used."""
    wall, cpu = [], []
    for _ in range(RUNS):
        start, used = perf_counter(), process_time()
        work()
        wall.append((perf_counter() - start) * 1000)
        cpu.append((process_time() - used) * 1000)
    return {f"{name}_ms": median(wall), f"{name}_cpu_ms": median(cpu)}


def sizes(logs: Logs) -> dict[str, int]:
    """How large the war is: a battle counts what it wrote to its own log and to the Registers."""
    in_battle: dict[str, int] = {}
    acts = {
        entry.batch: stream for stream, log in logs.items() if stream.startswith("battle:") for entry in log
    }
    for log in logs.values():
        for entry in log:
            if battle := acts.get(entry.batch):
                in_battle[battle] = in_battle.get(battle, 0) + 1
    return {
        "battles": len(in_battle),
        "events": sum(len(log) for log in logs.values()),
        "least_events_in_a_battle": min(in_battle.values()),
        "units_in_a_register": min(len(REGISTER.fold(logs[one]).dossiers) for one in REGISTERS.values()),
    }


def store_all(store: Any, logs: Logs) -> None:
    """The same acts in a store."""
    entries = sorted((entry for log in logs.values() for entry in log), key=lambda entry: entry.at)
    for batch, group in groupby(entries, key=lambda entry: entry.batch):
        act = list(group)
        by_stream = {entry.stream: [one for one in act if one.stream == entry.stream] for entry in act}
        writes = [
            Write(stream, log[0].version - 1, tuple(one.event for one in log))
            for stream, log in by_stream.items()
        ]
        store.append(writes, actor=act[0].actor, at=act[0].at, batch=batch)


def from_database(logs: Logs) -> dict[str, float]:
    """Read and fold from a SQLite file that is gone afterwards."""
    with database(None):
        from django.db import transaction

        from muster.store.log import DatabaseStore

        store = DatabaseStore()
        with transaction.atomic():
            store_all(store, logs)
        return timed("sqlite", lambda: replay((stream, store.read(stream)) for stream in logs))


@click.command("replay")
@click.option("--battles", "number", type=click.IntRange(1, 500), default=BATTLES, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Figures as JSON.")
def command(number: int, as_json: bool) -> None:
    """Replay a campaign of two Registers with ten units each, from memory and from SQLite."""
    logs = fought(number)
    figures: dict[str, float] = {**sizes(logs), "limit_ms": LIMIT_MS}
    figures |= timed("memory", lambda: replay(logs.items())) | from_database(logs)
    click.echo(json.dumps(figures) if as_json else "\n".join(f"{k:28}{v:10.1f}" for k, v in figures.items()))
