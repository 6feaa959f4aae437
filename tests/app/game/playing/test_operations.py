"""Special Operations through the use cases: a squad and an edition are brought, secrets are opened once, and
nothing that was shown is taken back."""

from random import Random

import pytest

from muster.app.game.playing import commands
from muster.app.game.playing.playing import HANDLERS, GameDesk
from muster.app.game.playing.taking_back import askable_acts, undoable_act
from muster.app.memory_store import MemoryStore
from muster.rules.armies.army import from_json
from muster.rules.game.answers import Concede, Picked, Take, Units
from muster.rules.game.game import legal, open_step
from muster.rules.game.replaying.game_file import game_file
from muster.rules.game.special_operations.events import CovertOpened, LoadoutsRevealed, Looked, SecretsOpened
from muster.rules.game.table import SEATS, view
from muster.rules.violations import Refused
from tests.app.game_seats import PLAYERS, RECON, SQUADS, act, moves, play, two_at_an_operation

MODE = "special-operations"


def refused(desk: GameDesk, who: str, command: commands.Command) -> set[str]:
    with pytest.raises(Refused) as refusal:
        HANDLERS.handle(desk, act(who), command)
    return {violation.code for violation in refusal.value.violations}


def say(desk: GameDesk, who: str, said: object) -> str:
    doing = act(who)
    HANDLERS.handle(desk, doing, commands.Speak(said=said))
    return doing.batch


@pytest.mark.rule(285, 287)
@pytest.mark.parametrize("edition", ["", "v1.1"])
def test_a_game_is_opened_with_a_squad_of_its_edition(edition: str) -> None:
    desk = two_at_an_operation(edition=edition)
    table = desk.game.table
    assert {seat: chair.squad for seat, chair in table.chairs.items()} == SQUADS
    assert len(list(table.army("one"))) == 8 and len(desk.game.secrets["one"].hand) == 6
    named = {unit.card for unit in table.army("one")}
    assert ("id10-seeker-droid" in named) == (edition == "v1.1"), "the playtest has an astromech instead"


@pytest.mark.rule(285, 287)
def test_no_army_and_no_other_squad_is_brought() -> None:
    desk = GameDesk(MemoryStore(), "9" * 32)
    HANDLERS.handle(desk, act("ann"), commands.OpenGame(mode=MODE, both=True))
    assert refused(desk, "ann", commands.BringSquad(seat="one", squad="bright-tree-allies")) == {
        "game.no_squad"
    }, "a squad of the other edition"
    assert refused(desk, "ann", commands.BringArmy(seat="one", army=from_json(RECON))) == {"game.no_squad"}
    assert refused(desk, "ann", commands.BeginGame()) == {"game.no_squad"}
    recon = GameDesk(MemoryStore(), "9" * 32)
    HANDLERS.handle(recon, act("ann"), commands.OpenGame(both=True))
    assert refused(recon, "ann", commands.BringSquad(seat="one", squad="infantry")) == {"game.no_army"}


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({"mission": "close-the-pocket"}, "game.no_operation"),
        ({"level": "score"}, "game.kept_whole"),
        ({"cards": "table"}, "game.kept_whole"),
        ({"switches": {"G27": False}}, "game.no_switch"),
        ({"squad": "nobody"}, "game.no_squad"),
    ],
)
def test_what_cannot_be_opened_says_why(how: dict[str, object], code: str) -> None:
    desk = GameDesk(MemoryStore(), "9" * 32)
    assert refused(desk, "ann", commands.OpenGame(mode=MODE, **how)) == {code}
    assert not desk.exists


@pytest.mark.rule(377)
@pytest.mark.parametrize("switches", [{}, {"condition": False}])
def test_the_condition_chart_is_asked_for_unless_the_game_is_opened_without(
    switches: dict[str, bool],
) -> None:
    desk = two_at_an_operation(mission="the-codes", switches=switches)
    asked = set()
    for _ in moves(desk, Random(1)):
        asked.add(desk.game.table.todo[-1].id)
        if desk.game.table.todo[-1].id == "setup.loadouts":
            break
    assert [one for one in asked if "condition" in one] == ([] if switches else ["setup.1.agree-condition"])


# Nothing that was shown is taken back ----------------------------------------------------------------------


@pytest.fixture
def choosing() -> GameDesk:
    """Loadouts are about to be picked."""
    desk = two_at_an_operation(mission="the-codes", switches={"condition": False})
    play(desk, Random(3), until="setup.loadouts")
    return desk


def first_loadouts(desk: GameDesk, who: str) -> str:
    seat = next(seat for seat, name in PLAYERS.items() if name == who)
    return say(desk, who, next(legal(view(desk.game, seat))))


