"""The ways a game ends (rules 613 to 619), and what each is called wherever it is chosen, told or printed."""

from typing import Final

import msgspec

from muster.rules.tournament.games import How


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended: a word on a button, a clause in a sentence, a line at the table, a box on a slip.

    `asks` is the question where somebody says who won; `names_loser` when its answer is who lost.
    `by_officials`: game losses and missing players are not told by players.
    """

    how: How
    label: str
    told: str
    at_the_table: str = ""
    on_paper: str = ""
    by_numbers: bool = False
    asks: str = ""
    names_loser: bool = False
    by_officials: bool = False
    without_numbers: bool = False

    @property
    def hint(self) -> str:
        """What decides."""
        return "Victory tokens decide." if self.by_numbers else "The other one has won."


ENDINGS: Final[tuple[Ending, ...]] = (
    Ending(
        how="rounds",
        label="Full",
        told="played to the last round",
        at_the_table="The last round was played",
        on_paper="Last round played",
        by_numbers=True,
    ),
    Ending(
        how="time",
        label="Time",
        told="time was called",
        at_the_table="Time was called",
        on_paper="Time called",
        by_numbers=True,
    ),
    Ending(
        how="tabled",
        label="Tabled",
        told="tabled",
        at_the_table="One side was wiped out",
        on_paper="One side wiped out",
        asks="Who still has units?",
    ),
    Ending(
        how="mutual",
        label="Mutual destruction",
        told="both sides wiped out",
        at_the_table="Both sides were wiped out",
        on_paper="Both sides wiped out",
        by_numbers=True,
    ),
    Ending(
        how="concession",
        label="Concession",
        told="conceded",
        at_the_table="One player conceded",
        on_paper="Concession",
        asks="Who conceded?",
        names_loser=True,
    ),
    Ending(
        how="no-show",
        label="No-show",
        told="one did not come",
        on_paper="No-show",
        asks="Who came?",
        by_officials=True,
        without_numbers=True,
    ),
    Ending(
        how="game-loss",
        label="Game loss",
        told="game loss",
        on_paper="Game loss",
        asks="Who won?",
        by_officials=True,
    ),
    Ending(
        how="double-loss",
        label="Double loss",
        told="both lost",
        by_officials=True,
        without_numbers=True,
    ),
)
BY_HOW: Final = {one.how: one for one in ENDINGS}
TOLD_BY_PLAYERS: Final = tuple(one for one in ENDINGS if not one.by_officials)
