"""Use cases of setting a game up: sit down, do a step, draw, take the latest step back, look.

A table belongs to whoever has its link, as a dice table does; the table of an event to the two who play there
and to its judges, who look. Both sit at it, so either phone may say what either did, and either may undo the
latest step.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from muster.app.acting import Act, fingerprint
from muster.app.streams import Appended, EventStore, StaleVersion, Write
from muster.app.tournament.tournaments import Tournaments
from muster.rules.log import Event, Recorded, Undone, effective, kept_events, undone_acts
from muster.rules.tournament.chance import Draw
from muster.rules.tournament.games import Game, Player
from muster.rules.tournament.running.plan import problem, require_valid
from muster.rules.tournament.running.roles import may
from muster.rules.tournament.running.tournament import EventRound, Tournament
from muster.rules.tournament.table_setup.setup import (
    CATEGORIES,
    REVEALED,
    AnyAct,
    Category,
    RoundBegun,
    Setup,
    advance,
    draw_chooser,
    draw_rows,
)
from muster.rules.tournament.table_setup.setup_events import (
    SETUP,
    SOURCE,
    STREAM,
    SetupOpened,
    StepDone,
    TableSetup,
    decide_open,
    decide_step,
)
from muster.rules.violations import Refused, Violation, require

SEED_BYTES = 16
Decks = Mapping[Category, Sequence[str]]
Decide = Callable[[TableSetup, Sequence[Recorded]], Event]


class SetupView(msgspec.Struct, frozen=True, kw_only=True):
    """A table as those at it see it. `acts` are the steps that count; `latest` is what an undo takes back."""

    stream: str
    version: int
    opened: SetupOpened
    setup: Setup
    acts: tuple[AnyAct, ...] = ()
    latest: str = ""


class SetupTable(NamedTuple):
    """Where a game is set up; `place` and `lists` at an event."""

    store: EventStore
    stream: str
    entropy: Callable[[int], bytes]
    place: "SetupPlace | None" = None
    lists: "TableSetups | None" = None


def look(store: EventStore, stream: str) -> SetupView:
    """The table; refused where nobody has sat down."""
    log = store.read(stream)
    now = SETUP.fold(log)
    unknown = Violation(code="setup.unknown", source=SOURCE)
    opened, setup = require(now.opened, unknown), require(now.setup, unknown)
    entries = effective(log)
    acts = tuple(entry.event.act for entry in entries if isinstance(entry.event, StepDone))
    return SetupView(
        stream=stream,
        version=log[-1].version,
        opened=opened,
        setup=setup,
        acts=acts,
        latest=entries[-1].batch,
    )


def look_free(store: EventStore, stream: str) -> SetupView:
    """A table without an event, for whoever has its link; those of events are not reached this way."""
    found = look(store, stream)
    if found.opened.tournament:
        raise Refused(Violation(code="setup.unknown", source=SOURCE))
    return found


def sit_down(table: SetupTable, act: Act, opened: SetupOpened) -> Appended:
    """Open a table."""
    return _write(table, act, None, opened, lambda now, _: decide_open(now, opened))


def write_step(table: SetupTable, act: Act, seen: int, what: AnyAct) -> Appended:
    """Do a step, on the table as it was seen."""
    return _write(table, act, seen, what, lambda now, _: decide_step(now, what))


def draw_who_chooses(table: SetupTable, act: Act, seen: int) -> Appended:
    """The app draws who chooses a colour (rule 572)."""

    def decide(now: TableSetup, log: Sequence[Recorded]) -> StepDone:
        drawn = _answer_before(log, "chooser") or draw_chooser(_setup(now), _below(table.entropy))
        return decide_step(now, drawn, drawn=True)

    return _write(table, act, seen, "chooser", decide)


def shuffle_rows(table: SetupTable, act: Act, seen: int, decks: Decks) -> Appended:
    """The app shuffles Blue's decks and reveals three of each (rule 574); the decks are not kept."""

    def decide(now: TableSetup, log: Sequence[Recorded]) -> StepDone:
        held = _answer_before(log, "reveal")
        drawn = held if held and _is_from(held, decks) else draw_rows(decks, _below(table.entropy))
        return decide_step(now, drawn, drawn=True)

    return _write(table, act, seen, ("reveal", decks), decide)


def _is_from(held: AnyAct, decks: Decks) -> bool:
    """Whether rows that were shown before come from these decks: Blue may be another since."""
    return all(set(getattr(held, category)) <= set(decks.get(category, ())) for category in CATEGORIES)


