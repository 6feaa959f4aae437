"""Why a prompt asks what it asks: the step it rests on, and the units that attack and are attacked."""

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlencode

from muster.rules.game.special_operations.units import edition
from muster.rules.game.steps.operations import Fight, Sheet
from muster.rules.game.steps.step import Step
from muster.rules.game.table import Table
from muster.rules.why.grounds import of_step
from muster.rules.why.steps import step_name
from muster.web.environment import url
from muster.web.game.play import words
from muster.web.game.play.prompts.prompt import Prompt


class FileLink(NamedTuple):
    """A way to what is on file: what it is about, and its address."""

    about: str
    href: str


def with_grounds(table: Table, step: Step, prompt: Prompt) -> Prompt:
    """The prompt with the step it rests on, and the ways to what is on file."""
    name = step_name(step)
    if not of_step(name).core:
        return prompt
    asked = urlencode({"step": name, "mode": table.mode, "rule": prompt.rules}, doseq=True)
    ways = (FileLink("this step", f"{url('why')}?{asked}"), *_attacks(table, step, prompt))
    return prompt._replace(step=name, why=ways)


def _attacks(table: Table, step: Step, prompt: Prompt) -> Iterator[FileLink]:
    """A way for each attack that is on its way or may be declared."""
    if isinstance(step, Fight):
        yield _attack(table, step.attack.by, step.attack.on)
    if isinstance(step, Sheet):
        yield from (_attack(table, step.unit, aimed.target) for aimed in prompt.aimed)


def _attack(table: Table, by: str, on: str) -> FileLink:
    cards = [f"{edition(table)}/unit/{table.units[unit].card}" for unit in (by, on)]
    about = f"{words.unit_name(table, by)} attacks {words.unit_name(table, on)}"
    return FileLink(about, f"{url('why')}?{urlencode({'card': cards[0], 'target': cards[1]})}")
