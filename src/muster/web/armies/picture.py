"""The picture of a shared army for link previews: 1200 × 630, our own flag, strokes and figures."""

import json
from pathlib import Path

from muster.app.armies.saving import SavedArmy
from muster.web.armies import view
from muster.web.print.typesetting import Job, sheet

FOLDER = Path(__file__).parents[1] / "templates" / "armies"
SCALE = 72.0  # a point is a pixel


def png(saved: SavedArmy) -> bytes:
    """The picture; what people wrote goes in as data, never as markup."""
    army = view.sheet(saved.army)
    facts = {
        "name": army.name[:60],
        "frame": f"{army.faction_name}, {army.frame}",
        "faction": saved.army.faction,
        "points": f"{army.report.points:,}",
        "limit": f"of {army.report.limit:,} points",
        "activations": f"{army.report.activations} activations",
        "share": min(1.0, army.report.points / army.report.limit),
        "ranks": [{"name": box.short, "count": box.row.units, "strokes": box.strokes} for box in army.ranks],
    }
    return sheet(Job(str(FOLDER), "picture.typ", {"army": json.dumps(facts)}, "png", SCALE))
