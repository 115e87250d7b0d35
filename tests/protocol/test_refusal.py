"""A refused command: a sentence for people, and a code for programs."""

from __future__ import annotations

import pytest

from bigslick.errors import BigslickError
from bigslick.protocol.refusal import CommandRefused


def test_a_refusal_has_its_sentence_and_its_code() -> None:
    with pytest.raises(BigslickError) as caught:
        raise CommandRefused("it is bob's turn", "not_your_turn")
    refused = caught.value
    assert isinstance(refused, CommandRefused)
    assert (refused.sentence, refused.code, str(refused)) == ("it is bob's turn", "not_your_turn", "it is bob's turn")


def test_a_refusal_without_a_reason_of_its_own_has_the_general_code() -> None:
    assert CommandRefused("no").code == "refused"
