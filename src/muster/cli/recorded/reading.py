"""A game's file, or a game that was written down: that one plays itself and gives such a file."""

from datetime import UTC, datetime
from typing import Final

import msgspec

from muster.cli.recorded.script import Script
from muster.cli.recorded.written_operations import play_written
from muster.rules.game.replaying import game_file
from muster.rules.game.replaying.game_file import SCHEMA, GameFile, problem
from muster.rules.json_text import decode_json
from muster.rules.log import KINDS, Recorded
from muster.rules.violations import Refused

BEGINNING: Final = datetime(2026, 1, 1, tzinfo=UTC)


def read(raw: bytes) -> GameFile:
    """Read either kind of file."""
    first = raw.partition(b"\n")[0]
    if b'"rounds"' not in raw or b'"mission"' not in raw or SCHEMA.encode() in first:
        return game_file.read_game_file(raw)
    try:
        return play_script(decode_json(raw, Script))
    except (msgspec.MsgspecError, UnicodeDecodeError, KeyError, TypeError) as error:
        raise Refused(problem("game.no_file")) from error


def play_script(script: Script) -> GameFile:
    """Play a game that was written down, and keep all of it."""
    game = play_written(script)
    for _ in game.rounds():
        pass
    log: list[Recorded] = []
    for number, act in enumerate(game.played.acts, start=1):
        for event in act:
            kind, version = KINDS.tag(event)
            place = len(log) + 1
            log.append(Recorded("game", place, f"act-{number}", kind, version, "", BEGINNING, event))
    return GameFile(audience="all", log=tuple(log))
