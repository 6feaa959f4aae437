"""Special Operations that were written down: what units do in each round, what dice show, who is where.

`do` has the actions of a unit in order, each with whom or what it is taken on; `strike` the attacks by unit,
`spend` the tokens by unit, `answers` what is picked by the name of the choice, or by unit where units pick
otherwise. With `dice` of one's `own` every face is typed in.
"""

from collections.abc import Mapping
from typing import Final, Unpack

import msgspec
from msgspec.structs import replace

from muster.cli.recorded.script import Script, Words
from muster.cli.recorded.written import Brought, Written
from muster.rules.game import steps
from muster.rules.game.answers import AnyInput, Defend, Dice, Spend
from muster.rules.game.phases.command import PRIORITY
from muster.rules.game.special_operations.attacks.attack import to_roll
from muster.rules.game.special_operations.attacks.defending import HOLD, SHEETS, Rows, rows
from muster.rules.game.special_operations.setup import COLOUR
from muster.rules.game.special_operations.squads.forces import squad_force
from muster.rules.game.special_operations.squads.squads import STANDING_ORDERS
from muster.rules.game.steps import AnyStep
from muster.rules.game.steps.choices import NO, YesNo
from muster.rules.game.steps.operations import (
    Acting,
    ColourDice,
    DealCodes,
    Fight,
    PickLoadouts,
    Sheet,
)
from muster.rules.game.steps.step import Choose, Roll
from muster.rules.game.table import SEATS, Level, Seat

ONE_IS_BLUE: Final = (*("blank",) * 3, *("critical",) * 3)
"""More Criticals is Red (rule 291)."""
PURPOSES: Final = {"roll": "attack", "again": "reroll", "defence": "defence"}
SPENDING: Final = ("reroll", "save")


class WrittenOperation(Written):
    """Plays it with the least there is: Standing Orders, no action, no token spent, no."""

    def __init__(
        self, script: Script, level: Level = "full", owner: Seat = "one", **more: Unpack[Brought]
    ) -> None:
        faces: dict[str, list[str]] = {"colour": list(ONE_IS_BLUE)}
        for row in (script.setup, *script.rounds):
            for purpose, shown in row.faces.items():
                faces.setdefault(purpose, []).extend(shown)
        self.typed: list[str] = []
        self.ready = faces  # some dice fall with the act that ends the round before theirs
        squads = dict(zip(SEATS, script.squads, strict=True))
        more["bring"] = lambda old: squad_force(old.seat, script.edition, squads[old.seat])[0]
        super().__init__(script, level, owner, **more)

    def _answer_to(self, step: AnyStep, seat: Seat) -> AnyInput:
        fields: dict[str, object] | None = None
        match step:
            case Acting():
                fields = self._acts(step)
            case Sheet():
                fields = {"say": "strike", **self._next(self.row.strike, step.unit, "strike")}
            case Choose():
                fields = {"say": "picked", "options": self._pick(step)}
            case PickLoadouts() if wanted := self.answers_of("loadouts", seat):
                fields = {"say": "picked", "options": wanted}
            case DealCodes():
                fields = {"say": "units", "units": self.answers_of("codes", "")}
            case Fight() if step.stage in SHEETS:
                return self._defends(step)
            case Fight() if step.stage in SPENDING:
                fields = {"say": "spend", **self._next(self.row.spend, self._spender(step), "spend")}
            case steps.LayCard():
                fields = {"say": "lay", "card": STANDING_ORDERS}
            case steps.TellPlaces():
                return super()._answer_to(step, seat)
        if fields is None:
            usual = self.played.legal(seat)[0]
            return replace(usual, faces=self._own_faces(step)) if isinstance(usual, Dice) else usual
        answer: AnyInput = msgspec.convert({"prompt": step.id, **fields}, AnyInput)
        return answer

    def _spender(self, step: Fight) -> str:
        return step.attack.by if step.stage == "reroll" else step.attack.on

    def _defends(self, step: Fight) -> Defend:
        """The defender's sheet: the next die or Dodges of its tokens, and what is answered by name. What is
        spent later is asked then."""
        asked, unit = rows(self.table, step) or Rows(), step.attack.on
        row = self._next(self.row.spend, unit, "spend") if asked.dice or asked.payers else {}
        spent = msgspec.convert({"say": "spend", "prompt": step.id, **row}, Spend)
        return Defend(
            prompt=step.id, die=spent.token if asked.dice else "",
            dodges=spent.number if row and asked.payers else None,
            lender=spent.lender, hold=asked.hold and "yes" in self.answers_of(HOLD, unit),
            backup=asked.backup and "yes" in self.answers_of("backup", unit),
        )  # fmt: skip

    def _own_faces(self, step: AnyStep) -> tuple[str, ...]:
        """The faces of one's own dice; the app's fall by themselves."""
        if self.table.dice == "app":
            return ()
        match step:
            case Fight():
                purpose, dice = PURPOSES[step.stage], to_roll(self.table, step)
            case Roll():
                purpose, dice = step.what, step.dice
            case ColourDice():
                purpose, dice = "colour", COLOUR
            case _:
                purpose, dice = "priority", PRIORITY
        self.typed.append(step.id)
        return self.played.chance.next_faces(purpose, dice)

    def _number(self, what: str, unit: str) -> int:
        """How many entries of a unit's list this round has had."""
        number = sum(key.startswith(f"{what} {unit} ") for key in self.done)
        self.done.add(f"{what} {unit} {number}")
        return number

    def _next(self, lists: Mapping[str, tuple[Words, ...]], unit: str, what: str) -> Words:
        """The next entry of a unit's list in this round."""
        rows, number = lists.get(unit, ()), self._number(what, unit)
        return rows[number] if number < len(rows) else {}

    def _acts(self, step: Acting) -> dict[str, object]:
        """The next action that was written down; then no more, or it cannot do what it has to."""
        rows, number = self.row.do.get(step.unit, ()), 0 if step.only else self._number("do", step.unit)
        row = () if step.only or number >= len(rows) else rows[number]
        if row and isinstance(row, tuple):
            action, on = (*row, "")[:2]
            return {"say": "take", "action": action, "on": on}
        last: dict[str, object] = msgspec.to_builtins(self.played.legal(step.seat)[-1])
        return last

    def _pick(self, step: Choose) -> tuple[str, ...]:
        wanted = self.answers_of(step.what, step.unit)
        if isinstance(step.choice, YesNo):
            return tuple(wanted[:1]) or (NO,)
        chosen = [option for option in wanted if option in step.options][: step.most]
        return tuple(chosen) or step.options[: step.least]


def play_written(script: Script) -> Written:
    """A game that was written down, of whichever mode."""
    return WrittenOperation(script) if script.mode == "special-operations" else Written(script)
