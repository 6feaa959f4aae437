"""The battles of a campaign: where each stands in a sentence, and what the arbitrator may do about it."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from muster.app.campaign.battles import SideRef
from muster.app.campaign.steps import Battles
from muster.rules.campaign.battle.battle import LAST_STEP, SIDES, Battle, other
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.battle.steps.experience import may_name, rival_awaited
from muster.rules.campaign.club.membership import Campaign
from muster.rules.campaign.register.register import Register
from muster.store.log import DatabaseStore
from muster.store.stream_roles import DatabaseRoles
from muster.web.campaign.library import site_books
from muster.web.campaign.registers.my_registers import called
from muster.web.environment import url

SHOWN = 8
STRANGER = "An opponent without a Register"
FORMATS = {"recon": "Recon", "standard": "Standard"}


class OnTheList(Protocol):
    """A Register of the campaign as the page knows it."""

    @property
    def id(self) -> str: ...

    @property
    def register(self) -> Register: ...

    @property
    def name(self) -> str: ...


class BattleLine(NamedTuple):
    """A side: its name, how it did, and its victory points once they are written down."""

    name: str
    result: str
    points: int | None


class Offer(NamedTuple):
    """What the arbitrator may do, and why it would be needed."""

    do: str
    side: str
    button: str
    why: str


class Row(NamedTuple):
    """A battle. `href` is there for those who sit at it."""

    number: int
    id: str
    size: str
    lines: tuple[BattleLine, ...]
    state: str
    tone: str
    href: str
    offers: tuple[Offer, ...]


def rows(stream: str, me: str, club: Campaign, cards: Sequence[OnTheList], everything: bool) -> list[Row]:
    """The newest battles, and older ones that a Register is still in; or all of them."""
    numbered = list(enumerate(club.battles, start=1))
    busy = {card.register.open_battle for card in cards}
    wanted = [pair for pair in numbered if everything or pair in numbered[-SHOWN:] or pair[1] in busy]
    table, names = (
        Battles(DatabaseStore(), site_books()),
        {f"register:{card.id}": card.name for card in cards},
    )
    return [row(table, number, battle, me, names) for number, battle in reversed(wanted)]


def row(table: Battles, number: int, battle: str, me: str, names: dict[str, str]) -> Row:
    """One battle."""
    found = table.battle(battle).state
    known = {key: side_name(table, found, key, names) for key in SIDES}
    state, tone = standing(found, known)
    sits = any(DatabaseRoles().role(me, found.side(key).register) == "owner" for key in SIDES)
    here = battle.removeprefix("battle:")
    return Row(
        number,
        here,
        f"{found.points} points, {FORMATS.get(found.format, found.format)}",
        tuple(line(found, key, known[key]) for key in SIDES),
        state,
        tone,
        url("tour-battle", battle=here) if sits else "",
        tuple(offers(table, battle, found, known)),
    )


def side_name(table: Battles, found: Battle, key: SideKey, names: dict[str, str]) -> str:
    """The name of a side; also of a Register that has left the campaign since."""
    register = found.side(key).register
    if not register:
        return STRANGER
    return names.get(register) or called(table.tours.register(register).state)


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


def offers(table: Battles, battle: str, found: Battle, names: dict[SideKey, str]) -> list[Offer]:
    """What the arbitrator can do so that nobody waits for ever."""
    if found.status == "open":
        return [Offer("call-off", "", "Call it off", f"{_before(found, names)}. Called off, both are free.")]
    if found.status != "recorded":
        return []
    made = [_pass(key, names) for key in SIDES if keeps_waiting(table, battle, found, key)]
    ready = [key for key in unconfirmed(found) if found.side(key).done]
    return made + [_confirm(found, key, names) for key in ready]


def _pass(key: SideKey, names: dict[SideKey, str]) -> Offer:
    why = f"{names[other(key)]} cannot go on before {names[key]} names a Most Feared Rival, or none."
    return Offer("pass-rival", key, f"None for {names[key]}", why)


def _confirm(found: Battle, key: SideKey, names: dict[SideKey, str]) -> Offer:
    event = found.side(key).dispute
    why = (
        f"{names[key]} disputes it: {event}"
        if event
        else f"{names[key]} has done all steps and says nothing."
    )
    return Offer("confirm-for", key, f"Confirm for {names[key]}", why)


def keeps_waiting(table: Battles, battle: str, found: Battle, key: SideKey) -> bool:
    """Whether the other side stands at step 5 and this one has not named its rival."""
    side, enemy = found.side(key), found.side(other(key))
    if not side.register or enemy.step != 5 or side.rival is not None or side.sealed_rival is not None:
        return False
    awaited = rival_awaited(table.load_side(SideRef(battle, other(key))).seat)
    return awaited and may_name(table.load_side(SideRef(battle, key)).seat) is None
