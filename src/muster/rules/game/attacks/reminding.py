"""The keywords of an attack in the order of its steps, each with what it does and whose it is."""

from collections.abc import Iterator
from typing import NamedTuple

from muster.rules.attack.keywords import keyword_classes
from muster.rules.cards.wording import keyword_in_words
from muster.rules.game.attacks.sheet import Sheet
from muster.rules.game.combatants import is_known
from muster.rules.game.modes import mode_of
from muster.rules.game.table import SEATS, Seat, Table, Unit


class Reminder(NamedTuple):
    """A keyword that works on this attack: its words, its effect, the step, and whose it is."""

    name: str
    effect: str
    step: str
    attackers: bool


def may_remind(table: Table) -> bool:
    """Whether both sides brought units whose cards are known, to a game that resolves no attack itself."""
    return not mode_of(table).fought and all(known_units(table, seat) for seat in SEATS)


def known_units(table: Table, seat: Seat) -> tuple[Unit, ...]:
    """The units of a seat that take part and whose cards are known."""
    return tuple(unit for unit in table.army(seat) if is_known(unit))


def reminders(sheet: Sheet) -> tuple[Reminder, ...]:
    """All of both sides and of the weapons in the pool, each once."""
    found = {(one.name, one.attackers): one for one in _every(sheet)}
    return tuple(sorted(found.values(), key=lambda one: (one.step, not one.attackers, one.name)))


def _every(sheet: Sheet) -> Iterator[Reminder]:
    known, classes = sheet.attacker.catalogue.keywords, keyword_classes()
    weapons = [use for used in sheet.pool for use in used.weapon.keywords]
    for attackers, uses in ((True, (*weapons, *sheet.attacker.keywords)), (False, sheet.target.keywords)):
        for use in uses:
            row = classes.get(use.id)
            other = row and row.side in ("attacker", "defender") and (row.side == "attacker") != attackers
            if row is None or other or row.treatment == "none" or use.id not in known:
                continue
            yield Reminder(keyword_in_words(use, known), row.effect, row.step, attackers)
