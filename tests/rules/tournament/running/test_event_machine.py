"""Random small events: events or reasons, never a crash; what must always hold, holds; undo is exact."""

from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from muster.app.acting import Command
from muster.app.tournament import commands
from muster.app.tournament.tournaments import TournamentPlan
from muster.rules.log import act_to_undo, effective
from muster.rules.messages import explain, remedy
from muster.rules.tournament.games import Tally
from muster.rules.tournament.running.audiences import Viewpoint, view
from muster.rules.tournament.running.evolving import TOURNAMENT
from muster.rules.tournament.running.judging_events import PenaltyGiven
from muster.rules.tournament.running.rounds import next_stage
from muster.rules.tournament.scoring.results import Slip
from muster.rules.violations import Refused
from tests.rules.tournament.hall import CUP, ORGANISER, Hall

PLANS = (
    TournamentPlan(),
    TournamentPlan(structure="custom", rounds=3, cut=4, no_show_minutes=0),
    TournamentPlan(structure="custom", no_show_minutes=0),
    TournamentPlan(
        structure="custom", rounds=2, cut=2, profile="current", kind="recon", points=600, no_show_minutes=0
    ),
    TournamentPlan(structure="custom", rounds=4, bye_moves=False, capacity=9, avoid_clubs=True),
)
HOWS = ("tabled", "mutual", "rounds", "time", "concession", "no-show", "left", "game-loss", "double-loss")
PEOPLE = (ORGANISER, "hedda", "jo", "sam", "a1", "a2", "a3", "stranger")


