"""The commands that change an army. Each knows how to edit the document and what the history calls the
change.

Pages and API build the same values. An army is a document with versions, not a stream; `saving.handle` writes
it.
"""

from datetime import date
from typing import NamedTuple

from msgspec.structs import replace

from muster.app.acting import Command
from muster.rules.armies.army import DECK_CATEGORIES, Army, refusal_at
from muster.rules.armies.building import edits, suggesting
from muster.rules.armies.history import ArmyChange, change
from muster.rules.cards.catalogue import Catalogue, shorten
from muster.rules.cards.values import RankTable
from muster.rules.violations import Refused, Violation

SOURCE = "army builder"


class Edited(NamedTuple):
    """The army after an edit, and what the history calls it."""

    army: Army
    change: ArmyChange


class ArmyCommand(Command, frozen=True, kw_only=True):
    """One change of an army."""

    def edit(self, army: Army, cards: Catalogue) -> Edited:
        """The army after the change; refused if the document cannot hold it."""
        raise NotImplementedError


class Undo(Command, frozen=True, kw_only=True):
    """Bring back the document before the last change."""


class Redo(Command, frozen=True, kw_only=True):
    """Bring back what the last undo took."""


class AddUnit(ArmyCommand, frozen=True, kw_only=True):
    """Add a unit, to an identical line if there is one, else on a line of its own."""

    unit: str

    def edit(self, army: Army, cards: Catalogue) -> Edited:
        unit = cards.unit(self.unit)
        return Edited(edits.add_to_stack(army, cards, unit.id), change("unit_added", card=unit.id))


class RemoveUnit(ArmyCommand, frozen=True, kw_only=True):
    """Remove a line."""

    key: str

    def edit(self, army: Army, cards: Catalogue) -> Edited:  # noqa: ARG002
        return Edited(edits.remove_unit(army, self.key), change("unit_removed", unit=unit_of(army, self.key)))


class SetCount(ArmyCommand, frozen=True, kw_only=True):
    """Set how many units a line has; 0 removes it."""

    key: str
    count: int

    def edit(self, army: Army, cards: Catalogue) -> Edited:
        if self.count == 0:
            return RemoveUnit(key=self.key).edit(army, cards)
        done = change("unit_count", unit=unit_of(army, self.key), count=self.count)
        return Edited(edits.set_count(army, self.key, self.count), done)


class DuplicateUnit(ArmyCommand, frozen=True, kw_only=True):
    """Duplicate a line, right below it."""

    key: str

    def edit(self, army: Army, cards: Catalogue) -> Edited:  # noqa: ARG002
        return Edited(
            edits.duplicate(army, self.key), change("unit_duplicated", unit=unit_of(army, self.key))
        )


class MoveUnit(ArmyCommand, frozen=True, kw_only=True):
    """Move a line before or behind another."""

    key: str
    other: str
    behind: bool = False

    def edit(self, army: Army, cards: Catalogue) -> Edited:  # noqa: ARG002
        rest = [entry.key for entry in army.units if entry.key != self.key]
        army.entry(self.other)
        place = rest.index(self.other) + self.behind if self.other in rest else 0
        return Edited(edits.move(army, self.key, place), change("unit_moved", unit=unit_of(army, self.key)))


class Equip(ArmyCommand, frozen=True, kw_only=True):
    """Put an upgrade on a unit, or on its counterpart."""

    key: str
    upgrade: str
    on_counterpart: bool = False

    def edit(self, army: Army, cards: Catalogue) -> Edited:
        card = cards.upgrade(self.upgrade)
        done = change("equipped", card=card.id, unit=unit_of(army, self.key))
        return Edited(edits.equip(army, self.key, card.id, on_counterpart=self.on_counterpart), done)


