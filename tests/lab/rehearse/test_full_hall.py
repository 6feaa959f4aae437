"""A server killed in a full hall: what its row counts, and who is left behind."""

import pytest

from muster_lab.rehearse.full_hall import row_of_round
from muster_lab.rehearse.hall import Entered, Keepers, Log, Viewer, Watched, World, scores

WORLD = World("0" * 32, 3, ("token",))
DIED, OVER = 11, 100.0
SEEN = (Watched(13, 1, 2.0, DIED, True),)


def rowed(*, log=None, seen=SEEN, tables=(1, 2, 3)):
    keepers = Keepers(WORLD, [1], pace=0)
    keepers.entered = [Entered(table, OVER + table - 1, 0.5, table, OVER + table - 2) for table in tables]
    slips = {table: [scores(table)] for table in (1, 2, 3)} if log is None else log
    return row_of_round("SQLite", WORLD, keepers, Log(13, slips), seen, held=DIED, over=OVER)


def test_a_round_that_was_played_to_its_end_is_well():
    found = rowed()
    assert found.is_well
    assert (found.acknowledged, found.turned_away, found.recovery) == (3, 3, 2.0)


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"log": {1: [scores(1)], 3: [scores(3)]}}, "lost"),
        ({"log": {1: [scores(1)], 2: [scores(2)] * 2, 3: [scores(3)]}}, "doubled"),
        ({"seen": (*SEEN, Watched(13, 1, 2.0, DIED + 1, True))}, "phantom"),
    ],
)
def test_a_result_that_is_lost_doubled_or_was_never_committed_is_counted(changes, what):
    found = rowed(**changes)
    assert not found.is_well
    assert getattr(found, what) == 1


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"log": {1: [scores(1)], 2: [scores(3)], 3: [scores(3)]}}, "not as it was sent"),
        ({"tables": (1, 3)}, "never acknowledged"),
        ({"seen": (Watched(12, 1, 2.0, DIED, True),)}, "viewer not at the last version"),
        ({"seen": (Watched(12, 1, 2.0, DIED, False),)}, "viewer without a line"),
    ],
)
def test_what_else_went_wrong_is_named(changes, what):
    found = rowed(**changes)
    assert not found.is_well
    assert [times for said, times in found.wrong.items() if what in said] == [1]


def test_an_answer_to_what_was_sent_before_is_no_recovery():
    assert rowed(tables=(1, 2)).by_hand


def test_a_viewer_remembers_what_was_shown_when_the_line_first_broke():
    viewer = Viewer(0, WORLD, [1])
    for version in (7, 9):
        viewer.watching, viewer.version = True, version
        viewer._broke()
    assert (viewer.at_break, viewer.breaks) == (7, 2)
