"""Pictures are made of cards that differ and lines that fit."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageChops, ImageDraw

from bigslick.cards import Card
from bigslick.server.drawing.canvas import HEIGHT, INK, WIDTH, draw_card, new_picture, packed, write_line


def changed(picture: Image.Image) -> tuple[int, int, int, int] | None:
    """Return the box of everything that was drawn on the felt."""
    return ImageChops.difference(picture, new_picture()).getbbox()


def test_every_card_has_its_own_face_and_stays_in_its_place() -> None:
    faces = set()
    for number in range(52):
        picture = Image.new("RGB", (120, 150))
        draw_card(picture, str(Card(number)), (60, 75), width=84)
        assert picture.getbbox() is not None
        faces.add(picture.tobytes())
    assert len(faces) == 52


def test_a_line_is_made_smaller_and_then_cut_until_it_fits() -> None:
    for words in ("Jürgen", "W" * 20, "W" * 200, "\N{PILE OF POO}"):
        picture = new_picture()
        write_line(ImageDraw.Draw(picture), (300, 300), words, INK, (60, 40), 320, instead="Player 1")
        box = changed(picture)
        assert box is not None
        assert 295 <= box[0] < box[2] <= 625, words


def test_a_line_can_end_at_its_point() -> None:
    picture = new_picture()
    write_line(ImageDraw.Draw(picture), (600, 300), "+1,250", INK, (30,), 200, right=True)
    box = changed(picture)
    assert box is not None
    assert box[2] <= 602
    assert Image.open(BytesIO(packed(picture))).size == (WIDTH, HEIGHT)
