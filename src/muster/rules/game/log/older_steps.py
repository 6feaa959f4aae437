"""Steps as older games stored them, seven kinds of choices and dice, in today's two: `Choose` and `Roll`."""

from collections.abc import Callable
from typing import Final, TypeAlias, cast, get_args

import msgspec

from muster.rules.cards.vocabulary import Rank
from muster.rules.dice.faces import Die
from muster.rules.game.steps.choices import NO, YES, Among, YesNo
from muster.rules.game.steps.step import Choose, Known, Roll, Seat
from muster.rules.log.kinds import Fields

About: TypeAlias = tuple[str, ...]
"""What a step had to remember, by place."""


class ChooseUnits(msgspec.Struct, frozen=True, tag=True):
    """Units for a purpose; `marker` told what for: a number, or another unit, token or kind of token."""

    id: str
    seat: Seat
    purpose: str
    units: About
    least: int = 0
    most: int = 1
    marker: str = ""

    def lifted(self) -> Choose:
        """As it is asked today."""
        return _choose(self, self.purpose, _among(self.units, self.least, self.most), self.marker)


class Pick(msgspec.Struct, frozen=True, tag=True):
    """Things for a purpose."""

    id: str
    seat: Seat
    purpose: str
    options: About
    least: int = 0
    most: int = 1
    unit: str = ""
    marker: str = ""

    def lifted(self) -> Choose:
        """As it is asked today."""
        about = self.unit or self.marker
        return _choose(self, self.purpose, _among(self.options, self.least, self.most), about)


class Ask(msgspec.Struct, frozen=True, tag=True):
    """Yes or no."""

    id: str
    seat: Seat | None
    what: str
    unit: str = ""
    by: str = ""
    reach: int = 0

    def lifted(self) -> Choose:
        """As it is asked today."""
        known: Known = {"reach": self.reach} if self.reach else {}
        return Choose(
            id=self.id, seat=self.seat, what=self.what, choice=YesNo(), unit=self.unit, by=self.by,
            known=known,
        )  # fmt: skip


class Decide(msgspec.Struct, frozen=True, tag=True):
    """Things, units or yes and no, in Special Operations."""

    id: str
    seat: Seat | None
    what: str
    options: About
    least: int = 1
    most: int = 1
    unit: str = ""
    by: str = ""
    about: About = ()

    def lifted(self) -> Choose:
        """As it is asked today."""
        plain = self.options == (YES, NO)
        choice = YesNo() if plain else _among(self.options, self.least, self.most)
        remember = REMEMBERED.get(self.what) if self.about else None
        by = self.about[0] if self.what == "fire-support-near" else self.by
        return Choose(
            id=self.id, seat=self.seat, what=self.what, choice=choice, unit=self.unit, by=by,
            known=remember(self.about) if remember else {},
        )  # fmt: skip


class RollDice(msgspec.Struct, frozen=True, tag=True):
    """Dice for a card."""

    id: str
    seat: Seat
    purpose: str
    dice: tuple[Die, ...]
    about: About = ()

    def lifted(self) -> Roll:
        """As they are rolled today."""
        known: Known = {}
        if self.purpose == "insecure":
            known = {"units": self.about}
        if self.purpose == "persons-of-interest":
            known = {"tries": int(self.id.rpartition(self.about[0])[2])}
        unit = "" if known else "".join(self.about[:1])
        return Roll(id=self.id, seat=self.seat, what=self.purpose, dice=self.dice, unit=unit, known=known)


class DrawRanks(msgspec.Struct, frozen=True, tag=True):
    """Order tokens that are drawn."""

    id: str
    seat: Seat
    purpose: str
    ranks: tuple[Rank, ...]
    number: int

    def lifted(self) -> Roll:
        """As they are drawn today."""
        return Roll(id=self.id, seat=self.seat, what=self.purpose, bag=self.ranks, draws=self.number)


class Throw(msgspec.Struct, frozen=True, tag=True):
    """Dice of Special Operations; `about` is on whom they count, and what was kept when they fall again."""

    id: str
    seat: Seat
    what: str
    dice: tuple[Die, ...]
    unit: str = ""
    by: str = ""
    about: About = ()

    def lifted(self) -> Roll:
        """As they are rolled today."""
        target, again, faces = "".join(self.about[:1]), len(self.about) > 1, self.about[2:]
        known: Known = {"target": target, "again": again, "faces": faces} if self.about else {}
        return Roll(
            id=self.id, seat=self.seat, what=self.what, dice=self.dice, unit=self.unit, by=self.by,
            known=known,
        )  # fmt: skip


OlderStep: TypeAlias = ChooseUnits | Pick | Ask | Decide | RollDice | DrawRanks | Throw
KINDS: Final = tuple(kind.__name__ for kind in get_args(OlderStep))


def lift_stack(fields: Fields) -> Fields:
    """A stack of steps that was written with the older kinds."""
    stack = cast("list[Fields]", fields["todo"])
    return {**fields, "todo": [_lifted(step) if step["type"] in KINDS else step for step in stack]}


def _lifted(step: Fields) -> Fields:
    older: OlderStep = msgspec.convert(step, OlderStep)
    return cast("Fields", msgspec.to_builtins(older.lifted()))


def _among(options: About, least: int, most: int) -> Among:
    return Among(options, least, most)


def _choose(step: ChooseUnits | Pick, what: str, choice: Among, about: str) -> Choose:
    """`about` was a number in some of them: now each has a name."""
    known: Known = COUNTED[what](about) if what in COUNTED else {}
    unit = "" if known else about
    return Choose(id=step.id, seat=step.seat, what=what, choice=choice, unit=unit, known=known)


def _struck(about: str) -> Known:
    hits, criticals = map(int, about.split("/"))
    return {"hits": hits, "criticals": criticals}


def _reroll(about: About) -> Known:
    """`console | hit blank`: what for, on whom if anybody, and the faces."""
    split = about.index("|")
    return {"what": about[0], "target": "".join(about[1:split]), "faces": about[split + 1 :]}


def _token(about: About) -> Known:
    return {"token": about[0]}


def _share(about: About) -> Known:
    return {"left": int(about[0]), "hull": about[1]}


def _way(about: About) -> Known:
    return {"speed": int(about[0]), "why": about[1]}


COUNTED: Final[dict[str, Callable[[str], Known]]] = {
    "orbital-near": lambda about: {"number": int(about)},
    "bombarded": lambda about: {"number": int(about)},
    "ordnance-near": _struck,
    "strafing-run-near": _struck,
    "fewer-defeated": lambda about: {"agreed": about == "agreed"},
}
REMEMBERED: Final[dict[str, Callable[[About], Known]]] = {
    "mission": lambda about: {"tries": int(about[0])},
    "agree-mission": lambda about: {"mission": about[0], "tries": int(about[1])},
    "free-move": _way,
    "free-dash": _way,
    "unmask-unit": _token,
    "part-of-something-larger": _token,
    "follow-my-lead": _token,
    "pack-hunters": _token,
    "silent-approach": lambda about: {"left": int(about[0])},
    "log-traps": lambda about: {"number": int(about[0])},
    "field-triage": _share,
    "rally-point": _share,
    "reveal-codes": lambda about: {"units": about},
    "bodyguard": lambda about: {"wounds": int(about[0]), "asked": about[1:]},
    "reroll": _reroll,
    "reinforce": lambda about: {"more": int(about[0])},
}
