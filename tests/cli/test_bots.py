"""`bigslick bots`."""

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


def test_an_unknown_bot(refused: Refused) -> None:
    assert "did you mean 'rock'?" in refused("bots", "rok")
