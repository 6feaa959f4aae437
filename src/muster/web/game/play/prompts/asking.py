"""What an audience is asked now, if anything."""

from typing import Final

from msgspec.structs import replace

from muster.rules.game import steps
from muster.rules.game.kernel import deciding, open_step
from muster.rules.game.special_operations.setup import covert_units
from muster.rules.game.steps.operations import DealCodes, DeployUnit, PickLoadouts
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import Table, View
from muster.web.game.play.prompts import (
    acting,
    activating,
    attack_sheet,
    attack_tokens,
    attacks,
    choosing,
    ending,
    rounds,
    setup,
    special_operations,
)
from muster.web.game.play.prompts.grounds import with_grounds
from muster.web.game.play.prompts.prompt import MAKERS, Prompt

SECRET: Final = (steps.LayCard, PickLoadouts, DealCodes)
"""Steps whose options are a secret of their seat."""
BY_SECRETS: Final = ("reveal-codes", "unmask")
"""Choices that are made by what only their seat knows: which token is the Codes, what covert tokens hide."""
PARTS: Final = (
    setup, choosing, rounds, activating, ending, special_operations, acting, attacks,
    attack_sheet, attack_tokens,
)  # fmt: skip
"""Where every step that somebody answers has its words."""


def is_secret(table: Table) -> bool:
    """Whether the open step is one that only its seat may see: for its options, covert units too, or for what
    it is chosen by."""
    step = table.todo[-1]
    if isinstance(step, Choose):
        return step.what in BY_SECRETS
    hides = isinstance(step, DeployUnit) and step.seat is not None and bool(covert_units(table, step.seat))
    return hides or isinstance(step, SECRET)


def prompt_for(seen: View) -> Prompt | None:
    """What this audience is asked now. One phone for both is asked for whoever decides, unless the choice is
    a secret."""
    if seen.audience == "both":
        asked = deciding(seen)
        if not asked or is_secret(seen.table):
            return None
        if isinstance(open_places := seen.table.todo[-1], steps.TellPlaces):
            return with_grounds(
                seen.table, open_places, ending.places(seen, open_places)._replace(seat=asked[0])
            )
        prompt = prompt_for(replace(seen, audience=asked[0]))
        return prompt._replace(seat=asked[0]) if prompt else None
    step = open_step(seen)
    return with_grounds(seen.table, step, MAKERS[type(step)](seen, step)) if step is not None else None
