"""An agreed end: when both ask for it, the game ends as it stands."""

from itertools import islice

import pytest

from muster.rules.game.answers import EndHere
from muster.rules.game.sides.handover import handover
from tests.rules.game.golden_games import Golden, read


@pytest.mark.rule(175)
def test_a_game_ended_by_both_is_both_players_decision() -> None:
    """Close the Pocket stands at 4 to 2 for Blue after round 2."""
    golden = Golden(read("recon-close-the-pocket-surface-scan"))
    assert list(islice(golden.rounds(), 2))[-1] == (4, 2)
    for seat in ("one", "one", "two"):
        golden.played.say(seat, EndHere())
        assert golden.table.ended is None, "asked for, withdrawn, asked for by the other"
    golden.played.say("one", EndHere())
    ended = golden.table.ended
    assert ended and (ended.winner, ended.ground) == ("blue", "agreed")
    told = handover(golden.played.game)
    assert (told.winner, told.conceded) == ("blue", "both")
