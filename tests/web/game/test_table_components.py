"""What the regulations say of a component, looked up at the table."""

import pytest

from tests.web.account_fixtures import text_of


def asked(client, **question) -> str:
    answer = client.get("/tables/components", question)
    assert answer.status_code == 200
    return text_of(answer)


@pytest.mark.rule(562, 563, 564)
def test_what_may_be_used_in_place_of_the_official_component(client):
    assert "Only the official component" in asked(client, part="miniature", matter="instead")
    assert "That may be used" in asked(client, part="base", matter="instead")
    assert "That may be used" in asked(client, part="token", matter="instead", token="other")
    for token in ("objective", "condition", "charge", "smoke", "order"):
        assert "Only the official component" in asked(client, part="token", matter="instead", token=token)
    assert "Proxy cards aren’t allowed" in asked(client, part="card", matter="instead")
    assert "That may be used" in asked(client, part="card", matter="instead", leader="on")


@pytest.mark.rule(567)
def test_on_a_stream_nothing_is_substituted(client):
    for part in ("card", "base", "token"):
        page = asked(client, part=part, matter="instead", leader="on", stream="on")
        assert "official stream only official components" in page and "That may be used" not in page


@pytest.mark.rule(560)
def test_a_competitive_event_wants_a_bag_for_order_tokens(client):
    question = {"part": "order-token", "matter": "damaged"}
    assert "opaque bag or container" in asked(client, **question, competitive="on")
    for fine in ({"competitive": "on", "bag": "on"}, {}):
        assert "opaque bag or container" not in asked(client, **question, **fine)


@pytest.mark.rule(552, 553)
def test_what_is_missing_costs_an_extension_the_game_and_the_event_in_this_order(client):
    page = asked(client, part="dice", matter="missing")
    places = [
        page.index(words) for words in ("Tell a leader", "extension", "concedes", "leaves the tournament")
    ]
    assert places == sorted(places)


@pytest.mark.rule(554, 555, 556)
def test_what_is_damaged_is_written_anew_used_on_mended_or_shared(client):
    assert "writes a proxy" in asked(client, part="card", matter="damaged")
    assert "Use it on" in asked(client, part="miniature", matter="damaged")
    assert "Mend it" in asked(client, part="miniature", matter="damaged", impedes="on")
    for part in ("dice", "range-ruler", "movement-tools"):
        assert "share your opponent" in asked(client, part=part, matter="damaged")
    assert "counts as missing" in asked(client, part="token", matter="damaged")


@pytest.mark.rule(542)
def test_what_was_ruled_out_and_cannot_be_replaced_drops_its_player(client):
    question = {"part": "miniature", "matter": "ineligible"}
    assert "is dropped" in asked(client, **question, needed="on")
    assert "Use the replacement" in asked(client, **question, needed="on", found="on")
    assert "Play without it" in asked(client, **question)


@pytest.mark.parametrize("nonsense", ["", "x" * 100_000, "<b>", "\x00"])
def test_a_question_that_makes_no_sense_is_the_first_one(client, nonsense):
    page = asked(client, part=nonsense, matter=nonsense, token=nonsense)
    assert "Proxy cards aren’t allowed" in page and "<b>" not in page
