"""Tools for a table: is there enough terrain, who brings what, and the ways to the others."""

from typing import Any, Final, NamedTuple, get_args

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.views.decorators.http import require_GET

from muster.rules.game.terrain import DENSITY, GUIDELINES, KINDS, MOST_PIECES, Kind, Size, Terrain, warnings
from muster.rules.violations import Refused
from muster.web.site.errors import as_reason

SILHOUETTE: Final = "/tables/silhouette.pdf"
SIZES: Final[dict[Size, str]] = {"3x6": "3′ × 6′", "3x3": "3′ × 3′"}
KIND_NAMES: Final[dict[Kind, tuple[str, str]]] = {
    "medium": ("Medium blockers", "Block line of sight, up to height 1"),
    "large": ("Large blockers", "Block line of sight, height 2 or more"),
    "area": ("Area pieces", "Woods, rubble, water: difficult ones too"),
    "difficult": ("Difficult area pieces", "Of the area pieces, those that slow"),
    "scatter": ("Scatter", "Crates, barricades, rocks"),
}
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


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """All tools for a table."""
    return render(request, "game/index.html", {"silhouette": silhouette()})


def silhouette() -> str:
    """The address of the silhouette template, empty where this server prints none."""
    try:
        resolve(SILHOUETTE)
    except Resolver404:
        return ""
    return SILHOUETTE


@require_GET
def regulations(request: HttpRequest) -> HttpResponse:
    """What everybody at a tournament brings and knows."""
    return render(request, "game/regulations.html", {"silhouette": silhouette()})


@require_GET
def terrain(request: HttpRequest) -> HttpResponse:
    """The counts stand in the address, so a table can be kept and shared."""
    size = size_of(request.GET.get("size", ""))
    reasons: list[dict] = []
    asked = "size" in request.GET
    try:
        have = counted(request.GET, size)
        found = [as_reason(one) for one in warnings(size, have)]
    except Refused as refusal:
        have, found = example(size), []
        reasons = list(map(as_reason, refusal.violations))
    shown = _shown(size, have) | {"found": found, "reasons": reasons, "asked": asked}
    template = "game/_terrain.html" if request.htmx else "game/terrain.html"  # type: ignore[attr-defined]
    return render(request, template, shown, status=422 if reasons else 200)


def size_of(text: str) -> Size:
    """The size of the table; the large one where nothing else is said."""
    return next((one for one in get_args(Size) if one == text), "3x6")


def example(size: Size) -> Terrain:
    """A table in the middle of every guideline: where one begins to count."""
    middle = {kind: (least + most) // 2 for kind, (least, most) in GUIDELINES[size].items()}
    return Terrain(**middle, density=sum(DENSITY) // 2, light=True, heavy=True)


def counted(form: QueryDict, size: Size) -> Terrain:
    """What the address says; without any count an example is shown."""
    if not any(kind in form for kind in KINDS):
        return example(size)
    numbers = {kind: number(form.get(kind, "")) for kind in KINDS}
    density = form.get("density", "").strip()
    return Terrain(
        **numbers,
        density=number(density) if density else None,
        light="light" in form,
        heavy="heavy" in form,
    )


def number(text: str) -> int:
    """A count as typed; what is none is too many for any table, and refused there."""
    typed = text.strip()
    if not typed:
        return 0
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 6 else MOST_PIECES + 1


def _shown(size: Size, have: Terrain) -> dict[str, Any]:
    least, most = DENSITY
    covered = have.density if have.density is not None else 0
    return {
        "size": size,
        "sizes": SIZES,
        "have": have,
        "kinds": [kind_row(kind, size, getattr(have, kind)) for kind in KINDS],
        "density": KindRow(
            "density", "", "", covered, least, most, least, most - least, min(covered, BAR), ""
        ),
        "pieces": have.medium + have.large + have.area + have.scatter,
    }


def kind_row(kind: Kind, size: Size, have: int) -> KindRow:
    """A count beside its guideline, drawn on a bar that ends a little beyond both."""
    least, most = GUIDELINES[size][kind]
    scale = max(most + max(2, most // 3), have)
    state = "few" if have < least else "many" if have > most else "fine"
    low, wide, at = (round(BAR * one / scale, 2) for one in (least, most - least, have))
    name, hint = KIND_NAMES[kind]
    return KindRow(kind, name, hint, have, least, most, low, wide, at, state)
