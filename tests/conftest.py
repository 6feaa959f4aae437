"""Shared set-up: a throw-away data folder before Django reads its settings."""

import atexit
import compileall
import gc
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import fences, floors
from tests.quick_hashes import hash_quickly

os.environ["MUSTER_DATA"] = tempfile.mkdtemp(prefix="muster-test-")
os.environ["MUSTER_SECRET_KEY"] = "only for tests"
if "MUSTER_TEST_SHARED" not in os.environ:  # workers have it from the process that started them
    os.environ["MUSTER_TEST_SHARED"] = tempfile.mkdtemp(prefix="muster-shared-")
    atexit.register(shutil.rmtree, os.environ["MUSTER_TEST_SHARED"], ignore_errors=True)
# A template is compiled once in a run, not once by every worker and every server.
os.environ["MUSTER_TEMPLATES"] = str(Path(os.environ["MUSTER_TEST_SHARED"]) / "templates")
if not floors.without_django():
    os.environ["DJANGO_SETTINGS_MODULE"] = "muster.web.settings"
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright runs an event loop in the test's thread
os.environ.pop("DATABASE_URL", None)

gc.disable()  # while tests are collected nothing is dropped; see `pytest_collection_finish`

pytest_plugins = ["tests.rule_marks", "tests.scheduling", "tests.copied_workers"]
if fences.is_up("deep_stack"):
    pytest_plugins += ["tests.deep_stack"]
if not floors.without_django():
    pytest_plugins += ["tests.postgres", "tests.store.log_fixtures"]
SOURCES = [Path(__file__).parents[1] / folder for folder in ("src", "lab/src")]


def pytest_configure(config: pytest.Config) -> None:
    """What every worker does not have to do again.

    A password hash that is slow by design has no business in every test; one asks for the real one.

    Static files are looked up when asked for: else every test's client reads the whole folder first.
    Modules of a fresh checkout are compiled once in a whole run.
    """
    whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if whole and not hasattr(config, "workerinput"):
        for source in SOURCES:
            compileall.compile_dir(source, quiet=2, workers=0)
    if floors.without_django():
        return
    from django.conf import settings

    hash_quickly()
    settings.WHITENOISE_AUTOREFRESH = True


def pytest_runtest_teardown() -> None:
    if not floors.without_django():
        from tests import transactions

        transactions.forget()


def pytest_collection_finish() -> None:
    """What is there now stays until the end: the garbage collector need not walk it again and again. Nor need
    it look after every few hundred things: most of what a test leaves behind goes without it, and the rest of
    a million fits into memory."""
    if not floors.without_django():
        from tests import transactions

        transactions.tell_apart()
    gc.freeze()
    gc.set_threshold(1_000_000, 20, 50)
    gc.enable()


# How long an example takes says nothing on a loaded machine. For a long look: --hypothesis-profile=thorough
settings.register_profile(
    "muster", max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", settings.get_profile("muster"), max_examples=2000)
settings.load_profile("muster")
