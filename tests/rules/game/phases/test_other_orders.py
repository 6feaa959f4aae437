"""Orders beyond the command card: by the keywords of an army, or by an effect that the players name (core:
Orders from other effects)."""

from typing import Any

import pytest
from msgspec.structs import replace

from muster.cli.recorded.written import ByScript
from muster.rules.armies.army import from_json
from muster.rules.cards.catalogue import catalogue
from muster.rules.game.answers import Activate, DrawToken, Order, Units
from muster.rules.game.game import evolve, handle
from muster.rules.game.kernel import changes, legal, problems
from muster.rules.game.log.cards import OrderedAside
from muster.rules.game.phases.other_orders import OTHERS, Offer, offers
from muster.rules.game.sides.forces import force_of
from muster.rules.game.steps import BeginActivations, FillPools, GiveOrders, LayCard, Turn
from muster.rules.game.table import Chair, Game, Seat, Table, view
from tests.rules.game.card_tables import with_unit

ARMY = b"""{"schema":1,"name":"Garrison","faction":"empire","format":"standard","points_date":"2026-05-01",
"units":[{"key":"u1","unit":"Cb","upgrades":["Cf"]},{"key":"u2","unit":"av"},{"key":"u3","unit":"ay","count":2},
{"key":"u4","unit":"bd"},{"key":"u5","unit":"bg"},{"key":"u6","unit":"hg"}]}"""
"""One.1 an Officer with Tip of the Spear (Direct: Corps Trooper Unit), one.2 Krennic (Entourage: Imperial
Death Troopers), one.3 and one.4 Stormtroopers, one.5 Death Troopers, one.6 an AT-ST, one.7 Shoretroopers."""
OFFICER, KRENNIC, DEATH_TROOPERS, AT_ST, SHORETROOPERS = "one.1", "one.2", "one.5", "one.6", "one.7"
CORPS = ("one.3", "one.4", SHORETROOPERS)
GIVES = GiveOrders(id="r2.orders.one", seat="one")
TO_COME = (BeginActivations(id="r2.activations"), FillPools(id="r2.pools"))
STANDING_ORDERS = "aa"


def army(seat: Seat = "one") -> dict[str, Any]:
    force = force_of(seat, from_json(ARMY), catalogue())
    return {unit.id: replace(unit, deployed=True) for unit in force.units}


def asked(**more: Any) -> Table:
    """Seat one gives its orders in round 2, with a card that orders one unit."""
    chairs = {seat: Chair(name=seat, played=STANDING_ORDERS) for seat in ("one", "two")}
    fields = {
        "mode": "standard", "round": 2, "phase": "command", "blue": "one", "priority": "one",
        "chairs": chairs, "units": {**army(), **army("two")}, "todo": (*TO_COME, GIVES), **more,
    }  # fmt: skip
    return Table(**fields)


def say(game: Game, seat: Seat, said: Any) -> Game:
    for event in handle(game, seat, said, ByScript()):
        game = evolve(game, event)
    return game


def offered(table: Table, seat: Seat = "one") -> set[tuple[str, str, str]]:
    return set(offers(table, seat))


def codes(table: Table, said: Order, seat: Seat = "one") -> list[str]:
    return [one.code for one in problems(view(Game(table=table), seat), said)]


def test_keywords_in_the_army_offer_whom_their_cards_name() -> None:
    """Tip of the Spear gives Direct to its Officer; Krennic has his Death Troopers as an Entourage."""
    direct = {Offer(unit, "direct", OFFICER) for unit in CORPS}
    assert offered(asked()) == {*direct, Offer(DEATH_TROOPERS, "entourage", KRENNIC)}


def test_coordinate_waits_for_its_own_order_and_names_emplacements_only() -> None:
    emplacement = with_unit(asked(), AT_ST, unit_type="emplacement-trooper")
    before = {one for one in offered(emplacement) if one[1] == "coordinate"}
    ordered = with_unit(emplacement, SHORETROOPERS, order="faceup")
    after = {one for one in offered(ordered) if one[1] == "coordinate"}
    assert (before, after) == (set(), {Offer(AT_ST, "coordinate", SHORETROOPERS)})


def test_no_range_is_measured_between_a_unit_on_the_table_and_one_off_it() -> None:
    """Off the table allies are within any distance of one another (core: Undeployed units)."""
    away = with_unit(asked(), "one.3", deployed=False)
    assert Offer("one.3", "direct", OFFICER) not in offered(away)
    assert Offer("one.3", "direct", OFFICER) in offered(with_unit(away, OFFICER, deployed=False))


