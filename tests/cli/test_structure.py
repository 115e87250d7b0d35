from pathlib import Path

import pytest

from bigslick.tournament.structure.bounties import Bounty
from bigslick.tournament.structure.files import load, presets

from .conftest import Refused, Run


def test_a_preset_is_explained(run: Run) -> None:
    done = run("structure", "check", "heads-up")
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0] == "Heads-up sit-and-go: no-limit hold'em, 2 seats a table."
    assert any(line.startswith("It ends when one player has every chip: probably in levels ") for line in lines)
    table = lines[lines.index("level  blinds     after  players left  average stack in bb") + 1 : -1]
    assert [row.split()[0] for row in table] == ["1", "2", "3", "4", "5"]
    assert table[0].split()[1:] == ["10/20", "0", "hands", "2", "75"]
    assert lines[-1] == "Players left and stacks are what the default field makes of it on average."


def test_json_is_the_whole_answer(run: Run) -> None:
    answer = run("structure", "check", "s0", "--entrants", "9", "--json").json
    assert answer["chips_in_play"] == 9000
    assert answer["levels_by"] == "hands"
    assert [level["hands"] for level in answer["levels"]] == [10, 10, 10, 8, 8, 6, 6, 5, 5, 5]
    assert (answer["tables"], answer["prize_pool"], answer["prizes"]) == (1, 900, [900])
    assert answer["explanation"][0].startswith("S0")
    assert (answer["ends"], answer["warnings"]) == (True, [])
    first, last = answer["ends_after_hands"]
    assert 0 < first < last
    assert answer["ends_after_seconds"] == [110 * first, 110 * last]  # six of nine at a table, at the usual pace
    assert answer["forecast"][0] == {"level": 1, "start": 0, "players": 9, "average": 50.0}


def test_a_structure_that_stalls_is_warned_of(run: Run) -> None:
    """S0 ends at 500/1,000. A thousand entrants bring a million chips, and the last two play for thousands of hands."""
    (said,) = run("structure", "check", "s0", "--entrants", "1000", "--json").json["warnings"]
    assert said == (
        "The blinds stop rising at 500/1,000 with 1,000,000 chips in play: the last two players will have 500 big "
        "blinds each and need about 9,000 hands. Add levels up to a big blind of about 20,000."
    )
    assert f"Warning: {said}" in run("structure", "check", "s0", "--entrants", "1000").out.splitlines()


NEVER = "seats = 6\nstarting_stack = 1000000000\n[[levels]]\nsmall = 1\nbig = 2\n"


