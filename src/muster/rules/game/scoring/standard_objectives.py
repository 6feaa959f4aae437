"""The objectives that only standard games have (battle cards of 26.11.2025 and of Card Pack II)."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from muster.rules.game.engine.continuations import Answered, Nothing, choice
from muster.rules.game.hooks import (
    FIRST_SCORING,
    Asked,
    Counted,
    Moment,
    card,
    effect,
    full_scoring_round,
    scoring_round,
)
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import MarkerChanged
from muster.rules.game.marks import Told
from muster.rules.game.measuring import NO_PLACE, Door
from muster.rules.game.missions import mission_cards
from muster.rules.game.scoring.contesting import at_token, contesting, each_secured, secured, secures
from muster.rules.game.scoring.points import (
    each_may_choose,
    gives_token,
    if_full,
    lying,
    on_the_map,
    scored,
    told_points,
)
from muster.rules.game.scoring.score_only import counted_by_side
from muster.rules.game.steps import Confirm, Effects
from muster.rules.game.steps.choices import Among
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import SIDES, Marker, Side, Table, against
from muster.rules.log import Event

CHART: Final = {0: 0, 1: 0, 2: 1, 3: 2}
"""Recover the Research: VP for so many Labs contested; four or more are the most."""
MOST_FOR_LABS: Final = 3
VANGUARDS: Final = 3
MOST_TYPED: Final = 12
VANGUARDS_THERE, CARTS, TYPED = (Told(name, ("side",)) for name in ("vanguards", "carts", "typed"))


# Breakthrough and Contact, Contact! ------------------------------------------------------------------------


@card("breakthrough").scores
def _breakthrough(table: Table) -> Iterable[Event]:
    """1 VP for each Checkpoint in one's own Territory that no enemy contests, 2 for each secured in the
    enemy's."""
    for point in lying(table, "Checkpoint"):
        owner = point.side or "blue"
        if against(owner) not in at_token(table, point):
            yield scored(table, owner, 1, "breakthrough.held", [point.id])
        elif secures(table, point, against(owner)):
            yield scored(table, against(owner), 2, "breakthrough.taken", [point.id])


@card("breakthrough").asks
@card("recover-the-research").asks
def _shared(_table: Table) -> Asked:
    """Both sides may contest one token."""
    return Asked(both=True)


@card("contact-contact").scores
def _contact(table: Table) -> Iterable[Event]:
    """1 VP for each Listening Post secured in one's own or in Contested Territory, 2 in the enemy's."""
    for post, side in secured(table, "Listening Post"):
        worth = 2 if post.side == against(side) else 1
        yield scored(table, side, worth, "contact-contact.secured", [post.id])


# Recover the Research and Shifting Priorities --------------------------------------------------------------


@card("recover-the-research").scores
def _research(table: Table) -> Iterable[Event]:
    """Contesting 2 Labs is 1 VP, 3 are 2, 4 or more 3: contesting, not securing."""
    for side in SIDES:
        labs = [lab.id for lab in lying(table, "Lab") if side in at_token(table, lab)]
        if worth := CHART.get(len(labs), MOST_FOR_LABS):
            yield scored(table, side, worth, "recover-the-research.contested", labs)


@card("shifting-priorities").scores
def _priorities(table: Table) -> Iterable[Event]:
    """1 VP for each Priority Target secured."""
    return each_secured(table, "Priority Target", "shifting-priorities.secured")


@effect("end-end", "shifting-priorities", when=full_scoring_round)
def _shift(table: Table, _: Moment) -> Outcome:
    """From round 2, by turns from Blue: each Target the opponent secures moves up to half range."""
    theirs = {against(side) for _, side in secured(table, "Priority Target")}
    return Outcome.of(
        then=(
            Confirm(id=f"r{table.round}.shift.{side}", about="shift-targets", seat=table.seat_of(side))
            for side in SIDES
            if side in theirs
        )
    )


# Outflank --------------------------------------------------------------------------------------------------


@effect("setup", "outflank")
def _outflank_setup(table: Table, _: Moment) -> Outcome:
    """Blue first: up to three units that are no Commanders gain Vanguard."""
    steps = each_may_choose(table, name_vanguards, lambda unit: not unit.is_commander, most=VANGUARDS)
    return Outcome(then=(on_the_map(table.mission.objective), *if_full(table, steps)))


name_vanguards = gives_token("vanguard", "vanguard", "outflank")
"""They deploy in the part of the Territory at the short edge."""


@card("outflank").scores
def _outflank(table: Table) -> Iterable[Event]:
    """1 VP for each Flag secured, 1 more if two Vanguard units contest Flags that their side secures."""
    yield from each_secured(table, "Flag", "outflank.secured")
    for side in SIDES:
        if _vanguards_at(table, side, [flag for flag, of in secured(table, "Flag") if of == side]):
            yield scored(table, side, 1, "outflank.vanguards")


