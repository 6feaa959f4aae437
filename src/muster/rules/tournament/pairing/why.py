"""The checker's answers in words: why am I paired down, why this bye, why do we meet again?"""

from collections.abc import Iterator, Sequence

from muster.rules.tournament.games import Player
from muster.rules.tournament.pairing.checked_pairing import CheckedPairing
from muster.rules.tournament.pairing.proof import (
    fewest_rematches,
    fewest_with_any_bye,
    needless_drop,
    unpaired_count,
)
from muster.rules.tournament.pairing.swiss import Entrant, Pairing
from muster.rules.violations import Violation


def explain(entrants: Sequence[Entrant], pairing: Pairing, player: Player, round: int = 2) -> list[Violation]:
    """Why this player has this opponent, or the bye, as values with sentences; empty for somebody not in the
    pairing."""
    seen = CheckedPairing(entrants, pairing, round)
    if player not in seen.points:
        return []
    if player == pairing.bye:
        return [_why_bye(seen, player)]
    opponent = seen.opponent(player)
    return list(_why_opponent(seen, player, opponent)) if opponent in seen.points else []


def _why_bye(seen: CheckedPairing, player: Player) -> Violation:
    """Drawn in round 1, due later, or moved up so that nobody meets a former opponent."""
    if seen.round == 1:
        return _why("pairing.why_bye_random", "rule 598", player)
    due = seen.bye_order()[0]
    if player != due and not fewest_rematches(seen, due):
        return _why("pairing.why_bye_by_hand", "rule 599", player, due=due)
    if player != due:
        return _why("pairing.why_bye_moved", "ruling T11", player, due=due)
    byes = seen.by_name[player].byes
    if byes:
        return _why("pairing.why_bye_fewest", "ruling T10", player, byes=byes)
    return _why("pairing.why_bye_lowest", "rule 599", player)


def _why_opponent(seen: CheckedPairing, player: Player, opponent: Player) -> Iterator[Violation]:
    mine, theirs = seen.points[player], seen.points[opponent]
    if seen.have_met(player, opponent):
        yield _why_again(seen, player, opponent)
    elif seen.round == 1:
        yield _why(_how_drawn(seen, player), "rule 595", player, opponent=opponent)
    elif mine == theirs:
        yield _why("pairing.why_equal", "rule 596", player, opponent=opponent, points=mine)
    if mine < theirs:
        yield _why("pairing.why_up", "rule 597", player, opponent=opponent)
    elif mine > theirs:
        yield _why_down(seen, player, opponent, mine)
        skipped = [level for level in seen.levels if mine > level > theirs]
        if skipped:
            listed = ", ".join(map(str, skipped))
            yield _why("pairing.why_further", "rule 597", player, skipped=listed)


def _how_drawn(seen: CheckedPairing, player: Player) -> str:
    """Round 1: at random, perhaps among other clubs; of one club by hand, or as too few others are there."""
    if any(player in pair for pair in seen.same_club):
        by_hand = len(seen.same_club) > seen.fewest_of_one_club
        return "pairing.why_by_hand" if by_hand else "pairing.why_same_club"
    return "pairing.why_other_club" if seen.by_name[player].club else "pairing.why_random"


def _why_again(seen: CheckedPairing, player: Player, opponent: Player) -> Violation:
    """A rematch that no pairing avoids; or only another bye would; or one made by hand."""
    fewest, bye = fewest_rematches(seen, seen.pairing.bye), seen.pairing.bye
    if len(seen.rematches) > fewest:
        return _why("pairing.why_by_hand", "rule 592", player, opponent=opponent)
    if bye and fewest_with_any_bye(seen) < fewest:
        return _why(
            "pairing.why_rematch_bye", "ruling T11", player, opponent=opponent, bye=bye, fewest=fewest
        )
    return _why("pairing.why_rematch", "rule 592", player, opponent=opponent, fewest=fewest)


def _why_down(seen: CheckedPairing, player: Player, opponent: Player, points: int) -> Violation:
    """The odd one; too many in the group have met; or those below need somebody."""
    size, came = len(seen.groups[points]), len(seen.arrivals[points])
    down = seen.figures[points].down
    if down == 1 and (size - came) % 2:
        numbers = {"size": size, "points": points, "arrivals": came}
        return _why("pairing.why_odd_arrivals" if came else "pairing.why_odd", "rule 597", player, **numbers)
    if unpaired_count(seen, points) - came >= down:
        return _why("pairing.why_met", "rule 601", player, points=points, have=down)
    if needless_drop(seen):
        return _why("pairing.why_by_hand", "rule 597", player, opponent=opponent)
    return _why("pairing.why_below", "ruling A80", player)


def _why(code: str, source: str, player: Player, **params: str | int) -> Violation:
    return Violation(code=code, source=source, about=(player,), params={"player": player, **params})
