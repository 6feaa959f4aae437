"""A club's campaign: who belongs to it, which Registers play in it, how it reads the contested rules."""

import re
from datetime import date
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from muster.rules.campaign.register.recruiting import clean_name
from muster.rules.campaign.register.register import problem, problem_if
from muster.rules.campaign.switches import SWITCHES, Switches, with_switches
from muster.rules.log import Decider, Event, event
from muster.rules.violations import Refused, Violation, refuse_if, refuse_unless

MOST_MEMBERS: Final = 200
MOST_DATES: Final = 60
CLOCK: Final = re.compile(r"(([01][0-9]|2[0-3]):[0-5][0-9])?")
ZONE: Final = re.compile(r"([A-Za-z0-9_+-]{1,30}(/[A-Za-z0-9_+-]{1,30}){0,2})?")


class OfPerson(Event, frozen=True):
    """What a person did."""

    person: str


@event("campaign.opened")
class CampaignOpened(Event, frozen=True):
    """Somebody began a campaign and is its arbitrator."""

    name: str
    by: str


@event("campaign.renamed")
class CampaignRenamed(Event, frozen=True):
    """The campaign has another name."""

    name: str


@event("campaign.member_joined")
class MemberJoined(OfPerson, frozen=True):
    """A person joined."""


@event("campaign.member_left")
class MemberLeft(OfPerson, frozen=True):
    """A person left or was removed; their Registers leave with them."""


@event("campaign.arbitrator_changed")
class ArbitratorChanged(OfPerson, frozen=True):
    """The arbitrator handed over."""


@event("campaign.register_entered")
class RegisterEntered(Event, frozen=True):
    """A Register plays in the campaign."""

    register: str
    person: str


@event("campaign.register_left")
class RegisterLeft(Event, frozen=True):
    """A Register left the campaign."""

    register: str


@event("campaign.switch_set")
class SwitchSet(Event, frozen=True):
    """A contested rule is read this way from the next battle on."""

    switch: str
    on: bool


@event("campaign.invitation_renewed")
class InvitationRenewed(Event, frozen=True):
    """Links handed out before lead nowhere any more."""


@event("campaign.battle_announced")
class BattleAnnounced(Event, frozen=True):
    """A battle of the campaign was opened for these Registers, by side."""

    battle: str
    registers: dict[str, str]


@event("campaign.date_set")
class DateSet(Event, frozen=True):
    """The club meets on this day; `starts` is the time on the clock of the place, `zone` its time zone."""

    day: date
    starts: str = ""
    zone: str = ""
    words: str = ""


@event("campaign.date_dropped")
class DateDropped(Event, frozen=True):
    """The club does not meet on this day."""

    day: date


@event("campaign.ended")
class CampaignEnded(Event, frozen=True):
    """The campaign is over; it stays to be read."""


