"""Typical armies to measure one's own against: legal Standard armies of nearly 1,000 points, one of each
faction and one more. They are examples, not advice."""

from functools import cache
from importlib.resources import files

import msgspec

from muster.rules.armies.army import Army


@cache
def typical_armies() -> dict[str, Army]:
    """Each by its key, as `typical-empire`."""
    raw = files("muster.data").joinpath("rules", "typical_armies.json").read_bytes()
    armies = msgspec.json.decode(raw, type=tuple[Army, ...])
    return {army.name.lower().replace(" ", "-"): army for army in armies}
