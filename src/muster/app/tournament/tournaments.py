"""Tournaments: one entry point for every command. Reading is in `access`."""

from typing import Final

from muster.app.acting import Act, Command, Done
from muster.app.streams import Appended, StaleVersion
from muster.app.tournament import judging, planning, players, rounds
from muster.app.tournament.commands import Tick
from muster.app.tournament.context import HANDLERS, TOURNAMENTS, TournamentContext, key_of
from muster.app.tournament.reading import Reading
from muster.rules.tournament.running.evolving import TOURNAMENT
from muster.rules.tournament.running.plan import TournamentPlan
from muster.rules.tournament.running.timekeeping import is_due
from muster.rules.violations import Refused, Violation

__all__ = ["TOURNAMENTS", "TournamentPlan", "Tournaments"]

# Importing these registers their handlers.
SUBJECTS: Final = (planning, players, rounds, judging)


class Tournaments(Reading):
    """The use cases of tournaments over one event store and one roster of names."""

    def do(self, act: Act, tournament: str, command: Command) -> Done:
        """Handle a command if this person may ask for it and the rules allow it.

        An act that lost a race is decided again on the new state, while other writers wait. The same key
        acts once.
        """
        try:
            return self._do(act, tournament, command)
        except StaleVersion:
            with self.store.alone():
                return self._do(act, tournament, command)
        except Refused:
            if self._earlier_answer(act, tournament, command) is None:
                raise
            return self._do(
                act, tournament, command
            )  # the same form was sent twice, and the first one now stands in the way

    def _do(self, act: Act, tournament: str, command: Command) -> Done:
        before = self._earlier_answer(act, tournament, command)
        return HANDLERS.handle(TournamentContext(self, tournament, before), act, command)

    def _earlier_answer(self, act: Act, tournament: str, command: Command) -> Appended | None:
        key = key_of(act, tournament, command)
        return self.store.earlier_answer(act.actor, key) if key else None

    def can(self, act: Act, tournament: str, command: Command) -> tuple[Violation, ...]:
        """What stands in the way of a command. Nothing is written."""
        return HANDLERS.can(TournamentContext(self, tournament), act, command)

    def forget(self, account: str) -> None:
        """Erase the name of somebody who deletes their account from every event they entered. Keys and
        games stay."""
        if self.stream_roles is None:
            return
        entered = self.stream_roles.streams(account, "member", TOURNAMENTS)
        for tournament in entered + self.stream_roles.streams(account, "owner", TOURNAMENTS):
            for entry in self.log(tournament).state(TOURNAMENT).entries.values():
                if entry.account == account:
                    self.roster.erase(tournament, entry.player)

    def tick(self, act: Act, tournament: str) -> Done:
        """Call time if it is up and nobody has called it."""
        if not is_due(self.load(tournament).state, act.at):
            return None
        try:
            return self.do(act, tournament, Tick())
        except Refused:
            return None  # somebody else called it at the same moment
