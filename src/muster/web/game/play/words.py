"""What a game calls things: phases, cards, units, tokens, reasons."""

from typing import Final, NamedTuple

from muster.rules.campaign.library.library import library
from muster.rules.cards.catalogue import catalogue
from muster.rules.cards.vocabulary import display_word
from muster.rules.game import naming
from muster.rules.game.missions import mission_cards
from muster.rules.game.phases.acting import counts_actions
from muster.rules.game.phases.command import pips_of
from muster.rules.game.phases.ending import both_gone
from muster.rules.game.special_operations.missions.the_codes import CODES, numbers_of
from muster.rules.game.special_operations.squads import squads as operations
from muster.rules.game.special_operations.squads.wording import orders as operation_orders
from muster.rules.game.special_operations.units import edition
from muster.rules.game.special_operations.winning import operation_of
from muster.rules.game.table import Ended, Score, Seat, Side, Table
from muster.web.cards.effects import EffectLine
from muster.web.cards.effects import effect_or_reason as effect_told
from muster.web.cards.words import orders as orders_words
from muster.web.game.wording import word_list, wordings

PHASES: Final[dict[str, str]] = word_list("phases")
MODES: Final[dict[str, str]] = word_list("modes")
EDGES: Final[dict[str, str]] = word_list("edges")
TOKENS: Final[dict[str, str]] = word_list("tokens")
RANK_ONLY: Final[dict[str, str]] = word_list("rank-only")
GROUNDS: Final[dict[str, str]] = word_list("grounds")


BOTH_GONE: Final = "more VP, and neither side has a unit left (G47)"


def card_name(card: str) -> str:
    """A mission card by its name."""
    found = mission_cards().get(card)
    return found.name if found else display_word(card)


def agenda_name(agenda: str) -> str:
    """An agenda by its name."""
    found = library().agendas.get(agenda)
    return found.name if found else display_word(agenda)


class CommandWords(NamedTuple):
    """A command card in words; `effect` has the keywords of `text` apart."""

    id: str
    name: str
    pips: int
    orders: str
    text: str = ""
    effect: EffectLine | None = None

    @property
    def linked(self) -> str:
        """What it does, keywords as links."""
        return self.effect.with_links if self.effect else self.text


def command_card(table: Table, card: str) -> CommandWords:
    """A command card, a Paragon's and a squad's too."""
    if table.mode == "special-operations":
        own = operations.command_card(edition(table), card)
        orders = operation_orders(edition(table), own)
        return CommandWords(card, own.name, own.pips, orders, operations.wording(own))
    if found := library().paragon_cards.get(card):
        return CommandWords(card, found.name, pips_of(card), found.orders, found.words)
    known = catalogue().command(card)
    effect = effect_told(known)
    return CommandWords(card, known.name, pips_of(card), orders_words(known), effect.plain, effect)


def title(table: Table) -> str:
    """What is played: the objective and the secondary, once they are known."""
    cards = dict.fromkeys(filter(None, (table.mission.objective, table.mission.secondary)))
    return ", ".join(map(card_name, cards)) or table.name or MODES[table.mode]


def settings(table: Table) -> tuple[tuple[str, str], ...]:
    """How a game is kept, as it was chosen when it was opened."""
    cards = ("Command cards", "In Muster" if table.cards == "app" else "On the table")
    return (
        ("Muster keeps", "Everything" if table.level == "full" else "Score only"),
        *((cards,) if table.mode != "special-operations" else ()),
        ("Dice", "Muster’s" if table.dice == "app" else "Your own"),
        *((("Limit", f"{table.limit} minutes"),) if table.limit else ()),
        *((("Actions", "Counted"),) if counts_actions(table) else ()),
        ("Watching", "Anyone with the link" if table.watched else "Only the players"),
    )


def name_of(table: Table, seat: Seat) -> str:
    """The player at a seat."""
    return table.chairs[seat].name if seat in table.chairs else "No one"


def side_name(table: Table, side: Side) -> str:
    """The player of a colour."""
    return name_of(table, table.seat_of(side))


unit_name: Final = naming.unit_name


def marker_name(table: Table, marker: str) -> str:
    """A point of interest by name and letter, an asset by name and whose it is."""
    found = table.markers.get(marker)
    if found is None:
        return marker
    if found.kind in POINTS:
        return f"{found.name} {letter(table, marker)}"
    return f"{side_name(table, found.of)}’s {found.name}" if found.of else found.name


POINTS: Final = ("poi", "console", "transmitter", "ambush")
"""Tokens with a place on the map."""


def code_token(table: Table, face: str) -> str:
    """A token of The Codes! by what it is and its number (rule 356)."""
    return f"{'the Codes' if face == CODES else 'a Decoy'} ({code_number(table, face)})"


def code_number(table: Table, face: str) -> str:
    """The number on a token of The Codes!, both where it may be either Decoy."""
    return " or ".join(map(str, numbers_of(table, face)))


def letter(table: Table, marker: str) -> str:
    """The letter of a point of interest, in the order of the map."""
    points = [marker.id for marker in table.markers.values() if marker.kind in POINTS]
    return chr(ord("A") + points.index(marker)) if marker in points else ""


def reason(table: Table, score: Score) -> str:
    """Where victory points come from."""
    about = ", ".join(
        marker_name(table, id) if id in table.markers else unit_name(table, id) for id in score.about
    )
    words = wordings().reasons.get(score.reason) or display_word(score.reason)
    joint = ": " if words[0].isdigit() else " "
    return f"{about}{joint}{words}" if about else words[:1].upper() + words[1:]


def agreed_end(table: Table) -> str:
    """How a game that both end here is decided (core: Winning; rule 335)."""
    if table.mode != "special-operations":
        return "More VP wins; level on VP, fewer points of units lost."
    if operation_of(table).goal:
        return "More VP wins; level on VP, it is a tie."
    return "The mission is not decided, so it is a tie."


def _ground(table: Table, ended: Ended) -> str:
    """Why a game ended so; where both ended it, what decided it."""
    if ended.ground == "tabled" and both_gone(table):
        return BOTH_GONE
    if ended.ground != "agreed":
        return GROUNDS[ended.ground]
    if table.points("blue") != table.points("red"):
        decided = "more VP"
    elif table.mode != "special-operations":
        decided = GROUNDS["defeated" if ended.winner else "draw"]
    else:
        decided = "level on VP" if operation_of(table).goal else "the mission was not decided"
    return f"{GROUNDS['agreed']}, {decided}"


def ending(table: Table, ended: Ended, audience: str = "") -> str:
    """Who won, and why."""
    ground = _ground(table, ended)
    if ended.winner and table.seat_of(ended.winner) == audience:
        return f"You won: {ground}."
    if ended.winner is None:
        return f"A draw: {ground}."
    return f"{side_name(table, ended.winner)} won: {ground}."


def certain_words(table: Table, sure: Ended | None) -> str:
    """What nothing can change any more, where the game may end early (G23)."""
    if sure is None:
        return ""
    result = f"{side_name(table, sure.winner)} wins" if sure.winner else "It is a tie"
    return f"{result}, whatever else happens (G23)."
