"""The Codes!: Red carries three facedown tokens, one of them the Codes, to a Transmitter (rules 349 to 364).

Holding is public, what is held is not, and no id follows a token: a seat's secret says what each holder it
knows of has.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Final

from msgspec.structs import replace

from muster.rules.game.answers import AnyInput, Units
from muster.rules.game.engine.continuations import Answered, Nothing, Payload, choice
from muster.rules.game.hooks import Moment, effect
from muster.rules.game.kernel import Chance, Outcome, automatic, named_seat, problem, step_rule
from muster.rules.game.log.events import MarkerChanged, UnitChanged
from muster.rules.game.measuring import NO_PLACE, Door, touching
from muster.rules.game.special_operations.actions import NOWHERE, Doing, action
from muster.rules.game.special_operations.deciding import ask, may_pick
from muster.rules.game.special_operations.distances import within
from muster.rules.game.special_operations.ending import ROUNDS, may_act, mission_won, most_exact, red_may_win
from muster.rules.game.special_operations.events import CodesDealt, CodesHeld, Looked, TokenSeen
from muster.rules.game.special_operations.marks import CODES_SHOWN, ZONE
from muster.rules.game.special_operations.missions.operation import Operation
from muster.rules.game.special_operations.setup import covert_tokens
from muster.rules.game.special_operations.squads.squads import edition_cards
from muster.rules.game.special_operations.units import edition, enemies, friends, is_crack, squad, supports
from muster.rules.game.steps.choices import MOST_LISTED, YES, Among, Assignment, Chosen, Draw
from muster.rules.game.steps.operations import DealCodes, Look, Release
from muster.rules.game.table import SEATS, Game, Marker, Seat, Secret, Side, Table, Unit, View, other
from muster.rules.log import Event
from muster.rules.violations import Violation

MISSION: Final = "the-codes"
CODES: Final = "codes"
DECOY: Final = "decoy"
TOKENS: Final = (CODES, f"{DECOY}-1", f"{DECOY}-2")
"""Three tokens with a number each (rule 356). A plain `decoy` is either of the two: so a seat knows Decoys
that were mixed, and an older game all of them."""
ZONES: Final = ("left", "right")
DROPPED: Final = "Condition token"


def holders(table: Table) -> tuple[str, ...]:
    """Who holds a token, of either side."""
    return tuple(sorted(unit.id for unit in table.units.values() if unit.has("code") and unit.here))


def faces_of(secret: Secret, who: Iterable[str]) -> tuple[str, ...]:
    """What these hold, as a seat knows it; in an order that tells nothing of who has what."""
    return tuple(sorted(secret.codes[id] for id in who if id in secret.codes))


def numbers_of(table: Table, face: str) -> tuple[int, ...]:
    """The number on a token, by the edition; both where it may be either Decoy (rule 356)."""
    numbers = edition_cards(edition(table)).edition.codes
    return (numbers[TOKENS.index(face)],) if face in TOKENS else numbers[1:]


# Dealing ---------------------------------------------------------------------------------------------------


@effect("ready", MISSION)
def _deals(table: Table, _moment: Moment) -> Outcome:
    """After deployment Red gives three tokens to three unit leaders (rule 356), to hidden ones where too few
    are on the table."""
    seat = table.seat_of("red")
    units = squad(table, seat)
    if len(units) < len(TOKENS):
        units = tuple(unit.id for unit in table.army(seat))
    return Outcome(then=(DealCodes(id="setup.codes", seat=seat, units=units),))


@effect("arrived", MISSION)
@effect("hidden", MISSION)
def _zones(table: Table, _moment: Moment) -> Outcome:
    """After its first unit or covert token Blue says in which of its zones it goes on; then it alternates
    (rule 351)."""
    blue = table.seat_of("blue")
    first = _placed_count(table) == 1 and not _first_zone(table) and not table.round
    return Outcome(then=may_pick(choose_zone, blue, ZONES, least=1) if first else ())


def _placed_count(table: Table) -> int:
    blue = table.seat_of("blue")
    return len(squad(table, blue)) + len(covert_tokens(table, blue))


def _first_zone(table: Table) -> str:
    return next((zone for zone in ZONES if ZONE.count(table, zone)), "")


choose_zone = choice("zone", door=NO_PLACE)(lambda answer: Outcome((ZONE.add(answer.table, answer.first),)))


def zone(table: Table) -> str:
    """The zone of Blue's next unit: none is said for the first (rule 351)."""
    begun = _first_zone(table)
    if not begun:
        return ""
    return begun if _placed_count(table) % 2 else next(zone for zone in ZONES if zone != begun)


