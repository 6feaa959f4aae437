"""The streams of Tours of Duty in one event store: loads Registers and campaigns, and writes acts
atomically.

Permissions are checked above this (`registers`, `clubs`, `battle`).
"""

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Generic, TypeVar

from muster.app.acting import Act, Command, fingerprint
from muster.app.campaign.arcs import ArcStore, arcs_to_choose
from muster.app.request_store import RequestStore
from muster.app.streams import Appended, EventStore, Loaded, Write
from muster.rules.campaign.club.membership import CAMPAIGN, Campaign
from muster.rules.campaign.library.library import Library, library
from muster.rules.campaign.library.parts import Arc
from muster.rules.campaign.register.events import BattleClosed
from muster.rules.campaign.register.register import REGISTER, Register, problem
from muster.rules.campaign.switches import Switches
from muster.rules.cards.catalogue import Catalogue, catalogue, shorten
from muster.rules.log import Decider, Event, Recorded, effective
from muster.rules.violations import Refused, refuse_unless

S = TypeVar("S")
REGISTERS = "register:"
CAMPAIGNS = "campaign:"
BATTLES = "battle:"


class CampaignLogs:
    """Registers and campaigns in one event store, with the library they use.

    `own_arcs` are the homebrew arcs; without them nobody's arc is withheld from anybody.
    """

    def __init__(
        self,
        store: EventStore,
        campaign_library: Library | None = None,
        cards: Catalogue | None = None,
        own_arcs: ArcStore | None = None,
    ) -> None:
        self.store = store
        self.library = campaign_library or library()
        self.cards = cards or catalogue()
        self.own_arcs = own_arcs

    # Looking ---------------------------------------------------------------------------------------------

    def open(self, streams: Collection[str]) -> None:
        """Read all of these with one query, if the store caches streams for a request."""
        if isinstance(self.store, RequestStore):
            self.store.open(streams)

    def effective(self, stream: str) -> Sequence[Recorded]:
        """The entries of a stream that count."""
        return (
            self.store.log(stream).effective
            if isinstance(self.store, RequestStore)
            else effective(self.store.read(stream))
        )

    def register(self, register: str, upto: int | None = None) -> Loaded[Register]:
        """A Register now, or as of a version."""
        return self.store.load(REGISTER, register, upto)

    def register_after(self, register: str, battle: str) -> Register:
        """The Register as it was after the ten steps of a battle."""
        for entry in reversed(self.effective(register)):
            if isinstance(entry.event, BattleClosed) and entry.event.battle == battle:
                return self.register(register, entry.version).state
        raise Refused(problem("register.no_such_battle", (battle[:60],)))

    def campaign(self, campaign: str) -> Loaded[Campaign]:
        """A campaign now."""
        return self.store.load(CAMPAIGN, campaign)

    def switches(self, campaign: str) -> Switches:
        """A campaign's settings for contested rules; the default rulings without a campaign."""
        return self.campaign(campaign).state.switches if campaign else Switches()

    def is_arbitrator(self, actor: str, campaign: str) -> bool:
        """Whether the actor is the arbitrator of this campaign."""
        return bool(campaign and actor) and self.campaign(campaign).state.arbitrator == actor

    def is_member(self, actor: str, campaign: str) -> bool:
        """Whether the actor belongs to this campaign."""
        return bool(campaign and actor) and actor in self.campaign(campaign).state.members

    def arcs_of(self, account: str) -> list[Arc]:
        """The story arcs an account may choose: the official ones and its own."""
        known = list(self.library.arcs.values())
        if self.own_arcs is None or not any(arc.homebrew for arc in known):
            return known
        return arcs_to_choose(known, self.own_arcs.arcs(), account)

    def refuse_anothers_arc(self, arc: str, account: str) -> None:
        """Refuse someone else's homebrew arc as if it did not exist."""
        mine, given = [arc.id for arc in self.arcs_of(account)], shorten(arc)
        refuse_unless(
            arc in mine, problem("register.no_arc", (given,), 125, given=given, known=", ".join(mine))
        )

    # Writing ---------------------------------------------------------------------------------------------

    def earlier_answer(self, act: Act, request: object) -> Appended | None:
        """The answer already given to this key; deciding again might roll other dice."""
        key = act.key_for(fingerprint(request))
        return self.store.earlier_answer(act.actor, key) if key else None

    def write(self, act: Act, request: object, writes: Sequence[Write]) -> Appended:
        """Write one act to all its streams or to none."""
        key = act.key_for(fingerprint(request))
        return self.store.append(writes, actor=act.actor, at=act.at, batch=act.batch, key=key)


class At(Generic[S]):
    """A stream as a command finds it, read once, so that the write expects the version that was decided
    on."""

    def __init__(self, logs: CampaignLogs, decider: Decider[S], stream: str) -> None:
        self.logs, self.decider, self.stream = logs, decider, stream

    @cached_property
    def with_version(self) -> Loaded[S]:
        """The state with its version."""
        return self.logs.store.load(self.decider, self.stream)

    @property
    def now(self) -> S:
        """The current state."""
        return self.with_version.state

    def write(self, act: Act, command: Command, *events: Event, also: Sequence[Write] = ()) -> Appended:
        """Write what was decided, here and in other streams, as one act."""
        here = Write(self.stream, self.with_version.version, events)
        return self.logs.write(act, (self.stream, command), [here, *also])

    def begin(self, act: Act, command: Command, event: Event) -> Appended:
        """Write the first entry of a new stream."""
        return self.logs.write(act, (self.stream, command), [Write(self.stream, 0, (event,))])


def register_stream(named: str) -> str:
    """The stream of a Register, given its name in the log or its id as in addresses and the API."""
    return named[:100] if named.startswith(REGISTERS) else f"{REGISTERS}{named.replace('-', '')[:60]}"
