"""The use cases of tournaments: names, phones, keys, several writers, undo, what is found where."""

from collections.abc import Callable
from contextlib import contextmanager
from datetime import date
from itertools import count
from threading import Thread

import msgspec
import pytest

from muster.app.memory_store import MemoryStore
from muster.app.tournament import commands
from muster.app.tournament.access import TournamentQueries
from muster.app.tournament.roster import Person, short_name
from muster.app.tournament.tournaments import TournamentPlan, Tournaments
from muster.rules.log import to_json
from muster.rules.messages import explain, remedy
from muster.rules.tournament.running.evolving import TOURNAMENT
from muster.rules.violations import Refused
from muster.store.accounts import Account
from muster.store.campaign.stream_roles import DatabaseRoles
from muster.store.log.database import DatabaseStore
from muster.store.tournaments import DatabaseIndex, DatabaseRoster, TournamentPerson
from tests.app.memory_roster import MemoryIndex, MemoryRoster, in_memory
from tests.rules.tournament.hall import CUP, ORGANISER, Hall, refused, won

# Names ---------------------------------------------------------------------------------------------------


def test_a_name_twice_is_refused_with_a_hint():
    hall = Hall()
    hall.event.do(hall.act(), CUP, commands.Enter(names=["Ann Lee", "Bo"]))
    for names in (["ann  LEE"], ["Cass", "cass"]):
        with pytest.raises(Refused) as caught:
            hall.event.do(hall.act(), CUP, commands.Enter(names=names))
        [problem] = caught.value.violations
        assert problem.code == "tournament.name_twice"
        assert "already" in explain(problem) and "letter" in remedy(problem)
    assert len(hall.now.entries) == 2


def test_absurd_names_are_refused_and_odd_ones_cleaned():
    hall = Hall()
    with refused("tournament.too_long"):
        hall.event.do(hall.act(), CUP, commands.Enter(names=["x" * 1_000_000]))
    with refused("tournament.no_words"):
        hall.event.do(hall.act(), CUP, commands.Enter(names=["\u200b\n"]))
    with refused("tournament.no_names"):
        hall.event.do(hall.act(), CUP, commands.Enter(names=[]))
    hall.event.do(hall.act(), CUP, commands.Enter(names=["  Zoë\tvan\x00 Dam "]))
    assert hall.watching.look(ORGANISER, CUP).names == {"p1": "Zoë van Dam"}


def test_no_name_is_in_the_log_and_an_erased_one_is_gone():
    hall = Hall()
    hall.event.do(hall.act(), CUP, commands.Enter(names=["Ann Lee", "Bo"]))
    assert b"Ann" not in b"".join(map(to_json, hall.event.store.read(CUP)))
    hall.event.do(hall.act(), CUP, commands.Rename(player="p1", name="Anne Lee"))
    assert hall.watching.look("", CUP).names["p1"] == "Anne Lee"
    with refused("tournament.name_twice"):
        hall.event.do(hall.act(), CUP, commands.Rename(player="p1", name="bo"))
    with refused("tournament.not_yours"):
        hall.event.do(hall.act("stranger"), CUP, commands.Erase(player="p1"))
    hall.event.do(hall.act(), CUP, commands.Erase(player="p1"))
    assert hall.watching.look("", CUP).names["p1"] == "p1"


def test_names_of_minors_are_short_for_all_but_the_officials():
    assert [short_name(name) for name in ("Ann Lee", "Bo", "Zoë van Dam")] == ["Ann L.", "Bo", "Zoë D."]
    hall = Hall(TournamentPlan(short_names=True))
    hall.event.do(hall.act(), CUP, commands.Enter(names=["Ann Lee"]))
    assert hall.watching.look("", CUP).names == {"p1": "Ann L."}
    assert hall.watching.look(ORGANISER, CUP).names == {"p1": "Ann Lee"}


# Phones --------------------------------------------------------------------------------------------------


