"""Reads PokerStars text, which PokerStars saves for players and most trackers import.

A file is cut at the first line of each hand, `PokerStars Hand #1: Hold'em No Limit ...`, wherever it is, and each hand
is read separately. Text is UTF-8, UTF-16 with a byte order mark, or cp1252 in old files. Files in this format from
other programs work too; games other than hold'em are refused.

Two sums must match. The chips put in, less those returned, equal the total pot. The chips collected, plus rake and
jackpot, equal it too.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, BinaryIO, Final

import msgspec

from ...action_kinds import MOST_PLACES, MOST_PLAYERS
from ...history import History
from ...history_details import DOUBLE_BOARD, FLAGS_OF_RUNS, BountyCollected, CashOut, Details, SittingOut
from ...notation import BadHistory
from ...replay.recorded_setup import OURS, ReplayRules
from ...replay.replay import replay
from .._amounts import number, numbers, units
from ..registry import MOST_BYTES, Format, Written
from ..reread import check_reread
from ._hand_text import HandText
from .header import Header, TableLine, read_header, read_price, read_table
from .lines import BadLine, bounty_won, cash_out
from .writing import write

_BLOCK: Final = 1 << 18
_HEADER: Final = re.compile(rb"\W*[A-Za-z][A-Za-z0-9 ]{0,50} (?:Hand|Game) #\d+: ")
_INSIDE: Final = re.compile(rb"PokerStars (?:[A-Z][a-z]+ ){0,2}(?:Hand|Game) #\d+: .{10,200} - \d{4}/\d\d?/\d\d? ")
_CHAT: Final = b' said, "'
_NOTHING: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:\*{3,} # \d+ \*{3,}\s*)?")
_SUMMARY: Final = b"*** SUMMARY ***"
_SUMMARY_LINE: Final = re.compile(rb"(?:Seat \d|Total pot|Board|FIRST|SECOND|THIRD|FOURTH|Hand was)")
_OUT: Final = "is sitting out"
_TITLE: Final = 80
"""How far before a hand's number its first line must begin, in bytes."""
_NEAR: Final = 600
"""How many bytes it takes to recognise a first line."""
_BLANK: Final = re.compile(rb"\n\s*\n\s*")


def _looks_like(head: bytes) -> bool:
    """Whether any line is a hand's first line."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        head = head.decode("utf-16", "replace").encode()
    return (b"Hand #" in head or b"Game #" in head) and any(_HEADER.match(line) for line in head.splitlines())


# -- cutting a file into hands ----------------------------------------------------------------------------------------


def _read(stream: BinaryIO, file: str) -> Iterator[History | BadHistory]:
    number = 0
    for line, data in _cut(stream):
        number += 1
        if data is None:
            yield BadHistory(
                f"more than {MOST_BYTES} bytes without the first line of another hand: expected a hand",
                file=file or None,
                hand=number,
                line=line,
            )
            continue
        try:
            yield _hand(data, file, number, line)
        except BadHistory as refusal:
            yield refusal


def _cut(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """Yield each hand with the line it begins on; None for one that is too large."""
    read = _as_utf8(stream)
    held, line, searched, too_large = b"", 1, 0, False
    while True:
        block = read()
        held += block
        start, searched = 0, max(searched, 1)
        while True:
            at, searched = _next_header(held, start + 1, searched, not block)
            if at < 0:
                break
            if too_large:
                yield line, None
            else:
                yield from _split(held[start:at], line)
            line += held.count(b"\n", start, at)
            start, too_large = at, False
        held, searched = held[start:], searched - start
        if not block:
            break
        if len(held) > MOST_BYTES:
            end = _end_of_hand(held) if not too_large else 0
            if end:
                yield line, held[:end]
            line += held.count(b"\n", 0, -_NEAR)
            held, searched, too_large = held[-_NEAR:], 0, True
    if too_large:
        yield line, None
    else:
        yield from _split(held, line)


def _as_utf8(stream: BinaryIO) -> Callable[[], bytes]:
    """Return a function that reads the stream's next block, converting UTF-16 to UTF-8."""
    first = stream.read(_BLOCK)
    blocks = iter(chain([first], iter(lambda: stream.read(_BLOCK), b"")))
    if first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        texts = codecs.iterdecode(blocks, "utf-16", "replace")
        return lambda: next((text for text in texts if text), "").encode("utf-8", "replace")
    return lambda: next(blocks, b"")


