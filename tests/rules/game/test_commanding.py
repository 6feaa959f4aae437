"""Command hands and Commanders: what may be brought, Paragon cards in hand, promotions (core; rule 273)."""

from itertools import islice

import pytest

from muster.rules.game.answers import Defeat, Lay, Units
from muster.rules.game.events import GameOpened
from muster.rules.game.phases.command import orders_of, pips_of, returns
from muster.rules.game.steps import ChooseUnits, GiveOrders, LayCard
from muster.rules.game.written import ByScript, Played
from muster.rules.violations import Refused
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
def test_paragon_cards_have_their_pips_orders_and_way_back() -> None:
    """One, two, three and four pips (story arc cards); Standing Orders goes back to the hand."""
    assert [pips_of(card) for card in PARAGON] == [1, 2, 3, 4]
    assert [returns(card) for card in PARAGON] == [False, False, False, True]
    golden = Golden(read("recon-tie"), hand=PARAGON)
    step = golden.until(LayCard)
    for seat in ("one", "two"):
        golden.played.say(seat, Lay(prompt=step.id, card="enemy-down"))
    golden.until(GiveOrders)
    assert orders_of(golden.table, "one") == (0, 2), "the Paragon and one unit"


def test_a_side_without_a_commander_promotes_a_trooper() -> None:
    golden = Golden(read("recon-close-the-pocket-surface-scan"))
    assert list(islice(golden.rounds(), 1)) == [(2, 0)]
    golden.row = {}
    golden.until(LayCard)
    golden.played.say("one", Defeat(unit="one.1"))
    step = golden.until(ChooseUnits, round=2)
    while step.purpose != "promote":
        golden.answer()
        step = golden.until(ChooseUnits, round=2)
    assert (step.seat, step.least, step.most) == ("one", 1, 1) and "one.1" not in step.units
    golden.played.say("one", Units(prompt=step.id, units=("one.3",)))
    assert golden.table.units["one.3"].is_commander
    golden.until(LayCard, round=4)
    assert "promote" not in golden.asked, "once, as answered above"
