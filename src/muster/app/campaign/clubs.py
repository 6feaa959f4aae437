"""Campaigns of clubs: members look, the arbitrator decides, and everybody enters their own Registers.

To everyone else a campaign does not exist.
"""

from collections.abc import Callable

from muster.app.acting import Act, C, Command, Done, Handlers
from muster.app.campaign import commands
from muster.app.campaign.logs import CAMPAIGNS, At, CampaignLogs, register_stream
from muster.app.campaign.registers import Registers
from muster.app.stream_roles import StreamRoles
from muster.app.streams import Loaded, Write, about_to_write
from muster.rules.campaign.club import membership
from muster.rules.campaign.club.membership import CAMPAIGN, Campaign
from muster.rules.campaign.register.events import CampaignEntered
from muster.rules.campaign.register.register import Register, problem
from muster.rules.log import Event
from muster.rules.violations import Refused, Violation, refuse_unless

MOST_CAMPAIGNS = 50


class Clubs:
    """The campaigns in one event store, with permission checks."""

    def __init__(
        self,
        logs: CampaignLogs,
        stream_roles: StreamRoles,
        serves: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """`serves` says who is the owner of the server."""
        self.logs = logs
        self.stream_roles = stream_roles
        self.serves = serves

    # Looking ---------------------------------------------------------------------------------------------

    def streams(self, actor: str) -> list[str]:
        """The streams of all campaigns the actor ever joined, newest first."""
        return self.stream_roles.streams(actor, "member", CAMPAIGNS) if actor else []

    def mine(self, actor: str) -> list[tuple[str, Campaign]]:
        """The campaigns the actor belongs to, newest first."""
        found = [(stream, self.logs.campaign(stream).state) for stream in self.streams(actor)]
        return [(stream, club) for stream, club in found if actor in club.members]

    def club(self, actor: str, campaign: str) -> Loaded[Campaign]:
        """A campaign, for its members."""
        loaded = self.logs.campaign(campaign)
        refuse_unless(actor and actor in loaded.state.members, problem("campaign.unknown"))
        return loaded

    def registers(self, actor: str, campaign: str) -> list[tuple[str, str, Register]]:
        """Every Register of the campaign with its stream and owner, for members."""
        club = self.club(actor, campaign).state
        return [
            (register, whose, self.logs.register(register).state)
            for register, whose in club.registers.items()
        ]

    def campaign_behind(self, campaign: str, number: int) -> Campaign:
        """The campaign that an invitation leads to; None once the invitation was renewed."""
        club = self.logs.campaign(campaign).state
        current = club.status != "unknown" and club.invitation == number
        refuse_unless(current, problem("campaign.invitation_old"))
        return club

    def is_orphaned(self, campaign: str, club: Campaign) -> bool:
        """Whether the arbitrator's account no longer exists, so that a member may take over."""
        return self.stream_roles.role(club.arbitrator, campaign) is None

    # Acting ----------------------------------------------------------------------------------------------

    def do(self, act: Act, campaign: str, command: Command) -> Done:
        """Do what is asked in a campaign, or refuse with every reason. The same key acts once, even if
        the first time changed who may ask."""
        done = None if isinstance(command, BEGINNINGS) else self.logs.earlier_answer(act, (campaign, command))
        return done or HANDLERS.handle(AtCampaign(self, campaign), act, command)

    def can(self, act: Act, campaign: str, command: Command) -> tuple[Violation, ...]:
        """What stands in the way of a command. Nothing is written."""
        return HANDLERS.can(AtCampaign(self, campaign), act, command)


class AtCampaign(At[Campaign]):
    """A campaign as a command finds it."""

    def __init__(self, clubs: Clubs, stream: str) -> None:
        super().__init__(clubs.logs, CAMPAIGN, stream)
        self.clubs = clubs

    def belong(self, actor: str) -> None:
        """Put the campaign on the actor's list."""
        about_to_write()
        self.clubs.stream_roles.grant(actor, self.stream, "member")


def permit(at: AtCampaign, act: Act, command: Command, who: str) -> None:
    """Check whose act it is: the arbitrator's, a member's, a Register owner's, an invited person's, the
    server owner's, or anyone's."""
    if isinstance(command, commands.Join):
        at.clubs.campaign_behind(at.stream, command.invitation)
    elif who == "server":
        refuse_unless(at.clubs.serves(act.actor), problem("campaign.unknown"))
    elif who != "anyone":
        at.clubs.club(act.actor, at.stream)
        own = isinstance(command, commands.WithdrawRegister) and (
            at.now.registers.get(register_stream(command.register)) == act.actor
        )
        allowed = who == "member" or (who == "keeper" and own) or at.now.arbitrator == act.actor
        refuse_unless(allowed, problem("campaign.arbitrator_only"))


HANDLERS: Handlers[AtCampaign] = Handlers(permit)
BEGINNINGS = (commands.OpenCampaign, commands.Join)


@HANDLERS.handles(commands.OpenCampaign, who="anyone")
def open_campaign(at: AtCampaign, act: Act, command: commands.OpenCampaign) -> Done:
    """Begin a campaign under a fresh stream id; whoever opens it is its arbitrator."""
    held = [stream for stream, _ in at.clubs.mine(act.actor)]
    full = len(held) >= MOST_CAMPAIGNS and at.stream not in held
    if full:
        raise Refused(problem("campaign.too_many", max=MOST_CAMPAIGNS))
    event = membership.decide_campaign(command.name, act.actor)
    done = at.begin(act, command, event)
    at.belong(act.actor)
    return done


@HANDLERS.handles(commands.Join, who="invited")
def join_campaign(at: AtCampaign, act: Act, command: commands.Join) -> Done:
    """Join by invitation; joining again changes nothing."""
    inside = act.actor in at.now.members
    done = None if inside else at.write(act, command, membership.decide_join(at.now, act.actor))
    at.belong(act.actor)
    return done


@HANDLERS.handles(commands.Leave, who="member")
def leave_campaign(at: AtCampaign, act: Act, command: commands.Leave) -> Done:
    """Leave with all one's Registers, as one act in all their streams."""
    left = membership.decide_leave(at.now, act.actor)
    return at.write(act, command, left, also=_writes_for_leaving(at, act.actor))


@HANDLERS.handles(commands.Remove, who="arbitrator")
def remove_member(at: AtCampaign, act: Act, command: commands.Remove) -> Done:
    """Remove a member with their Registers. They know the invitation, so it is renewed."""
    left = membership.decide_leave(at.now, command.person)
    renewed = membership.decide_renew_invitation(at.now)
    return at.write(act, command, left, renewed, also=_writes_for_leaving(at, command.person))


def _writes_for_leaving(at: AtCampaign, person: str) -> list[Write]:
    theirs = [register for register, whose in at.now.registers.items() if whose == person]
    versions = at.logs.store.versions(theirs)
    return [Write(register, versions[register], (CampaignEntered(""),)) for register in theirs]


@HANDLERS.handles(commands.Enter, who="member")
def enter_register(at: AtCampaign, act: Act, command: commands.Enter) -> Done:
    """Enter one's own Register, which leaves the campaign it was in: one act in all the streams."""
    register = register_stream(command.register)
    now = Registers(at.logs, at.clubs.stream_roles).own(act.actor, register)
    entered = membership.decide_enter(at.now, register, act.actor)
    battle, club = now.state.open_battle, now.state.campaign
    if battle:
        raise Refused(problem("register.in_battle", (battle,), 128))
    also = [Write(register, now.version, (CampaignEntered(at.stream),))]
    if club:
        old = at.logs.campaign(club)
        also.append(Write(club, old.version, (membership.decide_withdraw_register(old.state, register),)))
    return at.write(act, command, entered, also=also)


@HANDLERS.handles(commands.WithdrawRegister, who="keeper")
def withdraw_register(at: AtCampaign, act: Act, command: commands.WithdrawRegister) -> Done:
    """Withdraw a Register from the campaign: one act in both streams."""
    register = register_stream(command.register)
    left = membership.decide_withdraw_register(at.now, register)
    now = Write(register, at.logs.store.version(register), (CampaignEntered(""),))
    return at.write(act, command, left, also=[now])


@HANDLERS.handles(commands.TakeOver, who="member")
def take_over_campaign(at: AtCampaign, act: Act, command: commands.TakeOver) -> Done:
    """A member becomes the arbitrator when the arbitrator's account is gone."""
    orphaned = at.clubs.is_orphaned(at.stream, at.now)
    refuse_unless(orphaned, problem("campaign.has_arbitrator"))
    return at.write(act, command, membership.decide_hand_over(at.now, act.actor))


@HANDLERS.handles(commands.Adopt, who="server")
def adopt_campaign(at: AtCampaign, act: Act, command: commands.Adopt) -> Done:
    """Make somebody the arbitrator of a campaign whose arbitrator has no account here; otherwise refused."""
    events = membership.decide_adopt(at.now, command.person)
    refuse_unless(at.clubs.is_orphaned(at.stream, at.now), problem("campaign.has_arbitrator"))
    done = at.write(act, command, *events)
    at.belong(command.person)
    return done


def by_arbitrator(kind: type[C], decide: Callable[[AtCampaign, C], Event]) -> None:
    """Register a command of the arbitrator that a single rule decides."""

    @HANDLERS.handles(kind, who="arbitrator")
    def handle(at: AtCampaign, act: Act, command: C) -> Done:
        return at.write(act, command, decide(at, command))


by_arbitrator(commands.HandOver, lambda at, command: membership.decide_hand_over(at.now, command.person))
by_arbitrator(commands.Rename, lambda at, command: membership.decide_rename(at.now, command.name))
by_arbitrator(commands.RenewInvitation, lambda at, _: membership.decide_renew_invitation(at.now))
by_arbitrator(
    commands.SetSwitch,
    lambda at, command: membership.decide_switch_setting(at.now, command.switch, command.on),
)
by_arbitrator(
    commands.SetDate,
    lambda at, command: membership.decide_date(
        at.now, command.day, command.starts, command.zone, command.words
    ),
)
by_arbitrator(commands.DropDate, lambda at, command: membership.decide_drop_date(at.now, command.day))
by_arbitrator(commands.End, lambda at, _: membership.decide_end(at.now))
