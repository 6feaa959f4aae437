"""Who is where at the end of a round: each seat tells its own side, or one tells for both (G22)."""

from typing import Any

import pytest
from msgspec.structs import replace

from muster.cli.recorded.written import ByScript
from muster.rules.game.answers import Defeat, Places
from muster.rules.game.game import evolve, handle
from muster.rules.game.kernel import deciding, legal
from muster.rules.game.log.agreed import SideTold
from muster.rules.game.log.events import PlacesTold
from muster.rules.game.steps import TellPlaces
from muster.rules.game.table import SEATS, Game, Seat, view
from muster.rules.log import Event
from muster.rules.violations import Refused
from tests.rules.game.card_tables import table, with_unit

STEP = TellPlaces(id="r2.places")
LEFT, RIGHT = "stockpile-left", "stockpile-right"


class Asked:
    """A game whose open question is who is where; last round one.2 and two.2 were on the left."""

    def __init__(self, **more: Any) -> None:
        fields = {"phase": "activation", "todo": (STEP,), "places": {LEFT: ("one.2", "two.2")}, **more}
        self.game, self.log = Game(table=table("close-the-pocket", **fields)), list[Event]()

    def say(self, seat: Seat, said: Any) -> None:
        for event in handle(self.game, seat, said, ByScript()):
            self.game = evolve(self.game, event)
            self.log.append(event)

    def tell(self, seat: Seat, both: bool = False, **near: str) -> None:
        places = {f"stockpile-{at}": tuple(units.split()) for at, units in near.items()}
        self.say(seat, Places(prompt=STEP.id, places=places, both=both))

    @property
    def waits_for(self) -> tuple[Seat, ...]:
        step = self.game.table.todo[-1] if self.game.table.todo else None
        return deciding(view(self.game, "watch")) if isinstance(step, TellPlaces) else ()


@pytest.mark.parametrize("first", SEATS)
def test_each_seat_tells_where_its_own_units_are_in_any_order(first: Seat) -> None:
    asked = Asked()
    near = {"one": "one.1 one.3", "two": "two.4"}
    last: Seat = "two" if first == "one" else "one"
    asked.tell(first, right=near[first])
    assert asked.waits_for == (last,) and asked.game.table.todo[-1].id == STEP.id, "the prompt is the same"
    there = asked.game.table.places
    assert there[RIGHT] == tuple(near[first].split()), "what one told, the other sees"
    assert there[LEFT] == (f"{last}.2",), "and where its own were"
    asked.tell(last, left=near[last])
    told = [event for event in asked.log if isinstance(event, PlacesTold)]
    assert [event.places for event in told] == [
        {RIGHT: tuple(near[first].split()), LEFT: tuple(near[last].split())}
    ]
    assert asked.waits_for == () and sum(isinstance(event, SideTold) for event in asked.log) == 1


@pytest.mark.parametrize("said", [{"left": "one.2 two.3"}, {"both": True}, {"both": True, "left": "one.2"}])
def test_one_answer_may_tell_for_both_sides(said: dict[str, Any]) -> None:
    """By naming the other's units, as every answer did once, or by saying so."""
    asked = Asked()
    asked.tell("one", **said)
    told = tuple(said.get("left", "").split())
    assert asked.waits_for == () and asked.game.table.places == ({LEFT: told} if told else {})


def test_what_a_side_told_is_not_told_by_the_other() -> None:
    asked = Asked()
    asked.tell("one", left="one.1")
    for seat, units, code in (("two", "two.1 one.3", "game.places_told"), ("one", "one.3", "game.not_now")):
        with pytest.raises(Refused) as found:
            asked.tell(seat, left=units)
        assert [one.code for one in found.value.violations] == [code]
    asked.tell("two", both=True)
    assert asked.game.table.places == {LEFT: ("one.1",)}


def test_who_has_nobody_on_the_table_is_not_asked() -> None:
    before = Asked().game.table
    for number in range(1, 7):
        before = with_unit(before, f"two.{number}", deployed=False)
    asked = Asked(units=before.units)
    assert asked.waits_for == ("one",)
    asked.tell("one", left="one.1")
    assert asked.game.table.places == {LEFT: ("one.1",)}, "and where they were is forgotten"


def test_the_last_unit_of_who_has_still_to_tell_may_fall() -> None:
    before = Asked().game.table
    for number in range(2, 7):
        before = with_unit(before, f"two.{number}", deployed=False)
    asked = Asked(units=before.units)
    asked.tell("one", right="one.1")
    asked.say("two", Defeat(unit="two.1"))
    assert asked.waits_for == () and asked.game.table.places == {RIGHT: ("one.1",)}


def test_nobody_is_asked_where_no_token_is_looked_at() -> None:
    asked = Asked(markers={})
    assert asked.waits_for == ()
    asked.say("one", Defeat(unit="one.6"))
    assert asked.game.table.phase != "activation"


def test_a_token_that_moved_is_told_again_by_both_and_the_others_stay() -> None:
    again = replace(STEP, tokens=(LEFT,))
    asked = Asked(todo=(again,), phase="end", places={LEFT: ("one.2",), RIGHT: ("two.5",)})
    asked.tell("two", left="two.2")
    asked.tell("one", left="one.3")
    assert asked.game.table.places == {RIGHT: ("two.5",), LEFT: ("two.2", "one.3")}


@pytest.mark.parametrize("seat", SEATS)
def test_every_offered_answer_is_taken(seat: Seat) -> None:
    offered = list(legal(view(Asked().game, seat)))
    assert any(one.both for one in offered) and len(offered) > 3
    for one in offered:
        Asked().say(seat, one)
        assert all(unit.startswith(seat) for near in one.places.values() for unit in near)
