"""Players who do anything legal end every mission, and what must always hold does."""

from random import Random

import pytest

from muster.rules.game.events import GameOpened, Scored
from muster.rules.game.evolve import GAME
from muster.rules.game.game import evolve
from muster.rules.game.table import SEATS, Game
from tests.rules.game.game_table import BySeed, Played, play_on

TURNING_POINTS = (
    "wipe-them-out", "the-big-one", "the-hammer-falls", "caught-in-the-act", "running-out-of-time",
    "seize-your-destiny", "golden-opportunity",
)  # fmt: skip


@pytest.mark.parametrize("level", ["full", "score"])
@pytest.mark.parametrize("seed", range(6))
def test_random_recon_games_end(level: str, seed: int) -> None:
    random = Random(seed)
    played = Played(GameOpened(mode="recon", level=level), BySeed(random))
    play_on(played, random)
    table = played.game.table
    assert table.ended is not None and 1 <= table.round <= 5
    total = sum(event.score.points for event in played.log if isinstance(event, Scored))
    assert total == table.points("blue") + table.points("red")
    folded = Game()
    for event in played.log:
        folded = evolve(folded, event)
    assert folded == played.game
    assert GAME.initial() == Game()


@pytest.mark.parametrize("level", ["full", "score"])
@pytest.mark.parametrize("mission", TURNING_POINTS)
@pytest.mark.parametrize("seed", range(3))
def test_random_turning_points_end(level: str, mission: str, seed: int) -> None:
    random = Random(f"{mission}{seed}")
    opened = GameOpened(mode="turning-point", level=level, mission=mission, owner=random.choice(SEATS))
    played = Played(opened, BySeed(random))
    play_on(played, random)
    assert played.game.table.ended is not None
