"""`bigslick demo`."""

from .conftest import Run


def test_it_shows_what_people_come_for(run: Run) -> None:
    done = run("demo", "--entrants", 60, "--seed", 7)
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0] == "Deep event, nine-handed: 60 players, seed 7"
    assert "dead button, big-blind ante" in lines[1]
    assert any("wins" in line and "(" in line for line in lines[2:5])
    for heading in ("How each kind of bot did", "Players left, hand by hand", "The last hand", "Try next"):
        assert heading in lines
    last = lines[lines.index("The last hand") :]
    assert any(line.startswith("Table ") for line in last)
    assert any(line.startswith("  showdown") or " wins " in line for line in last)
    assert len([line for line in lines if line.startswith("  bigslick ")]) == 3


def test_it_is_the_event_of_bigslick_tournament(run: Run) -> None:
    assert (
        run("demo", "--entrants", 30, "--seed", 7, "--json").json
        == run("tournament", "--entrants", 30, "--seed", 7, "--json").json
    )
