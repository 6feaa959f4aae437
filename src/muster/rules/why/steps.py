"""The name under which a step of a game has its grounds on file."""

import re

from muster.rules.game.steps import Confirm
from muster.rules.game.steps.operations import Fight
from muster.rules.game.steps.step import Choose, Roll, Step


def step_name(step: Step) -> str:
    """`rally`, `lay-card`; what is chosen, rolled or confirmed by its own word: `choose-promote`,
    `roll-panic`, `confirm-terrain`; an attack by its stage: `fight-dodge`."""
    match step:
        case Choose() | Roll():
            return f"{type(step).__name__.lower()}-{step.what}"
        case Confirm():
            return f"confirm-{step.about}"
        case Fight():
            return f"fight-{step.stage}"
    return re.sub(r"(?<!^)(?=[A-Z])", "-", type(step).__name__).lower()
