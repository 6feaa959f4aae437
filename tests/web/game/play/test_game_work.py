"""An act costs what it does, not how long the game has been: steps are counted, not time."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from muster.rules.game.answers import Tokens
from muster.web.game.desks import desk_over
from muster.web.requests import new_store
from tests.web.counted_work import steps
from tests.web.game_twins import API, GAME, People, Twin, people

pytestmark = pytest.mark.django_db(transaction=True)  # only what is committed is kept for the next request
SHORT, LONG = 200, 1400
MOST_RATIO = 1.3
AIMS = {"act": "speak", "said": {"say": "tokens", "unit": "two.1", "token": "aim"}}


def asked(send: Callable[[], Any]) -> int:
    """The steps of one request that is answered well."""
    answers: list[Any] = []
    work = steps(lambda: answers.append(send()))
    assert answers[0].status_code == 200, answers[0].content[:300]
    return work


def by_api(who: People) -> dict[str, int]:
    """An act, its undo and one more, by a program that never looks at a page."""

    def sent(act: dict[str, Any]) -> int:
        return asked(lambda: who.programs["bob"].post(f"{API}/acts", act, content_type="application/json"))

    found = {"act": sent(AIMS)}
    found["undo"] = sent({"act": "take-back", "batch": desk_over(new_store(), GAME).acts[-1].batch})
    return found | {"after the undo": sent(AIMS)}


KEYS = count()


def by_page(who: People) -> dict[str, int]:
    """An act by a phone, with the page that it is answered with; and the page alone."""
    phone, form = who.browsers["bob"], {"do": "token two.1 aim", "key": f"k{next(KEYS)}", "seat": "two"}
    return {
        "act": asked(lambda: phone.post(f"/game/{GAME}/act", form, headers={"hx-request": "true"})),
        "page": asked(lambda: phone.get(f"/game/{GAME}")),
    }


@pytest.mark.parametrize("door", [by_api, by_page])
def test_an_act_is_as_much_work_in_a_long_game_as_in_a_short_one(
    door: Callable[[People], dict[str, int]],
) -> None:
    who = people()
    twin = Twin(who, "plain")
    twin.prepare()
    twin.play("r1.card")

    def counted(length: int) -> dict[str, int]:
        while len(twin.desk.log) < length:
            for number in (1, -1):
                twin.say("bob", Tokens(unit="two.1", token="dodge", number=number))
        door(who)  # what is made once is made
        return door(who)

    short, long = counted(SHORT), counted(LONG)
    assert all(long[name] <= MOST_RATIO * short[name] for name in short), (short, long)
