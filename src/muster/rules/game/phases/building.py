"""Building the mission of a standard game: who is Blue, cards of both battle decks, two changes each (core:
Determine Blue Player, Build a Mission)."""

from collections.abc import Iterator, Sequence
from typing import Final, get_args

from muster.rules.dice.faces import Die, Face
from muster.rules.game.answers import AnyInput, ChangeCard
from muster.rules.game.engine.continuations import Answered, Nothing, choice
from muster.rules.game.kernel import Chance, Outcome, named_seat, problem, step_rule
from muster.rules.game.log.cards import CardSwapped
from muster.rules.game.log.events import ColoursSet
from muster.rules.game.measuring import NO_PLACE
from muster.rules.game.missions import deck, may_use
from muster.rules.game.phases.rolling import colour_contest
from muster.rules.game.steps import AnyStep, ChangeMission, ColourPools, DrawMission, RevealCard
from muster.rules.game.steps.choices import Among
from muster.rules.game.table import CardKind, Game, Seat, Table, View, other
from muster.rules.violations import Violation

POOL: Final = (Die.ATTACK_BLACK,) * 4
CHANGES: Final = 4
"""Two changes of each player."""


# Who is Blue -----------------------------------------------------------------------------------------------


@colour_contest(ColourPools, POOL, more="blue")
def pool_worth(faces: tuple[Face, ...]) -> tuple[int, int, int]:
    """Each rolls four black dice: more Criticals, then Hits, then Surges is Blue (core: Determine Blue
    Player)."""
    return faces.count(Face.CRITICAL), faces.count(Face.HIT), faces.count(Face.SURGE)


# The cards -------------------------------------------------------------------------------------------------


FIRST: Final[tuple[CardKind, CardKind]] = ("objective", "secondary")


def first_card(table: Table, _step: DrawMission, _chance: Chance) -> Outcome:
    """Blue reveals an objective or a secondary; the opponent the other (core: Build a Mission)."""
    return Outcome(then=(reveal_first.ask(table.seat_of("blue"), Among(FIRST)),))


@choice("first-card", told=True, door=NO_PLACE)
def reveal_first(answer: Answered[Nothing]) -> Outcome:
    """Then each reveals an advantage, and the changes begin with Blue (core: Build a Mission)."""
    mine = FIRST[answer.first == FIRST[1]]
    theirs = FIRST[mine == FIRST[0]]
    kinds: tuple[tuple[CardKind, Seat], ...] = (
        (mine, answer.seat), (theirs, other(answer.seat)),
        ("advantage", answer.seat), ("advantage", other(answer.seat)),
    )  # fmt: skip
    reveals = (RevealCard(id=f"setup.mission.{kind}.{seat}", seat=seat, kind=kind) for kind, seat in kinds)
    return Outcome(then=(*reveals, ChangeMission(id="setup.change1", seat=answer.seat, left=CHANGES)))


def cards_left(table: Table, seat: Seat, kind: CardKind) -> tuple[str, ...]:
    """What a seat may still reveal of a kind: the rest of its deck, or its discards shuffled when none is
    left (core: Build a Mission). Who brought no cards of a kind has all that its faction may use."""
    chair, mission = table.chairs[seat], table.mission
    own = chair.deck.of(kind) or tuple(
        card for card in deck("standard", kind) if may_use(card, chair.faction)
    )
    in_play = {mission.objective, mission.secondary, mission.advantage(table.side_of(seat))}
    gone = _since_the_shuffle([card for card in chair.shown if card in own])
    rest = tuple(card for card in own if card not in gone)
    return rest or tuple(card for card in own if card not in in_play)


def _since_the_shuffle(shown: Sequence[str]) -> list[str]:
    """What is not in the deck: a card that comes again comes out of the shuffled discards, and only the one
    it replaces was not among them."""
    gone: list[str] = []
    for card in shown:
        gone = [*gone[-1:], card] if card in gone else [*gone, card]
    return gone


@step_rule(RevealCard)
def _reveal_card(game: Game, step: RevealCard, _seat: None, _answer: None, chance: Chance) -> Outcome:
    """The top card of a shuffled deck."""
    cards = cards_left(game.table, step.seat, step.kind)
    number, events = chance.below(step.id, step.kind, len(cards))
    return Outcome((*events, CardSwapped(seat=step.seat, kind=step.kind, card=cards[number])))


# Changes ---------------------------------------------------------------------------------------------------


REVEALED: Final[dict[str, CardKind]] = {
    "objective": "objective", "secondary": "secondary",
    "own-advantage": "advantage", "their-advantage": "advantage",
}  # fmt: skip
"""The card that a change reveals anew."""


def reveals(step: ChangeMission, change: str) -> RevealCard | None:
    """The card that a change brings: an objective or a secondary comes from one's own deck."""
    if change not in REVEALED:
        return None
    seat = other(step.seat) if change == "their-advantage" else step.seat
    return RevealCard(id=f"{step.id}.card", seat=seat, kind=REVEALED[change])


def may_change(table: Table, step: ChangeMission, change: str) -> bool:
    """A card is replaced while there is another; Blue is Blue already; anybody may pass."""
    if card := reveals(step, change):
        return bool(cards_left(table, card.seat, card.kind))
    return change == "pass" or table.blue != step.seat


def _change_options(seen: View, step: ChangeMission) -> Iterator[AnyInput]:
    for change in get_args(ChangeCard.__annotations__["change"]):
        if may_change(seen.table, step, change):
            yield ChangeCard(prompt=step.id, change=change)


def _change_wrong(seen: View, step: ChangeMission, answer: ChangeCard) -> Iterator[Violation]:
    if not may_change(seen.table, step, answer.change):
        yield problem("game.no_change", [answer.change])


@step_rule(ChangeMission, who=named_seat, options=_change_options, wrong=_change_wrong, auto_if_single=True)
def _change_mission(
    _game: Game, step: ChangeMission, seat: Seat, answer: ChangeCard, _chance: Chance
) -> Outcome:
    """A card is replaced, colours change, or nothing does; by turns, two changes each (core: Build a
    Mission)."""
    card = reveals(step, answer.change)
    then: list[AnyStep] = [card] if card else []
    if step.left > 1:
        number = CHANGES - step.left + 2
        then.append(ChangeMission(id=f"setup.change{number}", seat=other(seat), left=step.left - 1))
    blue = (ColoursSet(blue=seat),) if answer.change == "become-blue" else ()
    return Outcome.of(blue, then)
