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
from muster.rules.tournament.games import Bye, Game, Player, Round, Stage
from muster.rules.tournament.pairing.swiss import pair
from muster.rules.tournament.pairing.tables import Seating, seat
from muster.rules.tournament.running import events as tournament_events
from muster.rules.tournament.running.events import DrawnRound
from muster.rules.tournament.running.plan import MOST_TABLES, problem
from muster.rules.tournament.running.roles import not_over
from muster.rules.tournament.running.tournament import EventRound, Tournament
from muster.rules.tournament.scoring.figures import (
    bracket_of,
    bracket_rounds,
    entrants,
    final_ranking,
    gone,
    in_lot_order,
    seeds,
    winner,
)
from muster.rules.violations import Refused, Violation, refuse_if, refuse_unless

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


def decide_draft(now: Tournament, seed: str) -> tournament_events.RoundDrafted:
    """Pair the next round from a fresh seed; nobody but the desk sees it yet."""
    stage = next_stage(now)
    refuse_if(
        not_over(now),
        problem("tournament.not_announced", (), 590) if now.announced is None else None,
        _still_open(now),
    )
    refuse_unless(stage, problem("tournament.all_played"))
    needs_cut = stage == "elimination" and now.announced and now.announced.cut and not now.cut
    if needs_cut:
        raise Refused(problem("tournament.cut_first", (), 605))
    drawn = _swiss(now, seed) if stage == "swiss" else _bracket(now, seed)
    return tournament_events.RoundDrafted(now.drafts + 1, _seated(now, drawn))


def _still_open(now: Tournament) -> Violation | None:
    current = now.open_round
    return problem("tournament.round_open", (), "", round=current.number) if current else None


def _swiss(now: Tournament, seed: str) -> DrawnRound:
    """Rules 592 and 595 to 599."""
    number = len(now.rounds) + 1
    field = entrants(now)
    if len(field) < 2:
        raise Refused(problem("tournament.too_few_left", (), "", have=len(field)))
    found = pair(field, number, seed, bye_moves=now.plan.bye_moves)
    games = tuple(Game(table=table, players=players) for table, players in enumerate(found.pairs, start=1))
    byes = (Bye(player=found.bye),) if found.bye else ()
    drawn = Round(number=number, games=games, byes=byes)
    return DrawnRound(round=drawn, seed=seed, path=found.path, notes=tuple(found.notes))


def _bracket(now: Tournament, seed: str) -> DrawnRound:
    """Rules 607 to 612."""
    number, kind, before = len(now.rounds) + 1, bracket_of(now.plan), bracket_rounds(now)
    if before:
        return DrawnRound(round=replace(next_round(before[-1], gone(now), bracket=kind), number=number))
    if now.cut and now.announced:
        fresh = first_round(now.cut, number=number, bracket=kind, size=now.announced.cut)
        return DrawnRound(round=fresh)
    players = in_lot_order(now, now.active)
    if len(players) < 2:
        raise Refused(problem("tournament.too_few_left", (), "", have=len(players)))
    below = Draw(seed, DRAW_LABEL).below
    return DrawnRound(round=first_round_at_random(players, below, number=number), seed=seed, path="random")


# Tables --------------------------------------------------------------------------------------------------


def _seated(now: Tournament, drawn: DrawnRound) -> DrawnRound:
    """Fixed tables for those who need one, fresh ones for the rest."""
    games = drawn.round.games
    found = seating(now, [game.players for game in games])
    moved = (replace(game, table=table) for game, table in zip(games, found.tables, strict=True))
    ordered = tuple(sorted(moved, key=lambda game: game.table))
    notes = (*drawn.notes, *_seat_notes(found))
    return replace(drawn, round=replace(drawn.round, games=ordered), notes=notes)


def seating(now: Tournament, pairs: Sequence[tuple[Player, Player]]) -> Seating:
    """Tables for these pairs in this event."""
    had: dict[Player, set[int]] = {}
    for one in now.rounds:
        for game in one.drawn.round.games:
            for player in game.players:
                had.setdefault(player, set()).add(game.table)
    used = max((game.table for one in now.rounds for game in one.drawn.round.games), default=0)
    fixed = {key: one.table for key, one in now.entries.items() if one.table and one.active}
    return seat(pairs, fixed, had, max(now.plan.tables, used))


def _seat_notes(found: Seating) -> Iterable[Violation]:
    for pair_again in found.again:
        yield problem("tournament.table_again", pair_again)
    for player in found.moved:
        yield problem(TABLE_SHARED, (player,))


# Looking at the draft, changing it -----------------------------------------------------------------------


def decide_swap(now: Tournament, one: Player, other: Player) -> tournament_events.DraftSwapped:
    """Two players of the draft change places."""
    draft = now.draft
    refuse_if(not_over(now), problem("tournament.no_draft") if not draft else None)
    there = _in_draft(now)
    refuse_if(
        *(
            problem("tournament.not_in_draft", (player[:60],), "", player=player[:60])
            for player in (one, other)
            if player not in there
        ),
        problem("tournament.same_player", (one,)) if one == other else None,
    )
    return tournament_events.DraftSwapped(one, other)


def _in_draft(now: Tournament) -> set[Player]:
    if now.draft is None:
        return set()
    drawn = now.draft.drawn.round
    return {player for game in drawn.games for player in game.players} | {bye.player for bye in drawn.byes}


