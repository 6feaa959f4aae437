"""Stored games of another version: made by it; opened, held against it, gone on with and timed by this one.

    git worktree add ../old COMMIT                            with its own .venv
    python -m tests.older_games make ../old games.jsonl.xz    200 games of each mode, as it stores them
    python -m tests.older_games check games.jsonl.xz          they stand at every act as they stood, and go on
    python -m tests.older_games cpu ../old games.jsonl.xz     what an act costs in both, in turns

The file itself is run by the other version's Python for what it makes and times, so it asks for nothing that
only this version has.
"""

import json
import lzma
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import count, islice
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from muster.rules.dice.faces import Die, Roll, typed_roll
from muster.rules.game import answers
from muster.rules.game import game as engine
from muster.rules.game.log.events import Drawn, Rolled
from muster.rules.game.replaying import arena
from muster.rules.game.table import Game
from muster.rules.log import KINDS, Event
from muster.rules.tournament.chance import Draw

MODES = ("recon", "standard", "turning-point", "special-operations")
EACH = 200
MOST_SAID = 1000
TURNS = 3
ANY_INPUT: Any = getattr(answers, "AnyInput", None) or getattr(answers, "AnySaid")  # noqa: B009
"""Its name in this version, and the one before."""
Stored = dict[str, Any]


def stored(path: Path, mode: str = "") -> Iterator[Stored]:
    """The games of a file: acts of (kind, version, fields), a digest of the state after each, and what was
    said."""
    with lzma.open(path) as lines:
        yield from (game for line in lines if mode in ("", (game := json.loads(line))["mode"]))


def digest(game: Game) -> str:
    """The state without its open steps, which are asked in other words today and have a number; who is
    engaged was a mark."""
    bare: Stored = msgspec.to_builtins(replace(game, table=replace(game.table, todo=())))
    bare["table"].pop("named", None)
    for newer in ("board", "spots", "facts", "attacks", "seat_dice", "limit", "last"):
        bare["table"].pop(newer, None)
    for unit, foes in bare["table"].pop("engaged", {}).items():
        bare["table"]["marks"] |= {f"engaged.{unit}+{foe}": 1 for foe in foes if unit < foe}
    return sha256(msgspec.json.encode(bare, order="deterministic")).hexdigest()[:12]


def states(game: Stored) -> Iterator[Game]:
    """The state after each act."""
    state = Game()
    for act in game["acts"]:
        for kind, version, fields in act:
            state = engine.evolve(state, KINDS.decode(kind, version, msgspec.json.encode(fields)))
        yield state


def ends(state: Game) -> bool:
    """Whether somebody who answers anything comes to an end."""
    draw, chance = Draw("older", "player"), arena.Seeded("older")
    for _ in range(MOST_SAID):
        if state.table.ended is not None:
            return True
        for event in engine.handle(state, *arena.next_input(state, draw), chance):
            state = engine.evolve(state, event)
    return False


def check(game: Stored, going: int | None) -> None:
    """It stands as it stood after every act; from one of them on, if any, somebody else ends it."""
    stands = list(states(game))
    assert [digest(state) for state in stands] == game["digests"], game["mission"]
    points = [stands[-1].table.points(side) for side in ("blue", "red")]
    assert points == [game["blue"], game["red"]], game["mission"]
    assert going is None or ends(stands[going]), game["mission"]


# Made by the other version ---------------------------------------------------------------------------------


def made(each: int) -> Iterator[Stored]:
    """Games of each mode: app and own dice, every edition, every mission in turn. Of one that a fault of that
    version stops there is nothing to go on with."""
    for mode in MODES:
        yield from islice(_made(mode), each)


def _made(mode: str) -> Iterator[Stored]:
    missions = arena.missions(mode)
    for number in count():
        with suppress(ValueError):
            mission, dice = missions[number % len(missions)], "own" if number % 5 == 4 else "app"
            edition = ("", "playtest", "v1.1")[number % 3] if mode == MODES[-1] else ""
            setting = arena.Setting(dice=dice, edition=edition)
            played = arena.play(mode, mission, f"older{number}", "full", setting)
            acts = [[_line(event) for event in act] for act in played.acts]
            said = [(seat, msgspec.to_builtins(words)) for seat, words in played.said]
            game = {"mode": mode, "mission": mission, "acts": acts, "said": said}
            points = {side: played.game.table.points(side) for side in ("blue", "red")}
            yield game | points | {"digests": [digest(state) for state in states(game)]}


