"""A phone that walks through the site: it opens addresses, sends forms, and fails where a page does."""

import re
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import unescape
from random import Random
from traceback import format_exception
from typing import Any, Final
from urllib.parse import urlencode

from django.test import Client

from muster.rules.messages import messages
from muster.web import rates
from tests.walker.forms import Button, Form, Pairs, forms

KEPT: Final = 6
REFUSED: Final = re.compile(r'<div class="game-refused" role="alert">(.*?)</div>', re.DOTALL)
MARKUP: Final = re.compile(r"<[^>]*>")
FORM_TYPE: Final = "application/x-www-form-urlencoded"
PART: Final = {"HX-Request": "true"}


class Failure(AssertionError):
    """What a walker ran into, and how it got there."""

    def __init__(self, what: str, walk: "Walk", who: str, address: str) -> None:
        self.what, self.who, self.address = what, who, address
        lately = "\n".join(f"    {line}" for line in walk.sent)
        super().__init__(
            f"seed {walk.seed}, act {walk.acts}, {who} at {address}: {what}\n  {walk.name}\n  sent:\n{lately}"
        )


@dataclass
class Walk:
    """One walk: its luck, and what it has done so far."""

    seed: int
    name: str
    luck: Random
    acts: int = 0
    pages: int = 0
    tries: int = 0
    ended: str = ""
    mission: str = ""
    sent: deque[str] = field(default_factory=lambda: deque(maxlen=KEPT))

    def by_lot(self, chance: float) -> bool:
        return self.luck.random() < chance


class Phone:
    """A browser of somebody: a player, one for both players, a watcher."""

    def __init__(self, walk: Walk, who: str, client: Client | None = None) -> None:
        self.walk, self.who = walk, who
        self.client = client or Client()
        self.address = ""

    def fails(self, what: str, address: str = "") -> Failure:
        return Failure(what, self.walk, self.who, address or self.address)

    def get(self, address: str, *, may: tuple[int, ...] = (), **headers: str) -> Any:
        """Open an address. `may` are answers other than a page that are right here."""
        self.walk.pages += 1
        self.address = address
        return self._checked(lambda: self.client.get(address, headers=headers), (200, *may))

    def follow(self, address: str, answer: Any) -> Any:
        """The page that an answer leads to."""
        while answer.status_code in (301, 302, 303):
            address = answer["Location"]
            answer = self.get(address, may=(301, 302, 303))
        return answer

    def send(
        self,
        form: Form,
        pairs: Pairs,
        *,
        part: bool = False,
        may: tuple[int, ...] = (),
        named: dict[str, str] | None = None,
    ) -> Any:
        """Send a form as it was filled in; `part`: as a page with scripts does, for a fragment; `named` is
        what it has of it."""
        address = form.action or self.address
        self.walk.sent.append(f"{self.who}: {form.method} {address} {_in_short(pairs)}")
        if form.method == "get":
            return self.get(f"{address}?{urlencode(pairs)}")
        body = urlencode(pairs)
        headers = PART | (named or {}) if part else {}
        return self._checked(
            lambda: self.client.post(address, body, content_type=FORM_TYPE, headers=headers),
            (200, 301, 302, 303, *may),
            address,
        )

    def form(self, page: str, wanted: Callable[[Form], bool]) -> Form:
        """The form that is looked for; a page without it has no way on."""
        found = next((one for one in forms(page) if wanted(one)), None)
        if found is None:
            raise self.fails("the form that leads on is not drawn")
        return found

    def _checked(self, ask: Callable[[], Any], right: tuple[int, ...], address: str = "") -> Any:
        for rate in (rates.WRITES, rates.COSTS, rates.GUESTS):  # a walker is quicker than fingers
            rate.counted.clear()
        try:
            answer = ask()
        except Exception as error:
            where = format_exception(error)[-3:]
            raise self.fails(f"500: {type(error).__name__} {error}\n{''.join(where)}", address) from error
        if answer.streaming:  # a file, such as a picture: it is not read, but closed
            answer.close()
        if answer.status_code not in right:
            raise self.fails(f"{answer.status_code}: {reason_of(text_of(answer))}", address)
        return answer


def text_of(answer: Any) -> str:
    return str(answer.content.decode())


def reason_of(page: str) -> str:
    """Why something was refused, as the page tells it."""
    told = REFUSED.search(page)
    return plain(told[1]) if told else plain(page)[:300]


def plain(markup: str) -> str:
    return " ".join(unescape(MARKUP.sub(" ", markup)).split())


def code_of(reason: str) -> str:
    """The code behind a sentence, the one that says most of it; nothing where it is none of ours."""
    found = {
        code: sum(map(len, words))
        for code, message in messages().items()
        if re.match(".*".join(map(re.escape, words := re.split(r"\{[^}]*\}", message.what))), reason)
    }
    return max(found, key=found.__getitem__, default="")


def pressing(form: Form, verb: str, value: str = "") -> Button | None:
    """The button of a form that says this, where it can be pressed."""
    said = f"{verb} {value}".strip()
    return next((one for one in form.pressable if one.name == "do" and one.value == said), None)


def _in_short(pairs: Pairs) -> str:
    shown = (f"{name}={value}" for name, value in pairs if name not in ("key", "line", "card", "round"))
    return " ".join(one for one in shown if not one.startswith("tray."))[:600]


@contextmanager
def chance_of(luck: Random, *made: Callable[..., Any]) -> Iterator[None]:
    """While this lasts, what takes its chance from the machine takes it from a seed, so that a walk can be
    walked again."""
    from os import urandom

    kept = [(one, one.__defaults__, one.__kwdefaults__) for one in made]

    def seeded(value: Any) -> Any:
        return luck.randbytes if value is urandom else value

    for one, usual, named in kept:
        one.__defaults__ = tuple(map(seeded, usual or ())) or None
        one.__kwdefaults__ = {name: seeded(value) for name, value in (named or {}).items()} or None
    try:
        yield
    finally:
        for one, usual, named in kept:
            one.__defaults__, one.__kwdefaults__ = usual, named
