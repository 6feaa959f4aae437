"""What an army is built within: its faction, battle force and choices, its side of the Force, its prices.

Frames are kept and shared: every army of one faction, battle force and points date has the same one, and the
outfits worked out in it are kept with it.
"""

from datetime import date
from functools import lru_cache

from muster.rules.armies.army import Army
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.naming import plain
from muster.rules.cards.pricing import Price, points_on
from muster.rules.cards.types import BattleForce, Choice, Counterpart, Unit, Upgrade
from muster.rules.cards.vocabulary import Faction, ForceSide, Rank

KEPT_OUTFITS = 800
KEPT_FRAMES = 48

# Maul fills a commander's place while he carries his Darksaber; his printed rank stays an operative's.
FILLS_RANK_WITH: dict[tuple[str, str], Rank] = {("rc", "rq"): "commander"}


class Prices(dict[str, Price]):
    """Points on one date, worked out when first asked for.

    From the newest recorded change on, today's points count, even where older records do not join up.
    """

    def __init__(self, catalogue: Catalogue, day: date) -> None:
        super().__init__()
        self.catalogue = catalogue
        self.day = day if day < catalogue.edition else None

    def __missing__(self, card_id: str) -> Price:
        shelves = self.catalogue
        card = shelves.units.get(card_id) or shelves.upgrades.get(card_id) or shelves.counterparts[card_id]
        price = points_on(card, self.day)
        self[card_id] = price
        return price


class Frame:
    """The frame of an army. `force` is None without a battle force, or with one that does not exist."""

    def __init__(
        self,
        catalogue: Catalogue,
        faction: Faction,
        force_id: str | None,
        choices: tuple[str, ...],
        day: date,
    ) -> None:
        self.catalogue = catalogue
        self.faction = faction
        self.force_id = force_id
        self.force: BattleForce | None = catalogue.battle_forces.get(force_id) if force_id else None
        self.choices = choices
        self.prices = Prices(catalogue, day)
        self.outfits: dict[object, object] = {}
        self.chosen = tuple(choice for choice in offered(self.force) if choice.name in choices)
        self.added = {unit_id for choice in self.chosen for unit_id in choice.adds_units}
        self.places: dict[str, Rank] = places_in(self.force)

    @property
    def side(self) -> ForceSide | None:
        """Light or dark: the army decides, by its battle force or its faction (rules 408 and 409).

        Mercenary armies take it from the battle force; Mandalorian armies have none.
        """
        if self.force is not None:
            return self.force.force_side
        return self.catalogue.army.force_sides.get(self.faction)

    def on_roster(self, unit: Unit) -> bool:
        """Whether the battle force lists the unit, or a choice adds it."""
        return unit.id in self.places or unit.id in self.added

    def rank_of(self, unit: Unit, upgrades: tuple[str, ...] = ()) -> Rank:
        """The rank whose place the unit fills: the roster of the battle force may move it."""
        for upgrade in upgrades:
            if (unit.id, upgrade) in FILLS_RANK_WITH:
                return FILLS_RANK_WITH[unit.id, upgrade]
        return self.places.get(unit.id, unit.rank)

    def hired(self, unit: Unit) -> bool:
        """Whether the unit serves as a mercenary: not where a battle force counts mercenaries as its own.

        In an army that is a battle force by nature nobody is hired.
        """
        own = self.force is not None and self.force.mercenaries_as_own
        return unit.mercenary and not own and not self.is_always_a_force

    @property
    def is_always_a_force(self) -> bool:
        """Mercenary and Mandalorian armies exist only as battle forces."""
        return self.faction in self.catalogue.army.needs_battle_force

    def points(self, card: Unit | Upgrade | Counterpart) -> int:
        """The points of a card on the army's date; an unpriced card adds nothing and is reported."""
        return self.prices[card.id].points or 0

    def keep(self, key: object, outfit: object) -> None:
        """Keep an outfit; when there are too many, start again."""
        if len(self.outfits) >= KEPT_OUTFITS:
            self.outfits.clear()
        self.outfits[key] = outfit


def offered(force: BattleForce | None) -> tuple[Choice, ...]:
    """The choices a battle force offers."""
    return force.choices if force else ()


def places_in(force: BattleForce | None) -> dict[str, Rank]:
    """The rank each unit of the roster fills."""
    if force is None:
        return {}
    return {unit_id: rank for rank, units in force.roster.items() for unit_id in units}


@lru_cache(maxsize=KEPT_FRAMES)
def frame(
    catalogue: Catalogue, faction: Faction, force_id: str | None, choices: tuple[str, ...], day: date
) -> Frame:
    """The frame for these, made once."""
    return Frame(catalogue, faction, force_id, choices, day)


def frame_of(army: Army, catalogue: Catalogue) -> Frame:
    """The frame of an army."""
    return frame(catalogue, army.faction, army.battle_force, army.choices, army.points_date)


class CardFacts:
    """Look-ups over the whole catalogue that every check needs, worked out once."""

    def __init__(self, catalogue: Catalogue) -> None:
        data = catalogue.data
        priced: tuple[Unit | Upgrade | Counterpart, ...] = (
            *data.units,
            *data.upgrades,
            *data.counterparts,
        )
        self.bullets: dict[str, tuple[str, int]] = {
            card.id: (plain(card.bullet_name), card.limit or 0) for card in priced if card.limit
        }
        self.names = {card.id: plain(card.unique_name or card.name) for card in data.upgrades}
        self.withdrawn = {plain(card.name): card for card in data.withdrawn}
        self.price_setters = price_setters(data.upgrades)
        self.kinds: dict[str, str] = {card.id: card.kind for card in data.cards}
        self.lower: dict[str, list[str]] = {}
        for card_id in self.kinds:
            self.lower.setdefault(card_id.lower(), []).append(card_id)


def price_setters(upgrades: tuple[Upgrade, ...]) -> frozenset[str]:
    """The units whose presence changes what some upgrade costs."""
    needed = (points.unit_in_army for upgrade in upgrades for points in upgrade.conditional_points)
    return frozenset(unit_id for unit_id in needed if unit_id)


@lru_cache(maxsize=8)
def facts(catalogue: Catalogue) -> CardFacts:
    """The look-ups of a catalogue."""
    return CardFacts(catalogue)
