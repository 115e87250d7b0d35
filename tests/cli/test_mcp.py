"""`bigslick mcp` refuses incompatible options; tests/gateways/mcp shows that it plays."""

from __future__ import annotations

import pytest

from bigslick.cli.app import run


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--token", "x"], "--token is for a card room: name it with --room URL"),
        (["--port", "80"], "--port is for --http"),
        (["--room", "nowhere"], "is not the address of a card room"),
        (["--http", "--port", "99999"], "99999"),
    ],
)
def test_options_that_do_not_go_together(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["mcp", *arguments]) == 2
    assert sentence in capsys.readouterr().err
