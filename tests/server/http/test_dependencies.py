"""What the server builds on inside uvicorn, websockets and httptools, by name and signature.

These are not their public doors, so a new release may change them without notice. When one does, this says what is
different before a room behaves strangely: look at the change, mend `server/http/{intake,transport}.py`, and let the
release in by its bound in `pyproject.toml`.
"""

from __future__ import annotations

import importlib.util
import inspect
import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import httptools
import pytest
import websockets.protocol
import websockets.server
from uvicorn.config import Config
from uvicorn.protocols.http import httptools_impl
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.websockets import websockets_sansio_impl
from uvicorn.server import Server, ServerState

from bigslick.server.http.intake import HttpTransport
from bigslick.server.http.transport import SocketTransport

ROOT = Path(__file__).parents[3]
HTTP = httptools_impl.HttpToolsProtocol
CYCLE = httptools_impl.RequestResponseCycle
SOCKET = websockets_sansio_impl.WebSocketsSansIOProtocol
PROTOCOL = "(self, config: 'Config', server_state: 'ServerState', app_state: 'dict[str, Any]', _loop: 'asyncio.AbstractEventLoop | None' = None) -> 'None'"  # noqa: E501

SIGNATURES = {
    (HTTP, "__init__"): PROTOCOL,
    (HTTP, "connection_made"): "(self, transport: 'asyncio.Transport') -> 'None'",
    (HTTP, "connection_lost"): "(self, exc: 'Exception | None') -> 'None'",
    (HTTP, "data_received"): "(self, data: 'bytes') -> 'None'",
    (HTTP, "on_message_begin"): "(self) -> 'None'",
    (HTTP, "on_url"): "(self, url: 'bytes') -> 'None'",
    (HTTP, "on_header"): "(self, name: 'bytes', value: 'bytes') -> 'None'",
    (HTTP, "on_headers_complete"): "(self) -> 'None'",
    (HTTP, "on_message_complete"): "(self) -> 'None'",
    (HTTP, "on_response_complete"): "(self) -> 'None'",
    (HTTP, "handle_websocket_upgrade"): "(self) -> 'None'",
    (HTTP, "pause_writing"): "(self) -> 'None'",
    (HTTP, "resume_writing"): "(self) -> 'None'",
    (HTTP, "_start_asgi_task"): "(self, cycle: 'RequestResponseCycle', app: 'ASGI3Application') -> 'None'",
    (HTTP, "_should_upgrade"): "(self) -> 'bool'",
    (HTTP, "_unset_keepalive_if_required"): "(self) -> 'None'",
    (SOCKET, "__init__"): PROTOCOL,
    (SOCKET, "connection_lost"): "(self, exc: 'Exception | None') -> 'None'",
    (SOCKET, "data_received"): "(self, data: 'bytes') -> 'None'",
    (SOCKET, "handle_connect"): "(self, event: 'Request') -> 'None'",
    (SOCKET, "send_receive_event_to_app"): "(self) -> 'None'",
    (SOCKET, "stop_keepalive"): "(self) -> 'None'",
    (SOCKET, "pause_writing"): "(self) -> 'None'",
    (SOCKET, "resume_writing"): "(self) -> 'None'",
    (SOCKET, "shutdown"): "(self) -> 'None'",
    (Server, "startup"): "(self, sockets: 'list[socket.socket] | None' = None) -> 'None'",
    (Server, "shutdown"): "(self, sockets: 'list[socket.socket] | None' = None) -> 'None'",
    (Server, "on_tick"): "(self, counter: 'int') -> 'bool'",
    (Server, "capture_signals"): "(self) -> 'Generator[None, None, None]'",
    (Server, "handle_exit"): "(self, sig: 'int', frame: 'FrameType | None') -> 'None'",
    (
        websockets.protocol.Protocol,
        "send_close",
    ): "(self, code: 'CloseCode | int | None' = None, reason: 'str' = '') -> 'None'",
    (websockets.protocol.Protocol, "data_to_send"): "(self) -> 'list[bytes]'",
}
"""Methods that ours override or call."""
ATTRIBUTES = {
    HTTP: "parser pipeline cycle flow client scheme scope headers transport loop",
    CYCLE: "response_started response_complete disconnected keep_alive more_body message_event",
    SOCKET: "transport scope conn queue frames curr_msg_data_type read_paused close_sent close_timer disconnected "
    "handshake_initiated handshake_complete response loop config",
    FlowControl: "write_paused",
    websockets.protocol.Protocol: "reader parser parser_exc",
    websockets.server.ServerProtocol: "handshake_exc",
}
"""What ours read or set on them, as their own code does."""


def as_released(owner: type) -> type:
    """A class from its module loaded anew: other libraries may replace methods of the one that this process runs."""
    spec = importlib.util.find_spec(owner.__module__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: type = getattr(module, owner.__name__)
    return found


@pytest.mark.parametrize(("owner", "name"), SIGNATURES, ids=lambda part: getattr(part, "__name__", part))
def test_the_methods_that_we_build_on_are_as_they_were(owner: type, name: str) -> None:
    found = getattr(as_released(owner), name, None)
    assert found is not None, f"{owner.__module__}.{owner.__name__} has no {name} any more"
    assert str(inspect.signature(found)) == SIGNATURES[owner, name], f"{owner.__name__}.{name} has changed"


@pytest.mark.parametrize("owner", ATTRIBUTES, ids=lambda owner: owner.__name__)
def test_the_attributes_that_we_touch_are_still_theirs(owner: type) -> None:
    source = inspect.getsource(owner)
    gone = [name for name in ATTRIBUTES[owner].split() if not re.search(rf"\bself\.{name}\b", source)]
    assert not gone, f"{owner.__module__}.{owner.__name__} no longer has {', '.join(gone)}"


def test_the_rest_that_we_build_on_is_there() -> None:
    assert issubclass(HttpTransport, HTTP)
    assert issubclass(SocketTransport, SOCKET)
    assert httptools_impl.STATUS_LINE[429] == b"HTTP/1.1 429 Too Many Requests\r\n"
    assert issubclass(httptools.HttpParserCallbackError, httptools.HttpParserError)
    assert issubclass(httptools.HttpParserUpgrade, Exception)
    assert {"connections", "tasks", "default_headers"} <= vars(ServerState()).keys()
    config = Config(lambda: None, http=HTTP, ws=SOCKET)
    config.load()
    assert (config.http_protocol_class, config.ws_protocol_class) == (HTTP, SOCKET)


def test_what_we_build_on_the_inside_of_has_an_upper_bound_and_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needs = {re.split(r"[<>=;\[ ]", line)[0]: line for line in project["optional-dependencies"]["room"]}
    locked = dict(
        re.findall(r"^([A-Za-z0-9_.-]+)==([^ ;\\\n]+)", (ROOT / "requirements" / "run.txt").read_text(), re.MULTILINE)
    )
    for name in ("httptools", "starlette", "uvicorn", "websockets"):
        assert "<" in needs[name], f"{name} may change under us: give it an upper bound in pyproject.toml"
        assert locked[name] == version(name), f"{name} {version(name)} runs here, {locked[name]} is locked"
    assert needs.keys() - {"psycopg", "sqlalchemy"} <= locked.keys()
