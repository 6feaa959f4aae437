"""Special Operations through the forms of the pages alone: opened, brought, played to the end."""

from collections import Counter
from functools import reduce
from random import Random

import pytest
from django.test import Client

from muster.rules.dice.faces import SIDES as FACES
from muster.rules.game import game as engine
from muster.rules.game.game import open_step
from muster.rules.game.replaying import arena
from muster.rules.game.replaying.arena import Seeded
from muster.rules.game.table import SEATS, Game, Seat, view
from muster.rules.violations import Refused
from muster.web.game.play.forms import FORMS
from muster.web.game.play.pages import part_for
from muster.web.page import drawn
from tests.app.game_seats import two_at_an_operation
from tests.web.account_fixtures import text_of
from tests.web.form_filler import Fields, Shown, filled

ANSWERS = ("say", "yes", "no", "pass", "react")
TRIES = 400


def press(game: Game, seat: Seat, luck: Random, chance: Seeded) -> Game:
    """Fill in the seat's page until the game takes it."""
    part = part_for(Shown(game), seat)
    fields = Fields(drawn(part))
    buttons = [one for one in fields.buttons if one.split()[0] in ANSWERS]
    why: object = None
    for _ in range(TRIES):
        button = luck.choice(buttons)
        faces = Counter(luck.choice(FACES[die]).value for die in part.prompt.dice) if part.prompt else {}
        form = filled(fields, luck, button, faces if fields.counts and button == "say" else {})
        try:
            said = FORMS[button.split()[0]].read(form).said  # type: ignore[attr-defined]
            return reduce(engine.evolve, engine.handle(game, seat, said, chance), game)
        except Refused as refusal:
            why = refusal
    raise AssertionError((part.prompt, why))


@pytest.mark.parametrize(
    "mission, edition, dice",
    [
        (mission, ("playtest", "v1.1")[number % 2], ("app", "own")[number // 2])
        for number, mission in enumerate(arena.missions("special-operations"))
    ],
)
def test_a_game_is_played_to_its_end_by_its_pages(mission: str, edition: str, dice: str) -> None:
    game = two_at_an_operation(mission=mission, edition=edition, dice=dice).game
    luck, chance = Random(mission), Seeded(mission)
    for _ in range(1500):
        if game.table.ended:
            break
        asked = [seat for seat in SEATS if open_step(view(game, seat))]
        game = press(game, luck.choice(asked), luck, chance)
    assert game.table.ended
    assert "Close the game" in drawn(part_for(Shown(game), "one"))


@pytest.mark.django_db
def test_a_squad_is_brought_and_changed_before_the_game() -> None:
    ann, bob = Client(), Client()
    opening = {
        "key": "k", "mode": "special-operations", "edition": "playtest", "squad.playtest": "rebel-troopers",
        "operation": "the-codes", "player": "Ann", "watched": "on",
    }  # fmt: skip
    place = ann.post("/play", opening)["Location"]
    assert "Bring this squad" in text_of(ann.get(place))
    bob.post(f"{place}/act", {"do": "sit", "seat": "two", "player": "Bob", "key": "a"})
    bob.post(f"{place}/act", {"do": "squad", "seat": "two", "squad": "infantry", "key": "b"})
    ann.post(f"{place}/act", {"do": "squad", "seat": "one", "squad": "clone-troopers", "key": "c"})
    ann.post(f"{place}/act", {"do": "begin", "key": "d"})
    shown = text_of(ann.get(place))
    assert "Set up the table" in shown and "Clone Troopers" in shown
