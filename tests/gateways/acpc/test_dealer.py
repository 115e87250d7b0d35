"""The dealer: programs and our bots at one table, judged like the original, with a log that replays."""

import io
import socket
import threading
from pathlib import Path

import pytest

from bigslick.bots import as_bot
from bigslick.gateways.acpc.client import play_at
from bigslick.gateways.acpc.dealer import (
    Dealer,
    DealerPlace,
    DealerSeat,
    LocalPlace,
    RemotePlace,
    TimeLimits,
    accept_place,
    start_place,
)
from bigslick.gateways.acpc.game import AcpcGame, standard_game
from bigslick.gateways.acpc.log import LoggedHand, read_log
from bigslick.gateways.acpc.state import BadState
from bigslick.gateways.processes.process import ProcessSettings

from ..bots import ACPC_CALLER, posix, write_program


def local(name: str, game: AcpcGame) -> DealerSeat:
    return DealerSeat(name, LocalPlace(as_bot(name).player(3), name, game))


def play(game: AcpcGame, seats: list[DealerSeat], hands: int, **wishes: object) -> list[str]:
    log = io.StringIO()
    dealer = Dealer(game, seats, seed=5, log=log, **wishes)  # type: ignore[arg-type]
    try:
        dealer.play(hands)
    finally:
        dealer.close()
    return log.getvalue().splitlines()


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("limit", [False, True])
def test_the_log_replays_to_its_score(players: int, limit: bool) -> None:
    game = standard_game(players, limit=limit)
    seats = [local(name, game) for name in ("tag", "maniac", "random", "caller", "fish", "rock")[:players]]
    lines = play(game, seats, 40)
    found = list(read_log(lines, game))
    assert len(found) == 41
    assert found[-1] == tuple(seat.score for seat in seats)
    assert [seat.faults for seat in seats] == [0] * players


def test_players_rotate_unless_they_are_fixed() -> None:
    game = standard_game(3)
    names = ("tag", "rock", "fish")
    for fixed, wanted in ((False, ["tag", "rock", "fish", "tag"]), (True, ["tag"] * 4)):
        lines = play(game, [local(name, game) for name in names], 4, fixed_seats=fixed)
        hands = [hand for hand in read_log(lines, game) if isinstance(hand, LoggedHand)]
        assert [hand.names[0] for hand in hands] == wanted


class Says:
    """A player with scripted answers."""

    def __init__(self, text: str) -> None:
        self.text = text

    def tell(self, line: str) -> None: ...

    def ask(self, line: str, seen: object, seconds: float) -> str:
        return self.text

    def hand_over(self, line: str, seen: object) -> None: ...

    def close(self) -> None: ...


@pytest.mark.parametrize(
    ("text", "betting"),
    [("r1", "r200c"), ("r999999", "r20000c///"), ("r", "cc/"), ("zzz", "cc/"), ("f", "f"), ("c", "cc/")],
)
def test_illegal_actions_are_corrected_as_the_original_does(text: str, betting: str) -> None:
    game = standard_game(2)
    place: DealerPlace = Says(text)
    seat = DealerSeat("odd", place)
    lines = play(game, [local("caller", game), seat], 1)
    assert lines[0].split(":")[2].startswith(betting)
    assert bool(seat.faults) == (text not in ("f", "c"))


@posix
def test_a_program_that_leaves_checks_or_folds_to_the_end(tmp_path: Path) -> None:
    game = standard_game(2)
    path = write_program(tmp_path, ACPC_CALLER.format(body="sys.exit(4)"))
    seat = DealerSeat("gone", start_place([str(path)], ProcessSettings(seconds=20)))
    lines = play(game, [local("caller", game), seat], 6)
    assert len(lines) == 7
    assert seat.faults >= seat.asked > 3
    assert "exit code 4" in seat.gone


@posix
def test_time_runs_out(tmp_path: Path) -> None:
    game = standard_game(2)
    path = write_program(tmp_path, ACPC_CALLER.format(body="pass"))
    seat = DealerSeat("slow", start_place([str(path)], ProcessSettings(seconds=20)))
    play(game, [local("caller", game), seat], 3, limits=TimeLimits(response=0.2))
    assert "no answer within 0.2 s" in seat.gone


@pytest.mark.parametrize("limit", [False, True])
def test_our_client_plays_at_our_dealer(limit: bool) -> None:
    game = standard_game(2, limit=limit)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        done = []
        player = as_bot("maniac").player(7)
        client = threading.Thread(target=lambda: done.append(play_at("127.0.0.1", port, game, player, "maniac")))
        client.start()
        remote: RemotePlace = accept_place(server, 20)
        seat = DealerSeat("maniac", remote)
        lines = play(game, [local("tag", game), seat], 30)
        client.join(60)
    assert seat.faults == 0
    assert done[0].hands == 30
    assert done[0].won == pytest.approx(seat.score)
    assert list(read_log(lines, game))


def test_too_few_players() -> None:
    with pytest.raises(BadState, match="1 players for a game of 2"):
        Dealer(standard_game(2), [local("tag", standard_game(2))])
