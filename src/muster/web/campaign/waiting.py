"""The battles that wait for somebody, as lines of a page: `campaign/battle/_waiting.html` draws them."""

from collections.abc import Sequence
from typing import NamedTuple

from muster.app.campaign.battle.battles import Battles
from muster.app.campaign.battle.waiting import Waiting, waiting_for, waiting_sides
from muster.app.campaign.logs import BATTLES, CampaignLogs
from muster.store.campaign.opponents import DatabaseOpponents
from muster.web.environment import url

WORDS = {
    "muster": "muster your army.",
    "agenda": "put an agenda into play.",
    "record": "record how it ended.",
    "steps": "continue the ten steps.",
    "rival": "name your Most Feared Rival.",
    "confirm": "confirm it, if all is right.",
}


class WaitingLine(NamedTuple):
    """One battle that waits."""

    address: str
    title: str
    words: str


def lines_for(logs: CampaignLogs, registers: Sequence[str]) -> list[WaitingLine]:
    """The battles that wait for a person, whichever of these Registers of theirs plays."""
    return _lines(logs, waiting_for(Battles(logs.store, logs.library), registers))


def lines_of(logs: CampaignLogs, register: str) -> list[WaitingLine]:
    """Those of one Register, by its stream; the battle it is bound to stands on its page anyway."""
    bound = logs.register(register).state.open_battle
    found = waiting_for(Battles(logs.store, logs.library), [register])
    return _lines(logs, [waiting for waiting in found if waiting.at.battle != bound])


def lines_in(logs: CampaignLogs, battle: str) -> list[tuple[Waiting, WaitingLine]]:
    """One battle's sides that it waits for, each with the line for its owner."""
    found = list(waiting_sides(Battles(logs.store, logs.library), battle))
    return list(zip(found, _lines(logs, found), strict=True))


def _lines(logs: CampaignLogs, found: Sequence[Waiting]) -> list[WaitingLine]:
    opponents = DatabaseOpponents().names([waiting.at.battle for waiting in found if not waiting.across])
    lines = []
    for waiting in found:
        battle = waiting.at.battle
        across = logs.register(waiting.across).state.name if waiting.across else opponents.get(battle, "")
        address = url("tour-battle", battle=battle.removeprefix(BATTLES))
        title = f"A battle against {across or 'your opponent'} waits"
        lines.append(WaitingLine(address, title, f"Your turn: {WORDS[waiting.why]}"))
    return lines
