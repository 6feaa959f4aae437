"""A table of Special Operations with two squads on it: one rule or card at a time, through the kernel."""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any, TypeVar

from msgspec.structs import replace

from muster.cli.recorded.written import ByScript
from muster.rules.game import game as engine
from muster.rules.game.answers import AnyInput, Defend, Picked, Spend, Strike, Take
from muster.rules.game.kernel import Outcome, go_on, open_step
from muster.rules.game.missions import mission_cards
from muster.rules.game.special_operations.activation import activation
from muster.rules.game.special_operations.setup import COVERT
from muster.rules.game.special_operations.squads.forces import squad_force
from muster.rules.game.special_operations.units import engage
from muster.rules.game.steps import Effects
from muster.rules.game.steps.operations import Acting, Sheet
from muster.rules.game.table import SEATS, Chair, Game, Marker, Mission, Seat, Secret, Table, Unit, view
from muster.rules.log import Event

F = TypeVar("F")
SHIFTING = "shifting-priorities-operation"
SHIELDS = "bring-down-the-shields"
CODES = "the-codes"
VEHICLE = "disabled-vehicle"
PAIR = ("rebel-troopers", "infantry")


def table(
    mission: str = SHIFTING, squads: Sequence[str] = PAIR, edition: str = "playtest", **more: Any
) -> Table:
    """Seat one is Blue; everybody stands on the table; the Activation Phase of round 1."""
    forces = {seat: squad_force(seat, edition, squad) for seat, squad in zip(SEATS, squads, strict=True)}
    units = {unit.id: replace(unit, deployed=True) for force, _ in forces.values() for unit in force.units}
    chairs = {
        seat: Chair(name=seat, faction=force.faction, squad=force.squad, hand=len(hand), ready=True)
        for seat, (force, hand) in forces.items()
    }
    fields = {
        "mode": "special-operations", "edition": edition, "round": 1, "phase": "activation", "blue": "one",
        "priority": "one", "units": units, "chairs": chairs, "mission": Mission(objective=mission),
        "markers": {one.id: one for one in mission_cards()[mission].tokens}, **more,
    }  # fmt: skip
    return Table(**fields)


def with_unit(before: Table, id: str, **fields: Any) -> Table:
    """The same with a unit changed."""
    changed: Unit = replace(before.units[id], **fields)
    return replace(before, units={**before.units, id: changed})


def with_chair(before: Table, seat: str, **fields: Any) -> Table:
    """The same with loadouts (`assets`) or a command card (`played`) in force."""
    return replace(before, chairs={**before.chairs, seat: replace(before.chairs[seat], **fields)})


def engaged(*pairs: tuple[str, str]) -> Mapping[str, tuple[str, ...]]:
    """Who is engaged with whom, as a table keeps it."""
    return reduce(engine.evolve, (engage(*pair) for pair in pairs), Game()).table.engaged


def the(before: Table, card: str, seat: str = "one", number: int = 0) -> str:
    """A unit by its card."""
    return [unit.id for unit in before.units.values() if unit.card == card and unit.seat == seat][number]


def covert_both(edition: str, priority: Seat) -> tuple[Table, dict[str, Secret]]:
    """Both sides have a unit behind a token, and what the tokens mean."""
    hiding = {
        "one": ("arc-troopers", "arc-jet-pack", "covert-deployment", "blue"),
        "two": ("imperial-special-forces", "isf-captain", "covert-ambush", "red"),
    }
    before = table(squads=[squad for squad, *_ in hiding.values()], edition=edition, priority=priority)
    meant = {}
    for seat, (_, card, loadout, side) in hiding.items():
        unit, token = the(before, card, seat), Marker(id=f"covert-{seat}", name=COVERT, kind="asset", of=side)
        before = with_unit(before, unit, deployed=False, tokens={"waiting": 1})
        before = with_chair(before, seat, assets=(loadout,))
        before = replace(before, markers={**before.markers, token.id: token})
        meant[seat] = Secret(covert={token.id: unit})
    return before, meant


