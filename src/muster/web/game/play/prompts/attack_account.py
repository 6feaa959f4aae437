"""The account of an attack by the core rules: line by line, and its exact odds."""

from collections.abc import Iterator
from typing import Final

import msgspec

from muster.rules.dice.faces import Face
from muster.rules.dice.questions import COVER_VALUES
from muster.rules.game.attacks.foretelling import odds_now
from muster.rules.game.attacks.saving import saved
from muster.rules.game.attacks.volley import DEFENDER, Volley, has_step, standing
from muster.rules.game.steps.attacks import DeclareAttack, DefendAttack, EndAttack, RerollAttack
from muster.rules.game.steps.step import Choose, Roll
from muster.rules.game.table import Table
from muster.web.environment import plural
from muster.web.game.play import words
from muster.web.game.play.prompts.account import colour, faces_told, odds_line
from muster.web.game.play.prompts.prompt import Bout, Line, OddsLine

STAGES: Final = ("dice", "defend", "save", "end")
"""How far an attack has come: its dice lie, the defender decides, defence dice fall, it is over."""


def attack_now(table: Table) -> Bout | None:
    """The attack that is on its way, for those who are not asked anything in it."""
    step = table.todo[-1] if table.todo else None
    if isinstance(step, DeclareAttack) and step.target:
        return Bout(step.unit, step.target, _told_facts(dict(step.facts)))
    if isinstance(step, RerollAttack | DefendAttack | EndAttack):
        stage = {RerollAttack: "dice", DefendAttack: "defend", EndAttack: "end"}[type(step)]
        return volley_bout(table, msgspec.convert(step.known, Volley), stage)
    if isinstance(step, Choose | Roll) and "question" in step.known:
        return volley_bout(table, msgspec.convert(step.known, Volley), "save")
    return None


def volley_bout(table: Table, volley: Volley, stage: str) -> Bout:
    """The attack on its way."""
    arms = ", ".join(_weapon(weapon) for weapon in volley.weapons)
    weapon = f"{arms} · {_told_facts(volley.told)}"
    lines = tuple(_lines(table, volley, stage))
    return Bout(volley.attacker, volley.target, weapon, lines, _odds(volley, stage))


def _weapon(weapon: str) -> str:
    number, _, name = weapon.partition(" ")
    name = name.partition("/")[2]
    return name if number == "1" else f"{number} × {name}"


def _told_facts(told: dict[str, str]) -> str:
    where = told.get("range", "")
    said = [where if where == "melee" else f"range {where}"] if where else []
    if told.get("cover", "none") != "none":
        said.append(f"{told['cover']} cover")
    return ", ".join(said)


def _lines(table: Table, volley: Volley, stage: str) -> Iterator[Line]:
    at = STAGES.index(stage)
    defence = volley.asked.defence
    if volley.ranged and COVER_VALUES[defence.cover]:
        rolled = faces_told(tuple(map(Face, volley.cover)))
        yield Line("Cover", defence.cover.capitalize(), rolled, _state(at, 0, 0))
    pool = ", ".join(f"{volley.dice.count(die)} {colour(die.value)}" for die in dict.fromkeys(volley.dice))
    spent = f", {plural(volley.aims, 'Aim')} spent" if volley.aims else ""
    yield Line("Roll", f"{pool}{spent}", faces_told(tuple(map(Face, volley.faces))), _state(at, 0, 0))
    if has_step(volley, "dodge"):
        dodges = f"{plural(volley.dodges, 'Dodge')} spent" if volley.dodges else ""
        yield Line("Dodge", dodges, "" if at < 1 else _struck(volley, DEFENDER), _state(at, 1, 1))
    if at >= STAGES.index("save"):
        yield Line("Hits and Criticals", "after armour and the like", _struck(volley, ""), "done")
    rolled = faces_told(tuple(map(Face, volley.saves)))
    yield Line("Defence dice", rolled, _blocks(volley) if volley.saved else "", _state(at, 2, 2))
    if stage == "end":
        unit = table.units[volley.target]
        left = "defeated" if not unit.here else f"{unit.wounds - unit.lost} of {unit.wounds} left"
        yield Line("Wounds", f"{words.unit_name(table, unit.id)}, {left}", str(volley.wounds), "done")
        if unit.here and unit.suppression:
            yield Line("Suppression", f"it has {unit.suppression}", "", "done")


def _struck(volley: Volley, before: str) -> str:
    now = standing(volley, before)
    return f"{plural(now.criticals, 'Critical')}, {plural(now.hits, 'Hit')}"


def _blocks(volley: Volley) -> str:
    return f"{plural(saved(volley).blocks, 'Block')} count"


def _state(at: int, first: int, last: int) -> str:
    return "done" if at > last else "now" if at >= first else "todo"


def _odds(volley: Volley, stage: str) -> OddsLine | None:
    if stage != "defend":
        return None
    return odds_line(odds_now(volley, DEFENDER))
