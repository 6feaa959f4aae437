"""Dates in the format that calendars import (RFC 5545), each with a link back to its page."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

LINE: Final = 75
"""Bytes of a line; what is longer goes on below, after a space."""
USUAL: Final = timedelta(hours=8)
EVENING: Final = timedelta(hours=3)


class Meeting(msgspec.Struct, frozen=True, kw_only=True):
    """A date. Without `starts` it lasts all day; without `zone` its time is local to the reader."""

    uid: str
    title: str
    day: date
    starts: str = ""
    zone: str = ""
    place: str = ""
    words: str = ""
    address: str = ""
    lasts: timedelta = USUAL
    off: bool = False


def start_of(day: date | None, starts: str, zone: str) -> datetime | None:
    """The moment it begins, if day, time and zone are all known."""
    if day is None or not starts or not zone:
        return None
    try:
        return datetime.combine(day, time.fromisoformat(starts), ZoneInfo(zone)).astimezone(UTC)
    except (ZoneInfoNotFoundError, ValueError, OverflowError):
        return None


def calendar_file(meetings: Iterable[Meeting], now: datetime) -> bytes:
    """The calendar file."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Muster//EN", "METHOD:PUBLISH"]
    for meeting in meetings:
        lines += _lines(meeting, now)
    lines.append("END:VCALENDAR")
    return b"".join(_fold_line(line) for line in lines)


def _lines(meeting: Meeting, now: datetime) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{meeting.uid}"
    yield f"DTSTAMP:{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    yield from _times(meeting)
    for name, text in (
        ("SUMMARY", meeting.title),
        ("LOCATION", meeting.place),
        ("DESCRIPTION", meeting.words),
    ):
        if text:
            yield f"{name}:{_escape_text(text)}"
    if meeting.address:
        yield f"URL:{meeting.address}"
    if meeting.off:
        yield "STATUS:CANCELLED"
    yield "END:VEVENT"


def _times(meeting: Meeting) -> Iterator[str]:
    if moment := start_of(meeting.day, meeting.starts, meeting.zone):
        yield f"DTSTART:{moment:%Y%m%dT%H%M%SZ}"
        yield f"DTEND:{moment + meeting.lasts:%Y%m%dT%H%M%SZ}"
    elif meeting.starts:
        there = datetime.combine(meeting.day, time.fromisoformat(meeting.starts))
        yield f"DTSTART:{there:%Y%m%dT%H%M%S}"
        yield f"DTEND:{there + meeting.lasts:%Y%m%dT%H%M%S}"
    else:
        yield f"DTSTART;VALUE=DATE:{meeting.day:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{meeting.day + timedelta(days=1):%Y%m%d}"


def _escape_text(text: str) -> str:
    """Escape text so that nothing in it ends the value or starts another."""
    plain = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return "\\n".join(plain.splitlines())


def _fold_line(line: str) -> bytes:
    """Fold a long line as the format requires, without splitting a character."""
    pieces, rest = list[bytes](), line
    while rest:
        room, piece = LINE - bool(pieces), rest
        while len(piece.encode(errors="replace")) > room:
            piece = piece[: max(1, len(piece) - max(1, (len(piece.encode(errors="replace")) - room) // 4))]
        pieces.append((b" " if pieces else b"") + piece.encode(errors="replace"))
        rest = rest[len(piece) :]
    return b"\r\n".join(pieces) + b"\r\n"
