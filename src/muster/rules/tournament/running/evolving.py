"""How each event changes a tournament. Nothing is refused here; an event that does not fit changes
nothing."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec.structs import asdict, astuple, replace

from muster.rules.log import Changes, Decider, Event
from muster.rules.tournament.bracket.elimination import drop
from muster.rules.tournament.clock import events as clock_events
from muster.rules.tournament.clock.clock import Clock, Extension, Pause, time_taken_back
from muster.rules.tournament.games import Player
from muster.rules.tournament.running import events, judging_events
from muster.rules.tournament.running.draft import move_game, swap_players
from muster.rules.tournament.running.tournament import (
    Announced,
    Announcement,
    Call,
    Draft,
    Entry,
    EventRound,
    ListState,
    Penalty,
    Ruling,
    TableReport,
    Timing,
    Tournament,
)


def _open_tournament(_: Tournament, event: events.TournamentOpened) -> Tournament:
    return Tournament(status="planned", name=event.name, organiser=event.by, plan=event.plan)


def _announce(now: Tournament, event: events.TournamentAnnounced) -> Tournament:
    frame = Announced(event.rounds, event.cut, event.players, event.leaders)
    return replace(now, status="announced", announced=frame, lots=event.lots)


def _give_role(now: Tournament, event: events.RoleGiven) -> Tournament:
    if event.role == "head-judge":
        return replace(now, head_judge=event.person, judges={**now.judges, event.person: True})
    if event.role == "judge":
        return replace(now, judges={**now.judges, event.person: True})
    if event.role == "deputy":
        return replace(now, deputies=(*now.deputies, event.person))
    return replace(now, scorekeepers=(*now.scorekeepers, event.person))


def _take_role(now: Tournament, event: events.RoleTaken) -> Tournament:
    if event.role == "scorekeeper":
        return replace(
            now, scorekeepers=tuple(person for person in now.scorekeepers if person != event.person)
        )
    if event.role == "deputy":
        return replace(now, deputies=tuple(person for person in now.deputies if person != event.person))
    head = "" if now.head_judge == event.person else now.head_judge
    if event.role == "head-judge":
        return replace(now, head_judge=head)
    return replace(now, head_judge=head, judges={k: on for k, on in now.judges.items() if k != event.person})


def _enter_players(now: Tournament, event: events.PlayersEntered) -> Tournament:
    fresh = {
        player.player: Entry(
            player=player.player,
            account=player.account,
            status="waiting" if player.waiting else "entered",
            club=player.club,
        )
        for player in event.players
    }
    entries = {**now.entries, **fresh}
    missing: dict[int, list[Player]] = {}
    for player in event.players:
        for number in player.missed:
            missing.setdefault(number, []).append(player.player)
    rounds = tuple(_add_missed(current, missing.get(current.number, ())) for current in now.rounds)
    return replace(now, entries=entries, entered=now.entered + len(event.players), rounds=rounds)


def _add_missed(current: EventRound, players: Iterable[Player]) -> EventRound:
    more = tuple(player for player in players if player not in current.drawn.round.missed)
    if not more:
        return current
    drawn = replace(
        current.drawn, round=replace(current.drawn.round, missed=(*current.drawn.round.missed, *more))
    )
    return replace(current, drawn=drawn)


def _change_entries(now: Tournament, players: Iterable[Player], **changes: object) -> Tournament:
    touched = {key: replace(now.entries[key], **changes) for key in players if key in now.entries}
    return replace(now, entries={**now.entries, **touched})


def _let_in_late(
    now: Tournament, players: Sequence[Player], numbers: Sequence[int], **changes: object
) -> Tournament:
    """Players who are there from now on, and the rounds they missed."""
    rounds = tuple(
        _add_missed(current, players) if current.number in numbers else current for current in now.rounds
    )
    return replace(_change_entries(now, players, **changes), rounds=rounds)


def _change_draft(now: Tournament, change: Callable[[events.DrawnRound], events.DrawnRound]) -> Tournament:
    draft = now.draft and replace(now.draft, drawn=change(now.draft.drawn))
    return replace(now, draft=draft)


def _publish_round(now: Tournament, event: events.RoundPublished) -> Tournament:
    fresh = EventRound(drawn=event.drawn, drafts=event.drafts)
    return replace(now, status="running", draft=None, drafts=0, rounds=(*now.rounds, fresh))


def _recall_round(now: Tournament, event: events.RoundRecalled) -> Tournament:
    rest = tuple(current for current in now.rounds if current.number != event.number)
    return replace(now, rounds=rest, status="running" if rest else "announced")


def _at_round(now: Tournament, number: int, change: Callable[[EventRound], EventRound]) -> Tournament:
    rounds = tuple(change(current) if current.number == number else current for current in now.rounds)
    return replace(now, rounds=rounds)


def _close_round(now: Tournament, event: events.RoundClosed) -> Tournament:
    def close(current: EventRound) -> EventRound:
        final = {table: replace(report, settled=True) for table, report in current.results.items()}
        return replace(current, closed=True, results=final)

    return _at_round(now, event.number, close)


def _give_bye(now: Tournament, event: events.ByeGiven) -> Tournament:
    def give(current: EventRound) -> EventRound:
        game = current.game_of(event.dropped)
        empty = game.table if game else 0
        reports = {table: report for table, report in current.results.items() if table != empty}
        drawn = replace(current.drawn, round=drop(current.drawn.round, event.dropped))
        return replace(current, drawn=drawn, results=reports)

    return _at_round(now, event.round, give)


def _make_cut(now: Tournament, event: events.CutMade) -> Tournament:
    """Rule 606: made again because somebody left, it is remembered as it was; otherwise it is a new one."""
    gone = {key for key, entry in now.entries.items() if entry.status in ("dropped", "disqualified")}
    left = not gone.isdisjoint(now.cut)
    before = (now.cut_before or now.cut) if left else ()
    return replace(now, cut=event.seeds, cut_before=before)


def _start_clock(now: Tournament, event: clock_events.ClockStarted) -> Tournament:
    clock = Clock(minutes=event.minutes or 0, started=event.at, overtime=event.overtime)
    timing = Timing(clock=clock, secret=event.minutes is None, commitment=event.commitment)
    return _at_round(now, event.round, lambda current: replace(current, timing=timing))


def _change_timing(now: Tournament, number: int, change: Callable[[Timing], Timing]) -> Tournament:
    return _at_round(
        now, number, lambda current: replace(current, timing=current.timing and change(current.timing))
    )


def _seal_length(now: Tournament, event: clock_events.LengthSealed) -> Tournament:
    return _change_timing(
        now,
        event.round,
        lambda was: replace(
            was, clock=replace(was.clock, minutes=event.minutes), roll=event.roll, evidence=event.evidence
        ),
    )


def _change_clock(now: Tournament, number: int, change: Callable[[Clock], Clock]) -> Tournament:
    return _change_timing(now, number, lambda was: replace(was, clock=change(was.clock)))


def _resume_clock(now: Tournament, event: clock_events.ClockResumed) -> Tournament:
    def resume(was: Clock) -> Clock:
        if not was.is_paused:
            return was
        return replace(was, pauses=(*was.pauses[:-1], Pause(was.pauses[-1].began, event.at)))

    return _change_clock(now, event.round, resume)


def _call_time(now: Tournament, event: clock_events.TimeCalled) -> Tournament:
    resumed = _resume_clock(now, clock_events.ClockResumed(event.round, event.at))
    return _change_clock(resumed, event.round, lambda was: replace(was, called=event.at))


def _take_back_time(now: Tournament, event: clock_events.TimeTakenBack) -> Tournament:
    return _change_clock(now, event.round, lambda was: time_taken_back(was, event.at, event.left))


def _with_report(now: Tournament, number: int, table: int, report: TableReport) -> Tournament:
    return _at_round(
        now, number, lambda current: replace(current, results={**current.results, table: report})
    )


def _report_result(now: Tournament, event: events.ResultReported) -> Tournament:
    # Only the opponent or an official ends a dispute, not the one whose words are disputed.
    before = _report_at(now, event.round, event.table)
    report = TableReport(
        result=event.result, by=event.player, settled=False, disputed=before.disputed if before else None
    )
    return _with_report(now, event.round, event.table, report)


def _confirm_result(now: Tournament, event: events.ResultConfirmed) -> Tournament:
    report = _report_at(now, event.round, event.table)
    by = report.by if report else event.player
    return _with_report(now, event.round, event.table, TableReport(result=event.result, by=by))


def _dispute_result(now: Tournament, event: events.ResultDisputed) -> Tournament:
    report = _report_at(now, event.round, event.table)
    return (
        now
        if report is None
        else _with_report(now, event.round, event.table, replace(report, disputed=event.words))
    )


def _report_at(now: Tournament, number: int, table: int) -> TableReport | None:
    return next((current.results.get(table) for current in now.rounds if current.number == number), None)


def _correct_result(now: Tournament, event: events.ResultCorrected) -> Tournament:
    report = _report_at(now, event.round, event.table)
    times = report.corrected + 1 if report else 1
    return _with_report(
        now, event.round, event.table, TableReport(result=event.after, by=event.by, corrected=times)
    )


def _change_call(now: Tournament, number: int, **changes: object) -> Tournament:
    if number not in now.calls:
        return now
    return replace(now, calls={**now.calls, number: replace(now.calls[number], **changes)})


def _call_judge(now: Tournament, event: judging_events.JudgeCalled) -> Tournament:
    call = Call(number=event.call, player=event.player, table=event.table, at=event.at, words=event.words)
    return replace(now, calls={**now.calls, event.call: call})


def _withdraw_penalty(now: Tournament, event: judging_events.PenaltyWithdrawn) -> Tournament:
    changed = (
        replace(penalty, withdrawn=event.words) if penalty.number == event.number else penalty
        for penalty in now.penalties
    )
    return replace(now, penalties=tuple(changed))


def _receive_list(now: Tournament, event: judging_events.ListSubmitted) -> Tournament:
    state = ListState(points=event.points, problems=event.problems, digest=event.digest)
    return replace(now, lists={**now.lists, event.player: state})


def _enter_release(now: Tournament, event: judging_events.ReleaseEntered) -> Tournament:
    others = {card: day for card, day in now.released.items() if card != event.card}
    return replace(now, released={**others, event.card: event.released} if event.released else others)


def _review_list(now: Tournament, event: judging_events.ListReviewed) -> Tournament:
    if event.player not in now.lists:
        return now
    seen = replace(now.lists[event.player], reviewed=True, fine=event.fine, words=event.words)
    return replace(now, lists={**now.lists, event.player: seen})


HANDLERS: Final = Changes[Tournament]()
on = HANDLERS.on

on(events.TournamentOpened)(_open_tournament)
on(events.TournamentPlanned)(lambda now, event: replace(now, name=event.name, plan=event.plan))
on(events.WaitingSet)(lambda now, event: replace(now, plan=replace(now.plan, no_show_minutes=event.minutes)))
on(events.TournamentAnnounced)(_announce)
on(events.TournamentEnded)(lambda now, event: replace(now, status="ended", ranking=event.ranking, draft=None))
on(events.TournamentCalledOff)(lambda now, _: replace(now, status="called-off", draft=None))
on(events.OrganiserChanged)(lambda now, event: replace(now, organiser=event.person))
on(events.RoleGiven)(_give_role)
on(events.RoleTaken)(_take_role)
on(events.DutyChanged)(lambda now, event: replace(now, judges={**now.judges, event.person: event.on}))
on(events.PlayersEntered)(_enter_players)
on(events.PlayersAdmitted)(lambda now, event: _change_entries(now, event.players, status="entered"))
on(events.PlayerLinked)(lambda now, event: _change_entries(now, [event.player], account=event.account))
on(events.PlayersCheckedIn)(
    lambda now, event: _let_in_late(now, event.players, event.missed, present=event.present)
)
on(events.PlayerWithdrawn)(
    lambda now, event: _change_entries(now, [event.player], status="withdrawn", present=False)
)
on(events.ClubSet)(lambda now, event: _change_entries(now, [event.player], club=event.club))
on(events.TableFixed)(lambda now, event: _change_entries(now, [event.player], table=event.table))
on(events.PlayerDropped)(
    lambda now, event: _change_entries(now, [event.player], status="dropped", why=event.why)
)
on(events.PlayerRejoined)(
    lambda now, event: _let_in_late(
        now, [event.player], event.missed, status="entered", present=True, why=None
    )
)
on(events.PlayerDisqualified)(lambda now, event: _change_entries(now, [event.player], status="disqualified"))
on(events.RoundDrafted)(
    lambda now, event: replace(now, draft=Draft(event.draft, event.drawn), drafts=event.draft)
)
on(events.DraftSwapped)(
    lambda now, event: _change_draft(now, lambda was: swap_players(was, event.one, event.other))
)
on(events.DraftSeated)(
    lambda now, event: _change_draft(now, lambda was: move_game(was, event.table, event.to))
)
on(events.DraftDiscarded)(lambda now, _: replace(now, draft=None))
on(events.RoundPublished)(_publish_round)
on(events.RoundRecalled)(_recall_round)
on(events.RoundClosed)(_close_round)
on(events.ByeGiven)(_give_bye)
on(events.CutMade)(_make_cut)
on(clock_events.ClockStarted)(_start_clock)
on(clock_events.LengthSealed)(_seal_length)
on(clock_events.ClockPaused)(
    lambda now, event: _change_clock(
        now, event.round, lambda was: replace(was, pauses=(*was.pauses, Pause(event.at)))
    )
)
on(clock_events.ClockResumed)(_resume_clock)
on(clock_events.ClockExtended)(
    lambda now, event: _change_clock(
        now,
        event.round,
        lambda was: replace(was, extensions=(*was.extensions, Extension(event.minutes, event.table))),
    )
)
on(clock_events.TimeCalled)(_call_time)
on(clock_events.TimeTakenBack)(_take_back_time)
on(events.ResultReported)(_report_result)
on(events.ResultConfirmed)(_confirm_result)
on(events.ResultDisputed)(_dispute_result)
on(events.ResultEntered)(
    lambda now, event: _with_report(
        now, event.round, event.table, TableReport(result=event.result, by=event.by)
    )
)
on(events.ResultCorrected)(_correct_result)
on(judging_events.JudgeCalled)(_call_judge)
on(judging_events.CallClaimed)(lambda now, event: _change_call(now, event.call, claimed=event.by))
on(judging_events.CallClosed)(
    lambda now, event: _change_call(now, event.call, closed=event.by, outcome=event.words)
)
on(judging_events.ReviewAsked)(
    lambda now, event: _change_call(now, event.call, review=True, claimed="", closed="")
)
on(judging_events.PenaltyGiven)(
    lambda now, event: replace(now, penalties=(*now.penalties, Penalty(**asdict(event))))
)
on(judging_events.PenaltyWithdrawn)(_withdraw_penalty)
on(judging_events.RulingGiven)(
    lambda now, event: replace(now, rulings=(*now.rulings, Ruling(*astuple(event))))
)
on(judging_events.WordsTold)(
    lambda now, event: replace(now, words=(*now.words, Announcement(event.words, event.at)))
)
on(judging_events.ComponentNoted)(lambda now, event: replace(now, components=(*now.components, event)))
on(judging_events.ListSubmitted)(_receive_list)
on(judging_events.ListReviewed)(_review_list)
on(judging_events.ReleaseEntered)(_enter_release)


def evolve(now: Tournament, event: Event) -> Tournament:
    """The state after one more event."""
    return HANDLERS.after(now, event)


TOURNAMENT: Final = Decider(name="tournament", schema=2, state=Tournament, initial=Tournament, evolve=evolve)
