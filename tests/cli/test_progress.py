"""Long work shows how far it is to somebody at a terminal, and writes nothing into a pipe."""

import io
import sys

import pytest

from muster.cli.progress import with_progress


class Terminal(io.StringIO):
    """A terminal that keeps what it shows."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("stderr", "shown"), [(Terminal(), True), (io.StringIO(), False)])
def test_a_bar_is_for_eyes_only(monkeypatch: pytest.MonkeyPatch, stderr: io.StringIO, shown: bool) -> None:
    monkeypatch.setattr(sys, "stderr", stderr)
    assert list(with_progress(range(3), "Logs", 3)) == [0, 1, 2]
    assert ("Logs" in stderr.getvalue()) is shown


def test_where_steps_are_not_alike_the_bar_follows_what_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    stderr, read = Terminal(), iter([10, 100])
    monkeypatch.setattr(sys, "stderr", stderr)
    assert list(with_progress("ab", "Restoring", 100, lambda: next(read))) == ["a", "b"]
    assert "10%" in stderr.getvalue() and "100%" in stderr.getvalue()
