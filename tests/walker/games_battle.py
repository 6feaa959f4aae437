"""A battle of two Registers around its game: opened and mustered before, recorded and gone through after."""

import re
from typing import Final

from tests.walker.forms import Form, as_it_is, filled, forms
from tests.walker.games import Game, Seat
from tests.walker.games_opening import begun
from tests.walker.games_world import registers
from tests.walker.pages import Phone, Walk, reason_of, text_of
from tests.walker.plans import Plan
from tests.web.account_fixtures import signed_in

PLAY: Final = re.compile(r'href="(/play\?battle=[0-9a-f-]+)')
HAND_OVER: Final = re.compile(
    r'<a class="btn" data-kind="primary" href="([^"]+)"[^>]*>(?:(?!</a>).)*Send to the campaign', re.S
)
BACK: Final = ("undo", "call-off", "dispute", "record", "switch", "drop", "reopen")
"""What does not lead on."""
REFUSALS: Final = ("this reward wants different units",)
"""What a drawn form may be refused for: several fields together say what none of them can."""
MOST_STEPS: Final = 120
DONE: Final = "All ten steps are done"


class Side(Phone):
    """A phone at a battle."""

    at = ""

    def page(self) -> str:
        return text_of(self.get(f"{self.at}?begin=1"))

    def forms(self, page: str) -> dict[str, list[Form]]:
        """The forms that are sent to this battle, by what they do."""
        found: dict[str, list[Form]] = {}
        for form in forms(page):
            if form.method == "post" and form.action.startswith(f"{self.at}/") and form.pressable:
                found.setdefault(form.action.rpartition("/")[2], []).append(form)
        return found

    def do(self, form: Form, **said: str | list[str]) -> str:
        button = self.walk.luck.choice(form.pressable)
        answer = self.send(form, filled(form, self.walk.luck, button, said), may=(409, 422))
        if answer.status_code >= 400:
            reason = text_of(answer)
            if not any(words in reason for words in REFUSALS):
                raise self.fails(f"refused though drawn: {reason_of(reason)}", form.action)
            self.walk.tries += 1
            return reason
        self.walk.acts += 1
        return text_of(self.follow(form.action, answer))


class Battle:
    """From the form that opens it to the tenth step."""

    def __init__(self, walk: Walk, plan: Plan) -> None:
        people, streams = registers(plan.seed, plan.mission)
        self.walk, self.plan = walk, plan
        self.sides = {
            seat: Side(walk, seat, signed_in(who)) for seat, who in zip(("one", "two"), people, strict=True)
        }
        self.ids = [one.partition(":")[2] for one in streams]

    def opened(self) -> Game:
        """Opened as a Turning Point and mustered by both; then each goes to the table."""
        one, two = self.sides.values()
        address = f"/tours/register/{self.ids[0]}/battle"
        form = one.form(text_of(one.get(address)), lambda form: form.action == address)
        wishes = {"opponent": self.ids[1], "turning_point": "1", "points": "800", "blue": "i"}
        answer = one.send(form, filled(form, self.walk.luck, form.pressable[0], wishes))
        one.at = two.at = answer["Location"]
        self._prepare()
        seats = {seat: Seat(side, self._table(side), seat) for seat, side in self.sides.items()}
        return begun(self.walk, self.plan, seats)

    def _prepare(self) -> None:
        """Everybody comes along; an agenda by lot. One waits for the other now and then."""
        for _ in range(6):
            left = [side for side in self.sides.values() if not self._ready(side)]
            if not left:
                return
        raise left[0].fails("nothing leads to the battle")

    def _ready(self, side: Side) -> bool:
        """Whether a side may go to the table; else it does what its page asks for."""
        page = side.page()
        drawn = side.forms(page)
        if PLAY.search(page):
            return True
        if "muster" in drawn:
            form = drawn["muster"][0]
            side.follow(form.action, side.send(form, _all_units(form, as_it_is(form))))
        elif "agenda" in drawn:
            side.do(self.walk.luck.choice(drawn["agenda"]))
        return False

    def _table(self, side: Side) -> str:
        found = PLAY.search(side.page())
        if found is None:
            raise side.fails("the battle cannot be played here")
        page = text_of(side.get(found[1]))
        form = side.form(page, lambda one: one.action == "/play" and bool(one.named("battle")))
        plan = self.plan
        wishes = {"level": plan.level, "cards": plan.cards, "dice": plan.dice, "both": None, "watched": "on"}
        return str(side.send(form, filled(form, self.walk.luck, form.pressable[0], wishes))["Location"])

    def recorded(self, game: Game) -> None:
        """What the game hands over is sent as it is filled in, and both go through the ten steps."""
        seat = self.walk.luck.choice(list(game.seats.values()))
        link = HAND_OVER.search(seat.look().html)
        if link is None:
            raise seat.fails("a battle's game hands nothing over")
        side = self.sides[seat.audience]
        page = text_of(side.get(link[1].replace("&amp;", "&")))
        form = side.form(page, lambda one: one.action.endswith("/record"))
        side.follow(form.action, side.send(form, as_it_is(form, form.pressable[0])))
        for _ in range(MOST_STEPS):
            left = [one for one in self.sides.values() if self._step(one)]
            if not left:
                return
        raise side.fails("the ten steps do not end")

    def _step(self, side: Side) -> bool:
        """One act of a side's next step; whether it is not through yet. Who is done still names whom
        the other waits for, and confirms the battle."""
        page = side.page()
        drawn = {what: found for what, found in side.forms(page).items() if what not in BACK}
        if drawn:
            side.do(self.walk.luck.choice(drawn[self.walk.luck.choice(list(drawn))]))
        return bool(drawn) or DONE not in page


def _all_units(form: Form, pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    units = [("unit", one.value) for one in form.named("unit")]
    return [pair for pair in pairs if pair[0] != "unit"] + units