@pytest.mark.rule(303)
def test_loadouts_are_changed_in_secret_until_both_have_picked(choosing: GameDesk) -> None:
    before = view(choosing.game, "watch").table
    picked = first_loadouts(choosing, "ann")
    assert undoable_act(choosing.acts, "ann", "one") == picked
    HANDLERS.handle(choosing, act("ann"), commands.TakeBack(batch=picked))
    first_loadouts(choosing, "ann")
    assert view(choosing.game, "watch").table == before, "nobody sees what was picked"
    opened = first_loadouts(choosing, "bob")
    assert sum(isinstance(one.event, LoadoutsRevealed) for one in choosing.log) == 1
    assert refused(choosing, "bob", commands.TakeBack(batch=opened)) == {"game.ask_back"}
    assert refused(choosing, "bob", commands.AskBack(batch=opened)) == {"game.behind_reveal"}
    assert refused(choosing, "ann", commands.AskBack(batch=picked)) == {"game.behind_reveal"}


def until_halt(desk: GameDesk) -> tuple[str, Take]:
    """Until a unit of Blue's may stop a unit that holds a token; nobody attacks meanwhile."""
    for _ in range(400):
        seat = next(one for one in SEATS if open_step(view(desk.game, one)))
        options = list(legal(view(desk.game, seat)))
        halts = [one for one in options if isinstance(one, Take) and one.action == "halt"]
        if halts:
            return PLAYERS[seat], halts[0]
        say(desk, PLAYERS[seat], options[-1] if isinstance(options[0], Take) else options[0])
    raise AssertionError("nobody may look")


@pytest.mark.rule(362)
def test_a_look_at_a_token_is_not_taken_back(choosing: GameDesk) -> None:
    """Who could take it back would know every token by the end of round 1."""
    who, halt = until_halt(choosing)
    looked = say(choosing, who, halt)
    assert any(isinstance(one.event, Looked) for one in choosing.log)
    seat = next(seat for seat, name in PLAYERS.items() if name == who)
    assert undoable_act(choosing.acts, who, seat) is None
    assert not list(askable_acts(choosing.acts))
    assert refused(choosing, who, commands.AskBack(batch=looked)) == {"game.behind_reveal"}


@pytest.mark.rule(326, 327)
def test_a_covert_token_is_placed_again_but_never_turned_back(choosing: GameDesk) -> None:
    sides = ("fan-out", "follow-my-lead", "covert-ambush")
    say(choosing, "ann", Picked(prompt="setup.loadouts", options=sides))
    first_loadouts(choosing, "bob")
    hidden = {unit.id for unit in choosing.game.table.army("one") if unit.waits}
    for _ in range(40):
        seat = next(one for one in SEATS if open_step(view(choosing.game, one)))
        options = list(legal(view(choosing.game, seat)))
        covert = [one for one in options if isinstance(one, Units) and set(one.units) & hidden]
        placed = say(choosing, PLAYERS[seat], covert[0] if covert else options[0])
        if covert:
            break
    assert undoable_act(choosing.acts, "ann", "one") == placed
    (token,) = choosing.game.secrets["one"].covert
    HANDLERS.handle(choosing, act("ann"), commands.TakeBack(batch=placed))
    assert not choosing.game.secrets["one"].covert
    say(choosing, "ann", covert[1])
    assert set(choosing.game.secrets["one"].covert) == {token}, "the number that was drawn"
    for _ in moves(choosing, Random(7)):
        if any(
            marker.gone and marker.name == "Covert token" for marker in choosing.game.table.markers.values()
        ):
            break
    opened = choosing.acts[-1].batch
    assert any(isinstance(one, CovertOpened) for one in choosing.acts[-1].events), "before Red has won"
    assert opened not in askable_acts(choosing.acts)


@pytest.mark.rule(356, 357, 362)
def test_closing_opens_the_codes_and_what_was_seen_to_everybody(choosing: GameDesk) -> None:
    """Until then no watcher reads what a token is; hands are never opened."""
    who, halt = until_halt(choosing)
    say(choosing, who, halt)
    red = choosing.game.table.seat_of("red")
    codes = choosing.game.secrets[red].codes
    say(choosing, who, Concede())
    assert b"decoy" not in game_file(choosing.log, "watch")
    HANDLERS.handle(choosing, act(who), commands.CloseGame())
    (opened,) = [one.event for one in choosing.log if isinstance(one.event, SecretsOpened)]
    assert opened.codes == codes and sorted(opened.codes.values()) == ["codes", "decoy-1", "decoy-2"]
    ((seat, looks),) = opened.looks.items()
    assert seat != red and [(look.unit, look.face) for look in looks] == [(halt.on, codes[halt.on])]
    watched = game_file(choosing.log, "watch")
    assert b"game.secrets_opened" in watched and b"game.hand_kept" not in watched
