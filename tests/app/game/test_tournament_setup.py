"""Setting a game up on two phones: one log, either phone acts, the latest step can be taken back."""

from datetime import date
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from muster.app.acting import Act
from muster.app.game import setup as setups
from muster.app.game.commands import HANDLERS, DoStep, DrawStep, SitDown, UndoStep
from muster.app.game.playing.origins import TableOrigin
from muster.app.game.setup import SetupTable, TableSetups
from muster.app.memory_store import MemoryStore
from muster.app.streams import StaleVersion
from muster.app.tournament import commands
from muster.app.tournament.tournaments import TournamentPlan
from muster.rules.armies.army import Army, ArmyUnit, Deck
from muster.rules.cards import catalogue
from muster.rules.log import to_json
from muster.rules.tournament.table_setup.setup import (
    CardEliminated,
    ColourChosen,
    EdgeChosen,
    Forfeited,
    Resolved,
    RoundBegun,
    RowsRevealed,
    TerrainAgreed,
    chosen_cards,
    current_prompt,
)
from muster.rules.tournament.table_setup.setup_events import SetupOpened, open_setup
from tests.rules.tournament.hall import CUP, MORNING, Hall, refused

HERE = "setup:00ff"
DECKS = {kind: tuple(f"{kind} {n}" for n in range(4)) for kind in ("objective", "deployment", "condition")}
chance = Random(7).randbytes


class Table:
    """Ann and Bo at a table without an event."""

    def __init__(self, points=(780, 800)) -> None:
        self.store, self.number = MemoryStore(), 0
        setups.sit_down(self.at(HERE), self.act(), open_setup(("Ann", "Bo"), points, fixed_terrain=True))

    def at(self, stream) -> SetupTable:
        return SetupTable(self.store, stream, chance)

    def act(self, actor="ann", key=None) -> Act:
        self.number += 1
        return Act(actor, MORNING, f"act-{self.number}", key)

    @property
    def view(self):
        return setups.look(self.store, HERE)

    def do(self, *acts, actor="ann"):
        for one in acts:
            setups.write_step(self.at(HERE), self.act(actor), self.view.version, one)
        return self

    def undo(self, actor="ann"):
        return setups.undo(self.at(HERE), self.act(actor), self.view.latest)

    def shuffle(self):
        setups.shuffle_rows(self.at(HERE), self.act(), self.view.version, DECKS)
        return self.view.setup.rows

    def who_chooses(self):
        setups.draw_who_chooses(self.at(HERE), self.act(), self.view.version)
        return self.view.setup.chooser


BLUE = (TerrainAgreed(), ColourChosen("one", "blue"), EdgeChosen("one", "first"))


@pytest.mark.rule(571, 573, 580)
def test_a_table_is_set_up_to_its_first_round():
    table = Table().do(*BLUE)
    table.do(RowsRevealed(("a", "b", "c"), ("d", "e", "f"), ("g", "h", "i")))
    table.do(CardEliminated("one", "objective"), Forfeited("two"), CardEliminated("one", "condition"))
    table.do(CardEliminated("two", "condition"))
    assert chosen_cards(table.view.setup) == {"objective": "b", "deployment": "d", "condition": "i"}
    table.do(*(Resolved(step) for step in ("objective", "condition", "deployment", "units", "tokens")))
    assert table.view.setup.step == "wait" and table.view.setup.counter == 1
    table.do(RoundBegun())
    assert table.view.setup.step == "play"


@pytest.mark.rule(572, 574)
def test_an_undone_draw_stays_drawn():
    table = Table((800, 800)).do(TerrainAgreed())
    chooser = table.who_chooses()
    table.undo("bo")
    assert table.view.setup.step == "chooser" and table.who_chooses() == chooser
    table.do(ColourChosen(chooser, "blue"), EdgeChosen(chooser, "second"))
    rows = table.shuffle()
    for _ in range(3):
        table.undo()
        assert table.shuffle() == rows


@pytest.mark.rule(574)
def test_another_blue_reveals_cards_of_their_own():
    table = Table().do(*BLUE)
    table.shuffle()
    for _ in range(3):
        table.undo()
    table.do(ColourChosen("one", "red"), EdgeChosen("two", "first"))
    others = {kind: tuple(f"other {card}" for card in cards) for kind, cards in DECKS.items()}
    setups.shuffle_rows(table.at(HERE), table.act(), table.view.version, others)
    assert all(set(row) <= set(others[kind]) for kind, row in table.view.setup.rows.items())


@pytest.mark.rule(584)
def test_only_the_revealed_cards_are_in_the_log():
    table = Table().do(*BLUE)
    rows = table.shuffle()
    log = b"".join(map(to_json, table.store.read(HERE))).decode()
    hidden = {card for cards in DECKS.values() for card in cards} - {
        card for row in rows.values() for card in row
    }
    assert len(hidden) == 3 and not any(card in log for card in hidden)


