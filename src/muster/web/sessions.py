"""Sessions in the database, as Django has them; but a clock that jumps forward ends none of them."""

from typing import Any

from django.contrib.sessions.backends import db
from django.core.exceptions import ValidationError

from muster.store.compiled import Compiled, Given
from muster.web.wall_clock import wall_clock


class SessionStore(db.SessionStore):
    """A session is lost for good once a browser was told so: its cookie goes, and a guest's work with it."""

    def load(self) -> dict[str, Any]:
        try:
            found = _STILL_OPEN.first(session_key=self.session_key, expire_date=wall_clock.earliest())
        except ValidationError:  # somebody made up a cookie that is no text
            found = None
        if found is None:
            self._session_key = None
            return {}
        return self.decode(found[0])


def _still_open() -> Any:
    session = SessionStore.get_model_class()
    return session.objects.filter(
        session_key=Given(session, "session_key"), expire_date__gt=Given(session, "expire_date")
    ).values_list("session_data")


_STILL_OPEN = Compiled(_still_open)
