"""Nobody can tell what a seat keeps secret, and a leak planted anywhere is found."""

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from typing import Any, Final

import pytest
from msgspec.structs import replace

from muster.app.game.playing import playing
from muster.rules.game.answers import Lay
from muster.rules.game.kernel import deciding
from muster.rules.game.log import evolve
from muster.rules.game.log.events import CardLaid, CardsRevealed, SeatKept, SeedSealed
from muster.rules.game.replaying import game_file
from muster.rules.game.table import Game, view
from muster.rules.log import EVERYONE, Recorded, Undone
from muster.rules.log import views as log_views
from muster.rules.violations import Refused, Violation
from muster.web import live
from muster.web.api.resources import games as api
from muster.web.game.play import views as pages
from muster.web.requests import new_store
from tests.transactions import rolled_back
from tests.web.game_twins import STREAM, People, people, run, shortest, told, whole

pytestmark = pytest.mark.django_db
Plant = Callable[[pytest.MonkeyPatch], None]


@pytest.fixture(scope="module")
def who(django_db_setup: None, django_db_blocker: Any) -> Iterator[People]:
    with django_db_blocker.unblock(), rolled_back():
        yield people()


@pytest.mark.usefixtures("db")
def test_twins_cannot_be_told_apart(who: People) -> None:
    assert told(who) == []


@pytest.mark.usefixtures("db")
def test_after_every_act_and_on_every_page_twins_cannot_be_told_apart(who: People) -> None:
    assert told(who, whole) == []


@pytest.mark.usefixtures("db")
def test_a_laid_and_changed_card_changes_nothing_for_anybody_else(who: People) -> None:
    with run(who, "plain") as twin:
        twin.prepare()
        twin.play("r1.card")
        assert twin.laid_unseen(Lay(prompt="r1.card", card="tw"), Lay(prompt="r1.card", card="tx")) == []
        game, one = twin.desk.game, {"bob": "two", "eve": "watch"}
        waiting = {name: deciding(view(game, audience)) for name, audience in one.items()}
        assert waiting == {"bob": ("one", "two"), "eve": ("one", "two")}
        assert deciding(view(game, "one")) == ("two",), "who has laid knows whom the game waits for"


# Twelve leaks, and more -------------------------------------------------------------------------------------


def version() -> str:
    return str(new_store().version(STREAM))


def version_as_frame_name(patch: pytest.MonkeyPatch) -> None:
    real = pages.GameLive.render
    patch.setattr(pages.GameLive, "render", lambda *where: (version(), real(*where)[1]))


def version_as_etag(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(api, "seen_as", lambda *_: version())


def version_as_name_of_the_page(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(pages, "name_of", lambda _: version())


def sealed_lines_in_the_file(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game_file, "visible_log", log_views.view)


def undoing_of_a_secret_in_the_file(patch: pytest.MonkeyPatch) -> None:
    def kept(log: Iterable[Recorded], viewer: log_views.Viewer) -> list[Recorded]:
        shown = [one for one in log if viewer.may_see(one.event)]
        return [replace(one, version=number) for number, one in enumerate(shown, start=1)]

    assert Undone("x").seen_by() == EVERYONE
    patch.setattr(game_file, "visible_log", kept)


def places_in_the_stream(patch: pytest.MonkeyPatch) -> None:
    def kept(log: Iterable[Recorded], viewer: log_views.Viewer) -> list[Recorded]:
        places = {id(one.event): one.version for one in log}
        return [replace(one, version=places[id(one.event)]) for one in real(log, viewer)]

    real = log_views.visible_log
    patch.setattr(game_file, "visible_log", kept)


def the_others_hand(patch: pytest.MonkeyPatch) -> None:
    real = api.view
    patch.setattr(api, "view", lambda game, seat: replace(real(game, seat), own=game.secrets["one"]))


def a_laid_card_on_the_table(patch: pytest.MonkeyPatch) -> None:
    real = evolve.CHANGES[CardLaid]

    def shown(game: Game, event: CardLaid) -> Game:
        chairs = game.table.chairs
        played = {**chairs, event.seat: replace(chairs[event.seat], played=event.card)}
        return real(replace(game, table=replace(game.table, chairs=played)), event)

    patch.setitem(evolve.CHANGES, CardLaid, shown)


def a_refusal_from_the_whole_game(patch: pytest.MonkeyPatch) -> None:
    real = playing.handle

    def tells(game: Game, *said: Any) -> Any:
        try:
            return real(game, *said)
        except Refused:
            hand = game.secrets["one"].hand
            raise Refused(Violation(code="game.not_now", source="game", about=hand)) from None

    patch.setattr(playing, "handle", tells)


def the_number_of_events(patch: pytest.MonkeyPatch) -> None:
    real = api._game_json
    patch.setattr(
        api, "_game_json", lambda asked, desk, *seat: real(asked, desk, *seat) | {"events": len(desk.log)}
    )


def a_judge_who_sees_as_a_player(patch: pytest.MonkeyPatch) -> None:
    real = pages.part_for
    patch.setattr(pages, "part_for", lambda desk, seat: real(desk, "one" if seat == "official" else seat))


def a_seed_before_the_end(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(SeedSealed, "seen_by", lambda _: EVERYONE)


def whose_seat_it_is(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(SeatKept, "seen_by", lambda _: EVERYONE)


def accounts_in_the_file(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game_file, "replace", lambda one, **_: one)


def one_name_for_two_audiences(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(live, "seen_as", lambda _, shown: sha256(shown.encode()).hexdigest())


def the_rest_of_the_hand_with_the_reveal(patch: pytest.MonkeyPatch) -> None:
    real = evolve.CHANGES[CardsRevealed]

    def shown(game: Game, event: CardsRevealed) -> Game:
        game = real(game, event)
        chairs = {
            seat: replace(chair, discarded=game.secrets[seat].hand)
            for seat, chair in game.table.chairs.items()
        }
        return replace(game, table=replace(game.table, chairs=chairs))

    patch.setitem(evolve.CHANGES, CardsRevealed, shown)


LEAKS: Final[tuple[Plant, ...]] = (
    version_as_frame_name,
    version_as_etag,
    version_as_name_of_the_page,
    sealed_lines_in_the_file,
    undoing_of_a_secret_in_the_file,
    places_in_the_stream,
    the_others_hand,
    a_laid_card_on_the_table,
    a_refusal_from_the_whole_game,
    the_number_of_events,
    a_judge_who_sees_as_a_player,
    a_seed_before_the_end,
    whose_seat_it_is,
    accounts_in_the_file,
    one_name_for_two_audiences,
    the_rest_of_the_hand_with_the_reveal,
)


@pytest.mark.parametrize("plant", LEAKS, ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_found(
    who: People, db: None, monkeypatch: pytest.MonkeyPatch, plant: Plant
) -> None:
    plant(monkeypatch)
    assert told(who, shortest, until_found=True)
