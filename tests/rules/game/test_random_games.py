"""Players who do anything legal end every mission, and what must always hold does."""

from random import Random

import pytest

from muster.rules.game.events import GameOpened, Scored
from muster.rules.game.evolve import GAME
from muster.rules.game.game import evolve
from muster.rules.game.table import Game
from tests.rules.game.game_table import BySeed, Played, play_on


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
