"""Ctrl-C."""

import pytest

from bigslick.cli.interrupts import Stopped, if_stopped


def test_the_sentence_is_made_when_it_happens() -> None:
    done = 0

    def work() -> None:
        nonlocal done
        with if_stopped(lambda: f"{done} hands done"):
            done = 3
            raise KeyboardInterrupt

    with pytest.raises(Stopped, match="3 hands done"):
        work()
