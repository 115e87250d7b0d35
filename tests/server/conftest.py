"""What the tests of the card room share: the databases that a store must serve from alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .databases import Postgres, postgres


@pytest.fixture(scope="session")
def cluster() -> Iterator[Postgres]:
    """One PostgreSQL for all tests of a run; each test takes a database of its own."""
    with postgres() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'room.db'}"
    cluster: Postgres = request.getfixturevalue("cluster")
    return cluster.new()
