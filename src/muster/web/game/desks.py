"""The desk of a game for a page, an answer of the API or a live frame: over the site's armies, battles and
events."""

from muster.app.game.playing.origins import Origins
from muster.app.game.playing.playing import GameDesk
from muster.app.request_store import RequestStore
from muster.app.tournament.tournaments import Tournaments
from muster.store.armies import DatabaseArmies
from muster.store.campaign.stream_roles import DatabaseRoles
from muster.store.tournaments import DatabaseIndex, DatabaseRoster
from muster.web.campaign.battle.request import battles_over
from muster.web.requests import shared_logs


def house_over(look: RequestStore) -> Origins:
    """Everything a game may come from and go back to."""

    def tournaments() -> Tournaments:
        return Tournaments(
            look, DatabaseRoster(), index=DatabaseIndex(), stream_roles=DatabaseRoles(), shared=shared_logs()
        )

    return Origins(DatabaseArmies, lambda: battles_over(look), tournaments, DatabaseRoles())


def desk_over(look: RequestStore, game: str, name: str = "") -> GameDesk:
    """The desk of a game; `name` is the account's own."""
    return GameDesk(look, game, name, house=house_over(look))
