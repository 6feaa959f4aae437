"""The battles of a campaign: where each stands in a sentence, and what the arbitrator may do about it."""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest

from muster.app.campaign.battle.battles import Battles
from muster.app.campaign.battle.context import BattleContext, SideRef
from muster.app.campaign.logs import BATTLES
from muster.rules.campaign.battle.battle import LAST_STEP, SIDES, Battle, other
from muster.rules.campaign.battle.events import SideKey
from muster.web.campaign.battle.arbiter import arbiter_of
from muster.web.campaign.club.pages import CampaignSummary, ClubRequest
from muster.web.campaign.requests import logs_of, registers_of
from muster.web.environment import url

SHOWN = 8
STRANGER = "An opponent without a Register"
Names = dict[SideKey, str]


class ArbiterOffer(NamedTuple):
    """What the arbitrator may do, and why it would be needed."""

    do: str
    side: str
    button: str
    why: str


class BattleRow(NamedTuple):
    """A battle, where it stands and in which tone. Every member may read it; `mine` for those who
    sit at it."""

    number: int
    id: str
    battle: Battle
    names: Names
    points: Names
    state: str
    tone: str
    href: str
    mine: bool
    offers: list[ArbiterOffer]


def battles_of(request: HttpRequest) -> Battles:
    """The battles of the site, on the request's own look."""
    logs = logs_of(request)
    return Battles(logs.store, logs.library, roles=registers_of(request).stream_roles)


def rows_of(
    request: HttpRequest, seen: ClubRequest, cards: Sequence[CampaignSummary], *, everything: bool
) -> list[BattleRow]:
    """The newest battles, and older ones that a Register is still in; or all of them. A side has its name
    also where its Register has left the campaign since."""
    numbered = list(enumerate(seen.club.battles, start=1))
    busy = {card.register.open_battle for card in cards}
    wanted = [pair for pair in numbered if everything or pair in numbered[-SHOWN:] or pair[1] in busy]
    logs, table = logs_of(request), battles_of(request)
    table.prefetch([battle for _, battle in wanted])
    mine, rows = set(registers_of(request).streams(seen.me)), []
    for number, battle in reversed(wanted):
        found = table.battle(battle).state
        sides = {key: found.side(key).register for key in SIDES}
        names = {
            key: logs.register(register).state.called if register else STRANGER
            for key, register in sides.items()
        }
        here = battle.removeprefix(BATTLES)
        href, sits = url("tour-battle", battle=here), bool(mine & set(sides.values()))
        desk = table.desk(SideRef(battle, "blue"))
        may = offers(desk, seen.me, names) if seen.arbitrates else []
        state = battle_status(found, names)
        rows.append(BattleRow(number, here, found, names, points_of(found), *state, href, sits, may))
    return rows


def points_of(found: Battle) -> Names:
    """Victory points by side, as far as they were written: without any written nobody has 0, and nobody wrote
    down those of a side without a Register."""
    written = {key: found.side(key).record.victory_points for key in SIDES if found.side(key).register}
    return {key: str(points) for key, points in written.items()} if any(written.values()) else {}


def battle_status(found: Battle, names: Names) -> tuple[str, str]:
    """Where a battle stands, and in which tone."""
    if found.status == "called-off":
        return "Cancelled", ""
    if found.status == "open":
        return _status_before_record(found, names), "accent"
    if disputed := [names[key] for key in SIDES if found.side(key).dispute]:
        return f"Disputed by {' and '.join(disputed)}", "warn"
    if busy := [key for key in SIDES if not found.side(key).done]:
        steps = (f"{names[key]} at step {found.side(key).step} of {LAST_STEP}" for key in busy)
        return "; ".join(steps), "accent"
    there = [key for key in SIDES if found.side(key).register]
    if unsure := [names[key] for key in there if not found.side(key).confirmed]:
        return f"Waits for {' and '.join(unsure)} to confirm", "warn"
    return "Confirmed", ""


def _status_before_record(found: Battle, names: Names) -> str:
    late = [names[key] for key in SIDES if found.side(key).register and not found.side(key).mustered]
    return f"Waits for {' and '.join(late)} to muster" if late else "On the table"


def offers(desk: BattleContext, me: str, names: Names) -> list[ArbiterOffer]:
    """What the arbitrator can do so that nobody waits for ever."""
    found = desk.battle
    if found.status == "open":
        why = f"{_status_before_record(found, names)}. Once cancelled, both are free."
        return [ArbiterOffer("call-off", "", "Cancel this battle", why)]
    may, made = arbiter_of(desk, me), []
    for key in may.passable:
        why = f"{names[other(key)]} can’t continue before {names[key]} names a Most Feared Rival, or none."
        made.append(ArbiterOffer("pass-rival", key, f"None for {names[key]}", why))
    for key in may.confirmable:
        dispute = found.side(key).dispute
        silent = f"{names[key]} has done all steps but hasn’t confirmed."
        why = f"{names[key]} disputes it: {dispute}" if dispute else silent
        made.append(ArbiterOffer("confirm-for", key, f"Confirm for {names[key]}", why))
    return made
