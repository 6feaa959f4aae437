"""The ways a game ends (rules 613 to 619), and what each is called wherever it is chosen, told or printed."""

from typing import Final

import msgspec

from muster.rules.tournament.games import How


class Ending(msgspec.Struct, frozen=True):
    """How a game ended: a word on a button, a clause in a sentence, a line at the table, a box on a slip.

    `asks` is the question where somebody says who won; `names_loser` when its answer is who lost.
    `by_officials`: game losses and players who are missing or gone are not told by players. Who is dropped or
    disqualified in the middle of a game has left it.
    """

    how: How
    label: str
    clause: str
    at_the_table: str = ""
    on_paper: str = ""
    by_numbers: bool = False
    asks: str = ""
    names_loser: bool = False
    by_officials: bool = False
    without_numbers: bool = False

    @property
    def marks(self) -> str:
        """What the one is called who is marked where somebody says who won."""
        return "" if not self.asks else "Here:" if self.how == "no-show" else "Winner:"

    @property
    def hint(self) -> str:
        """What decides."""
        return "VP decide." if self.by_numbers else "The other player wins."


# How, label, told; at the table, on paper, and what is asked.
ENDINGS: Final[tuple[Ending, ...]] = (
    Ending("rounds", "Full", "played to the last round",
        "The last round was played", "Last round played", by_numbers=True),
    Ending("time", "Time", "time was called",
        "Time was called", "Time called", by_numbers=True),
    Ending("tabled", "Tabled", "tabled",
        "One side was wiped out", "One side wiped out", asks="Who still has units?"),
    Ending("mutual", "Mutual destruction", "both sides wiped out",
        "Both sides were wiped out", "Both sides wiped out", by_numbers=True),
    Ending("concession", "Concession", "conceded",
        "One player conceded", "Concession", asks="Who conceded?", names_loser=True),
    Ending("no-show", "No-show", "one did not come",
        "", "No-show", asks="Who came?", by_officials=True, without_numbers=True),
    Ending("left", "Left", "one left the game",
        "", "Left the game", asks="Who stayed?", by_officials=True, without_numbers=True),
    Ending("game-loss", "Game loss", "game loss",
        "", "Game loss", asks="Who won?", by_officials=True),
    Ending("double-loss", "Double loss", "both lost",
        by_officials=True, without_numbers=True),
)  # fmt: skip
BY_HOW: Final = {ending.how: ending for ending in ENDINGS}
TOLD_BY_PLAYERS: Final = tuple(ending for ending in ENDINGS if not ending.by_officials)
