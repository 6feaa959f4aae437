"""Nobody can tell what a seat keeps secret in Special Operations, and a leak planted anywhere is found."""

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from msgspec.structs import replace

from muster.app.game.playing import playing
from muster.rules.game import kernel
from muster.rules.game.answers import Picked
from muster.rules.game.game import legal
from muster.rules.game.log import evolve
from muster.rules.game.log.events import CardLaid
from muster.rules.game.special_operations.events import (
    CodesDealt,
    CodesHeld,
    LoadoutsPicked,
    TokenMeant,
    TokenSeen,
)
from muster.rules.game.steps.operations import DealCodes
from muster.rules.game.table import Game, view
from muster.rules.log import EVERYONE
from muster.rules.violations import Refused, Violation
from muster.web.api.resources import games as api
from muster.web.game.play import views as pages
from muster.web.requests import new_store
from tests.transactions import rolled_back
from tests.web.game_twins import HANDS, STREAM, People, people, run, told
from tests.web.operation_twins import (
    OTHERS,
    PICKED,
    BlueTwin,
    RedTwin,
    a_look_of_blue,
    pages_of_red,
    secrets_of_red,
)

pytestmark = pytest.mark.django_db
Plant = Callable[[pytest.MonkeyPatch], None]


@pytest.fixture(scope="module")
def who(django_db_setup: None, django_db_blocker: Any) -> Iterator[People]:
    with django_db_blocker.unblock(), rolled_back():
        yield people()


@pytest.mark.rule(303, 326, 357)
@pytest.mark.usefixtures("db")
def test_loadouts_tokens_and_codes_of_red_are_told_to_nobody(who: People) -> None:
    assert told(who, pages_of_red, RedTwin) == []


@pytest.mark.rule(357, 362)
@pytest.mark.usefixtures("db")
def test_what_blue_has_seen_is_told_to_nobody(who: People) -> None:
    assert told(who, a_look_of_blue, BlueTwin) == []


@pytest.mark.usefixtures("db")
def test_picked_and_changed_loadouts_change_nothing_for_anybody_else(who: People) -> None:
    with run(who, "plain", RedTwin) as twin:
        twin.prepare()
        twin.until("setup.loadouts")
        first, then = (Picked(prompt="setup.loadouts", options=one) for one in (OTHERS, PICKED))
        assert twin.laid_unseen(first, then) == []


@pytest.mark.usefixtures("db")
def test_of_a_covert_unit_and_of_codes_that_were_changed_only_the_change_is_seen(who: People) -> None:
    """A token comes to the table and the game goes on: that is no secret. What was chosen is."""
    seen = []
    for kind in HANDS:
        with run(who, kind, RedTwin) as twin:
            twin.prepare()
            twin.until("setup.loadouts")
            twin.picks()
            twin.say("bob", next(legal(view(twin.desk.game, "two"))))
            twin.changes_what_it_hides()
            seen.append({key: given for key, given in twin.seen.items() if key[0] != "Ann has picked"})
            assert twin.told == []
    assert seen[0] == seen[1]


# Planted leaks ---------------------------------------------------------------------------------------------


def shown_by(patch: pytest.MonkeyPatch, kind: type, show: Callable[[Game, Any], Game]) -> None:
    """What happens in secret is shown on the table, too."""
    real = evolve.CHANGES[kind]
    patch.setitem(evolve.CHANGES, kind, lambda game, event: show(real(game, event), event))


def with_chair(game: Game, seat: Any, **fields: Any) -> Game:
    chairs = game.table.chairs
    changed = {**chairs, seat: replace(chairs[seat], **fields)}
    return replace(game, table=replace(game.table, chairs=changed))


def with_mark(game: Game, name: str) -> Game:
    return replace(game, table=replace(game.table, marks={**game.table.marks, name: 1}))


def loadouts_on_the_table(patch: pytest.MonkeyPatch) -> None:
    shown_by(patch, LoadoutsPicked, lambda game, one: with_chair(game, one.seat, assets=one.loadouts))


