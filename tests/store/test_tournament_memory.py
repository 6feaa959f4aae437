"""What is kept in memory of an event: added up once for each version, and nothing of what was rolled back."""

from datetime import UTC, datetime
from threading import Thread
from uuid import uuid4

import pytest
from django.db import connections, transaction

from muster.app.acting import Act
from muster.app.request_store import RequestStore
from muster.app.shared_logs import SharedLogs
from muster.app.tournament import access, commands
from muster.app.tournament.tournaments import TournamentPlan, Tournaments
from muster.rules.violations import Refused
from muster.store.accounts import Account
from muster.store.log.database import DatabaseStore
from muster.web.tournament.public.snapshot import public_snapshots
from muster.web.tournament.requests import tournament_queries, tournaments
from tests.app.memory_roster import in_memory
from tests.rules.tournament.hall import CUP, ORGANISER, Hall


@pytest.fixture
def additions(monkeypatch):
    """How often standings were added up."""
    done = []
    add_up = access.standings_now
    monkeypatch.setattr(access, "standings_now", lambda *now, **how: done.append(1) or add_up(*now, **how))
    return done


def test_standings_are_added_up_once_a_version(additions):
    hall = Hall().begin(8)
    hall.play()
    for person in (ORGANISER, "", "ann"):
        assert access.TournamentQueries(hall.event).standings(person, CUP)
    assert len(additions) == 1
    hall.watching.standings("", CUP, live=True)
    assert len(additions) == 2
    hall.pair()
    hall.watching.standings("", CUP)
    assert len(additions) == 3


class Site:
    """An event in the site's own store."""

    def __init__(self) -> None:
        self.ann = str(Account.objects.create(handle="ann", name="Ann", password="!").pk)
        self.stream = f"tournament:{uuid4().hex}"
        tournaments().do(self.act(), self.stream, commands.Begin(name="Autumn Cup", plan=TournamentPlan()))
        tournaments().do(
            self.act(), self.stream, commands.Enter(names=[f"Player {n}" for n in range(8)], present=True)
        )
        tournaments().do(self.act(), self.stream, commands.Announce())

    def act(self) -> Act:
        return Act(self.ann, datetime.now(UTC), str(uuid4()))

    def words(self) -> list[str]:
        """What everybody reads of the event's announcements, by each of the ways there are."""
        looked = tournament_queries().look(self.ann, self.stream)
        assert looked.key.startswith(f"{self.stream}/{looked.mark}/")
        assert [one.words for one in public_snapshots.now(self.stream).view.words] == [
            one.words for one in looked.view.words
        ]
        return [one.words for one in looked.view.words]


@pytest.mark.django_db(transaction=True)
def test_the_site_adds_up_once_for_all_who_look(additions):
    site = Site()
    for _ in range(3):
        assert tournament_queries().standings(site.ann, site.stream)
    assert len(additions) == 1


@pytest.mark.django_db(transaction=True)
def test_what_was_rolled_back_is_nowhere_and_the_next_act_goes_on_from_before():
    site = Site()
    with pytest.raises(Refused), transaction.atomic():
        tournaments().do(site.act(), site.stream, commands.Tell(words="Nobody ever hears this"))
        assert site.words() == ["Nobody ever hears this"]
        raise Refused
    assert site.words() == []
    tournaments().do(site.act(), site.stream, commands.Tell(words="Lunch"))
    assert site.words() == ["Lunch"]


@pytest.mark.usefixtures("database_allowed")
def test_nobody_else_sees_what_is_not_committed_and_all_of_them_can_write_afterwards(sqlite_log):
    store = DatabaseStore("sqlite_log")
    shared, clock = SharedLogs(store), datetime.now(UTC)
    stream = f"tournament:{uuid4().hex}"

    def use_cases() -> Tournaments:
        return in_memory(RequestStore(store, shared), shared=shared)

    def act() -> Act:
        return Act("olga", clock, str(uuid4()))

    def words() -> list[str]:
        return [one.words for one in use_cases().load(stream).state.words]

    seen: list[list[str]] = []

    def look_on() -> None:
        seen.append(words())
        connections["sqlite_log"].close()

    use_cases().do(act(), stream, commands.Begin(name="Autumn Cup", plan=TournamentPlan()))
    with pytest.raises(Refused), transaction.atomic("sqlite_log"):
        use_cases().do(act(), stream, commands.Tell(words="Nobody ever hears this"))
        assert words() == ["Nobody ever hears this"]
        other = Thread(target=look_on)
        other.start()
        other.join()
        raise Refused
    assert seen == [[]] and words() == []
    use_cases().do(act(), stream, commands.Tell(words="Lunch"))
    assert words() == ["Lunch"]