def _vanguards_at(table: Table, side: Side, flags: list[Marker]) -> bool:
    if table.level == "score":
        return VANGUARDS_THERE.count(table, side) > 0
    units = {unit.id for flag in flags for unit in contesting(table, flag, side) if unit.has("vanguard")}
    return len(units) >= 2


@card("outflank").asks
def _outflank_asks(table: Table) -> Asked:
    """Whether two Vanguard units contest Flags that their side secures."""
    late = table.round >= FIRST_SCORING
    return Asked(marks=tuple(VANGUARDS_THERE.word(side) for side in SIDES if late))


# Payload ---------------------------------------------------------------------------------------------------


@effect("score", "payload", when=scoring_round)
def _payload(table: Table, _: Moment) -> Outcome:
    """From round 2: 1 VP for each Cart secured; then each, Blue first, moves the Carts it secured that are
    not in the enemy's Territory; then 2 VP for each Cart in the enemy's Territory."""
    held = list(secured(table, "Bomb Cart"))
    events = tuple(scored(table, side, 1, "payload.secured", [cart.id]) for cart, side in held)
    last = Effects(hook="secondary")
    if table.level == "score":
        return Outcome(events, (last,))
    moves = (
        step for side in SIDES for step in _moves(table, side, [cart for cart, of in held if of == side])
    )
    return Outcome(events, (*moves, last))


def _moves(table: Table, side: Side, carts: list[Marker]) -> Iterable[Choose]:
    """Which of the Carts it may move are in the enemy's Territory now, and which have left its own."""
    able = {
        move_carts_in: tuple(cart.id for cart in carts if cart.side != against(side)),
        move_carts_out: tuple(cart.id for cart in carts if cart.side == side),
    }
    for follow, options in able.items():
        if options:
            seat = table.seat_of(side)
            yield follow.ask(seat, Among(options, 0, len(options)))


def _move_carts(answer: Answered[Nothing], where: Side | None) -> Outcome:
    carts = (answer.table.markers[id] for id in answer.chosen)
    changed = (cart for cart in carts if cart.side != against(answer.side))
    return Outcome.of(MarkerChanged(marker=replace(cart, side=where), why="payload") for cart in changed)


@choice("cart-in", told=True, door=Door("F", "place"))
def move_carts_in(answer: Answered[Nothing]) -> Outcome:
    """They lie in the enemy's Territory now."""
    return _move_carts(answer, against(answer.side))


@choice("cart-out", told=True, door=Door("F", "place"))
def move_carts_out(answer: Answered[Nothing]) -> Outcome:
    """They have left their own side's Territory."""
    return _move_carts(answer, None)


@effect("secondary", "payload")
def _carts_there(table: Table, _: Moment) -> Outcome:
    """2 VP for each Cart within the enemy's Territory."""
    carts = lying(table, "Bomb Cart")
    there = {side: [cart.id for cart in carts if cart.side == against(side)] for side in SIDES}
    score_only, why = table.level == "score", "payload.delivered"
    counts = {side: CARTS.count(table, side) if score_only else len(there[side]) for side in SIDES}
    return Outcome.of(
        scored(table, side, 2 * counts[side], why, there[side]) for side in SIDES if counts[side]
    )


# How many Carts lie in whose Territory after they moved: three at most in all.
card("payload").asks(lambda table: counted_by_side(table, CARTS, len(lying(table, "Bomb Cart"))))


# Cards without text ----------------------------------------------------------------------------------------


def _by_hand(name: str) -> None:
    """The text of a card is not known: players count its points and type them in."""

    @effect("score", name)
    def _typed(table: Table, _: Moment) -> Outcome:
        """What both sides scored with it this round."""
        if table.level == "score":
            return Outcome.of(told_points(table, TYPED, f"{name}.typed"))
        numbers = tuple(map(str, range(MOST_TYPED + 1)))
        return Outcome.of(then=(type_points.ask(table.seat_of(side), Among(numbers), name) for side in SIDES))

    @card(name).asks
    def _asked(_table: Table) -> Asked:
        """The points of each side."""
        return Asked(counts=tuple(Counted((TYPED.word(side),), MOST_TYPED) for side in SIDES))


@choice("typed-points", told=True, door=NO_PLACE)
def type_points(answer: Answered[Nothing]) -> Outcome:
    """As the players counted them."""
    points = int(answer.first)
    why = f"{answer.step.unit}.typed"
    return Outcome((scored(answer.table, answer.side, points, why),) if points else ())


for _card in mission_cards().values():
    if _card.manual:
        _by_hand(_card.id)
