"""The pages of a game: each step, answer and card has words and a form; secrets and scores in their place."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from html import unescape
from random import Random
from typing import get_args

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from msgspec.structs import replace

from muster.app.game.playing.playing import GameDesk
from muster.rules.cards import catalogue
from muster.rules.dice.faces import Die, Face
from muster.rules.dice.pools import at_least, average
from muster.rules.game import answers, game, hooks
from muster.rules.game.engine.continuations import CHOICES, DICE
from muster.rules.game.kernel import RULES, no_one, open_step
from muster.rules.game.log.events import CardsRevealed, Chosen, Scored, StackSaved, UnitChanged
from muster.rules.game.phases.other_orders import REASONS
from muster.rules.game.replaying import arena
from muster.rules.game.special_operations.actions import ACTIONS
from muster.rules.game.special_operations.events import AttackDeclared
from muster.rules.game.steps import GiveOrders
from muster.rules.game.steps.step import Step
from muster.rules.game.table import SEATS, Ended, Game, Score, view
from muster.rules.log import Event, LoggedAct
from muster.web.game.play.forms import ANSWER_READERS, FORMS
from muster.web.game.play.news import News, news
from muster.web.game.play.pages import part_for
from muster.web.game.play.prompts.asking import PARTS, prompt_for
from muster.web.game.play.prompts.prompt import MAKERS
from muster.web.game.play.rows import groups, unit_lines
from muster.web.game.play.tally import SideScore, chart
from muster.web.game.play.telling import side_of, tell
from muster.web.game.play.words import command_card
from muster.web.game.wording import wordings
from muster.web.page import render_page
from tests.app.game_seats import moves, play, two_at_a_game
from tests.web.form_filler import Shown

DRAWN = ("faulty-equipment", "comms-disruption")
"""Tokens that the app draws: nobody is asked."""
MISSIONS = [
    *(("recon", name) for name in arena.missions("recon")[::4]),
    *(("turning-point", name) for name in arena.missions("turning-point")),
    *(("standard", name) for name in arena.missions("standard")[::7]),
    *(("standard", name) for name in arena.missions("standard")[::11]),
]


def opened(mission: str, level: str = "full", seed: int = 7) -> GameDesk:
    how = {"mode": "turning-point", "mission": mission} if mission else {}
    return two_at_a_game(seed=seed, level=level, **how)


# Every kind has words and a form ---------------------------------------------------------------------------


def test_every_step_that_somebody_answers_has_a_prompt() -> None:
    assert PARTS and game
    answered = {kind for kind, rule in RULES.items() if rule.who is not no_one}
    nobodys = {kind.__name__ for kind in answered - MAKERS.keys()}
    assert nobodys == set()
    assert all(issubclass(kind, Step) for kind in MAKERS)


def test_every_purpose_question_roll_and_deed_of_a_card_has_words() -> None:
    words = wordings()
    assert set(words.choose) == set(CHOICES)
    assert set(words.roll) == {name for name in DICE if name not in DRAWN}
    assert set(words.deeds) == set(hooks.UNIT_ACTIONS)
    assert set(words.orders) == set(REASONS)
    assert {name for name, action in ACTIONS.items() if action.cost is not None} <= set(words.actions)


def test_every_answer_and_change_has_a_form() -> None:
    form = QueryDict("prompt=p&say=x&pick=draw&do=say")
    said = {type(reader(form)) for reader in ANSWER_READERS.values()}
    spoken = {
        type(one.read(QueryDict(f"say=done&prompt=p&do={verb} one.1 aim")).said)  # type: ignore[attr-defined]
        for verb, one in FORMS.items()
        if one.command.__name__ == "Speak"
    }
    made = said | spoken | {type(ANSWER_READERS["turn"](QueryDict("prompt=p&pick=activate one.1")))}
    missing = {kind.__name__ for kind in get_args(answers.AnyInput)} - {kind.__name__ for kind in made}
    assert missing == set()


# Walked through --------------------------------------------------------------------------------------------


def stops(log: Sequence[Event]) -> Iterator[Game]:
    """The game wherever somebody had to decide."""
    state = Game()
    for event in log:
        state = game.evolve(state, event)
        if isinstance(event, StackSaved) and not state.table.ended:
            yield state


@pytest.mark.parametrize("mode, mission", MISSIONS)
@pytest.mark.parametrize("level", ["full", "score"])
def test_a_whole_game_is_asked_in_words(mode: str, mission: str, level: str) -> None:
    """Every prompt on the way says what it asks and what its button does; each kind is drawn once, with the
    form for who has to answer and none for others."""
    asked_in_words(arena.play(mode, mission, "words", level))


@pytest.mark.parametrize("mission", arena.missions("special-operations"))
@pytest.mark.parametrize("edition, dice", [("playtest", "app"), ("v1.1", "own")])
def test_a_whole_operation_is_asked_in_words(mission: str, edition: str, dice: str) -> None:
    setting = arena.Setting(edition=edition, dice=dice)
    asked_in_words(arena.play("special-operations", mission, "words", "full", setting))


def words_of_a_shared_phone(state: Game) -> bool:
    """One phone for both has the question, or a way to pass it on."""
    shared = render_page(part_for(Shown(state), "both"))
    return 'name="prompt"' in shared or "Pass the phone to" in shared


def asked_in_words(played: arena.Played) -> None:
    """Each kind of prompt has its words; it is drawn once for who is asked, and for a watcher without it."""
    drawn_kinds = set[object]()
    for state in stops(played.log):
        step = state.table.todo[-1]
        kind = (type(step), *(getattr(step, name, "") for name in ("purpose", "what", "stage")))
        seat = next(one for one in SEATS if open_step(view(state, one)))
        prompt = prompt_for(view(state, seat))
        assert prompt and prompt.title and prompt.button and prompt.say in ANSWER_READERS
        assert "{" not in prompt.title + prompt.lede + prompt.button
        if kind not in drawn_kinds:
            drawn_kinds.add(kind)
            own, watch = (render_page(part_for(Shown(state), who)) for who in (seat, "watch"))
            typed = prompt.kind == "roll" and state.table.dice == "own"
            assert f'value="{prompt.id}"' in own and ("Enter these dice" if typed else prompt.button) in own
            assert 'name="prompt"' not in watch
            assert words_of_a_shared_phone(state)
    assert "Close the game" in render_page(part_for(Shown(played.game), "one"))


def test_a_hand_is_shown_to_its_seat_alone_and_one_phone_passes_first() -> None:
    desk = opened("")
    play(desk, Random(3), until="r1.card")
    own, other, both, watch = (render_page(part_for(desk, who)) for who in ("one", "two", "both", "watch"))
    assert "Only you see this" in own and "Only you see this" in other
    assert "Play it facedown" not in both + watch
    assert "Pass the phone to Ann" in both and "Pass the phone to Bob" in both


def test_dice_and_cards_are_shown_to_all_when_they_fall_and_turn_over() -> None:
    desk = opened("")
    play(desk, Random(3), until="setup.edge")
    part = part_for(desk, "watch")
    (roll,) = part.news.thrown
    assert roll.name == "Colour" and len(roll.dice) == 1 and f"#roll-{roll.step}" in render_page(part)
    play(desk, Random(3), until="r1.card")
    quiet = part_for(desk, "watch").news
    play(desk, Random(3), until="r1.orders.one")
    assert quiet.revealed == () and desk.game.table.chairs["one"].played


def test_a_command_card_says_in_the_hand_and_when_it_orders_what_it_does() -> None:
    desk = opened("")
    play(desk, Random(3), until="r1.card")
    told = {
        one.value: catalogue().effect(catalogue().command(one.value))
        for one in part_for(desk, "one").prompt.options
    }
    hand = unescape(render_page(part_for(desk, "one")))
    assert any(told.values()) and all(one.plain in hand for one in told.values() if one)
    play(desk, Random(3), until="r1.orders.one")
    table = desk.game.table
    played = command_card(table, table.chairs["one"].played)
    assert (
        played.text and f"{played.name}: {played.orders}. {played.text}" == part_for(desk, "one").prompt.lede
    )


def test_a_card_that_turned_over_says_who_gets_orders_and_what_it_does() -> None:
    desk = opened("")
    shown = CardsRevealed(cards={"one": "tw", "two": "bl"}, pips={"one": 2, "two": 1})
    act = LoggedAct("", "", datetime(2026, 11, 16, tzinfo=UTC), (shown,))
    first, second = news(replace(desk.game.table, blue="one"), [act]).revealed
    assert first.orders == "IG-11 or IG-88"
    assert first.text == (
        'The ordered droid takes an Aim token and has <a href="/keywords/demoralize">Demoralize 3</a> and '
        '<a href="/keywords/steady">Steady</a> for the round.'
    )
    assert f"<p>{first.text}</p>" in render_to_string(
        "game/play/news.html", {"news": News(revealed=(first,)), "id": ""}
    )
    assert (second.orders, second.text) == ("1 unit", "It brings its orders and nothing else.")
    paragon = command_card(desk.game.table, "enemy-down")
    assert paragon.orders == "Paragon and 1 unit" and paragon.text.startswith("Ordered units gain 2 Aims.")


@pytest.mark.rule(273)
@pytest.mark.parametrize(
    ("card", "others"), [("the-best-of-us", 0), ("enemy-down", 1), ("objective-complete", 2)]
)
def test_units_that_a_card_names_and_others_are_counted_apart(card: str, others: int) -> None:
    """The Paragon, and so many other units: nothing is offered that is refused."""
    desk = opened("")
    play(desk, Random(3), until="r1.orders.one")
    table = desk.game.table
    first, *rest = [unit for unit in table.units.values() if unit.seat == "one"]
    units = {**table.units, first.id: replace(first, paragon=True)}
    chairs = {**table.chairs, "one": replace(table.chairs["one"], played=card)}
    led = replace(desk.game, table=replace(table, units=units, chairs=chairs))
    asked = MAKERS[GiveOrders](view(led, "one"), table.todo[-1])
    assert len(asked.options) == 1 + (len(rest) if others else 0)
    assert [(len(one.options), one.most) for one in asked.lists] == (
        [(1, 1), (len(rest), others)] if others else []
    )


def test_a_fact_of_an_attack_may_be_several_words() -> None:
    """Two or more smoke tokens improve cover by 2 (core: Smoke)."""
    form = QueryDict("do=say fact smoke two or more&say=declare&prompt=r1.9.declareattack&target=one.3")
    assert FORMS["say"].read(form).said.facts == {"smoke": "two or more"}


def test_the_score_names_card_round_and_reason_of_every_point() -> None:
    desk = opened("", "score", 4)
    for _ in moves(desk, Random(4)):
        pass
    part = part_for(desk, "watch")
    pane = part.score_pane
    assert desk.game.table.scores
    for side in (0, 1):
        lines = [(line.blue, line.red)[side] for one in pane.tally for line in one.lines]
        assert sum(lines) == part.scores[side].points == len(part.scores[side].track)
    assert all(
        one.round and one.card and all(line.words for line in one.lines) for one in part.score_pane.tally
    )
    assert pane.chart and pane.chart.words.startswith("Victory points after each round")


def test_the_chart_shows_both_sides_while_they_are_level() -> None:
    """Red leads after round 1 and both have three points after round 2; Red's score comes first."""
    desk = opened("", "score", 4)
    play(desk, Random(4), until="r2.card")
    red, blue = (
        SideScore("red", "Maximiliane", 3, True, (1, 1, 2)),
        SideScore("blue", "Bo", 3, False, (1, 2, 2)),
    )
    drawing = chart(desk.game.table, (red, blue))
    assert drawing
    under, over = drawing.lines
    assert (under.side, over.side) == ("blue", "red")  # the dashes of Red let Blue's line through
    assert under.dots[0].x == over.dots[0].x and under.dots[0].y != over.dots[0].y
    assert under.dots[1].y == over.dots[1].y and over.dots[1].x - under.dots[1].x >= 10  # a dot is 10 wide
    assert ">Maximiliane<" in render_page(replace(part_for(desk, "watch").score_pane, chart=drawing))


