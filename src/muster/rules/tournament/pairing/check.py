"""The independent checker of a Swiss pairing (rules 592 and 595 to 599, rulings A80, T10 and T11).

Everybody once, the right bye, no avoidable rematch, nobody paired down needlessly. It shares no code with the
pairer, and what somebody changed by hand is checked the same way.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from muster.rules.tournament.games import Player
from muster.rules.tournament.pairing.checked_pairing import CheckedPairing
from muster.rules.tournament.pairing.proof import (
    Better,
    Unproven,
    fewest_rematches,
    fewest_with_any_bye,
    needless_drop,
)
from muster.rules.tournament.pairing.swiss import Entrant, Pairing
from muster.rules.tournament.pairing.why import explain
from muster.rules.violations import Violation

__all__ = ["check", "explain"]


def check(
    entrants: Sequence[Entrant], pairing: Pairing, round: int, *, bye_moves: bool = True
) -> list[Violation]:
    """Everything about a pairing that is not as the rules ask for; empty if it is proven right."""
    problems = list(_once_each(entrants, pairing))
    if problems:
        return problems
    seen = CheckedPairing(entrants, pairing, round)
    problems = list(_bye_problems(seen, bye_moves))
    problems += _avoidable_club_pairs(seen)
    rematches = list(_avoidable_rematches(seen))
    return problems + rematches + ([] if rematches or round == 1 else list(_needless_drops(seen)))


def _once_each(entrants: Sequence[Entrant], pairing: Pairing) -> Iterator[Violation]:
    """Everybody is paired once or has the bye, which exists only with an odd number (rule 598)."""
    there = Counter(name for pair in pairing.pairs for name in pair)
    if pairing.bye:
        there[pairing.bye] += 1
    players = [entrant.player for entrant in entrants]
    known = set(players)
    for name, count in there.items():
        if name not in known:
            yield _problem("pairing.unknown_player", "rule 592", name)
        elif count > 1:
            yield _problem("pairing.twice", "rule 592", name)
    for name in players:
        if name not in there:
            yield _problem("pairing.missing", "rule 592", name)
    if pairing.bye and len(players) % 2 == 0:
        yield _problem("pairing.no_bye_due", "rule 598", pairing.bye)


def _bye_problems(seen: CheckedPairing, bye_moves: bool) -> Iterator[Violation]:
    """The bye is where it is due, or has moved up only as far as it had to (rule 599, ruling T11)."""
    bye = seen.pairing.bye
    if not bye or (seen.round == 1 and not bye_moves):
        return
    due = seen.bye_order()
    if bye != due[0] and seen.round > 1 and not bye_moves:
        yield _problem("pairing.wrong_bye", "rule 599", bye, due=due[0])
        return
    if not bye_moves or (bye == due[0] and not fewest_rematches(seen, bye)):
        return
    fewest = fewest_with_any_bye(seen)
    if fewest_rematches(seen, bye) > fewest:
        better = next(name for name in due if fewest_rematches(seen, name) == fewest)
        yield _problem("pairing.bye_forces_rematch", "ruling T11", bye, due=better)
    elif seen.round > 1:
        first = next(name for name in due if name == bye or fewest_rematches(seen, name) == fewest)
        if first != bye:
            yield _problem("pairing.wrong_bye", "rule 599", bye, due=first)


def _avoidable_rematches(seen: CheckedPairing) -> Iterator[Violation]:
    """Rematches beyond the fewest that are possible with this bye (rule 592)."""
    if not seen.rematches:
        return
    fewest = fewest_rematches(seen, seen.pairing.bye)
    if len(seen.rematches) > fewest:
        for player, other in seen.rematches:
            yield _problem("pairing.avoidable_rematch", "rule 592", player, opponent=other, fewest=fewest)


def _avoidable_club_pairs(seen: CheckedPairing) -> Iterator[Violation]:
    """More pairs of one club in round 1 than there have to be, where the event keeps clubs apart."""
    if len(seen.same_club) > (fewest := seen.fewest_of_one_club if seen.same_club else 0):
        for player, other in seen.same_club:
            yield _problem("pairing.avoidable_club", "rule 595", player, opponent=other, fewest=fewest)


def _needless_drops(seen: CheckedPairing) -> Iterator[Violation]:
    """A group with more members paired down, or further down, than it needs (rules 596 and 597)."""
    match needless_drop(seen):
        case Unproven(players):
            yield _about("pairing.too_large_to_prove", (), players=players)
        case Better(level, figures):
            have = seen.figures[level]
            about = tuple(seen.groups[level])
            if have.down != figures.down:
                yield _about("pairing.too_many_down", about, have=have.down, need=figures.down, points=level)
            else:
                yield _about("pairing.drop_too_large", about, have=have.drop, need=figures.drop, points=level)


def _problem(code: str, source: str, player: Player, **params: str | int) -> Violation:
    others = tuple(value for value in params.values() if isinstance(value, str))
    short = player if len(player) <= 60 else f"{player[:60]}…"
    return Violation(code=code, source=source, about=(player, *others), params={"player": short, **params})


def _about(code: str, about: tuple[Player, ...], **params: int) -> Violation:
    return Violation(code=code, source="rule 597", about=about, params=params)
