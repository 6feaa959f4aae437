"""Tokens of other units in an attack: a Clone unit lends one, a unit with Exemplar as many as it has (K3).

Whether a lender is near enough and in sight is told: by the attacker on the sheet, by the defender with the
Dodges and the Surges that block.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from muster.rules.attack.facts import Asked
from muster.rules.attack.helping import ANY_NUMBER, may_lend
from muster.rules.game.attacks.volley import Volley
from muster.rules.game.combatants import held, known_allies, side_of, spends
from muster.rules.game.log.events import UnitChanged
from muster.rules.game.table import Table

LENDER: Final = "lender"
NOBODY: Final = "nobody"
QUESTION: Final = "Who lends a token, within range 2 and in line of sight?"
FOR_ATTACK: Final = ("aim", "surge")
FOR_DEFENCE: Final = ("dodge", "surge")


class Loan(NamedTuple):
    """A unit that lends: one token of a kind, or without a kind as many of all as it has."""

    unit: str
    token: str = ""

    @property
    def name(self) -> str:
        """As it is told."""
        return f"{self.unit}:{self.token}" if self.token else self.unit


def loans(table: Table, borrower: str, tokens: tuple[str, ...]) -> tuple[Loan, ...]:
    """What allies with such tokens may lend to a unit."""
    return tuple(_loans(table, borrower, tokens))


def _loans(table: Table, borrower: str, tokens: tuple[str, ...]) -> Iterator[Loan]:
    for ally in known_allies(table, borrower):
        held = [token for token in tokens if ally.has(token)]
        most = may_lend(side_of(table, ally), side_of(table, table.units[borrower])) if held else 0
        if most == ANY_NUMBER:
            yield Loan(ally.id)
        elif most:
            yield from (Loan(ally.id, token) for token in held)


def lender_asked(table: Table, attacker: str) -> Iterator[Asked]:
    """The question of the attacker's sheet, where anybody could lend."""
    able = loans(table, attacker, FOR_ATTACK)
    if able:
        yield Asked(LENDER, QUESTION, (NOBODY, *(loan.name for loan in able)), NOBODY)


def lent(table: Table, told: str, token: str) -> int:
    """How many tokens of a kind the lender that was told has to give."""
    unit, _, kind = told.partition(":")
    held = table.units[unit].tokens.get(token, 0) if unit in table.units else 0
    return held if not kind else min(1, held) if kind == token else 0


def pay(table: Table, volley: Volley, token: str, number: int, lender: str = "") -> tuple[UnitChanged, ...]:
    """Tokens of the attacker are gone: its own first, unless its player named the lender."""
    attacker = table.units[volley.attacker]
    theirs = number if lender else max(0, number - held(attacker, token))
    payers = ((attacker.id, number - theirs), (volley.told.get(LENDER, "").partition(":")[0], theirs))
    return tuple(
        event for unit, count in payers if count for event in spends(table.units[unit], token, count)
    )


def pay_for_defence(table: Table, volley: Volley, blocks: int = 0) -> Iterator[UnitChanged]:
    """Dodges, and Surges that became Blocks, are gone: the lender gives up those it lent, the target the
    rest."""
    lent_blocks = min(blocks, volley.lent_blocks)
    counts = (("dodge", volley.lent_dodges, volley.dodges), ("surge", lent_blocks, blocks))
    for token, theirs, number in counts:
        if theirs:
            yield from spends(table.units[volley.dodge_lender], token, theirs)
        yield from spends(table.units[volley.target], token, number - theirs)
