"""The page that documents the API: made from the list of endpoints, without a script."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby
from typing import Any

import msgspec

from .endpoints import Endpoint

STYLE = b"""\
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .875rem; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent);
  border-radius: .5rem; }
article { margin: 1.5rem 0; padding-top: 1rem;
  border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
h3 { margin: 0; font-size: 1rem; }
.method { display: inline-block; min-width: 4rem; font-weight: 700; }
p { margin: .25rem 0; }
"""


def api_page(endpoints: Sequence[Endpoint], version: str) -> bytes:
    """The page as HTML."""
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>",
        "<title>The card room's API</title><link rel=stylesheet href=/api/docs.css>",
        f"<main><h1>The card room's API</h1><p>Version {escape(version)}. ",
        "For programs: <a href=/api/openapi.json>openapi.json</a>. To play, use the socket at <code>/ws</code>. ",
        "A program signs in with <code>Authorization: Bearer TOKEN</code>. Errors are ",
        '<code>{"error": "a sentence"}</code>.</p>',
    ]
    for tag, group in groupby(endpoints, lambda endpoint: endpoint.tag):
        parts.append(f"<section><h2>{escape(tag.capitalize())}</h2>")
        parts += [_article(endpoint) for endpoint in group]
        parts.append("</section>")
    parts.append("</main></html>")
    return "".join(parts).encode()


def _article(endpoint: Endpoint) -> str:
    needs = {"nothing": "", "player": "Needs a signed-in player.", "admin": "Needs the admin token."}
    said = [
        f"<article><h3><span class=method>{endpoint.method}</span> <code>{escape(endpoint.path)}</code></h3>",
        f"<p>{escape(endpoint.summary)} {needs[endpoint.needs]}</p>",
    ]
    for title, kind in (("Query", endpoint.query), ("Body", endpoint.body), ("Answer", endpoint.reply)):
        if kind is not None:
            said.append(f"<p>{title}</p><pre>{escape(_shape(kind))}</pre>")
    refusals = ", ".join(str(status) for status in endpoint.statuses)
    said.append(f"<p>Refuses with {refusals}.</p></article>")
    return "".join(said)


def _shape(kind: Any) -> str:
    if kind is bytes:
        return "text"
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        fields = msgspec.structs.fields(kind)
        lines = [
            f"  {field.encode_name}: {_name(field.type)}{'' if field.required else ' (optional)'}" for field in fields
        ]
        return "\n".join([kind.__name__, *lines])
    return _name(kind)


def _name(kind: Any) -> str:
    origin = getattr(kind, "__metadata__", None)
    if origin is not None:
        return _name(kind.__origin__)
    return (
        kind.__name__
        if isinstance(kind, type) and not getattr(kind, "__args__", None)
        else str(kind).replace("bigslick.server.", "")
    )
