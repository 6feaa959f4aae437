"""Who may do what in an event, and when a leader may play (rules 503 to 515)."""

from collections.abc import Collection
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from muster.rules.tournament.games import Game, Player
from muster.rules.tournament.running import events
from muster.rules.tournament.running.events import Role
from muster.rules.tournament.running.plan import problem, problem_if, too_many
from muster.rules.tournament.running.tournament import Entry, Tournament
from muster.rules.violations import Violation, refuse_if, refuse_unless

MOST_OFFICIALS: Final = 200

Task: TypeAlias = Literal[
    "plan", "roles", "players", "pair", "clock", "results", "correct", "judge", "head-judge", "tell"
]
Office: TypeAlias = Literal["organiser", "deputy", "head-judge", "judge", "scorekeeper"]

# What each office may do. Only the organiser plans and gives roles: there is one (rule 505). A deputy pairs
# and runs the rounds for them; corrections are for the organiser
# and the head judge (rule 604); card rulings and penalties taken back are the head judge's (rules 507, 518).
TASKS: Final[dict[Office, frozenset[Task]]] = {
    "organiser": frozenset(
        {"plan", "roles", "players", "pair", "clock", "results", "correct", "tell", "judge"}
    ),
    "deputy": frozenset({"players", "pair", "clock", "results", "tell"}),
    "head-judge": frozenset({"clock", "results", "correct", "judge", "head-judge", "tell"}),
    "judge": frozenset({"clock", "results", "judge"}),
    "scorekeeper": frozenset({"players", "results"}),
}


def offices(now: Tournament, person: str) -> tuple[Office, ...]:
    """What a person is in the event. A judge off duty is a spectator (rule 509)."""
    if not person:
        return ()
    found: list[Office] = []
    if person == now.organiser:
        found.append("organiser")
    if person in now.deputies and now.entry_of(person) is None:  # who plays pairs nobody
        found.append("deputy")
    if person == now.acting_head_judge:
        found.append("head-judge")
    if now.judges.get(person):
        found.append("judge")
    if person in now.scorekeepers:
        found.append("scorekeeper")
    return tuple(found)


def may(now: Tournament, person: str, task: Task) -> bool:
    """Whether a person may do this."""
    return any(task in TASKS[office] for office in offices(now, person))


def not_allowed(now: Tournament, person: str, task: Task) -> Violation | None:
    """Why not, if not. To somebody who may not, whether they are off duty matters: they are told."""
    if may(now, person, task):
        return None
    if person in now.judges and not now.judges[person]:
        return problem("tournament.off_duty", (), 509)
    return problem("tournament.not_yours", (task,), 503, task=task)


def task_to_correct(now: Tournament, person: str, number: int) -> Task:
    """Rule 604 is for organiser and head judge. A slip of the pen in the open round is mended by whoever
    enters results."""
    current = now.open_round
    open_now = current is not None and current.number == number
    return "results" if open_now and may(now, person, "results") else "correct"


def own_game(now: Tournament, person: str, game: Game | None) -> Violation | None:
    """Rule 514: another leader rules on the games a leader plays; two leaders have the head judge. Should the
    head judge be one of the two, a third leader may rule as well."""
    if game is None:
        return None
    accounts = [entry.account for entry in map(now.entries.get, game.players) if entry and entry.account]
    both = len(accounts) == 2 and set(accounts) <= set(now.leaders)
    if both and person == now.acting_head_judge:
        return None
    if person in accounts:
        return problem("tournament.own_game", (str(game.table),), 514, table=game.table)
    elsewhere = both and person in now.leaders and now.acting_head_judge not in accounts
    return problem_if(elsewhere, "tournament.leaders_meet", (str(game.table),), 514, table=game.table)


def own_open_game(now: Tournament, person: str, player: Player) -> Violation | None:
    """The same of the game that a player is in now; one whose result stands is over."""
    game = now.open_round.game_of(player) if now.open_round else None
    return own_game(now, person, game) if game and game.result is None else None


def task_to_drop(now: Tournament, person: str, player: Player) -> Task:
    """Drops are the desk's. In the middle of a game that the organiser may not rule on they are for the other
    leaders (rule 514)."""
    elsewhere = not may(now, person, "players") and own_open_game(now, now.organiser, player)
    return "judge" if elsewhere else "players"


def playing_leaders(now: Tournament) -> tuple[str, ...]:
    """The leaders who are also players."""
    playing = {entry.account for entry in now.entries.values() if entry.status in ("entered", "waiting")}
    return tuple(leader for leader in now.leaders if leader in playing)


