"""PHH files: the shortcut and tomllib agree, files read back unchanged, and refusals name the problem."""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bigslick.history import BadHistory, History, dumps, loads, loads_all, read
from bigslick.history.formats.phh import reading as phh

HANDS = Path(__file__).parents[3] / "hands"
PLAIN = b"""variant = 'NT'
antes = [0, 0.50]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 99.50]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']
time = 21:30:59
day = 13
ante_trimming_status = true
players = ['Ada', '']"""


def tables(data: bytes) -> dict[str, Any]:
    return tomllib.loads(data.decode(), parse_float=Decimal)


def with_time(fields: dict[str, Any]) -> dict[str, Any]:
    """Turn a quoted time in the fields into a time."""
    if isinstance(fields.get("time"), str):
        fields["time"] = datetime.time.fromisoformat(fields["time"])
    return fields


def exact(fields: dict[str, Any]) -> str:
    """Return the fields as text, to tell 2 from 2.0 and 0.5 from 0.50."""
    return repr(sorted(fields.items()))


# -- the two readers --------------------------------------------------------------------------------------------------


def test_the_shortcut_reads_all_recorded_hands_as_tomllib_does(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phh, "_toml", lambda *_: pytest.fail("tomllib read a plain hand"))
    found = 0
    for path in sorted((shared / "hands").rglob("*.phhs")):
        expected = tables(path.read_bytes())
        for (name, fields), history in zip(expected.items(), read(path), strict=True):
            assert str(history.number) == name
            assert exact(history.fields()) == exact(fields)
            found += 1
    assert found == 10_760


LINES = st.one_of(
    st.sampled_from(PLAIN.decode().split("\n")),
    st.sampled_from(
        [
            "venue = 'it''s'",
            "venue = '''three'''",
            "venue = ''",
            "venue = 'a = b'",
            "venue = 'a, b'",
            "venue = 'null'",
            "venue = 'tab\there'",
            "venue = 'x",
            ", 'table = 1",
            "'x' = 1",
            "venue='close'",
            "venue =  'far'",
            "venue = 'x' # why",
            "# all of it",
            "hand = 1_000",
            "hand = 007",
            "hand = 99999999999999999999999999",
            "hand = -0",
            "hand = +5",
            "hand = 1e3",
            "hand = 0x10",
            "level = 13.0",
            "level = true",
            "seats = [1, 2,]",
            "seats = [1.0, 2]",
            "seats = [",
            "]",
            "time = 21:30",
            "time = 25:00:00",
            "time = '21:30:59'",
            "time = 21:30:59.5",
            "min_bet = inf",
            "min_bet = nan",
            "min_bet = 1e5",
            "min_bet = -0.0",
            "starting_stacks = [inf, inf]",
            "starting_stacks = [inf, 5]",
            "winnings = [[1], [2]]",
            "winnings = [{a = 1}, 2]",
            "_mine = 'x'",
            "other = 5",
            "a.b = 5",
            "[sub]",
            "",
        ]
    ),
    st.text(max_size=12),
)


@given(st.lists(LINES, max_size=8).map("\n".join))
@example("venue = 'x\n, 'table = 1")
@example("#number = 5")
def test_what_the_shortcut_reads_tomllib_reads_the_same(text: str) -> None:
    try:
        data = text.encode()
    except UnicodeEncodeError:
        return
    history = phh._plain(data.strip(b"\n"))
    if history is not None:
        assert exact(history.fields()) == exact(with_time(tables(data)))


# -- continuing after a bad hand
# ------------------------------------------------------------------------------------------


def test_a_bad_hand_is_refused_and_the_next_one_read() -> None:
    parts = [
        PLAIN,
        PLAIN.replace(b"min_bet", b"max_bet"),
        PLAIN.replace(b"'NT'", b"'PO'"),
        PLAIN + b' # "plain no more"',
    ]
    hands = loads_all(
        b"\n\n".join(b"[%d]\n%b" % (number, part) for number, part in enumerate(parts, 1)), file="some.phhs"
    )
    assert next(hands).number == 1
    with pytest.raises(BadHistory, match=r"^some\.phhs, hand 2, line 13: the field 'min_bet' is missing"):
        next(hands)
    with pytest.raises(BadHistory, match=r"^some\.phhs, hand 3, line 25: the variant 'PO' is pot-limit Omaha"):
        next(hands)
    assert next(hands).number == 4
    with pytest.raises(StopIteration):
        next(hands)


