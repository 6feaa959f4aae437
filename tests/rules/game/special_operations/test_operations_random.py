"""Random players end every mission of Special Operations in both editions, and what must always hold does."""

from collections import Counter
from itertools import islice

import pytest

from muster.rules.game.game import evolve, legal, open_step
from muster.rules.game.log.events import Drawn, Rolled, Scored, StackSaved
from muster.rules.game.phases.agreeing import certain
from muster.rules.game.replaying.arena import Setting, missions, play
from muster.rules.game.special_operations.squads.cards import EDITIONS
from muster.rules.game.special_operations.squads.squads import squads
from muster.rules.game.table import SEATS, Game, Table, view

MODE = "special-operations"
SLOTS = {"critical": 2, "surge": 2, "hit": 4}
"""The Transmitter card (rule 340)."""
WITHOUT_CHOICE = {
    "Confirm": "both say that the table stands",
    "DeployUnit": "Blue's last unit is told its zone (rule 351); nobody sees which covert unit is last",
    "Choose reveal-codes": "asked of Red even with Decoys alone, so that asking tells nothing (rule 363)",
}
"""What is asked though there is one answer, and why."""


@pytest.mark.rule(284, 297)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("mission", missions(MODE))
@pytest.mark.parametrize("seed", range(3))
def test_random_operations_end(edition: str, mission: str, seed: int) -> None:
    """Four rounds, a fifth only in Shifting Priorities; after every act nothing is lost or doubled, no die is
    thrown twice for one step, an outcome that was certain is the outcome (G23), and with app dice nobody is
    asked without a choice."""
    dice = "own" if seed == 2 else "app"
    played = play(MODE, mission, f"{mission}{seed}", setting=Setting(edition=edition, dice=dice))
    table = played.game.table
    assert table.ended is not None
    assert 1 <= table.round <= (5 if mission == "shifting-priorities-operation" else 4)
    total = sum(event.score.points for event in played.log if isinstance(event, Scored))
    assert total == table.points("blue") + table.points("red")
    rolls = Counter(event.step for event in played.log if isinstance(event, Rolled | Drawn))
    assert set(rolls.values()) == {1}
    folded = Game()
    for event in played.log:
        folded = evolve(folded, event)
        if isinstance(event, StackSaved):
            conserved(folded.table)
            if dice == "app":
                offers_a_choice(folded)
            sure = certain(folded.table)
            assert sure is None or sure.winner == table.ended.winner
    assert folded == played.game


def offers_a_choice(game: Game) -> None:
    """Each question has two answers or more, but for those that are named with their reason."""
    for seat in SEATS:
        seen = view(game, seat)
        step = open_step(seen)
        name = f"{type(step).__name__} {getattr(step, 'what', '')}".strip()
        if step and name not in WITHOUT_CHOICE:
            assert len(list(islice(legal(seen), 2))) == 2, step


def conserved(table: Table) -> None:
    """Suppression never above Courage, one code and one detonator a unit, three codes, eight slots."""
    ids = [step.id for step in table.todo]
    assert len(ids) == len(set(ids))
    for unit in table.units.values():
        assert 0 <= unit.lost <= unit.wounds
        assert unit.courage is None or 0 <= unit.suppression <= unit.courage
        assert all(unit.tokens.get(one, 0) <= 1 for one in ("code", "detonator", "standby", "network"))
    assert all(0 <= table.marks.get(f"slot.{face}", 0) <= most for face, most in SLOTS.items())
    if table.mission.objective == "the-codes" and table.round:
        held = sum(unit.tokens.get("code", 0) for unit in table.units.values())
        assert (
            held + sum(one.name == "Condition token" and not one.gone for one in table.markers.values()) == 3
        )


@pytest.mark.rule(287)
@pytest.mark.parametrize(("edition", "squad"), [(one, squad) for one in EDITIONS for squad in squads(one)])
def test_every_squad_plays_the_next_of_its_list(edition: str, squad: str) -> None:
    names = tuple(squads(edition))
    number = names.index(squad)
    pair = (squad, names[(number + 1) % len(names)])
    played = play(MODE, missions(MODE)[number % 4], squad, setting=Setting(edition=edition, squads=pair))
    assert tuple(chair.squad for chair in played.game.table.chairs.values()) == pair
    assert played.game.table.ended is not None
