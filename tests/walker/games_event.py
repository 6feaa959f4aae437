"""A game at one's table of an event: opened from there, looked at by a judge, its result handed in."""

import re
from html import unescape
from typing import Final

from tests.walker.forms import as_it_is, filled
from tests.walker.games import Game, Seat
from tests.walker.games_opening import begun, wishes_of
from tests.walker.games_shown import shown_in
from tests.walker.games_world import table_of_an_event
from tests.walker.pages import Phone, Walk, text_of
from tests.walker.plans import Plan

ARMIES: Final = ("army1", "army2")
REPORT: Final = re.compile(r'href="(/event/[0-9a-f]+/me/report\?[^"]+)"')


def at_event(walk: Walk, plan: Plan) -> Game:
    """At one's table of an event's round; either player comes first."""
    cup = table_of_an_event(plan.mode)
    pair = [Phone(walk, name, cup.phones[name]) for name in ("ann", "bo")]
    walk.luck.shuffle(pair)
    seats: dict[str, Seat] = {}
    for phone in pair:
        page = text_of(phone.get(f"/play?event={cup.id}"))
        form = phone.form(page, lambda one: bool(one.named("event")))
        wishes = {**wishes_of(plan), "both": None}
        address = phone.send(form, filled(form, walk.luck, form.pressable[0], wishes))["Location"]
        seat = shown_in(text_of(phone.get(address)), "").audience
        seats[seat] = Seat(phone, address, seat)
    game = begun(walk, plan, seats)
    game.judge = Seat(Phone(walk, "official", cup.phones["olga"]), address, "official")
    return game


def reported(game: Game) -> None:
    """The result as the game fills it in is sent from one phone."""
    seat = game.luck.choice(list(game.seats.values()))
    link = REPORT.search(seat.look().html)
    if link is None:
        raise seat.fails("a game at an event hands no result over")
    page = text_of(seat.get(unescape(link[1])))
    if f'name="{ARMIES[0]}"' in page:  # level in all that the game knows
        level = seat.form(page, lambda one: bool(one.named(ARMIES[0])))
        points = {one: str(game.luck.randint(500, 800)) for one in ARMIES}
        page = text_of(seat.send(level, filled(level, game.luck, level.pressable[0], points)))
    form = seat.form(page, lambda one: any(button.text == "Report result" for button in one.buttons))
    seat.follow(form.action, seat.send(form, as_it_is(form, form.pressable[0])))
