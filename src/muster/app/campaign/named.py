"""What the entries of a file name must have an address: a page that leads to it would fail for ever.

Muster writes nothing else; a file changed by hand may say anything.
"""

import re
from collections.abc import Iterator
from typing import Final

from muster.app.campaign.logs import BATTLES, CAMPAIGNS, REGISTERS
from muster.rules.campaign.battle.events import BattleOpened
from muster.rules.campaign.club.membership import BattleAnnounced, RegisterEntered, RegisterLeft
from muster.rules.campaign.library.homebrew import BOXES
from muster.rules.campaign.register.copying import RegisterCopied
from muster.rules.campaign.register.events import (
    ArcChosen,
    BattleClosed,
    BattleJoined,
    BattleLeft,
    CampaignEntered,
)
from muster.rules.log import Event, Recorded

ID: Final = "[0-9a-f]{32}"
REGISTER: Final = re.compile(REGISTERS + ID)
CLUB: Final = re.compile(CAMPAIGNS + ID)
BATTLE: Final = re.compile(BATTLES + "[0-9A-Za-z-]{1,60}")
WORDS: Final = {REGISTER: "Register", CLUB: "campaign", BATTLE: "battle"}
Named = tuple[re.Pattern[str], str]


def misnamed(entry: Recorded) -> Iterator[tuple[str, str]]:
    """What is wrong with the names of an entry: what belongs there, and what is there."""
    for shape, name in (*_its_own(entry), *_named(entry.event)):
        if not shape.fullmatch(name):
            yield WORDS[shape], name


def boxes_beyond(event: Event) -> Iterator[int]:
    """The boxes of agendas that no arc may have: a page draws each of them."""
    if isinstance(event, ArcChosen):
        yield from (agenda.needed for agenda in event.agendas if not 1 <= agenda.needed <= BOXES)


def _its_own(entry: Recorded) -> Iterator[Named]:
    """The name of the log that it stands in."""
    for start, shape in ((REGISTERS, REGISTER), (CAMPAIGNS, CLUB), (BATTLES, BATTLE)):
        if entry.stream.startswith(start):
            yield shape, entry.stream


def _named(event: Event) -> Iterator[Named]:
    """Every log that it names; none where there may be none."""
    match event:
        case RegisterEntered() | RegisterLeft():
            yield REGISTER, event.register
        case RegisterCopied():
            yield REGISTER, event.source
        case BattleJoined() | BattleLeft() | BattleClosed():
            yield BATTLE, event.battle
        case BattleAnnounced() | BattleOpened():
            yield BATTLE, event.battle
            yield from ((REGISTER, register) for register in event.registers.values() if register)
    if isinstance(event, BattleOpened | CampaignEntered) and event.campaign:
        yield CLUB, event.campaign
