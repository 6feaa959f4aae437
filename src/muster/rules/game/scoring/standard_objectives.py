"""The objectives that only standard games have (battle cards of 26.11.2025 and of Card Pack II)."""

from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import replace

from muster.rules.game.hooks import Choice, Moment, effect, purpose
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import MarkerChanged, UnitChanged
from muster.rules.game.missions import mission_cards
from muster.rules.game.scoring.contesting import at_token, contesting, secured_by, secures
from muster.rules.game.scoring.points import (
    FIRST_SCORING,
    if_full,
    lying,
    may_choose,
    on_the_map,
    scored,
)
from muster.rules.game.scoring.told import Asked, Counted, asks
from muster.rules.game.steps import Confirm, Effects, Pick
from muster.rules.game.table import SIDES, Marker, Side, Table, against
from muster.rules.log import Event

CHART: Final = {0: 0, 1: 0, 2: 1, 3: 2}
"""Recover the Research: VP for so many Labs contested; four or more are the most."""
MOST_FOR_LABS: Final = 3
VANGUARDS: Final = 3
MOST_TYPED: Final = 12


def _objective(card: str) -> Callable[[Callable[[Table], Iterable[Event]]], object]:
    """Its tokens are placed as the map shows, and a function scores it from round 2."""

    @effect("setup", card)
    def _placed(table: Table, _: Moment) -> Outcome:
        """Tokens as the map shows."""
        return Outcome(then=(on_the_map(table.mission.objective),))

    def register(score: Callable[[Table], Iterable[Event]]) -> Callable[[Table], Iterable[Event]]:
        @effect("score", card)
        def _scores(table: Table, _: Moment) -> Outcome:
            """From round 2, each End Phase."""
            return Outcome(tuple(score(table)) if table.round >= FIRST_SCORING else ())

        return score

    return register


def _secured(table: Table, name: str, why: str) -> Iterable[tuple[Marker, Side, str]]:
    return ((one, side, why) for one in lying(table, name) if (side := secured_by(table, one)))


# Breakthrough and Contact, Contact! ------------------------------------------------------------------------


@_objective("breakthrough")
def _breakthrough(table: Table) -> Iterable[Event]:
    """1 VP for each Checkpoint in one's own Territory that no enemy contests, 2 for each secured in the
    enemy's."""
    for point in lying(table, "Checkpoint"):
        owner = point.side or "blue"
        if against(owner) not in at_token(table, point):
            yield scored(table, owner, 1, "breakthrough.held", [point.id])
        elif secures(table, point, against(owner)):
            yield scored(table, against(owner), 2, "breakthrough.taken", [point.id])


@asks("breakthrough")
@asks("recover-the-research")
def _shared(_table: Table) -> Asked:
    """Both sides may contest one token."""
    return Asked(both=True)


@_objective("contact-contact")
def _contact(table: Table) -> Iterable[Event]:
    """1 VP for each Listening Post secured in one's own or in Contested Territory, 2 in the enemy's."""
    for post, side, why in _secured(table, "Listening Post", "contact-contact.secured"):
        yield scored(table, side, 2 if post.side == against(side) else 1, why, [post.id])


# Recover the Research and Shifting Priorities --------------------------------------------------------------


@_objective("recover-the-research")
def _research(table: Table) -> Iterable[Event]:
    """Contesting 2 Labs is 1 VP, 3 are 2, 4 or more 3: contesting, not securing."""
    for side in SIDES:
        labs = [lab.id for lab in lying(table, "Lab") if side in at_token(table, lab)]
        if worth := CHART.get(len(labs), MOST_FOR_LABS):
            yield scored(table, side, worth, "recover-the-research.contested", labs)


@_objective("shifting-priorities")
def _priorities(table: Table) -> Iterable[Event]:
    """1 VP for each Priority Target secured."""
    for target, side, why in _secured(table, "Priority Target", "shifting-priorities.secured"):
        yield scored(table, side, 1, why, [target.id])


@effect("end-end", "shifting-priorities")
def _shift(table: Table, _: Moment) -> Outcome:
    """From round 2, by turns from Blue: each Target the opponent secures moves up to half range."""
    if table.round < FIRST_SCORING or table.level == "score":
        return Outcome()
    theirs = {
        side: [one for one, of, _ in _secured(table, "Priority Target", "") if of != side] for side in SIDES
    }
    return Outcome(
        then=tuple(
            Confirm(id=f"r{table.round}.shift.{side}", about="shift-targets", seat=table.seat_of(side))
            for side in SIDES
            if theirs[side]
        )
    )


# Outflank --------------------------------------------------------------------------------------------------


@effect("setup", "outflank")
def _outflank_setup(table: Table, _: Moment) -> Outcome:
    """Blue first: up to three units that are no Commanders gain Vanguard."""
    steps = (
        step
        for side in SIDES
        for step in may_choose(
            table,
            table.seat_of(side),
            "vanguard",
            (unit.id for unit in table.army(table.seat_of(side)) if not unit.is_commander),
            VANGUARDS,
        )
    )
    return Outcome(then=(on_the_map(table.mission.objective), *if_full(table, steps)))


@purpose("vanguard")
def _vanguards(choice: Choice) -> Outcome:
    """They deploy in the part of the Territory at the short edge."""
    return Outcome(
        tuple(UnitChanged(unit=unit, what="vanguard", by=1, why="outflank") for unit in choice.units)
    )


