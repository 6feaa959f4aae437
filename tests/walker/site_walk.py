"""Walks the site as a role: opens what is linked, sends what is drawn, and says what did not hold.

Every form meets the same world: what it did is rolled back. A stroll goes on instead, role by role and form
by form, and is rolled back at its end: so pages are reached that no demo shows.
"""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from http.cookies import SimpleCookie
from random import Random
from typing import NamedTuple
from urllib.parse import parse_qsl, urljoin, urlsplit

from django.conf import settings
from django.urls import Resolver404, resolve

from muster.rules.messages import messages
from tests.walker.site_browser import Answer, Browser, undone, world_now
from tests.walker.site_filling import Filler, Sent
from tests.walker.site_forms import Way, is_ours
from tests.walker.site_world import NOBODY, Place

REFUSED = (409, 422)
NOT_THERE = 404
NOT_TOLD = ("csrfmiddlewaretoken", "key")
STARTS = (
    "/",
    "/armies",
    "/play",
    "/tours",
    "/events",
    "/search",
    "/you",
    "/tables",
    "/dice",
    "/help",
    "/collection",
)
LEFT_ALONE = re.compile(r"^/(game/|api/|static/)")
"""Games in play have a walker of their own; the API has no forms."""
MANY = re.compile(r"^(cards|keywords|rules|squads|rulings)")
"""Pages of which there are hundreds alike."""
VERBS = ("do", "what", "act", "at", "kind", "verb")
IDS = re.compile(r"[0-9a-f]{8}-?[0-9a-f-]{20,}|\d+")
STEM = re.compile(r"[-.\d]")
BRIEF = re.compile(r"[a-z-]{3,20}")

MAY_TOO = {
    "armies/copy": "of a shared army, whoever has its code",
    "pass-rival": "who waits, after some days",
    "drop": "players for themselves",
    "erase": "players for themselves",
    "withdraw": "players for themselves",
    "never-mind": "judges close any call",
    "concede": "who enters results",
}
"""What is done by somebody to whom this page draws no form: a route or what the form says, and who may."""
OF_THEMSELVES = ("duty", "take-role")
"""What officials may do where the form names nobody but them."""
FEW = 2
WILD = 0.3
"""So many fields are changed by lot; one form in three has all of them changed."""
UNKNOWABLE: dict[str, str] = {
    "register.must_equip": "whether a box counts as compulsory depends on the others; the page says how many",
    "register.slot_allowance": "whether a box counts as compulsory depends on the others; so said",
    "register.upgrade_twice": "a card that is compulsory and ticked among the others as well",
    "register.too_many_upgrades": "whether a box counts as compulsory depends on the others; so said",
    "army.unreadable": "a least that is above the most beside it",
    "sequence.faces_kept": "dice that were taken back stay, as the page says",
    "game.both_score": "one phone for both keeps the score alone: two choices that do not go together",
    "campaign.no_account": "a handle that nobody has",
    "armies.unknown": "a link or a code that nobody has",
    "card.unknown": "a name that no card has, typed as into a search",
    "game.no_join_code": "a code that no open game has",
    "result.blue_needed": "only where both numbers are equal",
    "result.contradicted": "a winner that is marked beside numbers that say another",
    "result.tokens_needed": "only where the ending that is chosen beside it is decided by numbers",
    "tournament.wrong_code": "the code is on paper",
    "Wrong handle or password": "known to whom it belongs",
    "This is not your password": "known to whom it belongs",
    "This code does not work": "changes every half minute",
}
"""Refusals that a page cannot know before somebody has filled it in: code or words, and why."""


class Fault(NamedTuple):
    """What did not hold, for whom, and where."""

    what: str
    role: str
    page: str
    way: str
    detail: str

    @property
    def kind(self) -> tuple[str, str, str, str]:
        """Faults alike but for ids and roles are one."""
        to = re.search(r"/\S*", self.way)
        return self.what, route_of(self.page), route_of(to[0]) if to else self.way, self.detail[:20]

    def __str__(self) -> str:
        return f"{self.what}: {self.role} on {self.page} {self.way} {self.detail}".rstrip()


def route_of(address: str) -> str:
    try:
        return resolve(urlsplit(address).path).route
    except Resolver404:
        return urlsplit(address).path


def kind_of(address: str) -> tuple[str, tuple[str, ...]]:
    """Which page it is, whatever it shows."""
    return route_of(address), tuple(sorted({name for name, _ in parse_qsl(urlsplit(address).query)}))


