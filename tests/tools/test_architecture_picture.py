"""The architecture diagram is drawn from the import contracts, so it cannot disagree with them."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from tools.architecture_picture import Building, Storey, draw, read_buildings

ROOT = Path(__file__).parents[2]
CONTRACTS = """
[tool.importlinter]
root_package = "house"

[[tool.importlinter.contracts]]
type = "layers"
containers = ["house.attic"]
layers = ["lamp", "chest : trunk"]

[[tool.importlinter.contracts]]
type = "forbidden"

[[tool.importlinter.contracts]]
type = "layers"
layers = ["house.attic", "house.kitchen | (house.parlour)", "house._pipes"]
"""
HOUSE = Building("house", (Storey(("attic",), False), Storey(("kitchen", "parlour"), False)))
ATTIC = Building("house.attic", (Storey(("lamp",), False), Storey(("chest", "trunk"), True)))


def test_the_committed_picture_is_the_one_the_contracts_draw() -> None:
    drawn = draw(read_buildings((ROOT / "pyproject.toml").read_text(encoding="utf-8")))
    committed = (ROOT / "docs" / "explanation" / "architecture.svg").read_text(encoding="utf-8")
    assert committed == drawn, "the contracts changed: run `make pictures`"


def test_each_layers_contract_is_a_building_and_the_house_comes_first() -> None:
    assert read_buildings(CONTRACTS) == (HOUSE, ATTIC)


def test_every_room_is_drawn_below_those_that_may_import_it() -> None:
    picture = ElementTree.fromstring(draw([HOUSE]))
    heights = {text.text: float(text.get("y", "nan")) for text in picture.iter("{http://www.w3.org/2000/svg}text")}
    assert heights["attic"] < heights["kitchen"] == heights["parlour"]


def test_rooms_stay_inside_the_building_and_apart() -> None:
    picture = ElementTree.fromstring(draw([HOUSE, ATTIC]))
    width = float(picture.get("width", "nan"))
    edges = [
        (float(rect.get("y", "nan")), float(rect.get("x", "nan")), float(rect.get("width", "nan")))
        for rect in picture.iter("{http://www.w3.org/2000/svg}rect")
    ]
    assert len(edges) == 6
    for (y, x, wide), (next_y, next_x, _) in zip(sorted(edges), sorted(edges)[1:], strict=False):
        assert x + wide < width
        assert next_y > y or next_x > x + wide - 0.11


def test_the_picture_has_words_for_those_who_do_not_see_it() -> None:
    assert "<desc>house, from the top: attic, kitchen and parlour</desc>" in draw([HOUSE])
