"""The battles that wait for somebody, as lines of a page: `campaign/battle/_waiting.html` draws them."""

from collections.abc import Iterable
from typing import NamedTuple

from muster.app.campaign.waiting import Waiting, open_battles_for, waiting_for
from muster.rules.campaign.battle.battle import other
from muster.web.campaign.battle.across import side_named
from muster.web.campaign.battle.request import my_battles
from muster.web.environment import url

WORDS = {
    "muster": "Muster your army.",
    "agenda": "Put an agenda into play.",
    "record": "Write down how it ended.",
    "steps": "Go on with the ten steps.",
    "rival": "Name your Most Feared Rival.",
    "confirm": "Confirm it, if all is right.",
}


class WaitingLine(NamedTuple):
    """One battle that waits."""

    address: str
    title: str
    words: str


def lines_for(actor: str) -> list[WaitingLine]:
    """The battles that wait for a person, whichever of their Registers plays."""
    my = my_battles()
    return _lines(open_battles_for(my.battles, my.stream_roles, actor))


def lines_of(register: str) -> list[WaitingLine]:
    """Those of one Register, by its stream; the battle it is bound to stands on its page anyway."""
    battles = my_battles().battles
    bound = battles.tours.register(register).state.open_battle
    return _lines(one for one in waiting_for(battles, register) if one.place.battle != bound)


def _lines(found: Iterable[Waiting]) -> list[WaitingLine]:
    battles = my_battles().battles
    lines = []
    for one in found:
        battle = battles.battle(one.place.battle).state
        across = side_named(battles.tours, battle, other(one.place.side))
        address = one.place.battle.removeprefix("battle:")
        title = f"A battle against {across.register or across.called} waits"
        lines.append(WaitingLine(url("tour-battle", battle=address), title, WORDS[one.why]))
    return lines