def test_a_player_claims_the_seat_with_the_code_on_the_slip():
    hall = Hall()
    hall.event.do(hall.act(), CUP, commands.Enter(names=["Ann", "Bo"]))
    codes = hall.watching.codes(ORGANISER, CUP)
    assert len(set(codes.values())) == 2
    with refused("tournament.not_yours"):
        hall.watching.codes("ann", CUP)
    with refused("tournament.wrong_code"):
        hall.event.do(hall.act("ann"), CUP, commands.Claim(code="AAAAAAAA"))
    with refused("tournament.wrong_code"):
        hall.event.do(hall.act("ann"), CUP, commands.Claim(code=""))
    hall.event.do(hall.act("ann"), CUP, commands.Claim(code=codes["p1"].lower()))
    assert hall.now.entries["p1"].account == "ann"
    with refused("tournament.code_used"):
        hall.event.do(hall.act("eve"), CUP, commands.Claim(code=codes["p1"]))
    with refused("tournament.entered_already"):
        hall.event.do(hall.act("ann"), CUP, commands.Claim(code=codes["p2"]))


def test_people_enter_themselves_by_link_where_the_event_lets_them():
    hall = Hall()
    hall.event.do(hall.act("ann"), CUP, commands.EnterMe(name="Ann"))
    assert list(hall.now.entries) == ["p1"]
    with refused("tournament.entered_already"):
        hall.event.do(hall.act("ann"), CUP, commands.EnterMe(name="Ann again"))
    hall.event.do(hall.act("ann"), CUP, commands.Withdraw(player="p1"))
    with refused("tournament.not_yours"):
        hall.event.do(hall.act("ann"), CUP, commands.Enter(names=["Bo"]))
    closed = Hall(TournamentPlan(self_entry=False))
    with refused("tournament.no_self_entry"):
        closed.event.do(closed.act("ann"), CUP, commands.EnterMe(name="Ann"))


def test_a_phone_shows_table_opponent_and_what_waits():
    hall = Hall().begin(5)
    hall.sit("p1", "ann")
    before = hall.watching.my_place("ann", CUP)
    assert (before.player, before.round, before.game) == ("p1", 0, None)
    current = hall.pair()
    mine = hall.watching.my_place("ann", CUP)
    game = current.game_of("p1")
    assert mine.game == game and mine.bye is (game is None)
    if game:
        assert mine.opponent == game.opponent("p1")
    with refused("tournament.not_a_player"):
        hall.watching.my_place("stranger", CUP)


# Writing -------------------------------------------------------------------------------------------------


def test_the_same_form_sent_twice_acts_once_and_completes_the_names():
    hall = Hall()
    first = hall.event.do(hall.act(key="k1"), CUP, commands.Enter(names=["Ann"]))
    hall.event.roster.kept.clear()  # the line broke between the log and the names
    again = hall.event.do(hall.act(key="k1"), CUP, commands.Enter(names=["Ann"]))
    assert first.versions == again.versions and again.repeated
    assert hall.event.entered_by(CUP, again.batch) == ("p1",) == tuple(hall.now.entries)
    assert hall.watching.look("", CUP).names == {"p1": "Ann"}
    hall.event.do(hall.act(), CUP, commands.Erase(player="p1"))
    hall.event.do(hall.act(key="k1"), CUP, commands.Enter(names=["Ann"]))
    assert hall.watching.look("", CUP).names == {"p1": "p1"}
    with refused("log.key_reused"):
        hall.event.do(hall.act(key="k1"), CUP, commands.Enter(names=["Bo"]))


def test_the_same_form_sent_twice_at_once_has_the_answer_of_the_first(monkeypatch):
    """The first one is done after the second one asked for its answer, and before it is decided."""
    hall = Hall()
    hall.event.do(hall.act(), CUP, commands.Enter(names=["Ann", "Bo", "Cy", "Di"], present=True))
    first = hall.event.do(hall.act(key="k1"), CUP, commands.Announce())
    asked, answered = [], hall.event.store.earlier_answer

    def not_yet(actor, key):
        asked.append(key)
        return answered(actor, key) if len(asked) > 1 else None

    monkeypatch.setattr(hall.event.store, "earlier_answer", not_yet)
    again = hall.event.do(hall.act(key="k1"), CUP, commands.Announce())
    assert again.repeated and again.versions == first.versions
    with pytest.raises(Refused):
        hall.event.do(hall.act(key="k2"), CUP, commands.Announce())


