"""What players of an event are told: table and start, time, a result to confirm, a judge on the way."""

import pytest
from django.utils import timezone

from muster.app.tournament import commands
from muster.rules.tournament.scoring.results import Slip
from tests.web.event_table_fixtures import Cup
from tests.web.notifications.subscribed import Device, PushService, tell

pytestmark = pytest.mark.django_db


class ToldCup(Cup):
    """Ann and Bo have a device each that is told."""

    def __init__(self) -> None:
        super().__init__()
        self.service = PushService()
        self.ann, self.bo = (Device(self.phones[name], n).asked() for n, name in enumerate(("ann", "bo")))

    def do(self, name: str, *asked) -> None:
        for command in asked:
            self.my.do(self.act(name), self.stream, command)

    def tell(self) -> tuple[list[str], list[str]]:
        """What each heard of it, and nothing from before."""
        self.service.arrived.clear()
        tell(self.service, timezone.now())
        return self.ann.texts(self.service), self.bo.texts(self.service)


@pytest.fixture
def cup() -> ToldCup:
    return ToldCup()


def test_a_pairing_names_table_and_opponent_and_the_clock_begins_the_round(cup):
    game = cup.announce().pair()
    ann, bo = cup.tell()
    assert ann == [f"Round 1: table {game.table}, against Bo Dahl."]
    assert bo == [f"Round 1: table {game.table}, against Ann Lee."]
    assert cup.ann.heard(cup.service)[0] | {} == {
        "kind": "table",
        "title": "Harrow Cup",
        "text": ann[0],
        "url": cup.at("/me"),
        "tag": f"{cup.stream} table",
    }
    cup.do("olga", commands.StartClock())
    assert cup.tell() == ([f"Round 1 has begun: table {game.table}."],) * 2
    assert cup.tell() == ([], []), "nothing is told twice"


def test_time_is_told_to_those_who_still_play(cup):
    game = cup.announce().pair()
    cup.do("olga", commands.StartClock())
    cup.tell()
    cup.do("olga", commands.CallTime())
    assert cup.tell() == ([f"Time is up at table {game.table}."],) * 2


def test_a_reported_result_is_told_to_whoever_has_to_confirm_it(cup):
    cup.announce().pair()
    cup.tell()
    slip = Slip(how="concession", loser="p2")
    cup.do("ann", commands.Report(number=1, slip=slip))
    assert cup.tell() == ([], ["Ann Lee reported your result. Is it right?"])


def test_a_judge_on_the_way_is_told_to_who_called(cup):
    game = cup.announce().pair()
    cup.tell()
    cup.do("ann", commands.CallJudge(words="Line of sight"))
    assert cup.tell() == ([], [])
    cup.do("olga", commands.ClaimCall(call=1))
    assert cup.tell() == ([f"A judge is on the way to table {game.table}."], [])


def test_time_and_tables_are_urgent_and_not_kept_for_long(cup):
    cup.announce().pair()
    cup.tell()
    [(_, _, more), _] = cup.service.arrived
    assert more["Urgency"] == "high" and 0 < int(more["TTL"]) <= 30 * 60
    assert more["Content-Encoding"] == "aes128gcm" and more["Authorization"].startswith("vapid t=")