def decide_seat(now: Tournament, table: int, to: int) -> tournament_events.DraftSeated:
    """A game of the draft moves to another table."""
    refuse_if(not_over(now), problem("tournament.no_draft") if not now.draft else None)
    tables = {game.table for game in now.draft.drawn.round.games} if now.draft else set()
    refuse_if(
        problem("tournament.no_such_table", (), "", table=table) if table not in tables else None,
        problem("tournament.no_such_table", (), "", table=to) if not (1 <= to <= MOST_TABLES) else None,
        problem("tournament.no_change") if table == to else None,
    )
    return tournament_events.DraftSeated(table, to)


def decide_discard(now: Tournament) -> tournament_events.DraftDiscarded:
    """The draft is thrown away; the next one has a seed of its own."""
    refuse_if(not_over(now), problem("tournament.no_draft") if not now.draft else None)
    return tournament_events.DraftDiscarded()


def decide_publish(now: Tournament, draft: int) -> tournament_events.RoundPublished:
    """Everybody sees the pairing. The organiser names the draft they looked at."""
    current = now.draft
    refuse_if(not_over(now), problem("tournament.no_draft") if not current else None)
    seen = current is not None and current.number == draft
    refuse_unless(seen, problem("tournament.other_draft"))
    assert current is not None  # noqa: S101 - refused above
    missing = set(now.active) - _in_draft(now) if current.drawn.round.stage == "swiss" else set()
    if missing:
        raise Refused(problem("tournament.left_over", tuple(sorted(missing))[:20]))
    return tournament_events.RoundPublished(_published(current.drawn), now.drafts)


def _published(drawn: DrawnRound) -> DrawnRound:
    """The pairing as everybody may read it: who needs which table is nobody else's business."""
    return replace(drawn, notes=tuple(one for one in drawn.notes if one.code != TABLE_SHARED))


def decide_recall(now: Tournament) -> tuple[Event, ...]:
    """T9: a published round of which no game has begun may be paired again."""
    current = now.open_round
    refuse_if(not_over(now), problem("tournament.no_round") if not current else None)
    assert current is not None  # noqa: S101 - refused above
    if current.begun:
        raise Refused(problem("tournament.games_begun", (), "T9", round=current.number))
    return (tournament_events.RoundRecalled(current.number),)


# Closing -------------------------------------------------------------------------------------------------


def decide_close(now: Tournament) -> tournament_events.RoundClosed:
    """Every game has ended. A result told by one player stands if the other did not object (rule 603)."""
    current = now.open_round
    refuse_if(not_over(now), problem("tournament.no_round") if not current else None)
    assert current is not None  # noqa: S101 - refused above
    refuse_if(*_open_problems(current))
    unconfirmed = tuple(table for table, told in current.results.items() if not told.settled)
    return tournament_events.RoundClosed(current.number, tuple(sorted(unconfirmed)))


def _open_problems(current: EventRound) -> list[Violation]:
    if not (tables := current.open_tables):
        return []
    named = ", ".join(map(str, tables[:10])) + (" …" if len(tables) > 10 else "")
    about = tuple(str(table) for table in tables[:50])
    return [problem("tournament.results_missing", about, 603, count=len(tables), tables=named)]


def decide_cut(now: Tournament) -> tuple[Event, ...]:
    """Rule 605: after the Swiss rounds the best go on. Before the bracket begins it may be made again."""
    frame = now.announced
    begun = any(one.stage == "elimination" for one in now.rounds)
    refuse_if(
        not_over(now),
        problem("tournament.not_announced", (), 590) if frame is None else None,
        problem("tournament.no_cut", (), 605) if not (frame and frame.cut) else None,
        problem("tournament.cut_stands", (), "T9") if begun else None,
        _still_open(now),
    )
    assert frame is not None  # noqa: S101 - refused above
    left = frame.rounds - now.swiss_done
    if left:
        raise Refused(problem("tournament.rounds_left", (), 605, left=left))
    chosen = seeds(now)
    refuse_if(
        problem("tournament.too_few_left", (), 605, have=len(chosen)) if len(chosen) < 2 else None,
        problem("tournament.no_change") if chosen == now.cut else None,
    )
    discard = (tournament_events.DraftDiscarded(),) if now.draft else ()
    return (tournament_events.CutMade(chosen), *discard)


def decide_end(now: Tournament) -> tournament_events.TournamentEnded:
    """The event ends when its last round is closed, with the final ranking (T14)."""
    refuse_if(not_over(now), problem("tournament.not_announced", (), 590) if now.announced is None else None)
    refuse_if(_still_open(now))
    more = next_stage(now)
    if more and _can_go_on(now):
        raise Refused(problem("tournament.rounds_left_to_play", (), 590))
    return tournament_events.TournamentEnded(final_ranking(now))


def _can_go_on(now: Tournament) -> bool:
    """Whether there are still two players to pair."""
    if now.cut or (now.announced and not now.announced.rounds and now.rounds):
        rounds = bracket_rounds(now)
        return not rounds or len(_still_in(now)) > 1
    return len(now.active) > 1


def _still_in(now: Tournament) -> list[Player]:
    rounds = bracket_rounds(now)
    return [player for player in winners(rounds[-1]) if player and player not in gone(now)]
