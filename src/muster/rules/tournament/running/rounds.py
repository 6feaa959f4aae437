"""A round from its draft to its end: pair, look, change, publish, close; the cut; the end of the event."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from muster.rules.log import Event
from muster.rules.tournament.bracket.elimination import (
    DRAW_LABEL,
    first_round,
    first_round_at_random,
    is_final,
    next_round,
    winners,
)
from muster.rules.tournament.chance import Draw
from muster.rules.tournament.games import Player, Stage
from muster.rules.tournament.pairing.swiss import pair
from muster.rules.tournament.pairing.tables import Seating, seat
from muster.rules.tournament.running import events
from muster.rules.tournament.running.events import DrawnRound
from muster.rules.tournament.running.figures import (
    bracket_of,
    bracket_rounds,
    entrants,
    final_ranking,
    in_lot_order,
    players_gone,
    seeds,
    winner,
)
from muster.rules.tournament.running.plan import MOST_TABLES, problem, problem_if
from muster.rules.tournament.running.roles import not_over, own_game
from muster.rules.tournament.running.timekeeping import open_round
from muster.rules.tournament.running.tournament import Draft, Tournament
from muster.rules.violations import Refused, Violation, refuse_if, refuse_unless, require

TABLE_SHARED: Final = "tournament.table_shared"


def next_stage(now: Tournament) -> Stage | None:
    """What the next round is, or nothing when all rounds are played."""
    frame = now.announced
    if frame is None:
        return None
    if now.swiss_done < frame.rounds:
        return "swiss"
    if (frame.cut or not frame.rounds) and winner(now) is None and not _bracket_over(now):
        return "elimination"
    return None


def _bracket_over(now: Tournament) -> bool:
    rounds = bracket_rounds(now)
    return bool(rounds) and is_final(rounds[-1]) and rounds[-1].complete


def step_of(now: Tournament) -> str:
    """The name of the next draw: undone and done again, it keeps its seed."""
    return f"pair:{len(now.rounds) + 1}:{now.drafts + 1}"


def decide_draft(now: Tournament, seed: str) -> events.RoundDrafted:
    """Pair the next round from a fresh seed; nobody but the desk sees it yet."""
    stage = next_stage(now)
    refuse_if(
        not_over(now),
        problem_if(now.announced is None, "tournament.not_announced", (), 590),
        _still_open(now),
    )
    refuse_unless(stage, problem("tournament.all_played"))
    needs_cut = stage == "elimination" and now.announced and now.announced.cut and not now.cut
    refuse_if(problem_if(needs_cut, "tournament.cut_first", (), 605))
    drawn = _draw_swiss(now, seed) if stage == "swiss" else _draw_bracket(now, seed)
    return events.RoundDrafted(now.drafts + 1, _seat_draft(now, drawn))


def _still_open(now: Tournament) -> Violation | None:
    current = now.open_round
    return problem("tournament.round_open", (), "", round=current.number) if current else None


def _draw_swiss(now: Tournament, seed: str) -> DrawnRound:
    """Rules 592 and 595 to 599."""
    number = len(now.rounds) + 1
    field = entrants(now)
    refuse_if(problem_if(len(field) < 2, "tournament.too_few_left", (), "", have=len(field)))
    found = pair(field, number, seed, bye_moves=now.plan.bye_moves)
    return DrawnRound(round=found.as_round(number), seed=seed, path=found.path, notes=tuple(found.notes))


def _draw_bracket(now: Tournament, seed: str) -> DrawnRound:
    """Rules 607 to 612."""
    number, kind, before = len(now.rounds) + 1, bracket_of(now.plan), bracket_rounds(now)
    if before:
        return DrawnRound(
            round=replace(next_round(before[-1], players_gone(now), bracket=kind), number=number)
        )
    if now.cut and now.announced:
        fresh = first_round(now.cut, number=number, bracket=kind, size=now.announced.cut)
        return DrawnRound(round=fresh)
    players = in_lot_order(now, now.active)
    refuse_if(problem_if(len(players) < 2, "tournament.too_few_left", (), "", have=len(players)))
    below = Draw(seed, DRAW_LABEL).below
    return DrawnRound(round=first_round_at_random(players, below, number=number), seed=seed, path="random")


# Tables --------------------------------------------------------------------------------------------------


def _seat_draft(now: Tournament, drawn: DrawnRound) -> DrawnRound:
    """Fixed tables for those who need one, fresh ones for the rest."""
    games = drawn.round.games
    found = seating(now, [game.players for game in games], final=is_final(drawn.round))
    moved = (replace(game, table=table) for game, table in zip(games, found.tables, strict=True))
    ordered = tuple(sorted(moved, key=lambda game: game.table))
    notes = (*drawn.notes, *_seat_notes(found))
    return replace(drawn, round=replace(drawn.round, games=ordered), notes=notes)


def seating(now: Tournament, pairs: Sequence[tuple[Player, Player]], *, final: bool = False) -> Seating:
    """Tables for these pairs in this event. The final is played at table 1, where everybody looks, unless one
    of the two needs another."""
    if final and pairs:
        own = {player: now.entries[player].table for player in pairs[0] if now.entries[player].table}
        return seat(pairs, own, {})
    had: dict[Player, set[int]] = {}
    for current in now.rounds:
        for game in current.drawn.round.games:
            for player in game.players:
                had.setdefault(player, set()).add(game.table)
    used = max((game.table for current in now.rounds for game in current.drawn.round.games), default=0)
    fixed = {key: entry.table for key, entry in now.entries.items() if entry.table and entry.active}
    return seat(pairs, fixed, had, max(now.plan.tables, used))


def _seat_notes(found: Seating) -> Iterable[Violation]:
    for pair_again in found.again:
        yield problem("tournament.table_again", pair_again)
    for player in found.moved:
        yield problem(TABLE_SHARED, (player,))


# Looking at the draft, changing it -----------------------------------------------------------------------


def decide_swap(now: Tournament, one: Player, other: Player) -> events.DraftSwapped:
    """Two players of the draft change places."""
    there = _draft(now).drawn.round.everyone
    refuse_if(
        *(
            problem("tournament.not_in_draft", (player[:60],), "", player=player[:60])
            for player in (one, other)
            if player not in there
        ),
        problem_if(one == other, "tournament.same_player", (one,)),
    )
    return events.DraftSwapped(one, other)


def _draft(now: Tournament) -> Draft:
    """The draft being looked at; refused when there is none."""
    refuse_if(not_over(now))
    return require(now.draft, problem("tournament.no_draft"))


def decide_seat(now: Tournament, table: int, to: int) -> events.DraftSeated:
    """A game of the draft moves to another table."""
    tables = {game.table for game in _draft(now).drawn.round.games}
    refuse_if(
        problem_if(table not in tables, "tournament.no_such_table", (), "", table=table),
        problem_if(not (1 <= to <= MOST_TABLES), "tournament.no_such_table", (), "", table=to),
        problem_if(table == to, "tournament.no_change"),
    )
    return events.DraftSeated(table, to)


def decide_discard(now: Tournament) -> events.DraftDiscarded:
    """The draft is thrown away; the next one has a seed of its own."""
    _draft(now)
    return events.DraftDiscarded()


def decide_publish(now: Tournament, draft: int) -> events.RoundPublished:
    """Everybody sees the pairing. The organiser names the draft they looked at."""
    current = _draft(now)
    refuse_unless(current.number == draft, problem("tournament.other_draft"))
    drawn = current.drawn
    missing = set(now.active) - drawn.round.everyone if drawn.round.stage == "swiss" else set()
    refuse_if(problem_if(missing, "tournament.left_over", tuple(sorted(missing))[:20]))
    # Who needs which table is nobody else's business.
    notes = tuple(note for note in drawn.notes if note.code != TABLE_SHARED)
    return events.RoundPublished(replace(drawn, notes=notes), now.drafts)


def decide_recall(now: Tournament) -> tuple[Event, ...]:
    """T9: a published round of which no game has begun may be paired again."""
    current = open_round(now)
    refuse_if(problem_if(current.has_begun, "tournament.games_begun", (), "T9", round=current.number))
    return (events.RoundRecalled(current.number),)


# Closing -------------------------------------------------------------------------------------------------


def decide_close(now: Tournament, by: str) -> events.RoundClosed:
    """Every game has ended. A result told by one player stands if the other did not object (rule 603); what
    the one who closes told themself waits for another's word (rule 514)."""
    current = open_round(now)
    if tables := tuple(map(str, current.open_tables)):
        named = ", ".join(tables[:10]) + (" …" if len(tables) > 10 else "")
        raise Refused(
            problem("tournament.results_missing", tables[:50], 603, count=len(tables), tables=named)
        )
    unconfirmed = tuple(table for table, report in current.results.items() if not report.settled)
    mine = now.entry_of(by)
    told_by_me = [table for table in unconfirmed if mine and current.results[table].by == mine.player]
    refuse_if(*(own_game(now, by, current.game(table)) for table in told_by_me))
    return events.RoundClosed(current.number, tuple(sorted(unconfirmed)))


