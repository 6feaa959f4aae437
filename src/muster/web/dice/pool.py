"""What a pool of dice brings, in a line: before it is rolled, and beside what fell."""

from collections.abc import Sequence
from typing import ClassVar, Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from muster.rules.dice.faces import MOST_DICE, Die, Face, Roll
from muster.rules.dice.pools import at_least, average, is_mixed
from muster.web.dice import forms
from muster.web.dice.odds import decimal, percent
from muster.web.page import Page, render_response

GOOD: Final = (Face.HIT, Face.CRITICAL, Face.BLOCK)
MOST_CHANCES: Final = 5


class PoolPart(Page, frozen=True, kw_only=True):
    """The line, empty where the dice are none, too many or of both kinds."""

    template: ClassVar = "dice/pool.html"
    words: str


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """The odds of the dice in the address: the same for everybody, so nothing is asked about who looks."""
    counts = forms.counts(request.GET)
    dice = tuple(die for die, count in counts.items() for _ in range(min(count, MOST_DICE + 1)))
    return render_response(request, PoolPart(words=foretold(dice)))


def foretold(dice: Sequence[Die]) -> str:
    """`1.38 Hits and 0.38 Criticals on average; 1 or more 94%, 2 or more 66%`, before they fall."""
    if not 1 <= len(dice) <= MOST_DICE or is_mixed(dice):
        return ""
    chances = ((number, percent(at_least(dice, GOOD, number))) for number in range(1, len(dice) + 1))
    telling = [f"{number} or more {chance}" for number, chance in chances if chance[0] not in "<>"]
    return "; ".join(filter(None, (means(dice), ", ".join(telling[:MOST_CHANCES]))))


def pool_odds(roll: Roll) -> str:
    """`1.50 Hits and 0.50 Criticals on average, 3 or more 9%`, beside what fell."""
    got = roll.count(*GOOD)
    more = f", {got} or more {percent(at_least(roll.dice, GOOD, got))}" if got else ""
    return f"{means(roll.dice)}{more}"


def means(dice: Sequence[Die]) -> str:
    """As dice fall, surges not counted."""
    parts = [(face, average(dice, [face])) for face in GOOD]
    return (
        f"{' and '.join(f'{decimal(mean)} {face.capitalize()}s' for face, mean in parts if mean)} on average"
    )
