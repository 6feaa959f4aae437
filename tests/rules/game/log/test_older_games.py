"""Twenty games of each mode, as the version before `Choose` and `Roll` stored them: they open, stand at every
act as they stood then, and go on. `python -m tests.older_games` makes and checks more."""

from pathlib import Path

import pytest

from tests.older_games import MODES, check, stored

GAMES = Path(__file__).parents[3] / "golden" / "older_games.jsonl.xz"
EACH = 20


@pytest.mark.parametrize("mode", MODES)
def test_older_games_stand_as_they_stood_and_go_on(mode: str) -> None:
    games = list(stored(GAMES, mode))
    assert len(games) == EACH
    for number, game in enumerate(games):
        going = len(game["acts"]) * (number + 2) // (EACH + 4)
        check(game, going if number % 4 == 0 else None)
