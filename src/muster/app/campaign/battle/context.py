"""A battle and its two sides, as commands read and write them.

A step writes to the battle and to the side's own Register in one act. Over a `RequestStore`,
everything is read once.
"""

import os
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta

import msgspec

from muster.app.acting import Act, Command
from muster.app.campaign.arcs import ArcStore
from muster.app.campaign.battle.commands import Rolling
from muster.app.campaign.battle.faces import Dice, turn_with_roll
from muster.app.campaign.battle.opponents import Opponents
from muster.app.campaign.logs import REGISTERS, CampaignLogs
from muster.app.request_store import RequestStore
from muster.app.stream_roles import StreamRoles
from muster.app.streams import Appended, EventStore, Loaded, Write
from muster.rules.campaign.battle.battle import BATTLE, SIDES, Battle, other
from muster.rules.campaign.battle.events import BattleRecorded, SideKey
from muster.rules.campaign.battle.muster import Mustered, MusterPlan, muster
from muster.rules.campaign.battle.steps.going_on import play_out_turn
from muster.rules.campaign.battle.steps.open_step import OpenStep, open_step
from muster.rules.campaign.battle.steps.side import SideContext, Turn
from muster.rules.campaign.library.library import Library
from muster.rules.campaign.register.register import Register, problem
from muster.rules.cards.catalogue import Catalogue
from muster.rules.dice.faces import Die, Roll
from muster.rules.log import Event, Recorded
from muster.rules.violations import Refused, refuse_unless

PATIENCE = timedelta(days=3)


class SideRef(msgspec.Struct, frozen=True):
    """A battle and a side of it."""

    battle: str
    side: SideKey


class LoadedSide(msgspec.Struct, frozen=True):
    """A side's context and the versions it was read at, which the next write must expect."""

    context: SideContext
    battle: int
    register: int


class BattleRole(msgspec.Struct, frozen=True):
    """What somebody is to a battle: which sides are theirs, and whether they are its arbitrator. Other
    members of its campaign read it, without the secrets of either side."""

    sides: tuple[SideKey, ...] = ()
    arbitrator: bool = False

    @property
    def acts(self) -> bool:
        """Whether there is anything for them to do."""
        return bool(self.sides) or self.arbitrator


class BattleTable:
    """Battles over one event store. Without `roles` there are no permission checks, only rules."""

    def __init__(  # noqa: PLR0913 - everything a battle rests on, by name
        self,
        store: EventStore,
        library: Library | None = None,
        cards: Catalogue | None = None,
        *,
        entropy: Callable[[int], bytes] = os.urandom,
        roles: StreamRoles | None = None,
        opponents: Opponents | None = None,
        own_arcs: ArcStore | None = None,
    ) -> None:
        self.store = store
        self.logs = CampaignLogs(store, library, cards, own_arcs)
        self.entropy = entropy
        self.roles = roles
        self.opponents = opponents

    def battle(self, battle: str) -> Loaded[Battle]:
        """A battle now."""
        return self.store.load(BATTLE, battle)

    def prefetch(self, battles: Collection[str]) -> None:
        """Read these battles with their Registers and campaigns in two queries, if the store caches
        streams."""
        if not isinstance(self.store, RequestStore):
            return
        self.store.open(battles)
        found = [self.battle(battle).state for battle in battles]
        named = [battle.side(key).register for battle in found for key in SIDES]
        self.store.open([*named, *(battle.campaign for battle in found)])

    def load_side(self, at: SideRef) -> LoadedSide:
        """A side's context, with the versions read."""
        found = self.battle(at.battle)
        side, enemy = found.state.side(at.side), found.state.side(other(at.side))
        own = self.logs.register(side.register) if side.register else Loaded(Register(), 0)
        theirs = self.logs.register(enemy.register).state if enemy.register else None
        cards, library = self.logs.cards, self.logs.library
        context = SideContext(found.state, at.side, own.state, cards, library, theirs)
        return LoadedSide(context, found.version, own.version)

    def open_step(self, at: SideRef) -> OpenStep:
        """What this side may do now."""
        return open_step(self.load_side(at).context)

    def preview_muster(self, at: SideRef, plan: MusterPlan) -> Mustered:
        """The army of a plan with every problem, before it is mustered."""
        return muster(self.load_side(at).context, plan)

    def owned_by(self, actor: str) -> Collection[str]:
        """The actor's own Registers."""
        return self.roles.streams(actor, "owner", REGISTERS) if self.roles is not None and actor else ()


