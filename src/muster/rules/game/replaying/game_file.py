"""A game as a file that anyone can check: a head, then one line for each event its audience may know.

While a game runs the file holds no secret of anybody else; once it is closed its seeds are open, and every
face and every draw can be computed again.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from muster.rules.dice.evidence import commitment_to, fits, verify
from muster.rules.game.game import GAME
from muster.rules.game.log.events import Drawn, GameClosed, Rolled, SeedSealed, badge
from muster.rules.game.table import SEATS, SIDES, Audience
from muster.rules.json_text import decode_json
from muster.rules.log import Recorded, from_json, to_json
from muster.rules.log.views import Viewer, visible_log
from muster.rules.tournament.chance import Draw
from muster.rules.violations import Refused, Source

problem = Source("game").problem
SCHEMA: Final = "muster.game/1"


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """Whose file it is. `all`: a game that was written down, with everything in it."""

    schema: Literal["muster.game/1"]
    audience: Audience | Literal["all"]


class GameFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file that was read."""

    audience: Audience | Literal["all"]
    log: tuple[Recorded, ...]

    def shown(self, audience: Audience) -> bytes:
        """The file as an audience has it; another seat's secrets are in nobody's file."""
        if self.audience not in ("all", audience) and audience in SEATS:
            raise Refused(problem("game.other_file", [audience]))
        return game_file(self.log, audience)


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """What checking a file comes to: the points, how many rolls and draws are proven, and which are wrong."""

    blue: int
    red: int
    ended: bool
    proven: int
    open: int
    wrong: tuple[str, ...]


def viewer_of(audience: Audience) -> Viewer:
    """What an audience may know of the log."""
    return Viewer(frozenset({badge(seat) for seat in SEATS if seat == audience}))


def game_file(log: Iterable[Recorded], audience: Audience) -> bytes:
    """The log as an audience may know it: without accounts, numbered for this audience alone."""
    head = msgspec.json.encode(Head(schema=SCHEMA, audience=audience))
    lines = (
        to_json(replace(entry, actor="", stream="game")) for entry in visible_log(log, viewer_of(audience))
    )
    return b"".join(line + b"\n" for line in (head, *lines))


def read_game_file(raw: bytes) -> GameFile:
    """A game's file."""
    try:
        first, _, rest = raw.partition(b"\n")
        head = decode_json(first, Head)
        return GameFile(audience=head.audience, log=tuple(map(from_json, rest.splitlines())))
    except (msgspec.MsgspecError, UnicodeDecodeError, KeyError, TypeError) as error:
        raise Refused(problem("game.no_file")) from error


def prove(file: GameFile) -> Proof:
    """Fold what the file holds and compute every face and draw again whose seed is open."""
    table = GAME.fold(file.log).table
    seeds = [entry.event.seeds for entry in file.log if isinstance(entry.event, GameClosed)]
    opened = {commitment: seed for by_commitment in seeds for commitment, seed in by_commitment.items()}
    chances = [entry.event for entry in file.log if isinstance(entry.event, Rolled | Drawn)]
    sealed = [event for event in chances if commitment_of(event)]
    opened_rolls = [event for event in sealed if commitment_of(event) in opened]
    wrong = [
        event.step for event in opened_rolls if not follows_from_seed(event, opened[commitment_of(event)])
    ]
    blue, red = (table.points(side) for side in SIDES)
    return Proof(
        blue=blue,
        red=red,
        ended=table.ended is not None,
        proven=len(opened_rolls) - len(wrong),
        open=len(sealed) - len(opened_rolls),
        wrong=tuple(wrong),
    )


def commitment_of(event: Rolled | Drawn) -> str:
    """What the app was bound to; empty for people's own dice."""
    return event.commitment if isinstance(event, Drawn) else event.roll.commitment or ""


def follows_from_seed(event: Rolled | Drawn, seed: str) -> bool:
    """Whether commitment and faces, or the number drawn, follow from an opened seed."""
    if isinstance(event, Rolled):
        return verify(event.roll, seed)
    return fits(event.commitment, seed) and number_from(seed, event.step, event.of) == event.number


def number_from(seed: str, step: str, number: int) -> int:
    """The number a seed gives for a step; anybody can compute it again once the seed is open."""
    return Draw(seed, step).below(number)


def seeds_by_commitment(log: Sequence[Recorded]) -> dict[str, str]:
    """Every seed behind a roll or a draw of the log, taken back or not, by what was committed to."""
    sealed = (entry.event for entry in log if isinstance(entry.event, SeedSealed))
    return {commitment_to(bytes.fromhex(event.seed)): event.seed for event in sealed}
