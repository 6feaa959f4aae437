"""A battle as one request sees it: read once, with the reader's side, for all that the page needs."""

from functools import cached_property

from django.http import Http404, HttpRequest

from muster.app.campaign.battle.battles import Battles
from muster.app.campaign.battle.context import BattleContext, SideRef
from muster.app.campaign.logs import BATTLES
from muster.app.request_store import RequestStore
from muster.rules.campaign.battle.battle import SIDES
from muster.rules.campaign.battle.events import SideKey
from muster.store.campaign.arcs import DatabaseArcs
from muster.store.campaign.opponents import DatabaseOpponents
from muster.store.campaign.stream_roles import DatabaseRoles
from muster.web.campaign.battle.opponent_view import Across, Recording, recording_in, sides_named
from muster.web.campaign.library import site_library
from muster.web.environment import url
from muster.web.requests import actor, store_for


def battles_over(look: RequestStore) -> Battles:
    """The battles of this site, each act refused where the actor may not."""
    return Battles(
        look,
        site_library(),
        roles=DatabaseRoles(),
        opponents=DatabaseOpponents(),
        own_arcs=DatabaseArcs(),
    )


class BattleRequest:
    """Where the reader stands. `address` is the battle's in links: with the side's name behind it where the
    reader has both sides and chose one. The arbitrator of others' battle sits at no side.

    To whoever is nothing to the battle it is not there.
    """

    def __init__(self, look: RequestStore, me: str, address: str) -> None:
        battle, _, named = address.partition("_")
        self.me, self.address, stream = me, address, BATTLES + battle
        self.battles = battles_over(look)
        self.battles.prefetch([stream])
        self.desk = BattleContext(self.battles, SideRef(stream, "blue"))
        self.role = self.desk.role(me)
        if named not in ("", *self.role.sides):
            raise Http404
        self.side: SideKey | None = next((key for key in self.role.sides if named in ("", key)), None)
        self.desk.at = SideRef(stream, self.side or "blue")

    @property
    def stream(self) -> str:
        """The battle's own."""
        return self.desk.at.battle

    @property
    def here(self) -> str:
        """The address of the page."""
        return url("tour-battle", battle=self.address)

    @cached_property
    def players(self) -> dict[SideKey, Across]:
        """Both sides by their names."""
        return sides_named(self.battles, self.desk.battle)

    @cached_property
    def recording(self) -> Recording:
        """The record that counts."""
        return recording_in(self.desk)

    def at_side(self, side: str) -> str:
        """The address of one's other side."""
        battle = self.address.partition("_")[0]
        return f"{battle}_{side}" if side in SIDES else battle


def battle_request(request: HttpRequest, address: str) -> BattleRequest:
    """The battle at an address, for whoever asks."""
    return BattleRequest(store_for(request), actor(request), address)
