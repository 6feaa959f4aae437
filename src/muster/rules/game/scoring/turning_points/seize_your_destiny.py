"""Seize Your Destiny: two Landmarks, and a Dueling Ground for Commanders alone."""

from typing import Final

from muster.rules.game.hooks import Choice, Moment, effect, purpose
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.cards import KeywordGained
from muster.rules.game.scoring.contesting import secured_by
from muster.rules.game.scoring.points import FIRST_SCORING, may_choose, on_the_map, scored
from muster.rules.game.steps import Pick
from muster.rules.game.table import SIDES, Table

CARD: Final = "seize-your-destiny"
LANDMARK: Final = "Landmark"
GIFTS: Final = ("disengage", "immune-pierce", "relentless")


@effect("setup", CARD)
def _setup(_table: Table, _: Moment) -> Outcome:
    """Tokens as the map shows: Landmarks are contested within range 2 and in sight, the Dueling Ground within
    range 1 and in sight by Commanders only."""
    return Outcome(then=(on_the_map(CARD),))


@effect("score", CARD)
def _score(table: Table, _: Moment) -> Outcome:
    """From round 2: 2 VP for each Landmark, 1 for the Dueling Ground, secured."""
    if table.round < FIRST_SCORING:
        return Outcome()
    return Outcome(
        tuple(
            scored(table, side, 2 if token.name == LANDMARK else 1, f"{CARD}.secured", [token.id])
            for token in table.lying()
            if (side := secured_by(table, token))
        )
    )


@effect("activations", CARD)
def _champions(table: Table, _: Moment) -> Outcome:
    """First Activation Phase, Blue first: each player may choose a Commander that is not unique."""
    if table.round != 1 or table.level == "score":
        return Outcome()
    steps = (
        step
        for seat in map(table.seat_of, SIDES)
        for step in may_choose(
            table,
            seat,
            "champion",
            (one.id for one in table.army(seat) if one.is_commander and not one.unique),
        )
    )
    return Outcome(then=tuple(steps))


@purpose("champion")
def _champion(choice: Choice) -> Outcome:
    """It gains Infiltrate and one of Disengage, Immune: Pierce and Relentless."""
    if not choice.units:
        return Outcome()
    gained = KeywordGained(units=choice.units, keyword="infiltrate", why=CARD)
    pick = Pick(
        id=f"{choice.step.id}.gift",
        seat=choice.seat,
        purpose="champion-gift",
        options=GIFTS,
        least=1,
        unit=choice.units[0],
    )
    return Outcome((gained,), (pick,))


@purpose("champion-gift")
def _gift(choice: Choice) -> Outcome:
    """The keyword it chose."""
    unit = choice.step.unit if isinstance(choice.step, Pick) else ""
    return Outcome(tuple(KeywordGained(units=(unit,), keyword=one, why=CARD) for one in choice.units))
