"""Competition game files: read, written, and refused with a sentence if the game is not hold'em."""

from pathlib import Path

import pytest

from bigslick.gateways.acpc.game import BadGame, load_game, parse_game, standard_game

NO_LIMIT = """GAMEDEF
nolimit
numPlayers = 2
numRounds = 4
stack = 20000 20000
blind = 100 50
firstPlayer = 2 1 1 1
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
"""
LIMIT = NO_LIMIT.replace("nolimit", "limit\nraiseSize = 10 10 20 20\nmaxRaises = 3 4 4 4").replace(
    "stack = 20000 20000\nblind = 100 50", "blind = 10 5"
)


def test_the_competitions_own_games() -> None:
    assert parse_game(NO_LIMIT) == standard_game(2)
    assert parse_game(LIMIT) == standard_game(2, limit=True)
    assert parse_game(NO_LIMIT.upper().replace(" = ", "=")) == standard_game(2)


def test_blinds_and_button_stand_where_the_protocol_has_them() -> None:
    two, three = standard_game(2).setup({}, ()), standard_game(3).setup({}, ())
    assert (two.big_blind_seat, two.small_blind_seat, two.button) == (0, 1, 1)
    assert (three.small_blind_seat, three.big_blind_seat, three.button) == (0, 1, 2)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("numHoleCards = 2", "numHoleCards = 1", "numHoleCards is 1: bigslick plays Texas hold'em, which has 2"),
        ("numRounds = 4\n", "", "numRounds is missing"),
        ("numPlayers = 2", "numPlayers = 11", "numPlayers is 11: expected 2 to 10"),
        ("blind = 100 50", "blind = 50 100", "the big blind, then the small blind"),
        ("firstPlayer = 2 1 1 1", "firstPlayer = 1 1 1 1", "with 2 players hold'em has 2 1 1 1"),
        ("stack = 20000 20000", "stack = 20000", "stack has 1 numbers"),
        ("stack = 20000 20000", "stack = 20000 twenty", "is not a field of a game"),
        ("blind = 100 50", "blindd = 100 50", "did you mean 'blind'?"),
        ("stack = 20000 20000", "stack = 20000 99999999999999999999", "expected whole numbers"),
        ("nolimit", "limit", "raiseSize is missing"),
        ("nolimit", "limit\nraiseSize = 100 100 200 200\nmaxRaises = 2 4 4 4", "maxRaises is 2 4 4 4"),
        ("nolimit", "limit\nraiseSize = 100 100 200 200", "no player can run out of chips"),
    ],
)
def test_other_games_get_a_sentence(old: str, new: str, sentence: str) -> None:
    with pytest.raises(BadGame) as caught:
        parse_game(NO_LIMIT.replace(old, new))
    assert sentence in str(caught.value)


def test_files_that_are_no_games(tmp_path: Path) -> None:
    for data in (b"", b"\xff\xfe\x00", b"x" * 100_000):
        path = tmp_path / "a.game"
        path.write_bytes(data)
        with pytest.raises(BadGame, match=r"a\.game"):
            load_game(path)
    with pytest.raises(BadGame, match="cannot be read"):
        load_game(tmp_path / "none.game")
