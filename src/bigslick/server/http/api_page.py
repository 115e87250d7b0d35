"""The API documentation, generated from the list of endpoints, for a document in the style of the other pages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from inspect import getdoc
from typing import Any, Final

from msgspec import inspect

from .endpoints import Endpoint
from .plain_types import field_words, structs_in, words

_OBJECTS: Final = "objects"
MANUAL: Final = "manual.html"
"""The document that the documentation is shown in."""


def api_page(endpoints: Sequence[Endpoint], version: str) -> str:
    """Return the documentation, to be put into the body of `MANUAL`."""
    tags = list(dict.fromkeys(endpoint.tag for endpoint in endpoints))
    parts = [
        "<div class=manual><nav class=manual-index aria-label=Sections><ul>",
        *(f"<li><a href=#{_anchor(tag)}>{escape(tag.capitalize())}</a></li>" for tag in (*tags, _OBJECTS)),
        "</ul></nav><main id=view tabindex=-1><h1>The card room's API</h1>",
        f"<p>Version {escape(version)}. ",
        "For programs: <a href=/api/openapi.json>openapi.json</a>. To play, use the socket at <code>/ws</code>. ",
        "A program signs in with <code>Authorization: Bearer TOKEN</code>. Errors are ",
        '<code>{"error": "a sentence"}</code>.</p>',
    ]
    for tag in tags:
        parts.append(f"<section><h2 id={_anchor(tag)}>{escape(tag.capitalize())}</h2>")
        parts += [_article(endpoint) for endpoint in endpoints if endpoint.tag == tag]
        parts.append("</section>")
    parts.append(f"<section><h2 id={_anchor(_OBJECTS)}>{_OBJECTS.capitalize()}</h2>")
    parts += [_object(struct) for struct in _objects(endpoints)]
    parts.append("</section></main></div>")
    return "".join(parts)


def _anchor(tag: str) -> str:
    return "about-" + re.sub(r"\W+", "-", tag)


def _article(endpoint: Endpoint) -> str:
    needs = {"nothing": "", "player": "Needs a signed-in player.", "admin": "Needs the admin token."}
    method = endpoint.method
    said = [
        f"<article><h3><span class='method method-{method.lower()}'>{method}</span> ",
        f"<code>{escape(endpoint.path)}</code></h3>",
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
