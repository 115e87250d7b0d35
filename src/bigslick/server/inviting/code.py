"""QR codes: as an SVG path for the page, and as text for a terminal."""

from __future__ import annotations

import io

import msgspec
import segno


class LinkCode(msgspec.Struct, frozen=True, kw_only=True):
    """A QR code: a square of `size` modules, and its dark ones as an SVG path."""

    size: int
    path: str


def link_code(link: str) -> LinkCode:
    """Return a link as a QR code, without the quiet zone around it."""
    rows = segno.make_qr(link, error="m").matrix
    found = []
    for y, row in enumerate(rows):
        start = None
        for x, dark in enumerate((*row, 0)):
            if dark and start is None:
                start = x
            elif not dark and start is not None:
                found.append(f"M{start} {y}h{x - start}v1h{start - x}z")
                start = None
    return LinkCode(size=len(rows), path="".join(found))


def terminal_code(link: str) -> str:
    """Return a link as a QR code in half blocks, for a terminal."""
    out = io.StringIO()
    segno.make_qr(link).terminal(out, compact=True)
    return out.getvalue()
