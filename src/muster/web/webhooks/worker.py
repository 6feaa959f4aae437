"""The thread that tells: it looks every few seconds for hooks that have something to say, and sends it."""

import logging
from collections.abc import Callable
from datetime import datetime
from threading import Event, Thread
from typing import Final

from django.db import close_old_connections
from django.utils import timezone

from muster.store.webhooks import FIRST_PAUSE, MOST_EVENTS, MOST_TRIES, MOST_WAITING, Webhook, due_now, head
from muster.web.requests import new_look
from muster.web.webhooks import telling
from muster.web.webhooks.sending import NotSent, send

POLL: Final = 5.0  # seconds
Send = Callable[[str, bytes], None]
_log = logging.getLogger(__name__)


class Teller:
    """Tells until it is stopped. What one hook does never stops another."""

    def __init__(self) -> None:
        self._stopping = Event()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begin."""
        self._thread = Thread(target=self._run, name="webhooks", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Finish what is being sent, and no more."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(timeout=POLL * 2)

    def _run(self) -> None:
        while not self._stopping.wait(POLL):
            try:
                tell(timezone.now())
            except Exception as error:  # the thread must outlive whatever happens to the database
                _log.warning("webhooks wait: %r", error)
            finally:
                close_old_connections()


def tell(now: datetime, post: Send = send) -> int:
    """Everything that is due, once; answers how many messages went out."""
    return sum(tell_one(hook, now, post) for hook in due_now(now) if hook.claim(now))


def tell_one(hook: Webhook, now: datetime, post: Send) -> int:
    """What a hook has to say. A message that does not arrive is tried again, and given up in the end."""
    upto = head()
    unread = hook.unread(telling.streams_of(hook.stream))
    if len(unread) == MOST_EVENTS:
        upto = unread[-1][0]
    look = new_look()
    entries = [look.read(stream, version - 1, version)[0] for _, stream, version in unread]
    waiting = [*hook.waiting, *telling.messages(hook.stream, hook.topics, entries)][-MOST_WAITING:]
    hook.keep(seen=upto, waiting=waiting)
    sent = 0
    while waiting:
        try:
            post(hook.address, telling.as_body(waiting[0]))
        except NotSent as reason:
            _log.info("webhook %s did not arrive: %s", hook.pk, reason)
            gone = hook.tries + 1 >= MOST_TRIES
            pause = FIRST_PAUSE * 2**hook.tries
            left = waiting[1:] if gone else waiting
            tries = 0 if gone else hook.tries + 1
            hook.keep(waiting=left, tries=tries, failures=hook.failures + 1, due=now + pause)
            return sent
        waiting, hook.tries, sent = waiting[1:], 0, sent + 1
        hook.keep(waiting=waiting, tries=0, failures=0)
    hook.keep(due=now)
    return sent
