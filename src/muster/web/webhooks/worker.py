"""The threads that tell: one looks every few seconds for hooks that have something to say, a few send it."""

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any, Final, Protocol

from django.db import close_old_connections
from django.utils import timezone

from muster.store.unavailable import close_sqlite_connections, is_unavailable
from muster.store.webhooks import (
    FIRST_PAUSE,
    MOST_EVENTS,
    MOST_FAILURES,
    MOST_TRIES,
    MOST_WAITING,
    NEVER,
    Webhook,
    due_hooks,
    last_position,
)
from muster.web.requests import new_store
from muster.web.serving.background import PollingThread
from muster.web.webhooks import signed, telling
from muster.web.webhooks.sending import DEADLINE, NotSent, post_message

POLL: Final = 5.0  # seconds
AT_ONCE: Final = 4  # hooks
TURN: Final = timedelta(seconds=DEADLINE)
Waiting = str | dict[str, Any]


class Send(Protocol):
    """How a message goes out; `more` are headers."""

    def __call__(self, address: str, body: bytes, *, more: Mapping[str, str] = ...) -> None: ...


Clock = Callable[[], datetime]
Run = Callable[[Callable[[Webhook], int], list[Webhook]], Iterable[int]]
_log = logging.getLogger(__name__)


class WebhookSender(PollingThread):
    """Tells until it is stopped. What one hook does never stops another."""

    def __init__(self) -> None:
        super().__init__("webhooks", POLL, self._tell)
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="webhook")

    def stop(self) -> None:
        """Finish what is being sent, and no more."""
        super().stop()
        self._threads.shutdown(wait=False)

    def _tell(self) -> None:
        run = self._threads.map
        send_due(timezone.now(), run=lambda work, hooks: run(_with_a_connection(work), hooks))


def _with_a_connection(work: Callable[[Webhook], int]) -> Callable[[Webhook], int]:
    """In a thread of its own: connections that are too old or broken go, before and after."""

    def work_and_close(hook: Webhook) -> int:
        close_old_connections()
        try:
            return work(hook)
        finally:
            close_old_connections()

    return work_and_close


def send_due(now: datetime, post: Send = post_message, run: Run = map) -> int:
    """Everything that is due, once; answers how many messages went out."""
    began = time.monotonic()

    def clock() -> datetime:
        return now + timedelta(seconds=time.monotonic() - began)

    return sum(run(lambda hook: _tell_safely(hook, clock, post), due_hooks(now)))


def _tell_safely(hook: Webhook, clock: Clock, post: Send) -> int:
    """What one hook does never stops another; one whose owner handed the event over tells nobody anything."""
    try:
        if not hook.claim(clock()):
            return 0
        if not telling.is_run_by(hook.stream, str(hook.account_id)):
            hook.delete()
            return 0
        return tell_one(hook, clock, post)
    except Exception as error:
        _log.warning("webhook %s waits: %r", hook.pk, error)
        if is_unavailable(error):
            close_sqlite_connections()
        return 0


def tell_one(hook: Webhook, clock: Clock, post: Send) -> int:
    """What a hook has to say. A message that does not arrive is tried again, and given up in the end. Whoever
    answers slowly gets the rest in its next turn."""
    began = clock()
    waiting = _pending_messages(hook)
    sent = 0
    while waiting and clock() - began < TURN:
        if sent and not hook.claim(clock()):
            return sent  # the lease ran out, and somebody else has it
        try:
            _post(hook, waiting[0], clock(), post)
        except NotSent as reason:
            _log.info("webhook %s did not arrive: %s", hook.pk, reason)
            _put_off(hook, waiting, clock())
            return sent
        waiting, hook.tries, sent = waiting[1:], 0, sent + 1
        hook.keep(waiting=waiting, tries=0, failures=0)
    hook.keep(due=clock())
    return sent


def _post(hook: Webhook, message: Waiting, now: datetime, post: Send) -> None:
    """To a chat as words, to a program as signed JSON. What waited when the form was changed goes out as what
    it is."""
    if isinstance(message, str):
        post(hook.address, telling.as_body(message))
    elif hook.secret:
        body = signed.signed_body(message)
        post(hook.address, body, more=signed.signature_headers(hook.secret, message, body, now))


def _pending_messages(hook: Webhook) -> list[Waiting]:
    """What is to be said: what waits, and what the log has now."""
    upto = last_position()
    unread = hook.unread(telling.streams_of(hook.stream))
    if len(unread) == MOST_EVENTS:
        upto = unread[-1][0]
    look = new_store()
    entries = [look.read(stream, version - 1, version)[0] for _, stream, version in unread]
    news = signed.signed_messages if hook.secret else telling.messages
    waiting = [*hook.waiting, *news(hook.stream, hook.topics, entries)][-MOST_WAITING:]
    hook.keep(seen=upto, waiting=waiting)
    return waiting


def _put_off(hook: Webhook, waiting: list[Waiting], now: datetime) -> None:
    """Later once more; after some times the next message; after many nothing more."""
    failures = hook.failures + 1
    if failures >= MOST_FAILURES:
        hook.keep(waiting=[], tries=0, failures=failures, due=now + NEVER)
        return
    gone = hook.tries + 1 >= MOST_TRIES
    due = now + FIRST_PAUSE * 2**hook.tries
    hook.keep(
        waiting=waiting[1:] if gone else waiting,
        tries=0 if gone else hook.tries + 1,
        failures=failures,
        due=due,
    )
