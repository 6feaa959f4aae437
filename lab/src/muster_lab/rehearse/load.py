"""People who read and write while things break.

Writers send act after act, each under a key of its own. If no answer comes, it is unknown whether the act
was done, so it is sent again under the same key, as a phone does; whatever was acknowledged must then be in
the log exactly once. Readers watch the event all the time, and must never see anything that is not in the
log at the end.
"""

import http.client
import json
import secrets
import threading
import time
from collections import Counter
from contextlib import closing
from itertools import count
from typing import Final, NamedTuple
from urllib.parse import urlencode

WRITERS: Final = 4
READERS: Final = 2
PAUSE: Final = 0.05
BREATH: Final = 0.06  # seconds between two acts of a writer; an event holds at most 500 announcements
LOOKS: Final = 0.25  # seconds between two requests of a reader
LONGEST: Final = 180.0  # seconds until a request is given up
AGAIN: Final = (409, 429, 503)  # statuses that mean: try again later
API: Final = "/api/v1/tournaments"


class Answer(NamedTuple):
    """A response, and where it redirects to."""

    status: int
    body: bytes
    location: str


def words_in(event: bytes) -> set[str]:
    """Every announcement of an event, as the API shows them."""
    return {line["words"] for line in json.loads(event)["state"]["words"]}


class Browser:
    """A signed-up user with cookies; guests may not write as often."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies = {"csrftoken": secrets.token_hex(16)}
        self._send("/sign-up", {"handle": "rehearsal", "password": secrets.token_urlsafe()})

    def open_table(self, name: str) -> Answer:
        """Send the form that opens a dice table until it is accepted; its key is derived from the name."""
        form, until = {"name": name, "key": f"key of {name}"}, time.monotonic() + LONGEST
        while (answer := self._send("/dice/table", form)).status in AGAIN and time.monotonic() < until:
            time.sleep(PAUSE)
        return answer

    def _send(self, path: str, form: dict[str, str]) -> Answer:
        form["csrfmiddlewaretoken"] = self.cookies["csrftoken"]
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._ask("POST", path, urlencode(form), kind)

    def post(self, path: str, body: object, key: str) -> Answer:
        """One write to the API."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": key}
        headers["X-CSRFToken"] = self.cookies["csrftoken"]
        return self._ask("POST", path, json.dumps(body), headers)

    def get(self, path: str) -> Answer:
        """One look."""
        return self._ask("GET", path, None, {})

    def begin(self, name: str) -> str:
        """Create an event and return its address."""
        key, until = f"begin.{secrets.token_hex(8)}", time.monotonic() + 30
        answer = self.post(API, {"act": "begin", "name": name, "plan": {}}, key)
        while answer.status >= 400 and time.monotonic() < until:  # a server that has just started is busy
            time.sleep(0.3)
            answer = self.post(API, {"act": "begin", "name": name, "plan": {}}, key)
        return f"{API}/{json.loads(answer.body)['id']}"

    def words(self, event: str) -> set[str]:
        """The announcements this browser sees; none if it is turned away."""
        answer = self.get(event)
        return words_in(answer.body) if answer.status == 200 else set()

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        sent = headers | {"Cookie": "; ".join(f"{name}={text}" for name, text in self.cookies.items())}
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONGEST)) as line:
            line.request(method, path, body, sent)
            answer = line.getresponse()
            for cookie in answer.headers.get_all("Set-Cookie", []):
                name, _, text = cookie.partition(";")[0].partition("=")
                self.cookies[name] = text
            return Answer(answer.status, answer.read(), answer.headers.get("Location", ""))


class Load:
    """Writers and readers at one event. Each request may reach any of the site's processes."""

    def __init__(self, browser: Browser, name: str, breath: float = BREATH) -> None:
        self.browser, self.name, self.breath = browser, name, breath
        self.event = browser.begin(name)
        self.acknowledged: dict[str, float] = {}
        self.begun: dict[str, float] = {}
        self.seen: set[str] = set()
        self.turned_away = 0  # refusals and broken connections
        self.unread = 0  # the same for readers
        self.wrong: Counter[str] = Counter()  # answers that are neither done nor try later
        self._stopping = threading.Event()
        writers = [
            threading.Thread(target=self._write, args=(number,), daemon=True) for number in range(WRITERS)
        ]
        self._threads = [
            *writers,
            *(threading.Thread(target=self._read, daemon=True) for _ in range(READERS)),
        ]

    def __enter__(self) -> "Load":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        for thread in self._threads:
            thread.join()

    def _write(self, writer: int) -> None:
        for number in count():
            if self._stopping.is_set():
                return
            self._say(f"{self.name} {writer}-{number}")
            self._stopping.wait(self.breath)

    def _say(self, words: str) -> None:
        """Send an announcement until it is acknowledged, or until nobody has answered for too long."""
        key, deadline = words.replace(" ", "."), time.monotonic() + LONGEST
        while time.monotonic() < deadline:
            began = time.monotonic()
            try:
                answer = self.browser.post(f"{self.event}/acts", {"act": "tell", "words": words}, key)
            except (OSError, http.client.HTTPException):
                answer = Answer(503, b"", "")
            if answer.status == 200:
                self.begun[words], self.acknowledged[words] = began, time.monotonic()
                return
            self.turned_away += 1
            self._judge(answer)
            time.sleep(PAUSE)
        self.wrong["never acknowledged"] += 1

    def _read(self) -> None:
        while not self._stopping.wait(LOOKS):
            try:
                answer = self.browser.get(self.event)
            except (OSError, http.client.HTTPException):
                self.unread += 1
                continue
            if answer.status == 200:
                self.seen |= words_in(answer.body)
            else:
                self.unread += 1
                self._judge(answer)

    def _judge(self, answer: Answer) -> None:
        if answer.status not in AGAIN:
            self.wrong[f"{answer.status} {answer.body[:200].decode(errors='replace')}"] += 1

    def await_acts(self, more: int, since: float) -> float | None:
        """Wait until this many acts sent after a moment are done; returns when the first was, if ever."""
        deadline = time.monotonic() + LONGEST
        while time.monotonic() < deadline:
            done = sorted(at for words, at in list(self.acknowledged.items()) if self.begun[words] >= since)
            if len(done) >= more:
                return done[0]
            time.sleep(0.01)
        return None
