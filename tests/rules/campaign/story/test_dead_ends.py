"""Games ended early together, and Registers that can neither muster nor refill."""

import pytest
from msgspec.structs import replace

from muster.rules.campaign.register import events
from muster.rules.campaign.register.register import Register
from muster.rules.campaign.story.dead_ends import DeadEnd, dead_end
from muster.rules.campaign.switches import Switches
from tests.rules.campaign.at_the_table import AT_ST, Table, after, built, fold, founded, recruit, refused


class TestEndedEarly:
    def steps(self, table: Table) -> list[int]:
        seen = []
        while (step := table.battle.blue.step) <= 10:
            seen.append(step)
            table.pass_step()
        return seen

    @pytest.mark.rule(175)
    def test_both_skip_steps_2_3_and_5_where_both_decided_so(self):
        table = Table(founded(), founded()).muster_all().record("red", conceded="both")
        assert table.battle.result("blue") == "lost" and table.battle.result("red") == "won"
        assert all(table.battle.skips(key, step) for key in ("blue", "red") for step in (2, 3, 5))
        assert self.steps(Table(founded()).muster_all().record("", conceded="both")) == [1, 4, 6, 7, 8, 9, 10]

    def test_by_a_switch_it_counts_as_an_end(self):
        table = Table(founded(), switches=Switches(agreed_end_counts=True))
        table.muster_all().record("", conceded="both")
        assert self.steps(table) == [1, 3, 4, 5, 6, 7, 8, 9, 10]

    def test_nobody_else_ends_a_game(self):
        table = Table(founded()).muster_all()
        refused(lambda: table.record("blue", conceded="everybody"), "battle.no_side")


def stranded(state: Register, supply: int = 5) -> Register:
    """Two of three corps gone, the Combat Potential just what the others cost."""
    gone = (events.UnitRemoved(dossier_id, "casualty", "battle:old") for dossier_id in ("d2", "d3"))
    state = fold(state, *gone)
    return replace(state, potential=state.potential_spent, supply=supply)


def warned(state: Register, step: int = 7) -> DeadEnd | None:
    table = after().walk_to(step)
    table.registers["blue"] = replace(state, open_battle="battle:1")
    return dead_end(table.seat())


@pytest.mark.rule(109)
def test_nothing_is_wrong_while_corps_or_potential_are_there():
    assert warned(founded()) is None
    state = stranded(founded())
    assert (
        warned(replace(state, potential=state.potential_spent + 42)) is None
    )  # rule 109 adds a corps at once


def test_the_warning_counts_what_is_missing_and_names_active_recruiting():
    found = warned(stranded(founded()))
    assert found is not None and (found.have, found.need, found.left) == (1, 2, 0)
    assert found.short == found.cost > 0
    assert [(way.aid, way.gives, way.enough, way.why_not) for way in found.ways] == [
        ("active-recruiting", 150, True, ())
    ]


def test_a_unit_that_is_no_corps_may_be_reassigned_for_its_points():
    found = warned(stranded(founded(state=recruit(built(), AT_ST))))
    assert found is not None
    assert {way.aid: way.enough for way in found.ways} == {"active-recruiting": True, "reassign-unit": True}
    assert all(way.dossier != "d1" for way in found.ways)  # the Paragon stays


def test_without_supply_no_way_is_open_and_the_reason_is_there():
    found = warned(stranded(founded(), supply=0))
    assert found is not None and [violation.code for violation in found.ways[0].why_not] == ["aid.supply"]