def _number(step: DealCodes) -> int:
    return len(step.holders) or min(len(TOKENS), len(step.units))


def _deal_options(_seen: View, step: DealCodes) -> Iterator[AnyInput]:
    for units in islice(Among(step.units, _number(step), _number(step)).every(), MOST_LISTED):
        yield Units(prompt=step.id, units=units)
        yield Units(prompt=step.id, units=units[::-1])


def _deal_wrong(_seen: View, step: DealCodes, answer: Units) -> Iterator[Violation]:
    """Every token to a unit of its own (rules 359, 360)."""
    return Among(step.units, _number(step), _number(step)).check(answer.units)


def _sample(_seen: View, step: DealCodes, draw: Draw) -> Units:
    tokens = Assignment(TOKENS[: _number(step)], step.units)
    return Units(prompt=step.id, units=tokens.sample(draw))


@step_rule(DealCodes, who=named_seat, options=_deal_options, wrong=_deal_wrong, sample=_sample)
def _deal_tokens(game: Game, step: DealCodes, seat: Seat, answer: Units, _chance: Chance) -> Outcome:
    """The first unit named has the Codes, if they are among the tokens; everybody sees who holds one, nobody
    else which."""
    secret = game.secrets.get(seat, Secret())
    faces = faces_of(secret, step.holders) if step.holders else TOKENS
    codes = _without(secret.codes, step.holders) | dict(zip(answer.units, faces, strict=False))
    held = sorted((set(holders(game.table)) - set(step.holders)) | set(answer.units))
    mixed = _forget_dealt_tokens(game, step, answer.units, other(seat))
    return Outcome((CodesDealt(seat=seat, codes=codes), CodesHeld(units=tuple(held)), *mixed))


def _without(codes: Mapping[str, str], who: Iterable[str]) -> dict[str, str]:
    return {id: face for id, face in codes.items() if id not in who}


def _forget_dealt_tokens(
    game: Game, step: DealCodes, units: tuple[str, ...], seat: Seat
) -> Iterator[CodesDealt]:
    """What the other seat knew of tokens that are dealt anew it knows no more, unless there is one, or all
    are Decoys: then not which of them."""
    codes = game.secrets.get(seat, Secret()).codes
    faces = {codes.get(id, "") for id in step.holders}
    if not any(faces):
        return
    decoys = all(face.startswith(DECOY) for face in faces)
    face = faces.pop() if len(faces) == 1 else DECOY if decoys else ""
    known = dict.fromkeys(units, face) if face else {}
    yield CodesDealt(seat=seat, codes=_without(codes, step.holders) | known)


def _sharing(table: Table, unit: Unit) -> Iterable[str]:
    return NOWHERE if unit.has("code") and _leaders_near(table, unit.id) else ()


def _leaders_near(table: Table, id: str) -> tuple[str, ...]:
    return within(table, "redistribute", id, friends(table, id))


SHARING: Final = Door("A", "distance", rules=(360,))


@action("redistribute", _sharing, cost=0, mission=MISSION, sides=("red",), door=SHARING)
def _shares(doing: Doing) -> Outcome:
    """A holder names leaders near by; all their tokens are dealt anew among them (rule 360; G29)."""
    table, id = doing.table, doing.unit.id
    near = [
        unit_id
        for unit_id in _leaders_near(table, id)
        if table.holds_to("G29") or table.units[unit_id].has("code")
    ]
    return Outcome(
        then=may_pick(redistribute_tokens, doing.unit.seat, near, least=1, most=len(near), unit=id)
    )


