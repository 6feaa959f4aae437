"""How far each player of a campaign is before the first battle: joined, building, ready."""

from typing import NamedTuple

from django.http import HttpRequest

from muster.rules.campaign.club.membership import Campaign
from muster.rules.campaign.register.register import Register
from muster.store.accounts import FORMER_PLAYER, names_of
from muster.web.campaign.registers.building_steps import STEPS, next_step
from muster.web.campaign.requests import logs_of


class Builder(NamedTuple):
    """A player, and how far their Register is. `step` is the open one of `last`; none when it is ready."""

    id: str
    name: str
    me: bool
    words: str
    step: int
    last: int = len(STEPS)


def builders_of(request: HttpRequest, club: Campaign, me: str = "") -> list[Builder]:
    """Everybody in the order they joined, until the first battle; nobody once one was opened."""
    if club.status != "open" or club.battles:
        return []
    logs, names = logs_of(request), names_of(set(club.members))
    logs.open(club.registers)
    theirs: dict[str, Register] = {}
    for stream, owner in club.registers.items():
        found = logs.register(stream).state
        if owner not in theirs or found.status == "founded":
            theirs[owner] = found
    return [
        Builder(who, names.get(who, FORMER_PLAYER), who == me, *_progress_of(theirs.get(who)))
        for who in club.members
    ]


def _progress_of(register: Register | None) -> tuple[str, int]:
    if register is None:
        return "no Register yet", 0
    if register.status != "building":
        return f"ready with {register.called}", len(STEPS) + 1
    step = next_step(register)
    number = list(STEPS).index(step) + 1
    return f"building, step {number} of {len(STEPS)} ({STEPS[step]})", number
