"""The version."""

import bigslick
from bigslick.cli.version import version_text


def test_it_names_version_and_core() -> None:
    first, second = version_text().splitlines()
    assert first == f"bigslick {bigslick.__version__}"
    assert second in ("core: compiled", "core: interpreted")