def leader_problems(now: Tournament) -> tuple[Violation, ...]:
    """Rules 513 and 515: never in Competitive; in Casual only with another leader on duty."""
    playing = playing_leaders(now)
    if not playing:
        return ()
    if now.plan.tier == "competitive":
        return (problem("tournament.leader_plays", (), 515),)
    on_duty = [leader for leader in now.leaders if now.judges.get(leader, leader == now.organiser)]
    if len(on_duty) < 2:
        return (problem("tournament.lone_leader", (), 513),)
    return ()


# Deciding ------------------------------------------------------------------------------------------------


def not_over(now: Tournament) -> Violation | None:
    """Whether the event is there and not over."""
    if now.status == "unknown":
        return problem("tournament.unknown")
    if now.status in ("ended", "called-off"):
        return problem("tournament.over", (), "", name=now.name)
    return None


def decide_hand_over(now: Tournament, person: str) -> events.OrganiserChanged:
    """Rule 505: exactly one organiser, who may hand over."""
    refuse_if(
        not_over(now),
        problem_if(not person, "tournament.nobody", (), 505),
        problem_if(person == now.organiser, "tournament.role_already", (person,), 505, role="organiser"),
    )
    refuse_if(*leader_problems(replace(now, organiser=person)))
    return events.OrganiserChanged(person)


def _holders(now: Tournament, role: Role) -> Collection[str]:
    """Who has a role; a role that does not exist is refused."""
    held: dict[str, Collection[str]] = {
        "head-judge": (now.head_judge,),
        "judge": now.judges,
        "scorekeeper": now.scorekeepers,
        "deputy": now.deputies,
    }
    refuse_unless(role in held, problem("tournament.no_role", (role[:60],), 503, role=role[:60]))
    return held[role]


def decide_role(now: Tournament, person: str, role: Role) -> events.RoleGiven:
    """Rules 507 and 510: at most one head judge, any number of judges."""
    holders = _holders(now, role)
    refuse_if(
        not_over(now),
        problem_if(not person, "tournament.nobody", (), 503),
        problem_if(person in holders, "tournament.role_already", (person,), 503, role=role),
        problem_if(
            role == "head-judge" and now.head_judge and person != now.head_judge,
            "tournament.head_judge_there",
            (now.head_judge,),
            507,
        ),
        problem_if(role == "deputy" and now.entry_of(person), "tournament.deputy_plays", (person,), 505),
        too_many(
            len(now.judges) + len(now.scorekeepers) + len(now.deputies) + 1, MOST_OFFICIALS, "officials"
        ),
    )
    if role in ("judge", "head-judge"):
        refuse_if(*leader_problems(replace(now, judges={**now.judges, person: True})))
    return events.RoleGiven(person, role)


def decide_role_taken(now: Tournament, person: str, role: Role) -> events.RoleTaken:
    """Somebody lays down a role, or loses it."""
    holders = _holders(now, role)
    missing = not (person and person in holders)
    refuse_if(not_over(now), problem_if(missing, "tournament.no_role", (person[:60],), 503, role=role))
    if role == "judge":
        rest = {key: on for key, on in now.judges.items() if key != person}
        head = "" if person == now.head_judge else now.head_judge
        refuse_if(*leader_problems(replace(now, judges=rest, head_judge=head)))
    return events.RoleTaken(person, role)


def decide_duty(now: Tournament, person: str, on: bool, by: str) -> events.DutyChanged:
    """Rule 509: a judge who is not on duty is a spectator, and says so; of others it is said by name."""
    judge = person or by
    there = judge in now.judges
    refuse_if(
        not_over(now),
        problem_if(not there, "tournament.no_role", (judge[:60],), 509, role="judge"),
        problem_if(now.judges.get(judge) is on, "tournament.duty_already", (), 509),
    )
    if not on:
        refuse_if(*leader_problems(replace(now, judges={**now.judges, judge: False})))
    return events.DutyChanged(judge, on)


def entry_problems(now: Tournament, account: str) -> tuple[Violation, ...]:
    """Whether the event may take this account as a player: a leader only where the rules let them play."""
    if not account or account not in now.leaders:
        return ()
    more = {**now.entries, "p0": Entry(player="p0", account=account)}
    return leader_problems(replace(now, entries=more))


def judges_for(now: Tournament, players: tuple[Player, Player]) -> tuple[str, ...]:
    """Who may rule on a game between these players: leaders on duty who do not play it (rule 514)."""
    game = Game(table=0, players=players)
    on_duty = (leader for leader in now.leaders if now.judges.get(leader, leader == now.organiser))
    return tuple(leader for leader in on_duty if own_game(now, leader, game) is None)
