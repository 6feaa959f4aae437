"""Odds weighed here, or in a process beside the server: a hard question is a quarter of a second in which no
thread of the same process gets anything done."""

import pickle
from threading import Lock
from typing import Final

import msgspec

from muster.rules.dice import odds
from muster.rules.dice.odds import Odds
from muster.rules.dice.questions import Question
from muster.rules.violations import Refused, Violation
from muster.web.serving.helper_process import HelperProcess, answer_all
from muster.web.serving.limits import busy_refusal

MOST_WORK: Final = 200_000
"""The most combinations weighed for a question from the web: twice those of the largest real attack."""
PATIENCE: Final = 10.0  # seconds
Weighed = Odds | tuple[Violation, ...]


def weigh_here(question: Question) -> Weighed:
    """The exact odds, or why there are none."""
    try:
        return odds.answer(question, MOST_WORK)
    except Refused as refused:
        return refused.violations


class Weigher:
    """Weighs questions in a helper process, one at a time, and restarts the process if it has died."""

    def __init__(self) -> None:
        self.turn = Lock()
        self.process: HelperProcess | None = None

    def __call__(self, question: Question) -> Weighed:
        with self.turn:
            if self.process is None or self.process.is_gone:
                self.close()
                self.process = HelperProcess(__name__)
            try:
                reply = self.process.ask(msgspec.msgpack.encode(question), PATIENCE)
            except EOFError:
                self.close()
                raise busy_refusal() from None
        found: Weighed = pickle.loads(reply)  # noqa: S301 - written by the process we started
        return found

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.end()
        self.process = None


_weigher: Weigher | None = None


def beside() -> Weigher:
    """From now on weigh odds in a helper process, as servers do."""
    global _weigher  # noqa: PLW0603 - one for the process
    _weigher = _weigher or Weigher()
    return _weigher


def here() -> None:
    """From now on weigh odds in this process again."""
    global _weigher
    before, _weigher = _weigher, None
    if before is not None:
        before.close()


def is_beside() -> bool:
    """Whether hard work is done beside this process."""
    return _weigher is not None


def weigh(question: Question) -> Weighed:
    """The odds, wherever they are weighed."""
    return _weigher(question) if _weigher else weigh_here(question)


def _answer(message: bytes) -> bytes:
    return pickle.dumps(weigh_here(msgspec.msgpack.decode(message, type=Question)))


if __name__ == "__main__":
    answer_all(_answer)
