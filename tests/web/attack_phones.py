"""An attack on two phones, form by form: what tests of its pages share."""

import re

from muster.rules.game.log.attacked import AttackResolved
from muster.rules.game.log.events import UnitChanged
from muster.rules.game.table import Unit
from tests.web.game_phones import Phone, happens, prompt

ATTACKER, TARGET = "one.5", "two.5"


def begun(ann: Phone, target: str = TARGET) -> str:
    ann.do(f"attack {ATTACKER} action", seat="one")
    return ann.do(f"say target {target}", **asked(ann))


def asked(phone: Phone) -> dict[str, str]:
    """The hidden fields of the open prompt, the target of its sheet among them."""
    page = phone.page()
    target = re.search(r'name="target" value="([^"]*)"', page)
    return prompt(page) | ({"target": target[1]} if target else {})


def step(phone: Phone) -> object:
    return phone.desk.game.table.todo[-1]


def unit(phone: Phone, id: str) -> Unit:
    return phone.desk.game.table.units[id]


def give(phone: Phone, id: str, token: str) -> None:
    happens(phone, UnitChanged(unit=id, what=token, by=1))


def resolved(phone: Phone) -> list[AttackResolved]:
    return [event for act in phone.desk.acts for event in act.events if isinstance(event, AttackResolved)]
