"""Every card of the game, loaded once: look-ups by id, slug and name, points on a date, relations."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date
from difflib import get_close_matches
from functools import cache, cached_property
from importlib.resources import files
from typing import TypeVar

import msgspec

from muster.rules.cards.dated import Former, card_on, formers, unit_on, unknown_on
from muster.rules.cards.effects import Effect, Effects, gives_of
from muster.rules.cards.equipping import Bearer, asks_for, at_best, bearer, bearer_as_printed, may_equip
from muster.rules.cards.gone import GoneCards
from muster.rules.cards.history import History, Was
from muster.rules.cards.named_on import keywords_on, listed_by
from muster.rules.cards.naming import plain
from muster.rules.cards.pricing import UNSEEN, Price, Seen, points_on, price_steps
from muster.rules.cards.search import Filters, Hit, SearchIndex, entry_for
from muster.rules.cards.types import (
    ArmyFacts,
    BattleCard,
    BattleForce,
    Card,
    CommandCard,
    Counterpart,
    Formats,
    Keyword,
    Priced,
    Product,
    Unit,
    Upgrade,
    Withdrawn,
)
from muster.rules.cards.vocabulary import FACTIONS, Faction, Slot
from muster.rules.violations import Refused, Violation

T = TypeVar("T")
SOURCE = "card data"


class CardData(msgspec.Struct, frozen=True, kw_only=True):
    """What the data files hold, file by file."""

    units: tuple[Unit, ...]
    upgrades: tuple[Upgrade, ...]
    commands: tuple[CommandCard, ...]
    battle_cards: tuple[BattleCard, ...]
    counterparts: tuple[Counterpart, ...]
    battle_forces: tuple[BattleForce, ...]
    keywords: tuple[Keyword, ...]
    products: tuple[Product, ...]
    withdrawn: tuple[Withdrawn, ...]
    history: History
    formats: Formats
    effects: Effects

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card with a two-character id."""
        return (*self.units, *self.upgrades, *self.commands, *self.battle_cards, *self.counterparts)

    @property
    def everything(self) -> tuple[Card, ...]:
        """The cards and the battle forces, whose ids are a list of their own: `bf` is a card and a force."""
        return (*self.cards, *self.battle_forces)


def read_data_file(name: str) -> bytes:
    """The bytes of one data file."""
    return files("muster.data").joinpath("cards", f"{name}.json").read_bytes()


def load_card_data() -> CardData:
    """Read the data files strictly: an unknown field or a wrong type is an error."""
    fields = msgspec.structs.fields(CardData)
    return CardData(
        **{field.name: msgspec.json.decode(read_data_file(field.name), type=field.type) for field in fields}
    )


def unknown_card(wanted: str, suggestions: Iterable[str], left: str = "") -> Refused:
    """The refusal for an id, slug or name that no card has: the nearest ones, and what left the game."""
    close = tuple(suggestions)
    shown = {"wanted": shorten(wanted), "suggestions": "; ".join(close), "left": left}
    return Refused(Violation(code="card.unknown", source=SOURCE, about=close, params=shown))


def shorten(text: str, longest: int = 60) -> str:
    """A text fit for a sentence: somebody may have typed a megabyte."""
    return text if len(text) <= longest else f"{text[:longest]}… ({len(text)} characters)"


