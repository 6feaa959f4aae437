"""From names to cards: a written list becomes an army, and every name that stays open becomes a note."""

from collections.abc import Iterable, Mapping
from datetime import date
from functools import cached_property

from muster.rules.armies.exchange.draft import LONGEST_ID, Draft, DraftLine, likeliest
from muster.rules.armies.exchange.findings import Findings
from muster.rules.armies.exchange.names import CardT, names_of, narrow_down
from muster.rules.armies.exchange.results import REMARKS, Imported, import_refusal
from muster.rules.armies.exchange.written import (
    NO_CHOICES,
    WrittenCard,
    WrittenList,
    WrittenUnit,
    faction_word,
)
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.equipping import may_equip, meets_restriction
from muster.rules.cards.naming import plain
from muster.rules.cards.types import BattleCard, Card, CommandCard, Counterpart, Priced, Unit, Upgrade
from muster.rules.cards.vocabulary import Faction
from muster.rules.violations import Refused, Violation

MOST_COUNT = 99_999
MOST_REASONS = 5
# Formats that list units as such: what stands there is one, known or not.
UNITS_APART = frozenset({"tts"})
WITH_TITLES = ("tts", "admiral")


class Resolver:
    """Looks up the names of one list; `day` is its day, where it is of an earlier one."""

    def __init__(
        self,
        written: WrittenList,
        catalogue: Catalogue,
        choices: Mapping[str, str] = NO_CHOICES,
        day: date | None = None,
    ) -> None:
        written.choose(choices, catalogue)
        self.written = written
        self.catalogue = catalogue
        self.day = day
        self.book = names_of(catalogue)
        self.findings = Findings(self.book, day)
        self.draft = Draft(catalogue, self.findings)
        self.companions: list[tuple[WrittenUnit, Counterpart]] = []

    def import_list(self, remarks: Iterable[Violation] = ()) -> Imported:
        """The army and its notes; refuses a text in which not one card was found, nor a name near one."""
        self.frame()
        for unit in self.written.units:
            self.unit(unit)
        for unit, companion in self.companions:
            self.companion(unit, companion)
        for command in self.written.commands:
            self.command(command)
        for category, card in self.written.deck:
            self.battle_card(category, card)
        for piece in self.written.leftovers:
            self.findings.add("import.unread", piece.where, piece.piece)
        near = any(each.code == "import.unknown" and each.about for each in self.findings.notes)
        if self.draft.empty and not self.written.certain and not near:
            reasons = [each for each in self.findings.notes if each.code not in REMARKS]
            raise Refused(*import_refusal("import.nothing").violations, *reasons[:MOST_REASONS])
        army = self.draft.army()
        printed, today = self.written.points, Lineup(army, self.catalogue).points
        if printed is not None and printed != today:
            when = f"the points of {self.day}" if self.day else "today’s points"
            self.findings.add(
                "import.points_differ", "the list", str(printed), printed=printed, today=today, when=when
            )
        return Imported(army=army, format=self.written.format, notes=(*remarks, *self.findings.all()))

    def frame(self) -> None:
        """Name, format, battle force, and the faction, which tells versions of a card apart."""
        written, draft = self.written, self.draft
        draft.name = written.name
        if written.limit is not None:
            draft.play_for(written.limit, (category for category, _ in written.deck if category))
        elif written.recon:
            draft.format = "recon"
        else:
            self.findings.add("import.assumed_format", "the list", written.name, format="Standard")
        draft.force = self.battle_force()
        draft.faction = self.faction()

    def battle_force(self) -> str | None:
        """The battle force by its name."""
        name = self.written.battle_force
        found = self.book.forces.get(plain(name), ())
        if name.strip() and not found:
            self.findings.unknown_name("the battle force", name, name, ("battle-force",))
        return found[0].id if found else None

    def faction(self) -> Faction | None:
        """The faction the list states, or that of its battle force."""
        stated = faction_word(self.written.faction)
        if stated is None and self.written.faction.strip():
            self.findings.add("import.unread", "the faction", self.written.faction)
        if stated is None and self.draft.force:
            return self.catalogue.battle_forces[self.draft.force].faction
        return stated

    @cached_property
    def likely_faction(self) -> Faction | None:
        """The faction to prefer among versions: the stated one, else the one that may field most units."""
        if self.draft.faction is not None:
            return self.draft.faction
        shelves = [self.book.units.get(plain(unit.card.name), ()) for unit in self.written.units]
        votes = likeliest(
            frozenset().union(*map(self.catalogue.armies_for, cards)) for cards in shelves if cards
        )
        return votes[0] if len(votes) == 1 else None

    def unit(self, written: WrittenUnit) -> None:
        """One unit line: a unit, or a counterpart. Right behind its unit it joins that; under a heading it
        waits for all units."""
        name = written.card.name
        candidates = self.book.units.get(plain(name), ())
        companion = self.companion_named(written)
        last = self.draft.lines[-1] if self.draft.lines else None
        alone = last is not None and not written.companion and last.companion is None
        if companion is not None and last is not None and alone and last.unit in companion.of:
            upgrades = self.companion_wears(written)
            last.companion, last.companion_upgrades = companion.id, upgrades
        elif companion is not None and (written.companion or not candidates):
            self.companions.append((written, companion))
        elif not 1 <= written.count <= MOST_COUNT:
            self.findings.add("import.count", written.card.where, written.card.piece, max=MOST_COUNT)
        elif candidates:
            self.known_unit(written, self.version(written, candidates))
        else:
            self.unknown_unit(written)

    def companion_named(self, written: WrittenUnit) -> Counterpart | None:
        """The counterpart of this name, that of a unit in the list where there are several."""
        found = self.book.counterparts.get(plain(written.card.name), ())
        if not found:
            return None
        present = {line.unit for line in self.draft.lines[-1:]}
        every = {line.unit for line in self.draft.lines}
        best = narrow_down(
            found,
            self.is_hinted,
            lambda card: not present.isdisjoint(card.of),
            lambda card: not every.isdisjoint(card.of),
        )
        return best[0]

    def companion_wears(self, written: WrittenUnit) -> list[str]:
        """The upgrades of a counterpart."""
        return [found for card in written.upgrades if (found := self.upgrade(card, None))]

    def companion(self, written: WrittenUnit, card: Counterpart) -> None:
        """Join a counterpart from under its heading to its unit."""
        spare = written.total or written.card.points or 0
        self.draft.join(card, self.companion_wears(written), written.card.where, written.card.piece, spare)

    def version(self, written: WrittenUnit, candidates: tuple[Unit, ...]) -> Unit:
        """Which of several units is meant: by a share link, points, faction, rank and upgrades."""
        base = written.base()
        faction = self.likely_faction
        found = narrow_down(
            candidates,
            self.is_hinted,
            self.was_there,
            lambda unit: self.is_full_name(unit, written.card.name),
            lambda unit: faction is None or faction in self.catalogue.armies_for(unit),
            lambda unit: base in (self.price(unit), (self.price(unit) or 0) + self.companion_points(unit)),
            lambda unit: self.price(unit) in self.alone(written),
            lambda unit: base is None or self.once_cost(unit, base, self.companion_points(unit)),
            lambda unit: written.rank in (None, self.then.units[unit.id].rank),
            lambda unit: all(self.could_take(unit, card) for card in written.upgrades),
        )
        return self.settle(written.card, found)

    def alone(self, written: WrittenUnit) -> tuple[int, ...]:
        """What the unit card itself may cost where a line prints a single number.

        Either that number, or what remains after its upgrades, which may be printed without points.
        """
        if written.total is None or written.total % written.count:
            return ()
        each, worn = written.total // written.count, 0
        for card in written.upgrades:
            known: tuple[Upgrade, ...] = self.book.upgrades.get(plain(card.name), ())
            today = self.catalogue.points_on(known[0], self.day).points if known else None
            worn += (today or 0) if card.points is None else card.points
        return each, each - worn

    def settle(self, written: WrittenCard, found: tuple[CardT, ...]) -> CardT:
        """The first of the cards that a name may mean.

        A person is asked where there are several, where the name is that of a card that left the game, and
        where the card did not exist on the date of the list.
        """
        card, where, piece = found[0], written.where, written.piece
        if len(found) == 1 and self.is_hinted(card):
            return card
        if since := self.book.departure_of(written.name, card.kind):
            heirs = self.book.heirs(written.name, card.kind, found)
            self.findings.note_replaced(where, piece, heirs, since)
        elif len(found) > 1:
            self.findings.ambiguous(where, piece, found)
        elif not self.was_there(card):
            gone = self.book.gone.find(written.name, card.kind)
            first = self.catalogue.data.history.first_day(card.id)
            self.findings.not_yet(where, piece, card, first, gone)
        return card

    def known_unit(self, written: WrittenUnit, unit: Unit) -> None:
        """A line for a unit with its upgrades; a counterpart among them takes what fits its own slots."""
        line = DraftLine(written.card.where, written.card.piece, unit.id, written.count)
        base = written.base()
        if written.total is not None and base is not None:
            paid = sum(card.points or 0 for card in written.upgrades)
            line.spare = written.total - written.count * (base + paid)
            if written.card.points is None:
                line.spare = written.count * (base - (self.price(unit) or 0))
        self.draft.lines.append(line)
        for card in written.upgrades:
            self.equip(line, unit, card)
        for card in written.aside:
            if found := self.upgrade(card, unit):
                line.aside.append(found)

    def equip(self, line: DraftLine, unit: Unit, card: WrittenCard) -> None:
        """Put an upgrade on the unit, or on its counterpart where that stands before it."""
        joined = self.book.counterparts.get(plain(card.name), ())
        if joined and plain(card.name) not in self.book.upgrades:
            best = narrow_down(joined, self.is_hinted, lambda each: unit.id in each.of)[0]
            if line.companion is None:
                line.companion = best.id
            else:
                self.findings.add("import.orphan", card.where, card.piece)
        elif found := self.upgrade(card, unit):
            belongs = line.companion is not None and self.fits_companion(line, found)
            (line.companion_upgrades if belongs else line.upgrades).append(found)

    def fits_companion(self, line: DraftLine, upgrade: str) -> bool:
        """Whether the counterpart of the line has a free slot for the upgrade."""
        slots = list(self.catalogue.counterparts[line.companion or ""].slots)
        for carried in (*line.companion_upgrades, upgrade):
            card = self.catalogue.upgrades.get(carried)
            if card is None or card.slot not in slots:
                return False
            slots.remove(card.slot)
        return True

    def upgrade(self, written: WrittenCard, unit: Unit | None) -> str | None:
        """The id of an upgrade. A name nobody knows is noted, and kept where the document can hold it."""
        candidates = self.book.upgrades.get(plain(written.name), ())
        if not candidates:
            self.findings.unknown_name(written.where, written.piece, written.name, ("upgrade",))
            gone = self.book.gone.find(written.name, "upgrade")
            return gone.id if gone else name_as_id(written.name)
        found = narrow_down(
            candidates,
            self.is_hinted,
            self.was_there,
            lambda card: self.is_full_name(card, written.name),
            lambda card: unit is None or may_equip(self.catalogue.bearer(unit), card),
            lambda card: unit is None or meets_restriction(self.catalogue.bearer(unit), card.restriction),
            lambda card: written.points == card.points,
            lambda card: written.points is None or self.once_cost(card, written.points),
            lambda card: not card.army_factions or self.likely_faction in card.army_factions,
            lambda card: plain(card.display_name or card.name) == plain(written.name),
        )
        return self.settle(written, found).id

    def unknown_unit(self, written: WrittenUnit) -> None:
        """Note a unit that nobody knows. Where it clearly is a unit, keep it under its name, upgrades
        included."""
        card = written.card
        self.findings.unknown_name(card.where, card.piece, card.name, ("unit",))
        priced = written.total is not None or card.points is not None
        gone = self.book.gone.find(card.name, "unit")
        surely = priced or self.written.format in UNITS_APART or written.upgrades
        name = gone.id if gone else name_as_id(card.name) if surely else None
        if name is None:
            for upgrade in (*written.upgrades, *written.aside):
                self.findings.add("import.orphan", upgrade.where, upgrade.piece)
            return
        line = DraftLine(card.where, card.piece, name, written.count)
        line.upgrades = [each for each in (self.upgrade(piece, None) for piece in written.upgrades) if each]
        line.aside = [each for each in (self.upgrade(piece, None) for piece in written.aside) if each]
        self.draft.lines.append(line)

    def command(self, written: WrittenCard) -> None:
        """A command card by its name."""
        cards: tuple[CommandCard, ...] = self.book.commands.get(plain(written.name), ())
        if found := narrow_down(cards, self.is_hinted, self.was_there):
            self.draft.hand.append(self.settle(written, found[:1]).id)
            return
        self.findings.unknown_name(written.where, written.piece, written.name, ("command",))
        if gone := self.book.gone.find(written.name, "command"):
            self.draft.hand.append(gone.id)

    def battle_card(self, category: str, written: WrittenCard) -> None:
        """A card of the battle deck; formats of the older edition keep names as typed."""
        deck = self.catalogue.formats[self.draft.format].battle_deck
        if deck.typed and category and len(written.name) <= 120:
            self.draft.deck[category].append(written.name)
            return
        wanted = "recon" if self.draft.format == "recon" else "standard"
        candidates = self.book.battle_cards.get(plain(written.name), ())
        found: tuple[BattleCard, ...] = narrow_down(
            candidates,
            self.is_hinted,
            lambda card: card.deck == wanted,
            lambda card: card.category == category,
        )
        if found:
            self.draft.deck[found[0].category].append(found[0].id)
        else:
            self.findings.unknown_name(written.where, written.piece, written.name, ("battle",))

    def is_hinted(self, card: Card) -> bool:
        """Whether the share link that came along has the card, or a person chose it."""
        return card.id in self.written.hints

    def was_there(self, card: Card) -> bool:
        """Whether the card was on record on the day of the list."""
        return self.day is None or self.catalogue.data.history.first_day(card.id) <= self.day

    @cached_property
    def then(self) -> Catalogue:
        """The cards as they were on the day of the list."""
        return self.catalogue.on(self.day) if self.day else self.catalogue

    def is_full_name(self, card: Unit | Upgrade, name: str) -> bool:
        """Whether this is the whole name of the card, in formats that write titles."""
        whole = plain(name) in (plain(card.full_name), plain(card.tts_name or card.full_name))
        return whole and self.written.format in WITH_TITLES

    def could_take(self, unit: Unit, written: WrittenCard) -> bool:
        """Whether the unit may equip a card of this name."""
        cards: tuple[Upgrade, ...] = self.book.upgrades.get(plain(written.name), ())
        return not cards or any(may_equip(self.catalogue.bearer(unit), card) for card in cards)

    def companion_points(self, unit: Unit) -> int:
        """The points of the counterpart a unit may have, which its line may include."""
        card = self.catalogue.counterparts.get(unit.counterpart or "")
        return (self.price(card) or 0) if card else 0

    def once_cost(self, card: Priced, printed: int, extra: int = 0) -> bool:
        """Whether the card costs this today, or ever did; `extra` is what may be included."""
        ever = {card.points, *(change.before for change in card.points_history)}
        ever.update(change.after for change in card.points_history)
        if card.points is None:
            ever.add(0)
        return printed in ever or (extra > 0 and printed - extra in ever)

    def price(self, card: Unit | Counterpart) -> int | None:
        """The points on the day of the list, which mostly is today."""
        return self.catalogue.points_on(card, self.day).points


def name_as_id(name: str) -> str | None:
    """A name the document can hold in place of an id."""
    text = " ".join(name.split())
    return text if 1 <= len(text) <= LONGEST_ID else None
