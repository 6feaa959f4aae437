"""A random player of games who sees nothing but pages: whatever is drawn is tapped, and has to be taken."""

from collections.abc import Iterator
from random import Random
from typing import Final

from tests.walker.forms import Button, Form, Pairs, Told, filled
from tests.walker.games_checks import check_asked, check_document, check_frame, check_page
from tests.walker.games_shown import Shown, shown_in, verb_of
from tests.walker.pages import PART, Phone, Walk, code_of, reason_of, text_of
from tests.walker.plans import Plan
from tests.web.game_parts import Browser

ANSWERS: Final = ("say", "yes", "no", "pass", "waits")
REPLIES: Final = ("grant", "free", "keep", "agree", "disagree", "begin")
"""What is answered to the other player, who waits for it; and the way on where the beginning was undone."""
NOW_AND_THEN: Final = {
    "react": 0.3, "attack": 0.25, "sum": 0.05, "not-so": 0.1, "attacks": 0.01, "dice": 0.01,
    "order": 0.1, "deed": 0.3, "claim": 0.3, "wound": 0.06, "heal": 0.02, "suppress": 0.02,
    "calm": 0.02, "token": 0.03, "card": 0.05, "count-actions": 0.01, "time": 0.004,
    "defeat": 0.03, "tray": 0.03, "back": 0.05, "reset": 0.02, "ask": 0.03,
    "correct": 0.02, "end-here": 0.006, "score-only": 0.01, "watch": 0.006, "concede": 0.001, "none": 0.2,
}  # fmt: skip
"""How often something that is drawn beside the question is tapped before it is answered; and how often none
is chosen, against once for each that could be."""
A_MARK: Final = 0.1
"""How often a mark of the score is ticked: some of them end a game."""
A_FEW: Final = 0.1
"""How often fewer minis use a weapon than might."""
MOST_ACTS: Final = 2500
SURE: Final = "say sure"
"""What the button says that is drawn where nothing was chosen: the second tap means it."""
MOST_TRIES: Final = 60
REFUSALS: Final = {
    "game.same_points": "a line of the score is corrected to other points than it has",
    "game.how_many correct": "a line is corrected to 0, but a new one has at least 1",
    "game.how_many round-told": "several numbers together count at most so many",
    "game.attack_too_many": "several weapons together are used by so many miniatures at most",
    "game.attack_no_dice": "one weapon at least is in a pool",
    "game.one_box": "a card's boxes are ticked one in a round",
    "game.not_these_orders": "which units a command card orders together is said in words",
}
"""Codes of refusals that a drawn form may earn, some in one place alone: no field can hold the condition."""


class Seat(Phone):
    """A phone at the table: of one seat, of both, or of somebody who watches."""

    def __init__(self, phone: Phone, address: str, audience: str) -> None:
        super().__init__(phone.walk, audience, phone.client)
        self.game, self.audience = address, audience
        self.shell = f'<form id="say" action="{address}/act" method="post"></form>'
        self.now: Shown | None = None
        self.known: dict[str, str] = {}
        """What each name of a fragment stood for."""
        self.browser = Browser()

    def look(self) -> Shown:
        """Open the game, as a page or as what a broken line fetches."""
        part = self.walk.by_lot(0.5)
        named = PART | self.browser.header if part else {}
        answer = self.get(f"{self.game}/live" if part else self.game, **named)
        return self.see(text_of(answer))

    def see(self, page: str, audience: str = "") -> Shown:
        self.now = shown_in(self.browser.whole(page), self.shell)
        check_page(self, self.now, audience or self.audience)
        return self.now

    @property
    def stream(self) -> str:
        return f"game:{self.game.rpartition('/')[2]}"


