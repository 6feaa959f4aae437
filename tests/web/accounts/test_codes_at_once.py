"""However many codes are typed at the same moment, six are weighed: at the second step, for a seat of a game
and for a player of an event; and six passwords. A right one among the first six opens the door."""

import pytest

from tests.web import own_process

SIX = {"422": 6, "429": 24}
THE_SIXTH = {"422": 1, "429": 11}


def assert_six_are_weighed(outcome: dict) -> None:
    assert outcome["step"] == {"right": 302, "many": SIX, "an hour later": SIX}
    assert outcome["seat"] == {"right": 302, "more": THE_SIXTH}
    assert outcome["password"] == 6
    assert outcome["player"] == {"right": 200, "more": THE_SIXTH, "asked": 429}, "asking counts as well"


@pytest.mark.xdist_group(own_process.GROUP)
def test_of_many_codes_at_once_six_are_weighed_on_sqlite():
    assert_six_are_weighed(own_process.told()["codes"])


@pytest.mark.postgres
@pytest.mark.xdist_group(own_process.GROUP)
def test_of_many_codes_at_once_six_are_weighed_on_postgresql(postgres_url):
    assert_six_are_weighed(own_process.told(postgres_url)["codes"])
