from __future__ import annotations

import re
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, inspect

from bigslick.cards import Card
from bigslick.server.http.api import ENDPOINTS, MySeat
from bigslick.server.http.api_page import api_page
from bigslick.server.http.plain_types import field_words, words


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (str, "text"),
        (Annotated[str, Meta(min_length=3, max_length=20)], "text of 3 to 20 characters"),
        (Annotated[str, Meta(max_length=40, pattern="^[a-z]*$")], "text of at most 40 characters matching ^[a-z]*$"),
        (Annotated[int, Meta(ge=1, le=1000)], "whole number from 1 to 1,000"),
        (Annotated[int, Meta(ge=0)], "whole number of at least 0"),
        (float | None, "number or null"),
        (tuple[Decimal, ...], "list of numbers as text"),
        (tuple[MySeat, ...], "list of MySeat"),
        (tuple[int, int], "list of 2 whole numbers"),
        (tuple[Card, ...], "list of cards such as Ah"),
        (Annotated[list[Literal["tag", "lag"]], Meta(max_length=9)], "list of at most 9, each lag or tag"),
        (dict[str, bool], "object from text to true or false"),
        (str | dict[str, Any], "text or object from text to anything"),
        (datetime | None, "date and time with its zone, such as 2026-11-20T20:00:00+01:00 or null"),
    ],
)
def test_a_type_in_plain_words(kind: Any, said: str) -> None:
    assert re.sub("<[^>]+>", "", words(inspect.type_info(kind))) == said


def test_a_field_that_may_be_left_out_is_optional() -> None:
    class Body(msgspec.Struct):
        name: str
        table: str | None = None
        seats: int = 6

    info = inspect.type_info(Body)
    assert isinstance(info, inspect.StructType)
    assert [field_words(field) for field in info.fields] == ["text", "optional text", "optional whole number"]


def test_the_page_shows_no_python_and_every_link_leads_somewhere() -> None:
    page = api_page(ENDPOINTS, "1")
    assert not re.search(r"typing\.|msgspec|bigslick\.|tuple\[|Optional|None|<class|&lt;", page)
    assert set(re.findall(r"href=#([\w-]+)", page)) <= set(re.findall(r" id=([\w-]+)", page))
