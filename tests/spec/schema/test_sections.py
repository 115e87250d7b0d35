"""Sections and their parts in the table."""

from __future__ import annotations

from bigslick.spec.schema.sections import PART_LIST, SECTION_LIST


def test_sections_and_parts_say_what_they_hold() -> None:
    assert {construct.group for construct in SECTION_LIST} == {"section"}
    assert {construct.group for construct in PART_LIST} == {"part"}
    for construct in (*SECTION_LIST, *PART_LIST):
        assert construct.text
        assert all(key.text for key in construct.keys)
