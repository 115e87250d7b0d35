"""The operator's files in examples/room work: the reverse proxy with a real nginx, the unit, the alerts."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import websockets.asyncio.client as sockets
import yaml

from bigslick.cli.app import load
from bigslick.protocol import wire
from bigslick.protocol.encoding import encode
from bigslick.server.accounting.audit import audit
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.operations.metrics import Metrics
from bigslick.server.room.card_room import CardRoom
from bigslick.server.room.config import read_config
from bigslick.server.room.opening import open_room
from bigslick.server.room.options import RoomOptions
from bigslick.server.run import new_server

from .databases import Postgres, binaries
from .served import table

EXAMPLES = Path(__file__).parents[2] / "examples" / "room"


def program(name: str, package: str) -> str:
    """Return the path of a system program, which is required under CI."""
    path = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    if path is None:
        missing = f"no {name} on this machine: apt install {package}"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    return path


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Proxied:
    """A room behind nginx with TLS."""

    def __init__(self, card_room: CardRoom, port: int, trust: ssl.SSLContext) -> None:
        self.card_room = card_room
        self.port = port
        self.trust = trust
        self.url = f"https://127.0.0.1:{port}"


@contextlib.asynccontextmanager
async def proxied(folder: Path, limits: Limits | None = None) -> AsyncIterator[Proxied]:
    """Run the example configuration, with different ports and our own certificate."""
    nginx = program("nginx", "nginx-light")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        [
            *(program("openssl", "openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"),
            *("-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    options = RoomOptions(url=str(folder / "room.db"), tables=[table()], limits=limits or Limits())
    ready: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    server = new_server(options, "127.0.0.1", 0, ready.set_result, proxy="127.0.0.1")
    serving = asyncio.create_task(server.serve())
    port, plain = free_port(), free_port()
    text = (EXAMPLES / "nginx.conf").read_text()
    for old, new in {
        "127.0.0.1:8000": f"127.0.0.1:{await ready}",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{port} ssl http2;",
        "/etc/letsencrypt/live/poker.example.org/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/poker.example.org/privkey.pem": str(key),
    }.items():
        assert old in text
        text = text.replace(old, new)
    paths = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = folder / "nginx.conf"
    whole.write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; worker_processes 1;\n"
        + ("user root;\n" if os.geteuid() == 0 else "")
        + f"events {{}}\nhttp {{ access_log off;\n{paths}{text}\n}}\n"
    )
    process = await asyncio.create_subprocess_exec(nginx, "-c", str(whole), "-p", str(folder), stderr=subprocess.PIPE)
    try:
        async with asyncio.timeout(60):
            while True:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                assert process.returncode is None, (folder / "error.log").read_text()
                await asyncio.sleep(0.05)
        yield Proxied(server.card_room, port, ssl.create_default_context(cafile=str(certificate)))
    finally:
        process.send_signal(signal.SIGTERM)
        await process.wait()
        server.should_exit = True
        await serving


async def test_the_page_the_api_and_the_socket_work_behind_nginx(tmp_path: Path) -> None:
    async with (
        proxied(tmp_path) as room,
        httpx.AsyncClient(base_url=room.url, verify=room.trust, headers={"Origin": room.url}) as web,
    ):
        assert (await web.get("/")).status_code == 200
        made = await web.post("/api/guest", json={})
        assert made.status_code == 201
        assert "secure" in made.headers["set-cookie"].lower(), "the proxy says https"
        assert (await web.get("/metrics")).status_code == 404
        cookie = web.cookies["bigslick_session"]
        async with sockets.connect(
            f"wss://127.0.0.1:{room.port}/ws",
            ssl=room.trust,
            origin=room.url,  # type: ignore[arg-type]
            additional_headers={"Cookie": f"bigslick_session={cookie}"},
            proxy=None,
        ) as player:
            assert b"welcome" in await player.recv(decode=False)
            await player.send(encode(wire.Sit(cmd_id="1", table="t1", chips=400)).decode())
            async with asyncio.timeout(60):
                while b'"cmd_id":"1"' not in (heard := await player.recv(decode=False)):
                    pass
            assert b'"done"' in heard
        elsewhere = await web.post("/api/refill", headers={"Origin": "https://elsewhere.example"})
        assert elsewhere.status_code == 403


async def test_behind_nginx_each_client_is_limited_by_its_own_address(tmp_path: Path) -> None:
    """A client's own X-Forwarded-For changes nothing."""

    async with proxied(tmp_path, Limits(sign_ups=Rate(2, 3_600_000))) as room:
        codes = {}
        for source in ("127.0.0.2", "127.0.0.3"):
            transport = httpx.AsyncHTTPTransport(verify=room.trust, local_address=source)
            async with httpx.AsyncClient(base_url=room.url, transport=transport) as web:
                codes[source] = [
                    (await web.post("/api/guest", json={"bearer": True}, headers=forged)).status_code
                    for forged in ({"X-Forwarded-For": f"9.9.9.{place}"} for place in range(3))
                ]
        assert list(codes.values()) == [[201, 201, 429]] * 2


