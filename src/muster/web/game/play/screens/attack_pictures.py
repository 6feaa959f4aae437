"""An attack for the help page, prompt by prompt: played by the rules, between real units."""

from functools import cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from muster.rules.armies.army import Army, ArmyUnit
from muster.rules.cards.catalogue import catalogue
from muster.rules.cards.vocabulary import Faction
from muster.rules.game import game as engine
from muster.rules.game.answers import AnyInput, BeginAttack, Declare, Defend, Dice, Spend
from muster.rules.game.replaying.arena import Seeded, after_act
from muster.rules.game.sides.forces import force_of
from muster.rules.game.steps import UnitActs
from muster.rules.game.table import Chair, Game, Seat, Table, Unit, view
from muster.web.game.play.prompts.asking import prompt_for
from muster.web.game.play.prompts.prompt import Prompt
from muster.web.game.play.rows import UnitRow, groups

ATTACKER: Final = "one.1"
FORCES: Final[dict[Seat, tuple[Faction, tuple[tuple[str, ...], ...]]]] = {
    "one": ("empire", (("ay", "ej"),)),
    "two": ("rebels", (("ah",), ("ai",), ("ad",))),
}
"""Stormtroopers with a DLT-19 against Rebel Troopers, Fleet Troopers and Luke Skywalker."""
TOKENS: Final = {ATTACKER: {"aim": 1}, "two.1": {"dodge": 1}}
FALLEN: Final = ("hit", "blank", "critical", "hit", "blank", "blank")
SAVED: Final = ("block", "blank", "surge")


class AttackPictures(NamedTuple):
    """What both phones show: the targets, the sheet, the dice, the defender's sheet, the end."""

    targets: Prompt
    sheet: Prompt
    dice: Prompt
    defence: Prompt
    end: Prompt
    rows: dict[str, UnitRow]


@cache
def attack_pictures() -> AttackPictures:
    """The same attack each time."""
    played = _Played()
    rows = {row.id: row for group in groups(view(played.game, "one"), "two") for row in group.rows}
    played.say("one", BeginAttack(unit=ATTACKER))
    targets = played.shown("one")
    played.say("one", Declare(prompt=played.open, target="two.1"))
    sheet = played.shown("one")
    played.say("one", Declare(prompt=played.open, target="two.1", then="roll"))
    played.say("one", Dice(prompt=played.open, faces=FALLEN))
    dice = played.shown("one")
    played.say("one", Spend(prompt=played.open))
    defence = played.shown("two")
    played.say("two", Defend(prompt=played.open, dodges=0))
    played.say("two", Dice(prompt=played.open, faces=SAVED))
    return AttackPictures(targets, sheet, dice, defence, played.shown("one"), rows)


class _Played:
    """A table at which the first unit acts, with the players' own dice."""

    def __init__(self) -> None:
        units = {unit.id: unit for seat in FORCES for unit in _units(seat)}
        table = Table(
            phase="activation", round=2, blue="one", units=units, acting=ATTACKER, dice="own",
            chairs={"one": Chair(name="Ann"), "two": Chair(name="Bob")},
            todo=(UnitActs(id="r2.one.1.acts", seat="one", unit=ATTACKER),),
        )  # fmt: skip
        self.game, self.chance = Game(table=table), Seeded("help")

    @property
    def open(self) -> str:
        """The prompt that is open."""
        return self.game.table.todo[-1].id

    def say(self, seat: Seat, said: AnyInput) -> None:
        """Somebody answers."""
        self.game = after_act(self.game, engine.handle(self.game, seat, said, self.chance))

    def shown(self, seat: Seat) -> Prompt:
        """What the phone of a seat shows."""
        prompt = prompt_for(view(self.game, seat))
        if prompt is None:
            raise ValueError(f"nothing is asked at {self.open}")
        return prompt


def _units(seat: Seat) -> tuple[Unit, ...]:
    faction, lines = FORCES[seat]
    entries = tuple(
        ArmyUnit(key=f"u{number}", unit=unit, upgrades=tuple(upgrades))
        for number, (unit, *upgrades) in enumerate(lines)
    )
    army = Army(faction=faction, points_date=catalogue().edition, units=entries)
    units = force_of(seat, army, catalogue()).units
    return tuple(replace(unit, deployed=True, tokens=TOKENS.get(unit.id, {})) for unit in units)
