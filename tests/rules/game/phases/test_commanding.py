"""Command hands and Commanders: what may be brought, Paragon cards in hand, promotions (core; rule 273)."""

from itertools import islice

import pytest
from msgspec.structs import replace

from muster.cli.recorded.written import ByScript, Played
from muster.rules.cards.catalogue import catalogue
from muster.rules.game.answers import Defeat, Lay, Say, Units
from muster.rules.game.game import evolve, handle
from muster.rules.game.log.events import ForceBrought, GameOpened, Rolled
from muster.rules.game.phases.card_orders import card_orders
from muster.rules.game.phases.command import _round_steps, pass_tokens, pips_of
from muster.rules.game.phases.command import core_returns as returns
from muster.rules.game.steps import GiveOrders, LayCard, PickUnit, PriorityRoll, TellPriority, Turn
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import Chair, Game, Table, Unit
from muster.rules.violations import Refused
from tests.rules.game.card_tables import table, with_unit
from tests.rules.game.golden_games import Golden, read

PARAGON = ("the-best-of-us", "enemy-down", "objective-complete", "standing-orders-paragon")


@pytest.mark.rule(273)
def test_a_hand_may_hold_paragon_cards_and_no_card_that_nobody_knows() -> None:
    golden = Golden(read("recon-tie"), hand=PARAGON)
    golden.until(LayCard)
    assert {said.card for said in golden.played.legal("one")} == set(PARAGON)
    assert golden.table.chairs["one"].hand == 4
    with pytest.raises(Refused) as found:
        Played(GameOpened(mode="recon"), ByScript(), hand=("bl", "no-such-card"))
    assert [(one.code, one.about) for one in found.value.violations] == [("game.no_card", ("no-such-card",))]


@pytest.mark.rule(274, 275)
def test_paragon_cards_have_their_pips_and_way_back() -> None:
    """One, two, three and four pips (story arc cards); Standing Orders goes back to the hand."""
    assert [pips_of(card) for card in PARAGON] == [1, 2, 3, 4]
    assert [returns(card) for card in PARAGON] == [False, False, False, True]


@pytest.mark.rule(273)
@pytest.mark.parametrize(("card", "others"), [*zip(PARAGON, (0, 1, 2, 0), strict=True)])
def test_a_paragon_card_orders_the_paragon_and_so_many_others(card: str, others: int) -> None:
    def led(force: ForceBrought) -> ForceBrought:
        return replace(
            force, units=tuple(replace(one, paragon=one.rank == "commander") for one in force.units)
        )

    golden = Golden(read("recon-tie"), hand=PARAGON, bring=led)
    step = golden.until(LayCard)
    for seat in ("one", "two"):
        golden.played.say(seat, Lay(prompt=step.id, card=card))
    asked = golden.until(GiveOrders)
    orders, units = card_orders(golden.table, asked.seat), [f"{asked.seat}.{n}" for n in (1, 2, 3, 4)]
    assert (orders.named, orders.most_named, orders.most_others) == ((units[0],), 1, others)
    with pytest.raises(Refused):
        golden.played.say(asked.seat, Units(prompt=asked.id, units=tuple(units[1 : others + 2])))
    golden.played.say(asked.seat, Units(prompt=asked.id, units=tuple(units[: others + 1])))


def test_a_side_without_a_commander_promotes_a_trooper() -> None:
    golden = Golden(read("recon-close-the-pocket-surface-scan"))
    assert list(islice(golden.rounds(), 1)) == [(2, 0)]
    golden.row = {}
    golden.until(LayCard)
    golden.played.say("one", Defeat(unit="one.1"))
    step = golden.until(Choose, round=2)
    while step.what != "promote":
        golden.answer()
        step = golden.until(Choose, round=2)
    assert (step.seat, step.least, step.most) == ("one", 1, 1) and "one.1" not in step.options
    golden.played.say("one", Units(prompt=step.id, units=("one.3",)))
    assert golden.table.units["one.3"].is_commander
    golden.until(LayCard, round=4)
    assert "promote" not in golden.asked, "once, as answered above"


@pytest.mark.parametrize(
    ("card", "units"),
    [
        ("Sorry About the Mess", ["Han Solo"]),  # its printed orders: Han Solo
        ("Ambush", ["Han Solo", "Rebel Troopers", "AT-RT"]),  # one unit
        ("Push", ["Han Solo", "Rebel Troopers", "AT-RT"]),  # two units
    ],
)
def test_a_card_orders_whom_it_names_and_as_many_others_as_it_says(card: str, units: list[str]) -> None:
    cards = catalogue()
    played = next(one for one in cards.data.commands if one.name == card)
    names = ("Han Solo", "Rebel Troopers", "AT-RT")
    known = [next(one for one in cards.data.units if one.name == name) for name in names]
    army = {
        f"one.{number}": Unit(
            id=f"one.{number}",
            seat="one",
            card=unit.id,
            name=unit.name,
            rank=unit.rank,
            unit_type=unit.unit_type,
        )
        for number, unit in enumerate(known)
    }
    orders = card_orders(Table(chairs={"one": Chair(played=played.id)}, units=army), "one")
    assert [army[id].name for id in orders.able] == units
    assert orders.most == {"Sorry About the Mess": 1, "Ambush": 1, "Push": 2}[card]


