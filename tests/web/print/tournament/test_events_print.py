"""An event on paper and as files: what stands on each sheet, for whom, and what never does."""

import csv
import io
import json
from datetime import UTC, date, datetime
from uuid import uuid4

import pytest
from django.test import Client
from msgspec.structs import replace

from muster.app.acting import Act
from muster.app.tournament import commands
from muster.app.tournament.spreadsheets import TABLES, as_csv, harmless_cell, table_by_name
from muster.app.tournament.tournaments import TournamentPlan
from muster.rules.messages import explain, remedy
from muster.rules.tournament.file import read_file
from muster.rules.tournament.proving import problems
from muster.rules.violations import Refused
from muster.store.accounts import new_id
from muster.web.print.tournament.armies import A_PART, armies_pdf, parts_of
from muster.web.print.tournament.blank_list import blank_list_pdf
from muster.web.print.tournament.bracket import bracket_pdf, bracket_sheet
from muster.web.print.tournament.heading import alphabetical
from muster.web.print.tournament.numbers import number_sheet, numbers_pdf
from muster.web.print.tournament.pairings import by_name, by_name_pdf, by_table, by_table_pdf
from muster.web.print.tournament.players import check_in_pdf, lists_pdf, players_pdf
from muster.web.print.tournament.slips import slips, slips_pdf
from muster.web.print.tournament.standings import standing_sheet, standings_pdf
from muster.web.tournament.print import SHEETS
from muster.web.tournament.requests import tournaments
from tests.rules.tournament.hall import CUP, ORGANISER, Hall, refused, won
from tests.rules.tournament.handed_lists import ARMY
from tests.web.account_fixtures import person, signed_in, text_of
from tests.web.pdf_drawing import shapes
from tests.web.pdf_text import page_size, page_texts
from tests.web.pdf_text import text_of as pdf_words

ODD = (
    "#strong[Bo] $x$ \\ <b>",
    "Zoë Ångström-Łukasz",
    "Maximiliana Wolfeschlegelsteinhausenbergerdorff",
    "X",
)


def hall_of(players: int, plan: TournamentPlan | None = None) -> Hall:
    """An announced event; its first players have odd names."""
    hall = Hall(plan or TournamentPlan(structure="custom", rounds=4, day=date(2026, 9, 5), place="Hall 3"))
    names = [*ODD, *(f"Player {number}" for number in range(5, players + 1))]
    hall.event.do(hall.act(), CUP, commands.Enter(names=names[:players], present=True))
    hall.event.do(hall.act(), CUP, commands.Announce())
    return hall


def look(hall: Hall, who: str = ORGANISER):
    return hall.watching.look(who, CUP)


def squeezed(pdf: bytes) -> str:
    """Without spaces: letters of two fonts are two runs of text."""
    return pdf_words(pdf).replace(" ", "")


# Pairings --------------------------------------------------------------------------------------------------


def test_pairings_by_table_and_by_name_name_everybody_where_they_sit():
    hall = hall_of(9)
    played = hall.pair().drawn.round
    names = look(hall).names
    tables, listed = squeezed(by_table_pdf(look(hall), "a4")), squeezed(by_name_pdf(look(hall), "a4"))
    assert "AutumnCup5September2026·Hall3Round1" in tables
    for game in played.games:
        first, two = ("".join(names[player].split()) for player in game.players)
        assert f"{game.table}{first}against{two}" in tables
        assert f"{two}against{first[:30]}" in listed
        seat = next(seat for seat in by_name(look(hall), "a4").seats if seat.name == names[game.players[0]])
        assert seat.table == game.table
    rests = "".join(names[played.byes[0].player].split())
    assert f"Bye{rests}" in tables and f"{rests}Bye" in listed


def test_names_are_in_order_whatever_their_accents():
    assert sorted(["Zoe", "Élan", "eve", "Bo"], key=alphabetical) == ["Bo", "Élan", "eve", "Zoe"]
    seats = [seat.name for seat in by_name(_paired(6), "a4").seats]
    assert seats == [ODD[0], ODD[2], "Player 5", "Player 6", ODD[3], ODD[1]]


