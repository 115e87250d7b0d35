"""The recap's picture: its size, names in any script, and everything that it shows."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from bigslick.cards import Card
from bigslick.protocol.money import ChipValue
from bigslick.server.drawing.canvas import HEIGHT, WIDTH
from bigslick.server.recap import picture
from bigslick.server.recap.picture import LINES, about_of, draw, drawn, title_of
from bigslick.server.recap.shown import Recap, RecapHand, RecapPoint, RecapPot, winners_of

from .test_shown import results

MOST_BYTES = 300_000
"""WhatsApp leaves out larger pictures."""
BOARD = tuple(Card(card) for card in ("Ah", "Kd", "7c", "7s", "2h"))


def recap(nets: dict[str, int] | None = None, **changes: Any) -> Recap:
    nets = {"Jürgen": 1_250, "Zoë": 300, "Al": -550, "Mary Ann": -1_000} if nets is None else nets
    found = results(**nets)
    people = [one.player for one in found if not one.house]
    course = [
        RecapPoint(hands=at, stacks={name: 1_000 + nets[name] * at // 40 for name in people[at % 3 == 1 :]})
        for at in range(41)
    ]
    told: dict[str, Any] = {
        "biggest": RecapPot(hand="t7-9", number=9, pot=2_300, boards=(BOARD,), winners=(*people[:1],), replay=""),
        "best": RecapHand(
            hand="t7-4",
            number=4,
            player=(*people, "")[0],
            hole=BOARD[:2],
            five=BOARD,
            name="two pair, aces and sevens",
            replay="",
        ),
        "course": tuple(course),
        **changes,
    }
    return Recap(
        id="t7",
        name=told.pop("name", "Friday night"),
        club="",
        imported=False,
        club_name="",
        host="Al",
        opened_at=0,
        ended_at=12_000_000,
        hands=40,
        results=tuple(found),
        winners=winners_of(found),
        expired=False,
        payments=(),
        fewest=True,
        settled=None,
        link=None,
        **told,
    )


@pytest.mark.parametrize(
    "shown",
    [
        recap(),
        recap({f"{'M' * 20} {number}": 90 - 20 * number for number in range(10)}, name="W" * 40),
        recap({"日本": 10, "שלום": 5, "\U0010fffe": -15}, name="\N{PILE OF POO}"),
        recap({"Al": 100, "Bo": 100, "house": -200}),
        recap({}, biggest=None, best=None, course=()),
        recap({"Al": 0}, course=(RecapPoint(hands=0, stacks={"Al": 5}), RecapPoint(hands=1, stacks={"Al": 5}))),
    ],
    ids=["a night", "long names", "other scripts", "a tie", "no hands", "one hand"],
)
def test_every_recap_has_a_picture_of_the_size_that_messengers_want(shown: Recap) -> None:
    png = draw(drawn(shown))
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", png[16:24]) == (WIDTH, HEIGHT) == (1200, 630)
    assert len(png) < MOST_BYTES


def test_a_table_with_money_has_its_picture_in_money() -> None:
    shown = drawn(replace(recap(), chip_value=ChipValue(cents=5, currency="€")))
    assert shown.winner == "Jürgen won €62.50"
    assert shown.pot == "Biggest pot €115.00  ·  Jürgen"
    assert [one.amount for one in shown.results] == ["€62.50", "€15.00", "€27.50", "€50.00"]


def test_the_picture_changes_with_everything_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "packed", Image.Image.tobytes)  # packing takes longer than drawing
    shown = drawn(recap())
    other = {
        "name": "Saturday",
        "about": "1 hand",
        "winner": "Zoë won 1",
        "results": shown.results[:2],
        "more": 3,
        "pot": "Biggest pot 9",
        "board": shown.board[:3],
        "best": "Best hand shown: ace high",
    }
    assert len({draw(replace(shown, **{name: value})) for name, value in other.items()} | {draw(shown)}) == 9


def test_a_long_list_ends_with_a_count_and_what_is_kept_can_be_compared() -> None:
    shown = drawn(recap({f"p{number}": 90 - 20 * number for number in range(10)}))
    assert (len(shown.results), shown.more) == (len(LINES) - 1, 10 - len(LINES) + 1)
    assert hash(shown) == hash(drawn(recap({f"p{number}": 90 - 20 * number for number in range(10)})))


def test_messengers_read_who_won_and_how_much_was_played() -> None:
    assert title_of(recap()) == "Jürgen won Friday night"
    assert title_of(recap({"Al": 100, "Bo": 100, "Cy": -200})) == "Al and Bo won Friday night"
    assert title_of(recap({})) == "Friday night: the night's recap"
    assert about_of(recap()) == "40 hands  ·  3 h 20 min  ·  4 players"
    assert about_of(replace(recap(), imported=True, hands=0)) == "3 h 20 min  ·  4 players"
    assert about_of(replace(recap({"Al": 0}), hands=1, ended_at=60_000)) == "1 hand  ·  1 min  ·  1 player"
