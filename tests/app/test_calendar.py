"""Dates as calendars read them, by RFC 5545."""

from datetime import UTC, date, datetime

import pytest

from muster.app.calendar import Meeting, calendar_file, start_of

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
DAY = date(2026, 6, 20)


def lines(**more: object) -> list[str]:
    made = calendar_file([Meeting(uid="u", title="Cup", day=DAY, **more)], NOW)
    assert made.endswith(b"\r\n") and all(len(line) <= 75 for line in made.split(b"\r\n"))
    return made.decode().replace("\r\n ", "").split("\r\n")


@pytest.mark.parametrize(
    ("given", "start", "end"),
    [
        # Rome is two hours ahead of UTC in June.
        ({"starts": "09:30", "zone": "Europe/Rome"}, "DTSTART:20260620T073000Z", "DTEND:20260620T153000Z"),
        ({"starts": "09:30"}, "DTSTART:20260620T093000", "DTEND:20260620T173000"),
        ({"starts": "09:30", "zone": "No/Where"}, "DTSTART:20260620T093000", "DTEND:20260620T173000"),
        ({}, "DTSTART;VALUE=DATE:20260620", "DTEND;VALUE=DATE:20260621"),
    ],
)
def test_a_date_is_a_moment_a_time_or_a_day(given, start, end):
    assert {start, end, "DTSTAMP:20260601T120000Z"} <= set(lines(**given))


def test_the_moment_is_known_where_day_time_and_zone_are():
    assert start_of(DAY, "09:30", "America/New_York") == datetime(2026, 6, 20, 13, 30, tzinfo=UTC)
    assert start_of(DAY, "", "Europe/Rome") is start_of(None, "09:30", "Europe/Rome") is None


def test_no_words_end_a_value_or_begin_another():
    found = lines(words="a;b,c\\d\r\nEND:VEVENT", place="ö" * 90)
    assert "DESCRIPTION:a\\;b\\,c\\\\d\\nEND:VEVENT" in found
    assert f"LOCATION:{'ö' * 90}" in found and found.count("END:VEVENT") == 1


def test_what_is_called_off_says_so():
    assert "STATUS:CANCELLED" in lines(off=True) and "STATUS:CANCELLED" not in lines()
