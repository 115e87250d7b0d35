"""Names in pictures; the pictures themselves are drawn in `test_report`."""

from bigslick.simulate.pictures import cell_name


def test_a_point_of_the_grid_for_people() -> None:
    assert cell_name({"structure.starting_stack": 5, "bots.tag.value": 7}) == "starting_stack 5, tag.value 7"
    assert cell_name({}) == ""