@choice("redistribute", door=SHARING._replace(kind="N"))
def redistribute_tokens(answer: Answered[Nothing]) -> Outcome:
    units = (answer.step.unit, *answer.chosen)
    having = tuple(id for id in units if answer.table.units[id].has("code"))
    deal = DealCodes(seat=answer.seat, units=units, holders=having)
    return Outcome(then=(deal,))


# Dropping and claiming -------------------------------------------------------------------------------------


@effect("defeated", MISSION)
def _drops(table: Table, moment: Moment) -> Outcome:
    """A holder of the Crack Squad may hand its token to a friend near by without one; else it lies where the
    unit stood, unopened (rules 357, 358; G44)."""
    unit = table.units[moment.unit]
    if not unit.has("code"):
        return Outcome()
    friendly = squad(table, unit.seat) if is_crack(table, unit) else ()
    able = (id for id in friendly if not table.units[id].has("code"))
    asked = may_pick(hand_on_token, unit.seat, within(table, "hand-on", unit.id, able), unit=unit.id)
    return Outcome(then=asked or (Release(unit=unit.id, to=""),))


@choice("hand-on", door=Door("N", "distance", rules=(357, 358)))
def hand_on_token(answer: Answered[Nothing]) -> Outcome:
    return Outcome(then=(Release(unit=answer.step.unit, to=answer.first),))


@automatic(Release)
def _release_token(game: Game, step: Release) -> Outcome:
    """A token leaves a unit: to a friend, or onto the table."""
    table = game.table
    lost = UnitChanged(unit=step.unit, what="code", by=-1, why="released")
    if step.to:
        events: tuple[Event, ...] = (lost, UnitChanged(unit=step.to, what="code", by=1, why="handed-on"))
        return Outcome((*events, *move_token(game, step.unit, step.to)))
    number = sum(marker.name == DROPPED for marker in table.markers.values()) + 1
    marker = Marker(id=f"dropped-{number}", name=DROPPED, kind="asset")
    return Outcome(
        (lost, MarkerChanged(marker=marker, why="dropped"), *move_token(game, step.unit, marker.id))
    )


def move_token(game: Game, old: str, new: str) -> Iterator[CodesDealt]:
    """What is known of a token stays known to who knew it; who holds it now knows it too (rule 357)."""
    known = {seat: game.secrets.get(seat, Secret()).codes for seat in SEATS}
    face = most_exact(codes[old] for codes in known.values() if old in codes)
    owner = game.table.units[new].seat if new in game.table.units else None
    for seat, codes in known.items():
        if old in codes or seat == owner:
            known_face = face if seat == owner else codes[old]
            yield CodesDealt(seat=seat, codes={**_without(codes, (old,)), new: known_face})


def _claimable(table: Table, unit: Unit) -> Iterable[str]:
    """Dropped tokens, in base contact, by who holds none; in version 1.1 only by the Crack Squad (rules 353,
    359; S4)."""
    may = edition_cards(edition(table)).edition.claims_codes == "both" or is_crack(table, unit)
    if not may or unit.has("code"):
        return ()
    return touching(table, unit.id, (marker.id for marker in table.lying() if marker.name == DROPPED))


@action("claim-token", _claimable, cost=0, mission=MISSION, door=Door("A", "contact", rules=(353, 359)))
def _claims(doing: Doing) -> Outcome:
    marker = replace(doing.table.markers[doing.on], gone=True)
    gained = UnitChanged(unit=doing.unit.id, what="code", by=1, why="claimed")
    return Outcome(
        (
            MarkerChanged(marker=marker, why="claimed"),
            gained,
            *move_token(doing.game, doing.on, doing.unit.id),
        )
    )


# Looking ---------------------------------------------------------------------------------------------------


def _halting(table: Table, unit: Unit) -> Iterable[str]:
    holding = (id for id in enemies(table, unit.id) if table.units[id].has("code"))
    return within(table, "halt", unit.id, holding)


