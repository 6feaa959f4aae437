"""What the page of a game offers: the fields of its form and its buttons."""

import re
from html.parser import HTMLParser
from typing import NamedTuple

from muster.rules.game.table import Game
from muster.rules.log.views import Viewer

Values = dict[str, str | None]
OF_THE_FORM = re.compile(r'</?(?:select|option)\b[^>]*>|<[a-z][^>]*(?:form="say"|data-most=)[^>]*>')
"""The few tags of a page that are looked at: no value of an attribute holds a bare >."""


class Shown(NamedTuple):
    """A desk with a game and no log: all that pages need to draw a prompt."""

    game: Game
    stream: str = f"game:{'7' * 32}"
    log: tuple[()] = ()
    acts: tuple[()] = ()

    def known_to(self, _viewer: Viewer) -> int:
        return 0


class Fields(HTMLParser):
    """The fields that belong to the one form of a game, and its buttons."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.hidden: dict[str, str] = {}
        self.radios: dict[str, list[str]] = {}
        self.boxes: dict[str, list[str]] = {}
        self.selects: dict[str, list[str]] = {}
        self.counts: dict[str, int] = {}
        self.decimals: dict[str, float] = {}
        self.buttons: list[str] = []
        self.main = ""
        self.least, self.most = 0, 99
        self._select = ""
        now, _, rest = page.partition('<div class="game-main tab-units"')
        self.feed("".join(OF_THE_FORM.findall(now + rest[rest.find("<footer") :])))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if values.get("data-most"):
            self.least, self.most = int(values["data-least"] or 0), int(values["data-most"])
        if tag == "option" and self._select:
            self.selects[self._select].append(values.get("value") or "")
        if values.get("form") != "say":
            return
        name, value = values.get("name") or "", values.get("value") or ""
        if tag == "select":
            self._select = name
            self.selects[name] = []
        elif tag == "button":
            self._button(values, value)
        elif "disabled" not in values:
            self._input(values, name, value)

    def _input(self, values: Values, name: str, value: str) -> None:
        match values.get("type"):
            case "radio":
                self.radios.setdefault(name, []).append(value)
            case "checkbox":
                self.boxes.setdefault(name, []).append(value)
            case "number" if name.startswith("count."):
                self.counts[name] = int(values.get("max") or 0)
            case "number" if values.get("step") == "any":
                self.decimals[name] = float(values.get("max") or 0)
            case _:
                self.hidden[name] = value

    def _button(self, values: Values, value: str) -> None:
        if "disabled" not in values and values.get("name") == "do":
            self.buttons.append(value)
        if "data-main" in values:
            self.main = value

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
