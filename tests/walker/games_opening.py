"""How a game begins, through the pages alone: opened, joined, with squads or armies."""

from tests.walker.forms import filled, forms
from tests.walker.games import Game, Seat
from tests.walker.games_shown import verb_of
from tests.walker.pages import Phone, Walk, pressing, text_of
from tests.walker.plans import OPERATION, Plan

NAMES = {"one": "Ann", "two": "Bob"}


def opened(walk: Walk, plan: Plan, phones: dict[str, Phone]) -> Game:
    """Open a game from nothing, and bring it to its beginning."""
    first = phones["one"]
    page = text_of(first.get("/play"))
    form = first.form(page, lambda one: one.action == "/play" and one.method == "post")
    answer = first.send(form, filled(form, walk.luck, form.pressable[0], wishes_of(plan)))
    address = answer["Location"]
    if plan.phones == 1:
        return begun(walk, plan, {"both": Seat(first, address, "both")})
    second = phones["two"]
    page = text_of(second.get(address))
    form = second.form(page, lambda one: pressing(one, "sit") is not None)
    answer = second.send(form, filled(form, walk.luck, form.buttons[0], {"player": NAMES["two"]}))
    second.follow(address, answer)
    return begun(walk, plan, {seat: Seat(phones[seat], address, seat) for seat in ("one", "two")})


def wishes_of(plan: Plan) -> dict[str, str | None]:
    """How a game is opened."""
    on, off = "on", None
    both, opponent = (on, NAMES["two"]) if plan.phones == 1 else (off, "")
    wishes = {
        "mode": plan.mode, "level": plan.level, "cards": plan.cards, "dice": plan.dice, "watched": on,
        "player": NAMES["one"], "opponent": opponent, "both": both, "switch": off,
        "mission": plan.mission or None, "actions": on if plan.seed % 3 == 0 else off,
        "minutes": "90" if plan.seed % 4 == 0 else "",
    }  # fmt: skip
    if plan.mode != OPERATION:
        return wishes
    squad, condition = plan.squads[0], on if plan.seed % 2 else off
    operation = {"edition": plan.edition, f"squad.{plan.edition}": squad, "condition": condition}
    return {**wishes, **operation, "operation": plan.mission, "mission": None}


def begun(walk: Walk, plan: Plan, seats: dict[str, Seat]) -> Game:
    """Everybody brings what they play with, and it begins."""
    for number, seat in enumerate(("one", "two")):
        phone = seats.get(seat) or seats["both"]
        _bring(phone, seat, plan.squads[number] if plan.mode == OPERATION else "")
    starts = walk.luck.choice(list(seats.values()))
    now = starts.look()
    button = next((one for one in now.taps if verb_of(one) == "begin"), None)
    if button is None:
        raise starts.fails("the game cannot be begun")
    answer = starts.send(now.form, filled(now.form, walk.luck, button))
    starts.see(text_of(starts.follow(starts.game, answer)))
    return Game(walk, plan, seats)


def _bring(phone: Seat, seat: str, squad: str) -> None:
    """A squad or an army, where one is asked for."""
    page = text_of(phone.get(phone.game))
    for form in forms(page):
        for verb, wish in (("squad", squad or None), ("army", None)):
            button = pressing(form, verb)
            if button and form.value("seat") == seat:
                told = {"squad": wish} if wish else {}
                phone.follow(phone.game, phone.send(form, filled(form, phone.walk.luck, button, told)))
                return
