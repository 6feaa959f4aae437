"""Your turn in a game or a battle: told to whom it waits for, once, and not where it would tell a secret."""

from datetime import timedelta

import pytest
from django.utils import timezone

from muster.app.game.playing import commands
from muster.app.game.playing.playing import HANDLERS
from muster.rules.game.answers import Lay
from muster.store.accounts import Account
from tests.web.game_phones import Phone, play_to, sat
from tests.web.notifications.subscribed import LATER, Device, PushService, tell, waiting
from tests.web.two_phones import Table, deed

pytestmark = pytest.mark.django_db


@pytest.fixture
def phones() -> list[Phone]:
    return sat()


@pytest.fixture
def service() -> PushService:
    return PushService()


def lay(phone: Phone, seat: str) -> None:
    game = phone.desk.game
    card = sorted(game.secrets[seat].hand)[0]
    said = commands.Speak(seat=seat, said=Lay(prompt=game.table.todo[-1].id, card=card))
    HANDLERS.handle(phone.desk, deed(Account.objects.get(pk=game.players[seat])), said)


def test_who_the_game_waits_for_is_told_once_and_the_message_leads_there(phones, service):
    ann, bob = phones
    theirs = {"one": Device(ann.client, 1).asked(), "two": Device(bob.client, 2).asked()}
    play_to(ann, "r1.card")
    table = ann.desk.game.table
    last = ann.desk.log[-1].actor
    other = "one" if ann.desk.game.players["two"] == last else "two"
    assert tell(service, timezone.now()) == 0, "a turn is told when it has stood for a while"
    assert tell(service) == 1 and tell(service) == 0
    [message] = theirs[other].heard(service)
    name = table.chairs["two" if other == "one" else "one"].name
    assert message["text"] == f"Your game against {name} waits for you."
    assert message["url"] == f"/game/{ann.game}" and message["title"] == "Your turn"


def test_a_turn_that_was_taken_meanwhile_is_not_told(phones, service):
    ann, _bob = phones
    for number, phone in enumerate(phones):
        Device(phone.client, number).asked()
    play_to(ann, "r1.card")
    tell(service, timezone.now())
    assert waiting() == 1
    for seat in ("one", "two"):
        lay(ann, seat)
    assert send_nothing_about(service, "r1.card")


def send_nothing_about(service: PushService, prompt: str) -> bool:
    tell(service)
    return all(prompt not in str(more) for _, _, more in service.arrived) and waiting() == 0


def test_a_secret_choice_tells_the_other_nothing(phones, service):
    """Bob made the last act that Ann knows of; then Ann lays a card that nobody sees."""
    ann, bob = phones
    device = Device(bob.client, 2).asked()
    play_to(ann, "r1.card")
    tell(service)
    before = device.texts(service)
    lay(ann, "one")
    tell(service)
    assert device.texts(service) == before, "that she has laid is her secret"


def test_one_phone_for_both_is_told_nothing(service):
    ann = Phone(sat()[0].account)
    Device(ann.client, 1).asked()
    ann.open(army=ann.army(), player="Ann", seats="both")
    tell(service)
    assert service.arrived == []


def test_a_battle_tells_the_side_that_it_waits_for_and_not_who_has_just_acted(service):
    table = Table().open()
    ada, bo = Device(table.ada.client, 1).asked(), Device(table.bo.client, 2).asked()
    table.ada.muster()
    tell(service)
    assert ada.texts(service) == [] and bo.texts(service) == ["Your turn: muster your army."]
    assert bo.heard(service)[0]["url"] == table.bo.at
    table.bo.muster()
    tell(service)
    assert len(ada.texts(service)) == 1, "now it is Ada's turn"


def test_what_was_not_asked_for_is_not_told(phones, service):
    ann, _bob = phones
    for number, phone in enumerate(phones):
        Device(phone.client, number, kind=["time"]).asked()
    play_to(ann, "r1.card")
    assert tell(service) == 0 and waiting() == 0


def test_quiet_hours_put_a_turn_off_until_they_end(phones, service):
    ann, _bob = phones
    now = timezone.now() + LATER
    begin, end = now - timedelta(hours=1), now + timedelta(hours=2)
    hours = {"quiet_begin": f"{begin:%H:%M}", "quiet_end": f"{end:%H:%M}", "zone": "UTC"}
    for number, phone in enumerate(phones):
        Device(phone.client, number, **hours).asked()
    play_to(ann, "r1.card")
    assert tell(service, now) == 0 and waiting() == 1
    assert tell(service, now + timedelta(hours=1)) == 0
    assert tell(service, end + timedelta(minutes=1)) == 1