def test_many_helpers_enter_results_at_once_and_nothing_is_lost():
    hall = Hall().begin(16)
    helpers = [f"helper{number}" for number in range(4)]
    for helper in helpers:
        hall.event.do(hall.act(), CUP, commands.GiveRole(person=helper, role="scorekeeper"))
    games = hall.pair().drawn.round.games
    refusals: list[Refused] = []

    def work(helper: str, share: slice) -> None:
        own = in_memory(hall.event.store, roster=hall.event.roster)
        for game in games[share]:
            try:
                own.do(
                    hall.act(helper), CUP, commands.EnterResult(number=1, table=game.table, slip=won(game))
                )
            except Refused as problem:
                refusals.append(problem)

    threads = [Thread(target=work, args=(who, slice(at, None, 4))) for at, who in enumerate(helpers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refusals == []
    assert set(hall.round.results) == {game.table for game in games}


class Crowded(MemoryStore):
    """Between anybody's look and their act somebody else enters a player, unless they are kept waiting."""

    crowd: Callable[[], object] | None = None
    waiting = False

    @contextmanager
    def alone(self):
        with super().alone():
            self.waiting = True
            yield
            self.waiting = False

    def append(self, writes, **also):
        crowd, self.crowd = self.crowd, None
        if crowd and not self.waiting:
            crowd()
        self.crowd = crowd
        return super().append(writes, **also)


def test_however_many_write_nobody_is_told_that_somebody_was_faster():
    store = Crowded()
    hall, names = Hall(store=store), (f"Guest {number}" for number in count(1))
    store.crowd = lambda: hall.event.do(hall.act(), CUP, commands.Enter(names=[next(names)]))
    hall.event.do(hall.act(), CUP, commands.Enter(names=["Ann"]))
    assert len(hall.now.entries) == 2


def test_a_key_given_back_by_an_undo_takes_the_next_name():
    hall = Hall()
    hall.event.do(hall.act(), CUP, commands.Enter(names=["Anne Typo"]))
    hall.event.do(hall.act(), CUP, commands.Undo(batch=hall.event.undoable(CUP, ORGANISER)))
    hall.event.do(hall.act(), CUP, commands.Enter(names=["Ann"]))
    assert list(hall.now.entries) == ["p1"]
    assert hall.watching.look("", CUP).names == {"p1": "Ann"}


def test_a_second_laptop_takes_over_where_the_first_left_off():
    hall = Hall().begin(4)
    hall.event.do(hall.act(), CUP, commands.Draft())
    second = in_memory(hall.event.store, roster=hall.event.roster, index=hall.event.index)
    second.do(hall.act(), CUP, commands.Draft())
    with refused("tournament.other_draft"):
        hall.event.do(hall.act(), CUP, commands.Publish(draft=1))
    second.do(hall.act(), CUP, commands.Publish(draft=2))
    assert hall.round.drafts == 2


def test_a_long_event_is_the_same_from_its_log_and_from_what_is_kept():
    hall = Hall()
    for number in range(520):
        hall.event.do(
            hall.act(),
            CUP,
            commands.FixTable(player=hall.enter(1)[0] if number == 0 else "p1", table=number % 7 + 1),
        )
    fresh = in_memory(hall.event.store)
    assert fresh.load(CUP) == hall.event.load(CUP)
    assert hall.event.store.load(TOURNAMENT, CUP) == fresh.load(CUP)
    assert fresh.load(CUP).state == TOURNAMENT.fold(hall.event.store.read(CUP))


def test_what_is_no_event_is_refused():
    hall = Hall()
    for stream in ("tournament:none", "register:c0ffee", "", "x" * 1_000_000):
        with refused("tournament.unknown"):
            hall.event.load(stream)
    with refused("tournament.too_long"):
        hall.event.do(hall.act(), "tournament:2", commands.Begin(name="x" * 1_000_000, plan=TournamentPlan()))


def test_nothing_unreadable_gets_into_the_log():
    hall = Hall().begin(4)
    game = hall.pair().drawn.round.games[0]
    absurd = msgspec.structs.replace(won(game), how="by magic", winners=(game.players[0],))
    acts = (
        lambda: hall.event.do(
            hall.act(), "tournament:2", commands.Begin(name="Cup", plan=TournamentPlan(profile="mine"))
        ),
        lambda: hall.event.do(
            hall.act(), "tournament:2", commands.Begin(name="Cup", plan=TournamentPlan(points=10**9))
        ),
        lambda: hall.event.do(hall.act(), CUP, commands.Drop(player="p1", why="bored")),
        lambda: hall.event.do(
            hall.act(), CUP, commands.Penalise(player="p1", kind="beheading", words="late")
        ),
        lambda: hall.event.do(hall.act(), CUP, commands.NoteComponent(matter="wish", what="a ruler")),
        lambda: hall.event.do(hall.act(), CUP, commands.EnterResult(number=1, table=game.table, slip=absurd)),
        lambda: hall.event.do(hall.act(), CUP, commands.EnterResult(number=1, table="one", slip=won(game))),
    )
    version = hall.event.load(CUP).version
    for act in acts:
        with pytest.raises(Refused) as caught:
            act()
        assert all(explain(one) for one in caught.value.violations)
    with refused("tournament.no_role"):
        hall.event.do(hall.act(), CUP, commands.GiveRole(person="eve", role="king"))
    assert hall.event.load(CUP).version == version


# Undo ----------------------------------------------------------------------------------------------------


def test_an_entry_is_taken_back_although_others_entered_other_tables_since():
    hall = Hall().begin(6)
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="sam", role="scorekeeper"))
    first, second, third = hall.pair().drawn.round.games
    hall.enter_result(first)
    hall.enter_result(second, by="sam")
    hall.event.do(hall.act("olga"), CUP, commands.Tell(words="Coffee is ready"))
    told = hall.event.undoable(CUP, ORGANISER)
    hall.event.do(hall.act(), CUP, commands.Undo(batch=told))
    wrong = hall.event.undoable(CUP, ORGANISER)
    hall.event.do(hall.act(), CUP, commands.Undo(batch=wrong))
    assert set(hall.round.results) == {second.table}
    assert hall.event.do(hall.act(), CUP, commands.Undo(batch=wrong)) is None
    assert third.table in hall.round.open_tables


