"""The mission cards of games: maps in inches and our words, read once from the data.

One convention for every map: x runs along Red's edge from the left, y away from it, so Blue's edge is the
largest y. Turning Points are the campaign's own data; their squares of 6 inches become inches here.
"""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Literal, TypeAlias, get_args

import msgspec

from muster.rules.armies.army import Deck
from muster.rules.campaign.library.library import library
from muster.rules.campaign.library.parts import TurningPoint
from muster.rules.cards.catalogue import Catalogue
from muster.rules.dice.faces import Face
from muster.rules.game.table import BattleDeck, CardKind, Marker, Mission, Mode, Side

KINDS: tuple[CardKind, ...] = get_args(CardKind)

FILES = ("missions.json", "battle_cards.json")
STANDARD = "-standard"
"""An objective that Recon has too, with the map of the large table."""
RULES = {"wipe-them-out": tuple(range(49, 62))}
"""The Turning Point whose card the documents quote."""
SQUARE = 6
"""The side of a map square: range 1, in inches."""


Worded: TypeAlias = str | Mapping[str, str | int | tuple[str | int, ...]]
"""What a card says of its own, in the shape of `prompts.json`."""


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The size of the table in inches: 36 by 36 in Recon (rules 442, 465)."""

    width: int
    height: int


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a side's Territory, in inches."""

    side: Side
    left: float
    top: float
    right: float
    bottom: float


class MissionCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card of a mission in our words. `tokens` are the objective tokens of its map. The same card may be in
    the decks of other modes `also`; of a `manual` one the text is not known, its points are typed in. `rules`
    are their numbers in the documents. Where the printed map is lost the `layout` is ours, one reading of
    the `labels` that survive. `slots` are those of the Transmitter card, by face (rule 340); a side with two
    zones `alternates` between them, unit by unit (rule 351). `inches` are its distances, by what they are
    for; `words` those of its own choices, dice and actions."""

    id: str
    name: str
    mode: Mode | Literal["special-operations"]
    kind: Literal["objective", "secondary", "advantage", "turning-point", "mission"]
    also: tuple[Mode, ...] = ()
    faction: str = ""
    manual: bool = False
    board: Board | None = None
    zones: tuple[Zone, ...] = ()
    tokens: tuple[Marker, ...] = ()
    layout: Literal["card", "ours"] = "card"
    labels: tuple[int, ...] = ()
    slots: Mapping[Face, int] = {}
    alternates: bool = False
    inches: Mapping[str, int] = {}
    words: Mapping[str, Mapping[str, Worded]] = {}
    setup: str = ""
    scoring: str = ""
    special: str = ""
    secondary: str = ""
    blue_advantage: str = ""
    red_advantage: str = ""
    rules: tuple[int, ...] = ()
    source: str = ""

    @property
    def control(self) -> int:
        """The inches at which a token is controlled or contested: half range by the core rules; none where it
        has to be touched."""
        return self.inches.get("control", 0 if self.mode == "special-operations" else SQUARE // 2)


@cache
def mission_cards() -> dict[str, MissionCard]:
    """Every card by id; one deck of each kind keeps the order of its document."""
    files = (resources.files("muster.data").joinpath("games", name).read_bytes() for name in FILES)
    cards = (card for raw in files for card in msgspec.json.decode(raw, type=tuple[MissionCard, ...]))
    points = (_turning_point(point) for point in library().turning_points.values())
    return {card.id: card for card in (*cards, *points)}


def deck(mode: Mode | Literal["special-operations"], kind: str) -> tuple[str, ...]:
    """The cards of a kind that a mode draws from (rules 443, 444)."""
    return tuple(
        card.id
        for card in mission_cards().values()
        if (card.mode == mode or mode in card.also) and card.kind == kind
    )


def battle_deck(army: Deck, cards: Catalogue) -> BattleDeck:
    """The mission cards of an army's battle deck; names that somebody typed are no cards."""
    known = {card.id: card.slug.removeprefix("battle/") for card in cards.data.battle_cards}
    found = {
        kind: tuple(id for card in army.of(kind) if card in known and (id := _mission_id(known[card])))
        for kind in KINDS
    }
    return BattleDeck(**found)


def _mission_id(slug: str) -> str:
    """Cards that both modes have are one card, but for objectives: those have two maps."""
    return next((id for id in (slug, slug.removesuffix(STANDARD)) if id in mission_cards()), "")


def rules_id(card: str) -> str:
    """What a card does: an objective does the same on both its maps."""
    return card.removesuffix(STANDARD)


def may_use(card: str, faction: str) -> bool:
    """Whether an army may bring a card: some belong to a faction."""
    return mission_cards()[card].faction in ("", faction)


def map_card(mission: Mission) -> MissionCard | None:
    """The card whose map is on the table."""
    return mission_cards().get(mission.objective)


def _turning_point(point: TurningPoint) -> MissionCard:
    zones = tuple(
        Zone(zone.player, zone.left * SQUARE, zone.top * SQUARE, zone.right * SQUARE, zone.bottom * SQUARE)
        for zone in point.map.zones
    )
    tokens = tuple(
        Marker(
            id=f"{'-'.join(token.name.lower().split())}-{number}", name=token.name, kind=token.kind,
            x=token.x * SQUARE, y=token.y * SQUARE, amount=token.holds, reach=token.contest or 0,
            only=token.only, side=_zone_at(zones, token.x * SQUARE, token.y * SQUARE),
        )
        for number, token in enumerate(point.map.tokens, start=1)
    )  # fmt: skip
    return MissionCard(
        id=point.id, name=point.name, mode="turning-point", kind="turning-point", board=Board(72, 36),
        zones=zones, tokens=tokens, setup=point.setup, scoring=point.scoring, secondary=point.secondary,
        blue_advantage=point.blue_advantage, red_advantage=point.red_advantage,
        rules=RULES.get(point.id, ()), source=f"{point.name}, mission card",
    )  # fmt: skip


def _zone_at(zones: tuple[Zone, ...], x: float, y: float) -> Side | None:
    return next((z.side for z in zones if z.left <= x <= z.right and z.top <= y <= z.bottom), None)