def test_the_unit_starts_what_exists() -> None:
    unit = (EXAMPLES / "bigslick.service").read_text()
    (start,) = re.findall(r"^ExecStart=\S+/bigslick serve (.*)$", unit, re.MULTILINE)
    known = {name for parameter in load("serve").params for name in parameter.opts}
    assert set(re.findall(r"--[a-z-]+", start)) <= known
    if shutil.which("systemd-analyze"):
        checked = subprocess.run(
            ["systemd-analyze", "verify", str(EXAMPLES / "bigslick.service")], capture_output=True, text=True
        )
        wrong = [line for line in checked.stderr.splitlines() if "bigslick.service" in line and "Command" not in line]
        assert not wrong


def test_alerts_and_dashboard_ask_for_figures_that_exist() -> None:
    figures = Metrics()
    names = {sample for family in figures.collect() for sample in (family.name, *(s.name for s in family.samples))}
    names |= {f"{name}_total" for name in names} | {f"{name}_bucket" for name in names}
    rules = yaml.safe_load((EXAMPLES / "alerts.yml").read_text())["groups"][0]["rules"]
    board = json.loads((EXAMPLES / "grafana.json").read_text())
    asked = [rule["expr"] for rule in rules]
    asked += [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    for expression in asked:
        for name in re.findall(r"bigslick_[a-z_]+", expression):
            assert name in names, name
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])


GUIDE = (EXAMPLES.parents[1] / "docs" / "how-to" / "host-a-room.md").read_text()


def test_every_line_of_the_log_is_explained() -> None:
    source = EXAMPLES.parents[1] / "src" / "bigslick" / "server"
    events = {
        event
        for path in source.rglob("*.py")
        for event in re.findall(r"\bwrite(?:_error)?\(\s*\"([a-z_]+)\"", path.read_text())
    }
    assert {"opened", "chips_wrong", "table_failed"} <= events
    missing = sorted(event for event in events if f"`{event}`" not in GUIDE)
    assert not missing, f"host-a-room.md does not say what these lines of the log mean: {', '.join(missing)}"


def test_the_limits_of_the_guide_are_those_of_the_server(tmp_path: Path) -> None:
    limits = Limits()
    for name, shown in {
        "connections": f"| {limits.connections:,} |",
        "connections_per_address": f"| {limits.connections_per_address} |",
        "arrivals": f"| {limits.arrivals.burst:,} a minute |",
        "connects": f"| {limits.connects.burst} a minute |",
        "sockets_per_address": f"| {limits.sockets_per_address}, {limits.sockets_per_player} |",
        "requests": f"| {limits.page_requests.burst:,}, {limits.requests.burst} a minute |",
        "header_ms": f"| {limits.header_ms // 1000} s, {limits.body_ms // 1000} s |",
        "header_bytes": f"| {limits.header_bytes:,} |",
        "keep_alive_ms": f"| {limits.keep_alive_ms // 1000} s, {limits.unread_ms // 1000} s |",
        "sign_ups": f"| {limits.sign_ups.burst} an hour |",
        "sign_ins": f"| {limits.sign_ins.burst} a minute |",
        "passwords_waiting": f"| {limits.passwords_waiting} |",
        "free_guesses": f"| {limits.free_guesses}, {limits.longest_wait_ms // 60_000} minutes |",
        "tables": f"| {limits.tables.burst} an hour, {limits.most_tables:,} |",
        "commands": f"| {limits.commands.burst} in 10 s, {limits.warnings.burst} a minute |",
    }.items():
        (row,) = [line for line in GUIDE.splitlines() if line.startswith("| `") and f"`{name}`" in line.split("|")[1]]
        assert shown in row, row
    path = tmp_path / "limits.toml"
    path.write_text(GUIDE.partition("<!-- file: limits.toml -->\n```toml\n")[2].partition("```")[0])
    assert read_config(path).limits.connections_per_address == 300


async def test_postgresql_is_backed_up_while_it_plays_and_restored(
    cluster: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run the how-to's commands as its role, which owns its database and cannot create another."""
    programs = binaries()
    assert programs is not None
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    monkeypatch.setenv("PGPORT", str(cluster.port))
    as_postgres = ["--host=127.0.0.1", "--username=postgres"]

    async def follow(line: str) -> None:
        words = shlex.split(line, comments=True)
        if words[:3] == ["sudo", "-u", "postgres"]:
            words = [words[3], *as_postgres, *(word for word in words[4:] if word != "--pwprompt")]
        done = await asyncio.to_thread(subprocess.run, words, capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 0, (words, done.stderr)

    made = re.findall(r"^sudo -u postgres create(?:user|db).*$", GUIDE, re.MULTILINE)[:2]
    (restoring,) = re.findall(r"^pg_dump.*?(?=^bigslick room check)", GUIDE, re.MULTILINE | re.DOTALL)
    for line in made:
        await follow(line)
    url = f"postgresql://bigslick@127.0.0.1:{cluster.port}/room"
    busy = table("Busy", seats=3, bots=("tag", "caller"))
    async with open_room(RoomOptions(url=url, tables=[busy])) as room:
        await room.accounts.new_guest("ann")
        for line in restoring.splitlines():
            await follow(line)
    assert (await audit(f"{url}_restored")).wrong == ()
