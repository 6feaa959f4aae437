"""What a run of walks has covered, in a few lines."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from tests.walker.plans import OPERATION

Notes = list[dict[str, Any]]


def summary(played: Notes) -> str:
    """Games by mode, acts, pages, and what of the squads and missions has been met."""
    return "\n".join(_lines(played))


def _lines(played: Notes) -> Iterator[str]:
    faults = [one["seed"] for one in played if one["fault"]]
    whole = [one for one in played if not one["fault"]]
    modes = Counter(_mode(one["plan"]) for one in played)
    yield f"{len(played)} games: {', '.join(f'{number} {mode}' for mode, number in sorted(modes.items()))}"
    acts, pages, seconds = (sum(one.get(what, 0) for one in played) for what in ("acts", "pages", "seconds"))
    yield f"{acts} acts, {pages} pages opened, {seconds:.0f} s of CPU"
    yield f"refused as the list of the walker allows: {sum(one.get('refused', 0) for one in played)}"
    yield _squads(whole)
    for mode in ("recon", "standard", "turning-point", OPERATION):
        met = Counter(one["mission"] for one in whole if one["plan"]["mode"] == mode and one.get("mission"))
        yield f"{mode}, missions met: {', '.join(f'{name} {n}' for name, n in sorted(met.items())) or 'none'}"
    yield f"faults: {len(faults)}" + (f", seeds {', '.join(map(str, faults))}" if faults else "")


def _mode(plan: dict[str, Any]) -> str:
    where = " of a battle" * plan["battle"] + " at an event" * plan["event"]
    phones = ", one phone" if plan["phones"] == 1 else ""
    return f"{plan['mode']}{where}{phones}"


def _squads(played: Iterable[dict[str, Any]]) -> str:
    plans = [one["plan"] for one in played if one["plan"]["mode"] == OPERATION]
    pairs = {(one["edition"], *sorted(one["squads"])) for one in plans}
    squads = {(one["edition"], squad) for one in plans for squad in one["squads"]}
    return f"squads: {len(squads)} of 18 in both editions, {len(pairs)} of 73 pairs"
