"""The picture that messengers show beside a recap's link: who won, everyone's result, the biggest pot, the stacks."""

from __future__ import annotations

from typing import Final

import msgspec
from PIL import Image, ImageDraw

from bigslick.protocol.money import written
from bigslick.server.drawing.canvas import (
    FINER,
    GOLD,
    INK,
    LEFT,
    SOFT,
    Colour,
    draw_card,
    new_picture,
    packed,
    write_line,
)

from .shown import Recap, RecapPot

LINES: Final[tuple[Colour, ...]] = (
    (255, 205, 122),
    (126, 203, 255),
    (255, 146, 138),
    (158, 230, 140),
    (214, 170, 255),
    (255, 171, 214),
)
"""The colour of each player's stack, the winner's first."""
_TEXT: Final = 500
"""The width for words, left of the board and the chart."""
_RIGHT: Final = 648
_WIDE: Final = 468
"""Where the board and the chart begin, and how wide they are."""
_CHART: Final = (_RIGHT, 352, _RIGHT + _WIDE, 540)
_ROWS: Final = 338
"""Where the first result is written."""
_ROW: Final = 42
_CARD: Final = 84
_GAP: Final = 12
_PANEL: Final = (4, 20, 16, 120)


class DrawnResult(msgspec.Struct, frozen=True):
    """A player's line in the picture, with their stacks over the night: hands played and chips, None without a seat."""

    name: str
    net: int
    amount: str
    """The net without its sign, in money or chips."""
    course: tuple[tuple[int, int | None], ...]


class DrawnRecap(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a recap's picture shows."""

    name: str
    about: str
    winner: str
    results: tuple[DrawnResult, ...]
    more: int
    """How many players are left out, because the picture is full."""
    pot: str
    board: tuple[str, ...]
    best: str


def title_of(recap: Recap) -> str:
    """Return the title for messengers: the winner, or the night."""
    if not recap.winners:
        return f"{recap.name}: the night's recap"
    return f"{' and '.join(recap.winners)} won {recap.name}"


def about_of(recap: Recap) -> str:
    """Return how much was played: hands, time and players."""
    minutes = (recap.ended_at - recap.opened_at) // 60_000
    took = f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"
    people = sum(not result.house for result in recap.results)
    played = () if recap.imported else (_counted(recap.hands, "hand"),)
    return "  ·  ".join((*played, took, _counted(people, "player")))


def _counted(count: int, thing: str) -> str:
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {thing}s"


def drawn(recap: Recap) -> DrawnRecap:
    """Return what a recap's picture shows."""
    shown = recap.results if len(recap.results) <= len(LINES) else recap.results[: len(LINES) - 1]
    biggest, best = recap.biggest, recap.best
    return DrawnRecap(
        name=recap.name,
        about=about_of(recap),
        winner=_winner_words(recap),
        results=tuple(
            [
                DrawnResult(
                    one.player,
                    one.net,
                    written(recap.chip_value, abs(one.net)),
                    tuple([(point.hands, point.stacks.get(one.player)) for point in recap.course]),
                )
                for one in shown
            ]
        ),
        more=len(recap.results) - len(shown),
        pot="" if biggest is None else _pot_words(recap, biggest),
        board=() if biggest is None else tuple(map(str, biggest.boards[0])),
        best="" if best is None else f"Best hand shown: {best.name}  ·  {best.player}",
    )


def _pot_words(recap: Recap, biggest: RecapPot) -> str:
    return f"Biggest pot {written(recap.chip_value, biggest.pot)}  ·  {' and '.join(biggest.winners)}"


def _winner_words(recap: Recap) -> str:
    if not recap.winners:
        return ""
    net = next(result.net for result in recap.results if result.player == recap.winners[0])
    won = written(recap.chip_value, net)
    return f"{recap.winners[0]} won {won}" if len(recap.winners) == 1 else f"A tie at {won}"


def draw(recap: DrawnRecap) -> bytes:
    """Return a recap's picture as PNG."""
    picture = new_picture()
    pen = ImageDraw.Draw(picture)
    write_line(pen, (LEFT, 184), recap.name, INK, (58, 50, 42), _TEXT, instead="The night's recap")
    write_line(pen, (LEFT, 226), recap.about, SOFT, (28, 24), _TEXT)
    write_line(pen, (LEFT, 286), recap.winner, GOLD, (42, 36, 30), _TEXT, instead="And the winner is…")
    for number, result in enumerate(recap.results):
        _draw_result(pen, number, result)
    if recap.more:
        top = _ROWS + _ROW * len(recap.results)
        write_line(pen, (LEFT + 34, top), f"and {recap.more} more", SOFT, (28,), _TEXT)
    if recap.pot:
        write_line(pen, (_RIGHT, 150), recap.pot, INK, (30, 26, 22), _WIDE, instead="The biggest pot")
        for number, card in enumerate(recap.board):
            draw_card(picture, card, (_RIGHT + _CARD // 2 + number * (_CARD + _GAP), 232), width=_CARD)
    _draw_chart(picture, recap)
    write_line(pen, (LEFT, 594), recap.best, SOFT, (26, 22), 1000, instead="The best hand shown")
    return packed(picture)


def _draw_result(pen: ImageDraw.ImageDraw, number: int, result: DrawnResult) -> None:
    top = _ROWS + _ROW * number
    if result.course:
        pen.ellipse((LEFT, top - 19, LEFT + 18, top - 1), LINES[number])
    write_line(pen, (LEFT + 34, top), result.name, INK, (30,), _TEXT - 200, instead=f"Player {number + 1}")
    sign = "+" if result.net > 0 else "\N{MINUS SIGN}" if result.net < 0 else "\N{PLUS-MINUS SIGN}"
    colour = GOLD if result.net > 0 else SOFT
    write_line(pen, (LEFT + _TEXT, top), f"{sign}{result.amount}", colour, (30,), 180, right=True)


def _draw_chart(picture: Image.Image, recap: DrawnRecap) -> None:
    """Draw everyone's stack over the night."""
    left, top, right, bottom = _CHART
    points = [point for result in recap.results for point in result.course]
    most = max((stack for _, stack in points if stack is not None), default=0)
    if not most:
        return
    hands = max(number for number, _ in points)
    size = (right - left) * FINER, (bottom - top) * FINER
    chart = Image.new("RGBA", size)
    pen = ImageDraw.Draw(chart)
    pen.rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), 14 * FINER, _PANEL)
    inside = 12 * FINER

    def place(number: int, stack: int) -> tuple[float, float]:
        x = inside + number / max(1, hands) * (size[0] - 2 * inside)
        return x, size[1] - inside - stack / most * (size[1] - 2 * inside)

    for number, result in reversed(list(enumerate(recap.results))):  # the winner on top
        part: list[tuple[float, float]] = []
        for at, stack in (*result.course, (hands, None)):
            if stack is not None:
                part.append(place(at, stack))
            else:
                if len(part) > 1:
                    pen.line(part, (*LINES[number], 255), 4 * FINER, "curve")
                part = []
    smooth = chart.resize((right - left, bottom - top), Image.Resampling.LANCZOS)
    picture.paste(smooth, (left, top), smooth)
    write_line(ImageDraw.Draw(picture), (left, top - 14), f"Stacks over {_counted(hands, 'hand')}", SOFT, (24,), _WIDE)