class Game:
    """A game on its phones, from when it begins to when it is closed."""

    def __init__(self, walk: Walk, plan: Plan, seats: dict[str, Seat]) -> None:
        self.walk, self.plan, self.luck = walk, plan, walk.luck
        self.seats = seats
        self.habits = dict(NOW_AND_THEN)
        first = next(iter(seats.values()))
        self.watcher = Seat(Phone(walk, "watch"), first.game, "watch")
        self.judge: Seat | None = None
        self.patience = MOST_ACTS
        self.phase = self.mission = ""

    def play(self, most: int = MOST_ACTS) -> str:
        """Play to the end, or for so many acts; how it ended."""
        tries = 0
        while self.walk.acts < most:
            seat = self._whose_turn()
            if seat.now.ended:  # type: ignore[union-attr]
                return self._end()
            if self._act(seat):
                tries = 0
                self._visit(seat)
            elif (tries := tries + 1) > MOST_TRIES:
                raise seat.fails(f"no answer is taken: {seat.now.prompt}")  # type: ignore[union-attr]
        if most == MOST_ACTS:
            raise self.watcher.fails("the game does not end")
        return "left"

    # Whose turn it is --------------------------------------------------------------------------------------

    def _whose_turn(self) -> Seat:
        """A phone on which something is to be answered. Where none is, nobody can go on."""
        fresh = [seat for seat in self.seats.values() if seat.now]
        for seat in fresh:
            if seat.now.ended or (self._asked(seat) and self.walk.by_lot(0.7)):  # type: ignore[union-attr]
                return seat
        for seat in self.seats.values():
            if seat.now is None:
                seat.look()
        asked = [seat for seat in self.seats.values() if self._asked(seat)]
        if not asked:
            check_asked(list(self.seats.values()))
        return self.luck.choice(asked)

    @staticmethod
    def _asked(seat: Seat) -> bool:
        now = seat.now
        assert now is not None
        return now.ended or bool(now.passes) or any(verb_of(one) in (*ANSWERS, *REPLIES) for one in now.taps)

    # Acting ------------------------------------------------------------------------------------------------

    def _act(self, seat: Seat) -> bool:
        """One tap; whether it was taken."""
        now = seat.now
        assert now is not None
        if now.secrets and self.walk.by_lot(0.05):
            self._pass(seat, self.luck.choice(now.secrets))
            now = seat.look()
        if now.passes:
            now = self._pass(seat, self.luck.choice(now.passes))
        if now.tools and self.walk.by_lot(0.04):
            return self._use_tools(seat, self.luck.choice(now.tools))
        button = self._tap(seat, now)
        pairs = filled(now.form, self.luck, button, said(now.form, button, self.luck))
        return self._send(seat, now.form, pairs, again=self.walk.by_lot(0.04))

    def _pass(self, seat: Seat, address: str) -> Shown:
        """One phone for both: the blank screen, and what is behind it."""
        whose = address.rpartition("/")[2]
        page = text_of(seat.get(address))
        form = seat.form(page, lambda one: one.action == address)
        answer = seat.send(form, filled(form, self.luck))
        return seat.see(text_of(seat.follow(address, answer)), whose)

    def _tap(self, seat: Seat, now: Shown) -> Button:
        answers = _answers(now)
        replies = [one for one in now.taps if verb_of(one) in REPLIES]
        if replies and (not answers or self.walk.by_lot(0.8)):
            return self.luck.choice(replies)
        gives_up = [one for one in now.taps if verb_of(one) == "concede"]
        if gives_up and self.walk.acts >= self.patience:
            return gives_up[0]
        for verb, chance in self.habits.items():
            drawn = [one for one in now.taps if verb_of(one) == verb]
            if drawn and self.walk.by_lot(chance):
                return self.luck.choice(drawn)
        if not answers:
            raise seat.fails(f"nothing can be tapped to answer {now.prompt or now.words}")
        rare = ("say none", "pass", "say fact", "say target ")
        weights = [self.habits["none"] if one.value.startswith(rare) else 1 for one in answers]
        return self.luck.choices(answers, weights)[0]

    def _use_tools(self, seat: Seat, address: str) -> bool:
        """What may be changed on a unit, on the page that its row opens."""
        page = text_of(seat.get(address))
        form = seat.form(page, lambda one: one.id == "say")
        if not form.pressable:
            if 'class="token-steps"' in page:
                raise seat.fails("a unit's tools have no button")
            return False  # of the other side's units only the upgrades are read
        button = self.luck.choice(form.pressable)
        return self._send(seat, form, filled(form, self.luck, button))

    def _send(self, seat: Seat, form: Form, pairs: Pairs, again: bool = False) -> bool:
        part = self.walk.by_lot(0.8)
        answer = seat.send(form, pairs, part=part, may=(403, 404, 409, 422), named=seat.browser.header)
        if answer.status_code >= 400:
            page = text_of(answer)
            if SURE in page:
                return self._send(seat, form, [*pairs[:-1], ("do", SURE)])
            verb = dict(pairs)["do"].partition(" ")[0]
            self._refused(seat, page, dict(pairs)["say"] if verb == "say" else verb)
            return False
        self.walk.acts += 1
        for other in self.seats.values():
            other.now = None
        now = seat.see(text_of(seat.follow(form.action, answer)))
        if again:
            once_more = seat.send(form, pairs, part=part, named=seat.browser.header)
            twice = seat.see(text_of(seat.follow(form.action, once_more)))
            if twice.moment != now.moment:
                raise seat.fails("the same form acted twice")
        return True

    def _refused(self, seat: Seat, page: str, what: str) -> None:
        """A drawn answer is taken, but for the few whose condition no page can hold."""
        reason = reason_of(page)
        code = code_of(reason)
        if code not in REFUSALS and f"{code} {what}" not in REFUSALS:
            raise seat.fails(f"refused though drawn: {reason} ({code or 'unknown'})")
        self.walk.tries += 1
        seat.look()

    # Looking on --------------------------------------------------------------------------------------------

    def _visit(self, seat: Seat) -> None:
        """One other audience by lot; all of them when the phase changes."""
        now = seat.now
        assert now is not None
        if now.phase != self.phase:
            self.phase = now.phase
            for visit in VISITS:
                visit(self, seat)
        elif not now.ended:
            self.luck.choice(VISITS)(self, seat)

    def _other(self, seat: Seat) -> None:
        for one in self.seats.values():
            if one is not seat:
                one.look()

    def _watched(self, seat: Seat) -> bool:
        return seat.now is not None and seat.now.watched

    def _watch(self, seat: Seat) -> None:
        if self._watched(seat):
            self.watcher.look()
        else:
            self.watcher.get(self.watcher.game, may=(404,))

    def _judged(self, seat: Seat) -> None:
        if self.judge:
            self.judge.look()

    def _hall(self, seat: Seat) -> None:
        if self._watched(seat) and seat.now.hall:  # type: ignore[union-attr]
            page = text_of(self.watcher.get(f"{seat.game}/hall"))
            check_frame(self.watcher, page)

    def _frame(self, seat: Seat) -> None:
        for one in (seat, self.watcher) if self._watched(seat) else (seat,):
            check_frame(one, text_of(one.get(one.game)))

    def _etag(self, seat: Seat) -> None:
        """A phone that names what it has is sent the rest, and nothing where there is none."""
        one = self.luck.choice(list(self.seats.values()))
        name = one.now.digest if one.now else next(reversed(one.known), "")
        answer = one.get(f"{one.game}/live", may=(304,), **{"If-None-Match": f'"{name}"'}, **PART)
        check_frame(one, text_of(answer) if answer.status_code == 200 else "", had=name)

    def _log(self, seat: Seat) -> None:
        self._anybody(seat).get(f"{seat.game}/log")

    def _replay(self, seat: Seat) -> None:
        one = self._anybody(seat)
        page = text_of(one.get(f"{seat.game}/replay?step={self.luck.randint(1, self.walk.acts + 8)}"))
        if f"{seat.game}/replay" not in page and "Act 1 of 1" not in page:
            raise one.fails("the replay leads nowhere")

    def _tools(self, seat: Seat) -> None:
        if seat.now and seat.now.tools:
            address = self.luck.choice(seat.now.tools)
            seat.get(address, **(PART if self.walk.by_lot(0.5) else {}))

    def _linked(self, seat: Seat) -> None:
        """Whatever the page leads to is there: overlay, reminders, cards, rules, the picture of the end."""
        if seat.now:
            address = self.luck.choice(seat.now.links)
            seat.follow(address, seat.get(address, may=(301, 302, 303)))

    def _document(self, seat: Seat) -> None:
        for one in self.seats.values():
            if one.now and one.audience != "both":
                check_document(one, one.now)

    def _anybody(self, seat: Seat) -> Seat:
        return self.luck.choice([*self.seats.values(), *([self.watcher] if self._watched(seat) else [])])

    # The end -----------------------------------------------------------------------------------------------

    def _end(self) -> str:
        """Everybody looks at the end, it is closed, and everybody looks again."""
        for seat in self.seats.values():
            seat.look()
        for seat in self.seats.values():
            for visit in VISITS:
                visit(self, seat)
        closes = self.luck.choice(list(self.seats.values()))
        now = closes.now or closes.look()
        button = next((one for one in now.taps if verb_of(one) == "close"), None)
        if button is None:
            raise closes.fails("a game that is over cannot be closed")
        ending = now.words
        self.mission = "+".join(now.cards)
        self._send(closes, now.form, filled(now.form, self.luck, button, said(now.form, button, self.luck)))
        for seat in self.seats.values():
            if "Step through the game" not in seat.look().html:
                raise seat.fails("a closed game shows no replay")
            for visit in VISITS:
                visit(self, seat)
        return ending


