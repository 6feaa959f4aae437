"""Unit rows: one row a unit, with its wounds, tokens and order, and what may be done to it."""

from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar, Final, NamedTuple

from django.utils.safestring import SafeString

from muster.rules.campaign.library.library import library
from muster.rules.cards.vocabulary import display_word
from muster.rules.game.attacks.declaring import reasons, why_no_attack_now
from muster.rules.game.effects.reminders import reminders
from muster.rules.game.naming import unit_number
from muster.rules.game.phases.acting import CORE, counts_actions
from muster.rules.game.phases.changing import claimable, left_alone, unit_actions_of
from muster.rules.game.phases.other_orders import orderable
from muster.rules.game.special_operations.units import edition
from muster.rules.game.table import Seat, Side, Table, Unit, View, other
from muster.web.game.play import words
from muster.web.game.play.activation.tokens import (
    Equipped,
    Step,
    TokenChip,
    card_href,
    profile_words,
    token_chips,
    token_steps,
    upgrades_of,
)
from muster.web.game.play.operation import unit_href
from muster.web.game.play.prompts.prompt import Option, order_reasons
from muster.web.game.wording import wordings
from muster.web.page import Page, render_cached, render_page

ATTACKS: Final = {
    "action": ("Attack", "Targets with expected wounds"),
    "overrun": ("Overrun", "A unit it moved over"),
    "standby": ("Attack by Standby", "The unit that acts now"),
    "free": ("Free attack", "By a keyword or a card: it costs no action"),
}
MOST_TABLES: Final = 16
IN_PLAY: Final = ("command", "activation", "end")


class UnitRow(NamedTuple):
    """A unit as its row shows it, with its place in the army and the number that tells it from its like.
    `own` rows may be changed by who looks, and where it `attacks` an attack may be begun; who has a `kit` has
    upgrades that anyone may read. `href` leads to its card, `profile` has its figures in words."""

    id: str
    place: int
    number: str
    side: Side
    rank: str
    name: str
    state: str
    left: int
    of: int
    toks: tuple[TokenChip, ...]
    own: bool
    deeds: tuple[Option, ...] = ()
    minded: tuple[str, ...] = ()
    href: str = ""
    fell_too: bool = False
    kit: bool = False
    attacks: tuple[Option, ...] = ()
    profile: str = ""

    @property
    def low(self) -> bool:
        """Half of its wounds are gone."""
        return self.left * 2 <= self.of


class Tools(NamedTuple):
    """What may be changed on a unit at any time: its wounds, its tokens, that it is defeated and by whom; and
    what it brings from its campaign, by name and in words. `reasons` are those for an order beyond the card,
    where it may be given one. Of a unit that who looks may not change there are the `upgrades` alone."""

    row: UnitRow
    upgrades: tuple[Equipped, ...] = ()
    steps: tuple[Step, ...] = ()
    attackers: tuple[Option, ...] = ()
    carries: tuple[tuple[str, str], ...] = ()
    reasons: tuple[Option, ...] = ()


class UnitLines(Page, frozen=True, kw_only=True):
    """A unit's row; with `tools` the handle that opens what may be changed on it in this game."""

    template: ClassVar = "game/play/row.html"
    row: UnitRow
    tools: bool
    game: str


@lru_cache(maxsize=1024)
def unit_lines(row: UnitRow, tools: bool, game: str) -> SafeString:
    """The same row is drawn once: an act changes few of them."""
    return SafeString(render_page(UnitLines(row=row, tools=tools, game=game)))


class ChoiceRow(Page, frozen=True, kw_only=True):
    """A unit's row with the box or button it is chosen by."""

    template: ClassVar = "game/play/choice_row.html"
    row: UnitRow
    option: Option
    kind: str
    on: bool
    name: str


@lru_cache(maxsize=1024)
def choice_row(row: UnitRow, option: Option, kind: str, on: bool, name: str) -> SafeString:
    """A row to choose a unit by, drawn once."""
    return SafeString(render_page(ChoiceRow(row=row, option=option, kind=kind, on=on, name=name)))


class GroupHead(Page, frozen=True, kw_only=True):
    """The head above the rows of a group."""

    template: ClassVar = "game/play/crew_head.html"
    name: str
    icon: str


class Group(NamedTuple):
    """Units that can do the same now."""

    name: str
    icon: str
    rows: tuple[UnitRow, ...]


@lru_cache(maxsize=512)
def crew_lines(groups: tuple[Group, ...], tools: bool, game: str) -> SafeString:
    """The rows of groups, each below its head."""
    heads = {group: render_cached(GroupHead(name=group.name, icon=group.icon)) for group in groups}
    return SafeString(
        "".join(
            text for group, head in heads.items()
            for text in (head, *(unit_lines(row, tools, game) for row in group.rows))
        )
    )  # fmt: skip


def groups(seen: View, seat: Seat) -> Iterator[Group]:
    """The units of a seat by what can be done with them now."""
    table = seen.table
    units = [unit for unit in table.units.values() if unit.seat == seat]
    heads = {
        "acting": ("Acting now", "nav-now"), "faceup": ("Faceup order", "order-up"),
        "pool": (_pool_head(table, seat), "order-pool"), "facedown": ("Activated", "order-down"),
        "off": ("Off the table", "act-withdraw"), "defeated": ("Defeated", "defeated"),
    }  # fmt: skip
    for place, (name, icon) in heads.items():
        if rows := tuple(_row(seen, unit) for unit in units if _place(table, unit) == place):
            yield Group(name, icon, rows)


