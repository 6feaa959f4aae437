"""One Register through all seven arcs, its figures written down by hand before any program had them."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from muster.rules.campaign.battle.answers import Answer
from muster.rules.campaign.battle.events import SideRecord
from muster.rules.campaign.battle.steps import closing, commendations, experience, rewards
from muster.rules.campaign.register.editing import decide_unit_name
from muster.rules.campaign.register.register import Register
from muster.rules.dice.faces import Face
from tests.rules.campaign.at_the_table import BLOCK, BOOKS, RED, Table, dice, everyone, fold, founded

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "campaign" / "seven_arcs.json").read_text())
UNITS = ("d1", "d2", "d3", "d4")


def take_reward(table: Table, part: str, row: dict) -> None:
    if "dice" in row:
        table.do(rewards.decide_draw, part, (), dice(*map(Face, row["dice"]), die=RED))
    choices = rewards.offer_of(table.seat(), part).choices
    assert len(choices) == len(row["answers"])
    given = zip(choices, row["answers"], strict=True)
    answers = [Answer(choice=c.id, option=event[0], unit=event[1]) for c, event in given if event]
    table.do(rewards.decide_reward, part, answers)


def award_everything(table: Table) -> None:
    """Step 6 with the first choice of the chart; names for those who need one."""
    for dossier in table.registers["blue"].dossiers:
        while table.own(dossier.id).awards_due:
            choice = commendations.choices(table.seat(), table.own(dossier.id))[0]
            table.do(commendations.decide_commendation, dossier.id, choice)
        while table.own(dossier.id).cards_due and (
            left := commendations.cards_left(table.seat(), table.own(dossier.id))
        ):
            table.do(commendations.decide_paragon_card, dossier.id, left[0])
        if table.own(dossier.id).needs_name:
            named = decide_unit_name(table.registers["blue"], dossier.id, f"Squad {dossier.id}")
            table.registers["blue"] = fold(table.registers["blue"], named)


def fight(state: Register, row: dict, number: int, next_arc: str) -> Register:
    plan = replace(everyone(state), units=everyone(state).units[:4])
    mission = "agenda" not in row
    table = Table(state, battle=f"battle:{number}", turning_point=mission).muster(plan=plan)
    if not mission:
        table.agenda(row["agenda"])
    record = SideRecord(
        contesting=("d1",),
        count=row.get("count", 0),
        facts=tuple(row.get("facts", ())),
        chosen=tuple(row.get("chosen", ())),
    )
    table.record("blue" if row.get("won", True) else "red", blue=record)
    table.do(rewards.decide_agenda)
    if not mission:
        take_reward(table, "agenda", row)
    table.finish()
    if mission:
        take_reward(table, "mission", row)
        table.finish()
    table.do(experience.decide_supply, dice(BLOCK, die=RED))
    table.walk_to(6)
    award_everything(table)
    table.walk_to(10)
    if table.registers["blue"].arc.ended:
        table.do(closing.decide_next_arc, next_arc)
    table.finish()
    return table.registers["blue"]


@pytest.mark.rule(31, 171, 172)
def test_seven_arcs_come_out_as_written_down_by_hand():
    arcs = GOLDEN["arcs"]
    assert [arc["arc"] for arc in arcs] == list(BOOKS.arcs)
    state, number = founded(arcs[0]["arc"]), 0
    for place, arc in enumerate(arcs):
        following = arcs[(place + 1) % len(arcs)]["arc"]
        for row in arc["battles"]:
            number += 1
            state = fight(state, row, number, following)
            figures = [state.supply, [state.dossier(dossier_id).experience for dossier_id in UNITS]]
            assert [*figures, state.reputation, state.potential] == row["after"], (arc["arc"], number)
    assert [state.dossier(dossier_id).veteran_rank for dossier_id in UNITS] == [5, 3, 3, 3]
    assert [past.complete for past in state.past_arcs] == [2, 2, 2, 2, 2, 2, 3]
    assert {held.id for held in state.dossier("d1").keywords} >= {"compel", "eyes-on-the-prize", "lauded"}
    # One for each of five ranks, and one more for becoming Lauded.
    assert len(state.dossier("d1").commendations) == 6 and len(state.dossier("d2").commendations) == 3
    assert state.dossiers[-1].unit == "bh" and len(state.battles) == number == 35
