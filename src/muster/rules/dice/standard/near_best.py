"""Which Hits are worth rerolling where a pool is too large to try every choice."""

from muster.rules.dice.rolling import EIGHT, attack_ways
from muster.rules.dice.standard.course import Course


def idle_hits(course: Course) -> tuple[int, ...]:
    """How many of 0, 1, 2, … Hits count nothing. Beside as many Criticals as a pool shows on average, a Hit
    counts nothing if rerolling a die of the strongest colour in its place brings more."""
    sides = course.sides
    strongest = next(colour for colour, count in enumerate(sides.attack.pool) if count)
    criticals = sides.dice // EIGHT

    def worth(more: tuple[int, int, int, int], hits: int) -> int:
        hit = hits + more[1]
        shown = criticals + more[0], hit, more[2]
        return course.worth(sides.state((*shown, max(0, sides.dice - sum(shown)))))

    idle = [0]
    for hits in range(1, sides.dice + 1):
        number = 0
        while number < hits:
            stays = hits - number - 1
            again = sum(ways * worth(face, stays) for face, ways in attack_ways(strongest, 1))
            if again <= EIGHT * worth((0, 1, 0, 0), stays):
                break
            number += 1
        idle.append(number)
    return tuple(idle)
