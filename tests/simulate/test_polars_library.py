from __future__ import annotations

import polars

from bigslick.simulate.polars_library import pl


def test_it_is_polars() -> None:
    assert pl is polars
