"""Heavy work has lanes: few at a time, few waiting, and never all threads of a server."""

from collections import OrderedDict
from contextlib import ExitStack, nullcontext
from threading import Thread
from time import monotonic, sleep

import pytest
from django.contrib.auth.hashers import check_password, make_password

from muster.rules.violations import Refused
from muster.web.accounts import hashers
from muster.web.dice import asking
from muster.web.serving import limits
from muster.web.serving.limits import MOST_HEAVY, MOST_REMEMBERED, FairSemaphore, HeavyWork
from muster.web.serving.request_queue import THREADS, WRITERS_PER_ADDRESS
from tests.web.account_fixtures import person


def test_all_lanes_together_leave_half_of_the_threads_to_everybody():
    assert MOST_HEAVY * 2 <= THREADS
    many = [HeavyWork(width=2, waiting=0) for _ in range(MOST_HEAVY)]
    with ExitStack() as inside:
        for lane in many[: MOST_HEAVY // 2]:
            inside.enter_context(lane.slot())
            inside.enter_context(lane.slot())
        with pytest.raises(Refused, match=r"site\.busy"), many[-1].slot():
            pass
    with many[-1].slot():
        assert limits._heavy.total() == many[-1].inside == 1
    assert not limits._heavy and not many[-1].places


def test_a_lane_that_is_full_refuses_at_once_and_whoever_fails_makes_room():
    lane = HeavyWork(width=1, waiting=0)
    with lane.slot(), pytest.raises(Refused, match=r"site\.busy"), lane.slot():
        pass
    with pytest.raises(ZeroDivisionError), lane.slot():
        raise ZeroDivisionError
    with lane.slot():
        assert lane.inside == 1


def refused(lane):
    """Whether there is no place for whoever asks now."""
    try:
        with lane.slot():
            return False
    except Refused:
        return True


@pytest.fixture
def asker():
    """Says for whom the next work is."""
    before = limits.CLIENT.get()
    yield limits.CLIENT.set
    limits.CLIENT.set(before)


def test_nobody_has_all_places_of_a_lane_nor_of_all_lanes(asker):
    sheets, odds, pictures = (HeavyWork(width=4) for _ in range(3))
    with ExitStack() as inside:
        asker("192.0.2.1")
        for lane in (sheets, sheets):
            inside.enter_context(lane.slot())
        assert refused(sheets), "two of a lane"
        inside.enter_context(odds.slot())
        assert refused(pictures), "three of all"
        asker("192.0.2.2")
        assert not any(map(refused, (sheets, odds, pictures)))


class Queue:
    """People in front of one turn; notes in which order they were let in."""

    def __init__(self, width=1):
        self.turn, self.let_in, self.threads = FairSemaphore(width), [], []

    def come(self, asker):
        """One more waits, and it is known that they do."""
        self.threads.append(Thread(target=self._wait, args=(asker,), daemon=True))
        self.threads[-1].start()
        deadline = monotonic() + 10
        while len(self.turn._waiting) < len(self.threads) and monotonic() < deadline:
            sleep(0.001)

    def _wait(self, asker):
        assert self.turn.acquire(asker, 10)
        self.let_in.append(asker)
        self.turn.release()

    def done(self):
        self.turn.release()
        for thread in self.threads:
            thread.join(10)
        return self.let_in


def test_the_second_of_one_asker_does_not_come_before_the_first_of_another():
    queue = Queue()
    assert queue.turn.acquire("crowd", 1)
    for asker in ("crowd", "crowd", "ann", "crowd", "bob"):
        queue.come(asker)
    assert queue.done() == ["ann", "bob", "crowd", "crowd", "crowd"]
    assert queue.turn.free == 1


def test_whose_turn_does_not_come_in_time_leaves_the_queue():
    turn = FairSemaphore(1)
    assert turn.acquire("ann", 1) and not turn.acquire("bob", 0.01)
    turn.release()
    assert turn.acquire("bob", 0.01) and turn._waiting == []


def test_only_so_many_askers_are_remembered():
    turn = FairSemaphore(1)
    for number in range(MOST_REMEMBERED + 9):
        assert turn.acquire(f"192.0.2.{number}", 1)
        turn.release()
    assert len(turn._let_in) == MOST_REMEMBERED


def test_people_sign_in_while_everything_else_is_taken(asker, monkeypatch):
    with ExitStack() as inside:
        for number in range(MOST_HEAVY):
            asker(f"192.0.2.{number}")
            inside.enter_context(HeavyWork().slot())
        assert refused(HeavyWork()) and not refused(hashers.HASHING_LIMIT)
    asker("192.0.2.1")
    monkeypatch.setattr(hashers.HASHING_LIMIT, "turn", FairSemaphore(99))
    with ExitStack() as inside:
        for _ in range(WRITERS_PER_ADDRESS):
            inside.enter_context(hashers.HASHING_LIMIT.slot())
        assert refused(hashers.HASHING_LIMIT)
        asker("192.0.2.2")
        assert not refused(hashers.HASHING_LIMIT)


@pytest.mark.django_db
def test_a_request_is_counted_by_its_address_and_a_members_by_the_account(client, monkeypatch):
    asked = []
    enter = asking.LANE.slot.__name__
    monkeypatch.setattr(asking.LANE, enter, lambda: asked.append(limits.CLIENT.get()) or nullcontext())
    monkeypatch.setattr(asking, "_known", OrderedDict())
    client.get("/api/v1/dice/odds?black=1", REMOTE_ADDR="192.0.2.7")
    member = person("Ada")
    client.force_login(member)
    client.get("/api/v1/dice/odds?black=2", REMOTE_ADDR="192.0.2.7")
    assert asked == ["192.0.2.7", f"member {member.pk}"] and limits.CLIENT.get() == ""


@pytest.fixture
def real_hashes(settings):
    """As the site hashes: tests have a quicker way."""
    settings.PASSWORD_HASHERS = ["muster.web.accounts.hashers.BoundedArgon2"]


def test_passwords_are_hashed_in_a_lane(real_hashes, monkeypatch):
    kept = make_password("a good one")
    full = HeavyWork(width=1, waiting=0)
    monkeypatch.setattr(hashers, "HASHING_LIMIT", full)
    with full.slot():
        with pytest.raises(Refused, match=r"site\.busy"):
            check_password("a good one", kept)
        with pytest.raises(Refused, match=r"site\.busy"):
            make_password("another")
    assert check_password("a good one", kept)


@pytest.mark.django_db
def test_who_signs_in_while_too_many_do_is_told_to_come_back(real_hashes, client, monkeypatch):
    monkeypatch.setattr(hashers, "HASHING_LIMIT", HeavyWork(width=0, waiting=0))
    answer = client.post("/sign-in", {"handle": "nobody", "password": "something"})
    assert answer.status_code == 503 and int(answer["Retry-After"]) > 0