def test_a_file_is_recognised_by_its_name_or_its_text(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_bytes(PLAIN)
    (tmp_path / "two.toml").write_bytes(b"[1]\n" + PLAIN + b"\n\n[2]\n" + PLAIN)
    assert len(list(read(tmp_path / "one.toml"))) == 1
    assert len(list(read(tmp_path / "two.toml"))) == 2
    with pytest.raises(BadHistory, match="cannot be read: No such file"):
        read(tmp_path / "none.phh")


# -- random input
# ---------------------------------------------------------------------------------------------------------


def read_and_play(data: bytes, *, many: bool) -> None:
    """Read and play to the end; every refusal must be ours, with a sentence."""
    refusals: list[BadHistory] = []
    hands: Iterator[History] = iter(())
    try:
        hands = loads_all(data) if many else iter([loads(data)])
    except BadHistory as refusal:
        refusals.append(refusal)
    while True:
        try:
            history = next(hands)
            assert len(history.replay().final_stacks) == len(history.starting_stacks or ())
            dumps(history)
        except BadHistory as refusal:
            refusals.append(refusal)
        except StopIteration:
            break
    assert all(map(str, refusals))


@given(st.one_of(st.binary(), st.text().map(lambda text: text.encode("utf-8", "surrogatepass"))), st.booleans())
def test_any_bytes_are_read_or_refused(data: bytes, many: bool) -> None:
    read_and_play(data, many=many)


good = [path.read_bytes() for path in sorted((HANDS / "good").iterdir())] + [
    PLAIN,
    b"[1]\n" + PLAIN + b"\n\n[2]\n" + PLAIN,
]
pieces = st.one_of(
    st.sampled_from(
        [
            b"'",
            b'"',
            b"#",
            b"[",
            b"]",
            b",",
            b"\n",
            b"=",
            b"inf",
            b"nan",
            b"-1",
            b"1e999999999",
            b"9" * 30,
            b"p1",
            b"cbr",
        ]
    ),
    st.sampled_from(
        [b"0.000000000001", b"AhAh", b"????", b"sm", b"d db", b"true", b"1" * 5000, b"[" * 2000, b"_bigslick = {}\n"]
    ),
    st.binary(max_size=4),
)


@given(
    st.sampled_from(good),
    st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 12), pieces), max_size=4),
    st.booleans(),
)
def test_good_files_with_damage_are_played_or_refused(
    data: bytes, cuts: list[tuple[int, int, bytes]], many: bool
) -> None:
    for at, length, piece in cuts:
        at %= len(data) + 1
        data = data[:at] + piece + data[at + length :]
    read_and_play(data, many=many)


ours = st.dictionaries(
    st.sampled_from(
        ["button", "small_blind_seat", "big_blind_seat", "small_blind", "ante", "posts", "rules", "min_bet", "x"]
    ),
    st.one_of(
        st.integers(-2, 9), st.integers(), st.booleans(), st.text(max_size=3), st.lists(st.integers(0, 3), max_size=2)
    ),
    max_size=3,
)


@given(
    ours,
    st.one_of(st.none(), st.lists(st.integers(-1, 12), min_size=2, max_size=2)),
    st.one_of(st.none(), st.integers(-1, 12)),
)
def test_our_own_field_is_read_or_refused(given_: dict[str, Any], seats: list[int] | None, count: int | None) -> None:
    history = loads(PLAIN)
    history.user["_bigslick"] = given_
    history.seats, history.seat_count = seats, count
    read_and_play(dumps(history).encode(), many=False)


@pytest.mark.parametrize("text", ["\ud800", "variant = '\ud800'"])
def test_half_characters_are_no_text(text: str) -> None:
    with pytest.raises(BadHistory, match="is not text"):
        loads(text)


def test_every_part_of_a_history_is_typed() -> None:
    """A field of the wrong type is refused by name, whichever reader finds it."""
    for line, name in (
        (b"day = 'x'", "day"),
        (b"players = [1, 2]", "players[0]"),
        (b"time = 5", "time"),
        (b"url = 1", "url"),
    ):
        data = (
            b"\n".join(part for part in PLAIN.split(b"\n") if not part.startswith(line.split(b" ")[0])) + b"\n" + line
        )
        with pytest.raises(BadHistory) as refusal:
            loads(data)
        assert f"the field '{name}' is wrong: expected" in str(refusal.value)


def test_history_is_the_type_of_all() -> None:
    assert type(loads(PLAIN)) is History


def test_the_empty_field_of_ours_costs_no_second_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    data = PLAIN.strip(b"\n") + b"\n_bigslick = {}\n"
    expected = tomllib.loads(data.decode(), parse_float=Decimal)
    many = b"[1]\n" + data + b"\n[2]\n" + data
    monkeypatch.setattr(phh, "_toml", lambda *_: pytest.fail("tomllib read a plain hand"))
    assert loads(data).fields() == expected
    assert [hand.user for hand in loads_all(many)] == [{"_bigslick": {}}] * 2


@pytest.mark.parametrize("wrong", [None, 5, ["p1 f"]])
def test_what_is_neither_text_nor_a_path_is_refused_with_a_sentence(wrong: Any) -> None:
    with pytest.raises(BadHistory, match=r"is not the text of a hand: load\(\) and read\(\) take a file"):
        loads(wrong)
    with pytest.raises(BadHistory, match="is not the text of a hand"):
        loads_all(wrong)
    with pytest.raises(BadHistory, match=r"is not a file: expected its path, as in 'hands.phhs'"):
        read(wrong)


DAMAGE = [*map(bytes, zip(b" ',09.-\n=[]p?#\0")), b"", b"inf", b"{}"]


@settings(max_examples=400)
@given(
    st.sampled_from([PLAIN, PLAIN + b"\n_bigslick = {}", PLAIN.replace(b"[100, 99.50]", b"[inf, inf]")]),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 3), st.sampled_from(DAMAGE)), max_size=3),
)
def test_a_damaged_text_is_plain_only_if_toml_reads_the_same(text: bytes, damage: list[Any]) -> None:
    for place, length, piece in damage:
        at = int(place * len(text))
        text = text[:at] + piece + text[at + length :]
    try:
        history = phh._shortcut(text, "", 0)
    except BadHistory:
        return
    if history is not None:
        assert exact(history.fields()) == exact(with_time(tables(text)))


def test_hands_of_a_file_are_apart() -> None:
    first, second = loads_all(b"[1]\n" + PLAIN + b"\n\n[2]\n" + PLAIN.replace(b"'Ada'", b"'Eve'") + b"\n")
    assert (first.number, second.number) == (1, 2)
    assert (first.players, second.players) == (["Ada", ""], ["Eve", ""])