def _paired(players: int):
    hall = hall_of(players)
    hall.pair()
    return look(hall)


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_both_papers(paper, size):
    seen = _paired(4)
    for made in (by_table_pdf(seen, paper), slips_pdf(seen, paper), numbers_pdf(seen, paper)):
        assert page_size(made) == size


def test_an_earlier_round_is_printed_by_its_number_and_an_unknown_one_refused():
    hall = hall_of(4)
    first = hall.play()
    hall.pair()
    assert by_table(look(hall), "a4").heading.title == "Round 2"
    old = by_table(look(hall), "a4", 1)
    assert old.heading.title == "Round 1"
    assert [board.table for board in old.boards] == [game.table for game in first.drawn.round.games]
    with refused("tournament.no_such_round"):
        by_table(look(hall), "a4", 7)


def test_nothing_to_print_yet_is_said():
    hall = Hall()
    for make in (by_table_pdf, by_name_pdf, bracket_pdf, slips_pdf, players_pdf):
        with refused("tournament.no_sheet"):
            make(look(hall), "a4")


def test_a_thousand_players_are_on_the_wall_and_on_slips():
    hall = hall_of(1000)
    played = hall.pair().drawn.round
    pages = page_texts(by_name_pdf(look(hall), "a4"))
    assert len(pages) < 25 and all("Round 1" in page for page in pages)
    assert "Player 999 against" in " ".join(pages)
    assert len(page_texts(by_table_pdf(look(hall), "a4"))) < 20
    sheet = slips(look(hall), "a4")
    assert len(sheet.pages) == 167
    piles = [slip.table for pile in zip(*sheet.pages, strict=True) for slip in pile if slip]
    assert piles == sorted(game.table for game in played.games)


# Slips -----------------------------------------------------------------------------------------------------


@pytest.mark.rule(613, 615, 622)
def test_a_slip_asks_for_all_that_decides_a_game():
    hall = hall_of(4)
    hall.pair()
    text = pdf_words(slips_pdf(look(hall), "a4"))
    for words in ("Last round played", "Time called", "One side wiped out", "Both sides wiped out"):
        assert text.count(words) == 2
    for words in ("VICTORY TOKENS", "SCORE", "Blue player", "SIGNATURE", "Won"):
        assert text.count(words) == 4
    assert text.count("Concession") == 2 and text.count("No-show") == 2
    assert "then the blue player" in text and "Draw" not in text
    assert "CODE FOR YOUR PHONE" not in text


def test_a_slip_of_the_current_rules_knows_draws_but_not_in_the_bracket():
    hall = hall_of(20, TournamentPlan(profile="current", structure="current", points=1000))
    hall.pair()
    text = pdf_words(slips_pdf(look(hall), "a4"))
    assert "Draw" in text and "Most VP win" in text and "token" not in text.lower()
    for game in hall.round.drawn.round.games:
        hall.enter_result(game)
    hall.event.do(hall.act(), CUP, commands.CloseRound())
    hall.play_swiss()
    hall.event.do(hall.act(), CUP, commands.MakeCut())
    hall.pair()
    text = pdf_words(slips_pdf(look(hall), "a4"))
    assert "Draw" not in text and "priority roll" in text and "Quarter-finals, game 1" in text


def test_no_slip_shows_a_code_and_each_code_has_a_card_of_its_own():
    """A slip lies between two players: neither may learn the other's code."""
    hall = hall_of(4)
    hall.pair()
    codes = hall.watching.codes(ORGANISER, CUP)
    slips, cards = page_texts(slips_pdf(look(hall), "a4", codes=codes))
    assert not any(code[:4] in slips for code in codes.values())
    assert all(f"{code[:4]} {code[4:]}" in cards for code in codes.values())
    assert len(page_texts(slips_pdf(look(hall), "a4"))) == 1
    _, cards = page_texts(slips_pdf(look(hall), "a4", codes=codes, link="muster.club/j/abc"))
    assert cards.count("Enter it at muster.club/j/abc") == 4