@effect("score", "outflank")
def _outflank(table: Table, _: Moment) -> Outcome:
    """From round 2: 1 VP for each Flag secured, 1 more if two Vanguard units contest Flags that their side
    secures."""
    if table.round < FIRST_SCORING:
        return Outcome()
    flags = list(_secured(table, "Flag", "outflank.secured"))
    held = [scored(table, side, 1, why, [flag.id]) for flag, side, why in flags]
    ahead = [
        side for side in SIDES if _vanguards_at(table, side, [flag for flag, of, _ in flags if of == side])
    ]
    return Outcome((*held, *(scored(table, side, 1, "outflank.vanguards") for side in ahead)))


def _vanguards_at(table: Table, side: Side, flags: list[Marker]) -> bool:
    if table.level == "score":
        return table.mark(f"told.vanguards.{side}") > 0
    units = {unit.id for flag in flags for unit in contesting(table, flag, side) if unit.has("vanguard")}
    return len(units) >= 2


@asks("outflank")
def _outflank_asks(table: Table) -> Asked:
    """Whether two Vanguard units contest Flags that their side secures."""
    late = table.round >= FIRST_SCORING
    return Asked(marks=tuple(f"vanguards.{side}" for side in SIDES if late))


# Payload ---------------------------------------------------------------------------------------------------


@effect("setup", "payload")
def _payload_setup(table: Table, _: Moment) -> Outcome:
    """Three Bomb Carts."""
    return Outcome(then=(on_the_map(table.mission.objective),))


@effect("score", "payload")
def _payload(table: Table, _: Moment) -> Outcome:
    """From round 2: 1 VP for each Cart secured; then each, Blue first, moves the Carts it secured that are
    not in the enemy's Territory; then 2 VP for each Cart in the enemy's Territory."""
    if table.round < FIRST_SCORING:
        return Outcome()
    held = [(cart, side) for cart, side, _ in _secured(table, "Bomb Cart", "")]
    events = tuple(scored(table, side, 1, "payload.secured", [cart.id]) for cart, side in held)
    last = Effects(id=f"r{table.round}.carts", hook="secondary")
    if table.level == "score":
        return Outcome(events, (last,))
    moves = (
        step for side in SIDES for step in _moves(table, side, [cart for cart, of in held if of == side])
    )
    return Outcome(events, (*moves, last))


def _moves(table: Table, side: Side, carts: list[Marker]) -> Iterable[Pick]:
    """Which of the Carts it may move are in the enemy's Territory now, and which have left its own."""
    able = {
        "cart-in": tuple(cart.id for cart in carts if cart.side != against(side)),
        "cart-out": tuple(cart.id for cart in carts if cart.side == side),
    }
    for what, options in able.items():
        if options:
            name, seat = f"r{table.round}.{what}.{side}", table.seat_of(side)
            yield Pick(id=name, seat=seat, purpose=what, options=options, most=len(options))


@purpose("cart-in")
@purpose("cart-out")
def _carts_moved(choice: Choice) -> Outcome:
    """Where they lie now."""
    where = against(choice.side) if choice.step.purpose == "cart-in" else None
    carts = (choice.table.markers[id] for id in choice.units)
    changed = (cart for cart in carts if cart.side != against(choice.side))
    return Outcome(tuple(MarkerChanged(marker=replace(cart, side=where), why="payload") for cart in changed))


@effect("secondary", "payload")
def _carts_there(table: Table, _: Moment) -> Outcome:
    """2 VP for each Cart within the enemy's Territory."""
    carts = lying(table, "Bomb Cart")
    there = {side: [cart.id for cart in carts if cart.side == against(side)] for side in SIDES}
    if table.level == "score":
        counts = {side: table.mark(f"told.carts.{side}") for side in SIDES}
    else:
        counts = {side: len(ids) for side, ids in there.items()}
    return Outcome(
        tuple(
            scored(table, side, 2 * count, "payload.delivered", there[side])
            for side, count in counts.items()
            if count
        )
    )


@asks("payload")
def _payload_asks(table: Table) -> Asked:
    """How many Carts lie in whose Territory after they moved: three at most in all."""
    late = table.round >= FIRST_SCORING
    carts = Counted(tuple(f"carts.{side}" for side in SIDES), len(lying(table, "Bomb Cart")))
    return Asked(counts=(carts,) if late else ())


# Cards without text ----------------------------------------------------------------------------------------


def _by_hand(card: str) -> None:
    """The text of a card is not known: players count its points and type them in."""

    @effect("setup", card)
    def _placed(table: Table, _: Moment) -> Outcome:
        """Tokens as the map shows."""
        return Outcome(then=(on_the_map(table.mission.objective),))

    @effect("score", card)
    def _typed(table: Table, _: Moment) -> Outcome:
        """What both sides scored with it this round."""
        if table.level == "score":
            return Outcome(
                tuple(
                    scored(table, side, points, f"{card}.typed")
                    for side in SIDES
                    if (points := table.mark(f"told.typed.{side}"))
                )
            )
        numbers = tuple(map(str, range(MOST_TYPED + 1)))
        steps = (
            Pick(
                id=f"r{table.round}.typed.{side}", seat=table.seat_of(side), purpose="typed-points",
                options=numbers, least=1, marker=card,
            )
            for side in SIDES
        )  # fmt: skip
        return Outcome(then=tuple(steps))

    @asks(card)
    def _asked(_table: Table) -> Asked:
        """The points of each side."""
        return Asked(counts=tuple(Counted((f"typed.{side}",), MOST_TYPED) for side in SIDES))


@purpose("typed-points")
def _points_typed(choice: Choice) -> Outcome:
    """As the players counted them."""
    points = int(choice.units[0])
    why = f"{choice.step.marker}.typed"
    return Outcome((scored(choice.table, choice.side, points, why),) if points else ())


for _card in mission_cards().values():
    if _card.manual:
        _by_hand(_card.id)
