"""Steps as older games stored them, seven kinds of choices and dice, in today's two: `Choose` and `Roll`."""

from typing import Final, Literal, TypeAlias, cast, get_args

import msgspec

from muster.rules.cards.vocabulary import Rank
from muster.rules.dice.faces import Die
from muster.rules.game.steps.choices import NO, YES, Among, YesNo
from muster.rules.game.steps.step import Choose, Known, Roll, Seat
from muster.rules.log.kinds import Fields

About: TypeAlias = tuple[str, ...]
"""What a step had to remember, by place."""
Kind: TypeAlias = Literal["ChooseUnits", "Pick", "Ask", "Decide", "RollDice", "Throw", "DrawRanks"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
ROLLS: Final = ("RollDice", "Throw", "DrawRanks")


class OlderStep(msgspec.Struct, frozen=True):
    """Any of the seven kinds, each with some of these fields.

    `marker` told what a choice was for: a number, or another unit, token or kind of token; `about` of a roll
    in Special Operations on whom it counts, and what was kept when the dice fall again.
    """

    type: Kind
    id: str
    seat: Seat | None
    what: str = ""
    purpose: str = ""
    options: About = ()
    units: About = ()
    least: int | None = None
    most: int = 1
    unit: str = ""
    by: str = ""
    marker: str = ""
    about: About = ()
    reach: int = 0
    dice: tuple[Die, ...] = ()
    ranks: tuple[Rank, ...] = ()
    number: int = 0


def lift_stack(fields: Fields) -> Fields:
    """A stack of steps that was written with the older kinds."""
    stack = cast("list[Fields]", fields["todo"])
    return {**fields, "todo": [_lift(step) if step["type"] in KINDS else step for step in stack]}


def _lift(step: Fields) -> Fields:
    older = msgspec.convert(step, OlderStep)
    return cast("Fields", msgspec.to_builtins(_roll(older) if older.type in ROLLS else _choose(older)))


def _choose(older: OlderStep) -> Choose:
    what, about, options = (
        older.what or older.purpose,
        older.unit or older.marker,
        older.options or older.units,
    )
    least = int(older.type == "Decide") if older.least is None else older.least
    is_question = older.type == "Ask" or (older.type == "Decide" and options == (YES, NO))
    return Choose(
        id=older.id, seat=older.seat, what=what, unit="" if what in NUMBERED else about,
        choice=YesNo() if is_question else Among(options, least, older.most),
        by=older.about[0] if what == "fire-support-near" else older.by, known=_known(older, what, about),
    )  # fmt: skip


def _known(older: OlderStep, what: str, about: str) -> Known:
    """What was remembered by its place: now each has a name."""
    if older.reach:
        return {"reach": older.reach}
    if what == "fewer-defeated":
        return {"agreed": about == "agreed"}
    if what in NUMBERED:
        return dict(zip(NUMBERED[what], map(int, about.split("/")), strict=True))
    if what == "reroll" and older.about:  # `console | hit blank`: what for, on whom if anybody, and the faces
        split = older.about.index("|")
        target, faces = "".join(older.about[1:split]), older.about[split + 1 :]
        return {"what": older.about[0], "target": target, "faces": faces}
    names = REMEMBERED.get(what, ()) if older.about else ()
    return {name: _value(name, older.about[place:]) for place, name in enumerate(names)}


def _value(name: str, about: About) -> str | int | About:
    return about if name in LISTS else int(about[0]) if name in NUMBERS else about[0]


def _roll(older: OlderStep) -> Roll:
    seat, what, known = older.seat or "one", older.what or older.purpose, cast("Known", {})
    if what == "insecure":
        known = {"units": older.about}
    elif what == "persons-of-interest":
        known = {"tries": int(older.id.rpartition(older.about[0])[2])}
    elif older.type == "Throw" and older.about:
        known = {"target": older.about[0], "again": len(older.about) > 1, "faces": older.about[2:]}
    unit = older.unit if known else older.unit or "".join(older.about[:1])
    return Roll(
        id=older.id, seat=seat, what=what, dice=older.dice, bag=older.ranks, draws=older.number, unit=unit,
        by=older.by, known=known,
    )  # fmt: skip


NUMBERED: Final = {
    "orbital-near": ("number",),
    "bombarded": ("number",),
    "ordnance-near": ("hits", "criticals"),
    "strafing-run-near": ("hits", "criticals"),
    "fewer-defeated": (),
}
REMEMBERED: Final = {
    "mission": ("tries",),
    "agree-mission": ("mission", "tries"),
    "free-move": ("speed", "why"),
    "free-dash": ("speed", "why"),
    "unmask-unit": ("token",),
    "part-of-something-larger": ("token",),
    "follow-my-lead": ("token",),
    "pack-hunters": ("token",),
    "silent-approach": ("left",),
    "log-traps": ("number",),
    "field-triage": ("left", "hull"),
    "rally-point": ("left", "hull"),
    "reveal-codes": ("units",),
    "bodyguard": ("wounds", "asked"),
    "reinforce": ("more",),
}
NUMBERS: Final = ("tries", "speed", "left", "number", "wounds", "more")
LISTS: Final = ("units", "asked")
