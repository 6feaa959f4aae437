"""What a round is called, on every page, sheet and answer: Round 3, Quarter-finals, Last 16."""

from collections.abc import Sequence
from typing import Final

from muster.rules.tournament.bracket.elimination import slots_of
from muster.rules.tournament.games import Round

LAST_ROUNDS: Final = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}


def bracket_round_name(games: int) -> str:
    """A round of the bracket by how many game numbers it has."""
    return LAST_ROUNDS.get(games, f"Last {2 * games}")


def name_of(played: Round) -> str:
    """A round that was drawn."""
    return f"Round {played.number}" if played.stage == "swiss" else bracket_round_name(slots_of(played))


def name_of_number(rounds: Sequence[Round], number: int, swiss: int, cut: int) -> str:
    """A round by its number, also one to come: after the Swiss rounds the cut halves each time."""
    found = next((played for played in rounds if played.number == number), None)
    if found is not None:
        return name_of(found)
    if not cut or number <= swiss:
        return f"Round {number}"
    played = sum(each.stage == "elimination" for each in rounds)
    return bracket_round_name(max(1, (1 << (cut - 1).bit_length()) >> (played + 1)))
