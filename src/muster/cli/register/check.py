"""`muster register check`: adds everything up again from the log and compares it with the Register."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from muster.cli.refusal import Refusing, violations_as_json
from muster.cli.register.command import store_of, stream_of, where
from muster.rules.campaign.library import charts
from muster.rules.campaign.register import events
from muster.rules.campaign.register.register import REGISTER, Register, problem
from muster.rules.log import Event, Recorded, effective
from muster.rules.messages import explain, plural
from muster.rules.violations import Violation

if TYPE_CHECKING:
    from muster.app.streams import EventStore


class Account:
    """One unit according to the log alone: cards paid for, experience, and the highest rank so far."""

    def __init__(self, event: events.UnitAdded) -> None:
        self.unit = event.unit
        self.cards = [
            (event.unit, event.points),
            *((upgrade.id, upgrade.points) for upgrade in event.upgrades),
        ]
        self.maximum = event.maximum
        self.experience = 0
        self.rank = 0

    def gain(self, amount: int) -> None:
        """Rule 85: a veteran rank is a high-water mark, and never above the maximum of its time."""
        self.experience += amount
        self.rank = max(self.rank, min(self.maximum, charts.veteran_rank(self.experience)))

    def read(self, event: Event) -> None:
        """Apply one event about this unit."""
        match event:
            case events.UpgradeAdded():
                self.cards.append((event.upgrade.id, event.upgrade.points))
            case events.UpgradeRemoved():
                self.cards = [self.cards[0], *(card for card in self.cards[1:] if card[0] != event.upgrade)]
            case events.ExperienceGained():
                self.gain(event.amount)
            case events.ExperienceCorrected():
                self.experience, self.rank = event.experience, event.veteran_rank
            case events.MaximumRaised():
                self.maximum = event.maximum
            case _:
                return

    def reprice(self, costs: dict[str, int]) -> None:
        """Apply the points of another day (R25)."""
        self.cards = [(card, costs.get(card, points)) for card, points in self.cards]


class Accounts:
    """The whole log added up independently of the Register's own fold."""

    def __init__(self) -> None:
        self.units: dict[str, Account] = {}
        self.gone: dict[str, Account] = {}
        self.supply = 0
        self.overdrawn: list[tuple[int, int]] = []
        self.battles: dict[str, None] = {}

    @property
    def potential_spent(self) -> int:
        """Rule 8: the points of every card."""
        return sum(points for unit in self.units.values() for _, points in unit.cards)

    def read(self, entry: Recorded) -> None:
        """Apply one more entry."""
        match event := entry.event:
            case events.RegisterOpened():
                self.supply = event.supply
            case events.SupplyChanged():
                self.pay(entry.version, event.amount)
            case events.UnitAdded():
                self.units[event.dossier] = Account(event)
            case events.UnitRemoved() if event.dossier in self.units:
                self.gone[event.dossier] = self.units.pop(event.dossier)
            case events.UnitRestored() if event.dossier in self.gone:
                self.units[event.dossier] = self.gone.pop(event.dossier)
            case events.PointsDateMoved():
                for unit in self.units.values():
                    unit.reprice(event.costs)
            case events.BattleJoined() | events.BattleClosed():
                self.battles[event.battle] = None
            case _ if held := self.units.get(getattr(event, "dossier", "")):
                held.read(event)

    def pay(self, version: int, amount: int) -> None:
        """Supply points never drop below zero."""
        self.supply += amount
        if self.supply < 0:
            self.overdrawn.append((version, self.supply))
            self.supply = 0


def add_up(log: Sequence[Recorded]) -> Accounts:
    """The accounts of everything that counts in the log."""
    accounts = Accounts()
    for entry in effective(log):
        accounts.read(entry)
    return accounts


class Findings(NamedTuple):
    """What is wrong, and what the rules merely flag."""

    problems: list[Violation]
    flags: list[Violation]


def findings(log: Sequence[Recorded]) -> Findings:
    """Check a Register's log."""
    register, accounts = REGISTER.fold(log), add_up(log)
    problems = [*_sums(register, accounts), *_ranks(register, accounts), *_paragon(register)]
    return Findings(problems, _flags(register))


def _sums(register: Register, accounts: Accounts) -> list[Violation]:
    found = [
        problem("register_check.supply_overdrawn", version=version, have=left)
        for version, left in accounts.overdrawn
    ]
    if register.potential_spent != accounts.potential_spent:
        found.append(
            problem(
                "register_check.spent", (), 8, have=register.potential_spent, wanted=accounts.potential_spent
            )
        )
    if register.supply != accounts.supply:
        found.append(problem("register_check.supply", have=register.supply, wanted=accounts.supply))
    return found


def _ranks(register: Register, accounts: Accounts) -> list[Violation]:
    found = []
    for dossier in register.dossiers:
        unit = accounts.units.get(dossier.id)
        facts: dict[str, int | str] = {"dossier": dossier.called, "have": dossier.veteran_rank}
        if unit is not None and dossier.veteran_rank != unit.rank:
            found.append(problem("register_check.experience", (dossier.id,), 85, **facts, wanted=unit.rank))
        if dossier.veteran_rank > dossier.maximum:
            found.append(problem("register_check.maximum", (dossier.id,), 80, **facts, max=dossier.maximum))
    return found


def _paragon(register: Register) -> list[Violation]:
    """Rule 27: the first commander is the Paragon and is never removed."""
    count = sum(dossier.paragon for dossier in register.dossiers)
    if count > 1:
        return [problem("register_check.paragons", (), 27, have=count)]
    needed = register.status != "building" or register.ranks["commander"]
    return [problem("register_check.no_paragon", (), 27)] if needed and not count else []


def _flags(register: Register) -> list[Violation]:
    found = []
    if register.below_minimum:
        found.append(problem("register_check.no_corps", (), 108, have=register.ranks["corps"]))
    if register.over_potential:
        found.append(
            problem(
                "register_check.over_potential",
                (),
                "R25",
                have=register.potential_spent,
                max=register.potential,
            )
        )
    return found


def battles_without_log(store: "EventStore", log: Sequence[Recorded]) -> list[Violation]:
    """Every battle that the Register names must have a log of its own."""
    versions = store.versions(add_up(log).battles)
    return [
        problem("register_check.no_battle", (battle,)) for battle, version in versions.items() if not version
    ]


@click.command("check", cls=Refusing)
@click.argument("register")
@where
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def command(register: str, data: str | None, file: str | None, as_json: bool) -> None:
    """Add a Register up again from its log: exit code 0 if all correct, 1 if not, 2 if it cannot be read."""
    store = store_of(data, file)
    stream = stream_of(store, register)
    log = store.read(stream)
    found = findings(log)
    problems = [*found.problems, *battles_without_log(store, log)]
    print_findings(stream, len(log), problems, found.flags, as_json)
    raise SystemExit(1 if problems else 0)


def print_findings(
    stream: str, entries: int, problems: list[Violation], flags: list[Violation], as_json: bool
) -> None:
    """Print the findings, as JSON or for a person."""
    if as_json:
        answer = {
            "register": stream,
            "entries": entries,
            "consistent": not problems,
            "violations": violations_as_json(problems),
            "flags": violations_as_json(flags),
        }
        click.echo(json.dumps(answer, ensure_ascii=False))
        return
    for violation in problems:
        click.echo(f"- {explain(violation)}\n  {violation.source}")
    for violation in flags:
        click.echo(f"  flagged: {explain(violation)}")
    verdict = f"{len(problems)} wrong" if problems else "all correct"
    click.echo(f"{stream}: {plural(entries, 'entry', 'entries')}, {verdict}.")
