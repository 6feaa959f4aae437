"""At which side of a battle the reader sits, units by their names, and a form as an act that happens once."""

from datetime import UTC, datetime
from typing import NamedTuple

from django.http import Http404, HttpRequest

from muster.app.acting import Act
from muster.app.campaign.battle_access import BattleRole, MyBattles
from muster.app.campaign.battles import SideRef
from muster.app.campaign.steps import Battles
from muster.rules.campaign.battle.battle import SIDES
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.register import Register
from muster.store.accounts import new_id
from muster.store.log import DatabaseStore
from muster.store.stream_roles import DatabaseRoles
from muster.web.armies.requests import actor, once
from muster.web.campaign.library import site_books

BATTLES = "battle:"


class BattleRequest(NamedTuple):
    """Where the reader sits. `address` is the battle's in links: with the side's name behind it where the
    reader has both sides and chose one. The arbitrator of others' battle sits at no side."""

    address: str
    stream: str
    me: str
    standing: BattleRole
    place: SideRef | None

    @property
    def side(self) -> SideRef:
        """The reader's own side; a page without one is not there."""
        if self.place is None:
            raise Http404
        return self.place


def my_battles() -> MyBattles:
    """The use cases over the site's own log, each refused where the reader may not."""
    return MyBattles(Battles(DatabaseStore(), site_books()), DatabaseRoles())


def chair_of(request: HttpRequest, address: str) -> BattleRequest:
    """Find the reader's side. To whoever is nothing to the battle it is not there."""
    battle, _, named = address.partition("_")
    me, stream, my = actor(request), BATTLES + battle, my_battles()
    standing = my.role(me, stream)
    if named not in ("", *standing.sides):
        raise Http404
    place = my.place(me, stream, named) if standing.sides else None
    return BattleRequest(address, stream, me, standing, place)


def side_address(chair: BattleRequest, side: str) -> str:
    """The address of one's other side."""
    battle = chair.address.partition("_")[0]
    return f"{battle}_{side}" if side in SIDES else battle


def act_of(request: HttpRequest, what: str = "") -> Act:
    """Who acts; the key is the page's own with everything the form says, and what it is for."""
    key = once(request)
    return Act(actor(request), datetime.now(UTC), str(new_id()), f"{key}.{what}" if key else None)


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
