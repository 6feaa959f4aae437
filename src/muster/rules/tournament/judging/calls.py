"""Calls for a judge, penalties, rulings on cards, words to all, component matters (rules 508 to 521, 541)."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime
from typing import Final

from muster.rules.log import Event
from muster.rules.tournament.games import Player
from muster.rules.tournament.running import judging_events, plan
from muster.rules.tournament.running.judging_events import Matter, PenaltyKind
from muster.rules.tournament.running.plan import clean_words, problem, problem_if, too_many
from muster.rules.tournament.running.registration import decide_disqualify, entry_of
from muster.rules.tournament.running.roles import not_over, own_game, own_open_game
from muster.rules.tournament.running.tournament import Call, Penalty, Ruling, Tournament
from muster.rules.violations import Refused, Violation, refuse_if, refuse_unless, require

MOST_CALLS: Final = 5_000
MOST_RULINGS: Final = 500
MOST_WORDS: Final = 1_000
WARNINGS_THAT_EJECT: Final = 3


def decide_call(now: Tournament, player: Player, words: str, at: datetime) -> judging_events.JudgeCalled:
    """Rule 518: a player asks for a judge, from the table they sit at."""
    entry_of(now, player)
    waiting = [call for call in now.calls.values() if call.player == player and not call.closed]
    refuse_if(
        not_over(now),
        problem_if(waiting, "tournament.called_already", (player,), 518),
        too_many(len(now.calls) + 1, MOST_CALLS, "calls"),
    )
    game = now.open_round.game_of(player) if now.open_round else None
    table = game.table if game else 0
    # Not the count: a call that was undone leaves a gap, and no number is given twice.
    number = max(now.calls, default=0) + 1
    return judging_events.JudgeCalled(
        number, player, table, at, clean_words(words, "the question", MOST_WORDS)
    )


def _open_call(now: Tournament, number: int) -> Call:
    refuse_if(not_over(now))
    call = require(now.calls.get(number), problem("tournament.no_call", (), "", call=number))
    if call.closed:
        raise Refused(problem("tournament.call_closed", (), "", call=number))
    return call


def _own_matter(now: Tournament, by: str, call: Call) -> Violation | None:
    """Rule 514: nobody answers the call from their own table."""
    game = now.open_round.game(call.table) if now.open_round and call.table else None
    return own_game(now, by, game)


def decide_claim(now: Tournament, call: int, by: str) -> judging_events.CallClaimed:
    """A judge takes a call; a review is the head judge's (rule 512)."""
    asked = _open_call(now, call)
    refuse_if(
        problem_if(asked.claimed, "tournament.call_claimed", (asked.claimed,), "", call=call),
        problem_if(asked.review and by != now.acting_head_judge, "tournament.head_judge_only", (), 512),
        _own_matter(now, by, asked),
    )
    return judging_events.CallClaimed(call, by)


def decide_close_call(now: Tournament, call: int, by: str, words: str) -> judging_events.CallClosed:
    """The matter is settled by whoever claimed it, or by the head judge; a player calls their own off, having
    found the answer without a judge (rule 511)."""
    asked, entry = _open_call(now, call), now.entry_of(by)
    if entry is not None and entry.player == asked.player:
        return judging_events.CallClosed(call, entry.player)
    other = asked.claimed and by not in (asked.claimed, now.acting_head_judge)
    refuse_if(
        problem_if(other, "tournament.call_claimed", (asked.claimed,), "", call=call),
        _own_matter(now, by, asked),
    )
    return judging_events.CallClosed(call, by, clean_words(words, "the outcome", MOST_WORDS))


def decide_review(now: Tournament, call: int, player: Player) -> judging_events.ReviewAsked:
    """Rule 512: a player asks the head judge to look at a judge's ruling; that one is final."""
    no_call = problem("tournament.no_call", (), "", call=call)
    refuse_if(not_over(now))
    asked = require(now.calls.get(call), no_call)
    refuse_unless(asked.player == player, no_call)
    refuse_if(
        problem_if(not asked.closed, "tournament.call_open", (), 512, call=call),
        problem_if(asked.closed == now.acting_head_judge, "tournament.head_judge_spoke", (), 512),
        problem_if(asked.review, "tournament.head_judge_spoke", (), 512),
    )
    return judging_events.ReviewAsked(call, player)


# Penalties -----------------------------------------------------------------------------------------------


