"""`muster-lab bench replay`: fold a long campaign from its logs, in memory and from a database.

The logs are realistic: two Registers of ten units fight their battles through the use cases, with the app's
own dice, to the end of the ten steps (`world.Season`).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

import click

from muster.app.memory_store import MemoryStore
from muster.app.request_store import RequestStore
from muster.app.stream_roles import Role
from muster.app.streams import Write
from muster.rules.campaign.battle.battle import BATTLE, Battle
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.register.register import REGISTER, Register
from muster.rules.log import Recorded
from muster_lab.bench.log import database
from muster_lab.bench.timing import both_medians, print_figures
from muster_lab.bench.world import Season

BATTLES: Final = 60
LIMIT_MS: Final = 60
RUNS: Final = 15
REGISTERS: Final[Mapping[SideKey, str]] = {"blue": "register:blue", "red": "register:red"}

Logs = dict[str, list[Recorded]]


class MemoryRoles:
    """`StreamRoles` in memory."""

    def __init__(self) -> None:
        self.ties: dict[tuple[str, str], Role] = {}

    def grant(self, account: str, stream: str, role: Role) -> None:
        self.ties.setdefault((account, stream), role)

    def role(self, account: str, stream: str) -> Role | None:
        return self.ties.get((account, stream))

    def streams(self, account: str, role: Role, prefix: str) -> list[str]:
        tied = [stream for (who, stream), what in self.ties.items() if (who, what) == (account, role)]
        return [stream for stream in reversed(tied) if stream.startswith(prefix)]


def fight_war(battles: int) -> Logs:
    """Fight a whole war and return its logs: both Registers and every battle."""
    store = MemoryStore()
    season = Season({"ann": "ann", "bo": "bo"}, RequestStore(store), MemoryRoles(), *REGISTERS.values())
    streams = [*REGISTERS.values(), *(season.fight() for _ in range(battles))]
    return {stream: store.read(stream) for stream in streams}


def replay(logs: Iterable[tuple[str, Sequence[Recorded]]]) -> dict[str, Register | Battle]:
    """Fold both Registers and every battle from their first event."""
    return {
        stream: (REGISTER if stream.startswith("register:") else BATTLE).fold(log) for stream, log in logs
    }


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
        "units_in_a_register": min(
            len(REGISTER.fold(logs[register]).dossiers) for register in REGISTERS.values()
        ),
    }


def store_all(store: Any, logs: Logs) -> None:
    """Write the same acts to a store."""
    entries = sorted((entry for log in logs.values() for entry in log), key=lambda entry: entry.at)
    for batch, group in groupby(entries, key=lambda entry: entry.batch):
        act = list(group)
        by_stream = {entry.stream: [other for other in act if other.stream == entry.stream] for entry in act}
        writes = [
            Write(stream, log[0].version - 1, tuple(entry.event for entry in log))
            for stream, log in by_stream.items()
        ]
        store.append(writes, actor=act[0].actor, at=act[0].at, batch=batch)


def from_database(logs: Logs) -> dict[str, float]:
    """Time reading and folding from a throwaway SQLite file."""
    with database(None):
        from django.db import transaction

        from muster.store.log.database import DatabaseStore

        store = DatabaseStore()
        with transaction.atomic():
            store_all(store, logs)
        return both_medians("sqlite", lambda: replay((stream, store.read(stream)) for stream in logs), RUNS)


@click.command("replay")
@click.option("--battles", "number", type=click.IntRange(1, 500), default=BATTLES, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Figures as JSON.")
def command(number: int, as_json: bool) -> None:
    """Replay a campaign of two Registers with ten units each, from memory and from SQLite."""
    logs = fight_war(number)
    figures: dict[str, float] = {**sizes(logs), "limit_ms": LIMIT_MS}
    figures |= both_medians("memory", lambda: replay(logs.items()), RUNS) | from_database(logs)
    print_figures(figures, as_json)
