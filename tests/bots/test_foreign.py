"""Protocols by name: which exist, and a sentence for any that do not."""

import pytest

from bigslick.bots import BadBot, as_bot
from bigslick.bots.foreign import foreign_bot, no_more_options, number_option, protocols


def test_the_protocols_that_come_with_bigslick() -> None:
    assert {"acpc", "pokerbots", "process", "pypokerengine", "slumbot"} <= {*protocols()}


@pytest.mark.parametrize("name", ["tag", "module:Class", "path.py:Class", "C:\\bots\\bot.py:Bot", "a.b:C"])
def test_other_names_are_not_taken(name: str) -> None:
    assert foreign_bot(name) is None


def test_options_are_read_and_checked() -> None:
    assert as_bot("process,seconds=2,memory=100:python3 -c pass").separate
    with pytest.raises(BadBot, match="each key once"):
        as_bot("process,cpu=1,cpu=2:python3")
    with pytest.raises(BadBot, match="deals its own cards"):
        as_bot("slumbot:http://127.0.0.1:1")
    with pytest.raises(BadBot, match="it has none"):
        no_more_options("x", {"a": "1"}, ())
    assert number_option("x", {}, "a", 3, 0, 9) == 3
    with pytest.raises(BadBot, match="not a number from 0 to 9"):
        number_option("x", {"a": "nan"}, "a", 3, 0, 9)
