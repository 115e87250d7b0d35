"""The server: the two endpoints over HTTP, on both paths, and its answers to nonsense."""

import json
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue
from typing import Any

import pytest

from bigslick.bots import as_bot

pytest.importorskip("starlette")
from bigslick.gateways.slumbot.server import SlumbotRoom, new_slumbot_server


@contextmanager
def slumbot() -> Iterator[str]:
    """Return the address of a new server."""
    ports: Queue[int] = Queue()
    server = new_slumbot_server(SlumbotRoom(as_bot("tag"), 3, 5), "127.0.0.1", 0, ports.put)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield f"http://127.0.0.1:{ports.get(timeout=60)}"
    finally:
        server.should_exit = True
        thread.join(60)


@pytest.fixture
def url() -> Iterator[str]:
    with slumbot() as address:
        yield address


def post(url: str, body: bytes) -> dict[str, Any]:
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def test_a_client_plays(url: str) -> None:
    token = ""
    for hand in range(6):
        reply = post(f"{url}/api/new_hand", json.dumps({"token": token} if token else {}).encode())
        token = reply["token"]
        assert reply["client_pos"] == hand % 2
        while "winnings" not in reply:
            street = reply["action"].rpartition("/")[2]
            faces = not reply["action"] or street[-1:].isdigit()  # the small blind has half a bet to call
            body = json.dumps({"token": token, "incr": "c" if faces else "k"})
            reply = post(f"{url}/slumbot/api/act", body.encode())
            assert "error_msg" not in reply, reply
        assert reply["session_num_hands"] == hand + 1


@pytest.mark.parametrize(
    ("path", "body", "sentence"),
    [
        ("act", b"{}", "needs the token"),
        ("act", b'{"token": "x", "incr": "c"}', "not known"),
        ("act", b'{"token": 5}', "not known"),
        ("new_hand", b"{", "is not JSON"),
        ("new_hand", b"[1]", "is not an object"),
        ("new_hand", b'"' + b"x" * 10_000 + b'"', "more than 4,096 bytes"),
    ],
)
def test_nonsense_gets_an_error(url: str, path: str, body: bytes, sentence: str) -> None:
    assert sentence in post(f"{url}/api/{path}", body)["error_msg"]


def test_signing_in_gives_a_token(url: str) -> None:
    token = post(f"{url}/slumbot/api/login", b'{"username": "a", "password": "b"}')["token"]
    assert post(f"{url}/slumbot/api/new_hand", json.dumps({"token": token}).encode())["token"] == token
