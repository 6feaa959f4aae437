"""Two sides of real units on a table with one's own dice, and attacks between them, answer by answer."""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from muster.rules.armies.army import Army, ArmyUnit
from muster.rules.cards.catalogue import catalogue
from muster.rules.game import game as engine
from muster.rules.game.answers import BeginAttack, Declare, Defend, Dice, Done, LeaveAttack, Spend
from muster.rules.game.attacks.rolling import advice_for
from muster.rules.game.attacks.volley import volley_in
from muster.rules.game.engine.outcome import Outcome
from muster.rules.game.replaying import arena
from muster.rules.game.sides.forces import force_of
from muster.rules.game.steps import UnitActs
from muster.rules.game.steps.attacks import DefendAttack, EndAttack, RerollAttack
from muster.rules.game.steps.step import Roll
from muster.rules.game.table import Chair, Game, Seat, Table, Unit, view

CHANCE = arena.Seeded("attack table")
FACES = {"c": "critical", "h": "hit", "b": "block", "s": "surge", "-": "blank"}


def units_of(seat: Seat, *cards: str) -> tuple[Unit, ...]:
    """Units by their cards, upgrades behind a plus: `ay+az`."""
    entries = []
    for number, card in enumerate(cards):
        unit, *upgrades = card.split("+")
        entries.append(ArmyUnit(key=f"u{number}", unit=unit, upgrades=tuple(upgrades)))
    faction = catalogue().units[entries[0].unit].faction
    army = Army(faction=faction, points_date=catalogue().edition, units=tuple(entries))
    return tuple(replace(unit, deployed=True) for unit in force_of(seat, army, catalogue()).units)


class AttackTable:
    """A game in which unit one.1 acts."""

    def __init__(self, ours: tuple[str, ...], theirs: tuple[str, ...], **table: Any) -> None:
        units = {unit.id: unit for unit in (*units_of("one", *ours), *units_of("two", *theirs))}
        acts = UnitActs(id="r1.one.1.acts", seat="one", unit="one.1")
        fields = {"dice": "own", "acting": "one.1", "todo": (acts,), **table}
        self.game = Game(
            table=Table(
                phase="activation", round=1, blue="one", units=units,
                chairs={"one": Chair(name="Ann"), "two": Chair(name="Bob")}, **fields,
            )
        )  # fmt: skip
        self.log: list[Any] = []
        self.chance = CHANCE

    @property
    def table(self) -> Table:
        return self.game.table

    @property
    def step(self) -> Any:
        return self.table.todo[-1]

    def change(self, unit: str, **fields: Any) -> "AttackTable":
        """Another unit in the place of this one."""
        units = {**self.table.units, unit: replace(self.table.units[unit], **fields)}
        self.game = replace(self.game, table=replace(self.table, units=units))
        return self

    def with_steps(self, steps: tuple[Any, ...]) -> "AttackTable":
        """These steps come first; what needs nobody is settled."""
        events = engine.go_on(self.game, Outcome(then=steps), (), self.chance)
        self.log += events
        self.game = arena.after_act(self.game, events)
        return self

    def say(self, seat: Seat, said: Any) -> "AttackTable":
        events = engine.handle(self.game, seat, said, self.chance)
        self.log += events
        self.game = arena.after_act(self.game, events)
        return self

    def codes(self, seat: Seat, said: Any) -> list[str]:
        """Why not."""
        return [one.code for one in engine.problems(view(self.game, seat), said)]

    def begin(self, unit: str = "one.1", why: str = "action") -> "AttackTable":
        return self.say(self.table.units[unit].seat, BeginAttack(unit=unit, why=why))  # type: ignore[arg-type]

    def at(self, target: str = "two.1", **facts: str) -> "AttackTable":
        """The sheet against a target, with these facts."""
        self.say(self.step.seat, Declare(prompt=self.step.id, target=target))
        if facts:
            self.say(self.step.seat, Declare(prompt=self.step.id, target=target, facts=facts))
        return self

    def roll(self, weapons: Mapping[str, int] | None = None) -> "AttackTable":
        """The pool is formed."""
        declare = Declare(prompt=self.step.id, target=self.step.target, weapons=weapons or {}, then="roll")
        return self.say(self.step.seat, declare)

    def dice(self, faces: str) -> "AttackTable":
        """Dice that fell, a letter each."""
        assert isinstance(self.step, Roll), self.step
        return self.say(self.step.seat, Dice(prompt=self.step.id, faces=tuple(FACES[sign] for sign in faces)))

    def leave(self) -> "AttackTable":
        """No attack after all."""
        return self.say(self.step.seat, LeaveAttack(prompt=self.step.id))

    def spend(self, token: str = "", *dice: int) -> "AttackTable":
        return self.say(self.step.seat, Spend(prompt=self.step.id, token=token, dice=dice))

    def defend(self, **told: Any) -> "AttackTable":
        return self.say(self.step.seat, Defend(prompt=self.step.id, **told))

    def done(self) -> "AttackTable":
        return self.say(self.step.seat, Done(prompt=self.step.id))

    def take_what_is_proposed(self) -> "AttackTable":
        """Both sides take the best reroll and the best defence, until the attack is over."""
        while not isinstance(self.step, EndAttack):
            match self.step:
                case RerollAttack():
                    best = advice_for(volley_in(self.step)).best
                    self.spend(*(("",) if best.use == "keep" else (best.use, *best.places)))
                case DefendAttack():
                    self.defend()
                case _:
                    first = next(engine.legal(view(self.game, self.step.seat)))
                    self.say(self.step.seat, first)
        return self

    def unit(self, id: str) -> Unit:
        return self.table.units[id]


def older(unit: Unit) -> dict[str, Any]:
    """What a unit of an older game does not have."""
    return {"minis": UNSET, "losses": UNSET, "upgrades": unit.upgrades}
