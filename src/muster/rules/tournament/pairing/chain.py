"""A block of groups that the quick way could not pair, piece by piece, so that only what needs it is matched.

Most links join one group to the very next by a single player. Between such links lie pieces. A piece that can
be drawn is drawn. Another becomes a window for the exact way, with one player left over for the piece below.
That costs nothing when every best solution of the window leaves over exactly one, for then the next piece
receives one player whatever is chosen, and its own bound does not change. A window also starts from the
player carried into it; if somebody else could have served it better, it takes in the piece above.
"""

from typing import Literal, NamedTuple, TypeAlias

from muster.rules.tournament.chance import Draw
from muster.rules.tournament.pairing.drawing import BlockDraw, Piece
from muster.rules.tournament.pairing.exact import Carried, Window
from muster.rules.tournament.pairing.field import Couple, Field
from muster.rules.tournament.pairing.lowest import Need, PairDownPlan

Wanted: TypeAlias = Literal["above", "below"]  # where a window has to grow


class _Settled(NamedTuple):
    number: int  # of its first piece
    carried: Carried | None
    couples: list[Couple]


class Chain:
    """One block being settled from the top; `settled` are the pieces done so far."""

    def __init__(self, field: Field, plan: PairDownPlan, needs: list[Need], block: tuple[int, int]) -> None:
        self.field, self.plan, self.needs = field, plan, needs
        self.pieces = plan.pieces(block)
        self.points = {place: field.points[at] for at, group in enumerate(field.groups) for place in group}
        self.settled: list[_Settled] = []

    def pair(self, draw: Draw) -> list[Couple] | None:
        """The couples of the block; None if it needs other blocks."""
        number, carried = 0, None
        while number < len(self.pieces):
            last = number
            piece = self._draw_piece(number, carried, draw)
            while piece is None:
                answer = self._match(number, last, carried, draw)
                if isinstance(answer, Piece):
                    piece = answer
                elif answer == "below" and last + 1 < len(self.pieces):
                    last += 1
                elif self.settled and (answer == "above" or self._is_bottom(last)):
                    number, carried, _ = self.settled.pop()
                else:
                    return None
            self.settled.append(_Settled(number, carried, piece.couples))
            carried = None if piece.floater is None else Carried(piece.floater, self.points[piece.floater])
            number = last + 1
        return [couple for each in self.settled for couple in each.couples]

    def _is_bottom(self, number: int) -> bool:
        return self.pieces[number][1] == len(self.field.groups) - 1

    def _draw_piece(self, number: int, carried: Carried | None, draw: Draw) -> Piece | None:
        piece = self.pieces[number]
        if piece[1] >= self.plan.broken_from:
            return None
        block = BlockDraw(self.field, self.plan, self.needs, piece)
        return block.draw(draw, None if carried is None else carried.place)

    def _match(self, number: int, last: int, carried: Carried | None, draw: Draw) -> Piece | Wanted:
        """The window over these pieces, if it stands on its own; otherwise where it has to grow."""
        first, end = self.pieces[number][0], self.pieces[last][1]
        couples, over, figures = Window(self.field, first, end, carried=carried).solve(draw)
        if len(over) != (last + 1 < len(self.pieces)):
            return "below"
        if carried is not None and not self._is_served(first, end, carried, figures, draw):
            return "above"
        return Piece(couples, over[0] if over else None)

    def _is_served(
        self, first: int, end: int, carried: Carried, figures: list[tuple[int, int]], draw: Draw
    ) -> bool:
        """Whether the carried player does as well as one who has met nobody, and drops no further."""
        if figures[0] != (1, carried.points - self.field.points[first]):
            return False
        field = self.field
        name = field.names[carried.place]
        mets = [met - {name} for met in field.mets]
        mets[carried.place] = frozenset()
        stranger = Field(field.names, mets, field.groups, field.points)
        return Window(stranger, first, end, carried=carried).solve(draw)[2] == figures
