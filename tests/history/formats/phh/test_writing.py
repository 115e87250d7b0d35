"""PHH files read back exactly as written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.history import BadHistory, dump, dumps, load, loads, loads_all, read

from .test_reading import HANDS, PLAIN, tables


def test_recorded_hands_written_and_read_again_are_the_same(shared: Path) -> None:
    for path in sorted((shared / "hands" / "handhq").glob("*.phhs"))[::9]:
        text = dumps(read(path))
        assert list(loads_all(text)) == list(read(path))
        assert tables(text.encode()) == tables(path.read_bytes())


values = st.recursive(
    st.one_of(
        st.booleans(),
        st.integers(),
        st.decimals(allow_nan=False),
        st.text(alphabet=st.characters(exclude_categories=["Cs"])),
        st.times().filter(lambda time: time.tzinfo is None),
        st.dates(),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text("ab '\"\n=", max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.text(alphabet="abc_-é '\"\\.", max_size=4).map("_".__add__), values, max_size=4))
def test_user_fields_of_any_value_come_back(user: dict[str, Any]) -> None:
    history = loads(PLAIN)
    history.user = user
    again = loads(dumps(history))
    assert again == history
    assert list(loads_all(dumps([history, history]))) == [history, history]


def test_the_good_files_come_back() -> None:
    for path in sorted((HANDS / "good").iterdir()):
        hands = list(read(path))
        text = dumps(hands[0] if path.suffix == ".phh" else hands)
        again = [loads(text)] if path.suffix == ".phh" else list(loads_all(text))
        assert again == hands
        expected = tables(path.read_bytes())
        assert [hand.fields() for hand in hands] == ([expected] if path.suffix == ".phh" else list(expected.values()))


def test_files_are_written_and_loaded(tmp_path: Path) -> None:
    one = loads(PLAIN)
    dump(one, tmp_path / "one.phh")
    assert load(tmp_path / "one.phh") == one
    dump([one, one], tmp_path / "two.phhs")
    assert [hand.number for hand in read(tmp_path / "two.phhs")] == [1, 2]
    dump(one, tmp_path / "one.phhs")
    assert load(tmp_path / "one.phhs") == one
    with pytest.raises(BadHistory, match=r"a \.phh file has one hand"):
        dump([one, one], tmp_path / "two.phh")
    with pytest.raises(BadHistory, match="2 hands in this file: expected one"):
        load(tmp_path / "two.phhs")


def test_no_hands_are_an_empty_text() -> None:
    assert dumps([]) == ""
    assert list(loads_all("")) == list(loads_all("\n\n")) == []


def test_hands_keep_numbers_that_differ() -> None:
    first, second = loads(PLAIN), loads(PLAIN)
    first.number, second.number = 7, "final"
    assert [hand.number for hand in loads_all(dumps([first, second]))] == [7, "final"]
    second.number = 7
    assert [hand.number for hand in loads_all(dumps([first, second]))] == [1, 2]


def test_text_is_written_as_plainly_as_it_can_be() -> None:
    history = loads(PLAIN)
    history.venue, history.event = "it's", "line\nline\x7f\\"
    text = dumps(history)
    assert 'venue = "it\'s"\n' in text
    assert 'event = "line\\nline\\u007f\\\\"\n' in text
    assert "time = 21:30:59\n" in text
    assert "starting_stacks = [100, 99.50]\n" in text
