"""The defender's sheet of an attack: everything it can tell at once.

It is asked before any dice fall where a die is to be taken (rule 309) or a card to be used, else when the
attack's dice lie and there is something to cancel. What is spent later may be told on it as well, as a number
at most; what is not told then is asked once those dice lie.
"""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from muster.rules.dice.armour import after_dodge
from muster.rules.dice.defending import surges_to_blocks
from muster.rules.dice.faces import Die, Face
from muster.rules.game.answers import AnyInput, Defend, Spend
from muster.rules.game.engine.continuations import Answered, Nothing, choice
from muster.rules.game.kernel import Outcome, problem
from muster.rules.game.log.events import Marked
from muster.rules.game.log.evolve import evolve
from muster.rules.game.measuring import NO_PLACE, Door, beyond
from muster.rules.game.special_operations.attacks.as_odds import attack_of, defence_of, takes_die
from muster.rules.game.special_operations.attacks.spending import (
    SURGE,
    SpendableTokens,
    dodges,
    saves,
    turn_surges,
)
from muster.rules.game.special_operations.deciding import means
from muster.rules.game.special_operations.distances import inches, within
from muster.rules.game.special_operations.marks import BACKED_UP, DODGES_TOLD, LOOKED_FOR_BACKUP, SURGES_TOLD
from muster.rules.game.special_operations.panic import gain, give
from muster.rules.game.special_operations.squads.squads import edition_cards
from muster.rules.game.special_operations.units import card, edition, friends
from muster.rules.game.steps.choices import Draw
from muster.rules.game.steps.operations import Attack, Fight
from muster.rules.game.table import LEADERS, Game, Table
from muster.rules.violations import Violation

BACKUP: Final = 2
DODGE: Final = "dodge"
HOLD: Final = "hold-at-any-cost"
SHEETS: Final = ("pool", "dodge")
"""The stages at which the sheet may be asked."""
LATER: Final = None
Numbers: TypeAlias = tuple[int | None, ...]
Groups: TypeAlias = tuple[
    tuple[Die | None, ...], tuple[bool, ...], tuple[bool, ...], tuple[tuple[int | None, str], ...], Numbers
]
"""Die, Hold at Any Cost, Backup, Dodges with who pays, Surges."""
DOORS: Final = {"Defend.backup": Door("S", "distance", "backup")}


class Rows(NamedTuple):
    """What the sheet asks: which dice may be taken, whether a card or Backup is to be told, how many Dodges
    and Surges at most, and whose Dodges they may be. `rolled`: the attack's dice lie, so that Dodges are
    spent at once."""

    dice: tuple[Die, ...] = ()
    hold: bool = False
    backup: bool = False
    dodges: int = 0
    payers: tuple[str, ...] = ()
    surges: int = 0
    rolled: bool = False


def rows(table: Table, step: Fight) -> Rows | None:
    """The sheet of a stage, if there is anything to decide."""
    return (
        _rows_before_roll(table, step.attack)
        if step.stage == "pool"
        else _rows_after_roll(table, step.attack)
    )


def _rows_before_roll(table: Table, attack: Attack) -> Rows | None:
    taken = tuple(dict.fromkeys(attack.dice)) if takes_die(table, attack) else ()
    hold = _may_hold(table, attack)
    if not taken and not hold:
        return None
    own = table.units[attack.on].tokens.get(DODGE, 0)
    return Rows(taken, hold, backs_up(table, attack), own + hold, surges=_own_surges(table, attack))


def _rows_after_roll(table: Table, attack: Attack) -> Rows | None:
    """Backup is told where a Hit is left to cancel, Dodges where there are some to spend; unless the sheet
    was asked before."""
    hits = after_dodge(attack.criticals, attack.hits, defence_of(table, attack))[1]
    backup = hits > 0 and backs_up(table, attack)
    purse = None if DODGES_TOLD.count(table) else dodge_tokens(table, attack)
    if purse is None and not backup:
        return None
    most, payers = (purse.most, purse.tokens[DODGE]) if purse else (0, ())
    surges = 0 if SURGES_TOLD.count(table) else _own_surges(table, attack)
    return Rows((), False, backup, most, payers, surges, rolled=True)


