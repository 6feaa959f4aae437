"""Tours of Duty on paper: the fields of the forms, filled or blank, and the charts."""

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from muster.cli.register import print as register_print
from muster.rules.campaign.library.charts import RANK_STARTS
from muster.rules.campaign.register.dossier import Award, Keyword, OwnedUpgrade, ParagonCard
from muster.rules.campaign.register.register import Register
from muster.web.print.campaign.charts import charts_pdf, charts_sheet
from muster.web.print.campaign.register import register_pdf, register_sheet
from tests.rules.campaign.at_the_table import (
    BOOKS,
    CARDS,
    SCOUTS,
    changed,
    founded,
    recruit,
    with_marks,
    with_setbacks,
    with_trait,
)
from tests.web.account_fixtures import ada, person  # noqa: F401
from tests.web.pdf_text import page_size, page_texts, text_of
from tests.web.tour_phone import founded as founded_on_the_site

NAMES = {"ann": "Ann Example"}
HOSTILE = '#panic("x") *bold* $x$ <script> \\ @ref [b] // end'


def veterans() -> Register:
    """A Register some battles later."""
    state = recruit(with_trait(with_marks(founded(), 2, 0, 3), "unsure"), SCOUTS)
    state = with_setbacks(state, "d2", "downtrodden", "downtrodden", "battle-shaken")
    honours = (Award("resilient", "Resilient"), Award("headhunters", "Headhunters", high=True))
    state = changed(state, "d2", name="The Bold Ones", experience=14, veteran_rank=2, commendations=honours)
    cards = (ParagonCard("enemy-down", "Enemy Down!", 2),)
    state = changed(state, "d1", paragon_cards=cards, keywords=(Keyword("inspire", "Inspire 1"),))
    return replace(state, assets=("medevac", "combat-drop"), reputation=2, supply=7)


def sheet(register, paper="a4"):
    return register_sheet(register, BOOKS, CARDS, NAMES, paper)


def made(register, paper="a4"):
    return register_pdf(register, BOOKS, CARDS, NAMES, paper)


# The Register ---------------------------------------------------------------------------------------------


def test_alike_units_have_the_same_numbers_on_paper_as_on_the_register():
    """One with a name of its own has its card beside it, without a number."""
    forms = sheet(veterans()).pages[0]
    assert [(form.name, form.unit) for form in forms] == [
        ("The Bold Ones", "Stormtroopers (Corps)"), ("", "Stormtroopers (Corps) 2"), ("", "Snowtroopers"),
    ]  # fmt: skip


@pytest.mark.rule(13)
def test_the_register_sheet_has_every_field_of_the_form():
    state = veterans()
    page = sheet(state)
    assert (page.name, page.arc, page.reputation, page.supply) == (
        "Death Squadron",
        "Bring Peace to the Galaxy",
        2,
        7,
    )
    assert (page.potential, page.spent) == (600, sum(dossier.points_spent for dossier in state.dossiers))
    assert page.assets == ("Medevac", "Combat Drop", "")
    assert [(agenda.name, agenda.marked) for agenda in page.agendas] == [
        ("Persons of Interest", 2),
        ("Gather Intelligence", 0),
        ("Keep Them in Line", 3),
    ]
    assert {agenda.boxes for agenda in page.agendas} == {5}


@pytest.mark.rule(13)
def test_the_fields_are_on_the_first_page():
    first = page_texts(made(veterans()))[0]
    for words in (
        "Death Squadron", "Ann Example", "Empire", "Bring Peace to the Galaxy", "Combat Potential 600",
        "Combat Potential spent 237", "Supply Points (SP) 7", "Reputation 2", "Medevac", "Combat Drop",
        "Persons of Interest Progress 2 of 3", "Keep Them in Line Progress 3 of 3, complete",
    ):  # fmt: skip
        assert words in first


@pytest.mark.rule(23)
def test_one_dossier_is_below_the_register_and_three_on_every_further_page():
    page = sheet(veterans())
    assert page.paragon.name == "Moff Jerjerrod"
    assert [len(forms) for forms in page.pages] == [3, 3]
    assert [form.unit for form in page.pages[1]] == ["Scout Troopers (Special Forces)", "", ""]


@pytest.mark.rule(23)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_pages_hold_one_and_three_dossiers(paper):
    pages = page_texts(made(veterans(), paper))
    assert [page.count("Dossier name") for page in pages] == [1, 3, 3]
    assert "PARAGON’S DOSSIER" in pages[0]
    assert page_size(made(veterans(), paper)) == {"a4": (595, 842), "letter": (612, 792)}[paper]


def test_every_page_has_its_number_the_points_date_and_the_notice():
    pages = page_texts(made(veterans()))
    for number, page in enumerate(pages, 1):
        assert f"Page {number} of {len(pages)}" in page
        assert "Points of 1 July 2026" in page
        assert "unofficial fan tool" in page