class BattleContext:
    """One battle at one of its sides for one request, so that roles are looked up once. With `goes_on`,
    a turn also does whatever follows without a decision."""

    def __init__(self, table: BattleTable, at: SideRef) -> None:
        self.table = table
        self.at = at
        self.goes_on = False
        self._roles: dict[str, BattleRole] = {}

    # Looking ---------------------------------------------------------------------------------------------

    @property
    def battle(self) -> Battle:
        """The battle now."""
        return self.table.battle(self.at.battle).state

    @property
    def context(self) -> SideContext:
        """The context of this side."""
        return self.table.load_side(self.at).context

    def context_of(self, side: SideKey) -> SideContext:
        """The context of one of the two sides."""
        return self.table.load_side(SideRef(self.at.battle, side)).context

    @property
    def log(self) -> Sequence[Recorded]:
        """Everything ever written about the battle."""
        return self.table.store.read(self.at.battle)

    @property
    def effective(self) -> Sequence[Recorded]:
        """The entries that count."""
        return self.table.logs.effective(self.at.battle)

    def role(self, actor: str) -> BattleRole:
        """The actor's role in the battle; refused as unknown for anyone without one."""
        if actor not in self._roles:
            found, owned = self.battle, self.table.owned_by(actor)
            mine = tuple(key for key in SIDES if found.side(key).register in owned)
            arbitrator = self.table.logs.is_arbitrator(actor, found.campaign)
            member = self.table.logs.is_member(actor, found.campaign)
            if not mine and not arbitrator and not member:
                raise Refused(problem("battle.unknown"))
            self._roles[actor] = BattleRole(mine, arbitrator)
        return self._roles[actor]

    @property
    def record(self) -> Recorded | None:
        """The record that counts, with who wrote it and when."""
        return next(
            (entry for entry in reversed(self.effective) if isinstance(entry.event, BattleRecorded)), None
        )

    def refuse_other_record(self, seen: int) -> None:
        """Refuse if somebody else has written the record since: the request is based on another one, or
        on none."""
        found = self.record
        refuse_unless(seen == (found.version if found else 0), problem("battle.record_moved"))

    def may_go_on_alone(self, now: datetime) -> bool:
        """Whether the record is old enough to go on without the other side."""
        return self.record is not None and now - self.record.at >= PATIENCE

    # Writing ---------------------------------------------------------------------------------------------

    def turn(
        self, act: Act, command: Command, decide: Callable[[SideContext], Turn], side: SideKey | None = None
    ) -> Appended:
        """Decide for a side, one's own by default, and write battle and Register together."""
        logs, at = self.table.logs, SideRef(self.at.battle, side or self.at.side)
        if (done := logs.earlier_answer(act, (at, command))) is not None:
            return done
        loaded = self.table.load_side(at)
        turn = decide(loaded.context)
        turn = play_out_turn(loaded.context, turn) if self.goes_on else turn
        return logs.write(act, (at, command), _writes(at, loaded, turn))

    def with_dice(self, command: Rolling, dice: tuple[Die, ...], decide: Callable[[Roll], Turn]) -> Turn:
        """Decide with a roll: kept faces first, then typed ones, then dice rolled by the app."""
        return turn_with_roll(self.log, Dice(dice, command.faces, self.table.entropy), decide)

    def write(self, act: Act, command: Command, decide: Callable[[Battle], tuple[Event, ...]]) -> Appended:
        """Decide for the battle as a whole, and write to it alone."""
        logs, request = self.table.logs, (self.at, command)
        if (done := logs.earlier_answer(act, request)) is not None:
            return done
        found = self.table.battle(self.at.battle)
        return logs.write(act, request, [Write(self.at.battle, found.version, decide(found.state))])


def _writes(at: SideRef, loaded: LoadedSide, turn: Turn) -> list[Write]:
    """Both streams in one act; a stream that gets no event is still guarded against changes."""
    writes = [Write(at.battle, loaded.battle, turn.battle)]
    if loaded.context.side.register:
        writes.append(Write(loaded.context.side.register, loaded.register, turn.register))
    return writes
