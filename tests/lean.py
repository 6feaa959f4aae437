"""What pytest and its plugins do around each of ten thousand tests, and nobody here asks for, is left out."""

from collections.abc import Callable
from typing import Any

import pytest


def _unused() -> None:
    """Once in a run, for what pytest-django would do before and after every test: it looks for marks and
    classes that no test here has, and for sites, which Muster does not use."""


_django_clear_site_cache = pytest.fixture(scope="session", name="_django_clear_site_cache")(_unused)
_django_isolate_apps = pytest.fixture(scope="session", name="_django_isolate_apps")(_unused)
_django_set_urlconf = pytest.fixture(scope="session", name="_django_set_urlconf")(_unused)
_django_setup_unittest = pytest.fixture(scope="session", name="_django_setup_unittest")(_unused)
_live_server_helper = pytest.fixture(scope="session", name="_live_server_helper")(_unused)
_template_string_if_invalid_marker = pytest.fixture(
    scope="session", name="_template_string_if_invalid_marker"
)(_unused)


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """A worker tells the process that started it what came of each test, and no more unless more is wanted:
    to write and to read what it would tell takes longer than many a test."""
    wanted = session.config.option
    if wanted.verbose < 0 and wanted.durations is None and wanted.xmlpath is None:
        for plugin in session.config.pluginmanager.get_plugins():
            if hasattr(plugin, "sendevent"):  # the worker's end of the line
                plugin.sendevent = telling(plugin.sendevent)


def telling(send: Callable[..., None]) -> Callable[..., None]:
    """Sends on what changes the outcome of a run, or what is printed of it."""

    def send_what_counts(name: str, **told: Any) -> None:
        if counts(name, told.get("data")):
            send(name, **told)

    return send_what_counts


def counts(name: str, report: dict[str, Any] | None) -> bool:
    """That a test begins and ends, and that it was set up and taken down without a word, does not."""
    if report is None or name != "testreport":
        return name not in ("logstart", "logfinish")
    return report["when"] == "call" or report["outcome"] != "passed"
