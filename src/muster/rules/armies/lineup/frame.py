"""What an army is built within: its faction, battle force and choices, its side of the Force, its prices.

All armies of one faction, battle force and points date share one frame, and the frame caches what was worked
out in it: bare units, points of cards, loadouts, hands and decks.
"""

from datetime import date
from functools import lru_cache

from muster.rules.armies.army import Army
from muster.rules.armies.lineup.loadout import Bare, KeptLoadout, PointsPart
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.naming import plain
from muster.rules.cards.pricing import Price, points_on
from muster.rules.cards.types import BattleForce, Counterpart, Priced, Unit, Upgrade
from muster.rules.cards.vocabulary import Faction, ForceSide, Rank

KEPT_LOADOUTS = 800
KEPT_CARDS = 400
KEPT_FRAMES = 48

# Maul fills a commander's place while he carries his Darksaber; his printed rank stays an operative's.
FILLS_RANK_WITH: dict[str, dict[str, Rank]] = {"rc": {"rq": "commander"}}

NO_RANKS: dict[str, Rank] = {}


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
        price = points_on(card, self.day, shelves.seen_of(card)) if self.day else points_on(card)
        self[card_id] = price
        return price


class Parts(dict[str, PointsPart]):
    """What cards cost before the army changes anything, worked out when first asked for."""

    def __init__(self, prices: Prices) -> None:
        super().__init__()
        self.prices = prices

    def __missing__(self, card_id: str) -> PointsPart:
        points = self.prices[card_id].points
        part = self[card_id] = PointsPart(card_id, points or 0, priced=points is not None)
        return part


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
        self.facts = facts(catalogue)
        self.faction = faction
        self.force_id = force_id
        self.force: BattleForce | None = catalogue.battle_forces.get(force_id) if force_id else None
        self.choices = choices
        self.prices = Prices(catalogue, day)
        self.parts = Parts(self.prices)
        self.loadouts: dict[object, KeptLoadout] = {}
        self.sound_cards: set[object] = set()
        self.bare: dict[str, Bare] = {}
        offered = self.force.choices if self.force else ()
        self.chosen = tuple(choice for choice in offered if choice.name in choices)
        self.added = {unit_id for choice in self.chosen for unit_id in choice.adds_units}
        roster = self.force.roster.items() if self.force else ()
        self.places: dict[str, Rank] = {unit_id: rank for rank, units in roster for unit_id in units}

    @property
    def sides(self) -> tuple[ForceSide, ...]:
        """Light or dark: the army decides, by its battle force or its faction (rules 408 and 409).

        Mercenary armies take it from the battle force, which may leave the choice to the player; Mandalorian
        armies have none.
        """
        if self.force is not None:
            return self.force.sides
        side = self.catalogue.army.force_sides.get(self.faction)
        return (side,) if side else ()

    def on_roster(self, unit: Unit) -> bool:
        """Whether the battle force lists the unit, or a choice adds it."""
        return unit.id in self.places or unit.id in self.added

    def rank_of(self, unit: Unit, upgrades: tuple[str, ...] = ()) -> Rank:
        """The rank whose place the unit fills: the roster of the battle force may move it."""
        for card, rank in FILLS_RANK_WITH.get(unit.id, NO_RANKS).items():
            if card in upgrades:
                return rank
        return self.places.get(unit.id, unit.rank)

    def is_hired(self, unit: Unit) -> bool:
        """Whether the unit serves as a mercenary: not where a battle force counts mercenaries as its own.

        In an army that is a battle force by nature nobody is hired.
        """
        own = self.force is not None and self.force.mercenaries_as_own
        return unit.mercenary and not own and not self.is_always_a_force

    def has_detachment(self, unit: Unit) -> bool:
        """Whether the unit's Detachment holds here: a battle force may ignore it."""
        ignored = self.force.detachment_ignored_for if self.force is not None else ()
        return unit.detachment is not None and unit.id not in ignored

    @property
    def is_always_a_force(self) -> bool:
        """Mercenary and Mandalorian armies exist only as battle forces."""
        return self.faction in self.catalogue.army.needs_battle_force

    def points(self, card: Unit | Upgrade | Counterpart) -> int:
        """The points of a card on the army's date; an unpriced card adds nothing and is reported."""
        return self.prices[card.id].points or 0

    def keep(self, key: object, loadout: KeptLoadout) -> None:
        """Keep a loadout; when there are too many, start again."""
        if len(self.loadouts) >= KEPT_LOADOUTS:
            self.loadouts.clear()
        self.loadouts[key] = loadout

    def keep_cards(self, hand_and_deck: object) -> None:
        """Remember a hand and a deck that break no rule. When the cache is full, start over."""
        if len(self.sound_cards) >= KEPT_CARDS:
            self.sound_cards.clear()
        self.sound_cards.add(hand_and_deck)


# Made once for a faction, battle force, choices and date.
frame = lru_cache(maxsize=KEPT_FRAMES)(Frame)


def frame_of(army: Army, catalogue: Catalogue) -> Frame:
    """The frame of an army, with the cards as they were on its date."""
    return frame(
        catalogue.on(army.points_date), army.faction, army.battle_force, army.choices, army.points_date
    )


class CardFacts:
    """Look-ups over the whole catalogue that every check needs, worked out once."""

    def __init__(self, catalogue: Catalogue) -> None:
        data = catalogue.data
        priced = (card for card in data.cards if isinstance(card, Priced))
        self.bullets = {card.id: (plain(card.bullet_name), card.limit) for card in priced if card.limit}
        self.bulleted = frozenset(self.bullets)
        self.announced = frozenset(card.id for card in data.cards if card.release.status == "unreleased")
        self.names = {card.id: plain(card.name) for card in data.battle_cards}
        self.names |= {card.id: plain(card.unique_name or card.name) for card in data.upgrades}
        needed = (points.unit_in_army for upgrade in data.upgrades for points in upgrade.conditional_points)
        self.price_setters = frozenset(unit_id for unit_id in needed if unit_id)
        self.own_slotted = tuple(card for card in data.upgrades if card.own_slot)
        self.kinds: dict[str, str] = {card.id: card.kind for card in data.cards}


facts = lru_cache(maxsize=48)(CardFacts)
