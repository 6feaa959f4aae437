"""What may be chosen: listed, counted, checked and sampled from one description."""

from collections import Counter
from collections.abc import Callable
from itertools import count

import pytest

from muster.rules.game.steps.choices import Among, AnyChoice, Assignment, Number, OneOfEach, YesNo

SMALL = {
    "one of three": Among(("a", "b", "c")),
    "none to two of four": Among(("a", "b", "c", "d"), 0, 2),
    "all of two": Among(("a", "b"), 2, 2),
    "nothing": Among((), 0, 0),
    "yes or no": YesNo(),
    "a number": Number(2, 5),
    "a side of each card": OneOfEach((("a", "b"), ("c",), ("d", "e", "f"))),
    "two tokens to three units": Assignment(("codes", "decoy"), ("a", "b", "c")),
}
WRONG = {
    "one of three": [(), ("a", "b"), ("d",)],
    "none to two of four": [("a", "a"), ("a", "b", "c"), ("x",)],
    "all of two": [("a",), ()],
    "yes or no": [(), ("maybe",), ("yes", "no")],
    "a number": [("1",), ("6",), ("two",), ()],
    "a side of each card": [("a", "c"), ("a", "b", "d"), ("a", "c", "d", "e")],
    "two tokens to three units": [("a",), ("a", "a"), ("a", "x"), ("a", "b", "c")],
}


def every_draw(choice: AnyChoice) -> Counter[tuple[str, ...]]:
    """What the sampler gives over every run of draws there is: a tree of numbers, walked to its leaves."""
    found: Counter[tuple[str, ...]] = Counter()
    for leaf in count():
        width = [1]

        def draw(number: int, place: int = leaf, width: list[int] = width) -> int:
            digit = place // width[0] % number
            width[0] *= number
            return digit

        chosen = choice.sample(draw)
        if leaf >= width[0]:
            return found
        found[chosen] += 1
    raise AssertionError


@pytest.mark.parametrize("choice", SMALL.values(), ids=SMALL)
def test_the_sampler_draws_every_answer_equally_often_and_no_other(choice: AnyChoice) -> None:
    listed = list(choice.every())
    assert len(listed) == len(set(listed)) == choice.count()
    assert every_draw(choice) == dict.fromkeys(listed, 1)
    assert not [problem for chosen in listed for problem in choice.check(chosen)]


@pytest.mark.parametrize("name", WRONG)
def test_what_is_not_listed_is_refused(name: str) -> None:
    choice: AnyChoice = SMALL[name]
    check: Callable[[tuple[str, ...]], object] = choice.check
    assert all(list(check(chosen)) for chosen in WRONG[name])


def test_a_large_choice_is_sampled_without_listing_it() -> None:
    units = tuple(f"one.{number}" for number in range(60))
    chosen = Among(units, 0, 60).sample(lambda number: number // 3)
    assert set(chosen) <= set(units) and len(set(chosen)) == len(chosen)
