"""What is done and looked at in a game costs a handful of questions to the database, however long it is."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from muster.rules.game.answers import Tokens
from tests.web.game_twins import API, GAME, Twin, people

pytestmark = pytest.mark.django_db
TRANSACTION = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
MOST = 12
MOST_TO_LOOK = 6


def questions(ask: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as asked:
        answer = ask()
    assert answer.status_code in (200, 302), answer.content[:300]
    return len([one for one in asked.captured_queries if not one["sql"].startswith(TRANSACTION)])


def test_an_act_and_a_look_cost_no_more_when_the_game_is_long() -> None:
    who = people()
    twin = Twin(who, "plain")
    twin.prepare()
    twin.play("r1.card")
    phone, program = who.browsers["bob"], who.programs["bob"]

    def counted(key: str) -> dict[str, int]:
        aims = {"act": "speak", "said": {"say": "tokens", "unit": "two.1", "token": "aim"}}
        form = {"do": "token two.1 aim", "key": key, "seat": "two"}
        return {
            "API act": questions(lambda: program.post(f"{API}/acts", aims, content_type="application/json")),
            "page act": questions(
                lambda: phone.post(f"/game/{GAME}/act", form, headers={"hx-request": "true"})
            ),
            "page": questions(lambda: phone.get(f"/game/{GAME}")),
            "replay": questions(lambda: phone.get(f"/game/{GAME}/replay?step=9")),
            "answer": questions(lambda: program.get(API)),
        }

    counted("k0")  # what is done once, such as noting when a token was used, is done
    short = counted("k1")
    for _ in range(40):
        twin.say("bob", Tokens(unit="two.1", token="dodge"))
    long = counted("k2")
    assert long == short
    assert max(long["API act"], long["page act"]) <= MOST
    assert max(long["page"], long["answer"], long["replay"]) <= MOST_TO_LOOK