def test_troopers_are_ordered_where_the_card_says_troopers() -> None:
    """My Ally is the Force: two troopers."""
    cards = catalogue()
    played = next(
        one
        for one in cards.data.commands
        if one.orders and one.orders.kind == "trooper" and not one.orders.names
    )
    trooper = Unit(id="one.1", seat="one", card="aq", name="T", rank="corps", unit_type="trooper")
    walker = replace(trooper, id="one.2", rank="support", unit_type="ground-vehicle")
    army = {unit.id: unit for unit in (trooper, walker)}
    orders = card_orders(Table(chairs={"one": Chair(played=played.id)}, units=army), "one")
    assert orders.able == ("one.1",)
    assert not orders.allow(("one.1", "one.2")) and orders.allow(("one.1",))


@pytest.mark.parametrize("cards", ["app", "table"])
def test_the_die_decides_where_neither_side_may_play_a_card(cards: str) -> None:
    """Without a leader nobody plays a card; with one and no card in the app they lie on the table."""
    before = cards_table(hand=4, cards=cards)
    leaderless = {id: replace(one, rank="corps") for id, one in before.units.items()}
    first = {
        "led": _round_steps(before, 2)[0],
        "nobody": _round_steps(replace(before, units=leaderless), 2)[0],
        "no hand": _round_steps(cards_table(hand=0, cards=cards), 2)[0],
        "one hand": _round_steps(replace(before, chairs={**before.chairs, "two": Chair()}), 2)[0],
    }
    assert isinstance(first["led"], LayCard if cards == "app" else TellPriority)
    assert isinstance(first["nobody"], PriorityRoll) and isinstance(first["no hand"], TellPriority)
    assert isinstance(first["one hand"], TellPriority), "who brought no hand plays cards, too"


def test_the_die_decides_when_the_last_leaders_fell_while_cards_were_laid() -> None:
    golden = Golden(read("recon-tie"))
    golden.until(LayCard)
    for seat in ("one", "two"):
        golden.played.say(seat, Defeat(unit=f"{seat}.1"))
    rolls = [event.step for event in golden.played.log if isinstance(event, Rolled)]
    assert rolls[-1] == "r1.tie" and golden.table.priority is not None


def test_a_side_without_a_leader_gives_no_orders() -> None:
    before = cards_table(hand=0, cards="table")
    assert card_orders(before, "one").most == 6, "the players know"
    leaderless = with_unit(before, "one.1", rank="corps")
    assert (card_orders(leaderless, "one").most, card_orders(leaderless, "two").most) == (0, 6)


def test_units_taken_off_alive_count_for_the_pass_pool() -> None:
    """Six against three undefeated: the difference less one; flown out alive is not defeated (G25)."""
    before = cards_table(hand=0, cards="app")
    for number in (4, 5, 6):
        before = with_unit(before, f"two.{number}", gone="defeated")
    assert (pass_tokens(before, "two"), pass_tokens(before, "one")) == (2, 0)
    assert pass_tokens(with_unit(before, "two.6", gone="off"), "two") == 1
    assert pass_tokens(with_unit(before, "one.6", gone="off"), "two") == 2


def cards_table(hand: int, cards: str) -> Table:
    return table(cards=cards, chairs={seat: Chair(hand=hand) for seat in ("one", "two")})


def test_a_drawn_rank_whose_last_units_fall_meanwhile_leaves_the_turn_open() -> None:
    """Corps was drawn; while Sterner Stuff may still save one unit the other falls, then both are gone."""
    step = PickUnit(id="r1.turn3.unit", seat="one", number=3, rank="corps")
    chairs = {one: Chair(pool=("support",)) for one in ("one", "two")}
    before = table(round=1, phase="activation", todo=(step,), chairs=chairs)
    before = with_unit(with_unit(before, "one.2", effects=("sterner-stuff",)), "one.4", order="facedown")
    game = Game(table=before)
    stays = Say(prompt="r1.1.sterner-stuff", yes=False)
    for said in (Defeat(unit="one.2"), Defeat(unit="one.3"), stays):
        for event in handle(game, "one", said, ByScript()):
            game = evolve(game, event)
    again = game.table.todo[-1]
    assert isinstance(again, Turn) and (again.seat, again.number, again.free) == ("one", 3, True)