def test_a_transport_orders_its_passengers_in_the_first_round_only() -> None:
    truck = with_unit(asked(), AT_ST, card="sm", keywords=("transport",), deployed=False)
    first = {unit for unit, why, _ in offered(replace(truck, round=1)) if why == "transport"}
    assert first == {"one.3", "one.4", DEATH_TROOPERS, SHORETROOPERS}
    assert not {one for one in offered(truck) if one[1] == "transport"}


def test_an_order_by_a_keyword_is_given_once_a_round_and_said_with_its_reason() -> None:
    game = say(Game(table=asked()), "one", Order(unit="one.3", why="direct", by=OFFICER))
    assert game.table.units["one.3"].order == "faceup" and game.table.todo[-1] == GIVES, "orders go on"
    assert {one.why for one in offers(game.table, "one")} == {"entourage"}, "Direct gave its order"
    assert codes(game.table, Order(unit="one.4", why="direct", by=OFFICER)) == ["game.not_ordered_by"]
    assert not codes(game.table, Order(unit="one.4", why="another-effect"))
    again = replace(game.table, round=3, units=army())
    assert {one.why for one in offers(again, "one")} == {"direct", "entourage"}


@pytest.mark.rule(278)
def test_who_may_be_ordered_beyond_the_card() -> None:
    """No unit twice in a round (core: Orders from other effects), no Faulty Equipment, none that acts."""
    table = asked()
    assert codes(with_unit(table, "one.3", order="facedown"), Order(unit="one.3", why="direct")) == [
        "game.ordered_already"
    ]
    faulty = with_unit(table, "one.3", tokens={"faulty-equipment": 1})
    assert codes(faulty, Order(unit="one.3", why="direct")) == ["game.ordered_already"]
    acting = replace(table, phase="activation", acting="one.3", todo=())
    assert codes(acting, Order(unit="one.3", why="direct")) == ["game.ordered_already"]
    assert codes(table, Order(unit="two.3", why="direct")) == ["game.not_your_unit"]
    assert codes(table, Order(unit="one.3", why="because")) == ["game.no_reason"]
    early = replace(table, todo=(LayCard(id="r2.card"),))
    assert codes(early, Order(unit="one.3", why="direct")) == ["game.no_orders_now"]
    assert codes(replace(table, phase="end", todo=()), Order(unit="one.3", why="direct")) == [
        "game.no_orders_now"
    ]


def ranks(table: Table) -> list[str]:
    return sorted(table.chairs["one"].pool)


def test_the_pool_has_no_token_of_a_unit_with_an_order_and_it_is_activated_with_it() -> None:
    game = say(Game(table=asked()), "one", Order(unit="one.3", why="direct", by=OFFICER))
    game = say(game, "one", Units(prompt=GIVES.id, units=(KRENNIC,)))
    assert game.table.phase == "activation"
    assert ranks(game.table) == ["commander", "corps", "corps", "heavy", "special-forces"]
    game = say(game, "one", Order(unit="one.4", why="command-card"))
    assert ranks(game.table) == ["commander", "corps", "heavy", "special-forces"], "its token left the pool"
    turn = game.table.todo[-1]
    assert isinstance(turn, Turn) and {
        said.unit for said in legal(view(game, "one")) if isinstance(said, Activate)
    } == {KRENNIC, "one.3", "one.4"}
    assert DrawToken(prompt=turn.id) in legal(view(game, "one"))
    game = say(game, "one", Activate(prompt=turn.id, unit="one.3"))
    assert game.table.acting == "one.3"


def test_a_keyword_alone_is_reason_enough_to_be_asked_for_orders() -> None:
    """A card that orders nobody here, as one without a leader: the Officer may still Direct."""
    chairs = {seat: Chair(name=seat) for seat in ("one", "two")}
    rankless = {id: replace(one, rank="corps") for id, one in asked().units.items()}
    game = Game(table=asked(units=rankless, chairs=chairs))
    assert list(legal(view(game, "one"))) == [Units(prompt=GIVES.id)]
    plain = {id: replace(one, keywords=()) for id, one in rankless.items()}
    assert list(legal(view(Game(table=asked(units=plain, chairs=chairs)), "one"))) == []


def test_every_offered_order_is_taken_and_named_first() -> None:
    game = Game(table=asked())
    said = [one for one in changes(view(game, "one")) if isinstance(one, Order)]
    assert [one.why for one in said[:4]].count("direct") == 3 and said[-1].why == OTHERS[-1]
    assert not any(isinstance(one, Order) for one in changes(view(game, "watch")))
    for one in said:
        events = handle(game, "one", one, ByScript())
        assert OrderedAside(seat="one", unit=one.unit, why=one.why, by=one.by) in events
