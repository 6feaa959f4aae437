"""Two phones at the same instant, on both databases: one reveal, one answer, one act, dice or a denial; and
no secret told."""

from typing import Any

import pytest

from tests.web.game_at_once import GAMES, OPERATIONS, REPEATS
from tests.web.own_process import GROUP, told

pytestmark = pytest.mark.xdist_group(GROUP)


def assert_right(found: dict[str, Any]) -> None:
    assert len(found["locked"]) == GAMES
    for answers, reveals, hands in found["locked"]:
        assert answers == [True, True] and reveals == 1 and hands == [3, 3]
    for answers, moved in found["tapped"]:
        assert answers == ["True", "['game.not_now']"] and moved
    answers, written = found["keyed"]
    assert answers == [True] * REPEATS and written == 1
    assert found["opened"] == [[[True, True], 1, True]] * OPERATIONS, "both loadouts, opened once"
    for answers, rolled, denied in found["attacked"]:
        rolls_first = answers == [True, ["game.attack_not_denied"]] and rolled and not denied
        denies_first = answers == [["game.not_now"], True] and denied and not rolled
        assert rolls_first or denies_first, "dice, or the fact that is denied: never both"
    assert len(found["attacked"]) == OPERATIONS
    assert found["told"] == []


def test_both_at_once_on_sqlite() -> None:
    assert_right(told()["games"])


@pytest.mark.postgres
def test_both_at_once_on_postgresql(postgres_url: str) -> None:
    assert_right(told(postgres_url)["games"])
