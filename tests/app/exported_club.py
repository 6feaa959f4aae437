"""A club that has played, to be written into a file."""

from datetime import date

from muster.app.campaign import commands
from muster.app.campaign.battle import commands as ask
from muster.app.campaign.battle.context import SideRef
from muster.rules.campaign.battle.recording import Opening
from tests.app.campaign_house import ANN, BATTLE, BLUE, BOB, PLAN, RED, House

CLUB, ELSEWHERE = f"campaign:{'1' * 32}", "register:zoe"


def club(house: House | None = None) -> House:
    """Two members, a battle in step 5 with one rival sealed and a roll undone, one battle only opened, and a
    Register that has nothing to do with it."""
    house = house or House()
    house.clubs.do(house.act("cat"), CLUB, commands.OpenCampaign(name="Endor Winter"))
    for person, stream in (("ann", ANN), ("bob", BOB)):
        house.build(stream, person)
        house.clubs.do(house.act(person), CLUB, commands.Join(invitation=1))
        house.clubs.do(house.act(person), CLUB, commands.Enter(register=stream))
    house.registers.do(
        house.act("zoe"), ELSEWHERE, commands.OpenRegister(faction="rebels", points_date=date(2026, 7, 1))
    )
    house.clubs.do(house.act("cat"), CLUB, commands.SetSwitch(switch="sealed_rivals", on=True))
    opened = Opening(battle=BATTLE, points=600, campaign=CLUB)
    house.battles.open(house.act(), opened, {"blue": ANN, "red": BOB})
    house.battles.open(house.act(), Opening(battle="battle:2", points=600, campaign=CLUB), {"blue": ANN})
    house.battles.do(house.act(), BLUE, ask.Muster(plan=PLAN))
    house.battles.do(house.act("bob"), RED, ask.Muster(plan=PLAN))
    house.battles.do(house.act(), SideRef(BATTLE, "blue"), ask.Record(winner="blue", conceded="", sides={}))
    house.to_step(3)
    rolled = house.battles.do(house.act(), BLUE, ask.RollSupply())
    house.battles.do(house.act(), BLUE, ask.Undo(target=rolled.batch))
    house.battles.do(house.act(), BLUE, ask.RollSupply())
    house.finish()
    house.finish()
    house.to_step(5, RED, "bob")
    house.battles.do(house.act(), BLUE, ask.NameRival(dossier="d3"))
    return house
