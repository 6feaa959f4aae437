"""Shared set-up: a throw-away data folder before Django reads its settings."""

import atexit
import compileall
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from jinja2 import FileSystemBytecodeCache

from tests import rewriting

os.environ["MUSTER_DATA"] = tempfile.mkdtemp(prefix="muster-test-")
os.environ["MUSTER_SECRET_KEY"] = "only for tests"
if "MUSTER_TEST_TEMPLATES" not in os.environ:  # workers have it from the process that started them
    os.environ["MUSTER_TEST_TEMPLATES"] = tempfile.mkdtemp(prefix="muster-templates-")
    atexit.register(shutil.rmtree, os.environ["MUSTER_TEST_TEMPLATES"], ignore_errors=True)
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright runs an event loop in the test's thread
os.environ.pop("DATABASE_URL", None)

pytest_plugins = ["tests.postgres", "tests.rule_marks", "tests.store.log_fixtures"]
SOURCE = Path(__file__).parents[1] / "src"
QUICK_HASHER = "django.contrib.auth.hashers.MD5PasswordHasher"


def pytest_configure(config: pytest.Config) -> None:
    """What every worker does not have to do again.

    A password hash that is slow by design has no business in every test; one asks for the real one.

    Static files are looked up when asked for: else every test's client reads the whole folder first.
    A template is compiled once in a run, not once by every worker; modules and tests of a fresh checkout
    likewise.
    """
    from django.conf import settings

    if not hasattr(config, "workerinput"):
        compileall.compile_dir(SOURCE, quiet=2, workers=0)
        rewriting.write_all(config)
    compiled = FileSystemBytecodeCache(os.environ["MUSTER_TEST_TEMPLATES"])
    settings.TEMPLATES[0]["OPTIONS"]["bytecode_cache"] = compiled
    settings.PASSWORD_HASHERS = [QUICK_HASHER, *settings.PASSWORD_HASHERS]
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Workers tell tests apart by name: of several with one name a single one would run, unnoticed.

    pytest-xdist 3.8 writes the group of a test into `_nodeid`, which pytest 9.2 does not read any more;
    without this every worker would start a browser, a database and a server of its own.
    """
    counted = Counter(item.nodeid for item in items)
    if twice := [name for name, count in counted.items() if count > 1]:
        raise pytest.UsageError(f"several tests of one name: {', '.join(twice[:5])}")
    yield
    for item in items:
        if grouped := vars(item).get("_nodeid"):
            item._id = item._id.parse(grouped)


def pytest_xdist_auto_num_workers() -> int:
    """Two more than there are cores: many tests wait for a browser or a server."""
    return (os.cpu_count() or 1) + 2


# How long an example takes says nothing on a loaded machine. For a long look: --hypothesis-profile=thorough
settings.register_profile(
    "muster", max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", settings.get_profile("muster"), max_examples=2000)
settings.load_profile("muster")
