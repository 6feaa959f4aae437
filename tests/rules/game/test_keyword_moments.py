"""Keywords are minded at their moment, from the data of cards and rounds."""

from muster.rules.cards.catalogue import catalogue
from muster.rules.game.keyword_moments import (
    KeywordNow,
    as_activations_begin,
    as_orders_are_given,
    as_the_round_ends,
    bound_by_ai,
    while_acting,
)
from tests.rules.game.attack_table import AttackTable

STORM, REBELS, VADER = "ay", "ah", "at"


def with_keyword(keyword: str) -> str:
    """A unit whose card has it."""
    units = catalogue().units.values()
    return next(unit.id for unit in units if any(use.id == keyword for use in unit.keywords))


def ids(found: tuple[KeywordNow, ...]) -> set[str]:
    return {line.id for line in found}


def table(unit: str, **fields: object) -> AttackTable:
    return AttackTable((unit,), (REBELS,)).change("one.1", **fields)


def test_tactical_inspire_and_take_cover_are_minded_in_the_activation() -> None:
    for keyword in ("tactical", "inspire", "take-cover", "relentless"):
        game = table(with_keyword(keyword))
        assert keyword in ids(while_acting(game.table, game.unit("one.1"))), keyword


def test_a_keyword_comes_with_its_number_and_its_meaning() -> None:
    game = table(with_keyword("tactical"))
    line = next(line for line in while_acting(game.table, game.unit("one.1")) if line.id == "tactical")
    assert line.words.startswith("Tactical ") and line.words[-1].isdigit() and line.units == ("one.1",)
    assert line.meaning == catalogue().keywords["tactical"].meaning


def test_independent_is_minded_as_the_phase_begins_without_an_order_and_not_later() -> None:
    game = table(with_keyword("independent"))
    assert "independent" in ids(as_activations_begin(game.table, "one"))
    assert "independent" not in ids(while_acting(game.table, game.unit("one.1")))
    game.change("one.1", order="faceup")
    assert "independent" not in ids(as_activations_begin(game.table, "one"))
    assert not as_activations_begin(game.table, "two")


def test_ai_binds_without_an_order_when_suppressed_or_damaged() -> None:
    """The glossary: no faceup order, and Suppressed (not Panicked), damaged, or a vehicle half gone."""
    game = table(with_keyword("ai"))
    assert not bound_by_ai(game.table, game.unit("one.1"))
    game.change("one.1", suppression=1, courage=1)
    assert "ai" in ids(while_acting(game.table, game.unit("one.1")))
    game.change("one.1", order="faceup")
    assert "ai" not in ids(while_acting(game.table, game.unit("one.1")))
    game.change("one.1", order="", suppression=2)
    assert not bound_by_ai(game.table, game.unit("one.1")), "Panicked units make no action"
    game.change("one.1", suppression=0, tokens={"vehicle-damage": 1})
    assert bound_by_ai(game.table, game.unit("one.1"))


def test_orders_and_the_end_of_the_round_have_their_own() -> None:
    game = table(with_keyword("target"))
    assert "target" in ids(as_orders_are_given(game.table, "one"))
    assert not as_the_round_ends(game.table, "one")


def test_a_unit_type_and_what_muster_offers_itself_are_not_minded() -> None:
    game = table(with_keyword("direct"))
    assert "direct" not in ids(as_orders_are_given(game.table, "one"))
    assert not ids(while_acting(game.table, game.unit("one.1"))) & {"trooper", "clone-trooper"}
