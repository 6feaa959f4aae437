"""What cards were and cost on earlier days: what is expected are the facts of the public card file."""

import json
from datetime import date, timedelta
from pathlib import Path

import msgspec
import pytest

from muster.rules.cards import catalogue
from muster.rules.cards.catalogue import read_data_file
from muster.rules.cards.history import History
from muster.rules.cards.types import Priced

CARDS = catalogue()
GOLDEN = Path(__file__).parents[2] / "golden" / "card_points.json"
HISTORY = CARDS.data.history
DAYS = HISTORY.days


def price(card_id: str, day: str) -> tuple[int | None, bool]:
    found = CARDS.points_on(CARDS.card(card_id), date.fromisoformat(day))
    return found.points, found.certain


@pytest.mark.parametrize(
    ("card_id", "day", "points"),
    [
        ("kg", "2024-02-20", 100),
        ("kg", "2025-04-05", 100),
        ("vd", "2024-02-20", 165),
        ("vd", "2024-07-18", 165),
        ("qm", "2024-02-20", 3),
        ("qm", "2024-11-03", 3),
        ("qm", "2025-06-01", 8),
        ("qm", "2024-11-06", 8),
        ("qn", "2024-02-20", 3),
        ("qn", "2024-11-03", 3),
        ("qn", "2024-11-06", 8),
        ("qn", "2025-06-01", 8),
        ("hp", "2024-02-20", 22),
        ("ae", "2024-02-20", 90),
        ("ae", "2025-04-15", 75),
        ("sr", "2024-10-11", 36),
        ("Kg", "2026-05-30", 10),
        # A year was mistyped: no update came in June 2025, and the file shows the old points until June 2026.
        ("sc", "2025-06-23", 28),
        ("sc", "2026-06-18", 28),
        ("sd", "2026-06-16", 28),
        ("Go", "2026-03-17", 19),
    ],
)
def test_points_are_those_that_were_seen(card_id, day, points):
    assert price(card_id, day) == (points, True)


@pytest.mark.parametrize("card_id", ["qm", "qn"])
def test_a_price_that_came_back_is_known_by_its_days_and_not_by_todays(card_id):
    """3 points were shown until 3 November 2024 and are today's again: without the rows in between, today's
    price would be said of every day, and be right on the first by chance."""
    course = CARDS.points_course(CARDS.card(card_id))
    assert [(since.isoformat(), then.points, then.certain) for since, then in course[1:]] == [
        ("2024-02-20", 3, True),  # the first day of the file
        ("2024-11-04", 3, False),  # after the last day that shows the old points
        ("2024-11-06", 8, True),
        ("2026-04-21", 3, True),
    ]


@pytest.mark.parametrize(
    ("card_id", "day", "points"),
    [
        # The file went on showing the old points for months after a recorded change: they contradict.
        ("wn", "2024-07-19", 85),
        ("wn", "2024-10-12", 85),
        ("fr", "2024-11-03", 24),
        ("sd", "2026-06-18", 28),
        # Between the last day with the old points and the first with the new ones.
        ("kg", "2025-04-14", 100),
        # An official update that the file followed late.
        ("vd", "2024-07-19", 165),
        ("vd", "2024-08-29", 165),
        # Before the first day that shows the card, and before it had a price.
        ("kg", "2024-02-19", 100),
        ("vd", "2023-01-01", 165),
        ("Bi", "2025-06-01", 50),
        ("Do", "2025-09-24", 70),
        # Points of a single day.
        ("xo", "2024-04-09", 20),
        ("Hp", "2026-03-28", 30),
    ],
)
def test_what_nothing_settles_is_not_certain(card_id, day, points):
    assert price(card_id, day) == (points, False)


@pytest.mark.parametrize(
    ("card_id", "day", "points"),
    [
        ("ao", "2024-07-19", 50),  # shown with 55 until 30 July
        ("da", "2024-08-22", 5),  # shown with 2 until then
        ("la", "2026-04-21", 60),  # shown with 64 on the day itself
        ("Jw", "2026-06-18", 24),  # shown with 30 since May
    ],
)
def test_an_exact_date_wins_over_a_file_that_was_late_or_early(card_id, day, points):
    assert price(card_id, day) == (points, True)


def shown_by(rows: list[tuple[date, int | None]], day: date) -> int | None:
    """What the file showed on a day: nothing before its first row and where the card was not there."""
    return next((points for seen, points in reversed(rows) if seen <= day), None)