def decide_cut(now: Tournament) -> tuple[Event, ...]:
    """Rule 605: after the Swiss rounds the best go on. Before the bracket begins it may be made again."""
    refuse_if(not_over(now))
    frame = require(now.announced, problem("tournament.not_announced", (), 590))
    begun = any(current.stage == "elimination" for current in now.rounds)
    refuse_if(
        problem_if(not frame.cut, "tournament.no_cut", (), 605),
        problem_if(begun, "tournament.cut_stands", (), "T9"),
        _still_open(now),
    )
    left = frame.rounds - now.swiss_done
    refuse_if(problem_if(left, "tournament.rounds_left", (), 605, left=left))
    chosen = seeds(now)
    refuse_if(
        problem_if(len(chosen) < 2, "tournament.too_few_left", (), 605, have=len(chosen)),
        problem_if(chosen == now.cut, "tournament.no_change"),
    )
    discard = (events.DraftDiscarded(),) if now.draft else ()
    return (events.CutMade(chosen), *discard)


def decide_end(now: Tournament) -> events.TournamentEnded:
    """The event ends when its last round is closed, with the final ranking (T14)."""
    refuse_if(not_over(now), problem_if(now.announced is None, "tournament.not_announced", (), 590))
    refuse_if(_still_open(now))
    refuse_if(problem_if(next_stage(now) and _can_go_on(now), "tournament.rounds_left_to_play", (), 590))
    return events.TournamentEnded(final_ranking(now))


def _can_go_on(now: Tournament) -> bool:
    """Whether there are still two players to pair."""
    if not (now.cut or (now.announced and not now.announced.rounds and now.rounds)):
        return len(now.active) > 1
    rounds = bracket_rounds(now)
    return not rounds or len(set(winners(rounds[-1])) - players_gone(now) - {""}) > 1