def test_a_structure_that_cannot_end_says_so(run: Run, refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "never.toml"
    path.write_text(NEVER)
    assert run("structure", "check", path, "--entrants", 12, "--json").json["ends"] is False
    sentence = (
        "this event cannot end: the last level is 1/2 with 12,000,000,000 chips in play, 6,000,000,000 big blinds; add "
        "levels up to a big blind of about 240,000,000, or start with fewer chips"
    )
    assert refused("tournament", path, "--entrants", 12) == f"{path}: {sentence}"


def test_a_level_of_a_million_hands_is_pointed_out(run: Run, refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    levels = "[[levels]]\nsmall = 10\nbig = 20\nhands = {}\n[[levels]]\nsmall = 20\nbig = 40\n"
    path.write_text("seats = 6\nstarting_stack = 1000\n" + levels.format(1_000_000))
    assert run("structure", "check", path, "--entrants", 12, "--json").json["warnings"] == [
        "Level 1 lasts 1,000,000 hands, far longer than the whole event: the level after it will not be played."
    ]
    path.write_text("seats = 6\nstarting_stack = 1000\n" + levels.format(1_000_001))
    assert "expected how many hands the level lasts, a whole number from 0 to 1,000,000" in refused("tournament", path)


def test_json_of_an_open_field_has_no_numbers_that_depend_on_it(run: Run) -> None:
    answer = run("structure", "check", "deep-9", "--json").json
    assert answer["entrants"] is None
    assert "prizes" not in answer


def test_the_presets_are_listed(run: Run) -> None:
    assert [row["preset"] for row in run("structure", "list", "--json").lines] == [
        "deep-9",
        "flights",
        "heads-up",
        "heads-up-bracket",
        "pko-8",
        "s0",
        "satellite",
        "shootout",
        "turbo-6",
    ]
    assert "Turbo, six-handed" in run("structure", "list").out


def test_a_bad_file_is_one_sentence_with_file_and_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("seats = 9\nstarting_stack = 1000\n[[levels]]\nsmall = 50\nbig = 25\n")
    sentence = f"{path}, line 4: level 1: small is 50: expected at most the big blind, which is 25"
    done = run("structure", "check", path)
    assert (done.code, done.out, done.err) == (1, "", f"bigslick: {sentence}\n")
    done = run("structure", "check", path, "--json")
    assert (done.code, done.json) == (1, {"ok": False, "problems": [sentence]})


@pytest.mark.parametrize("entrants", ["0", "-3", "1"])
def test_a_field_that_cannot_play_is_refused(refused: Refused, entrants: str) -> None:
    refused("structure", "check", "s0", "--entrants", entrants)


def test_no_such_structure(refused: Refused) -> None:
    assert "did you mean 'turbo-6'?" in refused("structure", "check", "turbo6")
    refused("structure", "chek")


# -- show and new -----------------------------------------------------------------------------------------------------


def test_the_file_of_a_preset_is_printed_to_copy_from(run: Run, tmp_path: Path) -> None:
    for name in presets():  # including the shootout and the bracket
        path = tmp_path / f"{name}.toml"
        path.write_text(run("structure", "show", name).out)
        assert load(path) == load(name)
        assert path.read_text().startswith("#")
        assert run("structure", "show", path, "--json").json == {"structure": str(path), "toml": path.read_text()}


def test_only_what_can_be_read_is_shown(refused: Refused) -> None:
    assert "did you mean 'turbo-6'?" in refused("structure", "show", "turbo6")


def test_a_structure_is_drafted_from_flags(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "sunday.toml"
    wishes = ("--entrants", 60, "--stack", 20_000, "--hours", 5, "--buy-in", 100, "--name", "Sunday", "--seats", 8)
    done = run("structure", "new", path, *wishes)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"{path}: ")
    made = load(path)
    assert (made.field, made.starting_stack, made.buy_in, made.name, made.seats) == (60, 20_000, 100, "Sunday", 8)
    assert run("structure", "check", path).code == 0
    assert run("structure", "new", *wishes).out == path.read_text()
    answer = run("structure", "new", *wishes, "--json").json
    assert answer["toml"] == path.read_text()
    assert answer["ends_after_seconds"] == pytest.approx(5 * 3600, rel=0.15)


def test_a_draft_takes_the_terms_of_the_event_by_their_keys(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "sunday.toml"
    terms = ("--buy-in", 20, "--fee", 3, "--bounty", 10, "--bounty-kind", "progressive", "--round-to", 25)
    again = ("--late-reg-levels", 4, "--reentry-limit", 1, "--reentry-take-up-percent", 60)
    done = run("structure", "new", path, "--entrants", 60, "--stack", 20_000, "--hours", 5, *terms, *again)
    assert "9 places are paid, in multiples of 25." in done.out
    assert "Of the players who can, 60 % re-enter, unless their bot decides." in done.out
    made = load(path)
    assert (made.fee, made.payouts.round_to, made.late_reg_levels, made.reentry_limit) == (3, 25, 4, 1)
    assert made.bounty == Bounty(amount=10, kind="progressive")
    assert made.reentry_take_up_percent == 60
    said = run("structure", "check", path).out
    assert "1. 375, 2. 225, 3. 175, ... 9. 50." in said
    assert "Late entries get a full stack through level 4; one re-entry allowed; 60 of a hundred" in said
    played = run("simulate", "--structure", path, "--tournaments", 1, "--workers", 1, "--out", tmp_path / "s")
    assert played.code == 0
    assert "Of the players who can, 60 % re-enter, unless their bot decides." in played.out.splitlines()


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        (("--bounty-kind", "progressive"), "--bounty-kind needs a bounty: expected --bounty MONEY too"),
        (("--bounty", 5, "--bounty-kind", "mistery"), "did you mean 'mystery'?"),
        (("--round-to", 5), "round_to rounds prizes: expected a buy_in too"),
        (("--reentry-limit", 1), "reentry_limit needs late registration"),
        (("--reentry-take-up-percent", 50), "reentry_take_up_percent needs re-entries"),
    ],
)
def test_terms_that_do_not_fit_are_one_sentence(refused: Refused, terms: tuple[object, ...], sentence: str) -> None:
    assert sentence in refused("structure", "new", "--entrants", 60, "--stack", 20_000, "--hours", 5, *terms)


def test_what_is_left_out_is_asked(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["60", "20,000", "5"])
    monkeypatch.setattr("builtins.input", lambda: next(answers))
    asked = run("structure", "new")
    assert asked.err == "How many players enter? How many chips does each start with? How many hours should it take? "
    assert asked.out == run("structure", "new", "--entrants", 60, "--stack", 20_000, "--hours", 5).out


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ([], "--entrants is missing: give it, or answer the question"),
        (["many"], "--entrants is missing: give it, or answer the question"),
        (["60", "20000", "nan"], "hours is nan: expected more than 0, at most 100"),
    ],
)
def test_an_answer_that_is_none(run: Run, monkeypatch: pytest.MonkeyPatch, answers: list[str], sentence: str) -> None:
    given = iter(answers)

    def answer() -> str:
        try:
            return next(given)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    done = run("structure", "new")
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith(f"bigslick: {sentence}\n")