@action("halt", _halting, mission=MISSION, sides=("blue",), door=Door("A", "distance", rules=(362,)))
def _halt(doing: Doing) -> Outcome:
    """Blue looks at the token of an enemy unit near by (rule 362)."""
    return Outcome(then=(Look(seat=doing.unit.seat, unit=doing.on, by=doing.unit.id),))


@effect("shaken-out", MISSION)
def _under_pressure(table: Table, moment: Moment) -> Outcome:
    """A holder of the Crack Squad that panics drops nothing, but Blue looks (rule 352)."""
    unit = table.units[moment.unit]
    if not unit.has("code") or not unit.here or not is_crack(table, unit):
        return Outcome()
    return Outcome(then=(Look(seat=other(unit.seat), unit=unit.id),))


@automatic(Look)
def _look_at_token(game: Game, step: Look) -> Outcome:
    """A note with the round, never a live view (S5)."""
    face = game.secrets.get(other(step.seat), Secret()).codes.get(step.unit, "")
    seen = TokenSeen(seat=step.seat, unit=step.unit, round=game.table.round, face=face)
    return Outcome((Looked(unit=step.unit, by=step.by), seen) if face else ())


# Winning ---------------------------------------------------------------------------------------------------


def _transmitters(table: Table) -> tuple[str, ...]:
    """Looked at while a unit of the Crack Squad holds a token."""
    red = [id for id in holders(table) if is_crack(table, table.units[id])]
    return tuple(marker.id for marker in table.lying() if marker.kind == "transmitter") if red else ()


def _may_win(table: Table) -> tuple[Side | None, ...]:
    """In the last round Red wins while one of its units holds a token or may still claim one (rule 364;
    G23)."""
    held = any(is_crack(table, table.units[id]) for id in holders(table))
    return red_may_win(table, table.round < ROUNDS or held or bool(may_act(table, "red")))


def matters(table: Table, unit: Unit) -> bool:
    """Whether it matters if a unit touches a Transmitter: holders of the Crack Squad, Blue's Support units
    (rules 355, 363)."""
    return unit.has("code") if is_crack(table, unit) else supports(table, unit)


OPERATION: Final = Operation(MISSION, may_win=_may_win, looked_at=_transmitters, matters=matters)


def transmitting(table: Table) -> tuple[str, ...]:
    """Holders of the Crack Squad at a Transmitter that no Support unit of Blue's touches (rule 355; G16)."""
    found = []
    for marker in _transmitters(table):
        near = [table.units[id] for id in table.places.get(marker, ()) if table.units[id].stands]
        if not any(supports(table, unit) and not is_crack(table, unit) for unit in near):
            found += [unit.id for unit in near if is_crack(table, unit) and unit.has("code")]
    return tuple(dict.fromkeys(found))


@effect("end-start", MISSION)
def _may_reveal(table: Table, _moment: Moment) -> Outcome:
    """Red is asked whenever any holder touches an open one, so that asking tells nothing (rule 363)."""
    able = transmitting(table)
    seat = table.seat_of("red")
    return Outcome(then=(ask(reveal_codes, seat, known=Transmitting(able)),) if able else ())


def bearer(own: Secret | None, able: Iterable[str]) -> str:
    """Who of these holds the Codes."""
    return next((id for id in able if own and own.codes.get(id) == CODES), "")


class Transmitting(Payload, frozen=True):
    """The holders at an open Transmitter."""

    units: tuple[str, ...]


@choice("reveal-codes", Transmitting, door=NO_PLACE, optional=True)
def reveal_codes(answer: Answered[Transmitting]) -> Outcome:
    """The Codes shown at an open Transmitter win the game (rule 363); Decoys are not shown."""
    shown = bearer(answer.game.secrets.get(answer.seat), answer.known.units)
    return Outcome((CODES_SHOWN.add(answer.table, shown), mission_won("red")))


@reveal_codes.refuses
def _only_decoys(seen: View, known: Transmitting, chosen: Chosen) -> Iterator[Violation]:
    """Who has only Decoys there has nothing to reveal (rule 363); the refusal is for the holder's eyes."""
    if chosen == (YES,) and not bearer(seen.own, known.units):
        yield problem("game.only_decoys", rule=363)