def test_a_dossier_is_filled_from_the_state():
    form = sheet(veterans()).pages[0][0]
    assert (form.name, form.unit, form.points) == ("The Bold Ones", "Stormtroopers (Corps)", 42)
    assert (form.veteran_rank, form.maximum, form.experience, form.cap) == (2, 3, 14, 25)
    assert [(setback.name, setback.number) for setback in form.setbacks] == [
        ("Downtrodden", "×2"),
        ("Battle-Shaken", ""),
    ]
    assert [(commendation.name, commendation.number) for commendation in form.commendations] == [
        ("Resilient", ""),
        ("Headhunters", "high"),
    ]


def test_a_dossier_reads_on_paper():
    first, second = page_texts(made(veterans()))[:2]
    assert "Veteran rank 2, at most 3" in second
    assert "Downtrodden ×2" in second
    assert "VR 1 at 5 VR 2 at 13 VR 3 at 25 VR 4 at 40 VR 5 at 50" in second
    for words in ("Tip of the Spear 8", "Enemy Down!", "Inspire 1", "Unsure 2 games left"):
        assert words in first


@pytest.mark.rule(23)
@pytest.mark.parametrize("count", [7, 8, 9, 20])
def test_three_well_equipped_units_still_share_a_page(count):
    upgrades = tuple(OwnedUpgrade(f"none-{n}", f"Electrobinoculars {n}", "gear", 9) for n in range(count))
    state = founded()
    for dossier in state.dossiers:
        state = changed(state, dossier.id, upgrades=upgrades)
    pages = page_texts(made(state, "letter"))
    assert [page.count("Dossier name") for page in pages] == [1, 3]
    assert text_of(made(state, "letter")).count("Electrobinoculars") == 4 * count


def test_the_experience_of_a_battle():
    assert [(row.name, row.words) for row in chart("Experience").rows] == [
        ("Took part", "1 experience."),
        ("Contests or holds an objective token at the end", "1 experience."),
        ("Most Feared Rival", "3 experience for a unit the opponent names."),
    ]


def test_more_assets_than_lines_are_all_printed():
    assets = ("medevac", "combat-drop", "contingency-plan", "request-assistance", "request-assistance")
    state = replace(veterans(), assets=assets)
    assert sheet(state).assets[3:] == ("Request Assistance", "Request Assistance")
    assert text_of(made(state)).count("Request Assistance") == 2


def test_potential_overdrawn_says_by_how_much():
    assert "37 over" in text_of(made(replace(veterans(), potential=200)))


# The blank form -------------------------------------------------------------------------------------------


@pytest.mark.rule(13, 23)
def test_an_empty_register_gives_the_blank_form():
    page = sheet(Register())
    assert (page.name, page.potential, page.spent, page.supply, page.reputation) == (
        "",
        None,
        None,
        None,
        None,
    )
    assert page.assets == ("", "", "")
    assert [(agenda.name, agenda.boxes, agenda.marked) for agenda in page.agendas] == [("", 5, 0)] * 3
    assert [len(forms) for forms in page.pages] == [3]
    pages = page_texts(made(Register()))
    assert [page.count("Dossier name") for page in pages] == [1, 3]
    assert "600 to begin with" in pages[0]


def test_a_page_that_is_full_gets_no_blank_page_after_it():
    assert [len(forms) for forms in sheet(founded()).pages] == [3]


# What cannot be trusted -----------------------------------------------------------------------------------


def test_hostile_names_print_literally():
    state = replace(changed(veterans(), "d2", name=HOSTILE), name=HOSTILE)
    pages = page_texts(register_pdf(state, BOOKS, CARDS, {"ann": HOSTILE}, "a4"))
    assert pages[0].count(HOSTILE) == 2
    assert pages[1].count(HOSTILE) == 3  # the running head names Register and player


def bulging(name: str) -> Register:
    """A Register whose every dossier has all there is."""
    upgrades = tuple(OwnedUpgrade(f"none-{n}", f"{name} {n}", "gear", 5) for n in range(60))
    honours = tuple(
        Award(commendation.id, commendation.name, commendation.high)
        for commendation in list(BOOKS.commendations.values())[:8]
    )
    state = founded()
    for dossier in state.dossiers:
        state = with_setbacks(state, dossier.id, *BOOKS.setbacks)
        state = changed(state, dossier.id, upgrades=upgrades, commendations=honours, name=name)
    return replace(state, assets=("medevac",) * 9)


@pytest.mark.parametrize("name", ["Upgrade", "W" * 1_000_000, "word " * 400])
def test_no_dossier_is_ever_divided(name):
    pages = page_texts(made(bulging(name)))
    assert sum(page.count("Dossier name") for page in pages) == 4
    for page in pages:
        assert page.count("Dossier name") == page.count("and 20 more")


@given(name=st.text(max_size=80))
@settings(max_examples=15, deadline=None)
def test_any_name_prints(name):
    assert made(replace(changed(founded(), "d3", name=name), name=name)).startswith(b"%PDF")


