"""The end of a round of Special Operations: the mission alone decides (rule 297; G23)."""

from collections.abc import Callable
from typing import Final

from muster.rules.game.hooks import way
from muster.rules.game.log.events import GameEnded
from muster.rules.game.special_operations.events import SecretsOpened
from muster.rules.game.table import Ended, Game, Side, Table

ROUNDS: Final = 4
"""A game has four rounds (rule 284); only Shifting Priorities may have a fifth."""
DECIDED: Final[dict[str, Callable[[Table], Ended | None]]] = {}
GOALS: Final[dict[str, int]] = {}
"""The victory points that win a mission at once; missions without any score nothing."""
NEAR: Final[dict[str, Callable[[Table], tuple[str, ...]]]] = {}
"""The tokens of a mission that somebody looks at in the End Phase."""


@way("decided", "special-operations")
def decided(table: Table) -> Ended | None:
    """At the end of a round: what the mission says, by itself that Blue has held out after the last one
    (rules 284, 348, 364, 376)."""
    if own := DECIDED.get(table.mission.objective):
        return own(table)
    return Ended(winner="blue", ground="held") if table.round >= ROUNDS else None


@way("near", "special-operations")
def near(table: Table) -> tuple[str, ...]:
    """The tokens whose surroundings matter."""
    look = NEAR.get(table.mission.objective)
    return look(table) if look else ()


def fulfilled(side: Side) -> GameEnded:
    """A side has done what its mission asks for: it wins at once."""
    return GameEnded(ended=Ended(winner=side, ground="mission"))


def opened(game: Game) -> tuple[SecretsOpened, ...]:
    """What closing opens, beside the seeds; hands stay with their seats."""
    codes = {who: face for secret in game.secrets.values() for who, face in secret.codes.items()}
    lying = {marker.id for marker in game.table.lying()}
    covert = {token: unit for secret in game.secrets.values()
              for token, unit in secret.covert.items() if token in lying}  # fmt: skip
    looks = {seat: secret.seen for seat, secret in game.secrets.items() if secret.seen}
    return (SecretsOpened(codes=codes, covert=covert, looks=looks),) if codes or covert or looks else ()