def _own_surges(table: Table, attack: Attack) -> int:
    foe = table.units[attack.on]
    return foe.tokens.get(SURGE, 0) if card(table, foe).defence else 0


@means(HOLD)
def _may_hold(table: Table, attack: Attack) -> bool:
    """A unit that is attacked may gain a Suppression for a Dodge; who has no Courage gains none."""
    foe = table.units[attack.on]
    return table.chairs[foe.seat].played == HOLD and foe.courage is not None


def backs_up(table: Table, attack: Attack) -> bool:
    """The core's Backup, which the playtest keeps: a Commander or Operative near a Corps trooper, attacked
    from farther away. Somebody looks, once an attack."""
    if LOOKED_FOR_BACKUP.count(table):
        return False
    foe = table.units[attack.on]
    if attack.melee or not edition_cards(edition(table)).edition.backup or foe.rank not in LEADERS:
        return False
    corps = (id for id in friends(table, foe.id) if table.units[id].rank == "corps")
    far = beyond(table, foe.id, (attack.by,), inches(table, "backup-from"))
    return bool(far and within(table, "backup", foe.id, corps))


# What may be said ------------------------------------------------------------------------------------------


def defend_options(asked: Rows, step: Fight) -> Iterator[AnyInput]:
    """Each use of each row, the most of it first; of numbers between nothing is listed."""
    return (_filled_in(step, *row) for row in product(*_groups(asked, _listed)))


def sample_defend(asked: Rows, step: Fight, draw: Draw) -> Defend:
    """Any sheet that is not refused, each as likely as any other."""
    every = tuple(product(*_groups(asked, _every)))
    return _filled_in(step, *every[draw(len(every))])


def _groups(asked: Rows, numbers: Callable[[int], Numbers]) -> Groups:
    """What each row of the sheet may say. After the roll somebody pays for Dodges, or nobody does."""
    spent = tuple((number, "") for number in numbers(asked.dodges))
    if asked.rolled:
        paid = product(asked.payers, range(asked.dodges, 0, -1))
        spent = (*((number, payer) for payer, number in paid), (0, ""))
    holds, backups = ((False, True)[: 1 + row] for row in (asked.hold, asked.backup))
    return (*asked.dice, None), holds, backups, spent, numbers(asked.surges)


def _filled_in(  # noqa: PLR0913, PLR0917 - a row each
    step: Fight, die: Die | None, hold: bool, backup: bool, spent: tuple[int | None, str], surges: int | None
) -> Defend:
    return Defend(
        prompt=step.id, die=die.value if die else "", hold=hold, backup=backup, dodges=spent[0],
        surges=surges, lender=spent[1],
    )  # fmt: skip


def _listed(number: int) -> Numbers:
    """All of them, told later, or none."""
    return (number, LATER, 0) if number else (LATER,)


def _every(number: int) -> Numbers:
    return (LATER, *range(number + 1)) if number else (LATER,)


def defend_wrong(asked: Rows, answer: Defend) -> Iterator[Violation]:
    """What the sheet does not ask, or more than there is."""
    unasked = (
        (answer.die and answer.die not in [die.value for die in asked.dice], answer.die),
        (answer.hold and not asked.hold, HOLD),
        (answer.backup and not asked.backup, "backup"),
        (answer.lender and answer.lender not in asked.payers, answer.lender),
    )
    yield from (problem("game.no_such_token", [name[:40]]) for wrong, name in unasked if wrong)
    for number, most in ((answer.dodges, asked.dodges), (answer.surges, asked.surges)):
        if not 0 <= (number or 0) <= most:
            yield problem("game.how_many", least=0, most=most)


# What comes of it ------------------------------------------------------------------------------------------


