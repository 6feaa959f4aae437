"""A unit as it is equipped: what a line of an army has and costs, worked out in `outfitting`."""

import msgspec

from muster.rules.armies.army import ArmyUnit
from muster.rules.armies.lineup.slots import Fitting
from muster.rules.cards.equipping import Bearer
from muster.rules.cards.types import Counterpart, Unit, Upgrade
from muster.rules.cards.vocabulary import Rank, Slot


class PointsPart(msgspec.Struct, frozen=True, gc=False):
    """What one card of a unit costs: its points on the date, and the change that the army causes.

    `why` names the conditions of the change; `priced` is False where the points are not published.
    """

    card: str
    points: int
    delta: int = 0
    why: str = ""
    priced: bool = True

    @property
    def total(self) -> int:
        """Points and change together."""
        return self.points + self.delta


class Bare(msgspec.Struct, frozen=True, gc=False):
    """A unit in its army before any upgrade, the same for every army of a frame.

    Its bar is the printed one and the slots the battle force adds; with nothing in them it is `fitting`.
    """

    bearer: Bearer
    bar: tuple[tuple[Slot, str], ...]
    fitting: Fitting
    waived: frozenset[str]
    hired: bool
    detached: bool
    odd: bool


class Loadout(msgspec.Struct, frozen=True, gc=False):
    """One unit with its upgrades and counterpart, worked out within a frame.

    `all_upgrades` are its own and its counterpart's, `points` those of one such unit, `keywords` those on its
    card and its upgrades, `bulleted` its cards that are unique or limited, `announced` those that are not
    released yet. `odd` are units that the rank table counts in a way of their own.
    """

    unit: Unit
    rank: Rank
    upgrades: tuple[Upgrade, ...]
    all_upgrades: tuple[Upgrade, ...]
    fitting: Fitting
    parts: tuple[PointsPart, ...]
    points: int
    keywords: frozenset[str]
    hired: bool
    detached: bool
    odd: bool
    bulleted: tuple[str, ...] = ()
    announced: tuple[str, ...] = ()
    counterpart: Counterpart | None = None
    counterpart_upgrades: tuple[Upgrade, ...] = ()
    counterpart_fitting: Fitting | None = None
    unknown: tuple[str, ...] = ()

    @property
    def bearer(self) -> Bearer:
        """The unit as it stands, with what its upgrades give it."""
        return self.fitting.bearer

    @property
    def cards(self) -> tuple[Unit | Upgrade | Counterpart, ...]:
        """Every card of the unit: its own, its upgrades, its counterpart and what that carries."""
        return (self.unit, *self.all_upgrades, *((self.counterpart,) if self.counterpart else ()))

    def has(self, keyword: str) -> bool:
        """Whether the unit or an upgrade on it carries the keyword."""
        return keyword in self.keywords


class KeptLoadout(msgspec.Struct, gc=False):
    """A loadout as its frame keeps it: `sound` once no rule that looks at it by itself is broken."""

    loadout: Loadout
    sound: bool = False


class ArmyLine(msgspec.Struct, frozen=True, gc=False):
    """A line of the army whose unit is known, with its loadout."""

    entry: ArmyUnit
    loadout: Loadout

    @property
    def key(self) -> str:
        """The key of the line."""
        return self.entry.key

    @property
    def unit(self) -> Unit:
        """The unit card."""
        return self.loadout.unit

    @property
    def count(self) -> int:
        """How many such units."""
        return self.entry.count

    @property
    def rank(self) -> Rank:
        """The rank whose place the unit fills."""
        return self.loadout.rank

    @property
    def hired(self) -> bool:
        """Whether the unit serves as a mercenary."""
        return self.loadout.hired

    @property
    def points(self) -> int:
        """What all its units cost."""
        return self.loadout.points * self.entry.count
