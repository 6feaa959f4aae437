"""What a walker reads off the page of a game."""

import re
from dataclasses import dataclass
from html import unescape
from typing import Final

from tests.walker.forms import Button, Form, forms
from tests.walker.pages import plain

BEGINS: Final = '<header class="slab game-slab"'
ENDS: Final = "</footer>"
DIGEST: Final = re.compile(r'<(?:div id="live"|template id="game-drawn")[^>]* data-version="([0-9a-f]+)"')
MOMENT: Final = re.compile(r'data-moment="(\w+) (\d+)"')
TURN: Final = re.compile(r'<p class="turn" data-turn="(\w+)"[^>]*>(.*?)</p>', re.DOTALL)
HEAD: Final = re.compile(r'<li class="story-head"><span>([^<]*)</span>')
TOOLS: Final = re.compile(r'href="(/game/[0-9a-f]{32}/tools/[a-z]+\.\d+)"')
PASSES: Final = re.compile(r'data-wide href="(/game/[0-9a-f]{32}/as/(?:one|two))"')
CARDS: Final = re.compile(
    r'<section class="mission-card"><h2 class="h3">([^<]+) <small>(?:Objective|Secondary)<'
)
LINKS: Final = re.compile(r' (?:href|src)="(/(?!game/[0-9a-f]{32}/as/)[^"#]*)["#]')
"""Everything a page leads to, but for the blank screen of one phone for both."""
SECRETS: Final = re.compile(r'data-size="small" href="(/game/[0-9a-f]{32}/as/(?:one|two))"')


@dataclass
class Shown:
    """The live part of a game's page. `taps` are the buttons that can be pressed; `passes` and `secrets` lead
    to the blank screen of one phone for both, before what is asked and before what is only told."""

    html: str
    digest: str
    audience: str
    moment: int
    turn: str
    words: str
    phase: str
    form: Form
    tools: list[str]
    passes: list[str]
    secrets: list[str]
    cards: list[str]
    links: list[str]

    @property
    def taps(self) -> list[Button]:
        return [one for one in self.form.pressable if one.name == "do"]

    @property
    def prompt(self) -> str:
        return self.form.value("prompt")

    @property
    def ended(self) -> bool:
        return any(one.value == "close" for one in self.taps) or "The game is closed" in self.html

    @property
    def watched(self) -> bool:
        return "Stop others watching" in self.html

    @property
    def hall(self) -> bool:
        return '/hall">' in self.html


def shown_in(page: str, shell: str) -> Shown:
    """The live part of a page, or of the fragment that answers a tap."""
    digest, moment = DIGEST.search(page), MOMENT.search(page)
    html = page[page.find(BEGINS) : page.rfind(ENDS) + len(ENDS)]
    turn, heads = TURN.search(html), HEAD.findall(html)
    form = next((one for one in forms(html, shell) if one.id == "say"), Form("", "post"))
    return Shown(
        html, digest[1] if digest else "", moment[1] if moment else "", int(moment[2]) if moment else -1,
        turn[1] if turn else "", plain(turn[2]) if turn else "", heads[0] if heads else "", form,
        list(dict.fromkeys(TOOLS.findall(html))), PASSES.findall(html),
        SECRETS.findall(html), CARDS.findall(html), list(map(unescape, dict.fromkeys(LINKS.findall(html)))),
    )  # fmt: skip


def verb_of(button: Button) -> str:
    return button.value.partition(" ")[0]
