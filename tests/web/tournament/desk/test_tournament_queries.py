"""Pages of the desk and of the judges cost a handful of questions to the database, however many play."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from muster.app.tournament import commands
from muster.rules.armies.army import Army
from muster.rules.cards.catalogue import catalogue
from muster.store.accounts import Account
from muster.web.requests import shared_logs
from muster.web.tournament.requests import tournaments
from tests.web.event_desk_fixtures import Hall

pytestmark = pytest.mark.django_db
MOST = 10
DESK = (
    "/desk", "/desk/players", "/desk/players?q=player", "/desk/player/p1", "/desk/pairing", "/desk/results",
    "/desk/results?table=2", "/desk/clock", "/desk/bracket", "/desk/correct",
    "/desk/correct?round=1&table=1", "/desk/roles", "/desk/settings",
)  # fmt: skip
JUDGES = ("/judge", "/judge/part", "/judge?q=player", "/judge/player/p1")


def played(players: int) -> Hall:
    """An event with one round played and another under way, with calls, a penalty and a told result."""
    hall = Hall(structure="custom", rounds="4", cut="4")
    hall.officials()
    hall.fill([f"Player {number}" for number in range(players)])
    hall.do("ora", "announce")
    hall.play_round()
    hall.publish()
    hall.do("ora", "start")
    hall.result("sue", 1)
    my = tournaments()
    for player in ("p1", "p2", "p3")[: max(1, players // 8)]:
        my.do(hall.act("jed"), hall.stream, commands.CallFor(player=player, words="Cover"))
        my.do(hall.act("jed"), hall.stream, commands.Penalise(player=player, kind="caution", words="Late"))
        my.do(hall.act("jed"), hall.stream, commands.NoteComponent(matter="missing", what="A token"))
    return hall


def questions(hall: Hall, who: str, where: str) -> list[str]:
    hall.clients[who].get(f"{hall.at}{where}")  # whatever a process reads once is read
    with CaptureQueriesContext(
        connection,
    ) as asked:
        answer = hall.clients[who].get(f"{hall.at}{where}")
    assert answer.status_code == 200, where
    return [query["sql"] for query in asked.captured_queries]


def counted(players: int) -> dict[tuple[str, str], list[str]]:
    hall = played(players)
    rows = (("ora", DESK), ("ora", JUDGES), ("jed", JUDGES), ("sue", ("/desk", "/desk/results")))
    found = {(who, where): questions(hall, who, where) for who, pages in rows for where in pages}
    for who, account in hall.people.items():
        Account.objects.filter(pk=account.pk).update(handle=f"{who}-of-{players}")
    return found


def test_no_page_asks_more_than_ten_questions_and_none_more_where_more_people_play():
    few, many = counted(8), counted(24)
    for page, asked in many.items():
        assert len(asked) <= MOST, (page, *asked)
        assert len(asked) <= len(few[page]), (page, *asked)


def test_a_draft_costs_no_more():
    hall = played(8)
    hall.settle()
    hall.do("ora", "close")
    hall.do("ora", "draft")
    assert len(questions(hall, "ora", "/desk/pairing")) <= MOST


def released(lists: int) -> list[str]:
    """What is asked when the organiser enters a release date, which counts so many lists again."""
    hall = Hall(structure="custom", rounds="4", cut="4")
    hall.officials()
    hall.fill([f"Player {number}" for number in range(lists)])
    for number in range(1, lists + 1):
        army = Army(faction="rebels", format="standard", points_date=date(2026, 1, 1))
        hand_in = commands.SubmitList(player=f"p{number}", army=army)
        tournaments().do(hall.act("ora"), hall.stream, hand_in)
    shared_logs.cache_clear()
    card = next(iter(catalogue().cards))
    with CaptureQueriesContext(connection) as asked:
        tournaments().do(
            hall.act("ora"), hall.stream, commands.EnterRelease(card=card, released=date(2026, 1, 2))
        )
    for who, account in hall.people.items():
        Account.objects.filter(pk=account.pk).update(handle=f"{who}-of-{lists}")
    return [query["sql"] for query in asked.captured_queries]


def test_lists_are_counted_again_with_one_question_for_all():
    few, many = released(2), released(9)
    assert len(many) == len(few), many
