"""What a study found, as Polars frames."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

    from .plan import Plan


class Results:
    """The tables of a study: only chunks that are done, each once, in the order of the tournaments."""

    def __init__(self, folder: Path) -> None:
        from .study import finished, read_manifest

        self.folder = folder
        self.manifest = read_manifest(folder)
        self.chunks = finished(folder)

    @property
    def plan(self) -> Plan:
        """What was asked for."""
        return self.manifest.plan

    @property
    def complete(self) -> bool:
        """Whether every tournament of the plan is there."""
        return len(self.chunks) == self.manifest.chunks

    @property
    def tournaments(self) -> pl.DataFrame:
        """A row for each tournament: entries, hands, levels, length, prize pool, winner and the winner's bot."""
        return self._table("tournaments", ["tournament"])

    @property
    def entries(self) -> pl.DataFrame:
        """A row for each entry: its bot, place, prize, cost, hands, and when it was out."""
        return self._table("entries", ["tournament", "entry"])

    @property
    def levels(self) -> pl.DataFrame:
        """A row for each level of each tournament: when it began and how many players were left."""
        return self._table("levels", ["tournament", "level"])

    @property
    def cells(self) -> pl.DataFrame:
        """A row for each point of the grid, with its settings."""
        import polars as pl

        return pl.DataFrame([{"cell": number, **point} for number, point in enumerate(self.plan.points())])

    def _table(self, name: str, order: list[str]) -> pl.DataFrame:
        import polars as pl

        from .chunks import schema

        files = [self.folder / name / f"{chunk:06}.parquet" for chunk in self.chunks]
        if not files:
            return pl.DataFrame(schema=schema(name))
        return pl.concat([pl.read_parquet(file) for file in files]).sort(order)

    def __repr__(self) -> str:
        return f"<Results of {self.plan.name!r}: {len(self.chunks)} of {self.manifest.chunks} chunks>"


def results(folder: str | Path) -> Results:
    """The results of a study as Polars frames: `results("DIR").entries`; needs the extra `sim`."""
    return Results(Path(folder))
