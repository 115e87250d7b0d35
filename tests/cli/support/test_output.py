"""Tables and lines that fit the terminal."""

import re

import pytest

from bigslick.cli.support import output

ROWS = [("a bot with a very long name of its own", "+1.23", "-0.45 to +2.91", 1_234_567, "24.1", "19.8")]
COLUMNS = ("bot", "bb/100", "95 % interval", "hands", "VPIP", "PFR")


def table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], width: int | None) -> list[str]:
    monkeypatch.setattr(output, "line_width", lambda *_: width)
    output.print_table(COLUMNS, ROWS, left=("bot",), optional=("PFR", "VPIP"))
    return capsys.readouterr().out.splitlines()


def test_a_wide_page_has_everything(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = table(monkeypatch, capsys, None)
    assert len(lines) == 2
    assert lines[0].split()[-1] == "PFR"


@pytest.mark.parametrize("width", [80, 60, 50])
def test_a_narrow_one_drops_columns_and_shortens_text_but_breaks_no_number(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], width: int
) -> None:
    head, row, note = table(monkeypatch, capsys, width)[:3]
    assert len(head) <= width
    assert len(row) <= width
    assert "-0.45 to +2.91  1,234,567" in row
    assert re.match(r"\(left out for width: (VPIP, )?PFR; --json has", note)


def test_text_is_wrapped_between_words_and_indented(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(output, "line_width", lambda *_: 30)
    output.say("\n  preflop  Ada folds, Bo folds, Cy calls 20", hang=11)
    assert capsys.readouterr().out == "\n  preflop  Ada folds, Bo folds,\n           Cy calls 20\n"
    output.say_choices(["f fold", "c call 20", "r raise to 40 up to 1,500"])
    assert capsys.readouterr().out == "  f fold · c call 20\n  r raise to 40 up to 1,500\n"


def test_a_pipe_is_never_wrapped(capsys: pytest.CaptureFixture[str]) -> None:
    output.say("word " * 60)
    assert capsys.readouterr().out.count("\n") == 1


def test_cells() -> None:
    assert (output.show(1234), output.show(True), output.show("x")) == ("1,234", "True", "x")
