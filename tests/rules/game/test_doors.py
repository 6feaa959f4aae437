"""Where a game needs eyes: every place is classed, every inch is data, and all go through one door."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from muster.rules.attack import facts
from muster.rules.attack.keywords import card_classes, keyword_classes
from muster.rules.game import game as engine
from muster.rules.game import measuring
from muster.rules.game.attacks import sheet
from muster.rules.game.attacks.doors import NEAR, SHEET
from muster.rules.game.attacks.lending import LENDER
from muster.rules.game.attacks.sheet import RANGE
from muster.rules.game.doors import doors, every_door
from muster.rules.game.engine.continuations import CHOICES, Answered, Nothing, choice
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import PlacesTold, StackSaved
from muster.rules.game.log.measured import Measured
from muster.rules.game.measuring import AnyQuestion, Cover, WholeInches, Within
from muster.rules.game.missions import deck
from muster.rules.game.replaying import arena
from muster.rules.game.special_operations.actions import ACTIONS
from muster.rules.game.special_operations.events import Acted, AttackDeclared
from muster.rules.game.special_operations.squads.cards import EDITIONS
from muster.rules.game.special_operations.winning import operations
from muster.rules.game.steps import TellPlaces
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import Game, Table

COUNTED = {"F": 16, "N": 24, "A": 24, "S": 11, "W": 12}
"""The doors of the design of the board, section 2. A new card may add some."""
INCHES = {
    "N": "bodyguard 6 chain-of-command 8 combined-arms 6 command-node 6 field-triage 6 rally-point 6"
    " supply-cache 6 follow-my-lead 6 for-the-republic 6 hand-on 3 im-with-you-brother 4 inspire 6 valor 6"
    " linked-learning 6 mandalorian-training 6 pack-hunters 6 part-of-something-larger 6 pulse-scan 10"
    " spotter 6 take-cover 6 redistribute 3 fan-out 8",
    "A": "rearm 3 halt 3 redistribute 3 heal 3 medical-aid 3 resupply 6 spotter 6 take-cover 6"
    " call-the-hunt 6 get-them 8 pulse-scan 10 guidance 12",
    "F": "aggressive-strategy 3 complete-the-mission 3 mission-tactics 3 keep-them-back 3"
    " occupation-protocols 3 directive 12 teamwork 3 fire-support-near 6 for-the-empire 3"
    " you-have-your-orders 6 log-traps 3 shock-and-awe 6 inspiring-oration 6 TellPlaces 3",
    "S": "Defend.backup 3 Defend.lender 12 Spend.lender 6 Spend.dice 8 React 12 Sheet.targets 4",
    "W": "covert-deploy 10",
}
"""The doors of the design that have inches, by kind."""
OTHERS = {
    "F": "inches touches-more",
    "N": "silent-approach ambush",
    "A": "console transmitter ambush-point claim-token repair incapacitate observe detonator attack strafe"
    " move dash",
    "S": "Strike.target Strike.weapons Strike.cover Strike.arc Strike.hull",
    "W": "move dash free-move free-dash scout deploy covert-token ambush reinforce endless-legions facing",
}
"""And those that have none, or those of a weapon."""
EVERYWHERE = {"aim", "dodge", "recover", "standby", "move", "dash", "unable"}
"""Actions that are taken wherever a unit stands."""


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_doors_of_the_design_are_listed_with_their_inches(edition: Any) -> None:
    listed = {(one.kind, one.name): one.inches for one in doors(edition) if one.operation}
    for kind, number in COUNTED.items():
        words = INCHES[kind].split()
        far = dict(zip(words[::2], map(int, words[1::2]), strict=True))
        assert {name: listed[kind, name] for name in far} == far
        assert {(kind, name) for name in OTHERS[kind].split()} <= listed.keys()
        assert len({*far, *OTHERS[kind].split()}) == number


def test_every_fact_of_an_attack_by_the_core_rules_is_listed() -> None:
    """What a sheet asks of the table; keywords and cards that ask for a decision need no eyes."""
    source = Path(facts.__file__).read_text() + Path(sheet.__file__).read_text()
    asked = {*re.findall(r'Asked\("(\w+)"', source), *re.findall(r"Asked\(([A-Z]+),", source)}
    keys = {{"RANGE": RANGE, "LENDER": LENDER}.get(key, key) for key in asked}
    assert keys | {LENDER} == set(SHEET)
    cards = {row.slug for row in card_classes().values() if row.treatment == "asked"}
    assert set(NEAR) <= facts.ANSWERED | cards
    far = re.compile(r"[Ww]ithin (1|range|half)|[Nn]ear |territory|wholly", re.IGNORECASE)
    questions = {id: keyword_classes()[id].question for id in facts.ANSWERED}
    questions |= {row.slug: row.question for row in card_classes().values() if row.slug in cards}
    spatial = {key for key, question in questions.items() if far.search(question)}
    assert spatial - {"command/rule-with-respect"} == set(NEAR), "that card is no upgrade of a unit"
    listed = {door.name: door for door in doors("v1.1") if not door.operation}
    assert listed["Declare.backup"].inches == 3 and listed["DefendAttack.guardian"].inches == 6
    assert {f"Declare.{key}" for key in keys} <= listed.keys()


def test_every_choice_and_action_says_what_has_to_be_looked_for() -> None:
    assert {name for name, door, _ in every_door() if door is None} == set()
    assert {*CHOICES, *ACTIONS} <= {name for name, _, _ in every_door()}

    @choice("unsaid")
    def unsaid(_answer: Answered[Nothing]) -> Outcome:
        return Outcome()

    unclassed = [name for name, door, _ in every_door() if door is None]
    del CHOICES[unsaid.name]
    assert unclassed == [unsaid.name]


def test_every_mission_of_the_data_is_a_module() -> None:
    assert set(operations()) == set(deck("special-operations", "mission"))


def all_seeing(_table: Table, question: AnyQuestion) -> tuple[str, ...] | None:
    """Everybody is as near, or as far, as is good for whom it concerns; a fact has still to be asked for."""
    return None if isinstance(question, WholeInches) else question.among


def blind(_table: Table, question: AnyQuestion) -> tuple[str, ...]:
    """Nobody is near anybody; there is no cover, and it is a long way to everything."""
    if isinstance(question, Cover):
        return ("0",)
    return ("9",) if isinstance(question, WholeInches) else ()


UNLOOKED = ("bring-down-the-shields", "disabled-vehicle")
"""Missions in which nobody tells who is near which token."""


def played(number: int, *missions: str) -> arena.Played:
    missions = missions or arena.missions("special-operations")
    edition = EDITIONS[number // len(missions) % 2]
    mission, setting = missions[number % len(missions)], arena.Setting(edition=edition)
    return arena.play("special-operations", mission, f"doors {number}", setting=setting)


def as_told(log: Sequence[Any]) -> list[Any]:
    """The log without who looked."""
    return [replace(one, source="told") if hasattr(one, "source") else one for one in log]


@pytest.fixture
def on_a_board(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], list[AnyQuestion]]:
    """Games are opened on a board, and somebody measures; what was asked is kept."""
    asked: list[AnyQuestion] = []
    after = engine.evolve

    def opened(game: Game, *events: Any) -> Game:
        game = after(game, *events)
        return replace(game, table=replace(game.table, board="eyes")) if not game.table.board else game

    def begin(eyes: Any) -> list[AnyQuestion]:
        def measure(table: Table, question: AnyQuestion) -> Any:
            asked.append(question)
            return eyes(table, question)

        monkeypatch.setattr(measuring, "measure", measure)
        monkeypatch.setattr(engine, "evolve", opened)
        return asked

    return begin


def test_who_sees_everybody_offers_what_a_table_does(
    on_a_board: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as facts are asked for."""
    monkeypatch.setattr("muster.rules.game.phases.choosing.fact", lambda *_: None)
    told = [as_told(played(number, *UNLOOKED).log) for number in range(16)]
    asked = on_a_board(all_seeing)
    assert [as_told(played(number, *UNLOOKED).log) for number in range(16)] == told
    assert {type(question).__name__ for question in asked} == {
        "Within", "Beyond", "Seen", "Touching", "Cover", "Arcs", "Room",
    }  # fmt: skip
    within = {question.inches for question in asked if isinstance(question, Within)}
    assert {3, 4, 6, 8, 12} <= within and 0 not in within