VISITS: Final = (
    Game._other, Game._other, Game._watch, Game._hall, Game._frame, Game._etag, Game._log, Game._replay,
    Game._tools, Game._judged, Game._linked, Game._document,
)  # fmt: skip


def _answers(now: Shown) -> list[Button]:
    return [one for one in now.taps if verb_of(one) in ANSWERS]


def said(form: Form, button: Button, luck: Random) -> dict[str, Told]:
    """What somebody fills in knowingly: so many tokens as there are, the dice that a token rolls again, the
    faces of as many dice as were rolled, and dice for the tray."""
    told: dict[str, Told] = dict(_tray(form, verb_of(button) == "tray", luck))
    told |= _tokens([one.name for one in form.fields if one.name.startswith("deal.")], form, luck)
    told |= {one.name: luck.choice(one.choices[1:]) for one in form.fields if one.name.startswith("face.")}
    told |= _pool(form, luck)
    if marks := form.named("mark"):
        told["mark"] = [one.value for one in marks if luck.random() < A_MARK]
    picked = luck.choice(form.named("pick")) if form.named("pick") else None
    dice = form.named("die") if picked and form.named("die") else []
    counts = [one for one in form.fields if "data-die-count" in one.has]
    rolled = (counts[0].number("max") or 0) if counts else 0
    if picked and dice:
        rolled = luck.randint(0, min(len(dice), picked.number("data-dice") or 0))
        told |= {"pick": picked.value, "die": [one.value for one in luck.sample(dice, rolled)]}
    return told | dict(_faces([one.name for one in counts], rolled, luck))


