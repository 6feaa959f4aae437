"""What is shown at its moment: rules beside a prompt, reminders beside a unit."""

import pytest
from msgspec.structs import replace

from muster.rules.game.effects.reminders import reminders, rules_now
from muster.rules.game.missions import deck, mission_cards
from muster.rules.game.steps import Confirm, TellPlaces, TellRound
from muster.rules.game.table import Marker, Table
from tests.rules.game.card_tables import table, with_markers


def told(before: Table, unit: str) -> dict[str, int]:
    return {one.effect: one.number for one in reminders(before, before.units[unit])}


@pytest.mark.rule(472, 476, 482)
@pytest.mark.parametrize(("card", "rule"), [
    ("intercept-signals", 472), ("bunker-assault", 476), ("close-the-pocket", 482), ("wipe-them-out", 49),
])  # fmt: skip
def test_the_rules_of_a_card_stand_beside_its_setup_and_its_scoring(card: str, rule: int) -> None:
    before = table(card, "surface-scan")
    placing = replace(before, todo=(Confirm(id="x", about=card),))
    assert rule in rules_now(placing) and 488 not in rules_now(placing)
    for step in (TellPlaces(id="x"), TellRound(id="x")):
        assert {rule, 488} <= set(rules_now(replace(before, todo=(step,))))
    assert (
        rules_now(before) == () and rules_now(replace(before, todo=(Confirm(id="x", about="table"),))) == ()
    )


@pytest.mark.rule(486)
def test_every_recon_card_knows_its_rules_and_each_belongs_to_one_card() -> None:
    kinds = ("objective", "secondary", "advantage")
    numbers = [n for kind in kinds for card in deck("recon", kind) for n in mission_cards()[card].rules]
    assert sorted(numbers) == list(range(472, 499))


def test_cards_of_standard_games_remind_where_they_matter() -> None:
    acting = table("contact-contact", acting="one.2")
    assert told(acting, "one.2") == {"precise": 1} and told(acting, "one.3") == {}
    prisoner = Marker(id="p", name="Prisoner", kind="asset", holder="one.2")
    assert told(with_markers(table(), prisoner), "one.2") == {"prisoner": 1}
    scrambler = Marker(id="s", name="Comms Scrambler", kind="asset", of="red")
    orders = with_markers(table(phase="command"), scrambler)
    assert told(orders, "one.2") == {"scrambled-orders": 1} and told(orders, "two.2") == {}
    assert told(replace(orders, phase="activation"), "one.2") == {}
    assert told(table(marks={"coordinate.one.2.r2": 1}), "one.2") == {"coordinate": 1}
