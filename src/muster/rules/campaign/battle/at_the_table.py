"""What setbacks, traits and campaign keywords do during a game, as small answers to questions at the table.

Effects that only remind the players (War Weary is a matter of casualty checks) stand in the data as words.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from muster.rules.cards.vocabulary import Rank, UnitType, is_a
from muster.rules.dice.faces import Face
from muster.rules.violations import Violation

FAULTY_TOKENS: Final = 2
"""Order tokens drawn for Faulty Equipment at the start of the first Command Phase (rule 277)."""


def flat_footed(own_pips: int, enemy_pips: int) -> int:
    """Suppression as the Activation Phase starts: 1 if the enemy's command card has fewer pips (rule 42)."""
    return int(enemy_pips < own_pips)


def behind_schedule(own_pips: int, enemy_pips: int) -> tuple[int, int]:
    """Suppression and Observation when command cards are revealed: 2 and 2 if one's own has fewer pips."""
    return (2, 2) if own_pips < enemy_pips else (0, 0)


def conspicuous(near: Mapping[str, Rank]) -> tuple[str, ...]:
    """The enemy units, of those within range 2 and in sight at the start of an End Phase, of which the
    opponent may let one make a speed-2 move: Commanders and Operatives (rule 45; ruling A18)."""
    return tuple(unit for unit, rank in near.items() if rank in ("commander", "operative"))


def fatigue(hits: int, instances: int) -> int:
    """How many Hits the opponent may take from the attack, after surges are converted (rules 202, 203)."""
    return min(max(0, hits), instances)


def shaken_after_rally(suppression: int, courage: int | None, unit_type: UnitType, miniatures: int) -> int:
    """Wounds of a Battle-Shaken unit after its Rally step: 1 if Suppression exceeds Courage (rule 205).

    Units that pay at the start of the game pay nothing here; without Courage nothing is exceeded.
    """
    if shaken_at_start(unit_type, miniatures) or courage is None:
        return 0
    return int(suppression > courage)


def shaken_at_start(unit_type: UnitType, miniatures: int) -> int:
    """Wounds of a Battle-Shaken unit at the first Activation Phase: 1 for a Vehicle or a single miniature
    (rule 206)."""
    return int(is_a(unit_type, "vehicle") or miniatures == 1)


def unsure(face: Face) -> bool:
    """Whether units ordered by the command card gain a Suppression: on a Block of the red defence die rolled
    each time the Paragon is nominated (rules 216, 217)."""
    return face is Face.BLOCK


def courage_range(disgraced: bool) -> int:
    """How far friends may borrow a Commander's Courage against panic: range 3, if Disgraced 2 (rule 276)."""
    return 2 if disgraced else 3


def faulty_equipment(drawn: Sequence[Rank], army: Mapping[str, Rank]) -> tuple[tuple[str, ...], ...]:
    """For each of the two order tokens drawn, the units of that rank of which one is marked (rule 277)."""
    return tuple(tuple(unit for unit, rank in army.items() if rank == token) for token in drawn)


def check_order(faulty: bool, from_command_card: bool) -> tuple[Violation, ...]:
    """A unit with Faulty Equipment takes orders from command cards only (rule 278)."""
    if not faulty or from_command_card:
        return ()
    return (Violation(code="arc.faulty_equipment", source="Tours of Duty: Faulty Equipment"),)


def insecure(face: Face, others: bool) -> Literal["itself", "another"]:
    """Where an Insecure unit's order to itself goes: to another on a Block, if there is one (rule 279)."""
    return "another" if face is Face.BLOCK and others else "itself"
