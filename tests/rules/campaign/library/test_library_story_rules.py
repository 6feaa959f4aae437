"""What agendas and turning points are played from, in rows: thresholds, tables, maps."""

import pytest

from muster.rules.campaign.library.library import library
from muster.rules.campaign.library.story_rules import agenda_rules, mission_rules
from muster.rules.cards.vocabulary import display_word

BOOKS = library()

# The agenda cards: what the first box and the second of a battle take.
BOXES = {
    "persons-of-interest": ("5 or more tokens.", "7 or more tokens."),
    "gather-intelligence": ("3 or more tokens.", "4 or more tokens."),
    "keep-them-in-line": ("2 or more tokens.", "3 or more tokens."),
    "small-victories": ("3 or more tokens.", "if you lost."),
    "against-all-odds": (
        "3 or more tokens.",
        "if you won and you had fewer units on the table at the end than your opponent.",
    ),
    "concentrated-efforts": (
        "3 or more VP from secondary objectives.",
        "if you scored more VP from secondary objectives than your opponent.",
    ),
    "daring-defense": (
        "3 or more tokens.",
        "if the chosen unit was contesting the marked point at the end.",
    ),
    "martial-prowess": (
        "1 or more enemy units defeated by the Paragon.",
        "if one of the units your Paragon defeated was a Commander or an Operative.",
    ),
    "protect-your-allies": (
        "2 or more chosen units not defeated.",
        "if none of the chosen units was defeated.",
    ),
    "loot-and-plunder": (
        "1 or more holders of Plunder not defeated.",
        "3 or more holders of Plunder not defeated.",
    ),
}


@pytest.mark.rule(69, 70)
@pytest.mark.parametrize("id", BOXES)
def test_what_a_box_takes_is_said_and_never_a_0(id):
    rows = dict(agenda_rules(BOOKS.agendas[id], BOOKS.questions).rows)
    assert (rows["1 box"], rows["1 more"]) == BOXES[id]


@pytest.mark.rule(69, 70)
@pytest.mark.parametrize("agenda", BOOKS.agendas.values(), ids=lambda entry: entry.id)
def test_every_agenda_says_its_numbers_its_setup_and_its_reward(agenda):
    rows = dict(agenda_rules(agenda, BOOKS.questions).rows)
    assert rows["Reward"] == agenda.reward.words and rows.get("Setup", "") == agenda.setup
    assert rows["Complete"].startswith(f"with {agenda.needed} boxes")
    assert ("A52" in rows["Complete"]) == agenda.needed_assumed
    for threshold, title in ((agenda.first, "1 box"), (agenda.again, "1 more")):
        assert "0 or more" not in rows[title] and "-" not in rows[title]
        if threshold.count > (agenda.first.count if title == "1 more" else 0):
            assert rows[title].startswith(f"{threshold.count} or more {agenda.counts}")


def test_the_die_of_persons_of_interest_names_a_rank_for_each_face():
    ranks = agenda_rules(BOOKS.agendas["persons-of-interest"], BOOKS.questions).ranks
    assert [(face.value, display_word(rank)) for face, rank in ranks] == [
        ("critical", "Corps"), ("hit", "Special Forces"), ("surge", "Corps"), ("blank", "Support"),
    ]  # fmt: skip


def test_a_question_of_a_club_without_other_words_is_quoted():
    agenda = BOOKS.agendas["daring-defense"]
    question = BOOKS.questions["defender-on-marked-point"]
    asked = {question.id: type(question)(id=question.id, words="Was it there?")}
    assert dict(agenda_rules(agenda, asked).rows)["1 more"] == "if the answer is yes: “Was it there?”."


def test_every_official_question_can_be_told():
    assert all(question.told for question in BOOKS.questions.values())


@pytest.mark.rule(48, 58, 148)
@pytest.mark.parametrize("mission", BOOKS.turning_points.values(), ids=lambda entry: entry.id)
def test_a_turning_point_says_all_its_card_has(mission):
    rules = mission_rules(mission.id, BOOKS)
    rows = dict(rules.rows)
    held = {
        "Setup": mission.setup, "Scoring": mission.scoring, "Secondary": mission.secondary,
        "Blue’s advantage": mission.blue_advantage, "Red’s advantage": mission.red_advantage,
        "Either player": mission.spoils.words, "If Blue wins": mission.victory.words,
        "If Blue loses": mission.loss.words,
    }  # fmt: skip
    assert rows == {title: words for title, words in held.items() if words}
    assert [token for _, token in rules.tokens] == list(mission.map.tokens)
    assert len({number for number, _ in rules.key}) == len({token.name for token in mission.map.tokens})


def test_the_key_of_a_map_says_where_each_token_goes_in_inches():
    assert dict(mission_rules("seize-your-destiny", BOOKS).key) == {
        "1": "Landmark, contested within range 2. 18″ from the left, 18″ from Red’s edge. "
        "54″ from the left, 18″ from Red’s edge.",
        "2": "Dueling Ground, contested within range 1. 36″ from the left, 18″ from Red’s edge.",
    }
    stock = dict(mission_rules("running-out-of-time", BOOKS).key)["1"]
    assert "36″ from the left, 18″ from Red’s edge, with 5 tokens on it" in stock
