"""Evenings as an iCalendar file (RFC 5545), for the calendars of phones and computers.

Times are UTC instants, which every calendar shows in its own zone, so no file carries rules for time zones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Final

from bigslick.protocol.money import written
from bigslick.server.store.clubs import Club
from bigslick.server.store.evenings import Evening

MEDIA_TYPE: Final = "text/calendar"
HOURS: Final = 4
"""How long a calendar blocks for an evening, which has no end of its own."""
REMINDER_MINUTES: Final = 60
"""How long before the start a calendar reminds its owner."""
_FOLD_BYTES: Final = 75
_REFRESH: Final = "PT1H"
_ESCAPED: Final = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})


def calendar_file(club: Club, evenings: Iterable[Evening], address: str) -> bytes:
    """Return a club's evenings as a calendar; `address` is the room's."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//bigslick//club calendar//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"NAME:{_text(club.name)}",  # RFC 7986, and next what calendars read that are older
        f"X-WR-CALNAME:{_text(club.name)}",
        f"REFRESH-INTERVAL;VALUE=DURATION:{_REFRESH}",
        f"X-PUBLISHED-TTL:{_REFRESH}",
    ]
    for evening in evenings:
        lines += _event(club, evening, address)
    lines.append("END:VCALENDAR")
    return b"".join(map(_folded, lines))


def _event(club: Club, evening: Evening, address: str) -> Iterator[str]:
    form, off = evening.form, evening.called_off
    link = f"{address}/#/club/{club.id}"
    coming = len(evening.players("yes", club))
    blinds = written(form.chip_value, form.small_blind, form.big_blind)
    game = f"Texas hold'em {blinds}, {form.seats} seats, {coming} coming"
    changed = _utc(evening.changed_at)
    yield "BEGIN:VEVENT"
    yield f"UID:{evening.uid}@bigslick"
    yield f"DTSTAMP:{changed}"
    yield f"LAST-MODIFIED:{changed}"
    yield f"SEQUENCE:{evening.sequence}"
    yield f"STATUS:{'CANCELLED' if off else 'CONFIRMED'}"
    yield f"DTSTART:{_utc(evening.starts_at)}"
    yield f"DURATION:PT{HOURS}H"
    yield f"SUMMARY:{_text(f'{form.name} ({club.name})')}"
    yield f"DESCRIPTION:{_text(chr(10).join(filter(None, (off, evening.note, game, link))))}"
    yield f"LOCATION:{_text(address)}"
    yield f"URL:{link}"
    if not off:
        yield "BEGIN:VALARM"
        yield "ACTION:DISPLAY"
        yield f"DESCRIPTION:{_text(form.name)}"
        yield f"TRIGGER:-PT{REMINDER_MINUTES}M"
        yield "END:VALARM"
    yield "END:VEVENT"


def _text(value: str) -> str:
    return value.translate(_ESCAPED)  # RFC 5545, 3.3.11


def _utc(ms: int) -> str:
    return datetime.fromtimestamp(ms // 1000, UTC).strftime("%Y%m%dT%H%M%SZ")


def _folded(line: str) -> bytes:
    """Return a line of at most 75 bytes, and the rest on lines that begin with a blank (RFC 5545, 3.1); no character
    is split.
    """
    parts, length = [""], 0
    for letter in line:
        size = len(letter.encode())
        if length + size > _FOLD_BYTES:
            parts.append(" ")
            length = 1
        parts[-1] += letter
        length += size
    return "".join(f"{part}\r\n" for part in parts).encode()
