"""An army list as a player hands it in."""

from muster.rules.armies.army import Army, ArmyUnit, Deck
from muster.rules.cards import catalogue

CAT = catalogue()
UNIT = next(unit.id for unit in CAT.data.units if unit.rank == "corps" and unit.faction == "rebels")
HAND = tuple(card.id for card in CAT.data.commands[:7])
ARMY = Army(
    name="Mine",
    faction="rebels",
    points_date=CAT.edition,
    units=(ArmyUnit(unit=UNIT, count=3),),
    command_hand=HAND,
    battle_deck=Deck(objective=("Key Positions",), condition=("Clear Conditions",)),
    notes="hold the left",
)
