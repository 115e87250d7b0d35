"""Our player at a dealer: its answers, and how it handles a dealer that talks nonsense."""

import socket
import threading

import pytest

from bigslick.bots import as_bot
from bigslick.gateways.acpc.client import DealerGone, Played, play_at
from bigslick.gateways.acpc.game import standard_game
from bigslick.gateways.acpc.state import BadState

GAME = standard_game(2)


def talk(sent: bytes) -> tuple[bytes, list[Played]]:
    """Return a client's answers to a dealer that sends these lines and hangs up."""
    heard = b""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def deal() -> None:
            nonlocal heard
            link, _ = server.accept()
            with link:
                link.sendall(sent)
                link.shutdown(socket.SHUT_WR)
                while chunk := link.recv(4096):
                    heard += chunk

        thread = threading.Thread(target=deal)
        thread.start()
        try:
            played = play_at("127.0.0.1", server.getsockname()[1], GAME, as_bot("caller").player(), "caller")
        finally:
            thread.join(60)
    return heard, [played]


def test_it_answers_on_its_turn_only() -> None:
    heard, (played,) = talk(
        b"# hello\r\nMATCHSTATE:1:0::|8dJd\r\nMATCHSTATE:1:0:c:|8dJd\r\nMATCHSTATE:1:0:cr300:|8dJd\r\n"
        b"MATCHSTATE:1:0:cr300f:|8dJd\r\n"
    )
    assert heard == b"VERSION:2.0.0\r\nMATCHSTATE:1:0::|8dJd:c\r\nMATCHSTATE:1:0:cr300:|8dJd:c\r\n"
    assert (played.hands, played.won) == (1, -100)


@pytest.mark.parametrize("line", [b"HELLO\r\n", b"MATCHSTATE:9:0::|8dJd\r\n", b"MATCHSTATE:1:0:q:|8dJd\r\n"])
def test_nonsense_ends_it_with_a_sentence(line: bytes) -> None:
    with pytest.raises(BadState):
        talk(line)


def test_no_one_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(DealerGone, match="there is no dealer at"):
        play_at("127.0.0.1", port, GAME, as_bot("caller").player(), "caller")
