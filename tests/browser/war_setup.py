"""Two players with Registers in one campaign, written into the data folder of a running site.

Run as a program with the site's own MUSTER_DATA; it prints each player's session and Register as JSON.
"""

import json
import sys
from datetime import UTC, datetime

import django

PLAYERS = (("ada", "Ada Marrok", "The Grey Watch"), ("bo", "Bo Tarn", "The Free Hands"))


def main() -> None:
    """Ada's first two agendas are complete, so her turning point may be played; two of her units are
    nearly veterans. A word on the command line keeps the handles of several wars apart; with `eight` in it
    both have eight units."""
    war = "".join(sys.argv[1:])
    django.setup()
    from django.conf import settings

    from muster.app.acting import Act
    from muster.app.campaign import commands
    from muster.app.streams import Write
    from muster.rules.campaign.register.events import AgendaProgressed, ExperienceGained
    from muster.rules.campaign.register.recruiting import Recruit
    from muster.store.accounts import Account, new_id
    from muster.store.log.database import DatabaseStore
    from tests.rules.campaign.at_the_table import (
        DAY,
        DEWBACK,
        DOCTRINE,
        OFFICER,
        PEACE,
        SCOUTS,
        SNOW,
        STORM,
    )
    from tests.web.account_fixtures import PASSWORD, signed_in
    from tests.web.site_desks import site_clubs, site_registers

    store, registers = DatabaseStore(), site_registers()
    clubs, club, made = site_clubs(), f"campaign:{new_id().hex}", {}
    for handle, name, called in (
        ("ada", "Ada Marrok", "The Grey Watch"),
        ("bo", "Bo Tarn", "The Free Hands"),
    ):
        account = Account.objects.create_user(f"{handle}{war}", PASSWORD, name=name)
        me, register = str(account.pk), f"register:{new_id().hex}"

        def act(me: str = me) -> Act:
            return Act(me, datetime.now(UTC), str(new_id()))

        registers.do(act(), register, commands.OpenRegister(faction="empire", points_date=DAY))
        registers.do(
            act(),
            register,
            commands.Recruit(wanted=Recruit(unit=OFFICER, upgrades=(DOCTRINE,), name=f"Moff {handle}")),
        )
        for unit in (STORM, STORM, SNOW, SNOW, *([SCOUTS, SCOUTS, DEWBACK] if "eight" in war else [])):
            registers.do(act(), register, commands.Recruit(wanted=Recruit(unit=unit)))
        registers.do(act(), register, commands.ChooseArc(arc=PEACE))
        registers.do(act(), register, commands.NameRegister(name=called))
        registers.do(act(), register, commands.Found())
        if made:
            clubs.do(act(), club, commands.Join(invitation=1))
        else:
            clubs.do(act(), club, commands.OpenCampaign(name="Endor Winter"))
            arc = registers.logs.register(register).state.arc
            marks = tuple(
                AgendaProgressed(agenda.id, agenda.needed, "battle:story") for agenda in arc.agendas[:2]
            )
            # Two units that the next battle makes veterans.
            taught = tuple(ExperienceGained(unit, 4, 0, 0, "took-part") for unit in ("d4", "d5"))
            story = [Write(register, store.version(register), (*marks, *taught))]
            store.append(story, actor=me, at=datetime.now(UTC), batch=str(new_id()))
        clubs.do(act(), club, commands.Enter(register=register))
        session = signed_in(account).cookies[settings.SESSION_COOKIE_NAME].value
        made[handle] = {"session": session, "register": register[9:], "cookie": settings.SESSION_COOKIE_NAME}
    print(json.dumps(made))


if __name__ == "__main__":
    main()
