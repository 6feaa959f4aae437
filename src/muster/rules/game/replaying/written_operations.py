"""Special Operations that were written down: what units do in each round, what dice show, who is where.

`do` has the actions of a unit in order, each with whom or what it is taken on; `strike` the attacks by unit,
`spend` the tokens by unit, `answers` what is picked by the name of the choice, or by unit where units pick
otherwise. With `dice` of one's `own` every face is typed in.
"""

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from muster.rules.game import steps
from muster.rules.game.answers import AnySaid, Defend, Dice
from muster.rules.game.operation_steps import (
    Acting,
    ColourDice,
    DealCodes,
    Decide,
    Fight,
    PickLoadouts,
    Sheet,
    Throw,
)
from muster.rules.game.phases.command import PRIORITY
from muster.rules.game.replaying.written import Written
from muster.rules.game.special_operations.attacks.attack import to_roll
from muster.rules.game.special_operations.attacks.defending import HOLD, SHEETS, Rows, rows
from muster.rules.game.special_operations.deciding import YES_OR_NO
from muster.rules.game.special_operations.setup import COLOUR
from muster.rules.game.special_operations.squads.forces import squad_force
from muster.rules.game.special_operations.squads.squads import STANDING_ORDERS
from muster.rules.game.table import SEATS, Seat

ONE_IS_BLUE: Final = (*("blank",) * 3, *("critical",) * 3)
"""More Criticals is Red (rule 291)."""
PURPOSES: Final = {"roll": "attack", "again": "reroll", "defence": "defence"}
SPENDING: Final = ("reroll", "save")


class WrittenOperation(Written):
    """Plays it with the least there is: Standing Orders, no action, no token spent, no."""

    def __init__(self, data: dict[str, Any], **more: Any) -> None:
        faces: dict[str, list[str]] = {"colour": list(ONE_IS_BLUE)}
        for row in (data.get("setup", {}), *data["rounds"]):
            for purpose, shown in row.get("faces", {}).items():
                faces.setdefault(purpose, []).extend(shown)
        self.typed: list[str] = []
        self.ready = faces  # some dice fall with the act that ends the round before theirs
        edition, squads = data.get("edition", ""), dict(zip(SEATS, data["squads"], strict=True))
        super().__init__(data, bring=lambda old: squad_force(old.seat, edition, squads[old.seat])[0], **more)

    def _said(self, step: Any, seat: Seat) -> AnySaid:
        told: dict[str, Any] | None = None
        match step:
            case Acting():
                told = self._acts(step)
            case Sheet():
                told = {"say": "strike", **self._next("strike", step.unit)}
            case Decide():
                told = {"say": "picked", "options": self._picked(step)}
            case PickLoadouts() if wanted := self._told("loadouts", seat):
                told = {"say": "picked", "options": wanted}
            case DealCodes():
                told = {"say": "units", "units": self._told("codes", "")}
            case Fight() if step.stage in SHEETS:
                return self._defends(step)
            case Fight() if step.stage in SPENDING:
                told = {"say": "spend", **self._next("spend", self._spender(step))}
            case steps.LayCard():
                told = {"say": "lay", "card": STANDING_ORDERS}
            case steps.TellPlaces():
                return super()._said(step, seat)
        if told is None:
            usual = self.played.legal(seat)[0]
            return replace(usual, faces=self._typed(step)) if isinstance(usual, Dice) else usual
        said: AnySaid = msgspec.convert({"prompt": step.id, **told}, AnySaid)
        return said

    def _spender(self, step: Fight) -> str:
        return step.attack.by if step.stage == "reroll" else step.attack.on

    def _defends(self, step: Fight) -> Defend:
        """The defender's sheet: the next die or Dodges of its tokens, and what is answered by name. What is
        spent later is asked then."""
        asked, unit = rows(self.table, step) or Rows(), step.attack.on
        spent = self._next("spend", unit) if asked.dice or asked.payers else {}
        dodges = spent.get("number", 1) if spent and asked.payers else None
        return Defend(
            prompt=step.id, die=spent.get("token", "") if asked.dice else "", dodges=dodges,
            lender=spent.get("lender", ""), hold=asked.hold and "yes" in self._told(HOLD, unit),
            backup=asked.backup and "yes" in self._told("backup", unit),
        )  # fmt: skip

    def _typed(self, step: Any) -> tuple[str, ...]:
        """The faces of one's own dice; the app's fall by themselves."""
        if self.table.dice == "app":
            return ()
        match step:
            case Fight():
                purpose, dice = PURPOSES[step.stage], to_roll(self.table, step)
            case Throw():
                purpose, dice = step.what, step.dice
            case ColourDice():
                purpose, dice = "colour", COLOUR
            case _:
                purpose, dice = "priority", PRIORITY
        self.typed.append(step.id)
        return self.played.chance.shown(purpose, dice)

    def _next(self, what: str, unit: str) -> Any:
        """The next entry of a unit's list in this round."""
        rows = self.row.get(what, {}).get(unit, ())
        number = sum(one.startswith(f"{what} {unit} ") for one in self.done)
        self.done.add(f"{what} {unit} {number}")
        return rows[number] if number < len(rows) else {}

    def _acts(self, step: Acting) -> dict[str, Any]:
        """The next action that was written down; then no more, or it cannot do what it has to."""
        told = () if step.only else self._next("do", step.unit)
        if told:
            action, on = (*told, "")[:2]
            return {"say": "take", "action": action, "on": on}
        last: dict[str, Any] = msgspec.to_builtins(self.played.legal(step.seat)[-1])
        return last

    def _told(self, what: str, who: str) -> tuple[str, ...]:
        told = self.row.get("answers", {}).get(what, ())
        return tuple(told.get(who, ()) if isinstance(told, dict) else told)

    def _picked(self, step: Decide) -> tuple[str, ...]:
        wanted = [one for one in self._told(step.what, step.unit) if one in step.options][: step.most]
        usual = ("no",) if step.options == YES_OR_NO else step.options[: step.least]
        return tuple(wanted) or usual


def written(data: dict[str, Any]) -> Written:
    """A game that was written down, of whichever mode."""
    return WrittenOperation(data) if data.get("mode") == "special-operations" else Written(data)
