"""The announcement on the first page, cached so that visitors cost no query."""

from contextlib import suppress
from time import monotonic
from typing import Final

from django.db import OperationalError

from muster.store.admin import site_choices

CACHE_SECONDS: Final = 20.0


class AnnouncementCache:
    """The announcement as last read."""

    def __init__(self) -> None:
        self._text, self._until = "", 0.0

    def read(self) -> str:
        """The announcement, at most `CACHE_SECONDS` old; the last one while the database is unavailable."""
        if monotonic() >= self._until:
            with suppress(OperationalError):
                self._text = site_choices().announcement
            self._until = monotonic() + CACHE_SECONDS
        return self._text

    def clear(self) -> None:
        """Read again next time."""
        self._until = 0.0


announcement_cache = AnnouncementCache()
