"""Draw the packages as storeys of a building, from the import contracts in pyproject.toml.

    python tools/architecture_picture.py docs/explanation/architecture.svg

Each `layers` contract becomes a building: a package can import only packages below it. Packages on one storey are side
by side; those that must not import each other have a wall between them.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

ROOT = Path(__file__).parents[1]
WIDTH, STOREY, GAP, MARGIN, HEAD, ARROW = 620, 44, 12, 16, 36, 34
STYLE = """
  text { font: 15px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #13351f; text-anchor: middle }
  .name { font-weight: 600; fill: #3d7a55; text-anchor: start }
  .note { font-size: 12px; fill: #3d7a55; text-anchor: end }
  .room { fill: #e3f3e9; stroke: #3d7a55 }
  .arrow { stroke: #3d7a55; stroke-width: 2; fill: none }
  .tip { fill: #3d7a55 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e3f3e9 }
    .name, .note { fill: #7fcf9f }
    .room { fill: #17402a; stroke: #7fcf9f }
    .arrow { stroke: #7fcf9f }
    .tip { fill: #7fcf9f }
  }
"""


class Storey(NamedTuple):
    """The packages on one layer, and whether they may import each other."""

    rooms: tuple[str, ...]
    open: bool


class Building(NamedTuple):
    """One `layers` contract: its name and its storeys, the highest first."""

    name: str
    storeys: tuple[Storey, ...]


def read_storey(layer: str, prefix: str) -> Storey:
    """Parse a layer: packages in `a | b` must not import each other, in `a : b` they may; skip private modules."""
    rooms = [re.sub(r"[()\s]", "", room).removeprefix(prefix) for room in re.split(r"[|:]", layer)]
    return Storey(tuple(room for room in rooms if not room.startswith("_")), ":" in layer)


def read_buildings(pyproject: str) -> tuple[Building, ...]:
    """Read the buildings from a pyproject.toml: the whole tree first, then packages with their own storeys."""
    settings = tomllib.loads(pyproject)["tool"]["importlinter"]
    root = settings["root_package"]
    found = []
    for contract in settings["contracts"]:
        if contract["type"] == "layers":
            for container in contract.get("containers", [root]):
                prefix = f"{container}."
                storeys = [read_storey(layer, prefix) for layer in contract["layers"]]
                found.append(Building(container, tuple(storey for storey in storeys if storey.rooms)))
    return tuple(sorted(found, key=lambda building: building.name != root))


def draw_building(building: Building, left: int, above: int) -> tuple[list[str], int]:
    """Draw one building below `above`; return its lines and its lower edge."""
    start = above + MARGIN + HEAD
    inside = left + MARGIN + ARROW
    width = WIDTH - 2 * MARGIN - ARROW
    lines = [
        f'<text class="name" x="{inside}" y="{above + MARGIN + 14}">{escape(building.name)}</text>'
        f'<text class="note" x="{inside + width}" y="{above + MARGIN + 14}">packages import only what is below</text>'
    ]
    for floor, storey in enumerate(building.storeys):
        top = start + floor * (STOREY + GAP)
        gap = 0 if storey.open else GAP
        letters = sum(len(room) + 3 for room in storey.rooms)
        x = float(inside)
        for room in storey.rooms:
            room_width = (width - gap * (len(storey.rooms) - 1)) * (len(room) + 3) / letters
            lines.append(
                f'<rect class="room" x="{x:.1f}" y="{top}" width="{room_width:.1f}" height="{STOREY}" rx="6"/>'
                f'<text x="{x + room_width / 2:.1f}" y="{top + STOREY // 2 + 5}">{escape(room)}</text>'
            )
            x += room_width + gap
    bottom = start + len(building.storeys) * (STOREY + GAP) - GAP
    middle = left + MARGIN + ARROW // 2 - 6
    lines.append(f'<path class="arrow" d="M{middle} {start} V{bottom - 10}"/>')
    lines.append(f'<path class="tip" d="M{middle - 6} {bottom - 12} h12 l-6 12 z"/>')
    return lines, bottom + MARGIN


def draw(buildings: Sequence[Building]) -> str:
    """Draw the buildings in two columns, as an SVG for light and dark pages."""
    lines: list[str] = []
    heights = [0] * min(2, len(buildings))
    for building in buildings:
        column = heights.index(min(heights))
        drawn, heights[column] = draw_building(building, column * WIDTH, heights[column])
        lines += drawn
    told = "; ".join(
        f"{building.name}, from the top: " + ", ".join(" and ".join(storey.rooms) for storey in building.storeys)
        for building in buildings
    )
    width, height = WIDTH * len(heights), max(heights)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">',
            "<title>The packages of bigslick: each imports only packages below it</title>",
            f"<desc>{escape(told)}</desc>",
            f"<style>{STYLE}</style>",
            *lines,
            "</svg>\n",
        ]
    )


def main() -> None:
    """Draw our own contracts into the file named on the command line."""
    if len(sys.argv) != 2:
        raise SystemExit("usage: python tools/architecture_picture.py FILE.svg")
    pyproject = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    Path(sys.argv[1]).write_text(draw(read_buildings(pyproject)), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