def marks_of_sheet(table: Table, asked: Rows, answer: Defend) -> tuple[Marked, ...]:
    """What is kept of the sheet until its dice lie: numbers are kept one higher."""
    marks = [BACKED_UP.add(table, by=BACKUP)] if answer.backup else []
    if asked.backup and not asked.rolled:
        marks.append(LOOKED_FOR_BACKUP.add(table))
    dodges = 0 if asked.rolled else asked.dodges
    for kept, most, number in (
        (DODGES_TOLD, dodges, answer.dodges),
        (SURGES_TOLD, asked.surges, answer.surges),
    ):
        if most and number is not LATER:
            marks.append(kept.add(table, by=1 + number))
    return tuple(marks)


def holds(table: Table, id: str) -> Outcome:
    """A unit gains a Dodge, and a Suppression that may make it panic."""
    gained = gain(table, id, 1)
    return gained._replace(events=(*give(table, id, DODGE), *gained.events))


def told_dodges(table: Table, step: Fight, answer: Defend | None) -> Spend | None:
    """The Dodges that are spent now: as told, or as was told before the roll, and no more than cancel
    something."""
    purse = dodge_tokens(table, step.attack)
    most = (answer.dodges or 0) if answer else DODGES_TOLD.count(table) - 1
    number = min(most, purse.most) if purse else 0
    if answer is None:
        number = min(number, table.units[step.attack.on].tokens.get(DODGE, 0))
    lender = answer.lender if answer else ""
    return Spend(prompt=step.id, token=DODGE, number=number, lender=lender) if number > 0 else None


def told_surges(table: Table, step: Fight) -> Spend | None:
    """The Surges that were told to be spent: the fewest that leave the fewest wounds."""
    attack, purse = step.attack, save_tokens(table, step.attack)
    if purse is None or not SURGES_TOLD.count(table):
        return None
    own = table.units[attack.on].tokens.get(SURGE, 0)
    most = min(SURGES_TOLD.count(table) - 1, purse.most, own)

    def left(number: int) -> int:
        saved = replace(attack, saves=turn_surges(attack.saves, number, Face.BLOCK))
        return wounds_left(table, saved)

    number = min(range(most + 1), key=lambda number: (left(number), number))
    return Spend(prompt=step.id, token=SURGE, number=number) if number else None


def with_marks(table: Table, marks: tuple[Marked, ...]) -> Table:
    """The table with what was just told."""
    game = Game(table=table)
    game = evolve(game, *marks)
    return game.table


# Dodges and Surges -----------------------------------------------------------------------------------------


def dodge_tokens(table: Table, attack: Attack) -> SpendableTokens | None:
    """The Dodges of use: for Hits, with Agility Training for Criticals as well."""
    defence = defence_of(table, attack)
    left = after_dodge(attack.criticals, attack.hits, defence)
    return dodges(table, attack, sum(left) if defence.agile else left[1])


def save_tokens(table: Table, attack: Attack) -> SpendableTokens | None:
    """The Surge tokens of use: for Surges that neither cover nor Combat Shields turn."""
    question = attack_of(table, attack), defence_of(table, attack)
    return saves(table, attack, surges_to_blocks(len(attack.saves), *question))


def count_blocks(table: Table, attack: Attack) -> int:
    """The Blocks that count."""
    question, defence = attack_of(table, attack), defence_of(table, attack)
    surges = min(attack.saves.count(Face.SURGE), surges_to_blocks(len(attack.saves), question, defence))
    return max(0, attack.saves.count(Face.BLOCK) + surges - question.pierce)


def wounds_left(table: Table, attack: Attack) -> int:
    """Hits and Criticals that nothing blocks."""
    return max(0, attack.criticals + attack.hits - count_blocks(table, attack))


# Questions of older games ----------------------------------------------------------------------------------


@choice("backup", door=NO_PLACE)
def tell_backup(answer: Answered[Nothing]) -> Outcome:
    """Two Hits are cancelled (core: Backup)."""
    backed = (BACKED_UP.add(answer.table, by=BACKUP),) if answer.yes else ()
    return Outcome((*backed, LOOKED_FOR_BACKUP.add(answer.table)))


@choice(HOLD, door=NO_PLACE)
def tell_hold(answer: Answered[Nothing]) -> Outcome:
    return holds(answer.table, answer.step.unit) if answer.yes else Outcome()
