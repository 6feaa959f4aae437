"""Sessions in the database, as Django has them; but a clock that jumps forward ends none of them."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession

from muster.web.wall_clock import wall_clock


class SessionStore(db.SessionStore):
    """A session is lost for good once a browser was told so: its cookie goes, and a guest's work with it."""

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        found = self.model.objects.filter(
            session_key=self.session_key, expire_date__gt=wall_clock.earliest()
        ).first()
        if found is None:
            self._session_key = None
        return found
