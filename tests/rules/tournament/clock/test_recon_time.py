"""A length that is rolled, and that nobody but a leader learns."""

import pickle
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.rules.dice.faces import Face
from muster.rules.tournament.clock.clock import call_time, new_clock, pause
from muster.rules.tournament.clock.recon_time import HiddenClock, Secret, base_problems, rolled_length
from muster.rules.violations import Refused

BLOCK, SURGE, BLANK = Face.BLOCK, Face.SURGE, Face.BLANK
NOON = datetime(2026, 6, 20, 12, 0, tzinfo=UTC)
RED_FACES = st.lists(st.sampled_from([BLOCK, SURGE, BLANK]), min_size=5, max_size=5)


def codes(violations):
    return [violation.code for violation in violations]


@pytest.mark.rule(468, 469)
@pytest.mark.parametrize(
    ("faces", "minutes"),
    [
        ((BLANK,) * 5, 90),
        ((BLOCK, SURGE, BLANK, BLOCK, BLANK), 93),
        ((SURGE,) * 5, 95),
    ],
)
def test_each_block_and_surge_adds_a_minute(faces, minutes):
    assert rolled_length(90, faces).reveal() == minutes


@pytest.mark.rule(469)
@given(RED_FACES)
def test_the_length_is_within_five_minutes_of_the_base(faces):
    assert rolled_length(90, faces).reveal() == 95 - faces.count(BLANK)


@pytest.mark.rule(469)
@pytest.mark.parametrize("faces", [(), (BLOCK,) * 4, (BLOCK,) * 6, (Face.HIT,) * 5, (BLOCK,) * 10_000])
def test_only_five_red_defence_dice_will_do(faces):
    with pytest.raises(Refused) as refused:
        rolled_length(90, faces)
    assert codes(refused.value.violations) == ["recon_time.faces"]


@pytest.mark.rule(471)
def test_the_base_may_be_lengthened_before_the_event():
    assert base_problems("recon", 120, event_began=False) == ()
    assert codes(base_problems("recon", 120, event_began=True)) == ["recon_time.announced_too_late"]
    assert base_problems("recon", 90, event_began=True) == ()


@pytest.mark.rule(468, 471)
@pytest.mark.parametrize("base", [-1, 0, 60, 89, 10_000])
def test_the_base_is_never_shortened(base):
    assert codes(base_problems("recon", base, event_began=False)) == ["recon_time.base"]


def hidden(minutes):
    return HiddenClock(msgspec.structs.replace(new_clock(minutes), started=NOON))


@pytest.mark.rule(467)
@given(st.integers(90, 95), st.integers(90, 95))
def test_a_secret_shows_in_no_text(minutes, other):
    assert repr(Secret(minutes)) == repr(Secret(other)) == str(Secret(other)) == f"{Secret(minutes)}"
    assert repr(hidden(minutes)) == repr(hidden(other))
    assert repr(hidden(minutes).remaining(NOON)) == repr(
        hidden(other).remaining(NOON + timedelta(minutes=91))
    )


@pytest.mark.rule(467)
@pytest.mark.parametrize("value", [Secret(93), hidden(93), {"left": hidden(93).remaining(NOON)}])
def test_a_secret_cannot_be_encoded_or_stored(value):
    for leak in (msgspec.json.encode, msgspec.msgpack.encode, msgspec.to_builtins, pickle.dumps):
        with pytest.raises(TypeError):
            leak(value)


def test_a_secret_is_no_key():
    with pytest.raises(TypeError):
        hash(Secret(93))
    assert Secret(93) == Secret(93) != Secret(94)


@pytest.mark.rule(467)
def test_what_is_announced_takes_no_time_of_day():
    clock = new_clock(93)
    going = msgspec.structs.replace(clock, started=NOON)
    announced = [
        HiddenClock(player).announcement
        for player in (clock, going, pause(going, NOON), call_time(going, NOON + timedelta(minutes=93)))
    ]
    assert announced == ["waiting", "running", "paused", "time"]


def test_leaders_open_the_clock():
    assert hidden(93).remaining(NOON + timedelta(minutes=60)).reveal() == timedelta(minutes=33)
    assert hidden(93).clock.reveal().minutes == 93