def test_what_others_built_on_is_not_taken_back():
    hall = Hall().begin(4)
    hall.sit("p1", "ann")
    hall.pair()
    published = hall.event.undoable(CUP, ORGANISER)
    hall.event.do(hall.act("ann"), CUP, commands.Report(number=1, slip=won(hall.round.game_of("p1"))))
    assert hall.event.undoable(CUP, ORGANISER) is None
    with refused("tournament.undo_blocked"):
        hall.event.do(hall.act(), CUP, commands.Undo(batch=published))
    with refused("log.nothing_to_undo"):
        hall.event.do(hall.act("ann"), CUP, commands.Undo(batch=published))


def test_a_time_that_was_called_and_a_disqualification_are_not_undone():
    hall = Hall().begin(4)
    hall.pair()
    hall.event.do(hall.act(), CUP, commands.StartClock())
    called = hall.event.do(hall.act(), CUP, commands.CallTime())
    with refused("tournament.undo_blocked"):
        hall.event.do(hall.act(), CUP, commands.Undo(batch=called.batch))
    out = hall.event.do(
        hall.act(), CUP, commands.Penalise(player="p1", kind="disqualification", words="Cheated")
    )
    with refused("tournament.undo_blocked"):
        hall.event.do(hall.act(), CUP, commands.Undo(batch=out.batch))


# Finding events ------------------------------------------------------------------------------------------


def test_an_event_that_is_not_public_exists_for_its_people_alone():
    hall = Hall(TournamentPlan(public=False)).begin(4)
    hall.sit("p1", "ann")
    assert hall.watching.look("ann", CUP).view.audience == "player"
    for looking in (hall.watching.look, hall.watching.standings, hall.watching.log):
        with refused("tournament.unknown"):
            looking("stranger", CUP)
    assert hall.watching.public() == ([], False)


def test_announced_events_are_found_by_everybody():
    hall = Hall()
    assert hall.watching.public() == ([], False)
    hall.begin(4)
    [card], more = hall.watching.public()
    assert (card.tournament, card.name, card.status, card.players, more) == (
        CUP,
        "Autumn Cup",
        "announced",
        4,
        False,
    )