def decide_penalty(
    now: Tournament, player: Player, kind: PenaltyKind, words: str, by: str
) -> tuple[Event, ...]:
    """A penalty in the judges' log. Removal is for organiser and head judge (rules 508, 521, 594)."""
    entry_of(now, player)
    reason = plan.required_words(words, "the reason", MOST_WORDS)
    game = now.open_round.game_of(player) if now.open_round else None
    heads = (now.organiser, now.acting_head_judge)
    refuse_if(
        not_over(now),
        problem_if(kind == "disqualification" and by not in heads, "tournament.head_judge_only", (), 521),
        own_game(now, by, game),
    )
    given = judging_events.PenaltyGiven(len(now.penalties) + 1, player, kind, reason, by, len(now.rounds))
    if kind != "disqualification":
        return (given,)
    return (given, *decide_disqualify(now, player, by))


def decide_pardon(now: Tournament, penalty: int, words: str, by: str) -> judging_events.PenaltyWithdrawn:
    """The head judge takes a penalty back; not in their own open game (rule 514). A disqualification stands
    (rule 594)."""
    refuse_if(not_over(now))
    found = require(
        next((given for given in now.penalties if given.number == penalty and not given.withdrawn), None),
        problem("tournament.no_penalty", (), "", penalty=penalty),
    )
    refuse_if(
        problem_if(found.penalty == "disqualification", "tournament.disqualified", (found.player,), 594),
        own_open_game(now, by, found.player),
    )
    return judging_events.PenaltyWithdrawn(penalty, plan.required_words(words, "the reason", MOST_WORDS))


def penalties_of(now: Tournament, player: Player) -> tuple[Penalty, ...]:
    """A player's history, for judges."""
    return tuple(penalty for penalty in now.penalties if penalty.player == player)


def penalty_notes(now: Tournament, player: Player) -> tuple[Violation, ...]:
    """The current event rules: three warnings may eject a player. The head judge decides."""
    count = Counter(penalty.penalty for penalty in penalties_of(now, player) if not penalty.withdrawn)[
        "warning"
    ]
    if now.plan.profile != "current" or count < WARNINGS_THAT_EJECT:
        return ()
    return (problem("tournament.three_warnings", (player,), "", count=count),)


# Rulings, words, components ------------------------------------------------------------------------------


def decide_ruling(now: Tournament, card: str, words: str, by: str) -> judging_events.RulingGiven:
    """Rule 518: the head judge's reading of a card is final, and stays the same throughout the event."""
    name, text = (
        plan.required_words(card, "the card", 120),
        plan.required_words(words, "the ruling", MOST_WORDS),
    )
    stands = next((ruling for ruling in now.rulings if ruling.card.casefold() == name.casefold()), None)
    refuse_if(
        not_over(now),
        problem("tournament.ruled_already", (name,), 518, card=name, ruling=stands.words) if stands else None,
        too_many(len(now.rulings) + 1, MOST_RULINGS, "rulings"),
    )
    return judging_events.RulingGiven(len(now.rulings) + 1, name, text, by)


def search_rulings(rulings: Iterable[Ruling], asked: str) -> tuple[Ruling, ...]:
    """The rulings in which every word asked for occurs."""
    wanted = asked.casefold().split()
    return tuple(
        ruling
        for ruling in rulings
        if all(word in f"{ruling.card} {ruling.words}".casefold() for word in wanted)
    )


def decide_words(now: Tournament, words: str, at: datetime) -> judging_events.WordsTold:
    """An announcement to all phones."""
    refuse_if(
        not_over(now),
        too_many(len(now.words) + 1, MOST_RULINGS, "announcements"),
    )
    return judging_events.WordsTold(plan.required_words(words, "the announcement", MOST_WORDS), at)


def decide_component(  # noqa: PLR0913, PLR0917 - what, whose, by whom, when
    now: Tournament, matter: Matter, what: str, by: str, player: Player = "", on: date | None = None
) -> judging_events.ComponentNoted:
    """Rules 541 and 552 to 554: sharing mandated, a proxy with leader and date, something lost; of one's own
    open game another leader writes it down (rule 514)."""
    if player:
        entry_of(now, player)
    refuse_if(
        not_over(now),
        own_open_game(now, by, player),
        problem_if(matter == "proxy" and on is None, "tournament.proxy_date", (), 554),
        too_many(len(now.components) + 1, MOST_CALLS, "component matters"),
    )
    return judging_events.ComponentNoted(
        len(now.rounds), matter, plan.required_words(what, "the component", 200), by, player, on
    )
