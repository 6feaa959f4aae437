"""What `muster-lab bench replay` measures is a real campaign of the size it claims."""

import pytest

from muster.app.memory_store import MemoryStore
from muster.rules.campaign.battle.battle import Battle
from muster_lab.bench.replay import REGISTERS, fight_war, replay, sizes, store_all


@pytest.fixture(scope="module")
def logs():
    """Long enough for the units to reach their highest ranks, after which battles write the least."""
    return fight_war(12)


def test_the_battles_are_as_large_as_promised(logs):
    size = sizes(logs)
    assert size["battles"] == 12
    assert size["least_events_in_a_battle"] >= 100
    assert size["units_in_a_register"] == 10


def test_every_battle_is_fought_to_its_end(logs):
    states = replay(logs.items())
    battles = [state for state in states.values() if isinstance(state, Battle)]
    assert len(battles) == 12 and all(battle.done for battle in battles)
    for stream in REGISTERS.values():
        assert len(states[stream].battles) == 12 and not states[stream].fallen
        assert min(dossier.veteran_rank for dossier in states[stream].dossiers) > 0


def test_a_store_holds_the_same_logs(logs):
    store = MemoryStore()
    store_all(store, logs)
    assert {stream: store.read(stream) for stream in logs} == logs
