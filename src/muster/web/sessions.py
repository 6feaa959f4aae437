"""Sessions in the database, as Django has them; but a clock that jumps forward ends none of them, and with a
member's session comes the device it is on."""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import SessionBase, UpdateError
from django.core.exceptions import ValidationError

from muster.store.compiled import Compiled, Given
from muster.store.members import notifications
from muster.store.members.devices import Device
from muster.web.wall_clock import wall_clock


class KnownDevice(NamedTuple):
    """The device of a session, and whether another one has signed in since."""

    id: UUID
    seen: datetime | None
    news: str
    news_at: datetime | None


class SessionStore(db.SessionStore):
    """A session is lost for good once a browser was told so: its cookie goes, and a guest's work with it."""

    device: KnownDevice | None = None

    def load(self) -> dict[str, Any]:
        try:
            found = _STILL_OPEN.first(session_key=self.session_key, expire_date=wall_clock.earliest())
        except ValidationError:  # somebody made up a cookie that is no text
            found = None
        if found is None:
            self._session_key = None
            return {}
        data, *device = found
        self.device = KnownDevice(*device) if device[0] else None
        return self.decode(data)

    def cycle_key(self) -> None:
        """The device goes on under the new key, and is told what it was told before."""
        devices = list(Device.objects.filter(session_id=self.session_key)) if self.session_key else []
        subscriptions = notifications.release_session(self.session_key) if self.session_key else []
        super().cycle_key()
        if subscriptions:
            notifications.bind_session(subscriptions, str(self.session_key))
        for device in devices:
            device.session_id = str(self.session_key)
            device.save(force_insert=True)

    def flush(self) -> None:
        super().flush()
        self.device = None

    def save(self, must_create: bool = False) -> None:
        """What was ended from another device while a request was under way stays so."""
        if self.device and not must_create and not Device.objects.filter(pk=self.device.id).exists():
            raise UpdateError
        super().save(must_create)


def ensure_key(session: SessionBase) -> str:
    """The key of a session, which has none before it was first saved."""
    if session.session_key is None:
        session.save()
    return str(session.session_key)


def _still_open() -> Any:
    session: Any = SessionStore.get_model_class()
    return session.objects.filter(
        session_key=Given(session, "session_key"), expire_date__gt=Given(session, "expire_date")
    ).values_list("session_data", "device__id", "device__seen", "device__news", "device__news_at")


_STILL_OPEN = Compiled(_still_open)
