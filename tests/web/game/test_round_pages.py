"""The rounds of a game through the forms of both phones: what is asked, of whom, and what is not."""

import pytest

from muster.rules.game.log.agreed import LevelSet
from muster.rules.game.log.events import MissionSet, PhaseBegun, Went
from muster.rules.game.missions import mission_cards
from muster.rules.game.steps import TellRound
from muster.rules.game.table import Mission
from tests.web.game_phones import Phone, happens, play_to, prompt, sat
from tests.web.kept_world import kept

# What these tests begin with is made once by a worker, so one worker has them all.
pytestmark = pytest.mark.django_db


@pytest.fixture
def phones() -> list[Phone]:
    return kept(sat)


def mission(objective: str, secondary: str) -> MissionSet:
    return MissionSet(
        mission=Mission(objective=objective, secondary=secondary), markers=mission_cards()[objective].tokens
    )


# Score only ------------------------------------------------------------------------------------------------


@pytest.mark.rule(491)
def test_not_both_sides_have_more_units_suppressed(phones: list[Phone]) -> None:
    ann, _ = phones
    play_to(ann, "setup.edge")
    begun = PhaseBegun(phase="end", round=2)
    told = Went(todo=(TellRound(id="r2.told"),))
    happens(ann, mission("close-the-pocket", "bring-them-to-heel"), LevelSet(level="score"), begun, told)
    page = ann.page()
    both = [f"more-suppressed.{side}" for side in ("blue", "red")]
    assert all(f'value="{mark}"' in page for mark in both)
    refused = ann.do("say", 422, **prompt(page), mark=both)
    assert "Only one of these in a round" in refused and "more-suppressed" not in refused.split("</div>")[0]
    ann.do("say", **prompt(page), mark=both[:1])
    assert ann.desk.game.table.points("blue") == 1