def _next_header(data: bytes, least: int, at: int, final: bool) -> tuple[int, int]:
    """Find where the next hand's first line begins, or -1 if none is certain yet, and where to continue searching.

    The line begins at `least` or later, and its number comes at `at` or later.
    """
    known = len(data) if final else len(data) - _NEAR
    while 0 <= (at := data.find(b" #", at)) <= known:
        if data[at - 4 : at] in (b"Hand", b"Game"):
            near = max(at - _TITLE, 0)
            start = data.rfind(b"\n", near, at) + 1
            begins = (start > near or not near) and _HEADER.match(data, start)
            if begins and start >= least:
                return start, at + 2
            inside = data.rfind(b"PokerStars ", near, at)
            if (
                inside >= least
                and not begins
                and _CHAT not in data[max(at - _NEAR, 0) : inside].rpartition(b"\n")[2]
                and _INSIDE.match(data, inside)
            ):
                return inside, at + 2  # a file that was cut and badly rejoined
        at += 2
    return -1, at if at >= 0 else len(data) - 1


def _split(data: bytes, line: int) -> list[tuple[int, bytes]]:
    """Split a hand from what follows its summary: a hand that has lost its first line."""
    end = _end_of_hand(data)
    parts = [(line, data[:end]), (line + data.count(b"\n", 0, end), data[end:])] if end else [(line, data)]
    if _NOTHING.fullmatch(parts[-1][1]):
        parts.pop()
    return parts


def _end_of_hand(data: bytes) -> int:
    """Find the blank line after the summary; return 0 if nothing follows it."""
    end = data.find(_SUMMARY)
    if end < 0:
        return 0
    gap = _BLANK.search(data, end)
    if gap is None or gap.end() == len(data):
        return 0
    spaced = not data[end + len(_SUMMARY) : gap.start()].strip()  # every line is followed by a blank one
    while spaced and gap is not None and gap.end() < len(data) and _SUMMARY_LINE.match(data, gap.end()):
        gap = _BLANK.search(data, gap.end())
    return gap.start() if gap is not None and gap.end() < len(data) else 0


# -- reading one hand -------------------------------------------------------------------------------------------------


def _hand(data: bytes, file: str, number: int, line: int) -> History:
    """Read the hand in these lines; `BadHistory` names the bad line."""
    text = _decoded(data)
    try:
        first, second, rest = _three(text)
        header = read_header(first)
        table = read_table(second)
        said, places = _said(header, table, rest)
        return _history(header, table, said, places, file, number)
    except BadLine as trouble:
        at = line + trouble.place if trouble.place >= 0 else None
        raise BadHistory(trouble.sentence, file=file or None, hand=number, line=at) from None


def _said(header: Header, table: TableLine, rest: str) -> tuple[HandText, int]:
    """Read a hand's lines with the number of decimal places that its amounts need; return that number too."""
    game = header.game
    places = 2 if game.symbol or "." in rest else 0
    for stake in (game.small, game.big):
        if "." in stake:
            places = max(places, len(stake.partition(".")[2]))
    if places > MOST_PLACES:
        raise BadLine(f"the stakes have {places} decimal places: expected at most {MOST_PLACES}", 0)
    while True:
        small, big = units(game.small, places), units(game.big, places)
        if game.variant == "FT":
            small, big = small // 2, small  # the first line gives the bets, and the big blind is the small bet
        try:
            return HandText(rest, game.symbol, places, small, big, table.button), places
        except BadLine as trouble:
            if trouble.places <= places:
                raise
            places = trouble.places


