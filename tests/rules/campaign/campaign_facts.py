"""A small Register and battles for the tests of the library's calculators."""

from muster.rules.campaign.battle import agendas, missions
from muster.rules.campaign.battle.answers import Answer, check_draws, settle
from muster.rules.campaign.battle.offers import BattleRecord, offer
from muster.rules.campaign.library.library import library
from muster.rules.campaign.register.unit_facts import UnitFacts
from muster.rules.violations import Refused, refuse_if

LIBRARY = library()

PARAGON = UnitFacts(id="paragon", rank="commander", maximum_rank=5, paragon=True)
REDS = UnitFacts(id="reds", rank="corps", setbacks=("battle-fatigue", "battle-fatigue", "flat-footed"))
BLUES = UnitFacts(id="blues", rank="corps")
SCOUTS = UnitFacts(id="scouts", rank="special-forces", setbacks=("downtrodden",), defeated=True)
TANK = UnitFacts(id="tank", rank="heavy", unit_type="ground-vehicle")
RESERVE = UnitFacts(id="reserve", rank="corps", took_part=False)
GUEST = UnitFacts(id="guest", rank="operative", guest=True)
ROSTER = (PARAGON, REDS, BLUES, SCOUTS, TANK, RESERVE, GUEST)
OWN = ("paragon", "reds", "blues", "scouts", "tank", "reserve")


def battle(count: int = 0, result: str = "won", **more) -> BattleRecord:
    """A battle of that Register; won unless told otherwise."""
    return BattleRecord(**{"roster": ROSTER, "result": result, "count": count, **more})


def answer(choice: str, option: str = "unit", unit: str | None = None, setback: str | None = None) -> Answer:
    """A player's answer to one choice."""
    return Answer(choice=choice, option=option, unit=unit, setback=setback)


def codes(violations) -> list[str]:
    """The codes of the violations, in order."""
    return [violation.code for violation in violations]


def refusals(do, *asked):
    """Why something would be refused; nothing where it would not."""
    try:
        do(*asked)
    except Refused as refused:
        return refused.violations
    return ()


def resolve(agenda, record, answers):
    """The effects of an agenda's reward, from the record to the last answer."""
    refuse_if(*agendas.check_record(agenda, record))
    return agendas.reward_effects(agendas.progress(agenda, record), record, answers)


def resolve_mission(mission, record, owner, answers, drawn="open"):
    """The effects of a mission's reward, from the record to the last answer."""
    reward = missions.reward_of(mission, record, owner, drawn)
    refuse_if(*missions.check_record(mission, record), *check_draws(reward, record, 1))
    return settle(offer(reward, record), record, answers)