@pytest.mark.rule(537)
@pytest.mark.parametrize(("profile", "aside"), [("regulations", True), ("current", False)])
def test_a_blank_list_has_room_for_all_that_a_list_names(profile, aside):
    hall = Hall(TournamentPlan(profile=profile, structure="basic" if aside else "current"))
    for paper in ("a4", "letter"):
        [text] = page_texts(blank_list_pdf(look(hall), paper))
        named = ("PLAYER", "UNIT", "UPGRADES", "TOTAL POINTS", "COMMAND CARD", "BATTLE CARDS")
        assert all(word in text for word in named)
        assert ("SET ASIDE" in text) == aside


def test_no_line_of_a_blank_list_runs_through_its_heads():
    drawn = shapes(blank_list_pdf(look(Hall()), "a4"))
    across = sorted({round(line.bottom, 2) for line in drawn if line.height < 0.1 and line.width > 182.1})
    assert 4 < across[-1] - across[-2] < 5, "letters of 2.3 mm between two lines, with room above them"


# Standings, bracket, numbers, players ----------------------------------------------------------------------


def test_standings_have_every_figure_and_what_parts_neighbours():
    hall = hall_of(8)
    hall.play()
    lines = hall.watching.standings(ORGANISER, CUP)
    sheet = standing_sheet(look(hall), lines, "a4")
    assert [line.rank for line in sheet.lines] == list(range(1, 9))
    assert sheet.lines[0].figures == ("75.0%", "25.0%", "0.000", "1.000") and sheet.lines[0].record == "1–0"
    assert {line.by for line in sheet.lines} == {"", "Drawn order", "Points"}
    text = pdf_words(standings_pdf(look(hall), lines, "a4"))
    assert "after round 1" in text and "AVG MOV" in text and "EXT SOS" in text
    with refused("tournament.no_sheet"):
        standings_pdf(look(hall), (), "a4")


def test_final_places_stand_beside_the_swiss_ones_when_it_is_over():
    hall = hall_of(9, TournamentPlan(structure="advanced")).play_swiss()
    hall.event.do(hall.act(), CUP, commands.MakeCut())
    current = hall.pair()
    hall.enter_result(current.drawn.round.games[0], 1)
    hall.event.do(hall.act(), CUP, commands.CloseRound())
    hall.event.do(hall.act(), CUP, commands.End())
    sheet = standing_sheet(look(hall), hall.watching.standings(ORGANISER, CUP), "a4")
    assert sheet.ended and sorted(line.final for line in sheet.lines) == list(range(1, 10))
    text = pdf_words(bracket_pdf(look(hall), "a4"))
    assert "Final" in text and text.count("CHAMPION") == 1
    assert bracket_sheet(look(hall), "a4").champion == look(hall).names[hall.now.ranking[0]]


def test_a_large_bracket_is_split_into_parts_that_lead_on():
    hall = hall_of(100, TournamentPlan(structure="custom", rounds=0))
    hall.play()
    sheet = bracket_sheet(look(hall, ""), "a4")
    assert [len(part.columns[0]) for part in sheet.parts] == [16, 16, 16, 16, 4]
    assert [len(column) for column in sheet.parts[0].columns] == [16, 8, 4, 2, 1]
    assert sheet.parts[-1].rounds == ("Quarter-finals", "Semi-finals", "Final")
    numbers = [cell.number for part in sheet.parts[:4] for cell in part.columns[0]]
    assert sorted(numbers) == list(range(1, 65))
    pages = page_texts(bracket_pdf(look(hall, ""), "a4"))
    assert len(pages) == 5 and "bye" in pages[0]


def test_every_table_has_a_number_as_large_as_half_a_page():
    hall = hall_of(9)
    assert number_sheet(look(hall), "a4").pages == ((1, 3), (2, 4))
    hall.event.do(hall.act(), CUP, commands.FixTable(player="p1", table=7))
    assert number_sheet(look(hall), "a4").pages[-1] == (4, 0)
    assert [page.split()[-1] for page in page_texts(numbers_pdf(look(hall), "a4"))] == ["5", "6", "7", "4"]


