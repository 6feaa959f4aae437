"""How a game is played with Muster, with pictures: drawn by the game's own templates from a made-up game."""

from typing import ClassVar, Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from muster.rules.dice.faces import Die, pool
from muster.rules.dice.odds import odds
from muster.rules.dice.questions import Attack, Defence
from muster.rules.game.missions import mission_cards
from muster.rules.game.table import Chair, Marker, Mission, Score, Side, Table, Unit, View
from muster.web.dice.dice import NAMES
from muster.web.dice.pool import foretold
from muster.web.game.play.board import MissionMap, mission_map
from muster.web.game.play.prompts.attack_summary import odds_line
from muster.web.game.play.prompts.prompt import Denied, OddsLine, Option, Prompt, Tile
from muster.web.game.play.rows import Group, UnitRow, groups
from muster.web.game.play.screens.attack_pictures import AttackPictures, attack_pictures
from muster.web.game.play.tally import Chart, SideScore, chart, side_score
from muster.web.game.wording import wordings
from muster.web.page import Page, render_response

MISSION: Final = "bunker-assault"
POINTS: Final[tuple[tuple[Side, int, int], ...]] = (
    ("blue", 2, 2), ("red", 1, 2), ("red", 5, 3), ("blue", 2, 3), ("blue", 4, 4), ("red", 2, 4),
)  # fmt: skip
"""Victory points of the picture: side, points, round."""


LOADOUTS: Final = Prompt(
    "", "pairs", "", "", "",
    pairs=((
        Option("a", "Agility Training", "Your Dodges cancel Criticals too."),
        Option("b", "Improved Comms", "Ignore Comms Disruption."),
    ),),
)  # fmt: skip
ACTIONS: Final = Prompt(
    "", "tiles", "", "", "",
    tiles=(
        Tile("attack", "Attack", "12″, 4 dice", "act-attack"), Tile("move", "Move", "speed 2", "act-move"),
        Tile("dodge", "Dodge", "gain 1 Dodge", "token-dodge"), Tile("dash", "Dash", "speed 1", "act-dash"),
    ),
    denied=(Denied("Aim", "token-aim", wordings().not_now["done"]),),
)  # fmt: skip
CHOSEN: Final = {Die.ATTACK_BLACK: 3, Die.ATTACK_WHITE: 1}
"""The dice in the picture of the tray."""
POOL: Final = Attack(red=1, black=3, aims=1)
TARGET: Final = Defence(mode="special-operations", die="red", cover="light", wounds=2)
"""What the pictures of Special Operations show."""


class HelpPage(Page, frozen=True, kw_only=True):
    """A made-up game in its fourth round, part by part."""

    template: ClassVar = "game/play/help.html"
    rows: tuple[Group, ...]
    map: MissionMap | None
    scores: tuple[SideScore, ...]
    chart: Chart | None
    loadouts: Prompt
    actions: Prompt
    acting: UnitRow
    odds: OddsLine
    pool: str
    chosen: dict[Die, int]
    attack: AttackPictures
    kinds: tuple[tuple[Die, str], ...] = tuple(NAMES.items())
    goal: int = 12


@require_GET
def render_help(request: HttpRequest) -> HttpResponse:
    """Everything a new player wants to know."""
    seen = View(audience="one", table=_table(), own=None, locked=frozenset())
    scores = (side_score(seen, "blue"), side_score(seen, "red"))
    rows = tuple(groups(seen, "one"))
    return render_response(
        request,
        HelpPage(
            rows=rows, map=mission_map(seen), scores=scores,
            chart=chart(seen.table, scores), loadouts=LOADOUTS, actions=ACTIONS,
            acting=rows[0].rows[0], odds=odds_line(odds(POOL, TARGET)),
            pool=foretold(pool(CHOSEN.items())), chosen=CHOSEN,
            attack=attack_pictures(),
        ),
    )  # fmt: skip


def _table() -> Table:
    """Ann is Blue, Bob is Red; nobody ever played it."""
    units = (
        Unit(id="one.1", seat="one", card="", name="Commander", rank="commander", unit_type="trooper",
             courage=2, wounds=6, lost=1, order="faceup", deployed=True, tokens={"aim": 1}),
        Unit(id="one.2", seat="one", card="", name="Troopers", rank="corps", unit_type="trooper",
             courage=1, wounds=5, suppression=1, deployed=True),
        Unit(id="one.3", seat="one", card="", name="Scouts", rank="special-forces", unit_type="trooper",
             courage=2, wounds=4, lost=2, suppression=1, order="facedown", deployed=True,
             tokens={"dodge": 1}),
    )  # fmt: skip
    scores = tuple(
        Score(side=side, points=points, card=MISSION, reason="secured", round=number)
        for side, points, number in POINTS
    )
    markers: dict[str, Marker] = {token.id: token for token in mission_cards()[MISSION].tokens}
    return Table(
        phase="activation", round=4, blue="one", chairs={"one": Chair(name="Ann"), "two": Chair(name="Bob")},
        mission=Mission(objective=MISSION), units={unit.id: unit for unit in units}, markers=markers,
        scores=scores,
    )  # fmt: skip
