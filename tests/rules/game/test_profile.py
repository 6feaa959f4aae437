"""Courage, speed, defence die and surges of a unit as it stands."""

from muster.rules.cards.catalogue import catalogue
from muster.rules.game.profile import profile_of
from tests.rules.game.attack_table import AttackTable

STORM, REBELS, VADER = "ay", "ah", "at"


def test_a_profile_is_that_of_the_card() -> None:
    """Stormtroopers: courage 1, speed 2, red die, no surge in defence, Hit in attack (their card)."""
    table = AttackTable((STORM,), (REBELS,))
    storm, rebels = (profile_of(table.table, table.unit(id)) for id in ("one.1", "two.1"))
    assert storm and (storm.courage, storm.speed, storm.defence) == (1, 2, "red")
    assert (storm.attack_surge, storm.defence_surge) == ("hit", "")
    assert rebels and (rebels.defence, rebels.defence_surge) == ("white", "block")


def test_each_immobilize_token_takes_one_from_the_speed_down_to_none() -> None:
    """Core rulebook, page 59."""
    table = AttackTable((STORM,), (REBELS,))
    for number, left in ((1, 1), (2, 0), (3, 0)):
        table.change("one.1", tokens={"immobilize": number})
        found = profile_of(table.table, table.unit("one.1"))
        assert found and (found.speed, found.full_speed) == (left, 2)


def test_without_courage_there_is_none_and_of_an_unknown_card_nothing_is_said() -> None:
    table = AttackTable((VADER, STORM), (REBELS,))
    vader = profile_of(table.table, table.unit("one.1"))
    assert vader and vader.courage is None
    table.change("one.2", card="not-a-card")
    assert profile_of(table.table, table.unit("one.2")) is None


def test_an_upgrade_that_raises_courage_raises_it_at_the_table() -> None:
    """Imperial Officer: Courage +1 (its picture); Stormtroopers have courage 1."""
    officer = next(id for id, card in catalogue().upgrades.items() if card.name == "Imperial Officer")
    table = AttackTable((f"{STORM}+{officer}", STORM), (REBELS,))
    assert (table.unit("one.1").courage, table.unit("one.2").courage) == (2, 1)
