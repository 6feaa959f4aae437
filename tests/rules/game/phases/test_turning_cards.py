"""Upgrades exhausted and expended at the table, and the Recover action (rules 425 to 431)."""

import pytest

from muster.rules.cards.catalogue import catalogue
from muster.rules.game.answers import Act, TurnCard
from muster.rules.game.game import problems
from muster.rules.game.phases.turning import turning_cards
from muster.rules.game.table import view
from tests.rules.game.attack_table import AttackTable

STORM, REBELS, COMMANDOS = "ay", "ah", "xj"


def card(use: str) -> str:
    """A card that shows this mark."""
    return next(card.id for card in catalogue().upgrades.values() if card.use == use)


EXHAUST, EXPEND = "db", card("expend")


def table() -> AttackTable:
    """Emergency Stims shows the exhaust icon (shared/cards/exhaust.json)."""
    made = AttackTable((f"{STORM}+{EXHAUST}",), (REBELS,))
    return made.change("one.1", upgrades=(EXHAUST, EXPEND))


def turn(card: str, to: str, unit: str = "one.1") -> TurnCard:
    return TurnCard(unit=unit, card=card, to=to)  # type: ignore[arg-type]


@pytest.mark.rule(425)
def test_cards_begin_readied_and_only_those_with_an_icon_turn() -> None:
    game = table()
    assert dict(turning_cards(game.unit("one.1"))) == {EXHAUST: "exhaust", EXPEND: "expend"}
    assert game.codes("one", turn(EXHAUST, "ready")) == ["game.card_not_so"]
    assert game.codes("one", turn("da", "exhausted")) == ["game.no_such_upgrade"]
    assert game.codes("two", turn(EXHAUST, "exhausted")) == ["game.not_your_unit"]


@pytest.mark.rule(426)
def test_an_exhausted_card_is_used_again_only_when_it_is_readied() -> None:
    game = table().say("one", turn(EXHAUST, "exhausted"))
    assert game.unit("one.1").cards == {EXHAUST: "exhausted"}
    assert game.codes("one", turn(EXHAUST, "exhausted")) == ["game.card_not_so"]
    assert game.codes("one", turn(EXHAUST, "expended")) == ["game.card_not_so"]
    game.say("one", turn(EXHAUST, "ready")).say("one", turn(EXHAUST, "exhausted"))


@pytest.mark.rule(427)
def test_nothing_readies_what_is_expended() -> None:
    game = table().say("one", turn(EXPEND, "expended"))
    assert game.codes("one", turn(EXPEND, "ready")) == ["game.card_spent"]
    assert game.codes("one", turn(EXPEND, "expended")) == ["game.card_spent"]


@pytest.mark.rule(431)
def test_recover_takes_all_suppression_off_and_readies_what_is_exhausted() -> None:
    game = table().say("one", turn(EXHAUST, "exhausted")).say("one", turn(EXPEND, "expended"))
    game.change("one.1", suppression=1, courage=2).say("one", Act(unit="one.1", what="recover"))
    unit = game.unit("one.1")
    assert (unit.suppression, unit.cards) == (0, {EXPEND: "expended"})
    [twice] = problems(view(game.game, "one"), Act(unit="one.1", what="recover"))
    assert (twice.code, twice.about) == ("game.no_deed", ("recover",)), "once an activation, and of no marker"


def test_recharge_turns_shields_on_with_a_recover() -> None:
    """Clone Commandos: Shielded 1, Recharge 1."""
    game = AttackTable((COMMANDOS,), (REBELS,)).change("one.1", tokens={"shield-off": 1})
    game.say("one", Act(unit="one.1", what="recover"))
    assert "shield-off" not in game.unit("one.1").tokens
