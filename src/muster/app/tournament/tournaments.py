"""Use cases of tournaments. Every act is checked for the actor's role and decided by the rules.

`Tournaments` is the whole: planning, roles and players here, rounds and results in `tournament_play`, judges
and lists in `tournament_judging`. What others may see: `tournament_access`.
"""

from collections.abc import Sequence

from muster.app.acting import Act, fingerprint
from muster.app.streams import Appended, Write
from muster.app.tournament.desk import SEED_BYTES, TOURNAMENTS
from muster.app.tournament.judging import TournamentJudging
from muster.app.tournament.play import TournamentPlay
from muster.app.tournament.roster import Person, cleaned
from muster.rules.log import Event
from muster.rules.tournament.games import Player
from muster.rules.tournament.running import registration, roles
from muster.rules.tournament.running.events import Role, WhyDropped
from muster.rules.tournament.running.plan import TournamentPlan, clean, problem
from muster.rules.tournament.running.roles import Task
from muster.rules.tournament.running.tournament import Tournament
from muster.rules.violations import refuse_if

__all__ = ["TOURNAMENTS", "TournamentPlan", "Tournaments"]


class Tournaments(TournamentPlay, TournamentJudging):
    """The use cases of tournaments over one event store and one roster of names."""

    # The event -------------------------------------------------------------------------------------------

    def open(self, act: Act, tournament: str, name: str, plan: TournamentPlan) -> Appended:
        """Begin an event under a fresh stream id `tournament:<hex>`; who opens it is its organiser."""
        event = registration.decide_open(name, plan, act.actor)
        key = act.asking(fingerprint(("open", tournament, name, plan)))
        done = self.store.append(
            [Write(tournament, 0, (event,))], actor=act.actor, at=act.at, batch=act.batch, key=key
        )
        self.grant(act.actor, tournament, "owner")
        self.update_index(tournament)
        return done

    def plan(self, act: Act, tournament: str, name: str, plan: TournamentPlan) -> Appended:
        """Change name and plan before they are announced."""
        done = self.at_one(
            act,
            tournament,
            ("plan", name, plan),
            "plan",
            lambda now: registration.decide_plan(now, name, plan),
        )
        self.update_index(tournament)
        return done

    def announce(self, act: Act, tournament: str) -> Appended:
        """Announce and lock rounds and cut, for the players who are checked in."""
        lots = self.entropy(SEED_BYTES).hex()
        done = self.at_one(
            act, tournament, "announce", "plan", lambda now: registration.decide_announce(now, lots)
        )
        self.update_index(tournament)
        return done

    def call_off(self, act: Act, tournament: str, why: str = "") -> Appended:
        """The event does not take place."""
        done = self.at_one(
            act,
            tournament,
            ("call off", why),
            "plan",
            lambda now: registration.decide_call_off(now, clean(why, "the reason", 500)),
        )
        self.update_index(tournament)
        return done

    # Roles -----------------------------------------------------------------------------------------------

    def hand_over(self, act: Act, tournament: str, person: str) -> Appended:
        """Another account is the organiser from now on."""
        self.an_account(person)
        done = self.at_one(
            act,
            tournament,
            ("hand over", person),
            "roles",
            lambda now: roles.decide_hand_over(now, person),
        )
        self.grant(person, tournament, "member")
        return done

    def give_role(self, act: Act, tournament: str, person: str, role: Role) -> Appended:
        """Make an account head judge, judge or scorekeeper."""
        self.an_account(person)
        done = self.at_one(
            act,
            tournament,
            ("give", person, role),
            "roles",
            lambda now: roles.decide_role(now, person, role),
        )
        self.grant(person, tournament, "member")
        return done

    def take_role(self, act: Act, tournament: str, person: str, role: Role) -> Appended:
        """Take a role back; people lay down their own themselves."""
        task: Task | None = None if person == act.actor else "roles"
        return self.at_one(
            act,
            tournament,
            ("take", person, role),
            task,
            lambda now: roles.decide_role_taken(now, person, role),
        )

    def set_duty(self, act: Act, tournament: str, on: bool, person: str = "") -> Appended:
        """A judge goes on or off duty; the organiser may say so for others."""
        who = person or act.actor
        return self.at_one(
            act,
            tournament,
            ("duty", who, on),
            None if who == act.actor else "roles",
            lambda now: roles.decide_duty(now, who, on),
        )

    # Players ---------------------------------------------------------------------------------------------

    def enter(
        self, act: Act, tournament: str, names: Sequence[str], *, present: bool = False
    ) -> tuple[Player, ...]:
        """Enter players by hand or from a list of names; beyond the capacity they wait. Gives their keys."""

        def decide(now: Tournament) -> Sequence[Event]:
            self.fresh_names(tournament, names)
            return registration.decide_enter(now, len(names), present=present)

        done = self.at(act, tournament, ("enter", list(names), present), "players", decide)
        return self._entered(tournament, done, names)

    def enter_me(self, act: Act, tournament: str, name: str) -> tuple[Player, ...]:
        """A person enters by the event's link, with the account they use."""

        def decide(now: Tournament) -> Sequence[Event]:
            refuse_if(None if now.plan.self_entry else problem("tournament.no_self_entry"))
            self.fresh_names(tournament, [name])
            return registration.decide_enter(now, 1, [act.actor])

        done = self.at(act, tournament, ("enter me", name), None, decide)
        self.grant(act.actor, tournament, "member")
        return self._entered(tournament, done, [name])

    def _entered(self, tournament: str, done: Appended, names: Sequence[str]) -> tuple[Player, ...]:
        keys = self.enrol(tournament, done, names)
        self.update_index(tournament)
        return keys

    def withdraw(self, act: Act, tournament: str, player: Player) -> Appended:
        """A player leaves before round 1; the next who waits moves up. People may withdraw themselves."""
        own = self.load(tournament).state.entry_of(act.actor)
        task: Task | None = None if own and own.player == player else "players"
        done = self.at(
            act,
            tournament,
            ("withdraw", player),
            task,
            lambda now: registration.decide_withdraw(now, player),
        )
        self.update_index(tournament)
        return done

    def admit(self, act: Act, tournament: str, players: Sequence[Player]) -> Appended:
        """Let players in from the waiting list."""
        return self.at_one(
            act,
            tournament,
            ("admit", list(players)),
            "players",
            lambda now: registration.decide_admit(now, players),
        )

    def check_in(
        self, act: Act, tournament: str, players: Sequence[Player], *, present: bool = True
    ) -> Appended:
        """Players are there, or not after all; after round 1 was published they are late (T12)."""
        return self.at(
            act,
            tournament,
            ("check in", list(players), present),
            "players",
            lambda now: registration.decide_check_in(now, players, present),
        )

    def fix_table(self, act: Act, tournament: str, player: Player, table: int) -> Appended:
        """A player always sits at this table; 0 takes it back."""
        return self.at_one(
            act,
            tournament,
            ("table", player, table),
            "players",
            lambda now: registration.decide_fixed_table(now, player, table),
        )

    def link(self, act: Act, tournament: str, player: Player, account: str) -> Appended:
        """Tie a player to an account, or with an empty one untie them."""
        self.an_account(account)
        done = self.at_one(
            act,
            tournament,
            ("link", player, account),
            "players",
            lambda now: registration.decide_link(now, player, account),
        )
        self.grant(account, tournament, "member")
        return done

    def claim(self, act: Act, tournament: str, code: str) -> Appended:
        """A person says which player they are, with the code from their slip."""
        wanted = clean(code, "the code", 20).upper()
        people = self.roster.people(tournament)
        player = next((key for key, one in people.items() if one.code and one.code == wanted), "")
        refuse_if(None if player else problem("tournament.wrong_code"))

        def decide(now: Tournament) -> Event:
            held = registration.known(now, player).account
            refuse_if(problem("tournament.code_used") if held not in ("", act.actor) else None)
            return registration.decide_link(now, player, act.actor)

        done = self.at_one(act, tournament, ("claim", player), None, decide)
        self.grant(act.actor, tournament, "member")
        return done

    def rename(self, act: Act, tournament: str, player: Player, name: str) -> None:
        """Spell a player's name otherwise. Names are in no log, so this is no act of the event."""
        now = self.load(tournament).state
        refuse_if(roles.not_allowed(now, act.actor, "players"))
        registration.known(now, player)
        held = self.roster.people(tournament)
        [new] = cleaned([name])
        self.check_other_names(tournament, new, player)
        code = held[player].code if player in held else self.fresh_code()
        self.roster.enrol(tournament, {player: Person(new, code)})

    def erase(self, act: Act, tournament: str, player: Player) -> None:
        """Forget a player's name for good: the organiser's or the player's own wish."""
        now = self.load(tournament).state
        own = now.entry_of(act.actor)
        if own is None or own.player != player:
            refuse_if(roles.not_allowed(now, act.actor, "players"))
        registration.known(now, player)
        self.roster.erase(tournament, player)

    def drop(self, act: Act, tournament: str, player: Player, why: WhyDropped = "asked") -> Appended:
        """A player plays no further rounds; people may drop themselves."""
        own = self.load(tournament).state.entry_of(act.actor)
        task: Task | None = None if own and own.player == player and why == "asked" else "players"
        return self.at(
            act,
            tournament,
            ("drop", player, why),
            task,
            lambda now: registration.decide_drop(now, player, why, act.actor),
        )

    def rejoin(self, act: Act, tournament: str, player: Player) -> Appended:
        """A dropped player is back, with an unpaired loss for each missed round."""
        return self.at(
            act,
            tournament,
            ("rejoin", player),
            "players",
            lambda now: registration.decide_rejoin(now, player),
        )
