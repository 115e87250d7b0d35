"""The OpenAPI document, generated from the list of endpoints."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import msgspec
from msgspec import _json_schema

from bigslick.protocol.encoding import encode, to_json_value

from .endpoints import JSON, Endpoint, ErrorBody

# msgspec writes each field's default into the schema, and has no hook for a default that JSON lacks, such as an empty
# range
_json_schema.to_builtins = partial(msgspec.to_builtins, enc_hook=to_json_value)  # type: ignore[attr-defined]

_ERRORS: Final = {
    400: "Invalid body or query.",
    401: "Not signed in.",
    403: "Not allowed.",
    404: "Not found.",
    409: "Not possible at the moment.",
    410: "It was kept for as long as hands are kept, and is gone.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    429: "Too many requests.",
    503: "The database is away.",
}


def _schema_hook(kind: type) -> dict[str, Any]:
    if kind.__name__ == "Card":
        return {"type": "string", "pattern": "^[2-9TJQKA][cdhs]$"}
    if kind is range:
        return {"type": "array", "items": {"type": "integer"}, "maxItems": 2}
    raise NotImplementedError  # msgspec's protocol for a type the hook does not know


def _with_arrays(schema: Any) -> Any:
    """Rewrite tuples of one type as arrays, because some OpenAPI readers do not know `prefixItems`."""
    if isinstance(schema, list | tuple):
        return [_with_arrays(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: _with_arrays(part) for name, part in schema.items()}
    kinds = found.get("prefixItems")
    if kinds and all(kind == kinds[0] for kind in kinds):
        del found["prefixItems"]
        found["items"] = kinds[0]
    return found


def openapi(endpoints: Sequence[Endpoint], version: str) -> bytes:
    """Return the OpenAPI 3.1 document for the endpoints."""
    kinds: list[Any] = [ErrorBody]
    for endpoint in endpoints:
        kinds += [kind for kind in (endpoint.body, endpoint.reply) if kind is not None and kind is not bytes]
    made, parts = msgspec.json.schema_components(
        kinds, schema_hook=_schema_hook, ref_template="#/components/schemas/{name}"
    )
    schemas, components = _with_arrays(list(made)), _with_arrays(parts)
    schema_of = {repr(kind): schema for kind, schema in zip(kinds, schemas, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schema_of)
    return encode(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "The card room",
                "version": version,
                "description": "Lobby, tables, hands, statistics and tournaments. To play, use the socket at /ws.",
            },
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {
                    "bearer": {"type": "http", "scheme": "bearer"},
                    "cookie": {"type": "apiKey", "in": "cookie", "name": "bigslick_session"},
                },
            },
        }
    )


def _operation(endpoint: Endpoint, schema_of: dict[str, Any]) -> dict[str, Any]:
    name = re.sub(r"\W+", "_", endpoint.path.removeprefix("/api/")).strip("_")
    done: dict[str, Any] = {"description": "Done."}
    if endpoint.reply is bytes:
        done["content"] = {endpoint.text: {"schema": {"type": "string"}}}
    elif endpoint.reply is not None:
        done["content"] = {JSON: {"schema": schema_of[repr(endpoint.reply)]}}
    wrong = {"content": {JSON: {"schema": schema_of[repr(ErrorBody)]}}}
    operation: dict[str, Any] = {
        "operationId": f"{endpoint.method.lower()}_{name}",
        "summary": endpoint.summary,
        "tags": [endpoint.tag],
        "responses": {
            str(endpoint.status if endpoint.reply is not None else 204): done,
            **{str(status): {"description": _ERRORS[status], **wrong} for status in endpoint.statuses},
        },
    }
    if endpoint.needs != "nothing":
        operation["security"] = [{"bearer": []}] if endpoint.needs == "admin" else [{"bearer": []}, {"cookie": []}]
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": schema_of[repr(endpoint.body)]}}}
    parameters = [
        {"name": part, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for part in re.findall(r"{(\w+)}", endpoint.path)
    ]
    if endpoint.query is not None:
        shape = msgspec.json.schema(endpoint.query)["$defs"][endpoint.query.__name__]
        required = shape.get("required", [])
        parameters += [
            {"name": field, "in": "query", "required": field in required, "schema": schema}
            for field, schema in shape["properties"].items()
        ]
    if parameters:
        operation["parameters"] = parameters
    return operation
