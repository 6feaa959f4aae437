"""How each event changes a tournament. Nothing here refuses; an event that fits nothing changes nothing."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace

from muster.rules.log import Decider, Event
from muster.rules.tournament import clock_events as c
from muster.rules.tournament import events as e
from muster.rules.tournament import judging_events as j
from muster.rules.tournament.clock import Clock, Extension, Pause
from muster.rules.tournament.draft import seated, swapped
from muster.rules.tournament.elimination import drop
from muster.rules.tournament.games import Player
from muster.rules.tournament.tournament import (
    Announced,
    Announcement,
    Call,
    Draft,
    Entry,
    EventRound,
    ListState,
    Penalty,
    Ruling,
    Timing,
    Told,
    Tournament,
)


def _opened(_: Tournament, said: e.TournamentOpened) -> Tournament:
    return Tournament(status="planned", name=said.name, organiser=said.by, plan=said.plan)


def _announced(now: Tournament, said: e.TournamentAnnounced) -> Tournament:
    frame = Announced(said.rounds, said.cut, said.players, said.leaders)
    return replace(now, status="announced", announced=frame, lots=said.lots)


def _role_given(now: Tournament, said: e.RoleGiven) -> Tournament:
    if said.role == "head-judge":
        return replace(now, head_judge=said.person, judges={**now.judges, said.person: True})
    if said.role == "judge":
        return replace(now, judges={**now.judges, said.person: True})
    return replace(now, scorekeepers=(*now.scorekeepers, said.person))


def _role_taken(now: Tournament, said: e.RoleTaken) -> Tournament:
    if said.role == "scorekeeper":
        return replace(now, scorekeepers=tuple(one for one in now.scorekeepers if one != said.person))
    head = "" if now.head_judge == said.person else now.head_judge
    if said.role == "head-judge":
        return replace(now, head_judge=head)
    return replace(now, head_judge=head, judges={k: on for k, on in now.judges.items() if k != said.person})


def _entered(now: Tournament, said: e.PlayersEntered) -> Tournament:
    fresh = {
        one.player: Entry(
            player=one.player, account=one.account, status="waiting" if one.waiting else "entered"
        )
        for one in said.players
    }
    entries = {**now.entries, **fresh}
    missing: dict[int, list[Player]] = {}
    for one in said.players:
        for number in one.missed:
            missing.setdefault(number, []).append(one.player)
    rounds = tuple(_missed(one, missing.get(one.number, ())) for one in now.rounds)
    return replace(now, entries=entries, entered=now.entered + len(said.players), rounds=rounds)


def _missed(one: EventRound, players: Iterable[Player]) -> EventRound:
    more = tuple(player for player in players if player not in one.drawn.round.missed)
    if not more:
        return one
    drawn = replace(one.drawn, round=replace(one.drawn.round, missed=(*one.drawn.round.missed, *more)))
    return replace(one, drawn=drawn)


def _change(now: Tournament, players: Iterable[Player], **changes: Any) -> Tournament:
    touched = {key: replace(now.entries[key], **changes) for key in players if key in now.entries}
    return replace(now, entries={**now.entries, **touched})


def _linked(now: Tournament, said: e.PlayerLinked) -> Tournament:
    return _change(now, [said.player], account=said.account)


def _checked_in(now: Tournament, said: e.PlayersCheckedIn) -> Tournament:
    changed = _change(now, said.players, present=said.present)
    rounds = tuple(_missed(one, said.players) if one.number in said.missed else one for one in changed.rounds)
    return replace(changed, rounds=rounds)


def _rejoined(now: Tournament, said: e.PlayerRejoined) -> Tournament:
    changed = _change(now, [said.player], status="entered", present=True, why=None)
    rounds = tuple(
        _missed(one, [said.player]) if one.number in said.missed else one for one in changed.rounds
    )
    return replace(changed, rounds=rounds)


def _drafted(now: Tournament, said: e.RoundDrafted) -> Tournament:
    return replace(now, draft=Draft(said.draft, said.drawn), drafts=said.draft)


def _redrawn(now: Tournament, change: Callable[[e.Drawn], e.Drawn]) -> Tournament:
    draft = now.draft and replace(now.draft, drawn=change(now.draft.drawn))
    return replace(now, draft=draft)


def _published(now: Tournament, said: e.RoundPublished) -> Tournament:
    fresh = EventRound(drawn=said.drawn, drafts=said.drafts)
    return replace(now, status="running", draft=None, drafts=0, rounds=(*now.rounds, fresh))


def _recalled(now: Tournament, said: e.RoundRecalled) -> Tournament:
    rest = tuple(one for one in now.rounds if one.number != said.number)
    return replace(now, rounds=rest, status="running" if rest else "announced")


def _at_round(now: Tournament, number: int, change: Callable[[EventRound], EventRound]) -> Tournament:
    rounds = tuple(change(one) if one.number == number else one for one in now.rounds)
    return replace(now, rounds=rounds)


def _closed(now: Tournament, said: e.RoundClosed) -> Tournament:
    def close(one: EventRound) -> EventRound:
        final = {table: replace(told, settled=True) for table, told in one.results.items()}
        return replace(one, closed=True, results=final)

    return _at_round(now, said.number, close)


def _bye_given(now: Tournament, said: e.ByeGiven) -> Tournament:
    def give(one: EventRound) -> EventRound:
        game = one.game_of(said.dropped)
        empty = game.table if game else 0
        told = {table: report for table, report in one.results.items() if table != empty}
        drawn = replace(one.drawn, round=drop(one.drawn.round, said.dropped))
        return replace(one, drawn=drawn, results=told)

    return _at_round(now, said.round, give)


def _clock_started(now: Tournament, said: c.ClockStarted) -> Tournament:
    clock = Clock(minutes=said.minutes or 0, started=said.at, overtime=said.overtime)
    timing = Timing(clock=clock, secret=said.minutes is None, commitment=said.commitment)
    return _at_round(now, said.round, lambda one: replace(one, timing=timing))


def _timed(now: Tournament, number: int, change: Callable[[Timing], Timing]) -> Tournament:
    return _at_round(now, number, lambda one: replace(one, timing=one.timing and change(one.timing)))


def _sealed(now: Tournament, said: c.LengthSealed) -> Tournament:
    return _timed(
        now,
        said.round,
        lambda was: replace(
            was, clock=replace(was.clock, minutes=said.minutes), roll=said.roll, evidence=said.evidence
        ),
    )


def _ticking(now: Tournament, number: int, change: Callable[[Clock], Clock]) -> Tournament:
    return _timed(now, number, lambda was: replace(was, clock=change(was.clock)))


def _paused(now: Tournament, said: c.ClockPaused) -> Tournament:
    return _ticking(now, said.round, lambda was: replace(was, pauses=(*was.pauses, Pause(said.at))))


def _resumed(now: Tournament, said: c.ClockResumed) -> Tournament:
    def resume(was: Clock) -> Clock:
        if not was.paused:
            return was
        return replace(was, pauses=(*was.pauses[:-1], Pause(was.pauses[-1].began, said.at)))

    return _ticking(now, said.round, resume)


def _extended(now: Tournament, said: c.ClockExtended) -> Tournament:
    more = Extension(said.minutes, said.table)
    return _ticking(now, said.round, lambda was: replace(was, extensions=(*was.extensions, more)))


def _called(now: Tournament, said: c.TimeCalled) -> Tournament:
    resumed = _resumed(now, c.ClockResumed(said.round, said.at))
    return _ticking(resumed, said.round, lambda was: replace(was, called=said.at))


def _told(now: Tournament, number: int, table: int, report: Told) -> Tournament:
    return _at_round(now, number, lambda one: replace(one, results={**one.results, table: report}))


def _reported(now: Tournament, said: e.ResultReported) -> Tournament:
    # Only the opponent or an official ends a dispute, not the one whose words are disputed.
    before = _report(now, said.round, said.table)
    report = Told(
        result=said.result, by=said.player, settled=False, disputed=before.disputed if before else None
    )
    return _told(now, said.round, said.table, report)


def _confirmed(now: Tournament, said: e.ResultConfirmed) -> Tournament:
    told = _report(now, said.round, said.table)
    by = told.by if told else said.player
    return _told(now, said.round, said.table, Told(result=said.result, by=by))


def _disputed(now: Tournament, said: e.ResultDisputed) -> Tournament:
    told = _report(now, said.round, said.table)
    return now if told is None else _told(now, said.round, said.table, replace(told, disputed=said.words))


def _report(now: Tournament, number: int, table: int) -> Told | None:
    return next((one.results.get(table) for one in now.rounds if one.number == number), None)


def _settled(now: Tournament, said: e.ResultEntered) -> Tournament:
    return _told(now, said.round, said.table, Told(result=said.result, by=said.by))


def _corrected(now: Tournament, said: e.ResultCorrected) -> Tournament:
    told = _report(now, said.round, said.table)
    times = told.corrected + 1 if told else 1
    return _told(now, said.round, said.table, Told(result=said.after, by=said.by, corrected=times))


def _call(now: Tournament, number: int, **changes: Any) -> Tournament:
    if number not in now.calls:
        return now
    return replace(now, calls={**now.calls, number: replace(now.calls[number], **changes)})


def _judge_called(now: Tournament, said: j.JudgeCalled) -> Tournament:
    call = Call(number=said.call, player=said.player, table=said.table, at=said.at, words=said.words)
    return replace(now, calls={**now.calls, said.call: call})


def _penalised(now: Tournament, said: j.PenaltyGiven) -> Tournament:
    penalty = Penalty(
        number=said.number,
        player=said.player,
        penalty=said.penalty,
        words=said.words,
        by=said.by,
        round=said.round,
    )
    return replace(now, penalties=(*now.penalties, penalty))


def _pardoned(now: Tournament, said: j.PenaltyWithdrawn) -> Tournament:
    changed = (
        replace(one, withdrawn=said.words) if one.number == said.number else one for one in now.penalties
    )
    return replace(now, penalties=tuple(changed))


def _ruled(now: Tournament, said: j.RulingGiven) -> Tournament:
    ruling = Ruling(said.number, said.card, said.words, said.by)
    return replace(now, rulings=(*now.rulings, ruling))


def _list(now: Tournament, said: j.ListSubmitted) -> Tournament:
    state = ListState(points=said.points, problems=said.problems, digest=said.digest)
    return replace(now, lists={**now.lists, said.player: state})


def _release_entered(now: Tournament, said: j.ReleaseEntered) -> Tournament:
    others = {card: day for card, day in now.released.items() if card != said.card}
    return replace(now, released={**others, said.card: said.released} if said.released else others)


def _reviewed(now: Tournament, said: j.ListReviewed) -> Tournament:
    if said.player not in now.lists:
        return now
    seen = replace(now.lists[said.player], reviewed=True, fine=said.fine, words=said.words)
    return replace(now, lists={**now.lists, said.player: seen})


HANDLERS: Final[dict[type[Event], Callable[[Tournament, Any], Tournament]]] = {
    e.TournamentOpened: _opened,
    e.TournamentPlanned: lambda now, said: replace(now, name=said.name, plan=said.plan),
    e.TournamentAnnounced: _announced,
    e.TournamentEnded: lambda now, said: replace(now, status="ended", ranking=said.ranking, draft=None),
    e.TournamentCalledOff: lambda now, _: replace(now, status="called-off", draft=None),
    e.OrganiserChanged: lambda now, said: replace(now, organiser=said.person),
    e.RoleGiven: _role_given,
    e.RoleTaken: _role_taken,
    e.DutyChanged: lambda now, said: replace(now, judges={**now.judges, said.person: said.on}),
    e.PlayersEntered: _entered,
    e.PlayersAdmitted: lambda now, said: _change(now, said.players, status="entered"),
    e.PlayerLinked: _linked,
    e.PlayersCheckedIn: _checked_in,
    e.PlayerWithdrawn: lambda now, said: _change(now, [said.player], status="withdrawn", present=False),
    e.TableFixed: lambda now, said: _change(now, [said.player], table=said.table),
    e.PlayerDropped: lambda now, said: _change(now, [said.player], status="dropped", why=said.why),
    e.PlayerRejoined: _rejoined,
    e.PlayerDisqualified: lambda now, said: _change(now, [said.player], status="disqualified"),
    e.RoundDrafted: _drafted,
    e.DraftSwapped: lambda now, said: _redrawn(now, lambda was: swapped(was, said.one, said.other)),
    e.DraftSeated: lambda now, said: _redrawn(now, lambda was: seated(was, said.table, said.to)),
    e.DraftDiscarded: lambda now, _: replace(now, draft=None),
    e.RoundPublished: _published,
    e.RoundRecalled: _recalled,
    e.RoundClosed: _closed,
    e.ByeGiven: _bye_given,
    e.CutMade: lambda now, said: replace(now, cut=said.seeds),
    c.ClockStarted: _clock_started,
    c.LengthSealed: _sealed,
    c.ClockPaused: _paused,
    c.ClockResumed: _resumed,
    c.ClockExtended: _extended,
    c.TimeCalled: _called,
    e.ResultReported: _reported,
    e.ResultConfirmed: _confirmed,
    e.ResultDisputed: _disputed,
    e.ResultEntered: _settled,
    e.ResultCorrected: _corrected,
    j.JudgeCalled: _judge_called,
    j.CallClaimed: lambda now, said: _call(now, said.call, claimed=said.by),
    j.CallClosed: lambda now, said: _call(now, said.call, closed=said.by, outcome=said.words),
    j.ReviewAsked: lambda now, said: _call(now, said.call, review=True, claimed="", closed=""),
    j.PenaltyGiven: _penalised,
    j.PenaltyWithdrawn: _pardoned,
    j.RulingGiven: _ruled,
    j.WordsTold: lambda now, said: replace(now, words=(*now.words, Announcement(said.words, said.at))),
    j.ComponentNoted: lambda now, said: replace(now, components=(*now.components, said)),
    j.ListSubmitted: _list,
    j.ListReviewed: _reviewed,
    j.ReleaseEntered: _release_entered,
}


def evolve(now: Tournament, said: Event) -> Tournament:
    """One event further."""
    handler = HANDLERS.get(type(said))
    return now if handler is None else handler(now, said)


TOURNAMENT: Final = Decider(name="tournament", schema=1, state=Tournament, initial=Tournament, evolve=evolve)