def test_the_desk_checks_in_with_codes_and_the_wall_has_names_alone():
    hall = hall_of(5)
    hall.event.do(hall.act(), CUP, commands.Enter(names=["Not There"]))
    codes = hall.watching.codes(ORGANISER, CUP)
    desk = pdf_words(check_in_pdf(look(hall), codes, "a4"))
    assert "Not There" in desk and all(code[:4] in desk for code in codes.values())
    wall = pdf_words(players_pdf(look(hall, ""), "a4"))
    assert "Not There" in wall and not any(code[:4] in wall for code in codes.values())
    assert ODD[0] in wall, "what people type is text and nothing else"


def test_short_names_are_short_on_paper_too():
    hall = Hall(TournamentPlan(short_names=True))
    hall.event.do(
        hall.act(), CUP, commands.Enter(names=["Ann Lee", "Bo Dahl", "Cass Ray", "Dot Fay"], present=True)
    )
    hall.event.do(hall.act(), CUP, commands.Announce())
    hall.pair()
    assert "Ann L." in pdf_words(by_name_pdf(look(hall, ""), "a4"))
    assert "Lee" not in pdf_words(by_name_pdf(look(hall, ""), "a4"))
    assert "Ann Lee" in pdf_words(by_name_pdf(look(hall), "a4"))


# Army lists ------------------------------------------------------------------------------------------------


def listed() -> Hall:
    hall = Hall()
    hall.enter(4)
    hall.event.do(hall.act(), CUP, commands.SubmitList(player="p2", army=ARMY))
    hall.event.do(
        hall.act(), CUP, commands.SubmitList(player="p1", army=None, text="Three squads\n\nand a Wookiee")
    )
    return hall


def test_all_lists_are_one_file_with_pages_of_their_own():
    hall = listed()
    pages = page_texts(armies_pdf(hall.watching, ORGANISER, look(hall), "a4"))
    assert "Player 1" in pages[0] and "Three squads and a Wookiee" in pages[0] and "Page 1 of 1" in pages[0]
    army = " ".join(pages[1:])
    assert "Mine" in army and "Player 2" in army and "Autumn Cup" in army and "Key Positions" in army
    assert f"Page 1 of {len(pages) - 1}" in pages[1]
    state = pdf_words(lists_pdf(look(hall), "a4"))
    assert state.count("missing") == 2 and "not checked" in state


def test_lists_are_not_for_players_and_come_in_parts():
    hall = listed()
    hall.sit("p3", "spy")
    with refused("tournament.not_your_list"):
        armies_pdf(hall.watching, "spy", look(hall, "spy"), "a4")
    seen = look(hall)
    assert list(parts_of(seen)) == [(1, "")]
    many = replace(seen.view.players[0], has_list=True)
    keys = [f"p{number}" for number in range(1, A_PART + 2)]
    view = replace(seen.view, players=tuple(replace(many, player=key) for key in keys))
    parts = list(parts_of(replace(seen, view=view, names={key: f"N {key}" for key in keys})))
    assert len(parts) == 2 and parts[1] == (2, ", N p99 to N p99")


# Tables for spreadsheets -----------------------------------------------------------------------------------


def rows(hall: Hall, table: str, who: str = ORGANISER) -> list[dict[str, str]]:
    raw = as_csv(hall.watching, who, CUP, table)
    assert raw.startswith(b"\xef\xbb\xbf") and b"\r\n" in raw
    return list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline="")))


def test_the_four_tables_say_what_happened():
    hall = hall_of(5)
    first = hall.play()
    names = look(hall).names
    assert [row["Name"] for row in rows(hall, "players")] == list(names.values())
    pairings = rows(hall, "pairings")
    assert len(pairings) == 3 and pairings[-1]["Player 2"] == "bye" and pairings[-1]["Table"] == ""
    game = first.drawn.round.games[0]
    [result] = [row for row in rows(hall, "results") if row["Table"] == str(game.table)]
    assert result["Winner"] == names[game.players[0]] == result["Blue player"]
    assert (result["Victory 1"], result["Victory 2"], result["Score 1"]) == ("3", "1", "400")
    standings = rows(hall, "standings")
    assert [row["Rank"] for row in standings] == ["1", "2", "3", "4", "5"]
    assert standings[0]["average-mov"] == "0.750000" and standings[0]["Points"] == "1"


