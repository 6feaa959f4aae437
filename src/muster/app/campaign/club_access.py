"""Who may do what in a club's campaign: members look, the arbitrator decides, everybody enters their own.

`Tours` decides by the rules alone; `Clubs` asks first who is asking. To others a campaign does not exist.
"""

from collections.abc import Sequence

from muster.app.acting import Act
from muster.app.campaign.campaigns import Preview, Tours
from muster.app.campaign.register_access import own_register
from muster.app.stream_roles import StreamRoles
from muster.app.streams import Appended, Loaded
from muster.rules.campaign.club.membership import Campaign
from muster.rules.campaign.register.editing import Fix
from muster.rules.campaign.register.register import SOURCE, Register
from muster.rules.violations import Refused, Violation

CAMPAIGNS = "campaign:"
MOST_CAMPAIGNS = 50


def is_arbitrator(tours: Tours, actor: str, campaign: str) -> bool:
    """Whether the actor is the arbitrator of this campaign."""
    return bool(campaign) and bool(actor) and tours.campaign(campaign).state.arbitrator == actor


class Clubs:
    """The use cases of campaigns, each refused where the actor may not."""

    def __init__(self, tours: Tours, stream_roles: StreamRoles) -> None:
        self.tours = tours
        self.stream_roles = stream_roles

    # Looking ---------------------------------------------------------------------------------------------

    def mine(self, actor: str) -> list[tuple[str, Campaign]]:
        """The campaigns the actor belongs to, newest first."""
        streams = self.stream_roles.streams(actor, "member", CAMPAIGNS) if actor else []
        found = [(stream, self.tours.campaign(stream).state) for stream in streams]
        return [(stream, club) for stream, club in found if actor in club.members]

    def club(self, actor: str, campaign: str) -> Loaded[Campaign]:
        """A campaign, for its members."""
        loaded = self.tours.campaign(campaign)
        if not actor or actor not in loaded.state.members:
            raise _refused("campaign.unknown")
        return loaded

    def registers(self, actor: str, campaign: str) -> list[tuple[str, str, Register]]:
        """Every Register of the campaign with its stream and whose it is, for its members."""
        club = self.club(actor, campaign).state
        return [(one, whose, self.tours.register(one).state) for one, whose in club.registers.items()]

    def register(self, actor: str, register: str) -> Loaded[Register]:
        """A Register, for its owner and for the members of the campaign it plays in."""
        if actor and self.stream_roles.role(actor, register) == "owner":
            return own_register(self.tours, self.stream_roles, actor, register)
        loaded = self.tours.register(register)
        club = loaded.state.campaign
        if not club or actor not in self.tours.campaign(club).state.members:
            raise _refused("register.unknown")
        return loaded

    def invited(self, campaign: str, number: int) -> Campaign:
        """The campaign that an invitation leads to; a renewed one leads nowhere any more."""
        club = self.tours.campaign(campaign).state
        if club.status == "unknown" or club.invitation != number:
            raise _refused("campaign.invitation_old")
        return club

    # Members ---------------------------------------------------------------------------------------------

    def open(self, act: Act, campaign: str, name: str) -> Appended:
        """Begin a campaign and be its arbitrator."""
        held = [stream for stream, _ in self.mine(act.actor)]
        if len(held) >= MOST_CAMPAIGNS and campaign not in held:
            raise _refused("campaign.too_many", max=MOST_CAMPAIGNS)
        done = self.tours.open_campaign(act, campaign, name)
        self.stream_roles.grant(act.actor, campaign, "member")
        return done

    def join(self, act: Act, campaign: str, number: int) -> Appended | None:
        """Join by an invitation; who is in already stays in."""
        if act.actor in self.invited(campaign, number).members:
            self.stream_roles.grant(act.actor, campaign, "member")
            return None
        done = self.tours.join(act, campaign, act.actor)
        self.stream_roles.grant(act.actor, campaign, "member")
        return done

    def leave(self, act: Act, campaign: str) -> Appended:
        """Leave, with all one's Registers."""
        self.club(act.actor, campaign)
        return self.tours.leave(act, campaign, act.actor)

    def enter(self, act: Act, campaign: str, register: str) -> Appended:
        """One's own Register enters the campaign; it leaves the one it was in."""
        self.club(act.actor, campaign)
        own_register(self.tours, self.stream_roles, act.actor, register)
        return self.tours.enter(act, campaign, register, act.actor)

    def withdraw(self, act: Act, campaign: str, register: str) -> Appended:
        """One's own Register leaves the campaign, or the arbitrator takes it out."""
        club = self.club(act.actor, campaign).state
        if club.registers.get(register) != act.actor:
            self._arbitrate(act, campaign)
        return self.tours.leave_campaign(act, campaign, register)

    def take_over(self, act: Act, campaign: str) -> Appended:
        """A member becomes arbitrator where the arbitrator's account is gone."""
        club = self.club(act.actor, campaign).state
        if self.stream_roles.role(club.arbitrator, campaign) is not None:
            raise _refused("campaign.has_arbitrator")
        return self.tours.hand_over(act, campaign, act.actor)

    # The arbitrator --------------------------------------------------------------------------------------

    def remove(self, act: Act, campaign: str, person: str) -> Appended:
        """Remove a member; the link they came by leads nowhere any more."""
        return self._arbitrate(act, campaign).leave(act, campaign, person, removed=True)

    def hand_over(self, act: Act, campaign: str, person: str) -> Appended:
        """Make another member the arbitrator."""
        return self._arbitrate(act, campaign).hand_over(act, campaign, person)

    def rename(self, act: Act, campaign: str, name: str) -> Appended:
        """Another name."""
        return self._arbitrate(act, campaign).rename_campaign(act, campaign, name)

    def renew_invitation(self, act: Act, campaign: str) -> Appended:
        """A new link; the old one leads nowhere."""
        return self._arbitrate(act, campaign).renew_invitation(act, campaign)

    def set_switch(self, act: Act, campaign: str, switch: str, on: bool) -> Appended:
        """Read a contested rule one way or the other, from the next battle on."""
        return self._arbitrate(act, campaign).set_switch(act, campaign, switch, on)

    def end(self, act: Act, campaign: str) -> Appended:
        """End the campaign; it stays to be read."""
        return self._arbitrate(act, campaign).end_campaign(act, campaign)

    def preview_correction(
        self, actor: str, register: str, fixes: Sequence[Fix], reason: str, battle: str = ""
    ) -> Preview:
        """What a correction would change."""
        self.may_correct(actor, register)
        self._refuse_others_battle(register, battle)
        return self.tours.preview_correction(register, fixes, reason, battle)

    def correct(
        self, act: Act, register: str, fixes: Sequence[Fix], reason: str, battle: str = ""
    ) -> Appended:
        """Put things right, visibly."""
        self.may_correct(act.actor, register)
        self._refuse_others_battle(register, battle)
        return self.tours.correct(act, register, fixes, reason, battle)

    def _refuse_others_battle(self, register: str, battle: str) -> None:
        """A correction is about a battle of this Register, or about none in particular."""
        now = self.tours.register(register).state
        if battle and battle not in {now.open_battle, *(past.battle for past in now.battles)}:
            raise _refused("register.no_such_battle")

    def may_correct(self, actor: str, register: str) -> None:
        """The arbitrator of the Register's campaign; without a campaign its owner is their own."""
        loaded = self.register(actor, register).state
        if loaded.campaign and not is_arbitrator(self.tours, actor, loaded.campaign):
            raise _refused("campaign.arbitrator_only")

    def _arbitrate(self, act: Act, campaign: str) -> Tours:
        self.club(act.actor, campaign)
        if not is_arbitrator(self.tours, act.actor, campaign):
            raise _refused("campaign.arbitrator_only")
        return self.tours


def _refused(code: str, **params: int) -> Refused:
    return Refused(Violation(code=code, source=SOURCE, params=dict(params)))