def test_either_takes_back_the_latest_step_and_only_that():
    table = Table().do(TerrainAgreed(), actor="bo")
    first = table.view.latest
    table.do(ColourChosen("one", "red"))
    with refused("log.nothing_to_undo"):
        setups.undo(table.at(HERE), table.act(), first)
    latest = table.view.latest
    table.undo("bo")
    assert table.view.setup.step == "colour"
    assert setups.undo(table.at(HERE), table.act(), latest) is None
    assert table.view.setup.step == "colour"


def test_a_page_that_is_behind_is_told_and_a_form_sent_twice_acts_once():
    table = Table()
    seen, key = table.view.version, "page-1"
    for _ in range(2):
        setups.write_step(table.at(HERE), table.act(key=key), seen, TerrainAgreed())
    assert len(table.view.acts) == 1
    with pytest.raises(StaleVersion):
        setups.write_step(table.at(HERE), table.act(), seen, ColourChosen("one", "red"))


def test_what_makes_no_sense_is_refused():
    table = Table()
    with refused("setup.open_already"):
        setups.sit_down(table.at(HERE), table.act(), open_setup(("A", "B"), (1, 1), fixed_terrain=True))
    for points in ((-1, 800), (800, 10**9)):
        with refused("setup.no_points"):
            setups.sit_down(
                table.at("setup:1"), table.act(), open_setup(("A", "B"), points, fixed_terrain=True)
            )
    with refused("setup.same_player"):
        setups.sit_down(table.at("setup:1"), table.act(), SetupOpened(("p1", "p1"), (1, 1)))
    with refused("tournament.too_long"):
        open_setup(("A" * 1_000_000, "B"), (1, 1), fixed_terrain=True)
    with refused("tournament.no_words"):
        open_setup((" ", "B"), (1, 1), fixed_terrain=True)
    with refused("setup.unknown"):
        setups.look(table.store, "setup:2")
    with refused("setup.unknown"):
        setups.write_step(table.at("setup:2"), table.act(), 0, TerrainAgreed())
    table.do(*BLUE)
    with refused("tournament.too_long"):
        table.do(RowsRevealed(("x" * 61, "b", "c"), ("d", "e", "f"), ("g", "h", "i")))
    with refused("setup.rows"):
        table.do(RowsRevealed((" a", "a ", "c"), ("d", "e", "f"), ("g", "h", "i")))


ACTS = st.one_of(
    st.just(TerrainAgreed()),
    st.just(RoundBegun()),
    st.builds(ColourChosen, st.sampled_from(["one", "two", "x"]), st.sampled_from(["blue", "red"])),
    st.builds(EdgeChosen, st.sampled_from(["one", "two"]), st.sampled_from(["first", "second"])),
    st.builds(Forfeited, st.sampled_from(["one", "two"])),
    st.builds(Resolved, st.sampled_from(["objective", "condition", "deployment", "units", "tokens"])),
)


@given(st.lists(st.one_of(ACTS, st.just("undo"), st.just("shuffle")), max_size=20))
def test_the_log_tells_the_same_as_the_table(acts):
    """Whatever two people press: what counts in the log gives the setup, and an undo goes one step back."""
    table, steps = Table(), []
    for one in acts:
        before = table.view
        try:
            if one == "undo":
                if steps:
                    table.undo()
                    steps.pop()
            elif one == "shuffle":
                table.shuffle()
                steps.append(before.setup)
            else:
                table.do(one)
                steps.append(before.setup)
        except setups.Refused:
            assert table.view == before
        if one == "undo" and len(steps) < len(before.acts):
            assert len(table.view.acts) == len(before.acts) - 1
        assert len(table.view.acts) == len(steps)
        assert current_prompt(table.view.setup).step == table.view.setup.step


# Commands --------------------------------------------------------------------------------------------------


