"""Tables as text: saved anywhere, loaded unchanged, and refused when damaged."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from bigslick import BadTable, Call, Fold, Hand, Table
from tests.seated import fold_out, table_of


def in_a_hand() -> tuple[Table, Hand]:
    table = table_of(6, [0, 1, 2, 3], cash=True)
    fold_out(table)
    table.sit_out(3)
    fold_out(table)
    hand = Hand(table.next_hand(seed=5))
    hand.act(Call())
    table.top_up(0, 100)
    table.leave(1)
    return table, hand


def test_a_table_is_saved_in_the_middle_of_a_hand_and_goes_on() -> None:
    table, hand = in_a_hand()
    loaded = Table.load(table.save(hand))
    again = loaded.hand
    assert again == hand
    assert loaded.save() == table.save(hand)
    for one, played in ((table, hand), (loaded, again)):
        while not played.over:
            played.act(Fold())
        one.finish(played)
    assert loaded == table
    assert loaded.save() == table.save()
    assert fold_out(loaded) == fold_out(table)


def test_without_the_hand_a_table_keeps_its_setup() -> None:
    table, hand = in_a_hand()
    loaded = Table.load(table.save())
    assert loaded == table
    assert loaded.playing
    assert loaded.hand == Hand(hand.setup)


def test_another_hand_is_not_saved_with_a_table() -> None:
    table, _ = in_a_hand()
    with pytest.raises(BadTable, match="another hand"):
        table.save(Hand.start([100, 100], (1, 2), seed=1))


def test_a_saved_table_that_was_cut_off_is_refused_wherever_the_cut_is() -> None:
    text = table_of(3, [0, 1, 2]).save()
    for end in range(len(text)):
        with pytest.raises(BadTable, match="saved table"):
            Table.load(text[:end])


def test_a_saved_table_that_was_edited_is_refused() -> None:
    text = table_of(3, [0, 1, 2]).save()
    with pytest.raises(BadTable, match="edited"):
        Table.load(text.replace('"stack":1000', '"stack":9000', 1))


def test_another_version_and_other_text_are_refused() -> None:
    text = table_of(3, [0, 1, 2]).save()
    with pytest.raises(BadTable, match=r"expected 'bigslick\.table/1'"):
        Table.load(text.replace("bigslick.table/1", "bigslick.table/2"))
    for other in ("", "[]", "null", '"a"', "\x00", b"\xff"):
        with pytest.raises(BadTable, match="not a saved table"):
            Table.load(other)


def forged(change: Any) -> str:
    """Return a saved table that was changed, with the right checksum."""
    table, hand = in_a_hand()
    saved = json.loads(table.save(hand))
    change(saved["state"])
    state = json.dumps(saved["state"])
    check = hashlib.sha256(state.encode()).hexdigest()
    return f'{{"format": "bigslick.table/1", "check": "{check}", "state": {state}}}'


def test_a_change_of_nothing_loads() -> None:
    Table.load(forged(lambda state: None))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda s: s["seats"][0].update(stack=1), "were bought and not cashed"),
        (lambda s: s["seats"][0].update(stack=-1000, top_up=-1), "fewer than 0 chips"),
        (lambda s: s["seats"][0].update(player="b"), "two seats"),
        (lambda s: s["seats"][0].update(player="z"), "other players"),
        (lambda s: s["seats"].append(None), "another number of seats"),
        (lambda s: s.update(seats=[None]), "1 seats"),
        (lambda s: s.update(buy_in=[5, 4]), "buy-in"),
        (lambda s: s["level"].update(big=0), "its blinds are"),
        (lambda s: s.update(first_button=9), "first button"),
        (lambda s: s["places"].update(big=9), "button and blinds are at"),
        (lambda s: s.update(number=1), "1 hands"),
        (lambda s: s["deal"].update(actions=[{"type": "check"}]), "not legal"),
        (lambda s: s["deal"]["setup"].update(button=77), "expected a seat"),
        (lambda s: s.update(colour="green"), "colour"),
        (lambda s: s.pop("level"), "level"),
    ],
)
def test_a_table_that_cannot_be_is_refused_whatever_its_checksum_says(change: Any, sentence: str) -> None:
    with pytest.raises(BadTable, match=sentence):
        Table.load(forged(change))