def test_who_sees_nobody_is_offered_nothing_that_needs_a_place(on_a_board: Any) -> None:
    on_a_board(blind)
    narrowed = {name for name, door, operation in every_door() if operation and door and door.kind == "N"}
    for number in range(16):
        log = played(number).log
        assert {one.action for one in log if isinstance(one, Acted)} <= EVERYWHERE
        assert not [one for one in log if isinstance(one, AttackDeclared) and one.dice]
        steps = [
            step
            for one in log
            if isinstance(one, StackSaved)
            for step in one.todo
            if isinstance(step, Choose)
        ]
        assert not {step.what for step in steps} & narrowed


def knowing(_table: Table, question: AnyQuestion) -> tuple[str, ...]:
    """The first of those that are meant is near, and nobody else."""
    if isinstance(question, Within) and question.counted:
        return ("1",)
    return ("3",) if isinstance(question, WholeInches) else question.among[:1]


def test_facts_are_answered_by_who_measures_and_nobody_is_asked(on_a_board: Any) -> None:
    on_a_board(knowing)
    facts = {name for name, door, operation in every_door() if operation and door and door.kind == "F"}
    found = set()
    for number in range(64):
        log = played(number).log
        stacks = [one.todo for one in log if isinstance(one, StackSaved) and one.todo]
        asked = {todo[-1].what for todo in stacks if isinstance(todo[-1], Choose)}
        assert not asked & facts and not [todo for todo in stacks if isinstance(todo[-1], TellPlaces)]
        assert {one.source for one in log if isinstance(one, Measured | PlacesTold)} <= {"board"}
        found |= {one.what for one in log if isinstance(one, Measured)}
    assert found >= {"inches", "touches-more", "teamwork", "for-the-empire", "log-traps"}


def test_what_is_told_is_kept_as_a_fact() -> None:
    told = [one for number in range(24) for one in played(number).log if isinstance(one, Measured)]
    assert {one.source for one in told} == {"told"} and {one.what for one in told} >= {
        "inches",
        "touches-more",
    }
    measured = next(one for one in told if one.what == "inches")
    assert measured.of and measured.found[0].isdigit()