def test_a_spreadsheet_computes_nothing():
    hall = Hall()
    bad = ['=HYPERLINK("http://x","y")', "+1", "-2+3", "@sum", "=cmd|'/C calc'!A0", "%x", "\uff1d1"]
    hall.event.do(hall.act(), CUP, commands.Enter(names=bad, present=True))
    assert [row["Name"] for row in rows(hall, "players")] == [f"'{name}" for name in bad]
    assert harmless_cell("Ann") == "Ann" and harmless_cell(-3) == -3 and harmless_cell("") == ""


def test_only_results_that_stand_are_told_to_anybody():
    hall = hall_of(4)
    game = hall.pair().drawn.round.games[0]
    hall.sit(game.players[0], "ann")
    hall.event.do(hall.act("ann"), CUP, commands.Report(number=1, slip=won(game)))
    for who in ("ann", "", ORGANISER):
        assert {row["Winner"] for row in rows(hall, "results", who)} == {""}
    hall.event.do(hall.act(), CUP, commands.FixTable(player="p2", table=2))
    assert {row["Fixed table"] for row in rows(hall, "players", "")} == {""}
    assert "2" in {row["Fixed table"] for row in rows(hall, "players")}


# On the site -----------------------------------------------------------------------------------------------


class Site:
    """An event of five on the site: Olga runs it, Jude judges, Sue keeps scores, Pia plays, Zoe looks on."""

    def __init__(self, **plan: object) -> None:
        self.people = {name: person(name) for name in ("olga", "jude", "sue", "pia", "zoe")}
        self.clients = {name: signed_in(person) for name, person in self.people.items()} | {
            "nobody": Client()
        }
        self.id = uuid4().hex
        self.stream, self.desk = f"tournament:{self.id}", tournaments()
        self.desk.do(
            self.act(), self.stream, commands.Begin(name="Höth Open / 1", plan=TournamentPlan(**plan))
        )  # type: ignore[arg-type]
        names = ["Ann Lee", "Bo Dahl", "Cass Ray", "Dot Fay", "Eve Kay"]
        self.desk.do(self.act(), self.stream, commands.Enter(names=names, present=True))
        self.desk.do(self.act(), self.stream, commands.Link(player="p1", account=self.account("pia")))
        self.desk.do(self.act(), self.stream, commands.GiveRole(person=self.account("jude"), role="judge"))
        self.desk.do(
            self.act(), self.stream, commands.GiveRole(person=self.account("sue"), role="scorekeeper")
        )
        self.desk.do(self.act(), self.stream, commands.SubmitList(player="p2", army=ARMY))

    def account(self, who: str) -> str:
        return str(self.people[who].pk)

    def act(self, who: str = "olga") -> Act:
        return Act(self.account(who), datetime.now(UTC), str(new_id()), None)

    def begin(self) -> "Site":
        self.desk.do(self.act(), self.stream, commands.Announce())
        self.desk.do(self.act(), self.stream, commands.Draft())
        self.desk.do(self.act(), self.stream, commands.Publish(draft=1))
        return self

    def get(self, who: str, where: str, status: int = 200):
        response = self.clients[who].get(f"/event/{self.id}/{where}")
        assert response.status_code == status, (who, where, text_of(response)[:300])
        return response


EVERYBODY = ("olga", "jude", "sue", "pia", "zoe", "nobody")
MAY_PRINT = {
    **dict.fromkeys(("pairings", "names", "standings", "players", "numbers", "blank-list"), EVERYBODY),
    "slips": ("olga", "jude", "sue"),
    "slips.pdf?codes=1": ("olga", "sue"),
    "check-in": ("olga", "sue"),
    "lists": ("olga", "jude"),
    "armies": ("olga", "jude"),
}


