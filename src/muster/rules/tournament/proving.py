"""What a tournament's file proves, what in it cannot be true, and what nobody can prove from it."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from muster.rules.tournament.bracket.elimination import DRAW_LABEL, first_round_at_random
from muster.rules.tournament.bracket.proof import everybody, first_problems, later_problems, players_by_number
from muster.rules.tournament.chance import Draw
from muster.rules.tournament.file import DrawnInFile, TournamentFile, entrants, table
from muster.rules.tournament.games import Player, Round
from muster.rules.tournament.pairing.check import check as check_pairing
from muster.rules.tournament.pairing.swiss import pair, pairing_of
from muster.rules.tournament.records import record_problems
from muster.rules.tournament.running.structures import cut_problems, structure_problems
from muster.rules.tournament.scoring.profiles import profile_problems
from muster.rules.violations import Violation

UNPROVEN: Final = frozenset(
    {
        "pairing.too_large_to_prove",
        "tournament_file.field_given",
        "tournament_file.no_seed",
        "tournament_file.order_given",
    }
)


class Proof(NamedTuple):
    """What is wrong with a file, and what cannot be proven from the file alone."""

    wrong: tuple[Violation, ...]
    unproven: tuple[Violation, ...]


def proof(file: TournamentFile) -> Proof:
    """Every result, every pairing, every bracket, as far as the file goes."""
    found = list(_file_problems(file))
    return Proof(
        tuple(violation for violation in found if violation.code not in UNPROVEN),
        tuple(violation for violation in found if violation.code in UNPROVEN),
    )


def problems(file: TournamentFile) -> tuple[Violation, ...]:
    """Everything in the file that cannot be true, and every pairing that the rules do not ask for."""
    return proof(file).wrong


def _file_problems(file: TournamentFile) -> Iterator[Violation]:
    twice = _twice(file.keys)
    yield from (_problem("tournament_file.player_twice", key) for key in twice)
    yield from (_problem("tournament_file.order", key) for key in _wrong_entries(file.order, file.keys))
    yield from profile_problems(file.scoring)
    by_004 = file.profile == "regulations" and file.structure.kind == "custom"
    structured = [
        *structure_problems(file.structure, len(file.players)),
        *(cut_problems(file.structure.cut, regulations=True) if by_004 else ()),
    ]
    yield from structured
    found = record_problems(file.rounds, frozenset(file.keys), file.scoring)
    yield from found
    if twice or found or (structured and file.rounds):
        return
    if file.order:
        yield _problem("tournament_file.order_given")
    for played in file.swiss:
        yield from (_in_round(violation, played.number) for violation in _pairing_problems(file, played))
    yield from _bracket_problems(file)


def _twice(keys: Sequence[Player]) -> list[Player]:
    return [key for key, times in Counter(keys).items() if times > 1]


def _wrong_entries(listed: Sequence[Player], known: Collection[Player]) -> list[Player]:
    """Whoever stands in a list twice, or without being known."""
    return [*_twice(listed), *sorted(set(listed).difference(known))]


def _draw_of(file: TournamentFile, number: int) -> DrawnInFile | None:
    return next((draw for draw in file.draws if draw.round == number), None)


def _field_problems(drawn: DrawnInFile | None, there: Collection[Player]) -> list[Violation]:
    """Whether a field that is written down names everybody of its round once."""
    field = [key for key, _ in drawn.field] if drawn else []
    wrong = {*_wrong_entries(field, there), *set(there).difference(field)} if field else set()
    return [_problem("tournament_file.field", key) for key in sorted(wrong)]


def _unproven_draw(drawn: DrawnInFile | None, *, by_seed: bool = True) -> Iterator[Violation]:
    """What of a draw has to be believed."""
    if by_seed and not (drawn and drawn.seed):
        yield _problem("tournament_file.no_seed")
    if drawn and drawn.field:
        yield _problem("tournament_file.field_given")


def _pairing_problems(file: TournamentFile, played: Round) -> Iterator[Violation]:
    """The independent checker's answer, and whether the published seed gives this very pairing."""
    there, drawn = played.everyone, _draw_of(file, played.number)
    if wrong := _field_problems(drawn, there):
        yield from wrong
        return
    yield from _unproven_draw(drawn)
    known = entrants(file, played.number, there)
    made = pairing_of(played, (drawn.path if drawn else None) or "random")
    yield from check_pairing(known, made, played.number, bye_moves=file.bye_moves)
    if drawn is not None:
        again = pair(known, played.number, drawn.seed, bye_moves=file.bye_moves)
        if (set(again.pairs), again.bye) != (set(made.pairs), made.bye):
            yield _problem("tournament_file.other_draw", drawn.seed)


# Brackets --------------------------------------------------------------------------------------------------


def _bracket_problems(file: TournamentFile) -> Iterator[Violation]:
    """Seeds or lots of the first round, then who went on to which game number (rules 605 to 612)."""
    rounds = file.rounds[len(file.swiss) :]
    if not rounds:
        return
    begin = _cut_problems if file.swiss else _lots_problems
    yield from (_in_round(violation, rounds[0].number) for violation in begin(file, rounds[0]))
    yield from later_problems(rounds, file.players_gone, file.bracket)


def _cut_problems(file: TournamentFile, first: Round) -> Iterator[Violation]:
    """The cut from the Swiss standings, or from the field that is written down for it."""
    drawn = _draw_of(file, first.number)
    if wrong := _field_problems(drawn, everybody(first)):
        yield from wrong
        return
    yield from _unproven_draw(drawn, by_seed=False)
    field = [key for key, _ in drawn.field] if drawn else []
    standing = field or [line.player for line in table(file, first.number)]
    yield from first_problems(first, standing, file.plan.cut, file.players_gone, file.bracket)


def _lots_problems(file: TournamentFile, first: Round) -> Iterator[Violation]:
    """Whether the published seed of a bracket at random gives its first round (rules 609 and 610)."""
    drawn = _draw_of(file, first.number)
    yield from _unproven_draw(drawn)
    if drawn is None:
        return
    there = sorted(everybody(first))
    again = first_round_at_random(there, Draw(drawn.seed, DRAW_LABEL).below) if len(there) > 1 else None
    if again is None or players_by_number(again) != players_by_number(first):
        yield _problem("tournament_file.other_draw", drawn.seed)


def _in_round(found: Violation, number: int) -> Violation:
    return replace(found, params={**found.params, "round": number})


def _problem(code: str, *about: str) -> Violation:
    return Violation(code=code, source="tournament file", about=tuple(subject[:80] for subject in about))
