"""Shared set-up: a throw-away data folder before Django reads its settings."""

import os
import tempfile

from hypothesis import HealthCheck, settings

os.environ["MUSTER_DATA"] = tempfile.mkdtemp(prefix="muster-test-")
os.environ["MUSTER_SECRET_KEY"] = "only for tests"
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright runs an event loop in the test's thread
os.environ.pop("DATABASE_URL", None)

pytest_plugins = ["tests.postgres", "tests.rule_marks"]
QUICK_HASHER = "django.contrib.auth.hashers.MD5PasswordHasher"


def pytest_configure() -> None:
    """A password hash that is slow by design has no business in every test; one asks for the real one."""
    from django.conf import settings

    settings.PASSWORD_HASHERS = [QUICK_HASHER, *settings.PASSWORD_HASHERS]


# How long an example takes says nothing on a loaded machine.
settings.register_profile("muster", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("muster")
