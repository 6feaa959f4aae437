"""Two players with Registers in one campaign, written into the data folder of a running site.

Run as a program with the site's own MUSTER_DATA; it prints each player's session and Register as JSON.
"""

import json
from datetime import UTC, datetime

import django

PLAYERS = (("ada", "Ada Marrok", "The Grey Watch"), ("bo", "Bo Tarn", "The Free Hands"))


def main() -> None:
    """Ada's first two agendas are complete, so her turning point may be played."""
    django.setup()
    from django.conf import settings

    from muster.app.acting import Act
    from muster.app.campaign.campaigns import Tours
    from muster.app.campaign.club_access import Clubs
    from muster.app.streams import Write
    from muster.rules.campaign.register.events import AgendaProgressed
    from muster.rules.campaign.register.recruiting import Recruit
    from muster.store.accounts import Account, new_id
    from muster.store.log import DatabaseStore
    from muster.store.stream_roles import DatabaseRoles
    from tests.rules.campaign.at_the_table import DAY, DOCTRINE, OFFICER, PEACE, SNOW, STORM
    from tests.web.account_fixtures import PASSWORD, signed_in

    store, tours, stream_roles = DatabaseStore(), Tours(DatabaseStore()), DatabaseRoles()
    clubs, club, made = Clubs(tours, stream_roles), f"campaign:{new_id().hex}", {}
    for handle, name, called in (
        ("ada", "Ada Marrok", "The Grey Watch"),
        ("bo", "Bo Tarn", "The Free Hands"),
    ):
        account = Account.objects.create_user(handle, PASSWORD, name=name)
        me, register = str(account.pk), f"register:{new_id().hex}"

        def act(me: str = me) -> Act:
            return Act(me, datetime.now(UTC), str(new_id()))

        tours.open_register(act(), register, "empire", DAY)
        stream_roles.grant(me, register, "owner")
        tours.recruit(act(), register, Recruit(unit=OFFICER, upgrades=(DOCTRINE,), name=f"Moff {handle}"))
        for unit in (STORM, STORM, SNOW, SNOW):
            tours.recruit(act(), register, Recruit(unit=unit))
        tours.choose_arc(act(), register, PEACE)
        tours.name_register(act(), register, called)
        tours.found(act(), register)
        if made:
            clubs.join(act(), club, 1)
        else:
            clubs.open(act(), club, "Endor Winter")
            arc = tours.register(register).state.arc
            marks = tuple(AgendaProgressed(one.id, one.needed, "battle:story") for one in arc.agendas[:2])
            story = [Write(register, store.version(register), marks)]
            store.append(story, actor=me, at=datetime.now(UTC), batch=str(new_id()))
        clubs.enter(act(), club, register)
        session = signed_in(account).cookies[settings.SESSION_COOKIE_NAME].value
        made[handle] = {"session": session, "register": register[9:], "cookie": settings.SESSION_COOKIE_NAME}
    print(json.dumps(made))


if __name__ == "__main__":
    main()
