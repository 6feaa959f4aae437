"""The thread that tells: it looks every few seconds for news in the log and sends what is due."""

import json
import logging
import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from threading import Event, Thread
from typing import Final, Protocol

from django.db import close_old_connections
from django.utils import timezone

from muster.store.members.notifications import (
    PushMessage,
    due_messages,
    note_failure,
    save_messages,
    unread_events,
)
from muster.store.unavailable import close_sqlite_connections, is_unavailable
from muster.web.notifications.encrypting import encrypt, sender_proof
from muster.web.notifications.news import STREAMS, is_still_waiting, make_messages
from muster.web.webhooks.sending import NotSent, post_message

POLL: Final = 3.0  # seconds
GONE: Final = ("the answer was 404", "the answer was 410")
"""What a push service answers when the browser no longer wants anything (RFC 8030)."""
_log = logging.getLogger(__name__)


class Send(Protocol):
    """How a message goes out; `more` are headers."""

    def __call__(self, address: str, body: bytes, *, more: Mapping[str, str] = ...) -> None: ...


class NotificationSender:
    """Tells until it is stopped. What one device does never stops another."""

    def __init__(self) -> None:
        self._stopping = Event()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begin."""
        self._thread = Thread(target=self._run, name="notifications", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Finish what is being sent, and no more."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(timeout=POLL * 2)

    def _run(self) -> None:
        while not self._stopping.wait(POLL):
            try:
                collect_news()
                send_due(timezone.now(), is_stopping=self._stopping.is_set)
            except Exception as error:  # the thread must outlive whatever happens to the database
                _log.warning("notifications wait: %r", error)
                if is_unavailable(error):
                    close_sqlite_connections()
            finally:
                close_old_connections()


def collect_news() -> bool:
    """Make messages of what the log has now; whether it was this process that did."""
    read_from, upto, events = unread_events(STREAMS)
    return upto > read_from and save_messages(read_from, upto, make_messages(events))


def send_due(
    now: datetime, post: Send = post_message, is_stopping: Callable[[], bool] = lambda: False
) -> int:
    """Everything that is due, once; answers how many messages went out."""
    began, sent = time.monotonic(), 0
    for message in due_messages(now):
        if is_stopping():
            break
        clock = now + timedelta(seconds=time.monotonic() - began)
        try:
            if message.claim(clock) and _is_wanted(message, clock):
                sent += _send(message, clock, post)
        except Exception as error:  # what one message does never stops another; it stays claimed for a while
            _log.warning("notification %s waits: %r", message.pk, error)
            if is_unavailable(error):
                raise
    return sent


def _is_wanted(message: PushMessage, now: datetime) -> bool:
    """In quiet hours a message waits for their end, if it is still news then. A turn that was taken
    meanwhile is none."""
    hours = message.subscription.hours
    if hours and (quiet_until := hours.lasts_until(now)):
        message.wait_for(quiet_until)
        return False
    if message.kind == "turn" and not is_still_waiting(message.stream, message.mark):
        message.drop()
        return False
    return True


def _send(message: PushMessage, now: datetime, post: Send) -> int:
    device = message.subscription
    left = int((message.until - now).total_seconds())
    body = encrypt(json.dumps(message.body).encode(), device.p256dh, device.auth)
    more = {
        **sender_proof(device.endpoint, now),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(max(left, 0)),
        "Urgency": "high" if message.kind in ("time", "judge", "table") else "normal",
    }
    try:
        post(device.endpoint, body, more=more)
    except NotSent as reason:
        _log.info("notification %s did not arrive: %s", message.pk, reason)
        note_failure(message, now, gone=str(reason) in GONE)
        return 0
    message.note_sent()
    return 1
