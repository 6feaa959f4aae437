"""Seize Your Destiny: two Landmarks, and a Dueling Ground for Commanders alone."""

from collections.abc import Iterator
from typing import Final

from muster.rules.game.engine.continuations import Answered, Nothing, choice
from muster.rules.game.hooks import Moment, card, full_first_round
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.cards import KeywordGained
from muster.rules.game.measuring import NO_PLACE
from muster.rules.game.scoring.contesting import secured_by
from muster.rules.game.scoring.points import each_may_choose, scored
from muster.rules.game.steps.choices import Among
from muster.rules.game.table import Table
from muster.rules.log import Event

CARD: Final = "seize-your-destiny"
MISSION: Final = card(CARD)
LANDMARK: Final = "Landmark"
GIFTS: Final = ("disengage", "immune-pierce", "relentless")


@MISSION.scores
def _score(table: Table) -> Iterator[Event]:
    """2 VP for each Landmark, contested within range 2 and in sight; 1 for the Dueling Ground, within range 1
    and in sight by Commanders only."""
    for token in table.lying():
        if side := secured_by(table, token):
            worth = 2 if token.name == LANDMARK else 1
            yield scored(table, side, worth, f"{CARD}.secured", [token.id])


@MISSION.at("activations", when=full_first_round)
def _champions(table: Table, _: Moment) -> Outcome:
    """First Activation Phase, Blue first: each player may choose a Commander that is not unique."""
    able = each_may_choose(table, name_champion, lambda unit: unit.is_commander and not unit.unique)
    return Outcome.of(then=able)


@choice("champion", told=True, door=NO_PLACE, optional=True)
def name_champion(answer: Answered[Nothing]) -> Outcome:
    """It gains Infiltrate and one of Disengage, Immune: Pierce and Relentless."""
    gained = KeywordGained(units=answer.chosen, keyword="infiltrate", why=CARD)
    pick = give_champion_keyword.ask(answer.seat, Among(GIFTS), answer.first)
    return Outcome((gained,), (pick,))


@choice("champion-gift", told=True, door=NO_PLACE)
def give_champion_keyword(answer: Answered[Nothing]) -> Outcome:
    """The keyword it chose."""
    unit = answer.step.unit
    return Outcome.of(
        KeywordGained(units=(unit,), keyword=keyword_id, why=CARD) for keyword_id in answer.chosen
    )
