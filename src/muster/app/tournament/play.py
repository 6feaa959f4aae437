"""Use cases of playing: pair, publish, the clock, results, corrections, the cut, the end."""

from collections.abc import Sequence

from msgspec.structs import replace

from muster.app.acting import Act
from muster.app.dice.sources import fresh_roll
from muster.app.streams import Appended
from muster.app.tournament.desk import Desk
from muster.rules.dice.faces import Roll
from muster.rules.log import Event, kept
from muster.rules.tournament.clock import timekeeping
from muster.rules.tournament.clock.events import CLOCK, LengthSealed
from muster.rules.tournament.clock.timekeeping import is_due
from muster.rules.tournament.games import Player
from muster.rules.tournament.pairing.draft_check import draft_warnings
from muster.rules.tournament.running import corrections, reporting, rounds
from muster.rules.tournament.running.corrections import Effect
from muster.rules.tournament.running.plan import problem
from muster.rules.tournament.running.roles import Task, may, not_allowed
from muster.rules.tournament.running.tournament import Tournament
from muster.rules.tournament.scoring.results import Slip
from muster.rules.violations import Refused, Violation, refuse_if


class TournamentPlay(Desk):
    """What happens from round to round."""

    # Pairing ---------------------------------------------------------------------------------------------

    def draft(self, act: Act, tournament: str) -> Appended:
        """Pair the next round, or pair it again: a draft with a fresh seed that only the desk sees."""

        def decide(now: Tournament) -> Event:
            return rounds.decide_draft(now, self.fresh_seed(tournament, rounds.step_of(now)))

        return self.at_one(act, tournament, "draft", "pair", decide)

    def swap(self, act: Act, tournament: str, one: Player, other: Player) -> Appended:
        """Two players of the draft change places."""
        return self.at_one(
            act, tournament, ("swap", one, other), "pair", lambda now: rounds.decide_swap(now, one, other)
        )

    def seat(self, act: Act, tournament: str, table: int, to: int) -> Appended:
        """A game of the draft moves to another table."""
        return self.at_one(
            act, tournament, ("seat", table, to), "pair", lambda now: rounds.decide_seat(now, table, to)
        )

    def discard(self, act: Act, tournament: str) -> Appended:
        """Throw the draft away."""
        return self.at_one(act, tournament, "discard", "pair", rounds.decide_discard)

    def warnings(self, tournament: str, person: str) -> tuple[Violation, ...]:
        """What the independent checker and the draw itself say of the draft."""
        now = self.load(tournament).state
        refuse_if(not_allowed(now, person, "pair"))
        return draft_warnings(now)

    def publish(self, act: Act, tournament: str, draft: int) -> Appended:
        """Show everybody the draft that was looked at."""
        done = self.at_one(
            act, tournament, ("publish", draft), "pair", lambda now: rounds.decide_publish(now, draft)
        )
        self.update_index(tournament)
        return done

    def recall(self, act: Act, tournament: str) -> Appended:
        """Take back a published round of which no game has begun, to pair it again."""
        return self.at(act, tournament, "recall", "pair", rounds.decide_recall)

    def close_round(self, act: Act, tournament: str) -> Appended:
        """Every game has ended: the standings follow."""
        return self.at_one(act, tournament, "close", "pair", rounds.decide_close)

    def make_cut(self, act: Act, tournament: str) -> Appended:
        """The best go on to the bracket."""
        return self.at(act, tournament, "cut", "pair", rounds.decide_cut)

    def end(self, act: Act, tournament: str) -> Appended:
        """The event is over."""
        done = self.at_one(act, tournament, "end", "pair", rounds.decide_end)
        self.update_index(tournament)
        return done

    # The clock -------------------------------------------------------------------------------------------

    def start_clock(self, act: Act, tournament: str) -> Appended:
        """The round begins; a secret length is rolled now and sealed."""

        def decide(now: Tournament) -> Sequence[Event]:
            rolled = self._length(tournament, now) if now.plan.secret_length else None
            return timekeeping.decide_start(now, act.at, rolled)

        return self.at(act, tournament, "start", "clock", decide)

    def _length(self, tournament: str, now: Tournament) -> tuple[Roll, str]:
        """Five red defence dice; a start that was undone keeps its faces."""
        held = kept(self.log(tournament).entries, timekeeping.length_step(now))
        old = next((one for one in held if isinstance(one, LengthSealed)), None)
        return (old.roll, old.evidence) if old else fresh_roll(timekeeping.DICE, self.entropy)

    def pause_clock(self, act: Act, tournament: str) -> Appended:
        """The clock stands still."""
        return self.at_one(
            act, tournament, "pause", "clock", lambda now: timekeeping.decide_pause(now, act.at)
        )

    def resume_clock(self, act: Act, tournament: str) -> Appended:
        """The clock goes on."""
        return self.at_one(
            act, tournament, "resume", "clock", lambda now: timekeeping.decide_resume(now, act.at)
        )

    def extend(self, act: Act, tournament: str, minutes: int, table: int = 0) -> Appended:
        """More time for all, or for one table."""
        return self.at_one(
            act,
            tournament,
            ("extend", minutes, table),
            "clock",
            lambda now: timekeeping.decide_extend(now, minutes, table),
        )

    def call_time(self, act: Act, tournament: str) -> Appended:
        """Time is over; a secret length is opened."""
        return self.at_one(act, tournament, "time", "clock", lambda now: timekeeping.decide_time(now, act.at))

    def tick(self, act: Act, tournament: str) -> Appended | None:
        """Call time if it is up and nobody has: whoever looks may be the one who finds out.

        They have not acted: the clock has, so what they may undo stays what it was.
        """
        if not is_due(self.load(tournament).state, act.at):
            return None

        def decide(now: Tournament) -> Event:
            refuse_if(None if is_due(now, act.at) else problem("clock.called"))
            return timekeeping.decide_time(now, act.at)

        try:
            return self.at_one(replace(act, actor=CLOCK), tournament, "tick", None, decide)
        except Refused:
            return None  # somebody else called it in the same moment

    # Results ---------------------------------------------------------------------------------------------

    def report(self, act: Act, tournament: str, number: int, slip: Slip) -> Appended:
        """A player tells the result of their game; the opponent's same words confirm it."""

        def decide(now: Tournament) -> Sequence[Event]:
            player, table = self._my_table(now, act.actor)
            return reporting.decide_report(now, number, table, player, slip)

        return self.at(act, tournament, ("report", number, slip), None, decide)

    def confirm(self, act: Act, tournament: str, number: int) -> Appended:
        """A player agrees with what the opponent told."""

        def decide(now: Tournament) -> Event:
            player, table = self._my_table(now, act.actor)
            return reporting.decide_confirm(now, number, table, player)

        return self.at_one(act, tournament, ("confirm", number), None, decide)

    def dispute(self, act: Act, tournament: str, number: int, words: str = "") -> Appended:
        """A player does not agree; an official decides."""

        def decide(now: Tournament) -> Event:
            player, table = self._my_table(now, act.actor)
            return reporting.decide_dispute(now, number, table, player, words)

        return self.at_one(act, tournament, ("dispute", number, words), None, decide)

    def _my_table(self, now: Tournament, account: str) -> tuple[Player, int]:
        player = self.me(now, account).player
        game = now.open_round.game_of(player) if now.open_round else None
        refuse_if(None if game else problem("tournament.no_game_of_yours", (player,)))
        return player, game.table if game else 0

    def enter_result(self, act: Act, tournament: str, number: int, table: int, slip: Slip) -> Appended:
        """An official writes down a result: it stands. A different one already there is told, not lost."""
        return self.at(
            act,
            tournament,
            ("result", number, table, slip),
            "results",
            lambda now: reporting.decide_result(now, number, table, slip, act.actor),
        )

    def no_show(
        self, act: Act, tournament: str, number: int, table: int, missing: Sequence[Player]
    ) -> Appended:
        """Who did not come within the time limit loses and is dropped."""
        return self.at(
            act,
            tournament,
            ("no-show", number, table, list(missing)),
            "results",
            lambda now: reporting.decide_no_show(now, number, table, missing, act.at, act.actor),
        )

    def preview_correction(self, person: str, tournament: str, number: int, table: int, slip: Slip) -> Effect:
        """What a correction would change in the standings; nothing is written."""
        now = self.load(tournament).state
        refuse_if(not_allowed(now, person, _right_to_correct(now, person, number)))
        event = corrections.decide_correction(now, number, table, slip, person)
        return corrections.effect(now, event)

    def correct(  # noqa: PLR0913, PLR0917 - who, where, what, why
        self, act: Act, tournament: str, number: int, table: int, slip: Slip, why: str = ""
    ) -> Appended:
        """Change a result that stands, visibly: in the open round any scorekeeper, later only organiser and
        head judge, within two rounds."""

        def decide(now: Tournament) -> Sequence[Event]:
            refuse_if(not_allowed(now, act.actor, _right_to_correct(now, act.actor, number)))
            return corrections.decide_correction(now, number, table, slip, act.actor, why)

        return self.at(act, tournament, ("correct", number, table, slip, why), None, decide)


def _right_to_correct(now: Tournament, person: str, number: int) -> Task:
    """A slip of the pen in the open round is mended by whoever enters results."""
    current = now.open_round
    open_now = current is not None and current.number == number
    return "results" if open_now and may(now, person, "results") else "correct"
