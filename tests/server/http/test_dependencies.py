"""The libraries whose internals the server builds on: their bounds, their lock, and what else it relies on.

When `server/http/inside.py` names a change, review it, fix `server/http/{intake,transport}.py`, and raise `TESTED`.
"""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import httptools
from uvicorn.config import Config
from uvicorn.protocols.http import httptools_impl
from uvicorn.protocols.websockets import websockets_sansio_impl
from uvicorn.server import ServerState

from bigslick.server.http.inside import TESTED
from bigslick.server.http.intake import HttpTransport
from bigslick.server.http.transport import SocketTransport

ROOT = Path(__file__).parents[3]


def test_the_rest_that_we_build_on_is_there() -> None:
    assert issubclass(HttpTransport, httptools_impl.HttpToolsProtocol)
    assert issubclass(SocketTransport, websockets_sansio_impl.WebSocketsSansIOProtocol)
    assert httptools_impl.STATUS_LINE[429] == b"HTTP/1.1 429 Too Many Requests\r\n"
    assert issubclass(httptools.HttpParserCallbackError, httptools.HttpParserError)
    assert issubclass(httptools.HttpParserUpgrade, Exception)
    assert {"connections", "tasks", "default_headers"} <= vars(ServerState()).keys()
    protocols = (httptools_impl.HttpToolsProtocol, websockets_sansio_impl.WebSocketsSansIOProtocol)
    config = Config(lambda: None, http=protocols[0], ws=protocols[1])
    config.load()
    assert (config.http_protocol_class, config.ws_protocol_class) == protocols


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


def test_no_library_is_pinned_to_one_minor_release() -> None:
    """Another app in the same environment may need a newer one, so the room checks the internals at startup."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert "uvicorn>=0.54,<1" in project["optional-dependencies"]["room"]
    assert version("uvicorn").startswith(f"{TESTED}.")