def _place(table: Table, unit: Unit) -> str:
    if unit.gone:
        return unit.gone
    return "acting" if unit.id == table.acting else unit.order or "pool"


def _pool_head(table: Table, seat: Seat) -> str:
    pool = table.chairs[seat].pool if seat in table.chairs else ()
    if table.phase != "activation" or not pool:
        return "Units"
    return f"In the pool: {', '.join(dict.fromkeys(display_word(rank) for rank in pool))}"


def _row(seen: View, unit: Unit) -> UnitRow:
    table = seen.table
    row, whose = _ROWS.rows_of(table)[unit.id], seen.audience in (unit.seat, "both") and unit.here
    if not whose:
        return row
    own = table.phase in IN_PLAY and table.level == "full" and table.mode != "special-operations"
    deeds = tuple(_unit_actions(table, unit)) if own and unit.id == table.acting else ()
    attacks = tuple(_attacks(table, unit)) if own else ()
    return row._replace(own=own, deeds=deeds, attacks=attacks, fell_too=left_alone(table))


class RowsOfTables:
    """The rows of the tables drawn last as everybody sees them, made once for all who look at a table."""

    def __init__(self) -> None:
        self._newest: tuple[tuple[Table, dict[str, UnitRow]], ...] = ()

    def rows_of(self, table: Table) -> dict[str, UnitRow]:
        """The rows of this very table."""
        for known, rows in reversed(self._newest):
            if known is table:
                return rows
        rows = {unit.id: _bare_row(table, unit) for unit in table.units.values()}
        self._newest = (*self._newest[1 - MOST_TABLES :], (table, rows))
        return rows


_ROWS: Final = RowsOfTables()


def _bare_row(table: Table, unit: Unit) -> UnitRow:
    """A row without what only its own player may do."""
    operation = table.mode == "special-operations"
    left = 0 if unit.gone == "defeated" else max(0, unit.wounds - unit.lost)
    return UnitRow(
        unit.id, int(unit.id.rpartition(".")[2]), unit_number(table, unit.id), table.side_of(unit.seat),
        unit.rank, words.unit_name(table, unit.id), _state(table, unit), left, unit.wounds,
        tuple(token_chips(table, unit)), own=False, minded=tuple(_reminder_texts(table, unit)),
        href=unit_href(edition(table), unit.card) if operation else card_href(unit.card),
        kit=bool(unit.upgrades) and table.level == "full",
        profile="" if operation else profile_words(table, unit),
    )  # fmt: skip


def _attacks(table: Table, unit: Unit) -> Iterator[Option]:
    """The ways in which it may attack now, a Standby first."""
    if not why_no_attack_now(table, unit):
        for why in sorted(reasons(table, unit), key=lambda why: why != "standby"):
            name, note = ATTACKS[why]
            yield Option(f"attack {unit.id} {why}", name, note)


def _state(table: Table, unit: Unit) -> str:
    if unit.gone:
        return "out"
    if unit.id == table.acting:
        return "now"
    return "spent" if unit.order == "facedown" else "ready"


def tools_of(seen: View, unit: str) -> Tools | None:
    """The tools of a unit that this audience may change; of others what their upgrades do."""
    table = seen.table
    row = _row(seen, table.units[unit]) if unit in table.units else None
    if row is None or not (row.own or row.kit):
        return None
    known = table.units[unit]
    upgrades = tuple(upgrades_of(known, row.own))
    if not row.own:
        return Tools(row, upgrades)
    reasons = order_reasons() if unit in orderable(table, known.seat) else ()
    attackers = tuple(_attackers(table, known.seat))
    return Tools(row, upgrades, tuple(token_steps(table, known)), attackers, tuple(_carries(known)), reasons)


def _unit_actions(table: Table, unit: Unit) -> Iterator[Option]:
    """Assets it may claim, and what its mission, a card or a keyword lets it do."""
    for id in claimable(table, unit):
        yield Option(f"claim {unit.id} {id}", f"Claim {words.marker_name(table, id)}", "")
    for name, marker in unit_actions_of(table, unit):
        if name in CORE and counts_actions(table):
            continue  # a tile of the prompt
        deed = wordings().deeds[name]
        at = f", {words.marker_name(table, marker)}" if marker else ""
        yield Option(f"deed {unit.id} {name} {marker}".strip(), f"{deed.name}{at}", deed.note)


def _reminder_texts(table: Table, unit: Unit) -> Iterator[str]:
    """What the table has to remember of a unit that acts, or of one that is attacked."""
    if unit.here and table.phase in IN_PLAY:
        for reminder in reminders(table, unit):
            yield wordings().reminders[reminder.effect].format(number=reminder.number)


def _carries(unit: Unit) -> Iterator[tuple[str, str]]:
    known = library()
    for id in dict.fromkeys(unit.effects):
        kinds = (known.setbacks, known.traits, known.commendations, known.keywords)
        if found := next((kind[id] for kind in kinds if id in kind), None):
            yield found.name, found.words


def _attackers(table: Table, seat: Seat) -> Iterator[Option]:
    """The enemy units that may have defeated one of this seat's."""
    for unit in table.army(other(seat)):
        yield Option(unit.id, words.unit_name(table, unit.id))
