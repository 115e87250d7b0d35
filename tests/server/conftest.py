"""Shared by the card room's tests: the databases every store must work with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .databases import Postgres, postgres


@pytest.fixture(scope="session")
def cluster() -> Iterator[Postgres]:
    """One PostgreSQL for all tests in a run; each test gets its own database."""
    with postgres() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'room.db'}"
    cluster: Postgres = request.getfixturevalue("cluster")
    return cluster.new()
