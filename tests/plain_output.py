"""Whatever command a test runs, no value of Python's is printed for a sentence."""

from typing import Any

import pytest
from click.testing import CliRunner, Result


@pytest.fixture(autouse=True)
def words_not_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails a test whose command prints one."""
    run = CliRunner.invoke

    def invoke(runner: CliRunner, *given: Any, **options: Any) -> Result:
        done = run(runner, *given, **options)
        assert "{'" not in done.output
        return done

    monkeypatch.setattr(CliRunner, "invoke", invoke)
