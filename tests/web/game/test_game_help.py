"""The help page of a game draws its pictures by the game's own rules and templates."""

import pytest

from muster.web.game.play.screens.attack_pictures import attack_pictures
from tests.web.account_fixtures import text_of

pytestmark = pytest.mark.django_db


def test_the_help_page_shows_an_attack_from_its_targets_to_its_account(client) -> None:
    """2 red and 4 white dice: 2 Hits and a Critical against 1 Block and a Surge, which they turn."""
    page = text_of(client.get("/play/help"))
    for words in (
        "Fleet Troopers", "Cover from terrain", "DLT-19", "if you keep all", "Spend a Dodge?",
        "Rebel Troopers, 3 of 4 left",
    ):  # fmt: skip
        assert words in page
    assert [prompt.kind for prompt in attack_pictures()[:5]] == [
        "targets",
        "aim",
        "dice",
        "defend",
        "confirm",
    ]