def _decoded(data: bytes) -> str:
    """Decode a hand's text, normalising its line breaks and stripping tabs around lines."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("cp1252", "backslashreplace")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\t" in text:
        text = "\n".join([part.strip() for part in text.split("\n")])
    return text


def _three(text: str) -> tuple[str, str, str]:
    """Return the first line, the second, and the rest with blank lines in place of those two."""
    end = text.find("\n")
    first, second, lines = text[:end], "", 1
    while not second and end >= 0:
        start, end = end + 1, text.find("\n", end + 1)
        second, lines = text[start:end].strip(), lines + 1
    if end < 0:
        raise BadLine("the hand ends after its first lines", 0)
    return first.strip("\ufeff "), second, "\n" * lines + text[end + 1 :]


def _history(header: Header, table: TableLine, said: HandText, places: int, file: str, place: int) -> History:
    """Build a history from a hand's lines; `place` is where the hand is in its file."""
    seats, names, game, big, n = said.seats, said.names, header.game, said.big, len(said.order)
    if said.total < 0:
        raise BadLine("the hand has no summary: expected a line 'Total pot ...'", 0)
    if not 2 <= n <= MOST_PLAYERS:
        raise BadLine(f"{n} players are dealt in: expected 2 to {MOST_PLAYERS}", 0)
    total, paid, collected = said.total, said.paid, said.gathered
    if paid != total:
        raise BadLine(f"the players put {number(paid, places)} in, but the total pot is {number(total, places)}", 0)
    if collected + said.rake + said.jackpot != total:
        raise BadLine(
            f"{number(collected, places)} collected and {number(said.rake + said.jackpot, places)} taken, "
            f"but the total pot is {number(total, places)}",
            0,
        )
    fixed = game.variant == "FT"
    details = Details(
        site=header.site,
        hero=names[said.heroes[0]] if len(said.heroes) == 1 else None,
        rake=number(said.rake, places),
        total_pot=number(total, places),
        other_time=header.other_time,
    )
    history = History(
        variant=game.variant,
        ante_trimming_status=True if said.short else None,
        antes=numbers(said.antes, places),
        blinds_or_straddles=numbers(said.blinds, places),
        min_bet=None if fixed else number(big, places),
        small_bet=number(big, places) if fixed else None,
        big_bet=number(units(game.big, places), places) if fixed else None,
        starting_stacks=numbers(said.began, places),
        actions=said.actions,
        time=header.time,
        time_zone_abbreviation=header.zone,
        day=header.day,
        month=header.month,
        year=header.year,
        hand=int(header.number) if len(header.number) < 19 else header.number,
        level=game.level,
        seats=said.chairs,
        seat_count=table.seats,
        table=table.name,
        players=said.players,
        finishing_stacks=numbers(said.ended, places),
        winnings=numbers(said.won, places),
        currency=game.currency,
        currency_symbol=game.symbol or None,
        details=details,
        file=file,
        number=place,
    )
    _add_details(details, header, table, said, places)
    if details.cash_outs:
        paid_out = {cashed.player: cashed.amount for cashed in details.cash_outs}
        history.finishing_stacks = [
            number(end - win, places) + paid_out[name] if name in paid_out else number(end, places)
            for name, end, win in zip(said.players, said.ended, said.won, strict=True)
        ]
    if n < len(names):
        details.sitting_out = [
            SittingOut(seat=seats[player], name=name, stack=number(units(said.stacks[player], places), places))
            for player, name in enumerate(names)
            if player not in said.order
        ]
    if said.chairs[-1] != table.button:  # the button is at an empty seat
        history.user[OURS] = {"button": table.button}
        history.seat_count = max(table.seats or 0, table.button, *seats)
    return history


def _add_details(details: Details, header: Header, table: TableLine, said: HandText, places: int) -> None:
    game = header.game
    extra: dict[str, Any] = dict(game.extra)
    if game.tournament is not None:
        details.tournament = msgspec.structs.replace(game.tournament)
    elif table.play_money or not game.symbol:
        details.flags = ["play money"]
    if header.fast or game.fast:
        details.flags = [*details.flags, "fast"]
    if game.cap is not None:
        details.flags = [*details.flags, "cap"]
        details.cap = read_price(game.cap)
    if said.runs > 1:
        goes_on = said.second >= 0 and any(not what.startswith(("sm", "#")) for what in said.what[said.second :])
        details.flags = [*details.flags, DOUBLE_BOARD if goes_on else FLAGS_OF_RUNS[said.runs - 2]]
        details.boards = list(said.boards.values())
    if said.jackpot:
        details.jackpot = number(said.jackpot, places)
    if said.prizes:
        extra["bounties"] = {said.names[player]: prize for player, prize in said.prizes.items()}
    if any(said.notes):
        notes = {said.names[player]: note.strip() for player, note in enumerate(said.notes) if note}
        kept = {name: note for name, note in notes.items() if said.acted[said.names.index(name)] or note != _OUT}
        extra |= {"notes": kept} if kept else {}
    if extra:
        details.extra = {"pokerstars": extra}
    for remark in said.remarks:
        if " wins " in remark or " cashed " in remark:
            _add_prize(details, said, remark)


def _add_prize(details: Details, said: HandText, line: str) -> None:
    """Record a bounty won or a hand cashed out."""
    for name in sorted(said.names, key=len, reverse=True):
        if line.startswith(name + " "):
            deed = line[len(name) + 1 :]
            if bounty := bounty_won(deed):
                won = BountyCollected(player=name, amount=read_price(bounty[0]), eliminated=bounty[1])
                details.bounties = [*details.bounties, won]
            elif cashed := cash_out(deed):
                fee = read_price(cashed[1]) if cashed[1] else None
                details.cash_outs = [*details.cash_outs, CashOut(player=name, amount=read_price(cashed[0]), fee=fee)]
                details.flags = [*(flag for flag in details.flags if flag != "cash out"), "cash out"]
            return


def _write(history: History, hero: str | None, rules: ReplayRules | None = None) -> Written:
    """Write one hand as PokerStars text, checking that it reads back as the same hand."""
    written = write(history, hero, rules)
    return check_reread(replay(history, rules), written, _alone, "PokerStars text", rules)


def _alone(data: bytes) -> History:
    return _hand(data, "", 0, 1)


def _before(number: int) -> str:
    return "" if number == 1 else "\n\n"


FORMAT: Final = Format("pokerstars", ".txt", "PokerStars text", _looks_like, _read, _write, _before)
