"""The parts of uvicorn and websockets that the server builds on, by name and signature.

They are not public API, so a new release may change them without notice. The tests compare them with the release that
runs there; a server with another release of uvicorn compares them when it starts, and refuses to serve if one differs.
"""

from __future__ import annotations

import importlib.util
import inspect
import re
from typing import Final

import uvicorn
import websockets.protocol
import websockets.server
from uvicorn.protocols.http import httptools_impl
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.websockets import websockets_sansio_impl
from uvicorn.server import Server

TESTED: Final = "0.54"
"""The release of uvicorn that the tests run with."""
_HTTP: Final = httptools_impl.HttpToolsProtocol
_CYCLE: Final = httptools_impl.RequestResponseCycle
_SOCKET: Final = websockets_sansio_impl.WebSocketsSansIOProtocol
_PROTOCOL: Final = "(self, config: 'Config', server_state: 'ServerState', app_state: 'dict[str, Any]', _loop: 'asyncio.AbstractEventLoop | None' = None) -> 'None'"  # noqa: E501

_SIGNATURES: Final = {
    (_HTTP, "__init__"): _PROTOCOL,
    (_HTTP, "connection_made"): "(self, transport: 'asyncio.Transport') -> 'None'",
    (_HTTP, "connection_lost"): "(self, exc: 'Exception | None') -> 'None'",
    (_HTTP, "data_received"): "(self, data: 'bytes') -> 'None'",
    (_HTTP, "on_message_begin"): "(self) -> 'None'",
    (_HTTP, "on_url"): "(self, url: 'bytes') -> 'None'",
    (_HTTP, "on_header"): "(self, name: 'bytes', value: 'bytes') -> 'None'",
    (_HTTP, "on_headers_complete"): "(self) -> 'None'",
    (_HTTP, "on_message_complete"): "(self) -> 'None'",
    (_HTTP, "on_response_complete"): "(self) -> 'None'",
    (_HTTP, "handle_websocket_upgrade"): "(self) -> 'None'",
    (_HTTP, "pause_writing"): "(self) -> 'None'",
    (_HTTP, "resume_writing"): "(self) -> 'None'",
    (_HTTP, "_start_asgi_task"): "(self, cycle: 'RequestResponseCycle', app: 'ASGI3Application') -> 'None'",
    (_HTTP, "_should_upgrade"): "(self) -> 'bool'",
    (_HTTP, "_unset_keepalive_if_required"): "(self) -> 'None'",
    (_SOCKET, "__init__"): _PROTOCOL,
    (_SOCKET, "connection_lost"): "(self, exc: 'Exception | None') -> 'None'",
    (_SOCKET, "data_received"): "(self, data: 'bytes') -> 'None'",
    (_SOCKET, "handle_connect"): "(self, event: 'Request') -> 'None'",
    (_SOCKET, "send_receive_event_to_app"): "(self) -> 'None'",
    (_SOCKET, "stop_keepalive"): "(self) -> 'None'",
    (_SOCKET, "pause_writing"): "(self) -> 'None'",
    (_SOCKET, "resume_writing"): "(self) -> 'None'",
    (_SOCKET, "shutdown"): "(self) -> 'None'",
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
"""Methods that our subclasses override or call."""
_ATTRIBUTES: Final = {
    _HTTP: "parser pipeline cycle flow client scheme scope headers transport loop",
    _CYCLE: "response_started response_complete disconnected keep_alive more_body message_event",
    _SOCKET: "transport scope conn queue frames curr_msg_data_type read_paused close_sent close_timer disconnected "
    "handshake_initiated handshake_complete response loop config",
    FlowControl: "write_paused",
    websockets.protocol.Protocol: "reader parser parser_exc",
    websockets.server.ServerProtocol: "handshake_exc",
}
"""Attributes that our subclasses read or set, as the library's own code does."""


def check_inside() -> None:
    """Raise `ImportError` if a release of uvicorn other than the tested one has changed anything we build on."""
    if not f"{uvicorn.__version__}.".startswith(f"{TESTED}.") and (found := changes()):
        raise ImportError(
            f"this card room does not run with uvicorn {uvicorn.__version__} ({found[0]}): "
            f"pip install 'uvicorn=={TESTED}.*'"
        )


def changes() -> list[str]:
    """Return what the installed libraries have changed, one sentence each."""
    found = []
    for (owner, name), signature in _SIGNATURES.items():
        method = getattr(_as_released(owner), name, None)
        if method is None:
            found.append(f"{owner.__name__} has no {name}")
        elif str(inspect.signature(method)) != signature:
            found.append(f"{owner.__name__}.{name} takes {inspect.signature(method)}")
    for owner, names in _ATTRIBUTES.items():
        source = inspect.getsource(owner)
        found += [
            f"{owner.__name__} has no {name}" for name in names.split() if not re.search(rf"\bself\.{name}\b", source)
        ]
    return found


def _as_released(owner: type) -> type:
    """Return a class from a freshly loaded module, because other libraries may patch the one in this process."""
    spec = importlib.util.find_spec(owner.__module__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: type = getattr(module, owner.__name__)
    return found
