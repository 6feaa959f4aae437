"""What organisers and players read besides the pages of an event: drafts, effects, histories, army
lists. Each answer is refused to anybody it is not meant for."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from muster.app.streams import Loaded
from muster.app.tournament.context import TournamentServices, players_entered_by
from muster.rules.armies.army import Army
from muster.rules.log import Event, Recorded
from muster.rules.tournament.games import Player
from muster.rules.tournament.judging import calls, lists
from muster.rules.tournament.judging.list_score import Defeated, defeated_points
from muster.rules.tournament.judging.lists import ARMY_LIST, ArmyList, list_stream
from muster.rules.tournament.running import corrections
from muster.rules.tournament.running.corrections import Effect
from muster.rules.tournament.running.draft import draft_warnings
from muster.rules.tournament.running.plan import clean_words, problem, problem_if
from muster.rules.tournament.running.roles import may, not_allowed, offices, task_to_correct
from muster.rules.tournament.running.tournament import Penalty, Ruling, Tournament
from muster.rules.tournament.running.undoing import prevents_undo
from muster.rules.tournament.scoring.results import Slip
from muster.rules.violations import Refused, Violation, refuse_if, require


class Reading(TournamentServices):
    """Queries about an event. Nothing here writes."""

    def mark(self, tournament: str) -> str:
        """A name for the event's current state. It includes the latest act, so that a version that was
        rolled back and the one that replaced it differ."""
        log = self.log(tournament)
        return f"{log.version}.{log.entries[-1].batch}" if log.entries else "0"

    def entered_by(self, tournament: str, batch: str) -> tuple[Player, ...]:
        """The players an act entered."""
        return players_entered_by(self.log(tournament), batch)

    def undoable(self, tournament: str, person: str) -> str | None:
        """The act that an undo would take back: the person's own latest, if nothing depends on it."""
        counts = self.log(tournament).effective
        batch = latest_of(counts, person)
        if batch is None or not offices(self.load(tournament).state, person):
            return None
        return None if rests_on(counts, batch) else batch

    def warnings(self, tournament: str, person: str) -> tuple[Violation, ...]:
        """What the independent checker and the draw itself report about the draft."""
        now = self.load(tournament).state
        refuse_if(not_allowed(now, person, "pair"))
        return draft_warnings(now)

    def preview_correction(self, person: str, tournament: str, number: int, table: int, slip: Slip) -> Effect:
        """What a correction would change in the standings. Nothing is written."""
        now = self.load(tournament).state
        refuse_if(not_allowed(now, person, task_to_correct(now, person, number)))
        return corrections.correction_effect(
            now, corrections.decide_correction(now, number, table, slip, person)
        )

    # Judges ----------------------------------------------------------------------------------------------

    def history(
        self, person: str, tournament: str, player: Player
    ) -> tuple[tuple[Penalty, ...], tuple[Violation, ...]]:
        """A player's penalties and their total, for judges only; nobody reads their own."""
        now = self.load(tournament).state
        refuse_if(not_allowed(now, person, "judge"))
        if _is_player(now, person, player):
            return (), ()
        return calls.penalties_of(now, player), calls.penalty_notes(now, player)

    def rulings(self, tournament: str, words: str = "") -> tuple[Ruling, ...]:
        """The rulings of the event that contain all these words, for everybody."""
        return calls.search_rulings(self.load(tournament).state.rulings, clean_words(words, "the words", 200))

    # Army lists ------------------------------------------------------------------------------------------

    def army_list(self, person: str, tournament: str, player: Player) -> ArmyList:
        """The version of a list that this person may see: complete or without hidden cards; else refused."""
        now = self.load(tournament).state
        copy = lists.copy_for(now, player, person, may(now, person, "judge"))
        refuse_if(
            problem_if(copy == "none", "tournament.not_your_list", (player[:60],), 584),
            problem_if(player not in now.lists, "tournament.no_list", (player[:60],), 537),
        )
        held = self.held_list(tournament, player)
        return held if copy == "whole" else lists.open_copy(held, now.plan)

    def held_list(self, tournament: str, player: Player) -> ArmyList:
        """A list under the event's current plan, whatever the plan was when it came in (rules 530 and
        532). The caller checks who may see it."""
        found: Loaded[ArmyList] = self.store.load(ARMY_LIST, list_stream(tournament, player))
        plan = self.load(tournament).state.plan
        return replace(
            found.state, army=found.state.army and lists.by_the_plan(found.state.army, plan, self.cards)
        )

    def score_against(
        self, person: str, tournament: str, player: Player, lost: Mapping[str, int]
    ) -> Defeated:
        """The score for defeating these units of a player's list, for anybody who may see the list."""
        army = require(
            self.army_list(person, tournament, player).army,
            problem("tournament.no_list", (player[:60],), 537),
        )
        return defeated_points(army, lost, self.load(tournament).state.plan, self.cards)

    def list_problems(self, person: str, tournament: str, player: Player) -> tuple[Violation, ...]:
        """The problems of a list, for its owner and for officials."""
        found = self.army_list(person, tournament, player)
        now = self.load(tournament).state
        if not (_is_player(now, person, player) or may(now, person, "judge")):
            raise Refused(problem("tournament.not_your_list", (player[:60],), 584))
        return lists.list_problems(found.army, now.plan, self.cards, now.released) if found.army else ()

    def check_list(self, tournament: str, army: Army | None) -> tuple[Violation, ...]:
        """The problems an army would have if it were submitted now."""
        now = self.load(tournament).state
        fitted = army and lists.for_event(army, now.plan, self.cards)
        return lists.list_problems(fitted, now.plan, self.cards, now.released) if fitted else ()


def _is_player(now: Tournament, person: str, player: Player) -> bool:
    own = now.entry_of(person)
    return own is not None and own.player == player


def latest_of(counts: Sequence[Recorded], person: str) -> str | None:
    """A person's own latest act among those that count."""
    return next((entry.batch for entry in reversed(counts) if entry.actor == person), None)


def rests_on(counts: Sequence[Recorded], batch: str) -> bool:
    """Whether an act can no longer be undone, because something depends on it or because it is final.

    Reads from the end: it is nearly always the latest act.
    """
    after: list[Event | None] = [None]
    mine: list[Event] = []
    for entry in reversed(counts):
        if entry.batch == batch:
            mine.append(entry.event)
        elif mine:
            break
        else:
            after.append(entry.event)
    return any(prevents_undo(event, later) for event in mine for later in after)