def test_the_map_is_drawn_to_scale_from_where_one_stands() -> None:
    """Wipe Them Out is played on 6 by 3 feet; Red sees the same table from the other edge."""
    desk = opened("wipe-them-out")
    play(desk, Random(1), until="r1.card")
    blue, red = (part_for(desk, desk.game.table.seat_of(side)).mission_pane.map for side in ("blue", "red"))
    assert blue and red and (blue.width, blue.height) == (72, 36)
    places = [(token.x, token.y) for token in blue.tokens]
    turned = [(72 - token.x, 36 - token.y) for token in red.tokens]
    assert places == turned and (blue.below, red.below) == ("blue", "red")
    assert all("from the left" in text for text in blue.words)


def test_odds_beside_a_roll_are_exact() -> None:
    """A red defence die has 3 Blocks, a Surge and 2 Blanks; a black attack die 1 Critical, 3 Hits, 1 Surge,
    3 Blanks."""
    assert at_least([Die.DEFENCE_RED], [Face.BLOCK], 1) == 1 / 2
    assert at_least([Die.ATTACK_BLACK] * 2, [Face.HIT, Face.CRITICAL], 2) == 1 / 4
    assert average([Die.ATTACK_BLACK] * 5, [Face.HIT, Face.CRITICAL]) == 5 / 2


