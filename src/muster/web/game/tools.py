"""Tools for a table: is there enough terrain, who brings what, and the ways to the others."""

from collections.abc import Mapping
from typing import Final, NamedTuple, get_args

from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_GET

from muster.rules.tournament.table_setup.terrain import (
    DENSITY,
    GUIDELINES,
    KINDS,
    MOST_PIECES,
    Kind,
    Size,
    Terrain,
    warnings,
)
from muster.rules.violations import Refused, Violation
from muster.web.forms import whole_number
from muster.web.game.wording import word_list
from muster.web.page import Page, render_response
from muster.web.site.errors import Reason, reasons_of

SIZES: Final[dict[Size, str]] = {"3x6": "3′ × 6′", "3x3": "3′ × 3′"}
KIND_NAMES: Final[dict[Kind, tuple[str, str]]] = word_list("terrain")
BAR: Final = 100


class KindRow(NamedTuple):
    """A kind of terrain: how many there are, and where that lies beside the guideline.

    `scale` is the end of the drawn bar; `low`, `wide` and `at` are lengths on it, out of a hundred.
    """

    kind: str
    name: str
    hint: str
    have: int
    least: int
    most: int
    low: float
    wide: float
    at: float
    state: str


class ToolsPage(Page, frozen=True, kw_only=True):
    """All tools for a table."""

    template = "game/index.html"


class RegulationsPage(Page, frozen=True, kw_only=True):
    """What everybody at a tournament brings and knows."""

    template = "game/regulations.html"


class TerrainBody(Page, frozen=True, kw_only=True):
    """The terrain of a table beside the guidelines."""

    template = "game/_terrain.html"

    size: Size
    sizes: Mapping[Size, str]
    have: Terrain
    kinds: tuple[KindRow, ...]
    density: KindRow
    pieces: int
    found: tuple[Reason, ...]
    reasons: tuple[Reason, ...]
    asked: bool


class TerrainPage(TerrainBody, frozen=True, kw_only=True):
    """The same as a whole page."""

    template = "game/terrain.html"


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """All tools for a table."""
    return render_response(request, ToolsPage())


@require_GET
def regulations(request: HttpRequest) -> HttpResponse:
    """What everybody at a tournament brings and knows."""
    return render_response(request, RegulationsPage())


@require_GET
def terrain(request: HttpRequest) -> HttpResponse:
    """The counts stand in the address, so a table can be kept and shared."""
    size: Size = next((option for option in get_args(Size) if option == request.GET.get("size")), "3x6")
    problems: tuple[Violation, ...] = ()
    try:
        have = terrain_in(request.GET, size)
        notes = warnings(size, have)
    except Refused as refusal:
        have, notes, problems = example(size), (), refusal.violations
    kind = TerrainBody if request.headers.get("HX-Request") else TerrainPage
    least, most = DENSITY
    covered = have.density or 0
    shown = kind(
        size=size,
        sizes=SIZES,
        have=have,
        kinds=tuple(kind_row(kind, size, getattr(have, kind)) for kind in KINDS),
        density=KindRow("density", "", "", covered, least, most, least, most - least, min(covered, BAR), ""),
        pieces=have.medium + have.large + have.area + have.scatter,
        found=reasons_of(notes),
        reasons=reasons_of(problems),
        asked="size" in request.GET,
    )
    return render_response(request, shown, 422 if problems else 200)


def example(size: Size) -> Terrain:
    """A table in the middle of every guideline: where one begins to count."""
    middle = {kind: (least + most) // 2 for kind, (least, most) in GUIDELINES[size].items()}
    return Terrain(**middle, density=sum(DENSITY) // 2, light=True, heavy=True)


def terrain_in(form: QueryDict, size: Size) -> Terrain:
    """What the address says; without any count an example is shown."""
    if not any(kind in form for kind in KINDS):
        return example(size)
    numbers = {kind: number(form.get(kind, "")) for kind in KINDS}
    density = form.get("density", "").strip()
    covered = number(density) if density else None
    return Terrain(**numbers, density=covered, light="light" in form, heavy="heavy" in form)


def number(text: str) -> int:
    """A count as typed; what is none is too many for any table, and refused there."""
    count = whole_number(text or "0", 5)
    return MOST_PIECES + 1 if count is None else count


def kind_row(kind: Kind, size: Size, have: int) -> KindRow:
    """A count beside its guideline, drawn on a bar that ends a little beyond both."""
    least, most = GUIDELINES[size][kind]
    scale = max(most + max(2, most // 3), have)
    state = "few" if have < least else "many" if have > most else "fine"
    low, wide, at = (round(BAR * number / scale, 2) for number in (least, most - least, have))
    name, hint = KIND_NAMES[kind]
    return KindRow(kind, name, hint, have, least, most, low, wide, at, state)
