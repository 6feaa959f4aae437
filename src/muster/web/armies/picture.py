"""The picture of a shared army for link previews: 1200 × 630, our own flag, strokes and figures."""

import json
from collections import OrderedDict
from functools import cache
from pathlib import Path
from threading import Lock

import typst

from muster.app.armies.saving import SavedArmy
from muster.web.armies import view
from muster.web.print import FONTS

KEPT = 64
TEMPLATE = Path(__file__).parents[1] / "templates" / "armies" / "picture.typ"
SCALE = 72.0  # a point is a pixel
_turn = Lock()  # the typesetter serves one at a time
_kept: OrderedDict[tuple[str, int, bool], bytes] = OrderedDict()


def png(saved: SavedArmy) -> bytes:
    """The picture; the last few are kept, a new version draws a new one."""
    key = (saved.id, saved.version, saved.hand_hidden)
    if key not in _kept:
        _kept[key] = drawn(saved)
    _kept.move_to_end(key)
    while len(_kept) > KEPT:
        _kept.popitem(last=False)
    return _kept[key]


def drawn(saved: SavedArmy) -> bytes:
    """Typst draws it; what people wrote goes in as data, never as markup."""
    sheet = view.sheet(saved.army)
    facts = {
        "name": sheet.name[:60],
        "frame": f"{sheet.faction_name}, {sheet.frame}",
        "faction": saved.army.faction,
        "points": f"{sheet.report.points:,}",
        "limit": f"of {sheet.report.limit:,} points",
        "activations": f"{sheet.report.activations} activations",
        "share": min(1.0, sheet.report.points / sheet.report.limit),
        "ranks": [{"name": box.short, "count": box.row.units, "strokes": box.strokes} for box in sheet.ranks],
    }
    with _turn:
        made = _typesetter().compile(
            TEMPLATE, format="png", ppi=SCALE, sys_inputs={"army": json.dumps(facts)}
        )
    return bytes(made)  # type: ignore[arg-type]


@cache
def _typesetter() -> typst.Compiler:
    """Built once: finding the fonts costs more than a picture. The system's fonts help with other scripts."""
    return typst.Compiler(root=TEMPLATE.parent, font_paths=[FONTS])