def loadouts_in_the_file(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(LoadoutsPicked, "seen_by", lambda _: EVERYONE)


def how_often_somebody_picked(patch: pytest.MonkeyPatch) -> None:
    """An undone choice is a choice more."""
    real = api._game_json

    def counted(asked: Any, desk: Any, *seat: Any) -> dict[str, Any]:
        picks = sum(isinstance(one.event, LoadoutsPicked) for one in desk.log)
        return real(asked, desk, *seat) | {"picks": picks}

    patch.setattr(api, "_game_json", counted)


def tokens_in_unit_order(patch: pytest.MonkeyPatch) -> None:
    def sorted_by_unit(game: Game, event: TokenMeant) -> Game:
        meant, markers = game.secrets[event.seat].covert, game.table.markers
        hidden = {id: markers[id] for id in sorted(meant, key=lambda id: meant[id])}
        rest = {id: one for id, one in markers.items() if id not in meant}
        return replace(game, table=replace(game.table, markers=rest | hidden))

    shown_by(patch, TokenMeant, sorted_by_unit)


def a_token_that_names_its_unit(patch: pytest.MonkeyPatch) -> None:
    def named(game: Game, event: TokenMeant) -> Game:
        token = replace(game.table.markers[event.token], holder=event.unit)
        return replace(game, table=replace(game.table, markers={**game.table.markers, event.token: token}))

    shown_by(patch, TokenMeant, named)


def covert_units_in_the_file(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(TokenMeant, "seen_by", lambda _: EVERYONE)


def holders_in_the_order_they_were_dealt(patch: pytest.MonkeyPatch) -> None:
    rule = kernel.RULES[DealCodes]

    def settle(game: Game, step: DealCodes, seat: Any, said: Any, chance: Any) -> kernel.Outcome:
        outcome = rule.settle(game, step, seat, said, chance)
        events = (
            replace(one, units=said.units) if isinstance(one, CodesHeld) else one for one in outcome.events
        )
        return outcome._replace(events=tuple(events))

    patch.setitem(kernel.RULES, DealCodes, rule._replace(settle=settle))


def the_codes_on_their_unit(patch: pytest.MonkeyPatch) -> None:
    def marked(game: Game, event: CodesDealt) -> Game:
        return with_mark(game, f"has.{next(one for one, face in event.codes.items() if face == 'codes')}")

    shown_by(patch, CodesDealt, marked)


def the_codes_in_the_file(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(CodesDealt, "seen_by", lambda _: EVERYONE)


def a_laid_card_on_the_table(patch: pytest.MonkeyPatch) -> None:
    shown_by(patch, CardLaid, lambda game, one: with_chair(game, one.seat, played=one.card))


def the_secrets_of_the_other_seat(patch: pytest.MonkeyPatch) -> None:
    real = api.view
    patch.setattr(api, "view", lambda game, seat: replace(real(game, seat), own=game.secrets.get("one")))


def a_refusal_from_the_whole_game(patch: pytest.MonkeyPatch) -> None:
    real = playing.handle

    def tells(game: Game, *said: Any) -> Any:
        try:
            return real(game, *said)
        except Refused:
            about = game.secrets["one"].loadouts
            raise Refused(Violation(code="game.not_now", source="game", about=about)) from None

    patch.setattr(playing, "handle", tells)


def a_version_as_frame_name(patch: pytest.MonkeyPatch) -> None:
    real = pages.GameLive.render
    patch.setattr(
        pages.GameLive, "render", lambda *where: (str(new_store().version(STREAM)), real(*where)[1])
    )


LEAKS_OF_RED: Final[tuple[Plant, ...]] = (
    loadouts_on_the_table, loadouts_in_the_file, how_often_somebody_picked, tokens_in_unit_order,
    a_token_that_names_its_unit, covert_units_in_the_file, holders_in_the_order_they_were_dealt,
    the_codes_on_their_unit, the_codes_in_the_file, a_laid_card_on_the_table, the_secrets_of_the_other_seat,
    a_refusal_from_the_whole_game, a_version_as_frame_name,
)  # fmt: skip


@pytest.mark.parametrize("plant", LEAKS_OF_RED, ids=lambda plant: plant.__name__)
def test_a_planted_leak_of_red_is_found(
    who: People, db: None, monkeypatch: pytest.MonkeyPatch, plant: Plant
) -> None:
    plant(monkeypatch)
    assert told(who, secrets_of_red, RedTwin, until_found=True)


def a_look_on_the_table(patch: pytest.MonkeyPatch) -> None:
    shown_by(patch, TokenSeen, lambda game, one: with_mark(game, f"seen.{one.face}"))


def a_look_in_the_file(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(TokenSeen, "seen_by", lambda _: EVERYONE)


@pytest.mark.parametrize("plant", [a_look_on_the_table, a_look_in_the_file], ids=lambda plant: plant.__name__)
def test_a_planted_leak_of_a_look_is_found(
    who: People, db: None, monkeypatch: pytest.MonkeyPatch, plant: Plant
) -> None:
    plant(monkeypatch)
    assert told(who, a_look_of_blue, BlueTwin, until_found=True)
