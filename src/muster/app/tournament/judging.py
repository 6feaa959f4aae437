"""Use cases of judges and lists: calls, penalties, rulings, announcements, component matters, army lists."""

from collections.abc import Mapping
from datetime import date

from muster.app.acting import Act, fingerprint
from muster.app.streams import Appended, Loaded, StaleVersion, Write
from muster.app.tournament.desk import TRIES, Desk
from muster.rules.armies.army import Army
from muster.rules.log import Event
from muster.rules.tournament.games import Player
from muster.rules.tournament.judging import calls as judging
from muster.rules.tournament.judging import lists
from muster.rules.tournament.judging.events import Matter, PenaltyKind
from muster.rules.tournament.judging.lists import ARMY_LIST, ArmyList, Submission, list_stream
from muster.rules.tournament.running.plan import checked, clean, problem
from muster.rules.tournament.running.roles import may, not_allowed
from muster.rules.tournament.running.tournament import Penalty, Ruling, Tournament
from muster.rules.tournament.scoring.list_score import Defeated, defeated
from muster.rules.violations import Violation, refuse_if


class TournamentJudging(Desk):
    """What happens beside the games."""

    # Calls -----------------------------------------------------------------------------------------------

    def call_judge(self, act: Act, tournament: str, words: str = "") -> Appended:
        """A player asks for a judge."""
        return self.at_one(
            act,
            tournament,
            ("call", words),
            None,
            lambda now: judging.decide_call(now, self.me(now, act.actor).player, words, act.at),
        )

    def call_for(self, act: Act, tournament: str, player: Player, words: str = "") -> Appended:
        """An official writes down the call of a player without a phone."""
        return self.at_one(
            act,
            tournament,
            ("call for", player, words),
            "results",
            lambda now: judging.decide_call(now, player, words, act.at),
        )

    def claim_call(self, act: Act, tournament: str, call: int) -> Appended:
        """A judge takes a call."""
        return self.at_one(
            act,
            tournament,
            ("claim call", call),
            "judge",
            lambda now: judging.decide_claim(now, call, act.actor),
        )

    def close_call(self, act: Act, tournament: str, call: int, words: str = "") -> Appended:
        """A judge has settled a call; a player calls their own off."""

        def decide(now: Tournament) -> Event:
            entry = now.entry_of(act.actor)
            asked = now.calls.get(call)
            if entry and asked and asked.player == entry.player:
                return judging.decide_take_back_call(now, call, entry.player)
            refuse_if(not_allowed(now, act.actor, "judge"))
            return judging.decide_close_call(now, call, act.actor, words)

        return self.at_one(act, tournament, ("close call", call, words), None, decide)

    def ask_review(self, act: Act, tournament: str, call: int) -> Appended:
        """A player asks the head judge to review a ruling."""
        return self.at_one(
            act,
            tournament,
            ("review", call),
            None,
            lambda now: judging.decide_review(now, call, self.me(now, act.actor).player),
        )

    # Penalties and rulings -------------------------------------------------------------------------------

    def penalise(self, act: Act, tournament: str, player: Player, kind: PenaltyKind, words: str) -> Appended:
        """Write down a penalty, for judges only; a disqualification takes the player out for good."""
        return self.at(
            act,
            tournament,
            ("penalty", player, kind, words),
            "judge",
            lambda now: judging.decide_penalty(now, player, kind, words, act.actor),
        )

    def pardon(self, act: Act, tournament: str, penalty: int, words: str) -> Appended:
        """The head judge takes a penalty back."""
        return self.at_one(
            act,
            tournament,
            ("pardon", penalty, words),
            "head-judge",
            lambda now: judging.decide_pardon(now, penalty, words),
        )

    def history(
        self, person: str, tournament: str, player: Player
    ) -> tuple[tuple[Penalty, ...], tuple[Violation, ...]]:
        """A player's penalties and what they add up to, for judges only; nobody reads their own."""
        now = self.load(tournament).state
        refuse_if(not_allowed(now, person, "judge"))
        own = now.entry_of(person)
        if own and own.player == player:
            return (), ()
        return judging.penalties_of(now, player), judging.penalty_notes(now, player)

    def rule(self, act: Act, tournament: str, card: str, words: str) -> Appended:
        """The head judge says how a card reads for the rest of the event."""
        return self.at_one(
            act,
            tournament,
            ("rule", card, words),
            "head-judge",
            lambda now: judging.decide_ruling(now, card, words, act.actor),
        )

    def rulings(self, tournament: str, asked: str = "") -> tuple[Ruling, ...]:
        """The rulings of the event in which all words asked for occur; everybody may read them."""
        return judging.search_rulings(self.load(tournament).state.rulings, clean(asked, "the words", 200))

    def tell(self, act: Act, tournament: str, words: str) -> Appended:
        """An announcement to everybody."""
        return self.at_one(
            act, tournament, ("tell", words), "tell", lambda now: judging.decide_words(now, words, act.at)
        )

    def note_component(  # noqa: PLR0913, PLR0917 - what, whose, when
        self,
        act: Act,
        tournament: str,
        matter: Matter,
        what: str,
        player: Player = "",
        on: date | None = None,
    ) -> Appended:
        """Write down a component matter: sharing, a proxy made by this leader on this day, something lost."""
        return self.at_one(
            act,
            tournament,
            ("component", matter, what, player, str(on)),
            "judge",
            lambda now: judging.decide_component(now, matter, what, act.actor, player, on),
        )

    # Army lists ------------------------------------------------------------------------------------------

    def submit_list(
        self, act: Act, tournament: str, player: Player, army: Army | None, text: str = ""
    ) -> tuple[Violation, ...]:
        """Hand in an army list, one's own or as an official; gives what is wrong with it.

        It is taken with its problems: a leader looks at it (rule 540).
        """
        asked = (tournament, "list", player, army, text)
        key = act.asking(fingerprint(asked))
        for left in reversed(range(TRIES)):
            now = self.load(tournament)
            if key and self.store.answered(act.actor, key):
                return lists.list_problems(army, now.state.plan, self.cards) if army else ()
            found = self._submission(act, now.state, player, army, text)
            stream = list_stream(tournament, player)
            writes = [
                Write(tournament, now.version, (checked(found.event),)),
                Write(stream, self.store.version(stream), (checked(found.written),)),
            ]
            try:
                self.store.append(writes, actor=act.actor, at=act.at, batch=act.batch, key=key)
                return found.problems
            except StaleVersion:
                if not left:
                    raise
        raise AssertionError("unreachable")

    def _submission(
        self, act: Act, now: Tournament, player: Player, army: Army | None, text: str
    ) -> Submission:
        own = now.entry_of(act.actor)
        mine = own is not None and own.player == player
        official = not mine and may(now, act.actor, "judge")
        refuse_if(None if mine or official else problem("tournament.not_your_list", (player[:60],), 537))
        return lists.decide_list(now, player, army, text, self.cards, official)

    def review_list(self, act: Act, tournament: str, player: Player, fine: bool, words: str = "") -> Appended:
        """A leader has looked a list over."""
        return self.at_one(
            act,
            tournament,
            ("review list", player, fine, words),
            "judge",
            lambda now: lists.decide_review(now, player, fine, clean(words, "the remark", 500), act.actor),
        )

    def army_list(self, person: str, tournament: str, player: Player) -> ArmyList:
        """The copy of a list that this person may see: whole, without hidden cards, or refused."""
        now = self.load(tournament).state
        copy = lists.copy_for(now, player, person, may(now, person, "judge"))
        refuse_if(
            problem("tournament.not_your_list", (player[:60],), 584) if copy == "none" else None,
            None if player in now.lists else problem("tournament.no_list", (player[:60],), 537),
        )
        found: Loaded[ArmyList] = self.store.load(ARMY_LIST, list_stream(tournament, player))
        return found.state if copy == "whole" else lists.open_copy(found.state, now.plan)

    def score_against(
        self, person: str, tournament: str, player: Player, lost: Mapping[str, int]
    ) -> Defeated:
        """The score of having defeated these units of a player's list, for whoever may see the list."""
        army = self.army_list(person, tournament, player).army
        refuse_if(None if army else problem("tournament.no_list", (player[:60],), 537))
        assert army is not None  # noqa: S101 - refused above
        return defeated(army, lost, self.load(tournament).state.plan, self.cards)

    def list_problems(self, person: str, tournament: str, player: Player) -> tuple[Violation, ...]:
        """What is wrong with a list, for its owner and for officials."""
        found = self.army_list(person, tournament, player)
        now = self.load(tournament).state
        own = now.entry_of(person)
        if (own is None or own.player != player) and not may(now, person, "judge"):
            refuse_if(problem("tournament.not_your_list", (player[:60],), 584))
        return lists.list_problems(found.army, now.plan, self.cards, now.released) if found.army else ()

    def enter_release(self, act: Act, tournament: str, card: str, released: date | None) -> Appended:
        """The organiser says when a card came out, or takes that back."""
        return self.at_one(
            act,
            tournament,
            ("release", card, str(released)),
            "plan",
            lambda now: lists.decide_release(now, card, released, self.cards),
        )

    def release_dates(self, person: str, tournament: str) -> dict[str, date]:
        """The dates entered, for officials."""
        now = self.load(tournament).state
        refuse_if(not_allowed(now, person, "judge"))
        return now.released
