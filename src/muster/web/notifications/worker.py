"""The thread that tells: it looks every few seconds for news in the log and sends what is due."""

import json
import logging
import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Final, Protocol

from django.utils import timezone

from muster.store.members.notifications import (
    PushMessage,
    due_messages,
    note_failure,
    save_messages,
    unread_events,
)
from muster.store.unavailable import is_unavailable
from muster.web.notifications.encrypting import encrypt, sender_proof
from muster.web.notifications.news import STREAMS, is_still_waiting, make_messages
from muster.web.serving.background import PollingThread
from muster.web.webhooks.sending import NotSent, post_message

POLL: Final = 3.0  # seconds
GONE: Final = ("the answer was 404", "the answer was 410")
"""What a push service answers when the browser no longer wants anything (RFC 8030)."""
_log = logging.getLogger(__name__)


class Send(Protocol):
    """How a message goes out; `more` are headers."""

    def __call__(self, address: str, body: bytes, *, more: Mapping[str, str] = ...) -> None: ...


class NotificationSender(PollingThread):
    """Tells until it is stopped. What one device does never stops another."""

    def __init__(self) -> None:
        super().__init__("notifications", POLL, self._tell)

    def _tell(self) -> None:
        collect_news()
        send_due(timezone.now(), is_stopping=self.is_stopping)


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
