"""On a real database file or server: two people who do things at the same time, and twins that nobody can
tell apart. `own_process` asks for what came of it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

GAMES = 100
OPERATIONS = 6
REPEATS = 8


def games() -> dict[str, object]:
    from tests.web.game_twins import people, shortest, told

    return {**at_once(), "told": told(people(), shortest)}


def at_once() -> dict[str, object]:
    from random import Random

    from django.db import connection
    from msgspec.structs import replace

    from muster.app.acting import Act
    from muster.app.game.playing import commands
    from muster.app.game.playing.playing import HANDLERS, GameDesk
    from muster.app.request_store import RequestStore
    from muster.app.streams import Write
    from muster.rules.game.answers import BeginAttack, Declare, Lay, NotSo
    from muster.rules.game.game import legal
    from muster.rules.game.log.events import CardsRevealed, Rolled
    from muster.rules.game.special_operations.events import LoadoutsRevealed
    from muster.rules.game.table import SEATS, view
    from muster.rules.log import effective
    from muster.rules.violations import Refused
    from muster.store.log.database import DatabaseStore
    from tests.app.game_seats import PLAYERS, act, play, two_at_a_game, two_at_an_operation

    def at(game: int) -> GameDesk:
        return GameDesk(RequestStore(DatabaseStore()), f"{game:032x}")

    def kept(desk: GameDesk, game: int) -> None:
        """The same game once more, on the real database."""
        write = Write(f"game:{game:032x}", 0, tuple(one.event for one in desk.log))
        DatabaseStore().append([write], actor="ann", at=act("ann").at, batch=f"copy-{game}")

    def hang_up() -> None:
        connection.close()  # of this thread

    pool = ThreadPoolExecutor(REPEATS)  # the threads keep their connections, as those of a server do

    def together(doing: list[Callable[[], object]]) -> list[object]:
        start = Barrier(len(doing))

        def one(what: Callable[[], object]) -> object:
            start.wait(timeout=30)
            try:
                return what()
            except Refused as refused:
                return [violation.code for violation in refused.violations]

        return list(pool.map(one, doing))

    def says(game: int, who: str, said: object, doing: Act | None = None) -> Callable[[], object]:
        return lambda: bool(HANDLERS.handle(at(game), doing or act(who), commands.Speak(said=said)))

    cards = two_at_a_game()
    play(cards, Random(3), until="r1.card")
    locked = []
    for game in range(GAMES):
        kept(cards, game)
        lays = [says(game, who, Lay(prompt="r1.card", card="bl")) for who in PLAYERS.values()]
        answers = together(lays)
        after = at(game)
        reveals = sum(isinstance(one.event, CardsRevealed) for one in effective(after.log))
        hands = [len(after.game.secrets[seat].hand) for seat in SEATS]
        locked.append([answers, reveals, hands])

    asked = two_at_a_game(level="score")
    for _ in range(60):
        both = [list(legal(view(asked.game, seat))) for seat in SEATS]
        if all(both) and not isinstance(both[0][0], Lay):
            break
        seat = SEATS[0] if both[0] else SEATS[1]
        HANDLERS.handle(asked, act(PLAYERS[seat]), commands.Speak(said=(both[0] or both[1])[0]))
    tapped = []
    for game in range(GAMES, GAMES + 10):
        kept(asked, game)
        before = at(game).game.table.todo[-1].id
        answers = together([says(game, who, both[0][0]) for who in PLAYERS.values()])
        tapped.append([sorted(map(str, answers)), at(game).game.table.todo[-1].id != before])

    repeated = GAMES + 10
    kept(cards, repeated)
    doing = act("ann", "one-key")
    sent = [says(repeated, "ann", Lay(prompt="r1.card", card="bl"), doing)] * REPEATS
    keyed = together(sent)

    squads = two_at_an_operation(mission="the-codes")
    play(squads, Random(3), until="setup.loadouts")
    picks = {seat: next(legal(view(squads.game, seat))) for seat in SEATS}
    opened = []
    for game in range(repeated + 1, repeated + 1 + OPERATIONS):
        kept(squads, game)
        answers = together([says(game, PLAYERS[seat], picks[seat]) for seat in SEATS])
        after = at(game)
        reveals = sum(isinstance(one.event, LoadoutsRevealed) for one in effective(after.log))
        sides = [list(after.game.table.chairs[seat].assets) for seat in SEATS]
        opened.append([answers, reveals, sides == [list(picks[seat].options) for seat in SEATS]])
    sheet = two_at_a_game()
    play(sheet, Random(3), until="one.5.acts")
    HANDLERS.handle(sheet, act("ann"), commands.Speak(said=BeginAttack(unit="one.5")))
    named = Declare(
        prompt=sheet.game.table.todo[-1].id, target="two.5", then="look", facts={"cover": "heavy"}
    )
    HANDLERS.handle(sheet, act("ann"), commands.Speak(said=named))
    rolls = replace(named, prompt=sheet.game.table.todo[-1].id, facts={}, then="roll")
    before_rolls = sum(isinstance(one.event, Rolled) for one in effective(sheet.log))
    attacked = []
    for game in range(repeated + 1 + OPERATIONS, repeated + 1 + 2 * OPERATIONS):
        kept(sheet, game)
        answers = together([says(game, "ann", rolls), says(game, "bob", NotSo(fact="cover"))])
        after = at(game)
        fell = sum(isinstance(one.event, Rolled) for one in effective(after.log))
        denied = bool(getattr(after.game.table.todo[-1], "denied", ()))
        attacked.append([answers, fell > before_rolls, denied])
    together([hang_up] * REPEATS)
    pool.shutdown()
    return {
        "locked": locked,
        "tapped": tapped,
        "keyed": [keyed, len(at(repeated).log) - len(cards.log)],
        "opened": opened,
        "attacked": attacked,
    }
