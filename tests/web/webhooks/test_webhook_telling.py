"""What webhooks say and when: after the commit, once, again where it did not arrive, and nothing secret."""

import json
from collections.abc import Callable
from datetime import timedelta
from unittest.mock import Mock

import pytest
from django.db import OperationalError
from django.utils import timezone

from muster.app.tournament import commands as events
from muster.app.webhooks import MOST_HOOKS
from muster.rules.tournament.scoring.results import Slip
from muster.store.accounts import Account
from muster.store.webhooks import LEASE, MOST_FAILURES, MOST_TRIES, DatabaseHooks, Webhook, last_position
from muster.web.webhooks.sending import NotSent
from muster.web.webhooks.worker import TURN, send_due
from muster_lab.bench.world import PEOPLE, season_of
from tests.web.account_fixtures import person, signed_in, text_of
from tests.web.webhook_cup import ADDRESS, Cup

pytestmark = pytest.mark.django_db


class Chat:
    """What arrived; `away` loses everything."""

    def __init__(self) -> None:
        self.heard: list[dict] = []
        self.away = False

    def __call__(self, address: str, body: bytes) -> None:
        if self.away:
            raise NotSent("away")
        assert address == ADDRESS
        self.heard.append(json.loads(body))

    def lose(self) -> None:
        """A message that does not arrive."""
        raise NotSent("away")

    @property
    def said(self) -> list[str]:
        return [message["content"] for message in self.heard]


@pytest.fixture
def cup() -> Cup:
    return Cup()


def test_pairings_and_standings_are_told_once_and_call_nobody(cup):
    assert cup.hook(topic=["pairings", "standings", "round-over"]).status_code == 302
    chat = Chat()
    assert send_due(timezone.now(), chat) == 0
    cup.publish()
    assert send_due(timezone.now(), chat) == 1
    [pairing] = chat.said
    assert pairing.startswith("Cup: round 1 is paired.") and "Table 1:" in pairing
    assert "Ada L" in pairing and "Lovelace" not in pairing, "the public sees short names"
    assert chat.heard[0]["allowed_mentions"] == {"parse": []}
    assert send_due(timezone.now(), chat) == 0
    slip = Slip(how="concession", loser="p2")
    cup.do(events.EnterResult(number=1, table=1, slip=slip), events.CloseRound())
    assert send_due(timezone.now(), chat) == 2
    assert chat.said[1] == "Cup: round 1 is over." and chat.said[2].startswith(
        "Cup: standings after round 1\n1. Ada L"
    )


def test_only_what_was_chosen_is_told_and_nothing_from_before(cup):
    cup.publish()
    cup.hook(topic="standings")
    chat = Chat()
    assert send_due(timezone.now(), chat) == 0 and chat.heard == []


def test_a_message_that_did_not_arrive_comes_later_and_is_given_up_in_the_end(cup):
    cup.hook(topic="pairings")
    cup.publish()
    chat, now = Chat(), timezone.now()
    chat.away = True
    assert send_due(now, chat) == 0 and len(Webhook.objects.get().waiting) == 1
    chat.away = False
    assert send_due(now, chat) == 0, "not at once again"
    assert send_due(now + timedelta(minutes=1), chat) == 1
    assert Webhook.objects.get().waiting == [] and Webhook.objects.get().failures == 0
    Webhook.objects.update(waiting=["lost"])
    chat.away = True
    for hours in range(1, MOST_TRIES + 1):
        send_due(now + timedelta(hours=hours), chat)
    assert Webhook.objects.get().waiting == [] and Webhook.objects.get().failures == MOST_TRIES


def test_a_connection_that_refuses_a_write_is_let_go(cup, monkeypatch):
    """One that was opened while the disk was read-only would refuse the next message too."""
    cup.hook(topic="pairings")
    cup.publish()
    let_go: list[bool] = []
    monkeypatch.setattr("muster.web.webhooks.worker.close_sqlite_connections", lambda: let_go.append(True))
    for trouble, times in ((ValueError("a mistake"), 0), (OperationalError("readonly database"), 1)):
        monkeypatch.setattr(Webhook, "claim", Mock(side_effect=trouble))
        assert send_due(timezone.now(), Chat()) == 0 and len(let_go) == times


def test_two_servers_never_tell_the_same(cup):
    cup.hook(topic="pairings")
    cup.publish()
    hook, twin, now = Webhook.objects.get(), Webhook.objects.get(), timezone.now()
    assert hook.claim(now) and not twin.claim(now)
    assert send_due(now, Chat()) == 0 and send_due(now + LEASE, Chat()) == 1, (
        "a server that died leaves it to another"
    )