# The charts -----------------------------------------------------------------------------------------------


def chart(title):
    return next(
        chart for chart in charts_sheet(Register(), BOOKS, CARDS, "a4").charts if chart.title == title
    )


def test_the_casualty_check_has_its_five_results_in_order():
    assert [(row.name, row.words) for row in chart("Casualty check").rows] == [
        ("1  Any Surge", "Casualty: the unit leaves the Register."),
        ("2  Any Surge, Paragon", "Stays and rolls for a defining trait."),
        ("3  Criticals alone", "Hard lesson: 2 experience and a roll for a setback."),
        ("4  Any Hit", "Costly: a roll for a setback."),
        ("5  Anything else", "Unharmed: 1 experience."),
    ]


@pytest.mark.parametrize(
    ("title", "first"),
    [
        ("Setbacks", ["Battle-Fatigue", "Battle-Shaken", "Downtrodden"]),
        ("Defining traits", ["Captious Command", "Unsure", "Tunnel Vision"]),
    ],
)
def test_charts_of_the_black_die_go_by_face(title, first):
    rows = chart(title).rows
    assert [row.name for row in rows[:3]] == first
    assert [row.face for row in rows[:4]] == ["face-hit", "face-blank", "face-surge", "face-critical"]
    assert rows[3].note == "Bring Peace to the Galaxy, 1 experience"


def test_supply_aid_and_assets_with_their_prices():
    supply = {row.name: row.words for row in chart("Supply").rows}
    assert supply == {
        "Block": "1 SP more.",
        "Surge": "1 SP more, for the winner alone.",
        "Blank": "Nothing more.",
    }
    aid = {row.name: row.note for row in chart("Aid requests").rows}
    assert aid["Active Recruiting"] == "1 SP"
    assert aid["Request Medical Supplies"] == "SP of the unit’s VR, at least 1, again"
    assets = {row.name: row.note for row in chart("Strategic assets").rows}
    assert assets["Heroic Intervention"] == "2 SP, not in your turning point"


def test_commendations_with_their_requirements():
    notes = {row.name: row.note for row in chart("Commendations").rows}
    assert notes["Well-Stocked"] == "VR 3, Special Munitions"
    assert notes["Flexible Response"] == "VR 2, Corps, Trooper"
    assert notes["Resilient"] == ""
    assert {row.name: row.note for row in chart("High commendations").rows}["Born to Lead"] == "VR 4, Paragon"


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_quick_reference_is_one_leaf_with_everything_on_it(paper):
    made = charts_pdf(veterans(), BOOKS, CARDS, paper)
    assert len(page_texts(made)) == 2
    text = text_of(made)
    parts = (BOOKS.setbacks, BOOKS.traits, BOOKS.aid, BOOKS.assets, BOOKS.commendations, BOOKS.paragon_cards)
    assert [card.name for part in parts for card in part.values() if card.name not in text] == []
    assert " ".join(str(start) for start in RANK_STARTS) in text
    assert "Commander VR 5" in text


def test_a_clubs_own_setback_is_marked():
    own = replace(BOOKS.setbacks["self-serving"], homebrew=True)
    books = replace(BOOKS, setbacks={**BOOKS.setbacks, "self-serving": own})
    state = with_setbacks(founded(), "d2", "self-serving")
    assert "Self-Serving (homebrew)" in text_of(register_pdf(state, books, CARDS, NAMES, "a4"))
    assert "Self-Serving (homebrew)" in text_of(charts_pdf(state, books, CARDS, "a4"))


# The command ----------------------------------------------------------------------------------------------


def run(*arguments):
    return CliRunner().invoke(register_print.command, arguments)


@pytest.mark.django_db
def test_the_command_prints_a_register_and_the_charts(ada, tmp_path):  # noqa: F811
    stream = founded_on_the_site(ada)
    for wanted, words in (("register", "Death Squadron"), ("charts", "Quick reference")):
        target = tmp_path / f"{wanted}.pdf"
        ran = run(stream.removeprefix("register:"), "--sheet", wanted, "--paper", "letter", "-o", str(target))
        assert ran.exit_code == 0, ran.output
        assert words.lower() in text_of(target.read_bytes()).lower()


@pytest.mark.django_db
@pytest.mark.parametrize("register", ["0" * 32, "register:" + "f" * 32, "nonsense", "", "x" * 100_000])
def test_the_command_refuses_a_register_that_is_not_there(register, tmp_path):
    ran = run(register, "-o", str(tmp_path / "none.pdf"))
    assert (ran.exit_code, ran.output) == (2, "There is no such Register.\n")
    assert not list(tmp_path.iterdir())


@pytest.mark.django_db
def test_the_command_says_where_it_cannot_write(ada, tmp_path):  # noqa: F811
    ran = run(founded_on_the_site(ada), "-o", str(tmp_path / "no" / "such.pdf"))
    assert ran.exit_code == 2
    assert "could not be written" in ran.output
