"""Use cases of Tours of Duty: campaigns and Registers. Battles and their steps: `campaign_battles`.

Who may do what is for the caller to check; here every act is decided by the rules and written whole.
"""

from collections.abc import Callable, Sequence
from datetime import date

import msgspec

from muster.app import undo as undoing
from muster.app.acting import Act, fingerprint
from muster.app.streams import Appended, EventStore, Loaded, Write
from muster.rules.campaign.battle.steps.aid import AidRequest, decide_starting_aid
from muster.rules.campaign.club import membership
from muster.rules.campaign.club.membership import CAMPAIGN, Campaign
from muster.rules.campaign.club.switches import Switches
from muster.rules.campaign.library.library import Library, library
from muster.rules.campaign.register import editing
from muster.rules.campaign.register.editing import Fix
from muster.rules.campaign.register.events import BattleClosed, CampaignEntered
from muster.rules.campaign.register.recruiting import Recruit
from muster.rules.campaign.register.register import REGISTER, Register, evolve, problem
from muster.rules.cards.catalogue import Catalogue, catalogue
from muster.rules.cards.vocabulary import Faction
from muster.rules.log import Event, live
from muster.rules.violations import Refused, Violation

__all__ = ["Preview", "Tours"]


class Preview(msgspec.Struct, frozen=True):
    """What a correction would do: the Register before and after."""

    before: Register
    after: Register


