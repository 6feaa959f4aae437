"""Games in the data folder of a running site, played on to where a browser takes over.

Run as a program with the site's own MUSTER_DATA and what is wanted as JSON: a list of how each game is
opened and the prompt it is played to; `armies` are those of both seats by name. It prints both players'
sessions and the games' addresses as JSON. With `play:`, the id of a game and a prompt it plays that one to
there, where nobody is near a token until then.
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


STANDARD = {
    "rebels": "ad nl vd ag ah+ed ah+ed gv he he ap aq",
    "empire": "at wm nm ay+ej ay+ej hg hf bf xh bg bh",
}
"""Armies of 983 and 982 points, unit by unit, upgrades behind a plus."""


def army_called(name: str) -> Any:
    """An army for a game: that of Recon unless it is one of the standard ones."""
    from muster.rules.armies.army import Army, ArmyUnit, from_json
    from muster.rules.cards import catalogue
    from tests.app.game_seats import RECON

    if name not in STANDARD:
        return from_json(RECON)
    units = (entry.split("+") for entry in STANDARD[name].split())
    lines = tuple(
        ArmyUnit(key=f"u{number}", unit=unit, upgrades=tuple(upgrades))
        for number, (unit, *upgrades) in enumerate(units, start=1)
    )
    return Army(faction=name, format="standard", points_date=catalogue().edition, units=lines)  # type: ignore[arg-type]


def main() -> None:
    """Ann and Bob of this run, and one game for each thing wanted."""
    django.setup()
    from django.conf import settings

    from muster.app.acting import Act
    from muster.app.game.playing import commands
    from muster.app.game.playing.playing import HANDLERS, GameDesk
    from muster.store.accounts import Account, new_id
    from muster.web.requests import new_store
    from tests.app.game_seats import SQUADS
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
        scores, armies = wanted.pop("scores", False), wanted.pop("armies", ("", ""))
        desk = GameDesk(new_store(), new_id().hex, entropy=Random(seed).randbytes)
        HANDLERS.handle(desk, act(people["one"]), commands.OpenGame(player="Ann", **wanted))
        codes = [desk.code]
        if not wanted.get("both"):
            HANDLERS.handle(desk, act(people["two"]), commands.TakeSeat(seat="two", player="Bob"))
            codes.append(desk.code)
        players = {seat: people["one" if wanted.get("both") else seat] for seat in people}
        for (seat, who), army in zip(players.items(), armies, strict=True):
            brings: Any = commands.BringArmy(seat=seat, army=army_called(army))
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
