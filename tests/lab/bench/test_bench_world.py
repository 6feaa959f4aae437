"""The world of `muster-lab bench pages` is built in time that grows with its size, not with its square."""

import pytest

from muster.store.log.database import DatabaseStore
from muster_lab.bench.world import build_world


def events_read(monkeypatch: pytest.MonkeyPatch, players: int) -> int:
    """How much of the event was read from the database while the world was built."""
    read = 0
    read_tails = DatabaseStore.read_tails

    def counting(store, after):
        nonlocal read
        tails = read_tails(store, after)
        read += sum(len(tail) for name, tail in tails.items() if name.startswith("tournament:"))
        return tails

    with monkeypatch.context() as patch:
        patch.setattr(DatabaseStore, "read_tails", counting)
        from muster.store.accounts import Account

        build_world(0, players)
        Account.objects.all().update(handle=None)
    return read


@pytest.mark.django_db(transaction=True)  # only what is committed is kept from one act to the next
def test_four_times_the_players_are_about_four_times_the_reading(monkeypatch):
    few, many = events_read(monkeypatch, 16), events_read(monkeypatch, 64)
    assert 0 < few < many < 5 * few
