"""The defender's sheet: all that it decides about an attack in one answer, and nothing that could not
matter."""

from typing import Any

import pytest

from muster.rules.dice.faces import Die
from muster.rules.game.log.events import Rolled, StackSaved, UnitChanged
from muster.rules.game.special_operations.events import AttackSettled, DieTaken
from muster.rules.game.steps.choices import YesNo
from muster.rules.game.steps.operations import Fight
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import Table
from muster.rules.violations import Refused
from tests.rules.game.operations import Bench, table, the, with_chair, with_unit

TROOPER, STORM, CAPTAIN = "one.2", "two.2", "one.1"
ALL_HIT = {"attack": ["hit"] * 5}


def held(**captain: Any) -> Table:
    """A Suppressed Stormtrooper attacks the Captain under Hold at Any Cost."""
    before = with_chair(with_unit(table(), STORM, suppression=1), "one", played="hold-at-any-cost")
    return with_unit(before, CAPTAIN, **captain)


def sheets(bench: Bench) -> set[str]:
    """The prompts of an attack that were put to somebody."""
    tops = [event.todo[-1] for event in bench.log if isinstance(event, StackSaved) and event.todo]
    return {step.id for step in tops if isinstance(step, Fight)}


def spent(bench: Bench, token: str) -> int:
    return -sum(one.by for one in bench.of(UnitChanged) if one.what == token and one.by < 0)


@pytest.mark.rule(309)
def test_one_answer_takes_a_die_holds_tells_of_backup_and_spends_dodges_and_surges() -> None:
    before = held(tokens={"dodge": 1, "surge": 1})
    bench = Bench(before, **ALL_HIT, defence=["surge", "block"]).attack(STORM, CAPTAIN)
    bench.defend(die="attack-red", hold=True, backup=True, dodges=2, surges=1)
    assert bench.asked() is None and len(sheets(bench)) == 1, "one sheet, nothing after it"
    assert bench.of(DieTaken)[0].die is Die.ATTACK_RED
    settled = bench.of(AttackSettled)[0]
    assert (settled.hits, settled.blocks) == (0, 0), "4 Hits: Backup cancels 2, Dodges the others"
    assert bench.unit(CAPTAIN).suppression == 2, "for holding and for the attack"
    assert (spent(bench, "dodge"), spent(bench, "surge")) == (2, 0), "no Surge to turn: the token stays"


def test_what_was_told_is_spent_as_far_as_it_helps() -> None:
    """Two Dodges told, one Hit: one is spent. Two Surges told, one shown: one is spent."""
    before = with_unit(held(), CAPTAIN, tokens={"dodge": 2, "surge": 2})
    bench = Bench(before, attack=["hit", "critical", "blank", "blank"], defence=["surge"])
    bench.attack(STORM, CAPTAIN).defend(die="attack-red", dodges=2, surges=2)
    assert (spent(bench, "dodge"), spent(bench, "surge"), bench.unit(CAPTAIN).lost) == (1, 1, 0)


@pytest.mark.parametrize(
    ("card", "dice", "surges"), [("rebel-commando", 4, 1), ("rebel-commando-sniper", 5, 0)]
)
def test_no_surge_is_spent_that_pierce_would_take(card: str, dice: int, surges: int) -> None:
    before = table(squads=("rebel-commandos", "infantry"), marks={"bout.surges": 2})
    before = with_unit(before, STORM, tokens={"surge": 1})
    bench = Bench(before, attack=["hit", *["blank"] * (dice - 1)], defence=["surge"])
    assert spent(bench.attack(the(before, card), STORM), "surge") == surges


def test_what_is_left_out_is_asked_once_the_dice_lie() -> None:
    before = held(tokens={"dodge": 1, "surge": 1})
    bench = Bench(before, attack=["hit", "hit", "hit", "hit"], defence=["surge"] * 3)
    bench.attack(STORM, CAPTAIN).defend(die="attack-red")
    assert bench.step.stage == "dodge" and not any(one.backup for one in bench.legal("one")), "told before"
    bench.defend(dodges=1)
    assert bench.step.stage == "save"


def test_surges_are_told_with_the_dodges() -> None:
    before = with_unit(table(), STORM, tokens={"dodge": 1, "surge": 1})
    faces = {"attack": ["hit", "hit", "blank", "blank"], "defence": ["surge"]}
    bench = Bench(before, **faces).attack(TROOPER, STORM).defend(dodges=1, surges=1)
    assert bench.asked() is None and bench.unit(STORM).lost == 0


def test_nobody_is_asked_for_backup_without_a_hit() -> None:
    bench = Bench(table(), attack=["critical", "blank", "blank", "blank"], defence=["block"])
    assert bench.attack(TROOPER, "two.1").asked() is None


def test_who_holds_and_falls_to_panic_is_not_shot_at() -> None:
    before = with_unit(held(), CAPTAIN, suppression=3, courage=3, lost=table().units[CAPTAIN].wounds - 1)
    bench = Bench(before, panic=["hit"]).attack(STORM, CAPTAIN).defend(hold=True)
    assert not bench.unit(CAPTAIN).here
    assert [one.purpose for one in bench.of(Rolled)] == ["panic"]


@pytest.mark.parametrize(
    "said",
    [
        {"die": "defence-red"}, {"die": "moon"}, {"hold": True, "lender": "one.3"}, {"dodges": 9},
        {"surges": 1}, {"dodges": -1},
    ],
)  # fmt: skip
def test_what_the_sheet_does_not_ask_is_refused(said: dict[str, Any]) -> None:
    bench = Bench(held(tokens={"dodge": 1}), **ALL_HIT).attack(STORM, CAPTAIN)
    with pytest.raises(Refused):
        bench.defend(**said)


@pytest.mark.parametrize(("what", "mark"), [("backup", "bout.backup"), ("hold-at-any-cost", "")])
def test_questions_of_older_games_are_still_answered(what: str, mark: str) -> None:
    asked = Choose(id="old", seat="one", what=what, choice=YesNo(), unit=CAPTAIN, by=STORM)
    bench = Bench(held()).run(asked).pick("yes")
    assert bench.table.marks.get(mark, 0) == 2 if mark else bench.unit(CAPTAIN).suppression == 1
    asked = [one.backup for one in bench.attack(STORM, CAPTAIN).legal("one")]
    assert any(asked) is not bool(mark), "what was told is not asked again"