class Event(RuleBasedStateMachine):
    """An organiser who does now the sensible next thing, now nonsense; players, judges and helpers too."""

    @initialize(plan=st.sampled_from(PLANS), players=st.integers(2, 11), seed=st.integers(0, 2**32))
    def open(self, plan: TournamentPlan, players: int, seed: int) -> None:
        self.chance = Random(seed)
        self.hall = Hall(plan, seed)
        self.last = ""
        self.attempt(commands.GiveRole(person="hedda", role="head-judge"))
        self.attempt(commands.GiveRole(person="jo", role="judge"))
        self.attempt(commands.GiveRole(person="sam", role="scorekeeper"))
        self.hall.enter(players)
        for number in (1, 2):
            self.attempt(commands.Link(player=f"p{number}", account=f"a{number}"))
        self.attempt(commands.Announce())

    def attempt(self, command: Command, by: str = ORGANISER) -> bool:
        """One act; a refusal has its sentences."""
        try:
            self.hall.event.do(self.hall.act(by), CUP, command)
        except Refused as refused:
            self.last = f"{command}: {refused}"
            for problem in refused.violations:
                assert explain(problem) and remedy(problem) is not None
            return False
        return True

    def somebody(self) -> str:
        return self.chance.choice([*self.hall.now.entries, "p999"])

    def slip(self, players: tuple[str, str]) -> Slip:
        """Anything that may stand on a slip, sense or nonsense."""
        pick = self.chance
        how = pick.choice(HOWS)
        tallies = tuple(Tally(victory=pick.randint(0, 5), score=pick.randint(0, 300)) for _ in players)
        named = how in ("tabled", "concession", "no-show", "left", "game-loss")
        return Slip(
            how=how,
            tallies=None if how in ("no-show", "left", "double-loss") else tallies,
            blue=pick.choice(players),
            loser=pick.choice(players) if named else "",
            armies=(600, 590),
            priority=pick.choice(players),
        )

    # The sensible next thing -----------------------------------------------------------------------------

    @rule(steps=st.integers(1, 4))
    def go_on(self, steps: int) -> None:
        for _ in range(steps):
            now = self.hall.now
            if now.status not in ("announced", "running"):
                return
            if now.open_round is not None:
                self.play(now.open_round)
            elif (stage := next_stage(now)) is None:
                self.attempt(commands.End())
            elif stage == "elimination" and now.announced.cut and not now.cut:
                assert self.attempt(commands.MakeCut()) or self.attempt(commands.End()), self.last
            elif self.attempt(commands.Draft()):
                assert self.attempt(commands.Publish(draft=self.hall.now.draft.number))
                self.everybody_sits_once()
            else:
                assert self.attempt(commands.End()), self.last  # no event is stuck

    def play(self, current) -> None:
        for table in current.open_tables:
            game = current.game(table)
            for _ in range(20):
                slip = self.slip(game.players)
                if self.attempt(commands.EnterResult(number=current.number, table=table, slip=slip)):
                    break
        assert self.attempt(commands.CloseRound()), self.last

    def everybody_sits_once(self) -> None:
        now, drawn = self.hall.now, self.hall.round.drawn.round
        seats = [p for game in drawn.games for p in game.players] + [bye.player for bye in drawn.byes]
        assert len(set(seats)) == len(seats)
        assert len({game.table for game in drawn.games}) == len(drawn.games)
        if drawn.stage == "swiss":
            assert sorted(seats) == sorted(now.active)

    # Anything --------------------------------------------------------------------------------------------

    @rule(tries=st.integers(1, 12))
    def anything(self, tries: int) -> None:
        for _ in range(tries):
            command = self.chance.choice(self.acts())
            self.attempt(command, by=self.chance.choice([*PEOPLE, *[ORGANISER] * 6]))

    def acts(self) -> tuple[Command, ...]:
        """Every act there is, about somebody and some table, mostly of the round being played."""
        pick, now = self.chance, self.hall.now
        player, other, number = self.somebody(), self.somebody(), len(now.rounds)
        games = now.rounds[-1].drawn.round.games if now.rounds else ()
        game = pick.choice(games) if games and pick.random() < 0.9 else None
        table, players = (game.table, game.players) if game else (77, (player, other))
        slip = self.slip(players)
        return (
            commands.Drop(player=player),
            commands.Rejoin(player=player),
            commands.Draft(),
            commands.Swap(one=player, other=other),
            commands.Seat(table=table, to=pick.randint(1, 9)),
            commands.Discard(),
            commands.Publish(draft=now.draft.number if now.draft else 1),
            commands.Recall(),
            commands.StartClock(),
            commands.PauseClock(),
            commands.ResumeClock(),
            commands.Extend(minutes=5, table=table),
            commands.CallTime(),
            commands.EnterResult(number=number, table=table, slip=slip),
            commands.Correct(number=pick.randint(max(1, number - 3), number + 1), table=table, slip=slip),
            commands.NoShow(number=number, table=table, missing=[players[0]]),
            commands.Report(number=number, slip=slip),
            commands.Confirm(number=number),
            commands.Dispute(number=number, words="no"),
            commands.CallJudge(words="help"),
            commands.ClaimCall(call=1),
            commands.CloseCall(call=1),
            commands.Penalise(
                player=player, kind=pick.choice(("warning", "warning", "disqualification")), words="a reason"
            ),
            commands.FixTable(player=player, table=pick.randint(0, 9)),
            commands.SetClub(player=player, club=pick.choice(("", "North", "South"))),
            commands.CloseRound(),
            commands.MakeCut(),
            commands.End(),
            commands.CheckIn(players=[player, other]),
            commands.Withdraw(player=player),
            commands.SetDuty(on=pick.random() < 0.5, person="jo"),
        )

    @rule(number=st.integers(1, 2))
    def come_late(self, number: int) -> None:
        names = [f"Late {len(self.hall.now.entries)} {place}" for place in range(number)]
        self.attempt(commands.Enter(names=names, present=True))

    @rule(person=st.sampled_from(PEOPLE[:4]))
    def take_back(self, person: str) -> None:
        log = self.hall.event.store.read(CUP)
        batch = act_to_undo(log, person)
        if batch is None or not self.attempt(commands.Undo(batch=batch), by=person):
            return
        without = [entry for entry in effective(log) if entry.batch != batch]
        assert self.hall.now == TOURNAMENT.fold(without)

    # What must always hold -------------------------------------------------------------------------------

    @invariant()
    def a_replay_is_the_same(self) -> None:
        if hasattr(self, "hall"):
            assert TOURNAMENT.fold(self.hall.event.store.read(CUP)) == self.hall.now

    @invariant()
    def the_standings_are_a_total_order_of_everybody(self) -> None:
        if hasattr(self, "hall") and self.hall.now.lots:
            lines = self.hall.watching.standings(ORGANISER, CUP)
            out = [line for line in lines if line.disqualified]
            places = [*range(1, len(lines) - len(out) + 1), *(0 for _ in out)]
            assert [line.rank for line in lines] == places
            assert set(self.hall.now.active) <= {line.player for line in lines}

    @invariant()
    def nobody_outside_sees_drafts_penalties_or_secret_lengths(self) -> None:
        if not hasattr(self, "hall"):
            return
        seen = view(self.hall.now, Viewpoint("public"))
        assert seen.draft is None and seen.penalties == ()
        for current in seen.rounds:
            assert (
                current.clock is None
                or current.clock.called
                or not current.clock.secret
                or current.clock.clock is None
            )

    @invariant()
    def nobody_disqualified_comes_back(self) -> None:
        if hasattr(self, "hall"):
            event = [entry.event for entry in effective(self.hall.event.store.read(CUP))]
            out = {each.player for each in event if isinstance(each, PenaltyGiven) and each.penalty[0] == "d"}
            assert all(self.hall.now.entries[player].status == "disqualified" for player in out)


TestRandomEvents = Event.TestCase
TestRandomEvents.settings = settings(
    max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)
