"""How a game is played with Muster, with pictures: drawn by the game's own templates from a made-up game."""

from typing import ClassVar, Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from muster.rules.game.missions import mission_cards
from muster.rules.game.table import Chair, Marker, Mission, Score, Side, Table, Unit, View
from muster.web.game.play.board import MissionMap, mission_map
from muster.web.game.play.rows import Group, groups
from muster.web.game.play.tally import Chart, SideScore, chart, side_score
from muster.web.page import Page, draw

MISSION: Final = "bunker-assault"
POINTS: Final[tuple[tuple[Side, int, int], ...]] = (
    ("blue", 2, 2), ("red", 1, 2), ("red", 5, 3), ("blue", 2, 3), ("blue", 4, 4), ("red", 2, 4),
)  # fmt: skip
"""Victory points of the picture: side, points, round."""


class HelpPage(Page, frozen=True, kw_only=True):
    """A made-up game in its fourth round, part by part."""

    template: ClassVar = "game/play/help.html"
    rows: tuple[Group, ...]
    map: MissionMap | None
    scores: tuple[SideScore, ...]
    chart: Chart | None
    goal: int = 12


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """Everything a new player wants to know."""
    seen = View(audience="one", table=_table(), own=None, locked=frozenset())
    scores = (side_score(seen, "blue"), side_score(seen, "red"))
    return draw(
        request,
        HelpPage(
            rows=tuple(groups(seen, "one")), map=mission_map(seen), scores=scores,
            chart=chart(seen.table, scores),
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
    markers: dict[str, Marker] = {one.id: one for one in mission_cards()[MISSION].tokens}
    return Table(
        phase="activation", round=4, blue="one", chairs={"one": Chair(name="Ann"), "two": Chair(name="Bob")},
        mission=Mission(objective=MISSION), units={unit.id: unit for unit in units}, markers=markers,
        scores=scores,
    )  # fmt: skip
