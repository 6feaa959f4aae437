"""Checks that whatever an imported file names can have an address; pages that link to it would fail
otherwise.

Muster writes nothing else, but a file edited by hand can contain anything.
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


def wrong_names(entry: Recorded) -> Iterator[tuple[str, str]]:
    """The bad names in an entry: what belongs there, and what is there."""
    for shape, name in (*_own_name(entry), *_named_logs(entry.event)):
        if not shape.fullmatch(name):
            yield WORDS[shape], name


def excess_boxes(event: Event) -> Iterator[int]:
    """Numbers of agenda boxes that no arc may have; a page would draw each of them."""
    if isinstance(event, ArcChosen):
        yield from (agenda.needed for agenda in event.agendas if not 1 <= agenda.needed <= BOXES)


def _own_name(entry: Recorded) -> Iterator[Named]:
    """The name of the log that the entry is in."""
    for start, shape in ((REGISTERS, REGISTER), (CAMPAIGNS, CLUB), (BATTLES, BATTLE)):
        if entry.stream.startswith(start):
            yield shape, entry.stream


def _named_logs(event: Event) -> Iterator[Named]:
    """Every log that an event names; none if it names none."""
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
