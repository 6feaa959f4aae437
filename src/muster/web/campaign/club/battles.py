"""The battles of a campaign: where each stands in a sentence, and what the arbitrator may do about it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.http import HttpRequest

from muster.app.campaign.battle.battles import Battles
from muster.app.campaign.battle.desk import SideRef
from muster.rules.campaign.battle.battle import LAST_STEP, SIDES, Battle, other
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.battle.steps.experience import rival_owed
from muster.web.campaign.club.pages import CampaignSummary, ClubRequest
from muster.web.campaign.requests import logs_of, registers_of
from muster.web.environment import url

SHOWN = 8
STRANGER = "An opponent without a Register"
FORMATS = {"recon": "Recon", "standard": "Standard"}


class BattleLine(NamedTuple):
    """A side: its name, how it did, and its victory points once they are written down."""

    name: str
    result: str
    points: int | None


class ArbiterOffer(NamedTuple):
    """What the arbitrator may do, and why it would be needed."""

    do: str
    side: str
    button: str
    why: str


class BattleRow(NamedTuple):
    """A battle. `href` is there for those who sit at it."""

    number: int
    id: str
    size: str
    lines: tuple[BattleLine, ...]
    state: str
    tone: str
    href: str
    offers: tuple[ArbiterOffer, ...]


def battles_of(request: HttpRequest) -> Battles:
    """The battles of the site, on the request's own look."""
    logs = logs_of(request)
    return Battles(logs.store, logs.library, roles=registers_of(request).stream_roles)


def rows_of(
    request: HttpRequest, seen: ClubRequest, cards: Sequence[CampaignSummary], *, everything: bool
) -> list[BattleRow]:
    """The newest battles, and older ones that a Register is still in; or all of them."""
    numbered = list(enumerate(seen.club.battles, start=1))
    busy = {card.register.open_battle for card in cards}
    wanted = [pair for pair in numbered if everything or pair in numbered[-SHOWN:] or pair[1] in busy]
    logs, table = logs_of(request), battles_of(request)
    logs.open([battle for _, battle in wanted])
    found = [(number, table.battle(battle).state) for number, battle in reversed(wanted)]
    sides = {battle.side(key).register for _, battle in found for key in SIDES} - {""}
    logs.open(sides)
    names = {side: logs.register(side).state.called for side in sides}
    mine = set(registers_of(request).streams(seen.me))
    return [row(table, number, battle, names, mine) for number, battle in found]


def row(table: Battles, number: int, found: Battle, names: Mapping[str, str], mine: set[str]) -> BattleRow:
    """One battle; a side's name also where its Register has left the campaign since."""
    known = {key: names.get(found.side(key).register, STRANGER) for key in SIDES}
    state, tone = standing(found, known)
    here = found.id.removeprefix("battle:")
    sits = any(found.side(key).register in mine for key in SIDES)
    return BattleRow(
        number,
        here,
        f"{found.points} points, {FORMATS.get(found.format, found.format)}",
        tuple(line(found, key, known[key]) for key in SIDES),
        state,
        tone,
        url("tour-battle", battle=here) if sits else "",
        tuple(offers(table, found, known)),
    )


def line(found: Battle, key: SideKey, name: str) -> BattleLine:
    """One side of a battle."""
    if found.status != "recorded":
        return BattleLine(name, "", None)
    return BattleLine(name, found.result(key), found.side(key).record.victory_points)


def standing(found: Battle, names: dict[SideKey, str]) -> tuple[str, str]:
    """Where a battle stands, and in which tone."""
    if found.status == "called-off":
        return "Called off", ""
    if found.status == "open":
        return _before(found, names), "accent"
    if disputed := [names[key] for key in SIDES if found.side(key).dispute]:
        return f"Disputed by {both(disputed)}", "warn"
    if not found.done:
        return _afterwards(found, names), "accent"
    if unsure := unconfirmed(found):
        return f"Waits for {both([names[key] for key in unsure])} to confirm", "warn"
    return "Confirmed", ""


def _before(found: Battle, names: dict[SideKey, str]) -> str:
    late = [names[key] for key in SIDES if found.side(key).register and not found.side(key).mustered]
    return f"Waits for {both(late)} to muster" if late else "On the table"


def _afterwards(found: Battle, names: dict[SideKey, str]) -> str:
    busy = [key for key in SIDES if not found.side(key).done]
    return "; ".join(f"{names[key]} at step {found.side(key).step} of {LAST_STEP}" for key in busy)


def unconfirmed(found: Battle) -> list[SideKey]:
    """The sides whose steps are done and who have not said that all is right."""
    return [key for key in SIDES if found.side(key).register and not found.side(key).confirmed]


def both(names: Sequence[str]) -> str:
    """A and B."""
    return " and ".join(names)


# The arbitrator --------------------------------------------------------------------------------------------


def offers(table: Battles, found: Battle, names: dict[SideKey, str]) -> list[ArbiterOffer]:
    """What the arbitrator can do so that nobody waits for ever."""
    if found.status == "open":
        return [
            ArbiterOffer(
                "call-off", "", "Call it off", f"{_before(found, names)}. Called off, both are free."
            )
        ]
    if found.status != "recorded":
        return []
    there = [key for key in SIDES if found.side(key).register]
    made = [_pass(key, names) for key in there if rival_owed(table.load_side(SideRef(found.id, key)).context)]
    ready = [key for key in unconfirmed(found) if found.side(key).done]
    return made + [_confirm(found, key, names) for key in ready]


def _pass(key: SideKey, names: dict[SideKey, str]) -> ArbiterOffer:
    why = f"{names[other(key)]} cannot go on before {names[key]} names a Most Feared Rival, or none."
    return ArbiterOffer("pass-rival", key, f"None for {names[key]}", why)


def _confirm(found: Battle, key: SideKey, names: dict[SideKey, str]) -> ArbiterOffer:
    dispute = found.side(key).dispute
    silent = f"{names[key]} has done all steps and says nothing."
    why = f"{names[key]} disputes it: {dispute}" if dispute else silent
    return ArbiterOffer("confirm-for", key, f"Confirm for {names[key]}", why)
