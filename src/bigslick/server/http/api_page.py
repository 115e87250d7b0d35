"""The API documentation page, generated from the list of endpoints, without a script."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from inspect import getdoc
from typing import Any

from msgspec import inspect

from .endpoints import Endpoint
from .plain_types import field_words, structs_in, words

STYLE = b"""\
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
code { font-family: ui-monospace, monospace; font-size: .875rem; overflow-wrap: anywhere; }
table { width: 100%; margin: .25rem 0 .75rem; border-collapse: collapse; }
th, td { padding: .125rem 1rem .125rem 0; text-align: start; vertical-align: top; font-weight: 400;
  overflow-wrap: anywhere; border-top: 1px solid color-mix(in srgb, currentColor 10%, transparent); }
th { width: 10rem; }
article { margin: 1.5rem 0; padding-top: 1rem;
  border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
h3 { margin: 0; font-size: 1rem; }
.method { display: inline-block; min-width: 4rem; font-weight: 700; }
p { margin: .25rem 0; }
"""


def api_page(endpoints: Sequence[Endpoint], version: str) -> bytes:
    """Return the page as HTML."""
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>",
        "<title>The card room's API</title><link rel=stylesheet href=/api/docs.css>",
        f"<main><h1>The card room's API</h1><p>Version {escape(version)}. ",
        "For programs: <a href=/api/openapi.json>openapi.json</a>. To play, use the socket at <code>/ws</code>. ",
        "A program signs in with <code>Authorization: Bearer TOKEN</code>. Errors are ",
        '<code>{"error": "a sentence"}</code>.</p>',
    ]
    for tag in dict.fromkeys(endpoint.tag for endpoint in endpoints):
        parts.append(f"<section><h2>{escape(tag.capitalize())}</h2>")
        parts += [_article(endpoint) for endpoint in endpoints if endpoint.tag == tag]
        parts.append("</section>")
    parts.append("<section><h2>Objects</h2>")
    parts += [_object(struct) for struct in _objects(endpoints)]
    parts.append("</section></main></html>")
    return "".join(parts).encode()


def _article(endpoint: Endpoint) -> str:
    needs = {"nothing": "", "player": "Needs a signed-in player.", "admin": "Needs the admin token."}
    said = [
        f"<article><h3><span class=method>{endpoint.method}</span> <code>{escape(endpoint.path)}</code></h3>",
        f"<p>{escape(endpoint.summary)} {needs[endpoint.needs]}</p>",
    ]
    if endpoint.query is not None:
        said.append(f"<p>Query:</p>{_fields(inspect.type_info(endpoint.query))}")
    if endpoint.body is not None:
        body = inspect.type_info(endpoint.body)
        said.append(f"<p>Body: {words(body)}.</p>{_fields(body) if isinstance(body, inspect.StructType) else ''}")
    if endpoint.reply is not None:
        said.append(
            f"<p>Answer: {'text' if endpoint.reply is bytes else words(inspect.type_info(endpoint.reply))}.</p>"
        )
    refusals = ", ".join(str(status) for status in endpoint.statuses)
    said.append(f"<p>Refuses with {refusals}.</p></article>")
    return "".join(said)


def _objects(endpoints: Sequence[Endpoint]) -> list[inspect.StructType]:
    """Return every object in a request or response body, by name."""
    kinds = [kind for endpoint in endpoints for kind in (endpoint.body, endpoint.reply) if kind not in (None, bytes)]
    found = {struct.cls.__name__: struct for info in inspect.multi_type_info(kinds) for struct in structs_in(info)}
    return [found[name] for name in sorted(found)]


def _object(struct: inspect.StructType) -> str:
    name = struct.cls.__name__
    about = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(getdoc(struct.cls) or ""))
    return f"<article id={name}><h3><code>{name}</code></h3><p>{about}</p>{_fields(struct)}</article>"


def _fields(struct: Any) -> str:
    rows = [(field.encode_name, field_words(field)) for field in struct.fields]
    if struct.tag_field is not None:
        rows.insert(0, (struct.tag_field, f"<code>{escape(str(struct.tag))}</code>"))
    lines = [f"<tr><th scope=row><code>{escape(name)}</code></th><td>{kind}</td></tr>" for name, kind in rows]
    return f"<table>{''.join(lines)}</table>" if lines else ""