class Tours:
    """The use cases of Registers and campaigns over one event store."""

    def __init__(
        self, store: EventStore, books: Library | None = None, cards: Catalogue | None = None
    ) -> None:
        self.store = store
        self.library = books or library()
        self.cards = cards or catalogue()

    # Looking ---------------------------------------------------------------------------------------------

    def register(self, register: str, upto: int | None = None) -> Loaded[Register]:
        """A Register now, or as of a version."""
        return self.store.load(REGISTER, register, upto)

    def register_after(self, register: str, battle: str) -> Register:
        """The Register as it was when the ten steps of a battle were done."""
        for entry in reversed(live(self.store.read(register))):
            if isinstance(entry.event, BattleClosed) and entry.event.battle == battle:
                return self.register(register, entry.version).state
        raise Refused(Violation(code="register.no_such_battle", source="Tours of Duty", about=(battle[:60],)))

    def campaign(self, campaign: str) -> Loaded[Campaign]:
        """A campaign now."""
        return self.store.load(CAMPAIGN, campaign)

    def switches(self, campaign: str) -> Switches:
        """How a campaign reads the contested rules; the rulings themselves without one."""
        return self.campaign(campaign).state.switches if campaign else Switches()

    # Registers -------------------------------------------------------------------------------------------

    def open_register(self, act: Act, register: str, faction: Faction, points_date: date) -> Appended:
        """Begin a Register under a fresh stream id."""
        event = editing.decide_open(faction, points_date, act.actor)
        return self.write(act, ("open", register, faction, str(points_date)), [Write(register, 0, (event,))])

    def recruit(self, act: Act, register: str, wanted: Recruit) -> Appended:
        """Add a unit outside a battle."""

        def decide(now: Register) -> Sequence[Event]:
            return [editing.decide_edit(now, wanted, self.cards, self.switches(now.campaign))]

        return self.at_register(act, register, wanted, decide)

    def name_unit(self, act: Act, register: str, dossier: str, name: str) -> Appended:
        """Name a unit."""
        return self.at_register(
            act,
            register,
            ("name", dossier, name),
            lambda now: [editing.decide_unit_name(now, dossier, name)],
        )

    def withdraw(self, act: Act, register: str, dossier: str, upgrade: str = "") -> Appended:
        """Take back a unit, or one of its upgrades, before the first battle."""

        def decide(now: Register) -> Sequence[Event]:
            if upgrade:
                return [editing.decide_withdraw_upgrade(now, dossier, upgrade)]
            return [editing.decide_withdraw(now, dossier)]

        return self.at_register(act, register, ("withdraw", dossier, upgrade), decide)

    def choose_arc(self, act: Act, register: str, arc: str) -> Appended:
        """Choose the story arc while building."""
        return self.at_register(
            act, register, ("arc", arc), lambda now: [editing.decide_arc(now, arc, self.library)]
        )

    def name_register(self, act: Act, register: str, name: str) -> Appended:
        """Name the Register."""
        return self.at_register(act, register, ("title", name), lambda now: [editing.decide_name(now, name)])

    def request_aid(self, act: Act, register: str, request: AidRequest) -> Appended:
        """An aid request after building the starting Register."""
        return self.at_register(
            act,
            register,
            request,
            lambda now: decide_starting_aid(now, request, self.cards, self.library),
        )

    def found(self, act: Act, register: str) -> Appended:
        """Finish building."""
        return self.at_register(act, register, "found", lambda now: [editing.decide_found(now)])

    def retire(self, act: Act, register: str) -> Appended:
        """Retire the Register."""
        return self.at_register(act, register, "retire", lambda now: [editing.decide_retire(now)])

    def move_points_date(self, act: Act, register: str, day: date) -> Appended:
        """Count with the points of another day (R25)."""
        return self.at_register(
            act,
            register,
            ("points", str(day)),
            lambda now: [editing.decide_points_date(now, day, self.cards)],
        )

    def preview_correction(
        self, register: str, fixes: Sequence[Fix], reason: str, battle: str = ""
    ) -> Preview:
        """What a correction would change, before it is made."""
        before = after = self.register(register).state
        for event in editing.decide_correction(before, fixes, reason, battle, self.library):
            after = evolve(after, event)
        return Preview(before, after)

    def correct(
        self, act: Act, register: str, fixes: Sequence[Fix], reason: str, battle: str = ""
    ) -> Appended:
        """The arbitrator puts things right, visibly."""
        return self.at_register(
            act,
            register,
            ("correct", list(fixes), reason, battle),
            lambda now: editing.decide_correction(now, fixes, reason, battle, self.library),
        )

    def undo(self, act: Act, register: str, target: str) -> Appended:
        """Take back the actor's own latest act on a Register outside any battle."""
        if self.store.streams_of(target) != [register]:
            raise Refused(Violation(code="log.nothing_to_undo", source="log", about=(target[:100],)))
        if battle := self.register(register).state.open_battle:
            raise Refused(problem("register.in_battle", (battle,), 128))
        return undoing.undo(self.store, target, actor=act.actor, at=act.at, batch=act.batch)

    # Campaigns -------------------------------------------------------------------------------------------

    def open_campaign(self, act: Act, campaign: str, name: str) -> Appended:
        """Begin a campaign under a fresh stream id; who opens it is its arbitrator."""
        event = membership.decide_campaign(name, act.actor)
        return self.write(act, ("open", campaign, name), [Write(campaign, 0, (event,))])

    def join(self, act: Act, campaign: str, person: str) -> Appended:
        """A person joins."""
        return self._at_campaign(act, campaign, ("join", person), lambda c: membership.decide_join(c, person))

    def leave(self, act: Act, campaign: str, person: str, *, removed: bool = False) -> Appended:
        """A person leaves or is removed, and their Registers with them: one act in all their streams.

        Who was removed knows the invitation, so it is renewed with the removal.
        """
        asked = ("leave", campaign, person)
        if (done := self.answered(act, asked)) is not None:
            return done
        club = self.campaign(campaign)
        left: list[Event] = [membership.decide_leave(club.state, person)]
        left += [membership.decide_renew_invitation(club.state)] if removed else []
        theirs = [register for register, whose in club.state.registers.items() if whose == person]
        versions = self.store.versions(theirs)
        writes = [Write(one, versions[one], (CampaignEntered(""),)) for one in theirs]
        return self.write(act, asked, [Write(campaign, club.version, tuple(left)), *writes])

    def rename_campaign(self, act: Act, campaign: str, name: str) -> Appended:
        """Another name for the campaign."""
        return self._at_campaign(act, campaign, ("rename", name), lambda c: membership.decide_rename(c, name))

    def renew_invitation(self, act: Act, campaign: str) -> Appended:
        """Make earlier invitations worthless."""
        return self._at_campaign(act, campaign, "renew", membership.decide_renew_invitation)

    def hand_over(self, act: Act, campaign: str, person: str) -> Appended:
        """The arbitrator hands over."""
        return self._at_campaign(
            act, campaign, ("hand over", person), lambda c: membership.decide_hand_over(c, person)
        )

    def set_switch(self, act: Act, campaign: str, switch: str, on: bool) -> Appended:
        """Switch a contested rule, from the next battle on."""
        return self._at_campaign(
            act, campaign, ("switch", switch, on), lambda c: membership.decide_switch_setting(c, switch, on)
        )

    def end_campaign(self, act: Act, campaign: str) -> Appended:
        """End a campaign."""
        return self._at_campaign(act, campaign, "end", membership.decide_end)

    def enter(self, act: Act, campaign: str, register: str, person: str) -> Appended:
        """A Register enters a campaign, and leaves the one it was in: one act in all the streams."""
        asked = ("enter", campaign, register)
        if (done := self.answered(act, asked)) is not None:
            return done
        club, now = self.campaign(campaign), self.register(register)
        writes = [
            Write(campaign, club.version, (membership.decide_enter(club.state, register, person),)),
            Write(register, now.version, (CampaignEntered(campaign),)),
        ]
        if battle := now.state.open_battle:
            raise Refused(problem("register.in_battle", (battle,), 128))
        if now.state.campaign:
            old = self.campaign(now.state.campaign)
            left = membership.decide_withdraw_register(old.state, register)
            writes.append(Write(now.state.campaign, old.version, (left,)))
        return self.write(act, asked, writes)

    def leave_campaign(self, act: Act, campaign: str, register: str) -> Appended:
        """A Register leaves a campaign: one act in both streams."""
        asked = ("leave", campaign, register)
        if (done := self.answered(act, asked)) is not None:
            return done
        club, now = self.campaign(campaign), self.register(register)
        left = membership.decide_withdraw_register(club.state, register)
        writes = [
            Write(campaign, club.version, (left,)),
            Write(register, now.version, (CampaignEntered(""),)),
        ]
        return self.write(act, asked, writes)

    # Writing ---------------------------------------------------------------------------------------------

    def at_register(
        self, act: Act, register: str, asked: object, decide: Callable[[Register], Sequence[Event]]
    ) -> Appended:
        """Decide on the Register as it stands and write; the same key acts once."""
        request = (register, asked)
        if (done := self.answered(act, request)) is not None:
            return done
        now = self.register(register)
        return self.write(act, request, [Write(register, now.version, tuple(decide(now.state)))])

    def _at_campaign(
        self, act: Act, campaign: str, asked: object, decide: Callable[[Campaign], Event]
    ) -> Appended:
        request = (campaign, asked)
        if (done := self.answered(act, request)) is not None:
            return done
        now = self.campaign(campaign)
        return self.write(act, request, [Write(campaign, now.version, (decide(now.state),))])

    def answered(self, act: Act, asked: object) -> Appended | None:
        """The answer already given to this key: deciding again might roll other dice."""
        key = act.asking(fingerprint(asked))
        return self.store.answered(act.actor, key) if key else None

    def write(self, act: Act, asked: object, writes: Sequence[Write]) -> Appended:
        """One act, in all its streams or in none."""
        key = act.asking(fingerprint(asked))
        return self.store.append(writes, actor=act.actor, at=act.at, batch=act.batch, key=key)
