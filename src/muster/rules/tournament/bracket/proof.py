"""Whether a bracket that was written down is the one the rules give: seeds after the cut, winners moving on,
game numbers (rules 605 to 612). Nothing of the file it stands in is believed."""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from muster.rules.tournament.bracket.cut import seeds_of_cut
from muster.rules.tournament.bracket.elimination import SOURCE, Bracket, first_round, next_round, winners
from muster.rules.tournament.games import Player, Round
from muster.rules.violations import Refused, Source, Violation

_broken: Final = Source(SOURCE).problem


def players_by_number(played: Round) -> dict[int, frozenset[Player]]:
    """Who is at which game number, who left during the round too."""
    found: dict[int, frozenset[Player]] = {}
    games = [(game.number, game.players) for game in played.games]
    for number, players in [*games, *((bye.number, (bye.player, bye.dropped)) for bye in played.byes)]:
        found[number] = found.get(number, frozenset()) | (set(players) - {""})
    return found


def everybody(played: Round) -> frozenset[Player]:
    """Whoever was in the round when it began."""
    return frozenset(played.everyone | {bye.dropped for bye in played.byes} - {""})


def first_problems(
    first: Round, standing: Sequence[Player], size: int, gone: Collection[Player], bracket: Bracket
) -> Iterator[Violation]:
    """The first round after a cut: the best who had not left, highest against lowest (rules 605 to 608).

    Who is gone by now and stands in the round left after the cut.
    """
    left = set(gone) - everybody(first)
    try:
        seeds = seeds_of_cut(standing, size, left)
        due = first_round(seeds, number=first.number, bracket=bracket, size=size)
    except Refused as refused:
        yield from (_in_round(violation, first) for violation in refused.violations)
    else:
        yield from _differences(first, due)


def later_problems(
    rounds: Sequence[Round], gone: Collection[Player], bracket: Bracket
) -> Iterator[Violation]:
    """Each later round: the winners of the one before, at the numbers they lead to (rules 611 and 612)."""
    for before, after in pairwise(rounds):
        there = everybody(after)
        try:
            left = {player for player in winners(before) if player in gone and player not in there}
            due = next_round(before, left, bracket=bracket)
        except Refused as refused:
            yield from (_in_round(violation, after) for violation in refused.violations)
        else:
            yield from _differences(after, due)


def _differences(written: Round, due: Round) -> Iterator[Violation]:
    """Every game number at which others stand than the rules give."""
    have, want = players_by_number(written), players_by_number(due)
    for number in sorted(have.keys() | want.keys()):
        if have.get(number) != want.get(number):
            there = tuple(sorted(want.get(number, ())))
            code = "bracket.other_game" if there else "bracket.empty_game"
            yield _in_round(replace(_broken(code, game=number), about=there), written)
    if written.slots not in (0, due.slots):
        yield _in_round(_broken("elimination.numbers"), written)


def _in_round(found: Violation, played: Round) -> Violation:
    return replace(found, params={**found.params, "round": played.number})
