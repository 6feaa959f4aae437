"""The stream of chance: as documented, the same for ever, and fair."""

from collections import Counter
from hashlib import sha256
from itertools import islice, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.rules.tournament import chance as module
from muster.rules.tournament.chance import Draw, words

GOLDEN = "c3ff6b1a785d8bd9d15175529ed60b3e9ae0b0531ee589b0014fe532bf71575c"


def test_the_stream_is_the_same_for_ever():
    stream = b"".join(word.to_bytes(4, "big") for word in islice(words("golden", "test"), 100_000))
    assert sha256(stream).hexdigest() == GOLDEN


def test_the_stream_is_what_the_documentation_says():
    blocks = [sha256(b"test\ngolden\n" + number.to_bytes(8, "big")).digest() for number in range(3)]
    read = b"".join(blocks)
    assert list(islice(words("golden", "test"), 24)) == [
        int.from_bytes(read[at : at + 4], "big") for at in range(0, 96, 4)
    ]


def test_draws_and_orders_stay_as_they_are():
    draw = Draw("golden", "test")
    assert [draw.below(6) for _ in range(12)] == [0, 2, 0, 5, 1, 5, 4, 4, 2, 2, 1, 3]
    assert Draw("golden", "test").shuffle("abcdefgh") == list("efcdhabg")


def test_seed_and_label_make_different_streams():
    firsts = [next(words(seed, label)) for seed, label in (("1", "a"), ("2", "a"), ("1", "b"))]
    assert len(set(firsts)) == 3


def test_words_that_would_favour_small_numbers_are_skipped(monkeypatch):
    # Of 2**32 words, 2**32 mod 3 = 1 is too many for thirds: the very last.
    monkeypatch.setattr(module, "words", lambda seed, label: iter([2**32 - 1, 2**32 - 2, 2**32 - 1, 4]))
    draw = Draw("", "")
    assert [draw.below(3), draw.below(3)] == [(2**32 - 2) % 3, 1]


@pytest.mark.parametrize("most", [0, -1, 2**32 + 1])
def test_nothing_is_drawn_below_an_impossible_number(most):
    with pytest.raises(ValueError, match="from 1 to 2"):
        Draw("a", "b").below(most)


def test_every_order_is_as_likely_as_the_others():
    draw = Draw("fair", "test")
    orders = Counter("".join(draw.shuffle("abcd")) for _ in range(24 * 400))
    assert set(orders) == {"".join(order) for order in permutations("abcd")}
    assert sum((count - 400) ** 2 / 400 for count in orders.values()) < 23 + 5 * 46**0.5


@given(st.text(), st.integers(1, 2**32))
def test_any_text_is_a_seed(seed, most):
    assert 0 <= Draw(seed, "test").below(most) < most
