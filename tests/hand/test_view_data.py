"""A view as data equals the view it was made from."""

from __future__ import annotations

import pickle

from bigslick import Hand, view


def test_data_looks_like_its_view() -> None:
    seen = view(Hand.start([1000] * 3, (10, 20), seed=1), 0)
    assert repr(seen.data()) == repr(seen)
    assert seen.data()._repr_html_() == seen._repr_html_()


def test_data_survives_a_pickle() -> None:
    data = view(Hand.start([1000] * 3, (10, 20), seed=1), 0).data()
    assert pickle.loads(pickle.dumps(data)) == data
