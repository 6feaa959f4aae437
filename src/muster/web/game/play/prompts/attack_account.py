"""The account of an attack by the core rules: line by line, and its exact odds."""

from collections.abc import Iterator
from typing import Final

import msgspec

from muster.rules.attack.keywords import keyword_classes
from muster.rules.cards.vocabulary import display_word
from muster.rules.dice.faces import Face
from muster.rules.dice.questions import COVER_VALUES
from muster.rules.game.attacks.agreeing import deniable, may_enter_sum, wounds_left
from muster.rules.game.attacks.foretelling import odds_now
from muster.rules.game.attacks.guarding import guard_wounds
from muster.rules.game.attacks.saving import saved
from muster.rules.game.attacks.sheet import sheet_of
from muster.rules.game.attacks.volley import DEFENDER, Standing, Volley, has_step, standing, standing_after
from muster.rules.game.combatants import held
from muster.rules.game.steps.attacks import DeclareAttack, DefendAttack, EndAttack, RerollAttack
from muster.rules.game.steps.step import Choose, Roll
from muster.rules.game.table import Table, View
from muster.web.environment import plural
from muster.web.game.play import words
from muster.web.game.play.prompts.attack_summary import colour, odds_line
from muster.web.game.play.prompts.prompt import Bout, Line, OddsLine, Option, SumSheet, face_words

STAGES: Final = ("dice", "defend", "save", "end")
"""How far an attack has come: its dice lie, the defender decides, defence dice fall, it is over."""


def attack_now(seen: View) -> Bout | None:
    """The attack that is on its way, for those who are not asked anything in it: the attacker may enter its
    result, the other player may deny what was told."""
    bout = _attack_on_its_way(seen.table)
    if bout is None:
        return None
    deny = tuple(Option(f"{seen.audience} {fact}", told) for fact, told in _deniable(seen))
    return bout._replace(sum=sum_sheet(seen), deny=deny)


def sum_sheet(seen: View, open_now: bool = False) -> SumSheet | None:
    """What the attacker may enter in place of dice."""
    volley = may_enter_sum(seen)
    if volley is None:
        return None
    attacker, target = seen.table.units[volley.attacker], seen.table.units[volley.target]
    return SumSheet(
        attacker.seat, wounds_left(seen.table, volley), held(attacker, "aim"), held(target, "dodge"),
         volley.ranged, open_now,
    )  # fmt: skip


def _deniable(seen: View) -> Iterator[tuple[str, str]]:
    step = seen.table.todo[-1]
    facts = deniable(seen)
    if not facts or not isinstance(step, DeclareAttack):
        return
    sheet = sheet_of(seen.table, step)
    for asked in sheet.asked:
        if asked.key in facts:
            colon = "" if asked.question.endswith("?") else ":"
            yield asked.key, f"{asked.question}{colon} {answer_in_words(seen.table, sheet.told[asked.key])}"


def answer_in_words(table: Table, answer: str) -> str:
    """What was told, a unit by its name with the one token it lends."""
    unit, _, token = answer.partition(":")
    if unit not in table.units:
        return answer
    name = words.unit_name(table, unit)
    return f"{name}: 1 {words.TOKENS[token]}" if token else name


def _attack_on_its_way(table: Table) -> Bout | None:
    step = table.todo[-1] if table.todo else None
    if isinstance(step, DeclareAttack) and step.target:
        told = _told_facts(sheet_of(table, step).told)
        return Bout(step.unit, step.target, told[:1].upper() + told[1:])
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
    if volley.summed:
        yield from _outcome(table, volley)
        return
    defence = volley.asked.defence
    if volley.ranged and COVER_VALUES[defence.cover]:
        rolled = face_words(tuple(map(Face, volley.cover)))
        yield Line("Cover", defence.cover.capitalize(), rolled, _state(at, 0, 0))
    pool = ", ".join(f"{volley.dice.count(die)} {colour(die.value)}" for die in dict.fromkeys(volley.dice))
    spent = f", {plural(volley.aims, 'Aim')} spent" if volley.aims else ""
    yield Line("Roll", f"{pool}{spent}", face_words(tuple(map(Face, volley.faces))), _state(at, 0, 0))
    if has_step(volley, "dodge"):
        dodges = f"{plural(volley.dodges, 'Dodge')} spent" if volley.dodges else ""
        yield Line("Dodge", dodges, _dodged(volley, at), _state(at, 1, 1))
    if at >= STAGES.index("save"):
        yield Line("Hits and Criticals", "left to block", _strikes(standing(volley)), "done")
    rolled = face_words(tuple(map(Face, volley.saves)))
    yield Line("Defence dice", rolled, _blocks(volley) if volley.saved else "", _state(at, 2, 2))
    if stage == "end":
        yield from _outcome(table, volley)


def _outcome(table: Table, volley: Volley) -> Iterator[Line]:
    """Wounds, Suppression, and what followed by which keyword."""
    unit = table.units[volley.target]
    left = "defeated" if not unit.here else f"{unit.wounds - unit.lost} of {unit.wounds} left"
    yield Line("Wounds", f"{words.unit_name(table, unit.id)}, {left}", str(volley.wounds), "done")
    for id, taken, hurt in guard_wounds(volley) if not volley.summed else ():
        yield Line("Guardian", f"{words.unit_name(table, id)} took {plural(taken, 'Hit')}", str(hurt), "done")
    if volley.back:
        yield Line("Wounds", words.unit_name(table, volley.attacker), str(volley.back), "done")
    if unit.here and unit.suppression:
        yield Line("Suppression", f"it has {unit.suppression}", "", "done")
    for text in volley.followed:
        who, _, keyword = text.partition(" ")
        name = words.unit_name(table, volley.attacker if who == "attacker" else volley.target)
        yield Line(_keyword_name(keyword), name, "", "done")


def _keyword_name(keyword: str) -> str:
    row = keyword_classes().get(keyword)
    return row.name if row else display_word(keyword)


def _dodged(volley: Volley, at: int) -> str:
    """What the defender sees before Dodges are spent, and what they left."""
    if at < STAGES.index("defend"):
        return ""
    spent = at > STAGES.index("defend")
    return _strikes(standing_after(volley, "dodge") if spent else standing(volley, DEFENDER))


def _strikes(now: Standing) -> str:
    return f"{plural(now.criticals, 'Critical')}, {plural(now.hits, 'Hit')}"


def _blocks(volley: Volley) -> str:
    return f"{plural(saved(volley).blocks, 'Block')} count"


def _state(at: int, first: int, last: int) -> str:
    return "done" if at > last else "now" if at >= first else "todo"


def _odds(volley: Volley, stage: str) -> OddsLine | None:
    if stage != "defend":
        return None
    return odds_line(odds_now(volley, DEFENDER))
