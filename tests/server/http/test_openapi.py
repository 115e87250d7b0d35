"""The OpenAPI document has every API endpoint, in a form that OpenAPI readers understand."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from bigslick.server.http.api import ENDPOINTS
from bigslick.server.http.endpoints import ApiRequest, Endpoint
from bigslick.server.http.openapi import openapi

DOCUMENT = json.loads(openapi(ENDPOINTS, "7"))


def operation(endpoint: Endpoint) -> Any:
    return DOCUMENT["paths"][endpoint.path][endpoint.method.lower()]


def test_the_document_describes_every_endpoint() -> None:
    assert (DOCUMENT["openapi"], DOCUMENT["info"]["version"]) == ("3.1.0", "7")
    for endpoint in ENDPOINTS:
        said = operation(endpoint)
        assert said["summary"] == endpoint.summary
        done = endpoint.status if endpoint.reply is not None else 204
        assert set(said["responses"]) == set(map(str, (done, *endpoint.statuses)))
    said = [each for path in DOCUMENT["paths"].values() for each in path.values()]
    assert len(said) == len(ENDPOINTS)
    assert len({each["operationId"] for each in said}) == len(said)


def test_every_reference_leads_to_a_schema_of_the_document() -> None:
    found = set(re.findall(r'"\$ref": "([^"]*)"', json.dumps(DOCUMENT)))
    assert len(found) > 20
    schemas = DOCUMENT["components"]["schemas"]
    assert sorted(name for name in found if name.removeprefix("#/components/schemas/") not in schemas) == []


def test_bodies_parameters_and_sign_in_are_those_of_the_endpoint() -> None:
    for endpoint in ENDPOINTS:
        said = operation(endpoint)
        assert ("requestBody" in said) == (endpoint.body is not None)
        given = {(each["in"], each["name"]): each["required"] for each in said.get("parameters", ())}
        wanted = {("path", part): True for part in re.findall(r"{(\w+)}", endpoint.path)}
        wanted |= {("query", name): False for name in getattr(endpoint.query, "__struct_fields__", ())}
        assert given == wanted
        signs_in: dict[str, Any] = {
            "nothing": None,
            "player": [{"bearer": []}, {"cookie": []}],
            "admin": [{"bearer": []}],
        }
        assert said.get("security") == signs_in[endpoint.needs]


def test_cards_are_texts_and_ranges_arrays() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    hole = json.dumps(schemas["ViewData"]["properties"]["hole"])
    assert '"pattern": "^[2-9TJQKA][cdhs]$"' in hole
    raise_to = schemas["Options"]["properties"]["raise_to"]
    assert (raise_to["type"], raise_to["items"], raise_to["maxItems"]) == ("array", {"type": "integer"}, 2)


def test_a_tuple_of_one_type_is_an_array_of_it() -> None:
    class Pairs(msgspec.Struct):
        same: tuple[int, int]
        mixed: tuple[int, str]

    async def do(_: ApiRequest) -> Any: ...

    made = json.loads(openapi([Endpoint(method="GET", path="/api/x", summary="X.", do=do, reply=Pairs)], "1"))
    (shape,) = (each for name, each in made["components"]["schemas"].items() if name.endswith("Pairs"))
    same, mixed = shape["properties"]["same"], shape["properties"]["mixed"]
    assert (same["items"], same["minItems"], same["maxItems"]) == ({"type": "integer"}, 2, 2)
    assert "prefixItems" not in same
    assert mixed["prefixItems"] == [{"type": "integer"}, {"type": "string"}]
