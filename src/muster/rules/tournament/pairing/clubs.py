"""Round 1 with clubs kept apart, where an event wishes it: rule 595 asks for a draw, and this leaves it one.

A couple of one club changes partners with a couple drawn from those without anybody of that club. That makes
no new couple of one club, whichever other clubs the two belong to. While at most half of all players are of
one club, no more couples lie inside it than outside: so each finds another. Of a larger club only those stay
together whom no pairing parts. It costs a look at all couples for each club that has drawn itself: about as
many as the root of the number of players, at the worst.
"""

from collections.abc import Sequence

from muster.rules.tournament.chance import Draw
from muster.rules.tournament.pairing.field import Couple


def keep_clubs_apart(couples: Sequence[Couple], clubs: Sequence[str], draw: Draw) -> list[Couple]:
    """The couples with as few pairs from one club as possible. `clubs` is by place, empty for players without
    a club."""
    found = list(couples)
    for club in sorted({clubs[a] for a, b in found if clubs[a] == clubs[b] != ""}):
        inside = [at for at, (a, b) in enumerate(found) if clubs[a] == clubs[b] == club]
        outside = [at for at, (a, b) in enumerate(found) if club not in (clubs[a], clubs[b])]
        for at in inside[: len(outside)]:
            other = outside.pop(draw.below(len(outside)))
            (a, b), (c, d) = found[at], found[other] if draw.below(2) else found[other][::-1]
            found[at], found[other] = (a, c), (b, d)
    return found
