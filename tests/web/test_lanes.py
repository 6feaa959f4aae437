"""Heavy work has lanes: few at a time, few waiting, and never all threads of a server."""

from contextlib import ExitStack

import pytest
from django.contrib.auth.hashers import check_password, make_password

from muster.rules.violations import Refused
from muster.web.accounts import hashers
from muster.web.serving import lanes
from muster.web.serving.lanes import MOST_HEAVY, Lane
from muster.web.serving.turns import THREADS


def test_all_lanes_together_leave_half_of_the_threads_to_everybody():
    assert MOST_HEAVY * 2 <= THREADS
    many = [Lane(width=2, waiting=0) for _ in range(MOST_HEAVY)]
    with ExitStack() as inside:
        for lane in many[: MOST_HEAVY // 2]:
            inside.enter_context(lane.taken())
            inside.enter_context(lane.taken())
        with pytest.raises(Refused, match=r"site\.busy"), many[-1].taken():
            pass
    with many[-1].taken():
        assert lanes._inside == [many[-1]]
    assert not lanes._inside and not many[-1].inside


def test_a_lane_that_is_full_refuses_at_once_and_whoever_fails_makes_room():
    lane = Lane(width=1, waiting=0)
    with lane.taken(), pytest.raises(Refused, match=r"site\.busy"), lane.taken():
        pass
    with pytest.raises(ZeroDivisionError), lane.taken():
        raise ZeroDivisionError
    with lane.taken():
        assert lane.inside == 1


@pytest.fixture
def real_hashes(settings):
    """As the site hashes: tests have a quicker way."""
    settings.PASSWORD_HASHERS = ["muster.web.accounts.hashers.BoundedArgon2"]


def test_passwords_are_hashed_in_a_lane(real_hashes, monkeypatch):
    kept = make_password("a good one")
    full = Lane(width=1, waiting=0)
    monkeypatch.setattr(hashers, "LANE", full)
    with full.taken():
        with pytest.raises(Refused, match=r"site\.busy"):
            check_password("a good one", kept)
        with pytest.raises(Refused, match=r"site\.busy"):
            make_password("another")
    assert check_password("a good one", kept)


@pytest.mark.django_db
def test_who_signs_in_while_too_many_do_is_told_to_come_back(real_hashes, client, monkeypatch):
    monkeypatch.setattr(hashers, "LANE", Lane(width=0, waiting=0))
    answer = client.post("/sign-in", {"handle": "nobody", "password": "something"})
    assert answer.status_code == 503 and int(answer["Retry-After"]) > 0
