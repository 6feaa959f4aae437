"""Dice: a roll with its evidence, and exact odds."""

from typing import Any, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema
from pydantic import ConfigDict, Field

from muster.app.dice.sources import fresh_roll
from muster.rules.dice.faces import Die, Face, pool, summary
from muster.rules.dice.links import to_link
from muster.rules.dice.odds import Odds, answer
from muster.rules.dice.questions import (
    BOUNDS,
    Attack,
    AttackSurge,
    Cover,
    Defence,
    DefenceDie,
    Mode,
    Question,
)
from muster.web.api.answers import reply

router = Router(tags=["Dice"])


def bounded(field: str, default: int | None = 0, about: str = "") -> Any:
    """A number within the bounds the rules set for it."""
    least, most = BOUNDS[field]
    return Field(default, ge=least, le=most, description=about)


class Asked(Schema):
    """One attack against one defence."""

    red: int = bounded("red", about="Red attack dice")
    black: int = bounded("black", about="Black attack dice")
    white: int = bounded("white", about="White attack dice")
    surge: AttackSurge = Field("none", description="What attack surges become")
    critical: int = bounded("critical", about="Critical X")
    aims: int = bounded("aims", about="Aim tokens spent on rerolls")
    precise: int = bounded("precise", about="Precise X")
    impact: int = bounded("impact", about="Impact X")
    pierce: int = bounded("pierce", about="Pierce X")
    sharpshooter: int = bounded("sharpshooter", about="Sharpshooter X")
    suppressed: bool = Field(False, description="The attacker is suppressed (Special Operations)")
    defence: DefenceDie = Field("red", description="The defence die")
    defence_surge: bool = Field(False, description="Defence surges become blocks")
    cover: Cover = "none"
    dodge: int = bounded("dodge", about="Dodge tokens spent")
    armour: int | Literal["all"] = Field(0, description="Armor X, or all")
    mode: Mode = "standard"
    wounds: int | None = bounded("wounds", None, "Wounds of a miniature: asks for the chance of defeat")
    minis: int = bounded("minis", 1, "Miniatures left in the unit")

    def question(self) -> Question:
        attack = {name: getattr(self, name) for name in Attack.__struct_fields__}
        own = set(Defence.__struct_fields__) - {"die", "surge"}
        defence = {name: getattr(self, name) for name in own}
        return Question(Attack(**attack), Defence(die=self.defence, surge=self.defence_surge, **defence))


class Means(Schema):
    """The means after one step of the attack."""

    name: str
    criticals: str
    hits: str
    blocks: str


class OddsOut(Schema):
    """Exact fractions as text, such as 7/8."""

    mean: str = Field(description="Mean wounds")
    distribution: list[str] = Field(description="The chance of exactly 0, 1, 2 … wounds")
    at_least: list[str] = Field(description="The chance of at least 0, 1, 2 … wounds")
    defeat: str | None = Field(description="The chance to defeat the unit; null when `wounds` was not given")
    removed: str | None = Field(description="The die a suppressed attacker loses")
    steps: list[Means]
    link: str = Field(description="The question as the odds page takes it")


class RollAsked(Schema):
    """How many dice of each kind."""

    model_config = ConfigDict(extra="forbid")
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


@router.get("odds", response=OddsOut, url_name="api-odds", summary="Exact odds of an attack")
def exact_odds(request: HttpRequest, asked: Query[Asked]) -> HttpResponse:
    """Never simulated: every chance is an exact fraction."""
    question = asked.question()
    return reply(_as_json(question, answer(question)))


@router.post("roll", response=RollOut, url_name="api-roll", summary="Roll dice")
def roll_dice(request: HttpRequest, asked: RollAsked) -> HttpResponse:
    """Nothing is kept: asking again rolls again."""
    roll, evidence = fresh_roll(pool(asked.dice.items()))
    shown = [{"die": die, "face": face} for die, face in zip(roll.dice, roll.faces, strict=True)]
    return reply(
        {"dice": shown, "totals": summary(roll), "commitment": roll.commitment, "evidence": evidence}
    )


def _as_json(question: Question, odds: Odds) -> dict[str, Any]:
    return {
        "mean": str(odds.mean),
        "distribution": [str(chance) for chance in odds.distribution],
        "at_least": [str(odds.at_least(n)) for n in range(len(odds.weights))],
        "defeat": None if odds.defeat is None else str(odds.defeat),
        "removed": odds.removed or None,
        "steps": [_means(step) for step in odds.steps],
        "link": to_link(question),
    }


def _means(step: Any) -> dict[str, str]:
    means = {name: str(getattr(step, name)) for name in ("criticals", "hits", "blocks")}
    return {"name": step.name} | means
