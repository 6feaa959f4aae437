"""A walk by hand: the site with an empty database in memory, quick passwords and no log; and its seeds."""

import logging
import os
import tempfile
from collections.abc import Iterator
from typing import Any

from tests.quick_hashes import hash_quickly


def set_up_site() -> None:
    """Start Django on a database that is gone afterwards."""
    os.environ |= {
        "MUSTER_DATA": tempfile.mkdtemp(prefix="muster-walker-"),
        "MUSTER_SECRET_KEY": "only for walks",
        "DATABASE_URL": "sqlite://:memory:",
        "DJANGO_SETTINGS_MODULE": "muster.web.settings",
    }
    import django
    import structlog
    from django.conf import settings
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    settings.WHITENOISE_AUTOREFRESH = True
    settings.LOGGING_CONFIG = None
    hash_quickly()
    django.setup()
    setup_test_environment()
    logging.disable(logging.CRITICAL)
    structlog.configure(processors=[_drop], cache_logger_on_first_use=False)
    call_command("migrate", verbosity=0)


def _drop(*_: object) -> Any:
    import structlog

    raise structlog.DropEvent


def read_seeds(text: str) -> Iterator[int]:
    """`3,17,40-60`."""
    for part in text.split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)
