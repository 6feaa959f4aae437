"""Reads a Register's log as a story: chapters by battle, its numbers over time, and its opponents.

Nothing is decided here; only events that count are read.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from itertools import accumulate
from typing import Literal

import msgspec
from msgspec.structs import replace

from muster.rules.campaign.battle.battle import SIDES, Battle, other
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.register.events import BattleClosed, BattleJoined, BattleLeft
from muster.rules.campaign.register.register import Register, evolve
from muster.rules.log import Recorded

Result = Literal["", "won", "lost", "drawn"]


class Chapter(msgspec.Struct, frozen=True):
    """What happened from one muster to the next. Number 0 is the time before the first battle.

    `result` is empty and `closed` not there as long as the ten steps are not done.
    """

    number: int
    battle: str
    entries: tuple[Recorded, ...]
    result: Result = ""
    closed: datetime | None = None


class Mark(msgspec.Struct, frozen=True):
    """Where the Register stood after a battle (0: when the first army was mustered)."""

    number: int
    experience: int
    supply: int
    reputation: int


class Rivalry(msgspec.Struct, frozen=True):
    """All battles against one opponent; an opponent without a Register has an empty `register`.

    `feared` counts the enemy units this Register named its Most Feared Rival, `fearsome` its own units that
    the opponent named (rule 164), each by name.
    """

    register: str
    won: int = 0
    lost: int = 0
    drawn: int = 0
    feared: dict[str, int] = {}
    fearsome: dict[str, int] = {}

    @property
    def battles(self) -> int:
        """How many battles they fought."""
        return self.won + self.lost + self.drawn


def course_of(log: Sequence[Recorded]) -> list[Register]:
    """The Register before each entry of its live log, and after the last."""
    return list(accumulate((entry.event for entry in log), evolve, initial=Register()))


def chapters(log: Sequence[Recorded]) -> tuple[Chapter, ...]:
    """The effective log of a Register in chapters. A battle that was called off belongs to the chapter before
    it."""
    parts: list[tuple[str, list[Recorded]]] = [("", [])]
    for entry in log:
        if isinstance(entry.event, BattleJoined):
            parts.append((entry.event.battle, []))
        parts[-1][1].append(entry)
        if isinstance(entry.event, BattleLeft) and len(parts) > 1:
            left = parts.pop()
            parts[-1][1].extend(left[1])
    return tuple(_chapter(number, battle, entries) for number, (battle, entries) in enumerate(parts))


def _chapter(number: int, battle: str, entries: Sequence[Recorded]) -> Chapter:
    for entry in reversed(entries):
        if isinstance(entry.event, BattleClosed):
            return Chapter(number, battle, tuple(entries), entry.event.result, entry.at)
    return Chapter(number, battle, tuple(entries))


def marks(log: Sequence[Recorded], states: Sequence[Register]) -> tuple[Mark, ...]:
    """The Register's numbers before its first battle and after each finished one.

    `states` are the states along its effective log (`course_of`).
    """
    found: list[Mark] = []
    for number, entry in enumerate(log):
        if isinstance(entry.event, BattleJoined) and not found:
            found.append(_mark(states[number]))
        if isinstance(entry.event, BattleClosed):
            found.append(_mark(states[number + 1]))
    return tuple(found)


def _mark(register: Register) -> Mark:
    experience = sum(dossier.experience for dossier in register.dossiers)
    return Mark(len(register.battles), experience, register.supply, register.reputation)


def side_of(battle: Battle, registers: Collection[str]) -> SideKey | None:
    """The side one of these Registers took in a battle."""
    return next((key for key in SIDES if battle.side(key).register in registers), None)


def rivalries(battles: Iterable[Battle], registers: Collection[str]) -> tuple[Rivalry, ...]:
    """Against whom these Registers (one, or a copy with what it was copied from) fought, most battles first.

    Only what is decided counts: a rival that is still sealed is not here.
    """
    found: dict[str, Rivalry] = {}
    for battle in battles:
        key = side_of(battle, registers)
        if key is not None and battle.status == "recorded":
            enemy = battle.side(other(key)).register
            found[enemy] = _with_battle(found.get(enemy, Rivalry(enemy)), battle, key)
    return tuple(sorted(found.values(), key=lambda row: -row.battles))


def _with_battle(rivalry: Rivalry, battle: Battle, key: SideKey) -> Rivalry:
    result = battle.result(key)
    return replace(
        rivalry,
        won=rivalry.won + (result == "won"),
        lost=rivalry.lost + (result == "lost"),
        drawn=rivalry.drawn + (result == "drawn"),
        feared=_with_named_rival(rivalry.feared, battle, key),
        fearsome=_with_named_rival(rivalry.fearsome, battle, other(key)),
    )


def _with_named_rival(before: dict[str, int], battle: Battle, by: SideKey) -> dict[str, int]:
    """The units one side named, with the one of this battle."""
    unit = battle.side(other(by)).unit(battle.side(by).rival or "")
    named = Counter(before)
    if unit is not None:
        named[unit.name] += 1
    return dict(named.most_common())
