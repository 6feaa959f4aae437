"""An event as the file that `muster tournament` reads: whoever has it can repeat the draws.

It holds what the person who exports it may see, with the names they may read. Files contain no clock, so
they do not contain round lengths either.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, get_args

from msgspec import UNSET
from msgspec.structs import replace

from muster.app.tournament.access import AudienceView, TournamentQueries
from muster.rules.log import Recorded, effective
from muster.rules.tournament.bracket.cut import seeds_of_cut
from muster.rules.tournament.bracket.proof import everybody
from muster.rules.tournament.file import DrawnInFile as FileDrawn
from muster.rules.tournament.file import FilePlayer, TournamentFile
from muster.rules.tournament.file import entrants as file_entrants
from muster.rules.tournament.file import table as file_table
from muster.rules.tournament.games import Player, Round
from muster.rules.tournament.pairing.swiss import Path
from muster.rules.tournament.running import structures
from muster.rules.tournament.running.audiences import PlayerLine, TournamentView
from muster.rules.tournament.running.events import DrawnRound, RoundDrafted, RoundPublished
from muster.rules.tournament.running.evolving import TOURNAMENT
from muster.rules.tournament.running.figures import entrants, in_lot_order
from muster.rules.tournament.running.tournament import TAKES_PART, Tournament

Standing = tuple[tuple[Player, int], ...]
PATHS = get_args(Path)


class Draft(NamedTuple):
    """A round as it was drawn, and the standings it was drawn from."""

    drawn: DrawnRound
    field: Standing


def export_tournament(watching: TournamentQueries, person: str, tournament: str) -> TournamentFile:
    """The event as this person may see it, as a file."""
    audience = watching.look(person, tournament)
    now = watching.tournaments.load(tournament).state
    made = _file_without_draws(audience, now)
    drafts = _drafts(watching.tournaments.store.read(tournament))
    return replace(made, draws=tuple(_draws(made, audience.view, drafts)))


def _file_without_draws(audience: AudienceView, now: Tournament) -> TournamentFile:
    view = audience.view
    rounds = tuple(line.round for line in view.rounds)
    players = _players(view, rounds)
    keys = [line.player for line in players]
    return TournamentFile(
        name=view.name,
        profile=view.plan.profile,
        points=view.plan.points,
        structure=_structure(view, len(players)),
        bye_moves=view.plan.bye_moves,
        avoid_clubs=view.plan.avoid_clubs or UNSET,
        order=tuple(in_lot_order(now, keys)) if now.lots else (),
        players=tuple(_player(line, audience) for line in players),
        rounds=rounds,
    )


def _players(view: TournamentView, rounds: Sequence[Round]) -> list[PlayerLine]:
    """Before the announcement everybody who entered; after it those who were present."""
    met = {player for round_ in rounds for player in round_.everyone}
    return [line for line in view.players if line.player in met or _is_counted(line, view)]


def _is_counted(line: PlayerLine, view: TournamentView) -> bool:
    if view.announced is None:
        return line.status == "entered"
    return line.present and line.status in TAKES_PART


def _player(line: PlayerLine, audience: AudienceView) -> FilePlayer:
    return FilePlayer(
        key=line.player,
        name=audience.names.get(line.player, ""),
        club=line.club,
        away=not line.present,
        gone=line.status == "dropped",
        disqualified=line.status == "disqualified",
    )


def _structure(view: TournamentView, players: int) -> structures.CustomStructure:
    """The planned structure if it still gives what was announced for this many players, otherwise its
    numbers."""
    plan, frame = view.plan, view.announced
    if plan.structure == "custom":
        return structures.CustomStructure(kind="custom", rounds=plan.rounds, cut=plan.cut)
    planned = structures.CustomStructure(kind=plan.structure)
    if frame is None:
        return planned
    if not structures.structure_problems(planned, players):
        found = structures.structure(planned, players)
        if (found.rounds, found.cut) == (frame.rounds, frame.cut):
            return planned
    return structures.CustomStructure(kind="custom", rounds=frame.rounds, cut=frame.cut)


# How rounds were drawn -------------------------------------------------------------------------------------


def _drafts(log: Sequence[Recorded]) -> dict[int, Draft]:
    """The draft of every published round, read back from the log."""
    now, held = TOURNAMENT.initial(), None
    found: dict[int, Draft] = {}
    for entry in effective(log):
        event = entry.event
        if isinstance(event, RoundDrafted):
            held = Draft(event.drawn, tuple((entrant.player, entrant.points) for entrant in entrants(now)))
        elif isinstance(event, RoundPublished) and held is not None:
            found[event.drawn.round.number] = held
        now = TOURNAMENT.evolve(now, event)
    return found


def _draws(file: TournamentFile, view: TournamentView, drafts: dict[int, Draft]) -> Iterator[FileDrawn]:
    """The rounds that follow from their seeds, leaving out those whose pairings were changed by hand."""
    for line in view.rounds:
        draft = drafts.get(line.round.number)
        if draft is None or not line.seed or _pairs(line.round) != _pairs(draft.drawn.round):
            continue
        path = next((path for path in PATHS if path == line.path), None)
        swiss = line.round.stage == "swiss"
        drawn = FileDrawn(round=line.round.number, seed=line.seed, path=path if swiss else None)
        yield replace(drawn, field=_changed_since(file, line.round, draft)) if swiss else drawn
    first = next((line.round for line in view.rounds if line.round.stage == "elimination"), None)
    if first is not None and view.cut and (field := _cut_changed_since(file, first, view.cut)):
        yield FileDrawn(round=first.number, seed="", field=field)


def _cut_changed_since(file: TournamentFile, first: Round, cut: Sequence[Player]) -> Standing:
    """The seeding of the cut, if the standings in the file would now give another one."""
    lines = file_table(file, first.number)
    size, left = file.plan.cut, file.players_gone - everybody(first)
    points = {line.player: line.points for line in lines}
    same = seeds_of_cut([line.player for line in lines], size, left) == tuple(cut) if size else False
    return () if same else tuple((player, points[player]) for player in cut)


def _pairs(played: Round) -> tuple[set[tuple[Player, Player]], set[Player]]:
    return {game.players for game in played.games}, {bye.player for bye in played.byes}


def _changed_since(file: TournamentFile, played: Round, draft: Draft) -> Standing:
    """The standings that the round was drawn from, if the file no longer gives them."""
    there = {player for player, _ in draft.field}
    again = tuple((entrant.player, entrant.points) for entrant in file_entrants(file, played.number, there))
    return () if again == draft.field else draft.field
