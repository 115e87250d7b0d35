"""Serves the page's files from memory, so a request costs no thread and no file descriptor."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import cached_property
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from .bundle import join_page

INDEX: Final = "index.html"
NOT_FOUND: Final = "not-found.html"
OPERATOR: Final = "operator"
"""The address of the operator's page."""
STREAM: Final = "stream"
"""The address of a broadcast's page; its secret is after `#`, where no server sees it."""
CHECKED: Final = "no-cache"
"""Browsers keep the file and revalidate it each time."""
FOR_GOOD: Final = "public, max-age=31536000, immutable"
"""For files named after their content."""
LEAST_PACKED: Final = 256
for _kind, _ending in (
    ("text/javascript", ".js"),
    ("text/javascript", ".mjs"),
    ("text/css", ".css"),
    ("image/svg+xml", ".svg"),
    ("application/manifest+json", ".webmanifest"),
    ("font/woff2", ".woff2"),
):
    mimetypes.add_type(_kind, _ending)  # operating systems disagree about these


class Content:
    """The body at one address: plain, compressed on first use, tagged by its hash."""

    def __init__(self, name: str, plain: bytes, cache: str = CHECKED) -> None:
        self.kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        self.plain = plain
        self.cache = cache
        self.etag = hashlib.sha256(plain).hexdigest()[:32]

    @cached_property
    def packed(self) -> bytes | None:
        """The compressed body, if compression helps. Modules that are only read for a bundle are never compressed."""
        packed = gzip.compress(self.plain, 9, mtime=0) if len(self.plain) >= LEAST_PACKED else self.plain
        return packed if len(packed) < len(self.plain) * 0.9 else None

    def response(self, headers: Headers, status: int = 200) -> Response:
        """Answer a request with these headers."""
        packed = self.packed if "gzip" in headers.get("accept-encoding", "") else None
        etag = f'"{self.etag}{"" if packed is None else "-gz"}"'
        given = {"cache-control": self.cache, "etag": etag}
        if self.packed is not None:
            given["vary"] = "Accept-Encoding"
        known = headers.get("if-none-match", "")
        if status == 200 and etag in (tag.strip().removeprefix("W/") for tag in known.split(",")):
            return Response(status_code=304, headers=given)
        if packed is not None:
            given["content-encoding"] = "gzip"
        return Response(self.plain if packed is None else packed, status, media_type=self.kind, headers=given)


class PageFile:
    """A file in memory, read again only when it has changed on disk."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stamp: tuple[int, int] | None = None
        self.refresh()

    def refresh(self) -> None:
        """Read the file if it is new or has changed."""
        found = self._path.stat()
        stamp = found.st_mtime_ns, found.st_size
        if stamp != self._stamp:
            self.content = Content(self._path.name, self._path.read_bytes())
            self._stamp = stamp


class Page:
    """A folder of files.

    Each HTML document gets one script and one style sheet, bundled from the modules and sheets it lists. They are named
    by their content, and browsers keep them for a year. Other files are revalidated by ETag.
    """

    def __init__(self, folder: Path) -> None:
        paths = [path for path in folder.rglob("*") if path.is_file()]
        self._files = {path.relative_to(folder).as_posix(): PageFile(path) for path in paths}
        self._made: dict[str, Content] = {}
        self._joined: list[Content] = []
        """The files that `_made` was bundled from."""
        self._join()

    def _join(self) -> None:
        for file in self._files.values():
            file.refresh()
        if self._joined == (found := [file.content for file in self._files.values()]):
            return
        self._joined, self._made = found, {}
        for name, file in self._files.items():
            if name.endswith(".html"):
                html, made = join_page(file.content.plain.decode(), self._read, self._files)
                self._made[name] = Content(name, html.encode())
                self._made |= {named: Content(named, content, FOR_GOOD) for named, content in made.items()}
        for content in self._made.values():
            _ = content.packed  # now, so no request waits for it

    def _read(self, name: str) -> bytes:
        return self._files[name].content.plain

    def _found(self, name: str) -> Content | None:
        if name.endswith(".html"):
            self._join()
        if name in self._made:
            return self._made[name]
        file = self._files.get(name)
        if file is not None:
            file.refresh()
        return None if file is None else file.content

    def document(self, name: str) -> str | None:
        """Return an HTML document with its bundled files, for a response that adds to it."""
        found = self._found(name)
        return None if found is None else found.plain.decode()

    def not_found(self, headers: Headers) -> Response | None:
        """Return the 404 page, if the folder has one."""
        found = self._found(NOT_FOUND)
        return None if found is None else found.response(headers, 404)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise HTTPException(404)
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"allow": "GET, HEAD"})
        path = scope["path"]
        name = path[1:] or INDEX
        found = self._found(f"{name}.html" if name in (OPERATOR, STREAM) else name) if path.startswith("/") else None
        if found is None:
            raise HTTPException(404)
        await found.response(Headers(scope=scope))(scope, receive, send)