def _line(event: Event) -> tuple[str, int, Stored]:
    kind, version, payload = KINDS.encode(event)
    return kind, version, json.loads(payload)


# What an act costs -----------------------------------------------------------------------------------------


class Again:
    """Chance that shows what the log of an act holds."""

    def __init__(self) -> None:
        self.left: list[Stored] = []

    def roll(
        self, step: str, purpose: str, dice: Sequence[Die], _typed: Sequence[str] = ()
    ) -> tuple[Roll, tuple[Event, ...]]:
        """The faces of the next roll."""
        roll = typed_roll(tuple(dice), tuple(self.left.pop(0)["roll"]["faces"]))
        return roll, (Rolled(step=step, purpose=purpose, roll=roll),)

    def below(self, step: str, purpose: str, number: int) -> tuple[int, tuple[Event, ...]]:
        """The next number that was drawn."""
        drawn = self.left.pop(0)["number"]
        return drawn, (Drawn(step=step, purpose=purpose, of=number, number=drawn, commitment=""),)


def timed(game: Stored) -> tuple[int, int]:
    """Acts, and the CPU time that saying the same again takes in this version, in nanoseconds."""
    lobby = len(game["acts"]) - len(game["said"])
    opened = state = list(states(game | {"acts": game["acts"][:lobby]}))[-1]
    chance, acts = Again(), []
    for (seat, words), act in zip(game["said"], game["acts"][lobby:], strict=True):
        shown = [fields for kind, _, fields in act if kind in ("game.rolled", "game.drawn")]
        prompt = {"prompt": state.table.todo[-1].id} if "prompt" in words else {}
        acts.append((seat, msgspec.convert(words | prompt, ANY_INPUT), shown))
        chance.left = list(shown)
        for event in engine.handle(state, *acts[-1][:2], chance):
            state = engine.evolve(state, event)
    assert [state.table.points(side) for side in ("blue", "red")] == [game["blue"], game["red"]]
    state, began = opened, time.process_time_ns()
    for seat, said, chance.left in acts:
        for event in engine.handle(state, seat, said, chance):
            state = engine.evolve(state, event)
    return len(acts), time.process_time_ns() - began


def costs(path: Path) -> dict[str, float]:
    """Microseconds an act, by mode: the best of a few times through each game."""
    found = {}
    for mode in MODES:
        games = list(stored(path, mode))
        runs = [[timed(game) for _ in range(TURNS)] for game in games]
        spent = sum(min(time for _, time in run) for run in runs)
        found[mode] = spent / sum(run[0][0] for run in runs) / 1000
    return found


def _by(checkout: Path, *arguments: str) -> bytes:
    """What the version of a checkout says to this file."""
    command = [str(checkout / ".venv" / "bin" / "python"), __file__, *arguments]
    environment = {"PYTHONPATH": str(checkout / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout


def main(what: str, *where: str) -> None:
    """Make, check or time games."""
    match what, where:
        case "make", (checkout, path, *number):
            games = _by(Path(checkout).resolve(), "games", *(number or [str(EACH)]))
            Path(path).write_bytes(lzma.compress(games))
        case "games", (number,):
            for game in made(int(number)):
                print(json.dumps(game, separators=(",", ":")))
        case "check", (path,):
            games = list(stored(Path(path)))
            for number, game in enumerate(games):
                begun = len(game["acts"]) - len(game["said"])
                check(game, begun + number * 7 % len(game["said"]) if number % 4 == 0 else None)
            print(f"{len(games)} games stand as they stood; every fourth went on from another act")
        case "costs", (path,):
            print(json.dumps(costs(Path(path))))
        case "cpu", (checkout, path):
            here = Path(__file__).resolve().parents[1]
            both = [Path(checkout).resolve(), here]
            told = [[json.loads(_by(one, "costs", path)) for one in both] for _ in range(TURNS)]
            for mode in MODES:
                before, now = (min(turn[place][mode] for turn in told) for place in (0, 1))
                print(f"{mode:20} {before:7.1f} us {now:7.1f} us  {now / before:.2f}")
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(*sys.argv[1:] or ("",))