@pytest.mark.django_db
def test_each_sheet_is_for_those_whose_task_it_is():
    site = Site().begin()
    assert SHEETS.keys() - {"bracket"} == {key for key in MAY_PRINT if "." not in key}
    for sheet, allowed in MAY_PRINT.items():
        where = f"print/{sheet}" if "." in sheet else f"print/{sheet}.pdf"
        for who in EVERYBODY:
            answer = site.get(who, where, 200 if who in allowed else 403)
            if who in allowed:
                assert answer["Content-Type"] == "application/pdf" and answer.content.startswith(b"%PDF")
                assert answer["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_the_page_offers_what_one_may_print_now():
    site = Site()
    before = text_of(site.get("olga", "print"))
    assert "Check-in" in before and "Result slips" not in before and "Army lists" in before
    site.begin()
    for who in EVERYBODY:
        page = site.get(who, "print").content.decode()
        for sheet, allowed in MAY_PRINT.items():
            link = f"/event/{site.id}/print/{sheet}" + ("" if "." in sheet else '.pdf"')
            assert (link in page) is (who in allowed), (who, sheet)
        assert "export.json" in page and "silhouette.pdf" in page and "bracket.pdf" not in page
    assert "slips.pdf?paper=letter" in site.get("olga", "print?paper=letter").content.decode()


@pytest.mark.django_db
def test_files_of_the_event_are_for_whoever_may_look():
    site = Site(short_names=True).begin()
    for who in EVERYBODY:
        answer = site.get(who, "export.json")
        assert answer["Content-Disposition"].startswith("attachment")
        file = read_file(answer.content)
        assert list(problems(file)) == []
        short = who in ("pia", "zoe", "nobody")
        assert file.players[0].name == ("Ann L." if short else "Ann Lee")
        for table in TABLES:
            made = site.get(who, f"export.csv?of={table}")
            assert made["Content-Type"] == "text/csv; charset=utf-8"
            whole = "Lee" in made.content.decode()
            assert whole is not short, (who, table)
    assert "results" in site.get("zoe", "export.csv")["Content-Disposition"]


@pytest.mark.django_db
def test_an_event_that_is_not_public_is_not_there():
    site = Site(public=False).begin()
    for where in ("print", "print/pairings.pdf", "print/slips.pdf", "export.json", "export.csv"):
        site.get("zoe", where, 404)
        site.get("nobody", where, 404)
        site.get("olga", where)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("odd", "sentence"),
    [
        ("round=x", "There is no round"),
        ("round=99999999999", "There is no round"),
        ("round=9", "There is no round"),
        ("round=%00", "There is no round"),
        ("paper=a3", "printed on a4 or letter, not on a3"),
    ],
)
def test_an_odd_address_is_answered_with_a_sentence(odd, sentence):
    site = Site().begin()
    assert sentence in text_of(site.get("zoe", f"print/names.pdf?{odd}", 422))


@pytest.mark.django_db
@pytest.mark.rule(467, 469)
def test_the_length_of_a_recon_round_is_on_no_paper_and_in_no_file():
    site = Site(kind="recon", profile="current", structure="current", points=600).begin()
    site.desk.do(site.act(), site.stream, commands.StartClock())
    timing = site.desk.load(site.stream).state.rounds[0].timing
    assert timing is not None and timing.secret
    plain = json.dumps(site.get("zoe", "export.json").json())
    assert timing.evidence not in plain and "minutes" not in plain and "clock" not in plain
    for table in TABLES:
        assert "inutes" not in site.get("pia", f"export.csv?of={table}").content.decode()
    for sheet in ("pairings", "names", "players", "standings"):
        assert "minutes" not in pdf_words(site.get("pia", f"print/{sheet}.pdf").content)


def test_a_wrong_table_is_refused_with_the_right_ones():
    with pytest.raises(Refused) as caught:
        table_by_name("secrets" * 99)
    [found] = caught.value.violations
    assert "secrets" in explain(found) and "standings" in remedy(found)


def test_the_template_is_for_everybody(client):
    for paper, size in (("", (595, 842)), ("?paper=letter", (612, 792))):
        answer = client.get(f"/tables/silhouette.pdf{paper}")
        assert answer.status_code == 200 and page_size(answer.content) == size
