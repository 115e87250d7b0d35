"""The client: our bot plays on our server, and anything that is not such a server gets a sentence."""

import http.server
import threading

import pytest

from bigslick.bots import as_bot
from bigslick.gateways.slumbot.client import SlumbotClient, SlumbotFailed

from .test_server import url

__all__ = ["url"]


def test_it_plays_to_the_chips_of_the_server(url: str) -> None:
    client = SlumbotClient(url, as_bot("maniac").player(3), "maniac")
    client.play(30)
    client.close()
    assert client.hands == 30
    assert client.guard.faults == 0


@pytest.mark.parametrize("body", [b"hello", b"[]", b"{}", b'{"action": 3}', b'{"error_msg": "closed today"}'])
def test_a_server_that_is_none(body: bytes) -> None:
    class Nonsense(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    with http.server.HTTPServer(("127.0.0.1", 0), Nonsense) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        client = SlumbotClient(f"http://127.0.0.1:{server.server_port}", as_bot("tag").player(3), "tag")
        with pytest.raises(SlumbotFailed, match=r"JSON|API|closed today"):
            client.play(1)
        client.close()
        thread.join(60)


@pytest.mark.parametrize("address", ["ftp://x", "http://", "http://127.0.0.1:notaport"])
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(SlumbotFailed, match="is not an address"):
        SlumbotClient(address, as_bot("tag").player(3), "tag")
