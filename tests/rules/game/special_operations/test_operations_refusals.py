"""Whatever nonsense a seat says in Special Operations is refused with reasons, at every prompt, and nothing
breaks."""

import pytest

from muster.rules.game import game as engine
from muster.rules.game.answers import Dice, Picked, React, Spend, Strike, Take, Units
from muster.rules.game.game import evolve
from muster.rules.game.log.events import StackSaved
from muster.rules.game.replaying.arena import Seeded, Setting, play
from muster.rules.game.steps.operations import Fight
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import SEATS, Game, view
from muster.rules.messages import explain
from muster.rules.violations import Refused

JUNK = ("", "x" * 90, "one.1", "two.99", "../etc", "☃")


def nonsense(prompt: str) -> list[object]:
    """One of each kind of answer, with nothing right in it."""
    return [
        Take(prompt=prompt, action="win", on="everybody"),
        Take(prompt="r9.gone"),
        Strike(prompt=prompt, target="two.99", weapons=("bazooka",), cover=7),
        Strike(prompt=prompt, target="one.1", weapons=(), cover=-1, arc="front"),
        Spend(prompt=prompt, token="luck", number=-3, dice=(-1, 99), lender="nobody"),
        Spend(prompt=prompt, token="aim", dice=(0, 0), faces=("moon",)),
        Picked(prompt=prompt, options=JUNK),
        Units(prompt=prompt, units=JUNK),
        Dice(prompt=prompt, faces=("moon",)),
        React(unit="two.99"),
        React(unit=JUNK[1], what="move"),
    ]


@pytest.mark.parametrize("mission", ["the-codes", "disabled-vehicle"])
def test_nonsense_is_refused_everywhere(mission: str) -> None:
    played = play("special-operations", mission, "nonsense", setting=Setting(dice="own"))
    game, kinds = Game(), set[object]()
    for event in played.log:
        game = evolve(game, event)
        if not isinstance(event, StackSaved) or not event.todo:
            continue
        step = event.todo[-1]
        kind = (
            type(step),
            step.stage if isinstance(step, Fight) else "",
            isinstance(step, Choose) and step.what,
        )
        if kind in kinds:
            continue
        kinds.add(kind)
        for seat in SEATS:
            for said in nonsense(step.id):
                with pytest.raises(Refused) as found:
                    engine.handle(game, seat, said, Seeded("n"))
                assert all(explain(one) for one in found.value.violations)
    assert len(kinds) > 20 and view(game, "watch").own is None