def undo(table: SetupTable, act: Act, batch: str) -> Appended | None:
    """Take back the latest step, whoever of the two did it; sent twice it does nothing more."""
    log = table.store.read(table.stream)
    if batch in undone_acts(log):
        return None
    entries = effective(log)
    if not entries or entries[-1].batch != batch:
        raise Refused(Violation(code="log.nothing_to_undo", source="log", about=(table.stream,)))
    write = Write(table.stream, log[-1].version, (Undone(batch),))
    return table.store.append([write], actor=act.actor, at=act.at, batch=act.batch)


def _write(table: SetupTable, act: Act, seen: int | None, wanted: object, decide: Decide) -> Appended:
    store, key = table.store, act.key_for(fingerprint((table.stream, wanted)))
    if key and (done := store.earlier_answer(act.actor, key)):
        return done
    log = store.read(table.stream)
    version = log[-1].version if log else 0
    if seen not in (None, version):
        raise StaleVersion([(table.stream, seen or 0, version)])
    write = Write(table.stream, version, (require_valid(decide(SETUP.fold(log), log)),))
    return store.append([write], actor=act.actor, at=act.at, batch=act.batch, key=key)


def _setup(now: TableSetup) -> Setup:
    return require(now.setup, Violation(code="setup.unknown", source=SOURCE))


def _answer_before(log: Sequence[Recorded], step: str) -> AnyAct | None:
    return next((event.act for event in kept_events(log, step) if isinstance(event, StepDone)), None)


def _below(entropy: Callable[[int], bytes]) -> Callable[[int], int]:
    return Draw(entropy(SEED_BYTES).hex(), "setup").below


# At an event -----------------------------------------------------------------------------------------------


class SetupPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A game of the round that is on, its log, and the points of the lists handed in (0: not known)."""

    tournament: str
    round: int
    game: Game
    stream: str
    points: tuple[int, int]
    fixed_terrain: bool
    begun: bool
    plays: bool


class TableSetups:
    """Setting up at the tables of an event."""

    def __init__(self, tournaments: Tournaments) -> None:
        self.tournaments = tournaments
        self.store = tournaments.store

    def place(self, person: str, tournament: str, table: int = 0) -> SetupPlace:
        """One's own table, or for a judge the one asked for; refused for others. A Recon game is set up in
        another way, so that this guide would lead its players wrong."""
        now = self.tournaments.load(tournament).state
        judge = may(now, person, "judge")
        entry = now.entry_of(person)
        player = entry.player if entry else ""
        if not player and not judge:
            raise Refused(problem("tournament.not_a_player"))
        if now.plan.kind == "recon":
            raise Refused(Violation(code="setup.recon", source="Recon"))
        nothing = problem("setup.no_game")
        current = require(now.round, nothing)
        game = require(_game(current, player, table if judge else 0), nothing)
        return _place(now, tournament, current, game, player)

    def look(self, place: SetupPlace) -> SetupView | None:
        """The table, once somebody has sat down; the start of the round is what the event says (rule 580)."""
        if not self.store.version(place.stream):
            return None
        try:
            found = look(self.store, place.stream)
        except Refused:
            return None
        return replace(found, setup=advance(found.setup, RoundBegun())) if place.begun else found

    def decks(self, place: SetupPlace, blue: Player) -> Decks | None:
        """Blue's battle cards from the list handed in, where it has enough of them; for the draw alone."""
        army = self.tournaments.held_list(place.tournament, blue).army
        if army is None:
            return None
        decks = {category: army.battle_deck.of(category) for category in CATEGORIES}
        enough = all(len(set(cards)) == len(cards) >= REVEALED for cards in decks.values())
        return decks if enough else None


def _game(current: EventRound | None, player: Player, table: int) -> Game | None:
    if current is None or not table:
        return current.game_of(player) if current and player else None
    return next((game for game in current.drawn.round.games if game.table == table), None)


def _place(now: Tournament, tournament: str, current: EventRound, game: Game, player: Player) -> SetupPlace:
    first, second = (now.lists[key].points if key in now.lists else 0 for key in game.players)
    name = f"{tournament}/{current.number}/{game.table}/{'/'.join(game.players)}"
    return SetupPlace(
        tournament=tournament,
        round=current.number,
        game=game,
        stream=STREAM + sha256(name.encode()).hexdigest()[:32],
        points=(first, second),
        fixed_terrain=now.plan.fixed_terrain,
        begun=current.timing is not None,
        plays=player in game.players,
    )
