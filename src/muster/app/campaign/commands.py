"""Commands around Registers and campaigns. In JSON the name of a command is its field `act`.

Battles have commands of their own (`muster.app.campaign.battle`).
"""

from datetime import date

from muster.app.acting import Command
from muster.rules.campaign.battle.steps.aid import AidRequest
from muster.rules.campaign.register import recruiting
from muster.rules.campaign.register.correcting import Fix
from muster.rules.cards.vocabulary import Faction

# Registers -------------------------------------------------------------------------------------------------


class OpenRegister(Command):
    """Begin a Register and own it."""

    faction: Faction
    points_date: date


class Recruit(Command):
    """Add a unit."""

    wanted: recruiting.Recruit


class NameUnit(Command):
    """Name a unit."""

    dossier: str
    name: str


class Withdraw(Command):
    """Take back a unit, or one of its upgrades, before the first battle."""

    dossier: str
    upgrade: str = ""


class RequestAid(Command):
    """An aid request after building."""

    request: AidRequest


class ChooseArc(Command):
    """Choose the story arc, an official one or one's own."""

    arc: str


class NameRegister(Command):
    """Name the Register."""

    name: str


class Found(Command):
    """Finish building."""


class Retire(Command):
    """Retire the Register."""


class MovePointsDate(Command):
    """Count with the points of another day."""

    day: date


class Undo(Command):
    """Take back one's own latest act: `batch` is its name."""

    batch: str


class Redo(Command):
    """Bring back what one's own latest undo took: `batch` is its name."""

    batch: str


class CopyRegister(Command):
    """Copy the Register with its history, to go on from there another way."""

    to: str


class Correct(Command):
    """What is put right, why, and to which battle it belongs."""

    fixes: tuple[Fix, ...]
    reason: str
    battle: str = ""


# Campaigns -------------------------------------------------------------------------------------------------


class OpenCampaign(Command):
    """Begin a campaign and be its arbitrator."""

    name: str


class Join(Command):
    """Join by an invitation of this number; who is in already stays in."""

    invitation: int


class Leave(Command):
    """Leave, with all one's Registers."""


class Enter(Command):
    """One's own Register enters, and leaves the campaign it was in."""

    register: str


class WithdrawRegister(Command, tag="withdraw"):
    """One's own Register leaves; the arbitrator may take out any."""

    register: str


class TakeOver(Command):
    """Become arbitrator where the arbitrator's account is gone."""


class Adopt(Command):
    """The server's owner gives a campaign without an arbitrator to somebody."""

    person: str


class Remove(Command):
    """The arbitrator removes a member; the link they came by leads nowhere any more."""

    person: str


class HandOver(Command):
    """The arbitrator hands over."""

    person: str


class Rename(Command):
    """Another name."""

    name: str


class RenewInvitation(Command):
    """Make earlier invitations worthless."""


class SetSwitch(Command):
    """Read a contested rule one way or the other, from the next battle on."""

    switch: str
    on: bool


class SetDate(Command):
    """The club meets on a day."""

    day: date
    starts: str = ""
    zone: str = ""
    words: str = ""


class DropDate(Command):
    """The club does not meet on this day."""

    day: date


class End(Command):
    """End the campaign; it stays to be read."""
