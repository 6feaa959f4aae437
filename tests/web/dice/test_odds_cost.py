"""What a stranger's question about odds may cost: counted in combinations weighed."""

import pytest

from muster.rules.dice import aims, odds
from muster.rules.dice.questions import Attack, Defence, Question, in_effect
from muster.rules.dice.standard.best_play import MOST_SITUATIONS, situations
from muster.rules.dice.standard.course import Course
from muster.rules.dice.standard.lying import Sides
from muster.rules.violations import Refused
from muster.web.dice import asking, weighing
from muster.web.serving.limits import HeavyWork

INTRICATE = Question(Attack(red=5, black=5, white=5, aims=5, critical=3), Defence(armour=4))
REAL = Question(
    Attack(red=4, black=4, white=4, aims=2, precise=1, critical=2),
    Defence(armour=3, mode="special-operations"),
)


@pytest.fixture
def weighed(monkeypatch):
    """How many combinations were weighed: those of every product that was counted and not refused."""
    done = []
    count = aims.AimedRoll._count

    def counted(self, some, others):
        before = self.work
        count(self, some, others)
        done.append(self.work - before)

    monkeypatch.setattr(aims.AimedRoll, "_count", counted)
    odds.forget()
    asking._known.clear()
    yield done
    odds.forget()
    asking._known.clear()


def test_an_intricate_question_stops_before_it_costs_more_than_it_may(weighed):
    with pytest.raises(Refused) as refused:
        asking.answer(INTRICATE)
    assert [one.code for one in refused.value.violations] == ["odds.too_intricate"]
    assert 0 < sum(weighed) <= weighing.MOST_WORK


def test_a_refusal_is_remembered_like_an_answer(weighed, client):
    address = "/api/v1/dice/odds?red=5&black=5&white=5&aims=5&critical=3&armour=4"
    assert client.get(address).status_code == 422
    first = sum(weighed)
    for _ in range(3):
        assert client.get(address).status_code == 422
    assert sum(weighed) == first
    asking.answer(REAL)
    once = sum(weighed)
    assert asking.answer(REAL) == asking.answer(REAL)
    assert sum(weighed) == once > first


def test_what_is_remembered_is_bounded(weighed, monkeypatch):
    monkeypatch.setattr(asking, "KEPT", 3)
    for dice in range(1, 8):
        asking.answer(Question(Attack(black=dice), Defence()))
    assert len(asking._known) == 3


def test_a_real_attack_with_everything_is_answered(weighed):
    assert asking.answer(REAL).mean > 0
    assert sum(weighed) <= weighing.MOST_WORK
    standard = Question(REAL.attack, Defence(armour=3))
    assert asking.answer(standard).play == "near"
    assert situations(Course(Sides(*in_effect_of(standard))), exact=False) <= MOST_SITUATIONS


def in_effect_of(question):
    return in_effect(question).attack, in_effect(question).defence


def test_when_others_wait_a_new_question_is_told_to_come_back_and_an_old_one_is_answered(
    weighed, client, monkeypatch
):
    client.get("/api/v1/dice/odds?black=4")
    monkeypatch.setattr(asking, "LANE", HeavyWork(waiting=0))
    with asking.LANE.slot():
        busy = client.get("/api/v1/dice/odds?black=5")
        assert client.get("/api/v1/dice/odds?black=4").status_code == 200
    assert busy.status_code == 503 and int(busy["Retry-After"]) > 0
    assert [one["code"] for one in busy.json()["violations"]] == ["site.busy"]
    assert client.get("/api/v1/dice/odds?black=5").status_code == 200


def test_dice_that_no_later_aim_tells_apart_are_weighed_together(weighed):
    squad = Defence(armour=3, mode="special-operations")
    asking.answer(Question(Attack(red=4, black=4, white=4, aims=2, critical=2, impact=2), squad))
    assert 40_000 < sum(weighed) < 50_000