def without_slips(rows: list[tuple[date, int | None]]) -> list[tuple[date, int | None]]:
    """The rows without points that were missing for less than a week and came back the same."""
    gaps = {
        gap
        for before, gap, after in zip(rows, rows[1:], rows[2:], strict=False)
        if not gap[1] and before[1] == after[1] and after[0] - gap[0] < timedelta(days=7)
    }
    return [row for row in rows if row not in gaps]


def exact(card: Priced, day: date) -> set[int]:
    """What recorded changes say about a day: after the last one before it, and before the next one."""
    past = [change.after for change in card.points_history if change.date <= day]
    coming = [change.before for change in card.points_history if change.date > day]
    return {*past[-1:], *coming[:1]}


def test_the_law_of_prices_holds_for_every_card_on_every_day():
    """Held against the card file itself, and not against our record of it: what is called certain was shown
    on the day, or an exact date says so; before a card's first row and on the days between two rows that
    differ only an exact date makes anything certain."""
    golden = json.loads(GOLDEN.read_text())
    days, asked = [date.fromisoformat(day) for day in golden["days"]], 0
    for card_id, written in golden["points"].items():
        card = CARDS.cards.get(card_id)
        if not isinstance(card, Priced) or card.points is None:
            continue
        rows = without_slips([(date.fromisoformat(seen), points) for seen, points in written])
        edges = [seen - timedelta(days=1) for seen, _ in rows]
        for day in sorted(day for day in {*days, *edges} if day < CARDS.edition):
            price, shown = CARDS.points_on(card, day), shown_by(rows, day)
            sure = shown == price.points == shown_by(rows, min(later for later in days if later >= day))
            asked += 1
            assert not price.certain or sure or price.points in exact(card, day), (card_id, day, price, shown)
    assert asked > 50_000


def test_before_its_first_day_no_card_has_its_price_of_today_for_certain():
    """Without a recorded change nothing is known of the time before."""
    eve = timedelta(days=1)
    for card in (*CARDS.data.units, *CARDS.data.upgrades, *CARDS.data.counterparts):
        if card.points is not None and not card.points_history:
            first = min(HISTORY.first_day(card.id), CARDS.edition)
            assert not CARDS.points_on(card, first - eve).certain, card.id


def test_the_course_of_points_says_the_same_as_each_day():
    for card in (*CARDS.data.units[:40], *CARDS.data.upgrades[:40]):
        course = CARDS.points_course(card)
        assert card.points is None or course[-1][1].points == card.points
        for day in (*DAYS[::9], *CARDS.change_dates):
            expected = [then for since, then in course if since <= day]
            assert not course or expected[-1] == CARDS.points_on(card, day), (card.id, day)


def test_the_file_is_read_strictly_and_names_its_source():
    raw = msgspec.json.decode(read_data_file("history"))
    assert "Legion HQ" in raw["source"] and "seen" in raw["meaning"]
    raw["cards"]["kg"]["was"][0]["colour"] = "red"
    with pytest.raises(msgspec.ValidationError, match="colour"):
        msgspec.convert(raw, History)


def test_rows_are_in_order_and_say_something():
    assert list(DAYS) == sorted(set(DAYS)) and (DAYS[0], DAYS[-1]) == (date(2024, 2, 20), date(2026, 7, 23))
    for card_id, card in HISTORY.cards.items():
        seen = [was.seen for was in card.was]
        assert seen == sorted(set(seen)) and set(seen) <= set(DAYS), card_id
        assert card.first or card.was, card_id
        assert card_id in CARDS.cards, card_id
        for was in card.was:
            fields = msgspec.to_builtins(was)
            own = CARDS.cards[card_id].__struct_fields__
            assert len(fields) > 1 and fields.keys() - {"seen", "army_keywords"} <= set(own), card_id


def test_withdrawn_cards_keep_their_last_price():
    assert not HISTORY.withdrawn.keys() & CARDS.cards.keys()
    guards = HISTORY.withdrawn["bc"]
    assert (guards.name, guards.points, guards.rank) == ("Imperial Royal Guards", 69, "special-forces")
    assert all(
        (card.points is None) == (card.kind in ("command", "battle")) for card in HISTORY.withdrawn.values()
    )


def test_what_a_card_was():
    droids, team = CARDS.earlier(CARDS.card("Aw")), CARDS.earlier(CARDS.card("ky"))
    assert (droids[-1].seen, droids[-1].unit_type) == (date(2026, 4, 21), "ground-vehicle")
    assert (team[-1].seen, team[-1].rank, team[-1].points) == (date(2026, 4, 21), "special-forces", 26)
    assert all(isinstance(CARDS.card(each), Priced) for each in ("Aw", "ky"))
