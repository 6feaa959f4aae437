"""`muster audit --logs`: every log folded again, every stored total compared; what was changed is named."""

import json

import msgspec
import pytest
from click.testing import CliRunner

from muster.cli import main
from muster.rules.game.sides.results import ArmyPlayed
from muster.store.army_models import ArmyRow
from muster.store.log.models import LogAct, LogEvent, LogHead, LogStream
from muster.store.tournaments import TournamentCard
from tests.cli.demo_world import in_the_demo, world
from tests.web.kept_world import kept

pytestmark = [pytest.mark.django_db, in_the_demo]


@pytest.fixture(autouse=True)
def _world():
    kept(world)


def audit(*words):
    done = CliRunner().invoke(main, ["audit", "--logs", *words])
    return done.exit_code, done.output


def test_a_sound_server_folds():
    code, said = audit()
    events = LogEvent.objects.count()
    assert (code, said) == (0, f"9 logs with {events} events: all fold, and every stored total agrees.\n")
    code, said = audit("--json")
    assert json.loads(said) == {"streams": 9, "events": events, "violations": []}


def event(place, **changed):
    """One of the events of a dice table; with nothing to change it goes."""
    found = LogEvent.objects.filter(stream__id__startswith="table:").order_by("-position")[place]
    one = LogEvent.objects.filter(pk=found.pk)
    one.update(**changed) if changed else one.delete()


def unknown_stream():
    LogStream.objects.create(id="nothing:1", version=0, position=0)


def army_result():
    """Of a game that gave no such points."""
    game = LogStream.objects.get(id__startswith="game:").id.partition(":")[2]
    told = ArmyPlayed(
        game=game, version=1, fared="won", points=99, against=1, opponent="", faction="", army="",
        mode="turning-point", mission="",
    )  # fmt: skip
    place = LogHead.objects.get().position + 1
    LogHead.objects.update(position=place)
    LogStream.objects.create(id="game-results:1", version=1, position=place)
    LogAct.objects.create(
        batch="b", actor="x", at="2026-01-01T00:00Z", digest="", versions='{"game-results:1":1}'
    )
    LogEvent.objects.create(
        position=place, stream_id="game-results:1", version=1, act_id="b", kind="game_results.played",
        event_version=1, payload=msgspec.json.encode(told).decode(),
    )  # fmt: skip


def stream(**changed):
    LogStream.objects.filter(id__startswith="table:").update(**changed)


def army(**changed):
    ArmyRow.objects.filter(pk=ArmyRow.objects.first().pk).update(**changed)


CHANGES = {
    "an unreadable event": (lambda: event(0, payload="{"), "cannot be folded"),
    "an unknown kind": (lambda: event(0, kind="table.gone"), "“table.gone” version 1"),
    "a lost event": (lambda: event(1), "the versions of table:"),
    "a wrong version": (lambda: stream(version=99), "99 is stored"),
    "a wrong position": (lambda: stream(position=9999), "9999 is stored"),
    "a wrong head": (lambda: LogHead.objects.update(position=7), "the head of the log 7 is stored"),
    "a wrong answer": (lambda: LogAct.objects.update(versions="{}"), "For the answer to act"),
    "a wrong line in the list of events": (lambda: TournamentCard.objects.update(players=3), "players=3"),
    "a lost line in the list of events": (TournamentCard.objects.all().delete, "None is stored"),
    "a wrong newest army": (lambda: army(head=9), "For the newest version of army"),
    "a stream nobody knows": (unknown_stream, "nothing:1 cannot be folded"),
    "a wrong result of a game": (army_result, "game-results:1 on game:"),
}


@pytest.mark.parametrize("case", CHANGES)
def test_what_was_changed_is_named(case):
    change, said = CHANGES[case]
    change()
    code, told = audit()
    assert code == 1 and said in told, told
