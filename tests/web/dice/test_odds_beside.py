"""Odds weighed in a process beside the server are the same, and whatever happens to it, the site goes on."""

from unittest.mock import Mock

import pytest

from muster.rules.dice.questions import Attack, Defence, Question
from muster.rules.violations import Refused
from muster.web import asgi
from muster.web.dice import weighing
from muster.web.dice.weighing import Weigher, weigh_here
from tests.loops import run_loop

QUESTIONS = [
    Question(Attack(black=4), Defence(die="red", cover="light")),
    Question(Attack(red=8, black=8, white=8, aims=2), Defence()),  # weights beyond 64 bits
    Question(Attack(red=5, black=5, white=5, aims=5, critical=3), Defence(armour=2)),  # too intricate
]


@pytest.fixture
def weigher():
    made = Weigher()
    yield made
    made.close()


def test_what_is_weighed_beside_is_what_would_be_weighed_here(weigher):
    answers = [weigher(one) for one in QUESTIONS]
    assert answers == [weigh_here(one) for one in QUESTIONS]
    assert max(answers[1].weights) > 2**64 and [one.code for one in answers[2]] == ["odds.too_intricate"]


def test_a_process_that_died_is_started_again(weigher):
    weigher(QUESTIONS[0])
    weigher.process.process.kill()
    weigher.process.process.wait()
    assert weigher(QUESTIONS[0]) == weigh_here(QUESTIONS[0])


def test_a_question_that_takes_too_long_is_told_to_come_back(weigher, monkeypatch):
    monkeypatch.setattr(weighing, "PATIENCE", 0.0)
    with pytest.raises(Refused, match=r"site\.busy"):
        weigher(QUESTIONS[0])
    assert weigher.process is None


def test_the_process_ends_when_nobody_is_there_to_ask(weigher):
    weigher(QUESTIONS[0])
    process = weigher.process.process
    process.stdin.close()
    assert process.wait(10) == 0


def test_a_server_has_odds_weighed_beside_it_as_long_as_it_runs():
    site, seen = asgi.Muster(), []
    site.feed = Mock()  # no database is followed here

    async def life():
        messages = iter(["lifespan.startup", "lifespan.shutdown"])

        async def receive():
            seen.append(weighing._weigher is not None)
            return {"type": next(messages)}

        async def send(_):
            pass

        await site({"type": "lifespan"}, receive, send)

    run_loop(life())
    assert [*seen, weighing._weigher is not None] == [False, True, False]