def test_the_address_is_shown_to_nobody_and_goes_with_the_account(cup):
    cup.hook(topic="pairings")
    shown = signed_in(cup.ora).get(cup.page)
    assert "discord.com" in text_of(shown) and "secret" not in shown.content.decode()
    assert signed_in(person("Eve")).get(cup.page).status_code == 404
    [hook] = DatabaseHooks().of(cup.stream)
    signed_in(cup.ora).post(cup.page, {"do": "remove", "hook": hook.id})
    assert DatabaseHooks().of(cup.stream) == []
    cup.hook(topic="pairings")
    Account.objects.get(pk=cup.ora.pk).erase()
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"address": "http://example.org"}, "isn’t an address Muster can post to"),
        ({"topic": "battle"}, "No topic is chosen"),
        ({"topic": []}, "No topic is chosen"),
    ],
)
def test_what_does_not_fit_is_refused(cup, form, sentence):
    answer = cup.hook(**{"topic": "pairings", **form})
    assert answer.status_code == 422 and sentence in text_of(answer)
    assert not Webhook.objects.exists()


def test_there_are_only_so_many_hooks(cup):
    for number in range(MOST_HOOKS + 1):
        answer = cup.hook(topic="pairings", address=f"https://example.org/{number}")
    assert answer.status_code == 422 and Webhook.objects.count() == MOST_HOOKS
    assert Webhook.objects.filter(seen=last_position()).count() == MOST_HOOKS


def test_a_campaign_tells_how_a_battle_ended():
    season = season_of({handle: person(handle) for handle in PEOPLE})
    DatabaseHooks().add(season.club, str(Account.objects.get(handle="ann").pk), ADDRESS, ("battle",))
    season.fight()
    chat = Chat()
    assert send_due(timezone.now(), chat) == 2
    assert all(words.endswith(" a battle.") for words in chat.said), "one sentence a side, and nothing else"


def test_a_hook_goes_with_the_office(cup):
    cup.hook(topic="pairings")
    other, chat = person("Pia"), Chat()
    cup.do(events.HandOver(person=str(other.pk)))
    cup.ora = other
    cup.publish()
    assert send_due(timezone.now(), chat) == 0 and chat.heard == []
    assert not Webhook.objects.exists(), "whoever runs it now has hooks of their own"


def test_an_arbitrator_who_handed_over_is_told_nothing_either():
    season = season_of({handle: person(handle) for handle in PEOPLE})
    DatabaseHooks().add(season.club, str(Account.objects.get(handle="bo").pk), ADDRESS, ("battle",))
    season.fight()
    assert send_due(timezone.now(), Chat()) == 0 and not Webhook.objects.exists()


def test_what_never_arrives_is_sent_no_more_until_the_address_is_entered_again(cup):
    cup.hook(topic="pairings")
    chat, now, sent = Chat(), timezone.now(), []
    for days in range(MOST_FAILURES + 5):
        Webhook.objects.update(waiting=["lost"])
        send_due(now + timedelta(days=days), lambda *_: sent.append(1) or chat.lose())
    assert len(sent) == MOST_FAILURES == Webhook.objects.get().failures
    cup.hook(topic="pairings")
    cup.publish()
    assert send_due(timezone.now(), chat) == 1 and Webhook.objects.get().failures == 0


def test_a_hook_that_breaks_stops_no_other(cup, monkeypatch):
    cup.hook(topic="pairings")
    DatabaseHooks().add("tournament:gone", str(cup.ora.pk), "https://example.org/x", ("pairings",))
    Webhook.objects.filter(stream="tournament:gone").update(due=timezone.now() - timedelta(days=1))
    cup.publish()
    assert send_due(timezone.now(), Chat()) == 1


def test_whoever_answers_slowly_holds_its_place_for_one_turn_and_keeps_its_lease(cup, monkeypatch):
    cup.hook(topic="pairings")
    Webhook.objects.update(waiting=["one", "two", "three", "four"])
    spent, leases = [0.0], []
    monkeypatch.setattr("muster.web.webhooks.worker.time.monotonic", lambda: spent[0])

    def slow(*_: object) -> None:
        leases.append(Webhook.objects.get().due)
        spent[0] += TURN.total_seconds() * 0.6

    assert send_due(timezone.now(), slow) == 2 and Webhook.objects.get().waiting == ["three", "four"]
    assert leases[1] > leases[0], "renewed"


def test_several_hooks_are_told_at_a_time(cup):
    for number in range(3):
        cup.hook(topic="pairings", address=f"https://example.org/{number}")
    Webhook.objects.update(waiting=["news"])
    run: list[int] = []

    def together(work: Callable[[Webhook], int], hooks: list[Webhook]) -> list[int]:
        run.append(len(hooks))
        return [work(hook) for hook in hooks]

    assert send_due(timezone.now(), lambda *_: None, together) == 3 and run == [3]