class Catalogue:
    """All cards and the relations between them. Ids are case-sensitive; every look-up is O(1)."""

    def __init__(self, data: CardData) -> None:
        self.data = data
        self.cards: dict[str, Card] = {card.id: card for card in data.cards}
        self.units = {card.id: card for card in data.units}
        self.upgrades = {card.id: card for card in data.upgrades}
        self.commands = {card.id: card for card in data.commands}
        self.battle_cards = {card.id: card for card in data.battle_cards}
        self.counterparts = {card.id: card for card in data.counterparts}
        self.battle_forces = {card.id: card for card in data.battle_forces}
        self.keywords = {keyword.id: keyword for keyword in data.keywords}
        self.formats = {item.id: item for item in data.formats.formats}
        self.effects = {effect.id: effect for effect in data.effects.effects}
        self.slugs: dict[str, Card] = {card.slug: card for card in data.everything}
        self._seen: dict[str, Seen] = {}
        self._today: Catalogue = self
        self._on: dict[int, Catalogue] = {}
        self._equippers: dict[str, tuple[Unit, ...]] = {}
        self._upgrades_for: dict[str, Mapping[Slot, tuple[Upgrade, ...]]] = {}

    @property
    def army(self) -> ArmyFacts:
        """What holds for armies of every format."""
        return self.data.formats.army

    def card(self, card_id: str) -> Card:
        """The card with this id; an unknown one is refused, naming the same id in other case."""
        if (card := self.cards.get(card_id)) is None:
            raise unknown_card(card_id, self._ids_like(card_id), self.gone.departure_of(card_id))
        return card

    def name_of(self, card_id: str) -> str:
        """Name and title of a card, current or gone; the id itself where no card ever had it."""
        return self.cards[card_id].full_name if card_id in self.cards else self.gone.name_of(card_id)

    def unit(self, card_id: str) -> Unit:
        """The unit with this id."""
        return self._of(self.units, card_id)

    def upgrade(self, card_id: str) -> Upgrade:
        """The upgrade with this id."""
        return self._of(self.upgrades, card_id)

    def command(self, card_id: str) -> CommandCard:
        """The command card with this id."""
        return self._of(self.commands, card_id)

    def battle_force(self, force_id: str) -> BattleForce:
        """The battle force with this id; these ids are a list of their own."""
        if (force := self.battle_forces.get(force_id)) is None:
            raise unknown_card(force_id, self.battle_forces)
        return force

    def by_slug(self, slug: str) -> Card:
        """The card with this slug, `unit/jyn-erso-stardust`."""
        if (card := self.slugs.get(slug)) is None:
            raise unknown_card(slug, get_close_matches(slug[:80], self.slugs, n=3))
        return card

    def by_name(self, name: str, title: str | None = None) -> tuple[Card, ...]:
        """Every card of this name (former and display names too), narrowed by the title where given.

        Case, accents and kinds of quotes do not matter; "Name, Title" and "Name Title" work as well.
        """
        found = self._names.get(plain(name), ())
        wanted = plain(title) if title else None
        found = tuple(card for card in found if wanted is None or plain(card.title or "") == wanted)
        if not found:
            raise unknown_card(name, (hit.card.full_name for hit in self.search(name)[:3]))
        return found

    def search(self, query: str = "", filters: Filters | None = None) -> tuple[Hit, ...]:
        """Cards whose name, title or keywords answer the query, best first; an empty one finds all."""
        return self._index.search(query, filters or Filters())

    def points_on(self, card: Card, day: date | None = None) -> Price:
        """The points of a card on a date; without a date, or from the edition's date on, today's."""
        if day is None or day >= self.edition:
            return points_on(card)
        return points_on(card, day, self.seen_of(card))

    def points_course(self, card: Priced) -> tuple[tuple[date, Price], ...]:
        """What a card cost from which day on, as far as is known."""
        return price_steps(card, self.edition, self.seen_of(card))

    def earlier(self, card: Card) -> tuple[Was, ...]:
        """What the card was before changes that were seen, oldest first."""
        return () if isinstance(card, BattleForce) else self.data.history.of(card.id).was

    def on(self, day: date) -> "Catalogue":
        """The cards as they were on a day, as far as that decides about armies; from the edition's date on,
        these."""
        today = self._today
        if day >= today.edition:
            return today
        passed = bisect_right(today.turns, day)
        if passed == len(today.turns):
            return today
        if (known := today._on.get(passed)) is None:
            known = today._on[passed] = today._as_on(day)
        return known

    def _as_on(self, day: date) -> "Catalogue":
        data, held = self.data, self.formers
        dated = Catalogue(
            msgspec.structs.replace(
                data,
                units=tuple(unit_on(card, held[card.id], day) for card in data.units),
                upgrades=tuple(card_on(card, held[card.id], day) for card in data.upgrades),
                counterparts=tuple(card_on(card, held[card.id], day) for card in data.counterparts),
                commands=tuple(card_on(card, held[card.id], day) for card in data.commands),
            )
        )
        dated._today, dated._seen = self, self._seen
        return dated

    @cached_property
    def formers(self) -> dict[str, tuple[Former, ...]]:
        """What the fields of each card held before they changed."""
        data, updates = self.data, self.army.official_updates
        cards = (*data.units, *data.upgrades, *data.counterparts, *data.commands)
        return {card.id: tuple(formers(card, data.history, updates)) for card in cards}

    def unknown_on(self, card: Card, day: date) -> dict[date, set[str]]:
        """The changes of a card after this day whose earlier state nobody knows, by their dates."""
        held = self._today.formers.get(card.id, ())
        return unknown_on(card, held, self.data.history.first_day(card.id), day)

    @cached_property
    def turns(self) -> tuple[date, ...]:
        """The days on which some card became another."""
        return tuple(sorted({former.until for held in self.formers.values() for former in held}))

    def seen_of(self, card: Card | Priced) -> Seen:
        """The points of a card that were seen day by day."""
        if not isinstance(card, Priced):
            return UNSEEN
        if (seen := self._seen.get(card.id)) is None:
            seen = self._seen[card.id] = Seen(self.data.history.sightings(card), self.army.official_updates)
        return seen

    @cached_property
    def change_dates(self) -> tuple[date, ...]:
        """Every date on which anything changed, oldest first."""
        if self._today is not self:
            return self._today.change_dates
        days = set(self.army.official_updates)
        for card in self.data.cards:
            days.update(change.date for change in card.changes)
            days.update(change.date for change in getattr(card, "points_history", ()))
        return tuple(sorted(days))

    @property
    def edition(self) -> date:
        """The date of today's data: the newest dated change."""
        return self.change_dates[-1]

    def equippers(self, upgrade: Upgrade) -> tuple[Unit, ...]:
        """The units that may equip the upgrade, looking at the two cards alone."""
        if upgrade.id not in self._equippers:
            units = (unit for unit in self.data.units if may_equip(self._bearers[unit.id], upgrade))
            self._equippers[upgrade.id] = tuple(units)
        return self._equippers[upgrade.id]

    def upgrades_for(self, unit: Unit) -> Mapping[Slot, tuple[Upgrade, ...]]:
        """What the unit may equip, slot by slot, looking at the two cards alone."""
        if unit.id not in self._upgrades_for:
            fitting: dict[Slot, list[Upgrade]] = {slot: [] for slot in unit.slots}
            for upgrade in self.data.upgrades:
                if may_equip(self._bearers[unit.id], upgrade):
                    fitting.setdefault(upgrade.slot, []).append(upgrade)
            self._upgrades_for[unit.id] = {slot: tuple(upgrades) for slot, upgrades in fitting.items()}
        return self._upgrades_for[unit.id]

    def bearer(self, unit: Unit) -> Bearer:
        """The unit at its best: in any army that may field it, with what its own upgrades can give it."""
        return self._bearers[unit.id]

    def armies_for(self, card: Card) -> frozenset[Faction]:
        """The factions in whose armies the card can be of use."""
        if isinstance(card, Unit):
            return self._bearers[card.id].armies
        if isinstance(card, Upgrade):
            bearers = (self._bearers[unit.id].armies for unit in self.equippers(card))
            return frozenset().union(*bearers) & frozenset(card.army_factions or FACTIONS)
        if isinstance(card, Counterpart):
            return frozenset(card.army_factions)
        return frozenset((card.faction,) if card.faction else FACTIONS)

    def effect(self, card: Card) -> Effect | None:
        """What an upgrade or a command card does, where known; battle forces have ids of their own."""
        return None if isinstance(card, BattleForce) else self.effects.get(card.id)

    def command_cards(self, card: Unit | Counterpart) -> tuple[CommandCard, ...]:
        """The command cards that ask for this unit or counterpart."""
        return tuple(self._commands_of[card.id])

    def battle_forces_of(self, card: Card) -> tuple[BattleForce, ...]:
        """The battle forces that list this card."""
        return () if isinstance(card, BattleForce) else tuple(self._forces_of[card.id])

    def with_keyword(self, keyword_id: str) -> tuple[Card, ...]:
        """Every card that carries or mentions the keyword, on itself or on a weapon."""
        return tuple(self._with_keyword[keyword_id])

    def versions(self, card: Card) -> tuple[Card, ...]:
        """The other cards of the same name, of whatever kind."""
        name = plain(getattr(card, "unique_name", None) or card.name)
        return tuple(other for other in self._cards_by_plain_name[name] if other.slug != card.slug)

    def products_of(self, unit: Unit) -> tuple[Product, ...]:
        """The products that hold the unit, as far as known."""
        return tuple(product for product in self.data.products if unit.id in product.units)

    def _of(self, shelf: Mapping[str, T], card_id: str) -> T:
        if (card := shelf.get(card_id)) is None:
            raise unknown_card(card_id, (i for i in self._ids_like(card_id) if i in shelf))
        return card

    def _ids_like(self, card_id: str) -> tuple[str, ...]:
        return tuple(known for known in self.ids_by_case.get(card_id.lower(), ()) if known != card_id)

    @cached_property
    def gone(self) -> GoneCards:
        """The cards that left the game."""
        return GoneCards(self.data.history, self.data.withdrawn)

    @cached_property
    def ids_by_case(self) -> dict[str, list[str]]:
        """The ids of cards by their small letters, for those that differ only by case."""
        return group((card_id.lower(), card_id) for card_id in self.cards)

    @cached_property
    def _names(self) -> dict[str, tuple[Card, ...]]:
        spellings = group((plain(name), card) for card in self.data.everything for name in spellings_of(card))
        return {
            name: tuple({card.slug: card for card in cards}.values()) for name, cards in spellings.items()
        }

    @cached_property
    def keywords_by_name(self) -> dict[str, str]:
        """The ids of the keywords by their names as cards print them."""
        return {keyword.name: keyword.id for keyword in self.data.keywords}

    @cached_property
    def _cards_by_plain_name(self) -> dict[str, list[Card]]:
        cards = self.data.everything
        return group((plain(getattr(card, "unique_name", None) or card.name), card) for card in cards)

    @cached_property
    def _index(self) -> SearchIndex:
        entries = (
            entry_for(card, spellings_of(card), self._keyword_names(card), gives_of(card, self.effect(card)))
            for card in self.data.everything
        )
        return SearchIndex(entries, self.armies_for)

    def _keyword_names(self, card: Card) -> dict[str, str]:
        return {use: self.keywords[use].name for use in keywords_on(card) if use in self.keywords}

    @cached_property
    def _bearers(self) -> dict[str, Bearer]:
        changing = [upgrade for upgrade in self.data.upgrades if upgrade.changes_bearer]
        fielded = (bearer(unit, self._forces_of[unit.id], self.army) for unit in self.data.units)
        return {who.id: at_best(who, changing) for who in fielded}

    @cached_property
    def _commands_of(self) -> dict[str, list[CommandCard]]:
        asked = (*map(bearer_as_printed, self.data.units), *map(bearer_as_printed, self.data.counterparts))
        return group((who.id, card) for card in self.data.commands for who in asked if asks_for(card, who))

    @cached_property
    def _forces_of(self) -> dict[str, list[BattleForce]]:
        return group((card_id, force) for force in self.data.battle_forces for card_id in listed_by(force))

    @cached_property
    def _with_keyword(self) -> dict[str, list[Card]]:
        return group((keyword, card) for card in self.data.cards for keyword in keywords_on(card))


def group(pairs: Iterable[tuple[str, T]]) -> dict[str, list[T]]:
    """Values by key, in the order they came; a missing key has none."""
    groups: dict[str, list[T]] = defaultdict(list)
    for key, value in pairs:
        groups[key].append(value)
    return groups


def spellings_of(card: Card) -> set[str]:
    """Every way a list may write the card."""
    names = {card.name, *card.former_names, getattr(card, "unique_name", None) or card.name}
    titled = {f"{name} {card.title}" for name in names} if card.title else set()
    return names | titled | {name for name in (card.display_name, card.tts_name) if name}


@cache
def catalogue() -> Catalogue:
    """The catalogue of this release, loaded on first use."""
    return Catalogue(load_card_data())
