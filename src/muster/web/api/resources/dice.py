"""Dice: a roll with its evidence, exact odds, and tables that several people share."""

from datetime import datetime
from typing import Annotated, Any, Final, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Query, Schema
from pydantic import Field

from muster.app.acting import Command
from muster.app.dice import table as dice_table
from muster.app.dice.commands import OpenTable
from muster.app.dice.sources import fresh_roll
from muster.app.dice.table import HANDLERS, DiceContext, RowView
from muster.rules.dice.faces import MOST_DICE, Die, Face, Roll, pool, summary
from muster.rules.dice.links import guardian_from_text, to_link
from muster.rules.dice.pools import at_least, average, is_mixed
from muster.rules.dice.questions import (
    BOUNDS,
    Attack,
    AttackSurge,
    Cover,
    Defence,
    DefenceDie,
    Kind,
    Mode,
    Question,
)
from muster.rules.violations import Refused, Violation
from muster.store.accounts import new_id
from muster.web.api.answers import URL, address_of, answer_created, reply, shape
from muster.web.api.auth import ACCOUNT
from muster.web.api.commands import ActsRouter, act_of, dry_run_answer, read_command, union_of
from muster.web.api.repeats import idempotent
from muster.web.dice.asking import answer
from muster.web.dice.dice import desk
from muster.web.dice.pool import GOOD

router = ActsRouter(tags=["Dice"])
ACTS: Any = union_of(HANDLERS, OpenTable)


def bounded_number(field: str, default: int | None = 0, about: str = "") -> Any:
    """A number within the bounds the rules set for it."""
    least, most = BOUNDS[field]
    return Field(default, ge=least, le=most, description=about)


class Asked(Schema):
    """One attack against one defence."""

    red: int = bounded_number("red", about="Red attack dice")
    black: int = bounded_number("black", about="Black attack dice")
    white: int = bounded_number("white", about="White attack dice")
    surge: AttackSurge = Field("none", description="What attack surges become")
    critical: int = bounded_number("critical", about="Critical X")
    aims: int = bounded_number("aims", about="Aim tokens spent on rerolls")
    precise: int = bounded_number("precise", about="Precise X")
    impact: int = bounded_number("impact", about="Impact X")
    pierce: int = bounded_number("pierce", about="Pierce X")
    sharpshooter: int = bounded_number("sharpshooter", about="Sharpshooter X")
    suppressed: bool = Field(False, description="The attacker is suppressed (Special Operations)")
    surges: int = bounded_number("surges", about="The attacker's Surge tokens")
    observation: int = bounded_number("observation", about="Observation tokens spent: each rerolls one die")
    marksman: bool = Field(False, description="Aims may improve a die instead of rerolling")
    lethal: int = bounded_number("lethal", about="Lethal X: aims that may become Pierce 1 each")
    ram: int = bounded_number("ram", about="Ram X")
    blast: bool = Field(False, description="Cover is ignored")
    high_velocity: bool = Field(False, description="Dodges and Deflect are ignored")
    kind: Kind = Field("ranged", description="Which rules apply; an overrun is neither ranged nor melee")
    ion: int = bounded_number("ion", about="Ion X: shields switched off first")
    primitive: bool = Field(False, description="Against armour Criticals become Hits, after Impact")
    duelist: bool = Field(False, description="Melee: an aim spent on rerolls is Pierce 1")
    makashi: bool = Field(False, description="Melee: may give up 1 Pierce to ignore immunity to it")
    jarkai: int = bounded_number("jarkai", about="Melee: the attacker's Dodges that may improve dice")
    fatigue: int = bounded_number("fatigue", about="Hits that the opponent may remove (Battle-Fatigue)")
    sniper: bool = Field(False, description="May give up results with a Critical for one sure wound")
    immune_deflect: bool = Field(False, description="Deflect does not wound the attacker")
    defence: DefenceDie = Field("red", description="The defence die")
    defence_surge: bool = Field(False, description="Defence surges become blocks")
    cover: Cover = "none"
    dodge: int = bounded_number("dodge", about="Dodge tokens spent")
    armour: int | Literal["all"] = Field(0, description="Armor X, or all")
    mode: Mode = "standard"
    wounds: int | None = bounded_number(
        "wounds", None, "Wounds of a miniature: asks for the chance of defeat"
    )
    minis: int = bounded_number("minis", 1, "Miniatures left in the unit")
    defence_surges: int = bounded_number("surges", about="The defender's Surge tokens")
    camouflage: int = bounded_number("camouflage", about="Hits that Camouflage cancels")
    danger_sense: int = bounded_number("danger_sense", about="Dice that Danger Sense adds")
    agile: bool = Field(False, description="Outmaneuver: dodges cancel Criticals as well")
    low_profile: bool = Field(False, description="One Block in a cover roll without a die")
    dug_in: bool = Field(False, description="Cover is rolled with red dice")
    backup: bool = Field(False, description="Backup cancels two Hits")
    shields: int = bounded_number("shields", about="Active shields")
    uncanny_luck: int = bounded_number("uncanny_luck", about="Uncanny Luck X: defence dice rerolled")
    impervious: bool = Field(False, description="Pierce is 1 lower")
    deflect: bool = Field(False, description="Defence surges block, and may wound the attacker")
    left: int | None = bounded_number("left", None, "Wounds the unit has left, instead of wounds and minis")
    in_sight: int | None = bounded_number("in_sight", None, "Wounds of the miniatures in sight (ranged)")
    immune_pierce: bool = Field(False, description="Pierce cancels no Block")
    immune_melee_pierce: bool = Field(False, description="Pierce cancels no Block in melee")
    immune_blast: bool = Field(False, description="Blast is ignored")
    block: bool = Field(False, description="A Dodge spent turns defence surges into blocks")
    defence_duelist: bool = Field(False, description="Melee: a Dodge spent makes Pierce useless")
    soresu: bool = Field(False, description="Ranged: may reroll all defence dice once")
    shien: bool = Field(False, description="Deflect wounds once for each surge")
    djem_so: bool = Field(False, description="Melee: a Blank wounds the attacker")
    extra_white: int = bounded_number("extra_white", about="White dice that join the defence roll")
    unconcerned: bool = Field(False, description="No cover")
    guardian: list[str] = Field(
        [], description="Guardians, each as in a link: results it takes, die, what it has: 2-red-surge"
    )

    def question(self) -> Question:
        attack = {name: getattr(self, name) for name in Attack.__struct_fields__}
        own = set(Defence.__struct_fields__) - {"die", "surge", "surges", "duelist", "guardians"}
        defence = {name: getattr(self, name) for name in own}
        defence |= {"die": self.defence, "surge": self.defence_surge, "surges": self.defence_surges}
        defence |= {
            "duelist": self.defence_duelist,
            "guardians": tuple(map(guardian_from_text, self.guardian)),
        }
        return Question(Attack(**attack), Defence(**defence))


