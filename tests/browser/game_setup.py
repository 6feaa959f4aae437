"""Games in the data folder of a running site, played on to where a browser takes over.

Run as a program with the site's own MUSTER_DATA and what is wanted as JSON: a list of how each game is opened
and the prompt it is played to. It prints both players' sessions and the games' addresses as JSON. With
`play:`, the id of a game and a prompt it plays that one to there, where nobody is near a token until then.
"""

import json
import sys
from datetime import UTC, datetime
from random import Random
from typing import Any

import django


def play_to(desk: Any, speak: Any, random: Random, until: str, scores: bool = False) -> None:
    """Anything legal, until such a prompt is open; none is never. Nobody is near a token, unless `scores`."""
    from muster.rules.game.answers import Places
    from muster.rules.game.game import legal, open_step
    from muster.rules.game.table import SEATS, view

    while not desk.game.table.ended and not (until and desk.game.table.todo[-1].id.endswith(until)):
        seat = random.choice([seat for seat in SEATS if open_step(view(desk.game, seat))])
        options = list(legal(view(desk.game, seat)))
        places = [option for option in options if isinstance(option, Places)]
        fit = [option for option in places if bool(option.places) is scores] or places or options
        speak(seat, random.choice(fit))


def main() -> None:
    """Ann and Bob of this run, and one game for each thing wanted."""
    django.setup()
    from django.conf import settings

    from muster.app.acting import Act
    from muster.app.game.playing import commands
    from muster.app.game.playing.playing import HANDLERS, GameDesk
    from muster.rules.armies.army import from_json
    from muster.store.accounts import Account, new_id
    from muster.web.requests import new_store
    from tests.app.game_seats import RECON, SQUADS
    from tests.web.account_fixtures import PASSWORD, signed_in

    def act(who: str) -> Act:
        return Act(who, datetime.now(UTC), str(new_id()))

    if sys.argv[1].startswith("play:"):
        _, game, until = sys.argv[1].split(":")
        desk = GameDesk(new_store(), game, entropy=Random(7).randbytes)

        def answer(seat: Any, said: Any) -> None:
            HANDLERS.handle(desk, act(desk.game.players[seat]), commands.Speak(seat=seat, said=said))

        play_to(desk, answer, Random(7), until)
        print(json.dumps({"ended": desk.game.table.ended is not None}))
        return
    run = new_id().hex[-8:]
    accounts = {
        seat: Account.objects.create_user(f"{name.lower()}{run}", PASSWORD, name=name)
        for seat, name in (("one", "Ann"), ("two", "Bob"))
    }
    people = {seat: str(account.pk) for seat, account in accounts.items()}
    games = []
    for wanted in json.loads(sys.argv[1]):
        until, seed = wanted.pop("until", ""), wanted.pop("seed", 7)
        scores = wanted.pop("scores", False)
        desk = GameDesk(new_store(), new_id().hex, entropy=Random(seed).randbytes)
        HANDLERS.handle(desk, act(people["one"]), commands.OpenGame(player="Ann", **wanted))
        codes = [desk.code]
        if not wanted.get("both"):
            HANDLERS.handle(desk, act(people["two"]), commands.TakeSeat(seat="two", player="Bob"))
            codes.append(desk.code)
        players = {seat: people["one" if wanted.get("both") else seat] for seat in people}
        for seat, who in players.items():
            brings: Any = commands.BringArmy(seat=seat, army=from_json(RECON))
            if wanted.get("mode") == "special-operations":
                brings = commands.BringSquad(seat=seat, squad=SQUADS[seat])
            HANDLERS.handle(desk, act(who), brings)
        if until != "lobby":
            HANDLERS.handle(desk, act(people["one"]), commands.BeginGame())

            def speak(seat: Any, said: Any, desk: GameDesk = desk, players: dict[str, str] = players) -> None:
                HANDLERS.handle(desk, act(players[seat]), commands.Speak(seat=seat, said=said))

            play_to(desk, speak, Random(seed), until, scores)
        games.append({"game": desk.stream.partition(":")[2], "codes": codes})
    sessions = {
        seat: signed_in(account).cookies[settings.SESSION_COOKIE_NAME].value
        for seat, account in accounts.items()
    }
    print(json.dumps({"cookie": settings.SESSION_COOKIE_NAME, "sessions": sessions, "games": games}))


if __name__ == "__main__":
    main()
