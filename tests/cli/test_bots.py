"""`bigslick bots`."""

import json
from pathlib import Path

from bigslick.bots import HOUSE_BOTS

from .conftest import Refused, Run


def test_the_house_bots_with_their_figures(run: Run) -> None:
    done = run("bots", "--hands", 60)
    assert done.code == 0
    assert all(name in done.out for name in (*HOUSE_BOTS, "VPIP", "PFR", "aggression", "WTSD", "bb/100"))


def test_as_json(run: Run) -> None:
    answer = run("bots", "caller", "--hands", 60, "--seed", 3, "--json").json
    assert (answer["seed"], answer["hands"], answer["against"]) == (3, 60, "tag")
    [found] = answer["bots"]
    assert found["bot"] == "caller"
    assert found["pfr"] == 0


def test_ctrl_c_before_the_second_bots_first_deal_shows_the_first(run: Run, tmp_path: Path) -> None:
    (tmp_path / "stops.py").write_text("def stop(view):\n    raise KeyboardInterrupt\n")
    done = run("bots", "caller", f"{tmp_path / 'stops.py'}:stop", "--hands", 60, "--json")
    assert (done.code, done.err) == (130, "bigslick: stopped after 1 of 2 bots: these are theirs\n")
    assert [bot["bot"] for bot in json.loads(done.out)["bots"]] == ["caller"]


def test_an_unknown_bot(refused: Refused) -> None:
    assert "did you mean 'rock'?" in refused("bots", "rok")


def test_a_single_bot_shows_where_it_loses(run: Run) -> None:
    flags = ("bots", "caller", "--hands", 120, "--seed", 3)
    out = run(*flags).out
    assert "By position, in bb/100 of the hands there:" in out
    assert "the rows add up" in out
    assert "facing a bet: call" in out
    found = run(*flags, "--json").json
    assert [row["position"] for row in found["by_position"]] == ["UTG", "HJ", "CO", "BTN", "SB", "BB"]
    total = sum(row["bb100"] for row in found["by_street"])
    assert abs(total - found["bots"][0]["bb100"]) < 0.01
    assert found["by_decision"][0]["difference"] < 0
    assert "by_position" not in run("bots", "caller", "rock", "--hands", 60, "--json").json