def test_a_whole_setup_by_commands_and_what_stands_in_the_way_of_one():
    store = MemoryStore()
    table = SetupTable(store, "setup:9", bytes)
    numbers = iter(range(100))

    def act():
        return Act("ann", MORNING, f"batch-{next(numbers)}")

    def version():
        return setups.look(store, "setup:9").version

    def do(step, choice="", **more):
        HANDLERS.handle(table, act(), DoStep(step=step, seen=version(), choice=choice, **more))

    HANDLERS.handle(table, act(), SitDown(points=(800, 800), names=("Ann", "Bo")))
    do("terrain")
    assert [one.code for one in HANDLERS.can(table, act(), DoStep(step="edge", seen=2))] == ["setup.not_now"]
    assert HANDLERS.can(table, act(), DrawStep(seen=2)) == () and version() == 2, "asking writes nothing"
    HANDLERS.handle(table, act(), DrawStep(seen=2))
    do("colour", "blue")
    do("edge", "first")
    decks = {kind: tuple(cards) for kind, cards in DECKS.items()}
    HANDLERS.handle(table, act(), DrawStep(seen=version(), decks=decks))
    do("out", "objective")
    latest = setups.look(store, "setup:9").latest
    HANDLERS.handle(table, act(), UndoStep(batch=latest))
    with refused("setup.not_now"):
        do("out", "no such row")
    for _ in range(4):
        do("pass")
    while setups.look(store, "setup:9").setup.step != "wait":
        do("done")
    do("begin")
    assert setups.look(store, "setup:9").setup.step == "play"


# At an event -----------------------------------------------------------------------------------------------


def hall_with_two_phones():
    hall = Hall().begin(4)
    game = hall.pair().drawn.round.games[0]
    for player in game.players:
        hall.sit(player, f"phone-{player}")
    return hall, game, TableSetups(hall.event)


def open_table(tables, act, place, points):
    """Sit down at a table of the event."""
    table = SetupTable(tables.store, place.stream, tables.tournaments.entropy, place, tables)
    HANDLERS.handle(table, act, SitDown(points=points))


def test_both_players_of_a_game_have_one_table_and_nobody_else_does():
    hall, game, tables = hall_with_two_phones()
    one, two = (tables.place(f"phone-{player}", CUP) for player in game.players)
    assert one == two and one.plays and tables.look(one) is None
    open_table(tables, hall.act(f"phone-{game.players[0]}"), one, (790, 800))
    seen = tables.look(two)
    assert seen is not None and seen.setup.points == (790, 800)
    with refused("setup.unknown"):
        setups.look_free(hall.event.store, one.stream)
    with refused("tournament.not_a_player"):
        tables.place("stranger", CUP)
    judge = tables.place("olga", CUP, game.table)
    assert judge.stream == one.stream and not judge.plays
    with refused("tournament.not_a_player"):
        open_table(tables, hall.act("olga"), judge, (1, 1))
    with refused("setup.no_game"):
        tables.place("olga", CUP, 99)
    with refused("setup.no_game"):
        tables.place("olga", CUP)


@pytest.mark.rule(580)
def test_the_start_of_the_round_is_what_the_event_says():
    hall, game, tables = hall_with_two_phones()
    phone = f"phone-{game.players[0]}"
    open_table(tables, hall.act(phone), tables.place(phone, CUP), (1, 1))
    assert not tables.look(tables.place(phone, CUP)).setup.begun
    hall.event.do(hall.act(), CUP, commands.StartClock())
    assert tables.look(tables.place(phone, CUP)).setup.begun


def test_points_and_cards_come_from_the_lists():
    hall = Hall()
    hall.enter(4)
    deck = Deck(**{kind: tuple(cards) for kind, cards in DECKS.items()})
    army = Army(faction="empire", points_date=catalogue().edition, battle_deck=deck)
    hall.sit("p1", "ann")
    hall.sit("p2", "bo")
    hall.event.do(hall.act("ann"), CUP, commands.SubmitList(player="p1", army=army))
    hall.event.do(hall.act("bo"), CUP, commands.SubmitList(player="p2", army=None, text="my list on paper"))
    hall.event.do(hall.act(), CUP, commands.Announce())
    hall.pair()
    tables = TableSetups(hall.event)
    place = tables.place("ann", CUP)
    assert place.points[place.game.players.index("p1")] == hall.now.lists["p1"].points
    assert tables.decks(place, "p1") == DECKS and tables.decks(place, "p2") is None


@pytest.mark.rule(530)
def test_a_game_at_a_table_has_the_list_by_the_plan_as_it_is_now():
    """B2 Super Battle Droids rose from 45 to 64 on 19 July 2024; the day is moved after the list is in."""
    before = TournamentPlan(kind="recon", profile="current", points=600, day=date(2024, 7, 18))
    hall = Hall(before)
    hall.enter(4)
    hall.sit("p1", "ann")
    army = Army(faction="separatists", format="recon", points_date=before.day, units=(ArmyUnit(unit="ga"),))
    hall.event.do(hall.act("ann"), CUP, commands.SubmitList(player="p1", army=army))
    hall.event.do(
        hall.act(), CUP, commands.Plan(name="Cup", plan=replace(before, day=date(2026, 9, 5), points=700))
    )
    force, _ = TableOrigin(hall.event, f"{CUP}/1/1/p1/p2").force("one")
    assert [unit.points for unit in force.units] == [64] == [hall.now.lists["p1"].points]