class Campaign(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign as it stands. `registers` says whose each Register is; `battles` stand in their order.

    `invitation` counts how often the link was renewed: only a link of this number lets anybody in.
    """

    status: Literal["unknown", "open", "ended"] = "unknown"
    name: str = ""
    arbitrator: str = ""
    members: tuple[str, ...] = ()
    registers: dict[str, str] = {}
    switches: Switches = Switches()
    battles: tuple[str, ...] = ()
    invitation: int = 1
    dates: tuple[DateSet, ...] = ()


def evolve(campaign: Campaign, event: Event) -> Campaign:  # noqa: PLR0911, PLR0912 - one line a kind
    """The state after one more event."""
    match event:
        case CampaignOpened():
            return Campaign(status="open", name=event.name, arbitrator=event.by, members=(event.by,))
        case CampaignRenamed():
            return replace(campaign, name=event.name)
        case MemberJoined():
            return replace(campaign, members=(*campaign.members, event.person))
        case MemberLeft():
            members = tuple(member for member in campaign.members if member != event.person)
            rest = {key: who for key, who in campaign.registers.items() if who != event.person}
            return replace(campaign, members=members, registers=rest)
        case ArbitratorChanged():
            return replace(campaign, arbitrator=event.person)
        case RegisterEntered():
            return replace(campaign, registers={**campaign.registers, event.register: event.person})
        case RegisterLeft():
            rest = {key: who for key, who in campaign.registers.items() if key != event.register}
            return replace(campaign, registers=rest)
        case SwitchSet():
            return replace(campaign, switches=with_switches(campaign.switches, {event.switch: event.on}))
        case InvitationRenewed():
            return replace(campaign, invitation=campaign.invitation + 1)
        case BattleAnnounced():
            return replace(campaign, battles=(*campaign.battles, event.battle))
        case DateSet() | DateDropped():
            dates = [date for date in campaign.dates if date.day != event.day]
            dates += [event] if isinstance(event, DateSet) else []
            return replace(campaign, dates=tuple(sorted(dates, key=lambda date: date.day)))
        case CampaignEnded():
            return replace(campaign, status="ended")
        case _:
            return campaign


CAMPAIGN: Final = Decider(name="campaign", schema=3, state=Campaign, initial=Campaign, evolve=evolve)


def decide_campaign(name: str, by: str) -> CampaignOpened:
    """A campaign begins with a name and an arbitrator."""
    clean = clean_name(name, "the campaign's name")
    if not clean:
        raise Refused(problem("campaign.nameless"))
    return CampaignOpened(clean, by)


def not_open(campaign: Campaign) -> Violation | None:
    """Whether the campaign is there and not over."""
    if campaign.status == "unknown":
        return problem("campaign.unknown")
    return problem("campaign.over", (campaign.name,)) if campaign.status == "ended" else None


def _no_member(campaign: Campaign, person: str) -> Violation | None:
    return None if person in campaign.members else problem("campaign.no_member", (person,))


def decide_join(campaign: Campaign, person: str) -> MemberJoined:
    """A person joins, once."""
    full = len(campaign.members) >= MOST_MEMBERS
    refuse_if(
        not_open(campaign),
        problem_if(person in campaign.members, "campaign.member_already", (person,)),
        problem_if(full, "campaign.too_many_members", (), max=MOST_MEMBERS),
    )
    return MemberJoined(person)


def decide_leave(campaign: Campaign, person: str) -> MemberLeft:
    """A person leaves or is removed; the arbitrator hands over first."""
    refuse_if(
        not_open(campaign),
        _no_member(campaign, person),
        problem_if(person == campaign.arbitrator, "campaign.hand_over_first", (person,)),
    )
    return MemberLeft(person)


def decide_hand_over(campaign: Campaign, person: str) -> ArbitratorChanged:
    """The arbitrator hands over to another member."""
    refuse_if(not_open(campaign), _no_member(campaign, person))
    return ArbitratorChanged(person)


def decide_adopt(campaign: Campaign, person: str) -> tuple[Event, ...]:
    """Give an arbitrator to a campaign, running or ended, whose own is not on this site, such as an imported
    one."""
    refuse_unless(campaign.status != "unknown", problem("campaign.unknown"))
    joined = () if person in campaign.members else (MemberJoined(person),)
    return (*joined, ArbitratorChanged(person))


def decide_succession(campaign: Campaign, before: str, after: str) -> tuple[Event, ...]:
    """Let a person take over the place and Registers they had under another id, even in an ended campaign."""
    refuse_if(_no_member(campaign, before))
    joined = () if after in campaign.members else (MemberJoined(after),)
    decides = (ArbitratorChanged(after),) if campaign.arbitrator == before else ()
    theirs = [register for register, whose in campaign.registers.items() if whose == before]
    return (
        *joined,
        *decides,
        MemberLeft(before),
        *(RegisterEntered(register_id, after) for register_id in theirs),
    )


def decide_enter(campaign: Campaign, register: str, person: str) -> RegisterEntered:
    """A member's Register enters the campaign."""
    refuse_if(
        not_open(campaign),
        _no_member(campaign, person),
        problem_if(register in campaign.registers, "campaign.entered_already", (register,)),
    )
    return RegisterEntered(register, person)


def decide_withdraw_register(campaign: Campaign, register: str) -> RegisterLeft:
    """A Register leaves the campaign."""
    refuse_unless(register in campaign.registers, problem("campaign.not_entered", (register[:60],)))
    return RegisterLeft(register)


def decide_switch_setting(campaign: Campaign, switch: str, on: bool) -> SwitchSet:
    """A contested rule is switched, from the next battle on."""
    given = switch[:60]
    refuse_if(
        not_open(campaign), problem_if(switch not in SWITCHES, "campaign.no_switch", (given,), given=given)
    )
    return SwitchSet(switch, on)


def decide_rename(campaign: Campaign, name: str) -> CampaignRenamed:
    """Another name for the campaign."""
    clean = clean_name(name, "the campaign's name")
    refuse_if(not_open(campaign), problem_if(not clean, "campaign.nameless"))
    return CampaignRenamed(clean)


def decide_renew_invitation(campaign: Campaign) -> InvitationRenewed:
    """The link is renewed: the old one leads nowhere any more."""
    refuse_if(not_open(campaign))
    return InvitationRenewed()


def decide_announce(campaign: Campaign, battle: str, registers: dict[str, str]) -> BattleAnnounced:
    """A battle of the campaign: each of its Registers plays in it."""
    outside = [register_id for register_id in registers.values() if register_id not in campaign.registers]
    refuse_if(
        not_open(campaign), problem_if(outside, "campaign.not_entered", (key[:60] for key in outside[:1]))
    )
    return BattleAnnounced(battle, registers)


def decide_date(campaign: Campaign, day: date, starts: str, zone: str, words: str) -> DateSet:
    """The club meets on a day; a second date on that day replaces the first."""
    set_already = any(date.day == day for date in campaign.dates)
    full = len(campaign.dates) >= MOST_DATES and not set_already
    fits = CLOCK.fullmatch(starts) and ZONE.fullmatch(zone)
    refuse_if(
        not_open(campaign),
        problem_if(not fits, "campaign.bad_date", (), given=f"{starts} {zone}"[:40]),
        problem_if(full, "campaign.too_many_dates", (), max=MOST_DATES),
    )
    return DateSet(day, starts, zone, clean_name(words, "the words of a date"))


def decide_drop_date(campaign: Campaign, day: date) -> DateDropped:
    """The club does not meet on this day."""
    known = any(date.day == day for date in campaign.dates)
    refuse_if(not_open(campaign), problem_if(not known, "campaign.no_such_date", (), given=str(day)))
    return DateDropped(day)


def decide_end(campaign: Campaign) -> CampaignEnded:
    """The campaign ends."""
    refuse_if(not_open(campaign))
    return CampaignEnded()
