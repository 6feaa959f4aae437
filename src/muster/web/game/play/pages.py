"""The pages of a game: one frozen struct for each template, built from a view and from nothing else."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, NamedTuple

from django.utils.safestring import SafeString

from muster.app.game.playing.playing import GameDesk
from muster.app.game.playing.taking_back import may_ask, undoable_act
from muster.rules.game.events import badge
from muster.rules.game.kernel import deciding
from muster.rules.game.missions import MissionCard, mission_cards
from muster.rules.game.phases.changing import claimable
from muster.rules.game.phases.ending import ROUNDS, WINNING, defeated_points
from muster.rules.game.scoring.contesting import panicked, suppressed
from muster.rules.game.table import (
    SEATS,
    SIDES,
    Audience,
    Chair,
    Game,
    Seat,
    Side,
    Table,
    Unit,
    View,
    other,
    view,
)
from muster.rules.log import Recorded, live
from muster.rules.log.views import Viewer, visible
from muster.web.game.play import words
from muster.web.game.play.prompts import Option, Prompt, prompt_for
from muster.web.live import seen_as
from muster.web.page import Page, drawn

GREEN: Final = ("aim", "dodge", "surge", "observation", "standby")
ICONS: Final = {"intel": "obj-code", "commander": "rank-commander"}
NEWEST: Final = 60
"""Acts that the log shows at once."""


class Tok(NamedTuple):
    """A chip on a unit row."""

    tone: str
    icon: str
    text: str
    label: str


class UnitRow(NamedTuple):
    """A unit as its row shows it. `own` rows may be changed by who looks."""

    id: str
    number: str
    side: Side
    rank: str
    name: str
    state: str
    left: int
    of: int
    toks: tuple[Tok, ...]
    own: bool
    claims: tuple[Option, ...] = ()

    @property
    def low(self) -> bool:
        """Half of its wounds are gone."""
        return self.left * 2 <= self.of


class Group(NamedTuple):
    """Units that can do the same now."""

    name: str
    icon: str
    rows: tuple[UnitRow, ...]


class SideScore(NamedTuple):
    """A side on the slab. `track` has the round in which each point was scored."""

    side: Side
    name: str
    points: int
    you: bool
    track: tuple[int, ...]


class TallyLine(NamedTuple):
    """Where points come from: for each side what it scored."""

    words: str
    blue: int
    red: int


class TallyPart(NamedTuple):
    """The points of one card in one round."""

    round: int
    card: str
    lines: tuple[TallyLine, ...]


class LogLine(NamedTuple):
    """An act in the log. `back` names what may be done about it: nothing, taken back, asked back."""

    batch: str
    side: Side | None
    texts: tuple[str, ...]
    back: str


class Turn(NamedTuple):
    """Whose decision it is."""

    state: str
    icon: str
    words: str
    small: str


class SeatRow(NamedTuple):
    """A seat before the game begins."""

    seat: Seat
    number: int
    name: str
    army: str
    faction: str
    points: int
    you: bool
    open: bool
    ready: bool


class TablePart(Page, frozen=True, kw_only=True):
    """What one audience sees of a game: the live fragment. Nothing in it is random."""

    template: ClassVar = "game/play/table.html"
    id: str
    title: str
    audience: Audience
    seat: Seat | None
    table: Table
    scores: tuple[SideScore, ...]
    turn: Turn
    prompt: Prompt | None
    mine: tuple[Group, ...]
    enemies: tuple[Group, ...]
    tally: tuple[TallyPart, ...]
    log: tuple[LogLine, ...]
    passes_to: tuple[tuple[Seat, str], ...]
    plea: str
    plea_mine: bool
    undo: str
    ending: str
    losses: tuple[int, int]
    card: MissionCard | None
    cards: tuple[tuple[str, MissionCard], ...]
    seats: tuple[SeatRow, ...]
    phase: str
    goal: int = WINNING
    rounds: int = ROUNDS


class GamePage(TablePart, frozen=True, kw_only=True):
    """The whole page: the fragment in its shell, with what must not be kept."""

    template: ClassVar = "game/play/game.html"
    fragment: ClassVar = "game/play/body.html"
    key: str
    ticket: str
    digest: str
    address: str
    qr: SafeString
    armies: tuple[Option, ...]
    code: str
    hot_seat: bool
    seats_of_mine: tuple[Seat, ...]


def part_for(desk: GameDesk, audience: Audience, account: str = "") -> TablePart:
    """What an audience sees. With `account` also what that person may take back."""
    game, log = desk.game, desk.log
    seen = view(game, audience)
    seat: Seat | None = next((one for one in SEATS if one == audience), None)
    both = audience == "both"
    table = seen.table
    prompt = prompt_for(seen) if table.phase not in ("lobby", "over") else None
    return TablePart(
        id=desk.stream.partition(":")[2],
        title=words.title(table),
        audience=audience,
        seat=seat,
        table=table,
        scores=tuple(_side(seen, side) for side in SIDES) if table.blue else (),
        turn=_turn(seen, prompt),
        prompt=prompt,
        mine=tuple(_groups(seen, seat or table.seat_of("blue"))),
        enemies=tuple(_groups(seen, other(seat or table.seat_of("blue")))),
        tally=tuple(_tally(table)),
        log=tuple(_log(log, seen)),
        passes_to=tuple((one, words.name_of(table, one)) for one in deciding(seen)) if both else (),
        plea=_plea(table, log),
        plea_mine=table.plea is not None and table.plea.seat == audience,
        undo=(undoable_act(log, game.players.get(seat or "one", ""), seat or "one") or "")
        if seat or both
        else "",
        ending=words.ending(table, table.ended) if table.ended else "",
        losses=(defeated_points(table, "blue"), defeated_points(table, "red")),
        card=mission_cards().get(table.mission.objective),
        cards=tuple(_cards(table)),
        seats=tuple(_seats(game, audience, account)),
        phase=words.PHASES[table.phase],
    )


def digest_of(part: TablePart) -> str:
    """The version of what an audience sees: it tells nothing but whether that changed."""
    return seen_as(part.audience, drawn(part))


def _side(seen: View, side: Side) -> SideScore:
    table = seen.table
    seat = table.seat_of(side)
    rounds = [score.round for score in table.scores if score.side == side for _ in range(score.points)]
    you = seat == seen.audience
    return SideScore(
        side, "You" if you else words.name_of(table, seat), table.points(side), you, tuple(sorted(rounds))
    )


def _turn(seen: View, prompt: Prompt | None) -> Turn:
    table = seen.table
    if table.ended:
        return Turn("theirs", "nav-mission", "Game over", "")
    if table.plea:
        name = words.name_of(table, table.plea.seat)
        mine = table.plea.seat == seen.audience
        return Turn(
            "theirs" if mine else "mine",
            "act-ask",
            f"{'You ask' if mine else name + ' asks'} for an undo",
            "",
        )
    if prompt:
        return Turn("mine", prompt.icon, prompt.title, prompt.small or words.PHASES[table.phase])
    waits = deciding(seen)
    who = " and ".join(words.name_of(table, seat) for seat in waits) or "Nobody"
    return Turn(
        "theirs", "nav-now", f"{who} decide{'s' if len(waits) == 1 else ''}", words.PHASES[table.phase]
    )


def _groups(seen: View, seat: Seat) -> Iterator[Group]:
    table = seen.table
    units = [unit for unit in table.units.values() if unit.seat == seat]
    kinds = (
        ("Acting now", "nav-now", lambda unit: unit.here and unit.id == table.acting),
        (
            "Faceup order",
            "order-up",
            lambda unit: unit.here and unit.order == "faceup" and unit.id != table.acting,
        ),
        ("In the pool", "order-pool", lambda unit: unit.here and not unit.order and unit.id != table.acting),
        ("Activated", "order-down", lambda unit: unit.here and unit.order == "facedown"),
        ("Defeated", "defeated", lambda unit: not unit.here),
    )
    for name, icon, fits in kinds:
        if rows := tuple(_row(seen, unit) for unit in units if fits(unit)):
            yield Group("Units" if name == "In the pool" and table.phase == "setup" else name, icon, rows)


def _row(seen: View, unit: Unit) -> UnitRow:
    table = seen.table
    state = (
        "out"
        if unit.gone
        else "now"
        if unit.id == table.acting
        else "spent"
        if unit.order == "facedown"
        else "ready"
    )
    own = (
        seen.audience in (unit.seat, "both") and unit.here and table.phase in ("command", "activation", "end")
    )
    claims = (
        tuple(Option(f"claim {unit.id} {id}", words.marker_name(table, id)) for id in claimable(table, unit))
        if own
        else ()
    )
    name, left = words.unit_name(table, unit.id), max(0, unit.wounds - unit.lost)
    return UnitRow(
        unit.id, words.number_of(unit.id), table.side_of(unit.seat), unit.rank, name, state, left,
        unit.wounds, tuple(_toks(table, unit)), own, claims,
    )  # fmt: skip


def _toks(table: Table, unit: Unit) -> Iterator[Tok]:
    if unit.suppression:
        of = "–" if unit.courage is None else unit.courage
        state = "Panicked" if panicked(table, unit) else "Suppressed" if suppressed(table, unit) else ""
        tone = "suppressed" if state else "supp"
        yield Tok(tone, "token-suppression", f"{unit.suppression} of {of} {state}".strip(), "Suppression")
    for token in (*GREEN, *ICONS):
        if unit.has(token):
            icon = ICONS.get(token, f"token-{token}")
            yield Tok("good", icon, str(unit.tokens[token]), words.TOKENS[token])
    for marker in table.lying():
        if marker.holder == unit.id:
            yield Tok("watch", "obj-scanner", marker.name, "")
    if not unit.deployed and unit.here and table.phase not in ("lobby", "setup"):
        yield Tok("supp", "act-move", "not on the table", "")


def _tally(table: Table) -> Iterator[TallyPart]:
    """Newest round first, card by card, each line with what both sides scored."""
    keys = dict.fromkeys((score.round, score.card) for score in table.scores)
    for round_, card in sorted(keys, key=lambda key: -key[0]):
        lines: dict[str, list[int]] = {}
        for score in table.scores:
            if (score.round, score.card) == (round_, card):
                counts = lines.setdefault(words.reason(table, score), [0, 0])
                counts[SIDES.index(score.side)] += score.points
        told = tuple(TallyLine(text, *counts) for text, counts in lines.items())
        yield TallyPart(round_, words.card_name(card), told)


def _log(log: Sequence[Recorded], seen: View) -> Iterator[LogLine]:
    """The acts that this audience may see, newest first, each in sentences."""
    seat: Seat | None = next((one for one in SEATS if one == seen.audience), None)
    entries = visible(live(log), Viewer(frozenset({badge(seat)} if seat else ())))
    lines: dict[str, list[str]] = {}
    for entry in entries:
        lines.setdefault(entry.batch, []).extend(filter(None, [words.tell(seen.table, entry.event)]))
    acts_as: Seat | None = "one" if seen.audience == "both" else seat
    free = undoable_act(log, entries[-1].actor, acts_as) if entries and acts_as else None
    for batch, texts in list(reversed(lines.items()))[:NEWEST]:
        if texts:
            asks = acts_as and may_ask(log, batch) and not seen.table.plea
            yield LogLine(batch, None, tuple(texts), "take" if batch == free else "ask" if asks else "")


def _plea(table: Table, log: Sequence[Recorded]) -> str:
    if table.plea is None:
        return ""
    texts = [words.tell(table, entry.event) for entry in log if entry.batch == table.plea.batch]
    return "; ".join(filter(None, texts)) or "the latest choice"


def _cards(table: Table) -> Iterator[tuple[str, MissionCard]]:
    known, mission = mission_cards(), table.mission
    named = [("Objective", mission.objective), ("Secondary", mission.secondary)]
    if table.blue:
        named += [(f"{words.side_name(table, side)}’s advantage", mission.advantage(side)) for side in SIDES]
    yield from ((name, known[card]) for name, card in named if card in known)


def _seats(game: Game, audience: Audience, account: str) -> Iterator[SeatRow]:
    for number, seat in enumerate(SEATS, start=1):
        chair = game.table.chairs.get(seat)
        you = audience == seat or (bool(account) and game.players.get(seat) == account)
        row = chair or Chair()
        yield SeatRow(
            seat, number, row.name, row.army, row.faction, row.points, you, chair is None, row.ready
        )
