"""How often the pages of the hall ask the database: a few times, however many play."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from muster.app.tournament import commands
from muster.web.requests import shared_logs
from muster.web.tournament.public.snapshot import public_snapshots
from tests.web.event_hall_fixtures import Hall

MOST = 10
REPORT = "/me/report?how=time&victory1=3&victory2=1&numbers=1"
PAGES = [
    *(
        ("nobody", where)
        for where in ("", "?show=standings", "?show=about", "/part", "/screen", "/player/p1")
    ),
    ("nobody", "/player/p1?why=sos"),
    *(("ann", where) for where in ("", "/me", "/me/part", "/me/report", REPORT, "/lists", "/setup")),
    *(("olga", where) for where in ("", "/lists", "/print", "/setup?table=1")),
    *(("olga", f"/print/{sheet}.pdf") for sheet in ("pairings", "names", "standings", "players", "slips")),
    *(("olga", f"/export.csv?of={table}") for table in ("players", "pairings", "results", "standings")),
]

pytestmark = pytest.mark.django_db


def played(players: int) -> Hall:
    """A round is over, another is being played."""
    hall = Hall(players=players).begin()
    hall.play()
    hall.meet()
    hall.start()
    return hall


def questions(players: int, who: str, where: str) -> list[str]:
    """What a page asks the database when nobody has looked before."""
    with transaction.atomic():
        hall = played(players)
        public_snapshots.forget()
        shared_logs.cache_clear()
        with CaptureQueriesContext(connection) as queries:
            response = hall.get(who, where)
        assert response.status_code == 200, (where, response.status_code)
        transaction.set_rollback(True)
    return [query["sql"] for query in queries]


@pytest.mark.parametrize(("who", "where"), PAGES)
def test_a_page_of_the_hall_asks_little_however_many_play(who, where):
    few, many = questions(4, who, where), questions(12, who, where)
    assert len(few) <= MOST, few
    assert len(many) == len(few), many


def test_the_list_of_events_asks_little_however_many_are_mine(django_assert_max_num_queries):
    hall = Hall().begin()
    for number in range(5):
        stream = f"tournament:{number:032x}"
        hall.desk.do(hall.act(), stream, commands.Begin(name=f"Cup {number}", plan=hall.now.plan))
    shared_logs.cache_clear()
    with django_assert_max_num_queries(MOST):
        text = hall.clients["olga"].get("/events").content.decode()
    assert text.count('/desk"') == 6


def test_a_table_without_an_event_asks_little(client, django_assert_max_num_queries):
    form = {"name1": "Ann", "name2": "Bo", "points1": "700", "points2": "800", "key": "one"}
    address = client.post("/tables/setup", form)["Location"]
    client.post(address, {"do": "terrain", "seen": "1", "key": "two"})
    shared_logs.cache_clear()
    with django_assert_max_num_queries(MOST):
        assert client.get(address).status_code == 200


def test_what_a_transaction_took_back_was_never_shown():
    """A snapshot is kept for what is in the log, not for how long the log is."""
    hall = Hall(players=4).begin()
    public_snapshots.forget()
    with transaction.atomic():
        mark = transaction.savepoint()
        hall.desk.do(hall.act(), hall.stream, commands.Tell(words="taken back"))
        assert "taken back" in hall.text()
        transaction.savepoint_rollback(mark)
    assert "taken back" not in hall.text()
    hall.desk.do(hall.act(), hall.stream, commands.Tell(words="said instead"))
    text = hall.text()
    assert "said instead" in text and "taken back" not in text