class Unequip(ArmyCommand, frozen=True, kw_only=True):
    """Take an upgrade off, together with those in slots that it granted."""

    key: str
    upgrade: str
    on_counterpart: bool = False

    def edit(self, army: Army, cards: Catalogue) -> Edited:
        bare = edits.unequip(army, cards, self.key, self.upgrade, on_counterpart=self.on_counterpart)
        return Edited(bare, change("unequipped", card=self.upgrade))


class Swap(ArmyCommand, frozen=True, kw_only=True):
    """Replace one upgrade with another in a single step."""

    key: str
    out: str
    upgrade: str
    on_counterpart: bool = False

    def edit(self, army: Army, cards: Catalogue) -> Edited:
        card = cards.upgrade(self.upgrade)
        bare = edits.unequip(army, cards, self.key, self.out, on_counterpart=self.on_counterpart)
        swapped = edits.equip(bare, self.key, card.id, on_counterpart=self.on_counterpart)
        return Edited(swapped, change("swapped", card=card.id, out=self.out))


class JoinCounterpart(ArmyCommand, frozen=True, kw_only=True):
    """Add a counterpart to a unit."""

    key: str
    card: str

    def edit(self, army: Army, cards: Catalogue) -> Edited:
        if (card := cards.counterparts.get(self.card)) is None:
            raise army_refusal("armies.no_such_act", given=shorten(self.card))
        return Edited(
            edits.set_counterpart(army, self.key, card.id), change("counterpart_joined", card=card.id)
        )


class LeaveCounterpart(ArmyCommand, frozen=True, kw_only=True):
    """Remove a unit's counterpart."""

    key: str

    def edit(self, army: Army, cards: Catalogue) -> Edited:  # noqa: ARG002
        done = change("counterpart_left", unit=unit_of(army, self.key))
        return Edited(edits.set_counterpart(army, self.key, None), done)


class TakeCommand(ArmyCommand, frozen=True, kw_only=True):
    """Add a command card to the hand, along with the card that is in every hand."""

    card: str

    def edit(self, army: Army, cards: Catalogue) -> Edited:
        card, always = cards.command(self.card), cards.army.command_hand.four_pips
        hand = (*army.command_hand, card.id)
        with_it = hand if always in hand else (*hand, always)
        return Edited(replace(army, command_hand=with_it), change("hand_card_added", card=card.id))


class DropCommand(ArmyCommand, frozen=True, kw_only=True):
    """Remove a command card from the hand."""

    card: str

    def edit(self, army: Army, cards: Catalogue) -> Edited:  # noqa: ARG002
        rest = without_card(army.command_hand, self.card)
        return Edited(replace(army, command_hand=rest), change("hand_card_removed", card=self.card))


class FillHand(ArmyCommand, frozen=True, kw_only=True):
    """Fill the hand with suggestions."""

    def edit(self, army: Army, cards: Catalogue) -> Edited:
        return Edited(suggesting.with_full_hand(army, cards), change("hand_filled"))


class FillDeck(ArmyCommand, frozen=True, kw_only=True):
    """Fill the battle deck with suggestions."""

    def edit(self, army: Army, cards: Catalogue) -> Edited:
        return Edited(suggesting.with_full_deck(army, cards), change("deck_filled"))


class FillCards(ArmyCommand, frozen=True, kw_only=True):
    """Fill the hand and the battle deck with suggestions, in one act."""

    def edit(self, army: Army, cards: Catalogue) -> Edited:
        filled = suggesting.with_full_deck(suggesting.with_full_hand(army, cards), cards)
        return Edited(filled, change("cards_filled"))


class TakeBattleCard(ArmyCommand, frozen=True, kw_only=True):
    """Add a battle card to the deck."""

    category: str
    card: str

    def edit(self, army: Army, cards: Catalogue) -> Edited:
        if (card := cards.battle_cards.get(self.card)) is None:
            raise army_refusal("armies.no_such_act", given=shorten(self.card))
        deck = (*deck_part(army, self.category), card.id)
        return Edited(with_deck(army, self.category, deck), change("deck_card_added", card=card.id))


