"""Battle books weighed here, or in a process beside the server, one at a time; the last ones are kept."""

from collections import OrderedDict
from threading import Lock
from typing import Final

import msgspec

from muster.rules.armies.army import Army
from muster.rules.attack.book import Situation
from muster.rules.attack.told_book import ToldBook, book_in_words
from muster.rules.cards import catalogue
from muster.web.dice import weighing
from muster.web.serving.helper_process import HelperProcess, answer_all
from muster.web.serving.limits import HeavyWork, busy_refusal

KEPT: Final = 64
PATIENCE: Final = 20.0  # seconds
LANE: Final = HeavyWork()


class Order(msgspec.Struct, frozen=True):
    """Which book is wanted."""

    mine: Army
    theirs: Army
    situation: Situation


_known: OrderedDict[bytes, ToldBook] = OrderedDict()
_turn = Lock()
_process: HelperProcess | None = None


def weighed_book(order: Order) -> ToldBook:
    """The book, from the cache if it was asked for before."""
    key = msgspec.msgpack.encode(order)
    found = _known.get(key)
    if found is None:
        with LANE.slot():
            found = _known[key] = _beside(key) if weighing.is_beside() else weighed_here(order)
        while len(_known) > KEPT:
            _known.popitem(last=False)
    return found


def weighed_here(order: Order) -> ToldBook:
    """The book, worked out in this process."""
    return book_in_words(order.mine, order.theirs, catalogue(), order.situation)


def _beside(message: bytes) -> ToldBook:
    global _process  # noqa: PLW0603 - one for the process
    with _turn:
        if _process is None or _process.is_gone:
            close()
            _process = HelperProcess(__name__)
        try:
            reply = _process.ask(message, PATIENCE)
        except EOFError:
            close()
            raise busy_refusal() from None
    return msgspec.msgpack.decode(reply, type=ToldBook)


def close() -> None:
    """Stop the helper process."""
    global _process
    before, _process = _process, None
    if before is not None:
        before.end()


def _answer(message: bytes) -> bytes:
    return msgspec.msgpack.encode(weighed_here(msgspec.msgpack.decode(message, type=Order)))


if __name__ == "__main__":
    answer_all(_answer)
