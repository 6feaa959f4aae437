"""What a button of the builder does: an edit, a label for the history, and what is open afterwards.

A button sends `do` with a verb and its words: `add ab`, `count u3 2`, `equip u1 df`.
"""

from collections.abc import Callable, Mapping
from datetime import date
from typing import NamedTuple

from msgspec.structs import replace

from muster.app.armies.saving import Edit
from muster.rules.armies.army import DECK_CATEGORIES, Army, refused
from muster.rules.armies.building import edits
from muster.rules.cards import catalogue
from muster.rules.cards.catalogue import shorten
from muster.rules.cards.types import RankTable
from muster.rules.cards.values import RankLimit
from muster.rules.cards.vocabulary import RANKS
from muster.rules.violations import Refused, Violation
from muster.web.armies import words as army_words
from muster.web.armies.address import Open

Form = Mapping[str, str]


class Change(NamedTuple):
    """An edit with its label, and what is open afterwards. `away` asks for a way back in a toast."""

    edit: Edit
    label: str
    then: Open
    away: bool = False


class Asked(NamedTuple):
    """A button that was pressed: its words, the form around it, the army and what was open."""

    words: list[str]
    form: Form
    army: Army
    opened: Open


def change(form: Form, army: Army, opened: Open) -> Change:
    """The change a form asks for."""
    verb, _, rest = form.get("do", "").partition(" ")
    act = ACTS.get(verb)
    if act is None:
        raise bad("armies.no_such_act", given=shorten(verb))
    size = WORDS.get(verb, 0)
    words = rest.split(" ", size - 1) if size else []
    if len(words) != size or not all(words):
        raise bad("armies.no_such_act", given=shorten(form["do"]))
    return act(Asked(words, form, army, opened))


def bad(code: str, **params: str | int) -> Refused:
    """A form that cannot be read."""
    return Refused(Violation(code=code, source="army builder", params=params))


def number(text: str) -> int:
    """A whole number as a person types it."""
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise bad("armies.bad_number", given=shorten(text, 20))
    return int(text)


def line_name(army: Army, key: str) -> str:
    """The name of the unit of a line."""
    return army_words.name_of(army.entry(key).unit)


def add(asked: Asked) -> Change:
    """A unit joins; the picker stays open for the next."""
    unit = catalogue().unit(asked.words[0])
    return Change(lambda army: edits.add_unit(army, catalogue(), unit.id), f"{unit.name} added", asked.opened)


def remove(asked: Asked) -> Change:
    """A line goes."""
    key = asked.words[0]
    then = Open() if asked.opened.key == key else asked.opened
    label = f"{line_name(asked.army, key)} removed"
    return Change(lambda army: edits.remove_unit(army, key), label, then, away=True)


def count(asked: Asked) -> Change:
    """So many units on the line; none removes it."""
    key, wanted = asked.words[0], number(asked.words[1])
    if wanted == 0:
        return remove(asked._replace(words=[key]))
    label = f"{line_name(asked.army, key)} × {wanted}"
    return Change(lambda army: edits.set_count(army, key, wanted), label, asked.opened)


def duplicate(asked: Asked) -> Change:
    """The line once more, opened at the copy."""
    key = asked.words[0]
    copied = edits.duplicate(asked.army, key)
    new = next(entry.key for entry in copied.units if entry not in asked.army.units)
    label = f"{line_name(asked.army, key)} duplicated"
    return Change(lambda army: edits.duplicate(army, key), label, Open("unit", key=new))


def before(asked: Asked) -> Change:
    """The line moves before another."""
    return _moved(asked, 0)


def after(asked: Asked) -> Change:
    """The line moves behind another."""
    return _moved(asked, 1)


def _moved(asked: Asked, behind: int) -> Change:
    key, other = asked.words
    rest = [entry.key for entry in asked.army.units if entry.key != key]
    asked.army.entry(other)
    place = rest.index(other) + behind if other in rest else 0
    label = f"{line_name(asked.army, key)} moved"
    return Change(lambda army: edits.move(army, key, place), label, asked.opened)


