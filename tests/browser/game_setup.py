"""Games in the data folder of a running site, played on to where a browser takes over.

Run as a program with the site's own MUSTER_DATA and what is wanted as JSON: a list of how each game is
opened and the prompt it is played to; `armies` are those of both seats by name. It prints both players'
sessions and the games' addresses as JSON. With `play:`, the id of a game and a prompt it plays that one to
there, where nobody is near a token until then. With `attacks:` and the id of a game it goes on at each line
it reads, until a unit acts that attacks, and prints which.
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
    "rebels": "ad ah+ed ah+ed ah+ed ah+ed gv ai ak ak aj ao ao he ap aq",
    "empire": "at ay+ej ay+ej ay+ej az az hg bd ba mx be bf hf bg",
}
"""Armies of 977 and 999 points, unit by unit, upgrades behind a plus."""


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


def play_to_attacks(desk_of: Any, answer: Any) -> None:
    """Line by line on to the next unit that may attack, the first of its seat in a round, in a standard game
    of one seat a round; anything legal is answered on the way, and nobody is near a token."""
    from muster.rules.game.attacks.declaring import why_no_attack_now
    from muster.rules.game.attacks.sheet import enemies
    from muster.rules.game.log.attacked import AttackResolved
    from muster.rules.game.steps import UnitActs
    from muster.rules.game.steps.attacks import DeclareAttack
    from muster.rules.game.table import SEATS

    random, done = Random(7), set()
    for _ in sys.stdin:
        desk, found = desk_of(), {}
        while desk.game.table.ended is None and not found:
            table, step = desk.game.table, desk.game.table.todo[-1]
            turn = isinstance(step, UnitActs) and (table.round, step.seat) not in done
            if turn and (table.mode == "recon" or SEATS.index(step.seat) == table.round % 2):
                attack = DeclareAttack(seat=step.seat, unit=step.unit, why="action")
                able = not why_no_attack_now(table, table.units[step.unit])
                if able and any(not enemy.why_not for enemy in enemies(table, attack)):
                    done.add((table.round, step.seat))
                    found = {"seat": step.seat, "unit": step.unit}
            if not found:
                answer_anything(desk, answer, random)
        table = desk.game.table
        events = [event for act in desk.acts for event in act.events if isinstance(event, AttackResolved)]
        told = {"round": table.round, "ended": table.ended is not None, "attacks": len(events)}
        lost = {unit.id: unit.lost for unit in table.units.values() if unit.lost}
        print(json.dumps({**told, **found, "wounds": sum(event.wounds for event in events), "lost": lost}))
        sys.stdout.flush()


def answer_anything(desk: Any, answer: Any, random: Random) -> None:
    """Whoever is asked answers by chance; where they say who is near a token, nobody is."""
    from muster.rules.game.answers import Places
    from muster.rules.game.game import legal, open_step
    from muster.rules.game.table import SEATS, view

    seat = random.choice([seat for seat in SEATS if open_step(view(desk.game, seat))])
    options = list(legal(view(desk.game, seat)))
    nowhere = [option for option in options if isinstance(option, Places) and not option.places]
    answer(seat, random.choice(nowhere or options))


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
    if sys.argv[1].startswith("attacks:"):
        desk = GameDesk(new_store(), sys.argv[1].partition(":")[2], entropy=Random(7).randbytes)

        def reopened() -> GameDesk:
            nonlocal desk
            desk = GameDesk(new_store(), sys.argv[1].partition(":")[2], entropy=Random(7).randbytes)
            return desk

        def speak_in(seat: Any, said: Any) -> None:
            HANDLERS.handle(desk, act(desk.game.players[seat]), commands.Speak(seat=seat, said=said))

        play_to_attacks(reopened, speak_in)
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
