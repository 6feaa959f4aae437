"""Army lists of an event: handed in, checked, frozen; the right copy for the right person.

Rules 528 to 540 and 584. A list has a log of its own, so that the event's log stays small and holds no
secret; the event knows only its points, its number of problems and its fingerprint.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from hashlib import sha256
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from muster.rules.armies.army import Army, Deck, require_sizes, to_json
from muster.rules.armies.check import check_army
from muster.rules.armies.exchange import Imported, read_any, with_leftovers
from muster.rules.cards.catalogue import Catalogue
from muster.rules.log import Decider, Event, event
from muster.rules.tournament.games import Player
from muster.rules.tournament.judging.products import product_problems
from muster.rules.tournament.running import evolving, judging_events, registration
from muster.rules.tournament.running.events import OFFICIALS
from muster.rules.tournament.running.plan import TournamentPlan, clean_words, problem_if, too_many
from muster.rules.tournament.running.registration import entry_of
from muster.rules.tournament.running.roles import not_over, own_open_game
from muster.rules.tournament.running.tournament import Tournament
from muster.rules.violations import Violation, refuse_if

MOST_TEXT: Final = 20_000
MOST_RELEASES: Final = 500
Copy: TypeAlias = Literal["whole", "open", "none"]
Armies: TypeAlias = Mapping[Player, Army | None]
"""The army of each list that is in; none where it is words."""


@event("tournament_list.written")
class ListWritten(Event, frozen=True):
    """A player's army list as handed in: the army, or the words of one that no tool can read."""

    player: Player
    army: Army | None = None
    text: str = ""

    def seen_by(self) -> frozenset[str]:
        return frozenset({*OFFICIALS, f"player:{self.player}"})


@event("tournament_list.army_kept")
class ListKept(Event, frozen=True):
    """Which of the player's saved armies the list is, in which version: results of its games go back to it.
    An army's id is its owner's."""

    player: Player
    army: str
    version: int

    def seen_by(self) -> frozenset[str]:
        return frozenset({f"player:{self.player}"})


class ArmyList(msgspec.Struct, frozen=True):
    """The list that counts, how often it was handed in, and which saved army it is, if it is one."""

    army: Army | None = None
    text: str = ""
    written: int = 0
    saved: str = ""
    version: int = 0


def evolve(now: ArmyList, event: Event) -> ArmyList:
    """Apply one event. A list handed in again counts as a new army until it says which saved army it is."""
    match event:
        case ListWritten():
            return ArmyList(event.army, event.text, now.written + 1)
        case ListKept():
            return replace(now, saved=event.army, version=event.version)
    return now


ARMY_LIST: Final = Decider(name="tournament_list", schema=1, state=ArmyList, initial=ArmyList, evolve=evolve)


def list_stream(tournament: str, player: Player) -> str:
    """The log of one player's list: `tournament-list:<hex>:p1`."""
    return f"tournament-list:{tournament.removeprefix('tournament:')}:{player}"


# Checking ------------------------------------------------------------------------------------------------


def event_format(plan: TournamentPlan) -> str:
    """The army format an event is played in (rules 529 to 536)."""
    if plan.kind == "recon":
        return "recon"
    return "legacy-800" if plan.profile == "regulations" else "standard"


def for_event(army: Army, plan: TournamentPlan, catalogue: Catalogue) -> Army:
    """An army as it is handed in: where the event names no day, with today's points."""
    return by_the_plan(replace(army, points_date=catalogue.edition), plan, catalogue)


def by_the_plan(army: Army, plan: TournamentPlan, catalogue: Catalogue) -> Army:
    """The army under the event's format, limit and ranks (rules 530 and 532), with the points of its date.

    Older points or a rank table of the list's own do not count at an event. A list that is already in keeps
    its points where the event names no date.
    """
    day = min(plan.day, catalogue.edition) if plan.day else army.points_date
    return replace(
        require_sizes(army), format=event_format(plan), limit=plan.points, ranks=None, points_date=day
    )


def list_problems(
    army: Army, plan: TournamentPlan, catalogue: Catalogue, entered: Mapping[str, date] | None = None
) -> tuple[Violation, ...]:
    """Everything the event's format says of a list, and products that are not legal on the day (565, 566).

    `entered` are release dates the organiser knows; they go before those of the catalogue.
    """
    found = check_army(by_the_plan(army, plan, catalogue), catalogue).violations
    if plan.day is None:
        return found
    cards = cards_of(army)
    early = product_problems(cards, catalogue, plan.tier, plan.day, entered=entered, rule=plan.profile)
    return (*found, *(violation for violation in early if violation.code != "product.unknown_date"))


def points_and_problems(
    army: Army, plan: TournamentPlan, catalogue: Catalogue, entered: Mapping[str, date]
) -> tuple[int, tuple[Violation, ...]]:
    """What a list costs at the event, and its problems."""
    points = check_army(by_the_plan(army, plan, catalogue), catalogue).points
    return points, list_problems(army, plan, catalogue, entered)


def cards_of(army: Army) -> Iterator[str]:
    """Every unit and upgrade of an army."""
    for line in army.units:
        yield line.unit
        yield from (*line.upgrades, *line.set_aside)
        if line.counterpart:
            yield from (line.counterpart.card, *line.counterpart.upgrades)


