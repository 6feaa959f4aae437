"""Opening an event and announcing it; players who enter, wait, check in, leave and come back."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice, zip_longest

from msgspec.structs import replace

from muster.rules.log import Event
from muster.rules.tournament.clock.recon_time import base_problems
from muster.rules.tournament.games import Player
from muster.rules.tournament.running import events, structures
from muster.rules.tournament.running.events import Entered, WhyDropped
from muster.rules.tournament.running.figures import profile_of, seeds
from muster.rules.tournament.running.plan import (
    MOST_PLAYERS,
    MOST_TABLES,
    TournamentPlan,
    clean_words,
    problem,
    problem_if,
    require_valid,
    required_words,
    too_many,
)
from muster.rules.tournament.running.roles import entry_problems, leader_problems, not_over, own_open_game
from muster.rules.tournament.running.structures import Structure, structure
from muster.rules.tournament.running.timekeeping import too_early
from muster.rules.tournament.running.tournament import Entry, EventRound, Tournament
from muster.rules.tournament.scoring import results
from muster.rules.violations import Violation, refuse_if, refuse_unless, require

LONGEST_NAME = 80


# The event itself ----------------------------------------------------------------------------------------


def decide_open(name: str, plan: TournamentPlan, by: str) -> events.TournamentOpened:
    """An event begins with a name, a plan and one organiser (rule 505)."""
    called = required_words(name, "the event's name", LONGEST_NAME)
    refuse_if(*plan_problems(require_valid(plan)))
    return events.TournamentOpened(called, by, plan)


def plan_problems(plan: TournamentPlan) -> tuple[Violation, ...]:
    """What cannot be in a plan, whoever will come."""
    found = []
    if plan.kind == "recon" and plan.profile != "current":
        found.append(problem("tournament.recon_profile", (), 464))
    if plan.minutes and plan.secret_length:
        found += base_problems(plan.timekeeping, plan.minutes, event_began=False)
    if plan.structure == "custom":
        found += structures.cut_problems(plan.cut, regulations=plan.profile == "regulations")
    return tuple(found)


def decide_plan(now: Tournament, name: str, plan: TournamentPlan) -> events.TournamentPlanned:
    """The plan may change until it is announced (rule 590)."""
    called = required_words(name, "the event's name", LONGEST_NAME)
    refuse_if(not_over(now), _not_locked(now), *plan_problems(require_valid(plan)))
    changed = replace(now, plan=plan)
    refuse_if(*leader_problems(changed))
    return events.TournamentPlanned(called, plan)


def _not_locked(now: Tournament) -> Violation | None:
    return problem_if(now.status not in ("planned", "unknown"), "tournament.locked", (), 590)


def structure_of(plan: TournamentPlan, players: int) -> Structure:
    """Rounds and cut for so many players (rules 639 to 647)."""
    return structure(_custom_structure(plan), players)


def notes_on_structure(plan: TournamentPlan, players: int) -> tuple[Violation, ...]:
    """What the organiser should know of a structure that so many can play."""
    return structures.structure_notes(_custom_structure(plan), players)


def _custom_structure(plan: TournamentPlan) -> structures.CustomStructure:
    custom = plan.structure == "custom"
    return structures.CustomStructure(
        kind=plan.structure, rounds=plan.rounds if custom else 0, cut=plan.cut if custom else 0
    )


def decide_announce(now: Tournament, lots: str) -> events.TournamentAnnounced:
    """Rules 513, 515 and 590: rounds, cuts and leaders are told before the start, and stand from then on."""
    refuse_if(not_over(now), _not_locked(now))
    here = now.active
    refuse_if(*leader_problems(now), _missing_lists(now, here))
    frame = structure_of(now.plan, len(here))
    return events.TournamentAnnounced(frame.rounds, frame.cut, len(here), lots, now.leaders)


def _missing_lists(now: Tournament, players: Iterable[Player]) -> Violation | None:
    """Rule 537: where lists are required they are handed in before the start."""
    required = now.plan.lists == "required"
    missing = [player for player in players if required and player not in now.lists]
    return problem_if(missing, "tournament.lists_missing", tuple(missing[:20]), 537, count=len(missing))


def decide_call_off(now: Tournament, why: str) -> events.TournamentCalledOff:
    """The event does not take place."""
    reason = clean_words(why, "the reason", 500)
    refuse_if(not_over(now))
    return events.TournamentCalledOff(reason)


# Entering ------------------------------------------------------------------------------------------------


def decide_enter(
    now: Tournament,
    count: int,
    accounts: Sequence[str] = (),
    *,
    present: bool = False,
    clubs: Sequence[str] = (),
) -> tuple[Event, ...]:
    """So many players enter; beyond the capacity they wait. Late ones have missed rounds (T12)."""
    taken = [account for account in accounts if account and now.entry_of(account)]
    refuse_if(
        not_over(now),
        problem_if(not count, "tournament.no_names"),
        too_many(now.entered + count, MOST_PLAYERS, "players"),
        *(problem("tournament.entered_already", (account,)) for account in taken),
        _too_late(now),
        *(violation for account in accounts for violation in entry_problems(now, account)),
    )
    keys = [f"p{now.entered + place}" for place in range(1, count + 1)]
    room = max(0, _free_places(now) - _waiting_count(now))
    entered = tuple(
        Entered(key, account, waiting=place >= room, club=clean_words(club, "a club"))
        for place, (key, account, club) in enumerate(_rows_of_players(keys, accounts, clubs))
    )
    found: list[Event] = [events.PlayersEntered(entered)]
    here = tuple(entry.player for entry in entered if not entry.waiting)
    if present and here:
        found += _check_in_events(now, here)
    return tuple(found)


def _rows_of_players(keys: Sequence[Player], *columns: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """New players with what is known of them, nothing where a column ends early."""
    return islice(zip_longest(keys, *columns, fillvalue=""), len(keys))


def _free_places(now: Tournament) -> int:
    if not now.plan.capacity:
        return MOST_PLAYERS
    held = sum(entry.status == "entered" for entry in now.entries.values())
    return max(0, now.plan.capacity - held)


def _waiting_count(now: Tournament) -> int:
    """Those who wait are let in before anybody new, as long as no round is paired."""
    return 0 if now.rounds else sum(entry.status == "waiting" for entry in now.entries.values())


def _too_late(now: Tournament) -> Violation | None:
    """Nobody enters a bracket that has begun, or an event whose Swiss rounds are played."""
    frame = now.announced
    if frame is None or not now.rounds:
        return None
    late = not frame.rounds or now.cut or now.swiss_done >= frame.rounds
    return problem_if(late, "tournament.too_late", (), "T12")


def decide_withdraw(now: Tournament, player: Player) -> tuple[Event, ...]:
    """A player leaves before round 1; the first who waits moves up."""
    entry = entry_of(now, player)
    refuse_if(
        not_over(now),
        problem_if(now.rounds, "tournament.drop_instead", (player,), 593),
        problem_if(entry.status not in ("entered", "waiting"), "tournament.gone", (player,)),
    )
    freed = replace(now, entries={**now.entries, player: replace(entry, status="withdrawn")})
    return (events.PlayerWithdrawn(player), *_discard_draft(now, entry.active), *_move_up_waiting(freed))


def _move_up_waiting(now: Tournament) -> tuple[Event, ...]:
    waiting = [key for key, entry in now.entries.items() if entry.status == "waiting"][: _free_places(now)]
    return (events.PlayersAdmitted(tuple(waiting)),) if waiting and now.plan.capacity else ()


def decide_admit(now: Tournament, players: Sequence[Player]) -> events.PlayersAdmitted:
    """The organiser lets somebody in from the waiting list, whatever the capacity says."""
    waiting = [entry_of(now, player) for player in players]
    refuse_if(
        not_over(now),
        _too_late(now),
        *(
            problem("tournament.not_waiting", (entry.player,))
            for entry in waiting
            if entry.status != "waiting"
        ),
        problem_if(not players, "tournament.no_names"),
    )
    return events.PlayersAdmitted(tuple(dict.fromkeys(players)))


def decide_check_in(now: Tournament, players: Sequence[Player], present: bool = True) -> tuple[Event, ...]:
    """Players are there. Once a round is published they are late: an unpaired loss for each (T12)."""
    entries = [entry_of(now, player) for player in dict.fromkeys(players)]
    refuse_if(
        not_over(now),
        problem_if(not entries, "tournament.no_names"),
        *(
            problem("tournament.not_entered", (entry.player,))
            for entry in entries
            if entry.status != "entered"
        ),
        problem_if(now.rounds and not present, "tournament.drop_instead", tuple(players[:5]), 593),
        _too_late(now) if present else None,
    )
    changed = tuple(entry.player for entry in entries if entry.present is not present)
    refuse_unless(changed, problem("tournament.no_change"))
    if present:
        return _check_in_events(now, changed)
    return (events.PlayersCheckedIn(changed, present=False), *_discard_draft(now, True))


def decide_own_check_in(now: Tournament, player: Player) -> tuple[Event, ...]:
    """A player says on their phone that they are there, where the event lets them, until round 1 is out."""
    refuse_if(
        problem_if(not now.plan.self_check_in, "tournament.no_self_check_in", (player,)),
        problem_if(now.rounds, "tournament.check_in_at_desk", (player,), "T12"),
    )
    return decide_check_in(now, [player])


def _check_in_events(now: Tournament, players: tuple[Player, ...]) -> tuple[Event, ...]:
    """They are there; what they missed is lost, and a draft without them is no use."""
    return (
        events.PlayersCheckedIn(players, missed=tuple(current.number for current in now.rounds)),
        *_discard_draft(now, True),
    )


def _discard_draft(now: Tournament, changed: bool) -> tuple[Event, ...]:
    return (events.DraftDiscarded(),) if now.draft is not None and changed else ()


def decide_link(now: Tournament, player: Player, account: str) -> events.PlayerLinked:
    """A player and the account they use on their phone; an empty account takes the link away."""
    entry_of(now, player)
    other = now.entry_of(account)
    refuse_if(
        not_over(now),
        problem_if(other and other.player != player, "tournament.entered_already", (account,)),
        *entry_problems(now, account),
    )
    return events.PlayerLinked(player, account)


def decide_club(now: Tournament, player: Player, club: str) -> tuple[Event, ...]:
    """Where a player plays otherwise, told before round 1: only that round asks for it, and a round that was
    drawn is proven by the clubs it was drawn from."""
    entry, named = entry_of(now, player), clean_words(club, "a club")
    refuse_if(
        not_over(now),
        problem_if(now.rounds, "tournament.club_late", (player,), 595),
        problem_if(entry.club == named, "tournament.no_change"),
    )
    return (events.ClubSet(player, named), *_discard_draft(now, now.plan.avoid_clubs))


def decide_fixed_table(now: Tournament, player: Player, table: int) -> events.TableFixed:
    """A player always sits at one table; nobody else has the same one. 0 takes it back."""
    entry_of(now, player)
    other = next(
        (k for k, entry in now.entries.items() if table and entry.table == table and k != player), ""
    )
    refuse_if(
        not_over(now),
        problem_if(not (0 <= table <= MOST_TABLES), "tournament.no_such_table", (), "", table=table),
        problem_if(other, "tournament.table_taken", (other,), "", table=table),
    )
    return events.TableFixed(player, table)


def entry_of(now: Tournament, player: Player) -> Entry:
    """The entry of a player; refused when there is none."""
    return require(
        now.entries.get(player), problem("tournament.no_player", (player[:60],), "", player=player[:60])
    )


# Leaving -------------------------------------------------------------------------------------------------


def decide_drop(now: Tournament, player: Player, why: WhyDropped, by: str, at: datetime) -> tuple[Event, ...]:
    """Rule 593: a player is paired no more. An unfinished game goes to the opponent (rules 612, 629), so that
    nobody drops their own opponent in the middle of one (rule 514)."""
    entry = entry_of(now, player)
    refuse_if(
        not_over(now),
        own_open_game(now, by, player) if entry.account != by else None,
        too_early(now, at) if why == "no-show" and now.open_round else None,
        problem_if(not now.rounds, "tournament.withdraw_instead", (player,)),
        problem_if(entry.status != "entered", "tournament.gone", (player,), 593),
    )
    return (events.PlayerDropped(player, why), *leave_events(now, player, by))


def decide_removal(now: Tournament, player: Player, by: str, at: datetime) -> tuple[Event, ...]:
    """Rule 553: something essential was not replaced when the next round begins."""
    return decide_drop(now, player, "components", by, at)


def decide_leave(now: Tournament, player: Player, by: str, at: datetime) -> tuple[Event, ...]:
    """Before round 1 a player withdraws, later they drop out."""
    return decide_drop(now, player, "asked", by, at) if now.rounds else decide_withdraw(now, player)


def leave_events(now: Tournament, player: Player, by: str) -> tuple[Event, ...]:
    """What follows when a player is gone: the unfinished game, a draft, a seed in the cut (rule 606)."""
    moved_up = _next_in_cut(now, player)
    return moved_up or (*_forfeit_game(now, player, by), *_discard_draft(now, True))


def _forfeit_game(now: Tournament, player: Player, by: str) -> tuple[Event, ...]:
    """The opponent has a bye in a bracket; elsewhere the one who leaves has lost (rule 629). What was told
    stands."""
    current = now.open_round
    game = current.game_of(player) if current else None
    if current is None or game is None or game.table in current.results:
        return ()
    if current.stage == "elimination":
        return (events.ByeGiven(current.number, player),)
    report = results.Report(players=game.players, how="left", loser=player)
    result = results.decide(profile_of(now.plan), report)
    return (events.ResultEntered(current.number, game.table, result, by),)


def _next_in_cut(now: Tournament, player: Player) -> tuple[Event, ...]:
    """Rule 606: before any game of the stage, the cut is made again without the one who left; a first
    round that is published already is paired again."""
    bracket = [current for current in now.rounds if current.stage == "elimination"]
    if player not in now.cut or any(current.has_begun or current.closed for current in bracket):
        return ()
    recalled = (events.RoundRecalled(current.number) for current in bracket)
    return (*recalled, *_discard_draft(now, True), events.CutMade(seeds(now, [player])))


def decide_rejoin(now: Tournament, player: Player) -> tuple[Event, ...]:
    """Rules 593 and 594: a dropped player may come back, with a loss for each missed round; one
    disqualified may not, nor one who leads the event since where leaders may not play (rules 513, 515)."""
    entry = entry_of(now, player)
    refuse_if(
        not_over(now),
        problem_if(entry.status == "disqualified", "tournament.disqualified", (player,), 594),
        problem_if(entry.status not in ("dropped", "disqualified"), "tournament.not_dropped", (player,), 593),
        _too_late(now),
        *entry_problems(now, entry.account),
    )
    return (events.PlayerRejoined(player, missed_by(now.rounds, player)), *_discard_draft(now, True))


def missed_by(rounds: Iterable[EventRound], player: Player) -> tuple[int, ...]:
    """The Swiss rounds in which a player had neither game nor bye."""
    return tuple(
        current.number
        for current in rounds
        if current.stage == "swiss" and player not in current.drawn.round.everyone
    )


def decide_disqualify(now: Tournament, player: Player, by: str) -> tuple[Event, ...]:
    """Rule 594: out, and never back. The reason stands in the judges' log."""
    entry = entry_of(now, player)
    gone = entry.status not in ("entered", "dropped", "waiting")
    refuse_if(not_over(now), problem_if(gone, "tournament.gone", (player,), 594))
    return (events.PlayerDisqualified(player), *leave_events(now, player, by))
