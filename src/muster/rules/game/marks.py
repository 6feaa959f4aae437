"""Marks: what a game remembers or counts by name. Each is declared once and only its declaration reads or
writes `Table.marks`, so a misspelt mark fails at import.

    SEARCHED = Mark("searched", ("seat",))
    SEARCHED.add(table, seat)      the event that counts it
    SEARCHED.count(table, seat)    how often it was counted

A mark that only one card needs may be declared next to that card.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from muster.rules.game.log.events import Marked
from muster.rules.game.table import Table


class Mark(NamedTuple):
    """A mark and what it is kept for. `of` names the parts that follow its name in logs, with `join` between
    them. With `each_round` it holds only for the round in which it was made; `round_first` marks name the
    round before their parts."""

    name: str
    of: tuple[str, ...] = ()
    each_round: bool = False
    round_first: bool = False
    join: str = "."

    def count(self, table: Table, *parts: str) -> int:
        """How often it was counted."""
        return table.marks.get(self.key(table, *parts), 0)

    def add(self, table: Table, *parts: str, by: int = 1) -> Marked:
        """The event that counts it."""
        return Marked(name=self.key(table, *parts), by=by)

    def change_to(self, table: Table, count: int, *parts: str) -> tuple[Marked, ...]:
        """The event that brings the count to this number, unless it is there already."""
        change = count - self.count(table, *parts)
        return (self.add(table, *parts, by=change),) if change else ()

    def key(self, table: Table, *parts: str) -> str:
        """The name under which the table keeps it."""
        if len(parts) != len(self.of):
            raise TypeError(f"the mark {self.name} is kept for {self.of}, not for {parts}")
        name = ".".join((self.name, self.join.join(parts)) if parts and self.name else parts or (self.name,))
        if not self.each_round:
            return name
        when = f"r{table.round}"
        return f"{self.name}.{when}.{self.join.join(parts)}" if self.round_first else f"{name}.{when}"

    def found(self, table: Table) -> Iterator[tuple[tuple[str, ...], int]]:
        """Every set of parts with its count, for round marks in this round only."""
        before = f"{self.name}."
        after = f".r{table.round}" if self.each_round else ""
        for name in [name for name in table.marks if name.startswith(before)]:
            if name.endswith(after):
                parts = name[len(before) : len(name) - len(after)]
                yield tuple(parts.split(self.join, len(self.of) - 1)), table.marks[name]

    def clear(self, table: Table, *first: str) -> Iterator[Marked]:
        """The events that clear the mark, or whatever is kept under these first parts."""
        before = f"{self.name}.{''.join(f'{part}{self.join}' for part in first)}"
        found = (name for name in table.marks if name.startswith(before))
        return (Marked(name=name, by=-table.marks[name]) for name in found)


TOLD: Final = Mark("told", ("what",))
"""In score-only games: what players reported for the round, until it is cleaned up."""


class Told(NamedTuple):
    """Something that players report to a card in score-only games, once or for each part named in `of`. It is
    kept as a `TOLD` mark until the round is over."""

    name: str
    of: tuple[str, ...] = ()

    def word(self, *parts: str) -> str:
        """Its name in answers."""
        if len(parts) != len(self.of):
            raise TypeError(f"{self.name} is told for {self.of}, not for {parts}")
        return ".".join((self.name, *parts))

    def count(self, table: Table, *parts: str) -> int:
        """The number that was reported, or 1 for a yes."""
        return TOLD.count(table, self.word(*parts))


# Every game ------------------------------------------------------------------------------------------------

MISSION: Final = Mark("mission", ("card",))
"""The Turning Point, or the mission of Special Operations, for which the game was opened."""
END_HERE: Final = Mark("end-here", ("seat",))
CALL_TIME: Final = Mark("call-time", ("seat",))
SCORE_ONLY: Final = Mark("score-only", ("seat",))
TABLED: Final = Mark("tabled", ("side",))
"""A side has no unit left: with the score only, somebody says so."""
USED: Final = Mark("used", ("what", "whose"))
"""Uses of what may be used once or so a game, of a side or of a unit."""
STEADY: Final = Mark("steady", ("unit",))
"""The Courage that a Commander in range lends."""
TAKEN: Final = Mark("free", ("action", "unit"), each_round=True)
"""An action that a unit takes once in an activation, of which it has one a round (core: Actions; G12)."""
FEWER: Final = Mark("fewer", ("why", "unit"), each_round=True)
"""An action less in its activation: by Ion, or by a damaged vehicle's die."""
SPENT: Final = Mark("spent", ("unit",), each_round=True)
"""How many of its actions a unit has used in its activation, where they are counted."""
ALLOWED: Final = Mark("allowed", ("unit",), each_round=True)
"""How many actions it had when it began to act, where they are counted."""
OVERRUN: Final = Mark("overrun", ("unit",), each_round=True)
"""Overruns of a unit in its activation (core: Overrun X)."""
GAVE: Final = Mark("gave", ("keyword", "unit"), each_round=True)
"""An order given by a keyword beyond the command card."""
NOMINATED: Final = Mark("nominated", ("unit",), each_round=True, round_first=True)
RALLY_MORE: Final = Mark("rally-more", ("unit",), each_round=True)
RALLY_LESS: Final = Mark("rally-less", ("unit",), each_round=True)
SHELTERED: Final = Mark("sheltered", ("unit",))
"""Beside a Defensive Position (rule 61)."""
UNITY: Final = Mark("unity", ("unit",))
"""Beside another Clone Trooper unit."""
KEEPS: Final = Mark("keeps", ("unit",), each_round=True)
"""Losing Faith: it keeps the Suppression that others lose."""
WAVERS: Final = Mark("wavers", ("unit",), each_round=True)
"""Unsure, and the die says so."""