def _pool(form: Form, luck: Random) -> dict[str, Told]:
    """The weapons of an attack as they are preset, or fewer; of one's own dice faces for as many as there
    are."""
    told: dict[str, Told] = {}
    for one in form.fields:
        if one.name.startswith("weapon."):
            told[one.name] = str(luck.randint(0, int(one.value or 0)) if luck.random() < A_FEW else one.value)
    for kind in (one for one in form.fields if one.name.startswith("pool.") and one.name.count(".") == 1):
        left = int(kind.value or 0)
        for face in (one for one in form.fields if one.name.startswith(f"{kind.name}.")):
            number = luck.randint(0, left)
            told[face.name], left = str(number), left - number
    return told


def _tokens(rows: list[str], form: Form, luck: Random) -> dict[str, Told]:
    """Tokens for so many units, each for one of its own."""
    units = list(dict.fromkeys(rows))
    given = luck.sample(units, int(form.value("tokens") or 0))
    return {one: str(given.index(one)) if one in given else "" for one in units}


def _tray(form: Form, rolls: bool, luck: Random) -> Iterator[tuple[str, str]]:
    """Attack dice or defence dice, so many as one says; what is not rolled stays as it is."""
    fields = {one.name: one.value for one in form.fields if one.name.startswith("tray.")}
    yield from fields.items()
    if not rolls:
        return
    kind = luck.choice(("attack", "defence"))
    dice = [name for name in fields if name.startswith(f"tray.{kind}-")]
    number = luck.randint(1, 8)
    yield from _faces(dice, number, luck)
    if "tray.own" in fields:
        shows = ("hit", "critical", "surge", "blank") if kind == "attack" else ("block", "surge", "blank")
        yield from _faces([f"tray.{face}" for face in shows], number, luck)


def _faces(names: list[str], number: int, luck: Random) -> Iterator[tuple[str, str]]:
    fell = [luck.choice(names) for _ in range(number) if names]
    yield from ((name, str(fell.count(name))) for name in names)
