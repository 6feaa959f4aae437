"""Twins of the JSON streams: what one side of a battle or one player of an event keeps secret changes nothing
that anyone else is sent. Games have their own twins in tests/web/game/play/test_game_secrecy.py."""

from datetime import UTC, datetime

import msgspec
import pytest
from django.db import transaction

from muster.app.streams import Write
from muster.app.tournament import commands
from muster.rules.campaign.battle.events import HandKept, RivalSealed, Secret
from muster.rules.log import EVERYONE, Event
from muster.store.log.database import DatabaseStore
from muster.web.api.resources.battles import BattleStream
from muster.web.api.resources.tournaments import EventStream
from muster.web.live import LiveKind
from tests.web.api_caller import Caller, Game
from tests.web.event_table_fixtures import Cup

pytestmark = pytest.mark.django_db
AT = datetime(2026, 11, 18, 12, tzinfo=UTC)
SECRETS: list[tuple[Event, Event]] = [
    (HandKept("red", ("tw",)), HandKept("red", ("tx",))),
    (RivalSealed("red", "d2"), RivalSealed("red", "d3")),
]


def frames(kind: LiveKind, stream: str, audiences: dict[str, str]) -> dict[str, object]:
    return {who: kind.render(stream, audience) for who, audience in audiences.items()}


class Battle:
    """A battle of Ann, who is blue, and Bo, whose secrets differ."""

    def __init__(self) -> None:
        ann, bo = Caller("ann"), Caller("bo")
        self.bo = str(bo.account.pk)
        self.stream = Game(ann, bo).battle.replace("/battles/", "battle:")
        people = {"ann": str(ann.account.pk), "bo": self.bo}
        self.audiences = {who: BattleStream().audience(self.stream, id) for who, id in people.items()}
        assert [audience.partition(":")[0] for audience in self.audiences.values()] == ["blue", "red"]
        self.audiences["a member of the campaign"] = "reader"

    def after(self, secret: Event) -> dict[str, object]:
        """What everyone is sent once the secret is written; nothing of it is kept."""
        store = DatabaseStore()
        with transaction.atomic():
            write = Write(self.stream, store.version(self.stream), (secret,))
            store.append([write], actor=self.bo, at=AT, batch="secret")
            sent = frames(BattleStream(), self.stream, self.audiences)
            transaction.set_rollback(True)
        return sent


def differing(first: dict[str, object], second: dict[str, object]) -> list[str]:
    """Who can tell the twins apart."""
    return [who for who in first if first[who] != second[who]]


@pytest.mark.parametrize("twins", SECRETS, ids=lambda twins: type(twins[0]).__name__)
def test_a_sides_secret_of_a_battle_is_sent_to_that_side_alone(twins, monkeypatch):
    battle = Battle()
    assert differing(*map(battle.after, twins)) == ["bo"]
    monkeypatch.setattr(Secret, "seen_by", lambda _: EVERYONE)
    assert differing(*map(battle.after, twins)) == list(battle.audiences), "a planted leak is found"


def test_a_list_that_a_player_hands_in_is_sent_to_them_and_to_officials_alone():
    cup = Cup().announce()
    people = {name: str(account.pk) for name, account in cup.people.items()} | {"nobody": ""}
    audiences = {name: EventStream().audience(cup.stream, account) for name, account in people.items()}

    def after(text: str) -> dict[str, object]:
        with transaction.atomic():
            handing_in = msgspec.structs.replace(cup.act("ann"), at=AT, batch="list")
            cup.my.do(handing_in, cup.stream, commands.SubmitList(player="p1", text=text))
            sent = frames(EventStream(), cup.stream, audiences)
            transaction.set_rollback(True)
        return sent

    assert differing(after("Two walkers"), after("Six troopers")) == ["olga", "ann"]