def test_a_side_left_alone_may_say_that_its_last_fell_in_the_same_act() -> None:
    """G47: the button is on the rows of the side that is left, until the game is closed."""
    seen = two_at_a_game().game
    units = {
        id: replace(one, gone="defeated" if one.seat == "one" else "") for id, one in seen.table.units.items()
    }
    alone = replace(seen.table, phase="over", blue="one", todo=(), units=units,
                    ended=Ended(winner="red", ground="tabled"))  # fmt: skip
    for table, seat, offered in ((alone, "two", True), (alone, "one", False),
                                 (replace(alone, closed=True), "two", False)):  # fmt: skip
        rows = [row for group in groups(view(replace(seen, table=table), seat), "two") for row in group.rows]
        assert {row.fell_too for row in rows} == {offered}
    assert 'value="defeat two.1"' in unit_lines(rows[0]._replace(fell_too=True), True, "")


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            Chosen(seat="one", purpose="give-intel", units=("two.1", "two.2")),
            "Which units gain Intel? Ann chose Bossk, X-34 Landspeeder 1",
        ),
        (Chosen(seat="two", purpose="name-three", units=()), "Name 3 of your units: Bob chose none"),
        (Chosen(seat="two", purpose="sweep-and-clear", units=()), "Sweep And Clear: Bob chose none"),
        (UnitChanged(unit="one.1", what="waiting", by=-1, why="covert-deploy"), ""),
        (UnitChanged(unit="one.1", what="reserve", by=1), "Bossk goes into the reserve"),
        (UnitChanged(unit="one.1", what="standby", by=-1, why="lost"), "Bossk lost 1 Standby"),
        (
            Scored(
                score=Score(
                    side="blue",
                    points=1,
                    card="surface-scan",
                    round=1,
                    reason="scanners-out",
                    about=("one.2", "one.3"),
                )
            ),
            "Ann scored 1 VP: X-34 Landspeeder 1, X-34 Landspeeder 2: 2 Scanners outside own Territory",
        ),
    ],
)
def test_the_log_speaks_of_the_game_in_words_of_the_game(event: Event, said: str) -> None:
    assert tell(replace(two_at_a_game().game.table, blue="one"), event) == said


