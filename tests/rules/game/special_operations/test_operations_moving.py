"""Moves beside a unit's actions: into contact with an enemy, out of it, or none at all."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from muster.rules.game.answers import React
from muster.rules.game.kernel import changes
from muster.rules.game.special_operations.events import Moved, TouchedMore
from muster.rules.game.special_operations.units import engaged_with
from muster.rules.game.steps.operations import Suffer
from muster.rules.game.table import Table, view
from tests.rules.game.operations import CODES, Bench, engaged, table, with_chair, with_unit

FOE, OTHER = "two.2", "two.3"


def squad(name: str, **chair: Any) -> Table:
    edition = "v1.1" if name in ("bright-tree-allies", "mandalorian-super-commandos") else "playtest"
    return with_chair(table(squads=(name, "infantry"), edition=edition), "one", **chair)


def standby(before: Table) -> Bench:
    ready = with_unit(before, "one.2", tokens={"standby": 1})
    bench = Bench(ready).acting(OTHER).take("aim")
    said = React(unit="one.2", what="move")
    return bench.say("one", said) if said in list(changes(view(bench.game, "one"))) else bench


def tricky(before: Table) -> Bench:
    before = with_unit(before, "one.2", tokens={"dodge": 1})
    bench = Bench(before).hook("attacked", OTHER, "one.2")
    return bench.pick("yes") if bench.step else bench


def brash(before: Table) -> Bench:
    bench = Bench(with_unit(before, "one.2", order="faceup")).hook("ordered")
    return bench.pick("one.2") if bench.step else bench


def hunt(before: Table) -> Bench:
    bench = Bench(before).acting("one.1")
    if "call-the-hunt" in bench.actions():
        bench.take("call-the-hunt")
        while bench.step.unit not in ("one.1", "one.3"):
            bench.pick()
    return bench


def responds(before: Table) -> Bench:
    return Bench(with_unit(before, "one.2", order="faceup")).hook("ordered")


def named(before: Table) -> Bench:
    bench = Bench(before).start("one.1").pick()
    return bench.pick("one.2") if "one.2" in bench.step.options else bench


def brother(before: Table) -> Bench:
    bench = Bench(before).hook("attacked", "one.3", OTHER)
    return bench.pick("one.2") if "one.2" in bench.step.options else bench


FREE: dict[str, tuple[str, Callable[[Table], Bench], Callable[[], Table]]] = {
    "standby": ("one.2", standby, lambda: squad("rebel-troopers")),
    "tricky": ("one.2", tricky, lambda: squad("bright-tree-allies", assets=("tricky",))),
    "brash-tactics": (
        "one.2", brash, lambda: squad("mandalorian-super-commandos", played="brash-tactics")),
    "call-the-hunt": ("one.3", hunt, lambda: squad("bright-tree-allies")),
    "quick-response-team": ("one.2", responds, lambda: squad("arc-troopers", played="quick-response-team")),
    "for-the-republic": ("one.2", named, lambda: squad("clone-troopers")),
    "im-with-you-brother": (
        "one.2", brother, lambda: squad("clone-troopers", assets=("im-with-you-brother",))),
    "onward-to-victory": (
        "one.2",
        lambda before: Bench(with_unit(before, "one.2", order="faceup")).run(
            Suffer(id="s", units=("two.4",), what="wound", number=9, by="one.2")),
        lambda: squad("invasion-force", played="onward-to-victory")),
}  # fmt: skip


@pytest.mark.parametrize("name", FREE)
def test_a_free_move_brings_a_unit_into_contact(name: str) -> None:
    id, moves, before = FREE[name]
    bench = moves(before())
    assert bench.step.what in ("free-move", "free-dash") and bench.step.unit == id
    bench.pick(FOE)
    assert engaged_with(bench.table, id) == (FOE,)
    assert [(one.unit, one.why, one.on) for one in bench.of(Moved)] == [(id, name, FOE)]


def test_a_move_may_end_in_contact_with_several_enemies() -> None:
    """Rule 361 speaks of a unit engaged with enemy units: whom else it touches is asked."""
    bench = responds(squad("arc-troopers", played="quick-response-team")).pick(FOE)
    assert bench.step.what == "touches-more" and FOE not in bench.step.options
    assert engaged_with(bench.pick(OTHER).table, "one.2") == tuple(sorted((FOE, OTHER)))
    assert [one.on for one in bench.of(TouchedMore)] == [(OTHER,)], "the log says so"
    for action in ("move", "dash"):
        bench = Bench(squad("rebel-troopers")).acting("one.2").take(action, FOE)
        assert bench.step.what == "touches-more" and bench.step.seat == "one"
        assert engaged_with(bench.pick(OTHER).table, "one.2") == tuple(sorted((FOE, OTHER)))
    clear = Bench(squad("rebel-troopers")).acting("one.2").take("move")
    assert getattr(clear.step, "what", "") != "touches-more", "asked only of who touches one"


@pytest.mark.parametrize("name", FREE)
def test_who_is_engaged_makes_no_free_move(name: str) -> None:
    """Only a move action withdraws."""
    id, moves, before = FREE[name]
    held = replace(before(), engaged=engaged((id, FOE)))
    bench = moves(held)
    asked = getattr(bench.step, "what", "") in ("free-move", "free-dash") and bench.step.unit == id
    assert not asked and not bench.of(Moved) and engaged_with(bench.table, id) == (FOE,)


def test_who_slips_away_leaves_one_enemy_for_another_or_for_none() -> None:
    """Every unit of the Crack Squad may (rule 361)."""
    squads, held_by = ("arc-troopers", "infantry"), engaged(("one.2", FOE))
    held = with_chair(table(CODES, squads, blue="two", engaged=held_by), "one", played="quick-response-team")
    bench = responds(held)
    assert "clear" in bench.step.options and FOE not in bench.step.options
    assert engaged_with(bench.pick(OTHER).table, "one.2") == (OTHER,)
    assert engaged_with(responds(held).pick("clear").table, "one.2") == ()
    assert engaged_with(responds(held).pick().table, "one.2") == (FOE,)


def test_a_free_move_loses_a_standby_and_staying_does_not() -> None:
    arcs = squad("arc-troopers", played="quick-response-team")
    before = with_unit(arcs, "one.2", tokens={"standby": 1})
    assert not responds(before).pick("clear").unit("one.2").has("standby")
    assert responds(before).pick().unit("one.2").has("standby")


def test_nobody_moves_into_contact_with_the_vehicle() -> None:
    before = squad("arc-troopers", played="quick-response-team")
    bench = responds(with_unit(before, FOE, card="vehicle-empire"))
    assert OTHER in bench.step.options and FOE not in bench.step.options


@pytest.mark.rule(305)
def test_who_was_named_for_a_dash_is_asked_for_contact_alone() -> None:
    """Naming it was the answer: it does not stay."""
    bench = named(squad("clone-troopers"))
    assert () not in [one.options for one in bench.legal("one")]
    assert bench.pick("clear").of(Moved) == [Moved(unit="one.2", speed=1, why="for-the-republic")]


def test_enemies_stand_by_on_a_free_move_in_the_activation_phase() -> None:
    ready = with_unit(squad("clone-troopers"), FOE, tokens={"standby": 1})
    said = React(unit=FOE, what="attack")
    assert said in list(changes(view(named(ready).pick("clear").game, "two")))
    assert said not in list(changes(view(Bench(ready).start("one.1").pick().pick().game, "two")))


@pytest.mark.rule(354)
def test_a_named_support_unit_with_a_token_dashes_far() -> None:
    before = with_chair(table(CODES, ("clone-troopers", "infantry"), blue="two"), "one")
    medic = next(unit.id for unit in before.units.values() if unit.seat == "one" and unit.rank == "support")
    bench = (
        Bench(with_unit(before, medic, tokens={"code": 1})).start("one.1").pick().pick(medic).pick("clear")
    )
    assert [(one.unit, one.speed) for one in bench.of(Moved)] == [(medic, 2)]


@pytest.mark.rule(305)
def test_a_dash_may_bring_into_contact_and_nobody_withdraws_by_it() -> None:
    bench = Bench(table()).acting("one.2").take("dash", FOE)
    assert engaged_with(bench.table, "one.2") == (FOE,)
    assert not {"dash"} & Bench(bench.table).acting("one.2").actions()
    assert not engaged_with(Bench(table()).acting("one.2").take("dash").table, "one.2")
