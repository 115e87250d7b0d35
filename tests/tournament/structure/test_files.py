"""Structures as TOML: presets, round trips, the line of every mistake, and only BadStructure from arbitrary text."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bigslick.rules import Rules
from bigslick.tournament.structure.files import dumps, load, loads, presets
from bigslick.tournament.structure.levels import Break, Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.problems import BadStructure
from bigslick.tournament.structure.structure import AddOn, HandPace, Rebuy, Structure

GOOD = """\
# a structure as a director writes it
name = "Friday night"
seats = 9
starting_stack = 10_000
entries = [
  "Ann",  # the host
  "Bob",
  "Cy",
]
buy_in = 20

[rules]
profile = "tournament"
ante = "per_player"

[[levels]]
small = 25
big = 50
minutes = 20

[[levels]]
small = 50
big = 100
ante = 10
minutes = 12.5

[[breaks]]
after = 1
minutes = 5

[payouts]
percent = [62.5, 37.5]
"""


def test_a_file_is_read() -> None:
    found = loads(GOOD)
    assert found == Structure(
        name="Friday night",
        seats=9,
        starting_stack=10_000,
        entries=("Ann", "Bob", "Cy"),
        buy_in=20,
        rules=Rules(ante="per_player"),
        levels=(Level(small=25, big=50, seconds=1200), Level(small=50, big=100, ante=10, seconds=750)),
        breaks=(Break(after=1, seconds=300),),
        payouts=Payouts(percent=(Decimal("62.5"), Decimal("37.5"))),
    )


def test_the_presets_of_the_house() -> None:
    assert presets() == (
        *("deep-9", "flights", "heads-up", "heads-up-bracket"),
        *("pko-8", "s0", "satellite", "shootout", "turbo-6"),
    )
    bounty = load("pko-8").bounty
    assert bounty is not None
    assert (bounty.kind, bounty.amount, load("pko-8").buy_in) == ("progressive", 50, 50)
    assert load("s0").rules == Rules.classic()
    assert (load("deep-9").seats, load("deep-9").unit, load("deep-9").rules.ante) == (9, "time", "big_blind")
    assert (load("turbo-6").seats, load("turbo-6").final_table) == (6, 7)
    assert (load("heads-up").seats, load("heads-up").field) == (2, 2)
    assert load("satellite").with_entrants(57).ends_at(57) == 5


@pytest.mark.parametrize("name", presets())
def test_a_preset_runs_with_any_field_and_comes_back(name: str) -> None:
    found = load(name)
    assert loads(dumps(found)) == found
    for entrants in (20, 100, 1000, 100_000):
        prizes = found.with_entrants(entrants).prizes(entrants)
        assert sum(prizes) == found.pool(entrants)


def test_a_file_has_a_path(tmp_path: Path) -> None:
    path = tmp_path / "friday.toml"
    path.write_text(GOOD, "utf-8")
    assert load(path) == load(str(path)) == loads(GOOD)
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert load(path) == loads(GOOD)


def refusal(text: str) -> BadStructure:
    with pytest.raises(BadStructure) as refused:
        loads(text, source="f.toml")
    return refused.value


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ("seats = 9", "seats = 11", 3, "seats is 11: expected seats at a table"),
        ("seats = 9", "seats = 9.0", 3, "seats is 9.0"),
        ("seats = 9", "", 0, "the structure needs 'seats'"),
        ("starting_stack", "starting_stak", 4, "'starting_stak' is not a key; did you mean 'starting_stack'?"),
        ("seats = 9", "seats = 9\nzzz = 1", 4, "'zzz' is not a key; expected one of name, entrants"),
        ("seats = 9", "seats = = 9", 3, "not TOML: Invalid value in column 9"),
        ('  "Cy",', '  "Ann",', 8, "'Ann' appears twice"),
        ('  "Cy",', "  3,", 8, "entry 3 is 3: expected a name"),
        ('"tournament"', '"turnament"', 13, "rules.profile is 'turnament'"),
        ('"per_player"', '"per_seat"', 14, "rules: ante='per_seat' is not a rule"),
        ('ante = "per_player"', "burn = 1.5", 14, "rules: burn is 1.5"),
        ("big = 50", "big = 50.5", 18, "level 1: big is 50.5: expected the big blind in chips"),
        ("big = 100", "big = 40", 22, "level 2: small is 50: expected at most the big blind"),
        ("small = 50\nbig = 100", "small = 5\nbig = 100", 22, "level 2 is out of order: its small blind of 5"),
        ("minutes = 12.5", "hands = 12", 25, "level 2 lasts 12 hands and other levels last minutes"),
        ("minutes = 20", "minutes = 0.333", 19, "level 1: minutes is 0.333"),
        ("minutes = 20", "minutes = 20\nseconds = 20", 19, "level 1 has both minutes and seconds"),
        ("minutes = 20", "", 16, "level 1 has no length"),
        ("minutes = 20", "minuets = 20", 19, "'minuets' in level 1 is not a key; did you mean 'minutes'?"),
        ("minutes = 20", "minutes = 20\nlevel = 2", 20, "level 2 comes in place 1"),
        ("after = 1", "after = 2", 28, "a break after level 2 never comes"),
        ("minutes = 5\n", "", 27, "break 1 has no length"),
        ("62.5, 37.5", "62.5, 47.5", 32, "payouts: the percentages add up to 110.0 %, more than the pool"),
        ("62.5, 37.5", "40, 30, 20, 10", 32, "payouts: 4 places are paid but only 3 players enter"),
        ("62.5, 37.5", "62.5, '37.5'", 32, "payouts: percent[1] is '37.5'"),
        ("percent = [62.5, 37.5]", "seats = 0", 32, "payouts.seats is 0"),
        ("percent = [62.5, 37.5]", "percent = 100", 32, "payouts.percent is 100: expected a list"),
        ("percent = [62.5, 37.5]", "paid_percent = 1e-9", 32, "digits after the point"),
        ("percent = [62.5, 37.5]", "paid_percent = 1e999999999", 32, "expected a percentage"),
        ("[payouts]", "[addon]\ncost = 1\n[payouts]", 31, "addon needs 'until_level'"),
        ("buy_in = 20", "levels = 3", 10, ""),
        ("buy_in = 20", "breaks = [[1]]", 10, ""),
        ("buy_in = 20", "pace = 3", 10, "pace is 3: expected a table"),
    ],
)
def test_a_mistake_is_told_with_its_line(old: str, new: str, line: int, sentence: str) -> None:
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    if sentence:
        bad = refusal(text)
        assert bad.line == line, bad
        assert sentence in str(bad)
        assert str(bad).startswith(f"f.toml, line {line}: " if line else "f.toml: ")
    else:
        refusal(text)


def test_the_line_is_found_in_a_list_of_inline_tables() -> None:
    text = (
        "seats = 2\nstarting_stack = 9\nlevels = [\n  {small = 1, big = 2, hands = 3},\n\n  {small = 1, big = 1},\n]\n"
    )
    bad = refusal(text)
    assert (bad.field, bad.line) == ("levels[1].big", 6)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadStructure, match=r"turbo-7: no such file or preset.*did you mean 'turbo-6'"):
        load("turbo-7")
    with pytest.raises(BadStructure, match="cannot be read"):
        load(tmp_path)
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'seats = 2\nname = "caf\xe9"\n')
    with pytest.raises(BadStructure, match=r"latin.toml, line 2: not UTF-8 text"):
        load(latin)
    with pytest.raises(BadStructure, match="cannot be read"):
        load("a\0b")


def test_numbers_that_are_far_too_long_are_refused() -> None:
    for number in ("9" * 5000, "0x" + "f" * 5000, "1e99999"):
        for key in ("seats", "starting_stack", "entrants", "initial_button", "break_list", "name"):
            text = f"{key} = {number}\n" + "\n".join(
                f"{name} = 2" for name in ("seats", "starting_stack") if name != key
            )
            refusal(text + "\n[[levels]]\nsmall = 1\nbig = 2\n")


# --- any text, and any structure -------------------------------------------------------------------------------------

WORDS = [
    *(
        field.name
        for model in (Structure, Payouts, Level, Break, Rebuy, Rules)
        for field in msgspec.structs.fields(model)
    ),
    *("minutes", "level", "profile"),
]
VALUES = ["0", "1", "-1", "2", "9", "true", '"list"', '"random"', "[]", "[1]", "[100]", "[50, 50]", "{}", "1.5", "nan"]
VALUES += ["inf", "1e30", '"x"', "[{small = 1, big = 2}]", "1979-05-27", "{small = 1}", '"tournament"', "[[1]]", "1000"]
lines = st.one_of(
    st.builds("{} = {}".format, st.sampled_from(WORDS), st.sampled_from(VALUES)),
    st.sampled_from(
        ["[rules]", "[[levels]]", "[[breaks]]", "[payouts]", "[pace]", "[rebuy]", "[addon]", "[levels]", "#"]
    ),
)


def attempt(text: str) -> Structure | BadStructure:
    try:
        return loads(text)
    except BadStructure as bad:
        return bad


@given(st.lists(lines, max_size=12), st.booleans())
def test_any_lines_are_a_structure_or_a_bad_one(chosen: list[str], started: bool) -> None:
    text = "\n".join(["seats = 6\nstarting_stack = 500" if started else "", *chosen])
    found = attempt(text)
    if isinstance(found, BadStructure):
        assert "\n" not in str(found)
    else:
        assert loads(dumps(found)) == found


@given(st.text(max_size=200))
def test_any_text_is_a_structure_or_a_bad_one(text: str) -> None:
    with pytest.raises(BadStructure):
        loads(text)


@given(st.data())
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_a_good_file_cut_or_changed_anywhere_is_a_structure_or_a_bad_one(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(GOOD)))
    end = data.draw(st.integers(start, min(len(GOOD), start + 12)))
    text = GOOD[:start] + data.draw(st.text("0123456789.=[]{}\"'#\n abe_-", max_size=6)) + GOOD[end:]
    found = attempt(text)
    if isinstance(found, BadStructure):
        assert 0 <= found.line <= text.count("\n") + 2


chips = st.integers(1, 10**6)
BUTTONS: list[str | int] = ["random", "highest_seat", 0, 1]


@st.composite
def structures(draw: st.DrawFn) -> Structure:
    timed = draw(st.booleans())
    bigs = sorted(draw(st.lists(st.integers(2, 10**5), min_size=2, max_size=6)))
    span: dict[str, Any] = {"seconds" if timed else "hands": 77}
    levels = tuple(Level(small=big // 2, big=big, ante=draw(st.integers(0, 99)), **span) for big in bigs)
    kinds: list[dict[str, Any]] = [
        {},
        {"percent": (Decimal("62.125"), Decimal("37.875"))},
        {"paid_percent": Decimal("12.5"), "first_percent": Decimal(20)},
        {"seats": 1},
    ]
    seats = draw(st.integers(2, 10))
    return Structure(
        name=draw(st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=20)),
        seats=seats,
        starting_stack=draw(st.integers(bigs[0], 10**6)),
        entrants=draw(st.just(0) | st.integers(2, 500)),
        levels=levels,
        breaks=tuple(Break(after=after, seconds=90) for after in range(1, len(levels), 2)),
        rules=draw(
            st.sampled_from([Rules(), Rules.cash(), Rules.classic(), Rules(limit="pot", ante_order="ante_first")])
        ),
        buy_in=draw(st.integers(0, 1000)),
        late_reg_levels=1,
        reentry_limit=draw(st.integers(0, 2)),
        rebuy=draw(st.none() | st.builds(Rebuy, until_level=st.just(1), cost=chips, chips=chips)),
        addon=draw(st.none() | st.builds(AddOn, until_level=st.just(1), cost=chips, chips=chips)),
        payouts=Payouts(**draw(st.sampled_from(kinds))),
        final_table_size=draw(st.none() | st.integers(2, min(10, seats + 1))),
        initial_button=draw(st.sampled_from(BUTTONS)),
        redraw_at_tables=draw(st.sampled_from([(), (1,), (3, 2, 1)])),
        pace=HandPace(seconds_per_action=draw(st.integers(0, 60))),
    )


@given(structures())
def test_a_structure_written_and_read_is_the_same(found: Structure) -> None:
    assert loads(dumps(found)) == found


def test_a_stack_below_one_big_blind_is_refused() -> None:
    with pytest.raises(BadStructure, match="starting_stack is 9, less than the first big blind of 10") as refused:
        loads("seats = 2\nstarting_stack = 9\n[[levels]]\nsmall = 5\nbig = 10\n")
    assert refused.value.line == 2