class DropBattleCard(ArmyCommand, frozen=True, kw_only=True):
    """Remove a battle card from the deck."""

    category: str
    card: str

    def edit(self, army: Army, cards: Catalogue) -> Edited:  # noqa: ARG002
        rest = without_card(deck_part(army, self.category), self.card)
        return Edited(with_deck(army, self.category, rest), change("deck_card_removed", card=self.card))


class WriteDeck(ArmyCommand, frozen=True, kw_only=True):
    """Set the names of battle cards as the player typed them."""

    category: str
    cards: tuple[str, ...]

    def edit(self, army: Army, cards: Catalogue) -> Edited:  # noqa: ARG002
        return Edited(with_deck(army, self.category, self.cards), change("deck_written"))


class NameArmy(ArmyCommand, frozen=True, kw_only=True):
    """Rename the army."""

    name: str

    def edit(self, army: Army, cards: Catalogue) -> Edited:  # noqa: ARG002
        return Edited(edits.set_words(army, name=" ".join(self.name.split())), change("named"))


class WriteNotes(ArmyCommand, frozen=True, kw_only=True):
    """Set the notes."""

    notes: str

    def edit(self, army: Army, cards: Catalogue) -> Edited:  # noqa: ARG002
        return Edited(edits.set_words(army, notes=self.notes.replace("\r\n", "\n")), change("noted"))


class SetFormat(ArmyCommand, frozen=True, kw_only=True):
    """Choose a format, optionally with a points limit or a rank table of its own."""

    format: str
    limit: int | None = None
    ranks: RankTable | None = None

    def edit(self, army: Army, cards: Catalogue) -> Edited:
        if (found := cards.formats.get(self.format)) is None:
            known = ", ".join(cards.formats)
            raise refusal_at("army.no_such_format", "format", format=shorten(self.format), known=known)
        cap = self.limit if self.limit != found.points else None
        changed = replace(army, format=self.format, limit=cap, ranks=self.ranks)
        return Edited(changed, change("format", format=found.id))


class SetForce(ArmyCommand, frozen=True, kw_only=True):
    """Choose a battle force or none, and its options once the army belongs to that force."""

    force: str = ""
    choices: tuple[str, ...] = ()

    def edit(self, army: Army, cards: Catalogue) -> Edited:
        found = cards.battle_force(self.force) if self.force else None
        changed = edits.set_force(army, cards, found.id if found else None)
        if found and found.id == army.battle_force:
            changed = replace(changed, choices=self.choices)
        return Edited(changed, change("force", force=found.id) if found else change("no_force"))


class MovePointsDate(ArmyCommand, frozen=True, kw_only=True):
    """Use the points of another day."""

    day: date

    def edit(self, army: Army, cards: Catalogue) -> Edited:  # noqa: ARG002
        return Edited(replace(army, points_date=self.day), change("points_date", day=self.day.isoformat()))


EDITS: tuple[type[ArmyCommand], ...] = tuple(ArmyCommand.__subclasses__())


def army_refusal(code: str, **params: str | int) -> Refused:
    """The refusal of something that no army builder can do."""
    return Refused(Violation(code=code, source=SOURCE, params=params))


def unit_of(army: Army, key: str) -> str:
    """The unit of a line."""
    return army.entry(key).unit


def without_card(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards, with one copy of this card removed."""
    if card not in cards:
        raise army_refusal("armies.not_there", card=shorten(card))
    place = cards.index(card)
    return (*cards[:place], *cards[place + 1 :])


def deck_part(army: Army, category: str) -> tuple[str, ...]:
    """The cards of one category of the battle deck."""
    if category not in DECK_CATEGORIES:
        raise army_refusal("armies.no_such_act", given=shorten(category))
    return army.battle_deck.of(category)


def with_deck(army: Army, category: str, cards: tuple[str, ...]) -> Army:
    """The army with these cards in one category of the battle deck."""
    deck_part(army, category)
    return replace(army, battle_deck=replace(army.battle_deck, **{category: cards}))
