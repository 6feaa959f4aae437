"""Result slips: one for each game, three to a page, with all that rules 613 to 622 ask for.

They are cut along the lines, each page in one stack: the slips stand so that the first stack holds the first
tables, the second those after them. A slip lies between two players, so no code stands on it: each player's
code for the phone has a card of its own, on pages after the slips.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from muster.app.tournament.access import AudienceView
from muster.rules.tournament.games import Game, Player
from muster.rules.tournament.running.figures import profile_of
from muster.rules.tournament.scoring.endings import ENDINGS, TOLD_BY_PLAYERS
from muster.rules.tournament.scoring.profiles import Profile
from muster.web.print.armies.heading import Paper
from muster.web.print.tournament.heading import EventHeading, heading, name_of, on_paper, round_asked

PER_PAGE: Final = 3
CARDS_ACROSS: Final = 3
CARDS_PER_PAGE: Final = CARDS_ACROSS * 8


class ResultSlip(msgspec.Struct, frozen=True, kw_only=True):
    """The slip of a game with the names of both."""

    table: int
    game: int
    sides: tuple[str, str]


class CodeCard(msgspec.Struct, frozen=True, kw_only=True):
    """The code for one player's phone, to be cut out and given to nobody else."""

    table: int
    name: str
    code: str


class SlipSheet(msgspec.Struct, frozen=True, kw_only=True):
    """All slips of a round, page by page; `None` leaves a place empty. `tie` says what decides a tie. `cards`
    hold the codes, so many `across`, where they are printed."""

    heading: EventHeading
    round: str
    pages: tuple[tuple[ResultSlip | None, ...], ...]
    cards: tuple[tuple[CodeCard, ...], ...]
    across: int
    link: str
    endings: tuple[str, ...]
    for_judges: tuple[str, ...]
    victory: str
    tie: str
    draws: bool


def slips(
    look: AudienceView,
    paper: Paper,
    number: int = 0,
    codes: Mapping[Player, str] | None = None,
    link: str = "",
) -> SlipSheet:
    """What stands on the sheets; codes are typed where the link leads."""
    shown = round_asked(look, number)
    played = shown.round
    games = sorted(played.games, key=lambda game: game.table)
    profile = profile_of(look.view.plan)
    knock_out = played.stage == "elimination"
    return SlipSheet(
        heading=heading(look, paper, "Result slips"),
        round=shown.name,
        pages=stack_slips([_slip(look, game) for game in games]),
        cards=tuple(batches(_cards(look, games, codes or {}), CARDS_PER_PAGE)),
        across=CARDS_ACROSS,
        link=link,
        endings=tuple(ending.on_paper for ending in TOLD_BY_PLAYERS),
        for_judges=tuple(ending.on_paper for ending in ENDINGS if ending.by_officials and ending.on_paper),
        victory=profile.victory,
        tie=_tie(profile, knock_out),
        draws=profile.draws and not knock_out,
    )


slips_pdf = on_paper("tournament_slips", slips)


def _tie(profile: Profile, knock_out: bool) -> str:
    """Rules 614, 615 and 618, or the current ones."""
    if not profile.draws:
        return "Most victory tokens win; then the higher score; then the blue player."
    last = "the winner of the priority roll" if knock_out else "it is a draw"
    return f"Most VP win; then the higher score; else {last}."


def _slip(look: AudienceView, game: Game) -> ResultSlip:
    first, two = (name_of(look, key) for key in game.players)
    return ResultSlip(table=game.table, game=game.number, sides=(first, two))


def _cards(look: AudienceView, games: Sequence[Game], codes: Mapping[Player, str]) -> list[CodeCard]:
    return [
        CodeCard(table=game.table, name=name_of(look, key), code=space_code(codes[key]))
        for game in games
        for key in game.players
        if codes.get(key)
    ]


def batches(cards: Sequence[CodeCard], size: int) -> Iterator[tuple[CodeCard, ...]]:
    """So many at a time."""
    return (tuple(cards[at : at + size]) for at in range(0, len(cards), size))


def space_code(code: str) -> str:
    """ABCD EFGH: easier to read and to type."""
    return " ".join(code[at : at + 4] for at in range(0, len(code), 4))


def stack_slips(slips: list[ResultSlip]) -> tuple[tuple[ResultSlip | None, ...], ...]:
    """So that piles cut from all pages at once lie in order: the top of all pages first."""
    pages = -(-len(slips) // PER_PAGE)
    padded: list[ResultSlip | None] = [*slips, *[None] * (pages * PER_PAGE - len(slips))]
    return tuple(tuple(padded[page + pages * place] for place in range(PER_PAGE)) for page in range(pages))
