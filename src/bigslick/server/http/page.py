"""The files of the page, served from memory: no thread and no descriptor for a request, whoever asks and how often."""

from __future__ import annotations

import hashlib
import mimetypes
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

INDEX: Final = "index.html"
OPERATOR: Final = "operator"
for _kind, _ending in (
    ("text/javascript", ".js"),
    ("text/javascript", ".mjs"),
    ("text/css", ".css"),
    ("image/svg+xml", ".svg"),
    ("application/manifest+json", ".webmanifest"),
    ("font/woff2", ".woff2"),
):
    mimetypes.add_type(_kind, _ending)  # the types known to the operating system differ


class PageFile:
    """One file as it was read; read again only when it has changed on the disk."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stamp: tuple[int, int] | None = None
        self.kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        self.content = b""
        self.etag = ""
        self.refresh()

    def refresh(self) -> None:
        """Read the file if it is new or has changed."""
        found = self._path.stat()
        stamp = found.st_mtime_ns, found.st_size
        if stamp != self._stamp:
            self.content = self._path.read_bytes()
            self.etag = f'"{hashlib.sha256(self.content).hexdigest()[:32]}"'
            self._stamp = stamp


class Page:
    """The files of a folder: browsers may cache them, and check by ETag whether they have changed."""

    def __init__(self, folder: Path) -> None:
        self._files = {
            "/" + path.relative_to(folder).as_posix(): PageFile(path) for path in folder.rglob("*") if path.is_file()
        }
        if (index := self._files.get(f"/{INDEX}")) is not None:
            self._files["/"] = index
        if (operator := self._files.get(f"/{OPERATOR}.html")) is not None:
            self._files[f"/{OPERATOR}"] = operator

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            raise HTTPException(404)
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"allow": "GET, HEAD"})
        found = self._files.get(scope["path"])
        if found is None:
            raise HTTPException(404)
        found.refresh()
        headers = {"cache-control": "no-cache", "etag": found.etag}
        known = Headers(scope=scope).get("if-none-match", "")
        if found.etag in (tag.strip().removeprefix("W/") for tag in known.split(",")):
            response = Response(status_code=304, headers=headers)
        else:
            response = Response(found.content, media_type=found.kind, headers=headers)
        await response(scope, receive, send)
