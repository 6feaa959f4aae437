"""Whose battle it is, what may be taken back, and a form as an act that happens once."""

from datetime import UTC, datetime

from django.http import Http404, HttpRequest

from muster.app.campaign_battles import Place
from muster.app.campaign_sequence import Battles
from muster.app.campaigns import Act
from muster.rules.campaign.battle import SIDES
from muster.rules.campaign.dossier import Dossier
from muster.rules.campaign.register import Register
from muster.rules.campaign.sequence_events import BattleOpened
from muster.rules.campaign.sequence_seat import Seat
from muster.rules.log import Recorded, live
from muster.store.accounts import new_id
from muster.store.log import DatabaseStore
from muster.store.tours import DatabaseTies
from muster.web.pages.army_requests import actor, once


def battles() -> Battles:
    """The use cases over the site's own log."""
    return Battles(DatabaseStore())


def owns(me: str, register: str) -> bool:
    """Whether the Register is this account's."""
    return bool(me) and DatabaseTies().role(me, register) == "owner"


def mine(request: HttpRequest, battle: str) -> Place:
    """The side whose Register is the reader's; anybody else's battle is not there."""
    table, me, stream = battles(), actor(request), f"battle:{battle}"
    found = table.battle(stream).state
    for key in SIDES:
        register = found.side(key).register
        if register and owns(me, register):
            return Place(stream, key)
    raise Http404


def act_of(request: HttpRequest) -> Act:
    """Who acts; the key is the page's own with everything the form says."""
    return Act(actor(request), datetime.now(UTC), str(new_id()), once(request) or None)


def names_of(register: Register) -> dict[str, str]:
    """Every unit by its name; of several without one the second is Stormtroopers 2."""
    known = [*register.dossiers, *(fallen.dossier for fallen in register.fallen)]
    kinds: dict[str, list[Dossier]] = {}
    for one in sorted(known, key=lambda one: (len(one.id), one.id)):
        kinds.setdefault(one.unit_name, []).append(one)
    return {
        one.id: one.name or (f"{kind} {number}" if len(alike) > 1 else kind)
        for kind, alike in kinds.items()
        for number, one in enumerate(alike, start=1)
    }


def undo_target(place: Place, seat: Seat, me: str) -> str:
    """The reader's latest act of this battle, as long as it can be taken back; empty where none can."""
    if seat.battle.confirmed or not seat.side.mustered:
        return ""
    store = DatabaseStore()
    logs = [live(store.read(place.battle))]
    if seat.register.open_battle == place.battle:
        logs.append(live(store.read(seat.side.register)))
    latest = max((log[-1] for log in logs if log), key=lambda entry: entry.at)
    return latest.batch if latest.actor == me and not _opens(latest) else ""


def _opens(entry: Recorded) -> bool:
    return isinstance(entry.event, BattleOpened)