def equip(asked: Asked, theirs: bool = False) -> Change:
    """An upgrade goes on; the sheet closes when no slot of the kind is left."""
    key, card = asked.words[0], catalogue().upgrade(asked.words[1])
    label = f"{card.name} on {line_name(asked.army, key)}"
    return Change(
        lambda army: edits.equip(army, key, card.id, on_counterpart=theirs), label, asked.opened.below
    )


def unequip(asked: Asked, theirs: bool = False) -> Change:
    """An upgrade comes off."""
    key, card = asked.words
    then = asked.opened.below if asked.opened.view == "equip" else asked.opened
    label = f"{army_words.name_of(card)} taken off"
    return Change(
        lambda army: edits.unequip(army, catalogue(), key, card, on_counterpart=theirs),
        label,
        then,
        away=True,
    )


def swap(asked: Asked, theirs: bool = False) -> Change:
    """One upgrade for another, in one step."""
    key, old, new = asked.words[0], asked.words[1], catalogue().upgrade(asked.words[2])

    def edit(army: Army) -> Army:
        without = edits.unequip(army, catalogue(), key, old, on_counterpart=theirs)
        return edits.equip(without, key, new.id, on_counterpart=theirs)

    return Change(edit, f"{new.name} for {army_words.name_of(old)}", asked.opened.below)


def join(asked: Asked) -> Change:
    """A counterpart joins the line."""
    key, card = asked.words[0], catalogue().counterparts.get(asked.words[1])
    if card is None:
        raise bad("armies.no_such_act", given=shorten(asked.words[1]))
    label = f"{card.name} joins"
    return Change(lambda army: edits.set_counterpart(army, key, card.id), label, asked.opened.below)


def leave(asked: Asked) -> Change:
    """The counterpart leaves the line."""
    key = asked.words[0]
    label = f"Counterpart leaves {line_name(asked.army, key)}"
    return Change(lambda army: edits.set_counterpart(army, key, None), label, asked.opened, away=True)


def hand_in(asked: Asked) -> Change:
    """A command card joins the hand; the one every hand has comes along."""
    card = catalogue().command(asked.words[0])
    always = catalogue().army.command_hand.four_pips

    def edit(army: Army) -> Army:
        hand = (*army.command_hand, card.id)
        return edits.set_hand(army, hand if always in hand else (*hand, always))

    return Change(edit, f"{card.name} into the hand", asked.opened)


