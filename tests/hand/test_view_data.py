"""A view as data looks like the view it was made from."""

from __future__ import annotations

import msgspec

from bigslick import Hand, ViewData, view
from bigslick.hand.view import EncodedView


def test_data_looks_like_its_view() -> None:
    seen = view(Hand.start([1000] * 3, (10, 20), seed=1), 0)
    assert repr(seen.data()) == repr(seen)
    assert seen.data()._repr_html_() == seen._repr_html_()


def test_data_survives_json() -> None:
    data = view(Hand.start([1000] * 3, (10, 20), seed=1), 0).data()
    public = msgspec.convert({name: getattr(data, name) for name in EncodedView.__struct_fields__}, EncodedView)
    assert public.stacks == data.stacks
    assert {*EncodedView.__struct_fields__} < {*ViewData.__struct_fields__}