def test_the_key_of_a_look_differs_by_audience_and_version():
    hall = Hall().begin(4)
    hall.sit("p1", "ann")
    keys = {hall.watching.look(person, CUP).key for person in ("", "stranger", "ann", ORGANISER)}
    assert len(keys) == 3
    before = hall.watching.look("", CUP).key
    hall.event.do(hall.act(), CUP, commands.Tell(words="Lunch"))
    assert hall.watching.look("", CUP).key != before


@pytest.mark.parametrize("audience", ["", "ann", "sam", "jo", ORGANISER])
def test_every_view_is_plain_data(audience):
    hall = Hall(TournamentPlan(kind="recon", profile="current", structure="current", points=600)).begin(4)
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="jo", role="judge"))
    hall.event.do(hall.act(), CUP, commands.GiveRole(person="sam", role="scorekeeper"))
    hall.sit("p1", "ann")
    hall.pair()
    hall.event.do(hall.act(), CUP, commands.StartClock())
    look = hall.watching.look(audience, CUP)
    assert msgspec.json.decode(msgspec.json.encode(look), type=type(look)) == look


# In the database -----------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_an_event_in_the_database():
    ann = Account.objects.create_user("ann", "a long password")
    me = str(ann.pk)
    event = Tournaments(
        DatabaseStore(), DatabaseRoster(), index=DatabaseIndex(), stream_roles=DatabaseRoles()
    )
    hall = Hall()
    event.do(
        hall.act(me),
        CUP,
        commands.Begin(name="Autumn Cup", plan=TournamentPlan(day=date(2026, 9, 5), place="Town hall")),
    )
    event.do(
        hall.act(me), CUP, commands.Enter(names=[f"Player {number}" for number in range(300)], present=True)
    )
    event.do(hall.act(me), CUP, commands.Enter(names=["One more"]))
    event.do(hall.act(me), CUP, commands.Announce())
    watching = TournamentQueries(event)
    assert watching.look(me, CUP).names["p300"] == "Player 299"
    assert [card.name for card in watching.mine(me)] == ["Autumn Cup"]
    [card], _ = watching.public()
    assert (card.day, card.place, card.players) == (date(2026, 9, 5), "Town hall", 301)
    event.do(hall.act(me), CUP, commands.Erase(player="p2"))
    assert TournamentPerson.objects.get(tournament=CUP, player="p2").name == ""


@pytest.mark.django_db
@pytest.mark.parametrize("roster", [MemoryRoster, DatabaseRoster])
def test_rosters_keep_rename_and_forget(roster):
    names = roster()
    names.enrol(CUP, {"p1": Person("Ann", "AAAA"), "p2": Person("Bo", "BBBB")})
    names.enrol(CUP, {"p2": Person("Bob", "CCCC")})
    names.enrol("tournament:other", {"p1": Person("Eve", "DDDD")})
    names.erase(CUP, "p1")
    names.erase(CUP, "p9")
    assert names.people(CUP) == {"p1": Person("", ""), "p2": Person("Bob", "CCCC")}
    assert names.people("tournament:none") == {}


@pytest.mark.django_db
@pytest.mark.parametrize("index", [MemoryIndex, DatabaseIndex])
def test_shelves_show_the_newest_first_in_pages(index):
    watching = TournamentQueries(in_memory(MemoryStore(), index=index()))
    hall = Hall()
    for number in range(3):
        stream = f"tournament:{number}"
        watching.tournaments.do(
            hall.act(), stream, commands.Begin(name=f"Cup {number}", plan=TournamentPlan())
        )
        watching.tournaments.do(hall.act(), stream, commands.Enter(names=["A", "B", "C", "D"], present=True))
        watching.tournaments.do(hall.act(), stream, commands.Announce())
    assert [card.name for card in watching.public(1, 2)[0]] == ["Cup 2", "Cup 1"]
    assert watching.public(1, 2)[1] and not watching.public(2, 2)[1]
    assert [card.name for card in watching.tournaments.index.cards(["tournament:0"])] == ["Cup 0"]