def hand_out(asked: Asked) -> Change:
    """A command card leaves the hand."""
    card = asked.words[0]

    def edit(army: Army) -> Army:
        return edits.set_hand(army, without(army.command_hand, card))

    return Change(edit, f"{army_words.name_of(card)} out of the hand", asked.opened, away=True)


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards with one copy of this one less."""
    if card not in cards:
        raise bad("armies.not_there", card=shorten(card))
    place = cards.index(card)
    return (*cards[:place], *cards[place + 1 :])


def category(text: str) -> str:
    """A category of the battle deck."""
    if text not in DECK_CATEGORIES:
        raise bad("armies.no_such_act", given=shorten(text))
    return text


def with_deck(army: Army, name: str, cards: tuple[str, ...]) -> Army:
    """The army with other cards in one category."""
    return edits.set_deck(army, replace(army.battle_deck, **{name: cards}))


def deck_in(asked: Asked) -> Change:
    """A battle card joins the deck."""
    name, card = category(asked.words[0]), catalogue().battle_cards.get(asked.words[1])
    if card is None:
        raise bad("armies.no_such_act", given=shorten(asked.words[1]))
    return Change(
        lambda army: with_deck(army, name, (*army.battle_deck.of(name), card.id)),
        f"{card.name} into the deck",
        asked.opened,
    )


def deck_out(asked: Asked) -> Change:
    """A battle card leaves the deck."""
    name, card = category(asked.words[0]), asked.words[1]
    label = f"{army_words.name_of(card)} out of the deck"
    return Change(
        lambda army: with_deck(army, name, without(army.battle_deck.of(name), card)),
        label,
        asked.opened,
        away=True,
    )


def deck_typed(asked: Asked) -> Change:
    """Names of battle cards as the player types them, one a line."""
    name = category(asked.words[0])
    typed = tuple(line.strip() for line in asked.form.get("cards", "").splitlines() if line.strip())
    return Change(lambda army: with_deck(army, name, typed), "Battle deck written", asked.opened)


def words(asked: Asked) -> Change:
    """The name of the army."""
    name = " ".join(asked.form.get("name", "").split())
    return Change(lambda army: edits.set_words(army, name=name), "Name", asked.opened)


def notes(asked: Asked) -> Change:
    """The notes."""
    text = asked.form.get("notes", "").replace("\r\n", "\n")
    return Change(lambda army: edits.set_words(army, notes=text), "Notes", Open())


def format_(asked: Asked) -> Change:
    """Another format, with a cap or a rank table of its own."""
    wanted = asked.form.get("format", "")
    if wanted not in catalogue().formats:
        known = ", ".join(catalogue().formats)
        raise refused("army.no_such_format", "format", format=shorten(wanted), known=known)
    limit = asked.form.get("limit", "").strip()
    cap = number(limit) if limit and number(limit) != catalogue().formats[wanted].points else None
    ranks = own_ranks(asked.form)
    return Change(
        lambda army: edits.set_format(army, wanted, limit=cap, ranks=ranks),
        f"Format: {catalogue().formats[wanted].name}",
        asked.opened,
    )


def own_ranks(form: Form) -> RankTable | None:
    """The rows of a rank table that were filled in; none where all were left empty."""
    limits = {}
    for rank in RANKS:
        least, most = form.get(f"{rank}-min", "").strip(), form.get(f"{rank}-max", "").strip()
        if least or most:
            limits[rank] = RankLimit(number(least or "0"), number(most or "99"))
    return RankTable(limits=limits) if limits else None


def force(asked: Asked) -> Change:
    """A battle force, or none, and its choices."""
    wanted = asked.form.get("force", "")
    found = catalogue().battle_force(wanted) if wanted else None
    picked = [name for name in asked.form.get("choices", "").split("\n") if name]

    def edit(army: Army) -> Army:
        changed = edits.set_force(army, catalogue(), found.id if found else None)
        return edits.set_choices(changed, picked) if found and found.id == army.battle_force else changed

    return Change(edit, f"Battle force: {found.name if found else 'none'}", asked.opened)


def points_date(asked: Asked) -> Change:
    """The points of another day."""
    day = read_day(asked.form.get("day", ""))
    return Change(lambda army: edits.set_points_date(army, day), f"Points of {day.isoformat()}", Open())


def read_day(text: str) -> date:
    """A day as browsers send it."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise bad("armies.bad_date", given=shorten(text, 20)) from None


ACTS: dict[str, Callable[[Asked], Change]] = {
    "add": add,
    "remove": remove,
    "count": count,
    "duplicate": duplicate,
    "before": before,
    "after": after,
    "equip": equip,
    "equip-theirs": lambda asked: equip(asked, theirs=True),
    "unequip": unequip,
    "unequip-theirs": lambda asked: unequip(asked, theirs=True),
    "swap": swap,
    "swap-theirs": lambda asked: swap(asked, theirs=True),
    "join": join,
    "leave": leave,
    "hand-in": hand_in,
    "hand-out": hand_out,
    "deck-in": deck_in,
    "deck-out": deck_out,
    "deck-typed": deck_typed,
    "name": words,
    "notes": notes,
    "format": format_,
    "force": force,
    "points-date": points_date,
}
WORDS = {
    "add": 1,
    "remove": 1,
    "count": 2,
    "duplicate": 1,
    "before": 2,
    "after": 2,
    "equip": 2,
    "equip-theirs": 2,
    "unequip": 2,
    "unequip-theirs": 2,
    "swap": 3,
    "swap-theirs": 3,
    "join": 2,
    "leave": 1,
    "hand-in": 1,
    "hand-out": 1,
    "deck-in": 2,
    "deck-out": 2,
    "deck-typed": 1,
}