# Agendas and Paragon cards ---------------------------------------------------------------------------------

AGENDA: Final = Mark("agenda", ("agenda", "side"))
"""The tokens on an agenda."""
BEFORE: Final = Mark("before.small-victories", ("side",))
"""What was scored from the secondary before the agenda was in play."""
CHOSEN: Final = Mark("chosen", ("agenda", "unit"))
INTEREST: Final = Mark("interest", ("rank", "side"))
LEADER_FELL: Final = Mark("fact.paragon-defeated-leader", ("side",))
PANIC_ASKED: Final = Mark("panic-asked", ("unit",))
DEFENDED: Final = Mark("defended", ("side", "token"))
SEARCHED: Final = Mark("searched", ("seat",))
RELENTLESS: Final = Mark("relentless", ("unit",), each_round=True)
FEARLESS: Final = Mark("fearless", ("unit",), each_round=True, round_first=True)
ORDERED: Final = Mark("ordered", ("card", "unit"), each_round=True)
ENEMY_DOWN: Final = Mark("enemy-down", ("unit",))
OBJECTIVE_COMPLETE: Final = Mark("objective-complete", ("unit",))
PLACED: Final = Mark("placed", ("side",), each_round=True)
"""The tokens that lay on the agenda before Objective Complete! gave its orders."""
REWARDED: Final = Mark("rewarded", ("side",), each_round=True)

# Missions --------------------------------------------------------------------------------------------------

NAMED: Final = Mark("named", ("unit",))
COUNTED: Final = Mark("counted", ("bunker",))
SCAN: Final = Mark("scan", ("side",))
RECON: Final = Mark("recon", ("side", "round"))
HEEL: Final = Mark("heel", ("side", "box or round"))
"""Bring Them to Heel: a box that was ticked, and the round in which one was."""
SUPPLIES: Final = Mark("supplies")
CORES: Final = Mark("cores")
BASE_SCORED: Final = Mark("base", ("side",))
BASE_FELL: Final = Mark("base-fell", ("side",), each_round=True)
SWEEP: Final = Mark("sweep", ("box", "side"))
SWEPT: Final = Mark("swept", ("side",), each_round=True)
COORDINATES: Final = Mark("coordinate", ("unit",), each_round=True)
INCOGNITO: Final = Mark("incognito", ("unit",), each_round=True)
ORDNANCE: Final = Mark("ordnance", ("side",), each_round=True)
STRAFING: Final = Mark("strafing-run", ("side",), each_round=True)

# Turning Points --------------------------------------------------------------------------------------------

BOMBARDMENT: Final = Mark("bombardment", each_round=True)
PROTECTED: Final = Mark("protected", each_round=True)
DESTROYED: Final = Mark("destroyed", each_round=True)
CACHED: Final = Mark("", ("cache", "green token"))
"""The green tokens that lie on a Cache: logs have no name for it but that of the Cache."""
TOOK: Final = Mark("took", ("unit", "cache"), each_round=True)
POOL: Final = Mark("pool", ("green token",))
AT_RAMP: Final = Mark("at-ramp", ("unit",))
MOVED: Final = Mark("moved", ("token",), each_round=True)
ESCAPED: Final = Mark("escaped", each_round=True)
FELL: Final = Mark("fell", each_round=True)
IDENTIFIED: Final = Mark("identified", ("side",))
PARAGON: Final = Mark("paragon", ("unit",))
TOUCHED: Final = Mark("goods", ("unit",), each_round=True)
"""Running Out of Time: it seized or stashed goods."""
CAPTURED: Final = Mark("captured", each_round=True)
