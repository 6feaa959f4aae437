"""Before a game: what may be opened, by whom and with what, and what was chosen where it is open already."""

from collections.abc import Iterator
from typing import ClassVar, Final, NamedTuple

from django.http import HttpRequest, QueryDict
from uuid_utils import uuid4

from muster.app.acting import Command
from muster.app.game.playing import commands
from muster.app.game.playing.opening import game_of
from muster.app.game.playing.origins import Origin
from muster.app.game.playing.playing import GameDesk
from muster.rules.armies.army import army_name
from muster.rules.campaign.library.library import library
from muster.rules.cards.vocabulary import display_word
from muster.rules.game.log.events import STREAM, GameOpened
from muster.rules.game.missions import deck
from muster.rules.game.modes import MODES
from muster.rules.game.special_operations.squads.cards import EDITIONS, EditionId
from muster.rules.game.special_operations.squads.squads import edition_cards, squads
from muster.rules.game.table import SEATS, Mode, Table
from muster.rules.reference import ruling
from muster.rules.violations import Refused
from muster.store.armies import DatabaseArmies
from muster.store.campaign.stream_roles import DatabaseRoles
from muster.web import identity
from muster.web.game.desks import desk_over, house_over
from muster.web.game.play import words
from muster.web.game.play.forms import FORMS
from muster.web.game.play.pages import Turn, turn_of
from muster.web.game.play.prompts.prompt import Option
from muster.web.page import Page
from muster.web.requests import actor, store_for
from muster.web.site.errors import Reason

CODES: Final = "game-codes"
NEWEST: Final = 3
CHOICES: Final = ("level", "cards", "dice", "watched")


class Running(NamedTuple):
    """A game that somebody sits at on this phone; `turn` is whose decision it is, once it has begun."""

    id: str
    title: str
    state: str
    turn: Turn | None = None


class EditionOptions(NamedTuple):
    """An edition of Special Operations and its squads."""

    id: str
    name: str
    squads: tuple[Option, ...]


class Chosen(NamedTuple):
    """The game of a battle or a table that is open already: who opened it, and how it is kept."""

    who: str
    mine: bool
    table: Table
    settings: tuple[tuple[str, str], ...]

    @property
    def alone(self) -> bool:
        """Whether the other has not come yet, so that this phone may keep the score for both."""
        return self.mine and self.table.level == "score" and len(self.table.chairs) < len(SEATS)

    def fits(self, how: Command) -> bool:
        """Whether somebody would have chosen the same."""
        return all(getattr(self.table, choice) == getattr(how, choice) for choice in CHOICES)


class NewGamePage(Page, frozen=True, kw_only=True):
    """What to play, how closely, with whose dice. `battle` and `event` are what the game is played for; where
    that game is open already, what was `chosen` stands in place of the form. Whoever is `armyless` is led to
    where armies are built."""

    template: ClassVar = "game/play/new.html"
    key: str
    name: str
    missions: tuple[Option, ...]
    army: str
    army_name: str
    battle: str
    event: str
    running: tuple[Running, ...]
    rulings: tuple[Option, ...]
    editions: tuple[EditionOptions, ...]
    operations: tuple[Option, ...]
    armyless: bool = False
    chosen: Chosen | None = None
    refused: tuple[Reason, ...] = ()


def desk_of(request: HttpRequest, game: str) -> GameDesk:
    """The game of a request."""
    account = identity.current(request)
    return desk_over(store_for(request), game, account.shown_name if account else "")


def chosen_already(request: HttpRequest, asked: QueryDict) -> Chosen | None:
    """What was chosen for the battle or the table that is asked for; to nobody but its players."""
    command, me = FORMS["open"].read(asked), actor(request)
    if not me or not isinstance(command, commands.PlayBattle | commands.PlayTable):
        return None
    try:
        desk = desk_of(request, game_of(house_over(store_for(request)), me, command, ""))
    except Refused:
        return None
    table, origin = desk.game.table, desk.origin
    if not table.chairs or origin is None or not origin.seats_of(me):
        return None
    opener = next(entry.actor for entry in reversed(desk.log) if isinstance(entry.event, GameOpened))
    return Chosen(_opener(table, origin, opener), opener == me, table, words.settings(table))


def _opener(table: Table, origin: Origin, account: str) -> str:
    seat = origin.seats_of(account)[0]
    return words.name_of(table, seat) if seat in table.chairs else origin.player_name(seat)


def has_chosen_otherwise(request: HttpRequest) -> bool:
    """Whether a form came after the game was opened, and asks for another one than that."""
    how, found = FORMS["open"].read(request.POST), chosen_already(request, request.POST)
    return "level" in request.POST and found is not None and not found.fits(how)


def new_page(request: HttpRequest, asked: QueryDict) -> NewGamePage:
    """The form, or what was chosen where the game is open already."""
    known = identity.current(request)
    missions = tuple(Option(mission.id, mission.name) for mission in library().turning_points.values())
    army, own = asked.get("army", "")[:60], armies_of(str(known.pk), "recon") if known else ()
    named = next((row.name for row in own if row.value == army), "")
    return NewGamePage(
        key=str(uuid4()),
        name=known.shown_name if known else "",
        missions=missions,
        army=army if named else "",
        army_name=named,
        armyless=not own,
        battle=asked.get("battle", "")[:60],
        event=asked.get("event", "")[:60],
        chosen=chosen_already(request, asked),
        running=tuple(running_games(request)),
        editions=tuple(
            EditionOptions(edition, edition_cards(edition).edition.name, squads_of(edition))
            for edition in EDITIONS
        ),
        operations=tuple(Option(id, words.card_name(id)) for id in deck("special-operations", "mission")),
        rulings=tuple(
            Option(name, ruling(name).question, f"Muster: {ruling(name).ruling} Tick for the other way.")
            for name in dict.fromkeys(name for mode in MODES.values() for name in mode.switches)
        ),
    )


def running_games(request: HttpRequest) -> Iterator[Running]:
    """The newest games that this person sits at and that are not closed: on this phone, then elsewhere."""
    here = [name.partition(".")[0] for name in reversed(request.session.get(CODES, {}))]
    me = actor(request)
    known = DatabaseRoles().streams(me, "member", STREAM) if me else []
    newest = list(dict.fromkeys((*here, *(stream.removeprefix(STREAM) for stream in known))))[:NEWEST]
    store_for(request).open([f"{STREAM}{game}" for game in newest])
    for game in newest:
        desk = desk_of(request, game)
        if desk.exists and not desk.game.table.closed and desk.seats_of(actor(request)):
            table = desk.game.table
            state = f"Round {table.round}" if table.round else words.PHASES[table.phase]
            audience = desk.audience(actor(request)) or "watch"
            turn = turn_of(desk, audience) if table.phase != "lobby" else None
            yield Running(game, words.title(table), state, turn)


def squads_of(edition: EditionId) -> tuple[Option, ...]:
    """The squads of an edition."""
    return tuple(
        Option(squad.id, squad.name, display_word(squad.faction)) for squad in squads(edition).values()
    )


def armies_of(account: str, mode: Mode) -> tuple[Option, ...]:
    """The armies somebody may bring, those made for the mode first."""
    saved = DatabaseArmies().armies_of(account) if account else []
    saved.sort(key=lambda row: row.army.format != mode)
    return tuple(Option(row.id, army_name(row.army), row.army.format) for row in saved)
