"""Long work shows how far it is to somebody at a terminal, and writes nothing into a pipe."""

import io
import sys

import pytest

from muster.cli.progress import watched


class Terminal(io.StringIO):
    """A terminal that keeps what it shows."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("stderr", "shown"), [(Terminal(), True), (io.StringIO(), False)])
def test_a_bar_is_for_eyes_only(monkeypatch: pytest.MonkeyPatch, stderr: io.StringIO, shown: bool) -> None:
    monkeypatch.setattr(sys, "stderr", stderr)
    assert list(watched(range(3), "Logs", 3)) == [0, 1, 2]
    assert ("Logs" in stderr.getvalue()) is shown