def upgrades_set_aside(army: Army, plan: TournamentPlan) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Rule 537: a list names the upgrades set aside for Loadout, unit by unit. Only the 2020 format knows the
    keyword (A15)."""
    if event_format(plan) != "legacy-800":
        return ()
    return tuple((line.unit, line.set_aside) for line in army.units if line.set_aside)


class Submission(msgspec.Struct, frozen=True):
    """What is written where when a list is handed in."""

    event: judging_events.ListSubmitted
    written: ListWritten
    problems: tuple[Violation, ...]


def army_of(
    army: Army | None, listed: str, choices: Iterable[str], plan: TournamentPlan, catalogue: Catalogue
) -> Army | None:
    """The army handed in: as it is, or read from a list that some tool wrote; none where words are."""
    return with_leftovers(read_list(listed, choices, plan, catalogue)) if army is None and listed else army


def read_list(listed: str, choices: Iterable[str], plan: TournamentPlan, catalogue: Catalogue) -> Imported:
    """A list as some tool wrote it, by the cards of the event's day; refused where it is too long or no list
    (rule 537)."""
    refuse_if(too_long(listed))
    return read_any(listed, catalogue, choices=choices, day=plan.day)


def too_long(text: str) -> Violation | None:
    """Why the words of a list are too many."""
    params: dict[str, int | str] = {"what": "the list", "have": len(text), "max": MOST_TEXT}
    return problem_if(len(text) > MOST_TEXT, "tournament.too_long", ("the list",), 537, **params)


def decide_list(  # noqa: PLR0913, PLR0917 - whose, what, by whom, against which cards
    now: Tournament, player: Player, army: Army | None, text: str, catalogue: Catalogue, by: str
) -> Submission:
    """Rules 529, 535 and 537: one list for the whole event, in before it begins.

    A list with problems is taken and marked: a leader looks at it (rule 540). Once locked only an official
    changes one, and none that of their own opponent (rule 514).
    """
    entry = entry_of(now, player)
    by_official = entry.account != by
    refuse_if(
        not_over(now),
        own_open_game(now, by, player) if by_official else None,
        problem_if(entry.status not in ("entered", "waiting"), "tournament.gone", (player,)),
        problem_if(
            army is None and not text.strip(), "tournament.no_words", ("the list",), 537, what="the list"
        ),
        too_long(text),
        problem_if(is_frozen(now, player) and not by_official, "tournament.list_frozen", (player,), 535),
    )
    fitted = for_event(army, now.plan, catalogue) if army else None
    points, problems = points_and_problems(fitted, now.plan, catalogue, now.released) if fitted else (0, ())
    raw = to_json(fitted) if fitted else text.encode(errors="replace")
    event = judging_events.ListSubmitted(player, points, len(problems), sha256(raw).hexdigest())
    return Submission(event, ListWritten(player, fitted, text), problems)


def is_frozen(now: Tournament, player: Player) -> bool:
    """Rule 535: locked with the announcement; a late arrival has until the first pairing."""
    paired = any(player in round_.drawn.round.everyone for round_ in now.rounds)
    return now.announced is not None and (player in now.lists or paired)


def decide_review(
    now: Tournament, player: Player, fine: bool, words: str, by: str
) -> judging_events.ListReviewed:
    """Rule 540: a leader has looked a list over, and says what is wrong with it; of their own open game
    neither list (rule 514)."""
    remark = clean_words(words, "the remark", 500)
    refuse_if(
        not_over(now),
        problem_if(player not in now.lists, "tournament.no_list", (player[:60],), 537),
        own_open_game(now, by, player),
    )
    return judging_events.ListReviewed(player, fine, remark, by)


def decide_release(
    now: Tournament, card: str, released: date | None, catalogue: Catalogue, armies: Armies
) -> tuple[Event, ...]:
    """Rules 565 and 566: the organiser, who speaks for the country too, says when a card came out."""
    refuse_if(
        not_over(now),
        problem_if(card not in catalogue.cards, "product.no_card", (card[:60],), 565, card=card[:60]),
        too_many(len(now.released) + 1 if released else 0, MOST_RELEASES, "release dates"),
    )
    return with_recounted_lists(now, judging_events.ReleaseEntered(card, released), armies, catalogue)


def decide_plan(
    now: Tournament, name: str, plan: TournamentPlan, catalogue: Catalogue, armies: Armies
) -> tuple[Event, ...]:
    """The plan changes before it is announced (rule 590); lists that are in are held to the new one."""
    return with_recounted_lists(now, registration.decide_plan(now, name, plan), armies, catalogue)


def with_recounted_lists(
    now: Tournament, event: Event, armies: Armies, catalogue: Catalogue
) -> tuple[Event, ...]:
    """An event, with updates for the lists it affects: changed points or number of problems.

    The review of such a list is open again (rule 540).
    """
    after, found = evolving.evolve(now, event), [event]
    for player, held in now.lists.items():
        if (army := armies.get(player)) is not None:
            points, problems = points_and_problems(army, after.plan, catalogue, after.released)
            if (points, len(problems)) != (held.points, held.problems):
                found.append(judging_events.ListSubmitted(player, points, len(problems), held.digest))
    return tuple(found)


# Who sees what -------------------------------------------------------------------------------------------


def copy_for(now: Tournament, owner: Player, person: str, official: bool) -> Copy:
    """The owner and officials who do not play see everything; the opponent of the round the open copy."""
    viewer = now.entry_of(person)
    if viewer is not None and viewer.player == owner:
        return "whole"
    if viewer is None:
        return "whole" if official else "none"
    current = now.round
    game = current.game_of(owner) if current else None
    return "open" if game is not None and viewer.player in game.players else "none"


def open_copy(found: ArmyList, plan: TournamentPlan) -> ArmyList:
    """Rules 528 and 584: no command hand; no battle cards either under the regulations. Free text stays
    with the officials, for it may name both."""
    if found.army is None:
        return ArmyList(None, "", found.written)
    deck = found.army.battle_deck if plan.profile == "current" else Deck()
    shown = replace(found.army, command_hand=(), battle_deck=deck, notes="")
    return ArmyList(shown, "", found.written)