def test_an_answer_that_is_no_number_is_asked_again(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["", "60", "10k", "20000", "long", "5"])
    monkeypatch.setattr("builtins.input", lambda: next(answers))
    asked = run("structure", "new")
    assert asked.code == 0
    for sentence in (
        "No answer: expected a whole number in digits, such as 10000.",
        "'10k': expected a whole number in digits, such as 10000.",
        "'long': expected a number, such as 2.5.",
    ):
        assert sentence in asked.err
    assert asked.err.count("How many players enter?") == 2


def test_a_draft_says_what_it_pays_and_whether_blinds_jump(run: Run, tmp_path: Path) -> None:
    gentle = run(
        *("structure", "new", tmp_path / "a.toml"),
        *("--entrants", 14, "--stack", 10_000, "--hours", 4, "--buy-in", 20),
    )
    assert " 3 places are paid, in multiples of 10. " in gentle.out
    assert "times those before them" not in gentle.out
    steep = run(
        *("structure", "new", tmp_path / "b.toml"),
        *("--entrants", 60, "--stack", 20_000, "--hours", 5, "--levels", 6),
    )
    assert " times those before them: more levels or fewer chips make gentler steps." in steep.out
    assert "paid" not in steep.out


def test_a_draft_does_not_replace_a_file(refused: Refused, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "sunday.toml"
    path.write_text("mine")
    wishes = ("--entrants", 60, "--stack", 20_000, "--hours", 5)
    said = f"FILE: {path} exists; name another file, or --force replaces it"
    assert refused("structure", "new", path, *wishes) == said
    assert path.read_text() == "mine"
    assert run("structure", "new", path, *wishes, "--force").code == 0
    assert load(path).field == 60


def test_a_structure_is_written_as_a_page_to_print(run: Run, refused: Refused, tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    assert f"{page}: blinds and payouts of Turbo" in run("structure", "show", "turbo-6", "--html", page).out
    assert "depend on the number of entrants" in page.read_text("utf-8")
    assert "exists" in refused("structure", "show", "turbo-6", "--html", page)
    done = run("structure", "show", "turbo-6", "--html", page, "--entrants", 60, "--force", "--json").json
    assert done == {"structure": "turbo-6", "html": str(page)}
    assert "60 entrants, prize pool 3,000" in page.read_text("utf-8")
    assert "--html FILE" in refused("structure", "show", "turbo-6", "--entrants", 60)
