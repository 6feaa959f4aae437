"""What the desk does costs the same however long the event has been running: steps are counted, not time."""

import pytest

from muster.rules.tournament.pairing import proof
from muster.rules.tournament.pairing.check import check
from muster.rules.tournament.pairing.swiss import Entrant, Pairing, pair
from tests.web.counted_work import steps
from tests.web.event_desk_fixtures import Hall

MOST_RATIO = 1.3
PLAYERS = [f"Player {number:02}" for number in range(1, 33)]


def entered(hall: Hall, table: int) -> int:
    """The steps of one result, as the desk sends it."""
    number = hall.now.rounds[-1].number
    form = {"victory1": 7, "victory2": 4, "how": "rounds", "table": table, "round": number}
    sent = form | {"key": f"{number}-{table}"}
    browser, headers = hall.clients["ora"], {"HX-Request": "true", "HX-Target": "results"}
    return steps(lambda: browser.post(f"{hall.at}/desk/results", sent, headers=headers))


@pytest.mark.django_db(transaction=True)  # only what is committed is kept from one request to the next
def test_a_result_in_round_5_is_as_much_work_as_one_in_round_1():
    hall = Hall(structure="custom", rounds="5", cut="0")
    hall.fill(PLAYERS)
    hall.do("ora", "announce")
    work = {}
    for number in range(1, 6):
        hall.publish()
        hall.do("ora", "start")
        entered(hall, 1)  # what is made once is made
        work[number] = entered(hall, 2)
        hall.settle()
        hall.do("ora", "close")
    assert len(hall.now.rounds[-1].results) == len(PLAYERS) // 2
    assert work[5] <= MOST_RATIO * work[1], work


@pytest.mark.rule(598)
@pytest.mark.parametrize("players", [3, 101])
def test_round_1_with_a_bye_is_proven_by_counting(players, monkeypatch):
    """Nobody has met: no matching of everybody with everybody is needed, whoever has the bye."""
    monkeypatch.setattr(proof, "_best", lambda *_, **__: pytest.fail("a matching was searched for"))
    field = [Entrant(f"p{number}", 0) for number in range(players)]
    found = pair(field, 1, "seed")
    assert not check(field, found, 1)
    names = [entry.player for entry in field]
    by_hand = Pairing(pairs=tuple(zip(names[1::2], names[2::2], strict=True)), bye=names[0], path="random")
    assert not check(field, by_hand, 1)


def test_the_corrections_page_grows_with_the_round_it_shows_not_with_the_event(db):
    hall = Hall(structure="custom", rounds="4", cut="0")
    hall.fill(PLAYERS)
    hall.do("ora", "announce")
    hall.play_round()
    sizes = [len(hall.get("ora", "/correct"))]
    for _ in range(2):
        hall.play_round()
        sizes.append(len(hall.get("ora", "/correct")))
    assert max(sizes) < sizes[0] * 1.1, sizes
    page = hall.clients["ora"].get(f"{hall.at}/desk/correct?round=2").content.decode()
    assert page.count("?round=2&amp;table=") == len(PLAYERS) // 2
    assert '"?round=3"' in page and '"?round=1"' in page