def test_an_attack_is_the_act_of_who_attacks() -> None:
    table = replace(two_at_a_game().game.table, blue="one")
    attack = [AttackDeclared(by="two.1", on="one.1", weapons=(), dice=())]
    assert side_of(table, [*attack, UnitChanged(unit="one.1", what="wound", by=1)]) == "red"


def test_who_waits_sees_what_has_just_happened_and_who_did_it_does_not() -> None:
    """The newest act of the other side also stands above one's own question, unless its dice tell it."""
    desk, told = two_at_a_game(), set[tuple[str, bool]]()
    for _ in moves(desk, Random(3)):
        for seat in SEATS:
            part = part_for(desk, seat)
            if part.just:
                told.add((seat, part.prompt is None))
                assert part.just == part.log[0] and part.just.back != "take"
                assert not part.prompt or part.just.side != desk.game.table.side_of(seat)
                assert part.just.texts[-1] in render_page(part).partition("tab-units")[0].replace(
                    "&#39;", "'"
                )
        if desk.game.table.round == 2:
            break
    assert told == {(seat, waits) for seat in SEATS for waits in (True, False)}


def test_the_tokens_of_a_defeated_unit_are_not_shown() -> None:
    seen = two_at_a_game().game
    hit = replace(seen.table.units["one.1"], suppression=2, tokens={"aim": 1})
    for gone, shown in (("", 2), ("defeated", 0)):
        table = replace(seen.table, blue="one", units={**seen.table.units, "one.1": replace(hit, gone=gone)})
        rows = [row for group in groups(view(replace(seen, table=table), "one"), "one") for row in group.rows]
        assert [len(row.toks) for row in rows if row.id == "one.1"] == [shown]
