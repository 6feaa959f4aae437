"""At which side of a battle the reader sits, units by their names, and a form as an act that happens once."""

from datetime import UTC, datetime
from typing import NamedTuple

from django.http import Http404, HttpRequest

from muster.app.battle_access import MyBattles, Standing
from muster.app.campaign_battles import Place
from muster.app.campaign_sequence import Battles
from muster.app.campaigns import Act
from muster.rules.campaign.battle import SIDES
from muster.rules.campaign.dossier import Dossier
from muster.rules.campaign.register import Register
from muster.store.accounts import new_id
from muster.store.log import DatabaseStore
from muster.store.tours import DatabaseTies
from muster.web.books import site_books
from muster.web.pages.army_requests import actor, once

BATTLES = "battle:"


class Chair(NamedTuple):
    """Where the reader sits. `address` is the battle's in links: with the side's name behind it where the
    reader has both sides and chose one. The arbitrator of others' battle sits at no side."""

    address: str
    stream: str
    me: str
    standing: Standing
    place: Place | None

    @property
    def side(self) -> Place:
        """The reader's own side; a page without one is not there."""
        if self.place is None:
            raise Http404
        return self.place


def my_battles() -> MyBattles:
    """The use cases over the site's own log, each refused where the reader may not."""
    return MyBattles(Battles(DatabaseStore(), site_books()), DatabaseTies())


def chair_of(request: HttpRequest, address: str) -> Chair:
    """Find the reader's side. To whoever is nothing to the battle it is not there."""
    battle, _, named = address.partition("_")
    me, stream, my = actor(request), BATTLES + battle, my_battles()
    standing = my.standing(me, stream)
    if named not in ("", *standing.sides):
        raise Http404
    place = my.place(me, stream, named) if standing.sides else None
    return Chair(address, stream, me, standing, place)


def side_address(chair: Chair, side: str) -> str:
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