class Means(Schema):
    """The means after one step of the attack."""

    name: str
    criticals: str
    hits: str
    blocks: str
    beside: str = Field(
        description="Wounds that no die gives; below 0 where fewer are left than come through"
    )


class OddsOut(Schema):
    """Exact fractions as text, such as 7/8."""

    mean: str = Field(description="Wounds on average")
    distribution: list[str] = Field(description="The chance of exactly 0, 1, 2 … wounds")
    at_least: list[str] = Field(description="The chance of at least 0, 1, 2 … wounds")
    defeat: str | None = Field(description="The chance to defeat the unit; null when `wounds` was not given")
    removed: str | None = Field(description="The die a suppressed attacker loses")
    spent: dict[str, int] | None = Field(
        None,
        description="How aims are shared out between rerolls, Marksman and Lethal, where there is a choice",
    )
    deflect: str | None = Field(None, description="The chance that Deflect wounds the attacker")
    aims_spent: dict[str, str] | None = Field(
        None, description="Aims for rerolls, Marksman and Lethal on average, where there is a choice"
    )
    attacker_wounds: list[str] | None = Field(None, description="Chances of wounds on the attacker")
    guardian_wounds: list[str] | None = Field(None, description="Chances of wounds on guardians")
    suppressed: str | None = Field(None, description="The chance of the attack's own Suppression")
    play: Literal["best", "near", "policy"] = Field(
        description="Rerolls: best play, near best (within 0.05 wounds), or by a simple policy"
    )
    steps: list[Means]
    link: str = Field(description="The question as the odds page takes it")


KINDS: Final = {
    "red": Die.ATTACK_RED, "black": Die.ATTACK_BLACK, "white": Die.ATTACK_WHITE,
    "defence_red": Die.DEFENCE_RED, "defence_white": Die.DEFENCE_WHITE,
}  # fmt: skip
Number = Annotated[int, Field(0, ge=0, le=MOST_DICE)]


class PoolAsked(Schema, extra="forbid"):
    """How many dice of each kind."""

    red: Number = 0
    black: Number = 0
    white: Number = 0
    defence_red: Number = 0
    defence_white: Number = 0


class PoolOut(Schema):
    """Exact fractions as text."""

    average: dict[str, str] = Field(description="How many show each face on average")
    at_least: list[str] = Field(description="The chance of 0, 1, 2 … or more Hits and Criticals, or Blocks")


class RollAsked(Schema, extra="forbid"):
    """How many dice of each kind."""

    dice: dict[Die, int] = Field(description="Number by kind of die", examples=[{"attack-red": 3}])


class Shown(Schema):
    """A die and the face it shows."""

    die: Die
    face: Face