def kind_of_way(way: Way) -> tuple[object, ...]:
    """Which act it is, whatever it is done to."""
    said = [(one.name, one.value) for one in way.fields if one.kind == "hidden" and one.name in VERBS]
    if way.button:
        said.append(way.button)
    plain = [(IDS.sub("#", name), value if BRIEF.fullmatch(value) else "#") for name, value in said]
    return (
        way.method,
        route_of(way.address),
        tuple(plain),
        tuple(sorted({STEM.split(name)[0] for name in way.names})),
    )


@cache
def _sentences() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The sentence of every code, longest first: it says which refusal a page shows."""
    found = []
    for code, message in messages().items():
        parts = [re.escape(part) for part in re.split(r"\{[^}]*\}", message.what)]
        found.append((code, re.compile(".{0,300}?".join(parts))))
    return tuple(sorted(found, key=lambda one: -len(one[1].pattern)))


def code_of(words: str) -> str:
    return next((code for code, sentence in _sentences() if sentence.search(words)), "")


class Walk:
    """A walk through one world with one seed; what it found is in `faults`, what it did in `counts`."""

    def __init__(self, place: Place, seed: int, *, most_alike: int = 3, most_pages: int = 400) -> None:
        self.place, self.dice, self.seed = place, Random(seed), seed
        self.most_alike, self.most_pages = most_alike, most_pages
        self.filler = Filler(self.dice, place.handle, place.password)
        self.faults: dict[tuple[str, ...], Fault] = {}
        self.counts: Counter[str] = Counter()
        self.sent: Counter[tuple[object, ...]] = Counter()
        self.refused: Counter[str] = Counter()
        self.others: set[object] = set()
        self.pages_of: dict[tuple[str, str], Answer] = {}

    def note(self, what: str, role: str, page: str, way: str = "", detail: str = "") -> None:
        fault = Fault(what, role, page, way, detail)
        self.faults.setdefault(fault.kind, fault)

    # Every page of a role -----------------------------------------------------------------------------------

    def crawl(self, role: str, only: re.Pattern[str] | None = None, starts: Iterable[str] = STARTS) -> None:
        """Every kind of page that the role's links lead to, and every kind of form on them."""
        waiting = [(start, "the bar") for start in starts]
        seen: set[str] = set()
        alike: Counter[object] = Counter()
        sent: Counter[object] = Counter()
        pages = 0
        while waiting and pages < self.most_pages:
            address, drawn_on = waiting.pop(self.dice.randrange(len(waiting)))
            kind = kind_of(address)
            if address in seen or alike[kind] >= self._most(kind):
                continue
            seen.add(address)
            alike[kind] += 1
            pages += 1
            answer = self.look(role, address, drawn_on)
            if not answer.html or answer.status != 200:
                continue
            waiting += [(to, address) for to in self.links(answer) if to not in seen]
            if only and not only.search(address):
                continue
            for way in answer.drawn.ways():
                kind_of_it = kind_of_way(way)
                if sent[kind_of_it] < self.most_alike and not LEFT_ALONE.match(urlsplit(way.address).path):
                    sent[kind_of_it] += 1
                    self.try_way(role, answer, way)

    def whole(self, role: str, address: str) -> list[str]:
        """What does not hold on one page, each of its forms sent as it stands and as bare as may be."""
        page = self.look(role, address, "a test")
        every = Counter(map(kind_of_way, page.drawn.ways()))
        seen: Counter[object] = Counter()
        for way in page.drawn.ways():
            kind = kind_of_way(way)
            seen[kind] += 1
            is_between = FEW < seen[kind] <= every[kind] - FEW  # of many alike the first and the last
            if LEFT_ALONE.match(urlsplit(way.address).path) or is_between:
                continue
            for sent in (
                self.filler.filled(way, page.drawn.lists, changed=0),
                self.filler.bare(way, page.drawn.lists),
            ):
                with undone():
                    answer = Browser(self._as_on(role, page)).send(way, sent)
                    self.judge(role, page, way, sent, answer)
        return [str(fault) for fault in self.faults.values()]

    def _most(self, kind: tuple[str, tuple[str, ...]]) -> int:
        return self.most_alike if MANY.match(kind[0]) else 4 * self.most_alike

    def links(self, answer: Answer) -> list[str]:
        """Where a page leads within this site."""
        found = {}
        for href in answer.drawn.links + answer.drawn.parts:
            to = urljoin(answer.address, href).partition("#")[0]
            if is_ours(to):
                plain = urlsplit(to)
                to = plain.path + (f"?{plain.query}" if plain.query else "")
                if not LEFT_ALONE.match(to):
                    found[to] = None
        return list(found)

    def look(self, role: str, address: str, drawn_on: str, browser: Browser | None = None) -> Answer:
        """Opens a page that was linked: it must be there, and lead on."""
        with undone():
            answer = (browser or Browser(self.place.cookies(role))).get(address)
        self.counts[f"{role} pages"] += 1
        if answer.status >= 500 or answer.broken:
            self.note(f"{answer.status}", role, address, f"linked on {drawn_on}", answer.broken)
        elif answer.status >= 400:
            self.note(f"link to {answer.status}", role, drawn_on, f"to {address}")
        else:
            self._checked(role, answer)
        return answer

    def _checked(self, role: str, answer: Answer) -> None:
        if not answer.html:
            return
        drawn = answer.drawn
        if drawn.is_whole and not drawn.ways_on:
            self.note("no way on", role, answer.address)
        for anchor in drawn.anchors:
            if drawn.is_whole and len(anchor) > 1 and anchor[1:] not in drawn.ids:
                self.note("link to nothing", role, answer.address, anchor)

    # Every form of a page -----------------------------------------------------------------------------------

    def try_way(self, role: str, page: Answer, way: Way) -> None:
        """Sends a form as drawn, once more with the same key, and as somebody else."""
        wild = self.dice.random() < WILD
        sent = self.filler.filled(way, page.drawn.lists, changed=None if wild else self.dice.randint(0, FEW))
        self.counts[f"{role} forms"] += 1
        self.sent[kind_of_way(way)] += 1
        before = world_now() if way.method == "post" else {}
        with undone():
            browser = Browser(self._as_on(role, page))
            done = self.judge(role, page, way, sent, browser.send(way, sent), wild=wild)
            if done and way.method == "post":
                self._again(role, page, way, sent, browser)
        if wild and not done:  # as it stands it must be taken: else not what was filled in is the reason
            sent = self.filler.filled(way, page.drawn.lists, changed=0)
            with undone():
                self.judge(role, page, way, sent, Browser(self._as_on(role, page)).send(way, sent))
        kind = (role, kind_of_way(way))
        if way.method == "post" and kind not in self.others:
            self.others.add(kind)
            self._as_another(role, page, way, sent, before)

    def _as_on(self, role: str, page: Answer) -> SimpleCookie:
        cookies = self.place.cookies(role)
        for name, one in page.cookies.items():
            cookies[name] = one.value
        return cookies

    def judge(
        self, role: str, page: Answer, way: Way, sent: Sent, answer: Answer, *, wild: bool = False
    ) -> bool:
        """Whether a form that was sent as drawn was done. Where everything was filled in by lot, what is
        refused may not fit together."""
        told = _told(way, sent)
        if answer.status >= 500 or answer.broken:
            self.note(f"{answer.status}", role, page.address, told, answer.broken)
            return False
        refusal = self._refusal(answer)
        again = answer.path[0] < 300 or answer.status == NOT_THERE  # the page once more, with a reason
        if answer.status in REFUSED or (again and refusal and refusal not in self._shown(page)):
            words = refusal or " ".join(answer.drawn.reasons) or _text(answer.html)
            if code := self._unknowable(way, words) or (wild and f"wild {code_of(words)}"):
                self.refused[code] += 1
            else:
                self.note(f"refused {code_of(words)}", role, page.address, told, words[:300])
            return False
        if answer.status >= 400:
            self.note(f"form to {answer.status}", role, page.address, told, f"{answer.path} {answer.address}")
            return False
        self._checked(role, answer)
        return True

    def _refusal(self, answer: Answer) -> str:
        return " ".join(answer.drawn.alerts) if answer.html else ""

    def _shown(self, page: Answer) -> str:
        return " ".join(page.drawn.alerts)

    def _unknowable(self, way: Way, words: str) -> str:
        code = code_of(words)
        if code in UNKNOWABLE:
            return code
        return next((said for said in UNKNOWABLE if " " in said and said in words), "")

    def _again(self, role: str, page: Answer, way: Way, sent: Sent, browser: Browser) -> None:
        """The same form once more: it acts once."""
        after = world_now()
        answer = browser.send(way, sent)
        told = _told(way, sent)
        if answer.status >= 500 or answer.broken:
            self.note(f"{answer.status} when sent twice", role, page.address, told, answer.broken)
        elif "key" in sent and (changed := _differs(after, world_now())):
            self.note("acts twice", role, page.address, told, changed)

    def _as_another(self, role: str, page: Answer, way: Way, sent: Sent, before: dict[str, int]) -> None:
        """The same form from another's browser: nothing is done unless they are offered it too."""
        other = self.dice.choice([one for one in self.place.roles if one != role])
        cookies = self.place.cookies(other)
        for name in (settings.CSRF_COOKIE_NAME,):
            if name in page.cookies:
                cookies[name] = page.cookies[name].value
        with undone():
            answer = Browser(cookies).send(way, sent)
            changed = _differs(before, world_now())
        told = f"{_told(way, sent)} drawn for {role}"
        if answer.status >= 500 or answer.broken:
            self.note(f"{answer.status}", other, page.address, told, answer.broken)
        elif changed and not self._may_too(other, way, sent) and not self._offered(other, page, way):
            self.note("done by another", other, page.address, told, changed)

    def _may_too(self, other: str, way: Way, sent: Sent) -> bool:
        said = {route_of(way.address), way.address.rpartition("/")[2], *map(str, sent.get("do", ()))}
        own = sent.get("person") == [self.place.ids.get(other)] and bool(said.intersection(OF_THEMSELVES))
        return own or bool(MAY_TOO.keys() & said)

    def _offered(self, other: str, page: Answer, way: Way) -> bool:
        return any(self._draws(one, page.address, way) for one in (other, NOBODY))

    def _draws(self, role: str, address: str, way: Way) -> bool:
        if (role, address) not in self.pages_of:
            with undone():
                self.pages_of[role, address] = Browser(self.place.cookies(role)).get(address)
        theirs = self.pages_of[role, address]
        drawn = theirs.drawn.ways() if theirs.status == 200 and theirs.html else ()
        return any(kind_of_way(one)[:3] == kind_of_way(way)[:3] for one in drawn)

    # Further and further ------------------------------------------------------------------------------------

    def stroll(self, steps: int) -> None:
        """Everybody in turn sends a form by lot and the world goes on, until all of it is rolled back."""
        with undone():
            browsers = {role: Browser(self.place.cookies(role)) for role in self.place.roles}
            known = {role: list(STARTS) for role in self.place.roles}
            role, page = self.dice.choice(self.place.roles), None
            for _ in range(steps):
                if self.dice.random() < 0.25:  # what they saw before may have changed meanwhile
                    role, page = self.dice.choice(self.place.roles), None
                page = self._step(role, browsers[role], page, known[role])

    def _step(self, role: str, browser: Browser, page: Answer | None, known: list[str]) -> Answer | None:
        if page is None or self.dice.random() < 0.3:
            address = self.dice.choice(known[-40:] if self.dice.random() < 0.7 else known)
            page = browser.get(address)
            self.counts[f"{role} pages"] += 1
            if page.status >= 500 or page.broken:
                self.note(f"{page.status}", role, address, "on a stroll", page.broken)
        if page.status != 200 or not page.html:
            return None
        fresh = [to for to in self.links(page) if to not in known and not MANY.match(to[1:])]
        known += fresh[:60]
        ways = [way for way in page.drawn.ways() if not LEFT_ALONE.match(urlsplit(way.address).path)]
        if not ways:
            return None
        weights = [1 / (1 + self.sent[kind_of_way(way)]) ** 2 for way in ways]
        way = self.dice.choices(ways, weights)[0]
        sent = self.filler.filled(way, page.drawn.lists, changed=self.dice.randint(1, 2 * FEW))
        self.sent[kind_of_way(way)] += 1
        self.counts[f"{role} forms"] += 1
        answer = browser.send(way, sent)
        done = self.judge(role, page, way, sent, answer)
        return answer if done and answer.html and answer.drawn.is_whole else None


def _text(html: str) -> str:
    main = html.partition("<main")[2] or html
    return " ".join(re.sub(r"<[^>]*>", " ", main).split())


def _differs(before: dict[str, int], after: dict[str, int]) -> str:
    return ", ".join(table for table in before if before[table] != after.get(table))


def _told(way: Way, sent: Sent) -> str:
    given = {name: some if len(some) != 1 else some[0] for name, some in sent.items()}
    plain = {
        name: str(value)[:40] for name, value in given.items() if name not in ("csrfmiddlewaretoken", "key")
    }
    script = " by script" if way.by_script else ""
    return f"{way.method.upper()} {way.address}{script} {plain}"
