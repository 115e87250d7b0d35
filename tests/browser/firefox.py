#!/usr/bin/env python3
"""A wrapper that lets Playwright drive Debian's Firefox.

Playwright drives an unpatched Firefox over WebDriver BiDi, and emulates media features with a command that the
long-term release does not know. This script starts Firefox with the same arguments, relays everything between the two,
and answers that command itself.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import sys
from typing import Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

LISTENING: Final = re.compile(r"WebDriver BiDi listening on (ws://[\d.]+:\d+)")
UNKNOWN: Final = "emulation.setMediaFeaturesOverride"
NAMES: Final = ("firefox-esr", "firefox")


def firefox() -> str | None:
    """Return Firefox's path, if it is installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)


async def _pass_on(source: ServerConnection | ClientConnection, target: ServerConnection | ClientConnection) -> None:
    async for message in source:
        if UNKNOWN in message if isinstance(message, str) else False:
            command = json.loads(message)
            if command.get("method") == UNKNOWN:
                await source.send(json.dumps({"type": "success", "id": command["id"], "result": {}}))
                continue
        await target.send(message)
    await target.close()


async def main() -> None:
    """Run Firefox until it or its client exits."""
    path = firefox()
    assert path is not None
    process = await asyncio.create_subprocess_exec(path, *sys.argv[1:], stderr=asyncio.subprocess.PIPE)
    assert process.stderr is not None
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, process.terminate)

    async def relay(client: ServerConnection) -> None:
        assert client.request is not None
        async with connect(f"{address}{client.request.path}", max_size=None, proxy=None) as browser:
            await asyncio.gather(_pass_on(client, browser), _pass_on(browser, client))

    address = ""
    async with serve(relay, "127.0.0.1", 0, max_size=None) as server:
        port = server.sockets[0].getsockname()[1]
        while line := (await process.stderr.readline()).decode(errors="replace"):
            if (found := LISTENING.search(line)) is not None:
                address = found[1]
                line = line.replace(address, f"ws://127.0.0.1:{port}")
            sys.stderr.write(line)
            sys.stderr.flush()
    await process.wait()


if __name__ == "__main__":
    os.environ.setdefault("MOZ_HEADLESS", "1")
    asyncio.run(main())
