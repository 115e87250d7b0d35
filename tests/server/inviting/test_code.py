"""QR codes: the path covers exactly the dark modules, and a terminal gets text."""

from __future__ import annotations

import re

import segno

from bigslick.server.inviting.code import link_code, terminal_code

LINK = "https://poker.example.org/i/gmmU7zl1A_hUusm25JFeUFvy"


def test_the_path_covers_exactly_the_dark_modules() -> None:
    code = link_code(LINK)
    rows = segno.make_qr(LINK, error="m").matrix
    drawn = {
        (int(x) + step, int(y))
        for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", code.path)
        for step in range(int(width))
    }
    assert code.size == len(rows)
    assert drawn == {(x, y) for y, row in enumerate(rows) for x, dark in enumerate(row) if dark}


def test_a_terminal_gets_lines_of_half_blocks() -> None:
    lines = terminal_code(LINK).splitlines()
    assert len(lines) >= link_code(LINK).size // 2
    assert any("█" in line or "▀" in line or "▄" in line for line in lines)