class Exercised:
    """The cards that tests of a module name: `@cards("nimble")`."""

    def __init__(self) -> None:
        self.ids: set[str] = set()

    def __call__(self, *ids: str) -> Callable[[F], F]:
        self.ids |= set(ids)
        return lambda test: test


class Bench:
    """A game that begins in the middle of things; dice fall as written down, by purpose."""

    def __init__(
        self, before: Table, secrets: Mapping[str, Secret] | None = None, **faces: Sequence[str]
    ) -> None:
        self.game = Game(table=before, secrets=dict(secrets or {}))
        self.chance = ByScript({name.replace("_", "-"): row for name, row in faces.items()})
        self.log: list[Event] = []

    @property
    def table(self) -> Table:
        """As it stands."""
        return self.game.table

    def unit(self, id: str) -> Unit:
        """A unit as it stands."""
        return self.table.units[id]

    def run(self, *steps: Any) -> "Bench":
        """Steps that come before everything else."""
        self._write(go_on(self.game, Outcome(then=steps), self.table.todo, self.chance))
        return self

    def say(self, seat: str, said: AnyInput) -> "Bench":
        """What a seat says."""
        self._write(engine.handle(self.game, seat, said, self.chance))
        return self

    def _write(self, events: Sequence[Event]) -> None:
        for event in events:
            self.game = engine.evolve(self.game, event)
            self.log.append(event)

    @property
    def step(self) -> Any:
        """The open step."""
        return self.table.todo[-1] if self.table.todo else None

    def asked(self) -> str | None:
        """Who has to answer."""
        return next((seat for seat in SEATS if open_step(view(self.game, seat))), None)

    def legal(self, seat: str) -> list[AnyInput]:
        """What a seat may say."""
        return list(engine.legal(view(self.game, seat)))

    def pick(self, *options: str) -> "Bench":
        """Pick for whoever is asked."""
        return self.say(self.asked() or "one", Picked(prompt=self.step.id, options=options))

    def spend(self, token: str = "", **more: Any) -> "Bench":
        """Spend a token for whoever is asked, or none."""
        return self.say(self.asked() or "one", Spend(prompt=self.step.id, token=token, **more))

    def defend(self, **more: Any) -> "Bench":
        """The defender's sheet, for whoever is asked."""
        return self.say(self.asked() or "one", Defend(prompt=self.step.id, **more))

    def acting(self, id: str, **more: Any) -> "Bench":
        """A unit begins to act."""
        self.game = replace(self.game, table=replace(self.table, acting=id))
        return self.run(Acting(id=f"r1.{id}.act1", seat=self.unit(id).seat, unit=id, **more))

    def take(self, action: str, on: str = "") -> "Bench":
        """The open unit takes an action."""
        return self.say(self.step.seat, Take(prompt=self.step.id, action=action, on=on))

    def actions(self) -> set[str]:
        """The actions offered."""
        return {one.action for one in self.legal(self.step.seat) if isinstance(one, Take)}

    def attack(
        self, by: str, on: str, *weapons: str, cover: int = 0, kind: str = "any", arc: str = ""
    ) -> "Bench":
        """A unit attacks another, as far as nobody has to decide."""
        self.run(Sheet(id="bout", seat=self.unit(by).seat, unit=by, kind=kind, optional=True))
        said = Strike(prompt="bout", target=on, weapons=weapons or ("ranged-1",), cover=cover, arc=arc)
        return self.say(self.unit(by).seat, said)

    def start(self, id: str) -> "Bench":
        """A unit's activation begins: effects at its start, rally, then its first action."""
        self.game = replace(self.game, table=replace(self.table, acting=id))
        return self.run(*activation(self.table, id))

    def hook(self, hook: Any, unit: str = "", by: str = "") -> "Bench":
        """What all cards do at a moment."""
        return self.run(Effects(id=f"at.{hook}.{len(self.log)}", hook=hook, unit=unit, by=by))

    def of(self, kind: type) -> list[Any]:
        """Events of a kind."""
        return [event for event in self.log if isinstance(event, kind)]