class RollOut(Schema):
    """A roll from fresh entropy, with all that is needed to check it."""

    dice: list[Shown]
    totals: dict[str, int]
    commitment: str
    evidence: str


class NewTable(Schema, extra="forbid"):
    """A table to be opened."""

    name: str = ""


class TableRollOut(Schema):
    """A roll at a table. `seed` and `proven` are there once the table is closed."""

    number: int
    dice: list[Shown]
    totals: dict[str, int]
    origin: Literal["app", "typed", "scripted"]
    commitment: str | None
    by: str = Field(description="The account that rolled")
    note: str
    at: datetime
    seed: str | None
    proven: bool


class DiceTableOut(Schema):
    """A dice table, newest roll first."""

    id: str
    url: str = Field(description=URL)
    version: int
    name: str
    by: str = Field(description="The account that opened it, and may close it")
    closed: bool
    rolls: list[TableRollOut]
    undoable: dict[str, str] = Field(description="By account: the act of the roll it may undo")


@router.get("odds", response=OddsOut, url_name="api-odds", summary="Exact odds of an attack")
def get_odds(request: HttpRequest, asked: Query[Asked]) -> HttpResponse:
    """Never simulated: every chance is an exact fraction."""
    question = asked.question()
    return reply(answer(question).as_values() | {"link": to_link(question)})


@router.get("pool", response=PoolOut, url_name="api-pool", summary="Exact odds of a pool of dice")
def get_pool_odds(request: HttpRequest, asked: Query[PoolAsked]) -> HttpResponse:
    """As dice fall, before surges, rerolls and cover. Attack dice or defence dice, not both."""
    dice = pool((die, getattr(asked, field)) for field, die in KINDS.items())
    if is_mixed(dice):
        raise Refused(Violation(code="game.tray_mixed", source="core: dice"))
    shown = (*GOOD, Face.SURGE)
    return reply(
        {
            "average": {face.value: str(average(dice, [face])) for face in shown if average(dice, [face])},
            "at_least": [str(at_least(dice, GOOD, number)) for number in range(len(dice) + 1)],
        }
    )


@router.post("roll", response=RollOut, url_name="api-roll", summary="Roll dice")
def roll_dice(request: HttpRequest, asked: RollAsked) -> HttpResponse:
    """Nothing is kept: asking again rolls again."""
    roll, evidence = fresh_roll(pool(asked.dice.items()))
    return reply(_roll_json(roll) | {"evidence": evidence})


@router.post(
    "tables", response={201: DiceTableOut}, url_name="api-dice-tables", summary="Open a table", auth=ACCOUNT
)
@idempotent
def open_dice_table(request: HttpRequest, wanted: NewTable) -> HttpResponse:
    """Whoever knows its id sees every roll and may roll."""
    table = new_id().hex
    HANDLERS.handle(desk(request, table), act_of(request), OpenTable(name=wanted.name))
    return answer_created(_table_json(request, table))


@router.get("tables/{table}", response=DiceTableOut, url_name="api-dice-table", summary="A table")
def get_dice_table(request: HttpRequest, table: str) -> HttpResponse:
    """The seeds are shown once the table is closed: then anybody can check every face."""
    return reply(_table_json(request, table))


@router.takes(
    "tables/{table}/acts",
    ACTS,
    DiceTableOut,
    "api-dice-table-acts",
    "Do something at a table",
    auth=ACCOUNT,
    acts="DiceTableAct",
)
def act_at_dice_table(request: HttpRequest, table: str, dry_run: bool = False) -> HttpResponse:
    """Roll, type in your own dice, take back your latest roll, close. With `dry_run` nothing is done: the
    answer says what stands in the way."""
    command: Command = read_command(request.body, ACTS)
    if dry_run:
        return dry_run_answer(HANDLERS.can(_desk(request, table), act_of(request), command))
    HANDLERS.handle(_desk(request, table), act_of(request), command)
    return reply(_table_json(request, table))


def _desk(request: HttpRequest, table: str) -> DiceContext:
    """The table of a call, whose id may have dashes as other ids have."""
    return desk(request, table.replace("-", ""))


def _table_json(request: HttpRequest, table: str) -> dict[str, Any]:
    here = _desk(request, table)
    view, plain = dice_table.table_view(here.store, here.stream), here.stream.removeprefix("table:")
    return shape(
        DiceTableOut,
        view,
        id=plain,
        url=address_of("dice", "tables", plain),
        rolls=[_row_json(row) for row in view.rows],
    )


def _row_json(row: RowView) -> dict[str, Any]:
    return shape(TableRollOut, row, origin=row.roll.origin, **_roll_json(row.roll))


def _roll_json(roll: Roll) -> dict[str, Any]:
    shown = [{"die": die, "face": face} for die, face in zip(roll.dice, roll.faces, strict=True)]
    return {"dice": shown, "totals": summary(roll), "commitment": roll.commitment}
