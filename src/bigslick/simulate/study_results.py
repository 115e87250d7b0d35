"""A study's results, as Polars frames."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bigslick.checks import counted, must_be

from .folders import Piece, finished, shard, unplayed, write_whole

if TYPE_CHECKING:
    import polars as pl

    from .match import MatchResult
    from .plan import StudyPlan


class StudyResults:
    """A study's tables: its finished chunks, in tournament order."""

    def __init__(self, folder: Path) -> None:
        from .study import read_manifest

        self.folder = folder
        self.manifest = read_manifest(folder)
        self.chunks = finished(folder)

    @property
    def plan(self) -> StudyPlan:
        return self.manifest.plan

    @property
    def done(self) -> int:
        """How many tournaments have been played, including stalled ones."""
        return sum(stop - start for start, stop in self.chunks)

    @property
    def complete(self) -> bool:
        """Whether every tournament in the plan is done."""
        return not unplayed(self.chunks, self.plan.total)

    @property
    def tournaments(self) -> pl.DataFrame:
        """A row for each tournament: entries, hands, levels, length, prize pool, winner and the winner's bot.

        Stalled ones are left out of every figure: see `stalled`.
        """
        return self._played(stalled=False)

    @property
    def stalled(self) -> pl.DataFrame:
        """A row for each tournament that would never have ended: the blinds no longer rose, and no one busted."""
        return self._played(stalled=True)

    def _played(self, stalled: bool) -> pl.DataFrame:
        rows = self.table("tournaments").sort("tournament")
        return rows.filter(rows["stalled"] == stalled).drop("stalled")

    @property
    def take_up(self) -> str:
        """How many players bought more chips when they could, by grid point if it differs; empty if none could."""
        from bigslick.tournament.structure.explain import take_up_line

        from .labels import point_labels
        from .plan import cells

        labels = point_labels(self.plan)
        lines = {
            labels[cell.number]: take_up_line(cell.structure, cell.reentries)
            for cell in cells(self.plan, self.manifest.structures)
        }
        told = {line for line in lines.values() if line}
        if len(told) <= 1:
            return "".join(told)
        return " ".join(f"{label}: {line}" for label, line in lines.items() if line)

    @property
    def stalled_sentence(self) -> str:
        """How many tournaments stalled, and at which grid points; empty if none did."""
        from .labels import point_labels

        rows, labels = self.stalled, point_labels(self.plan)
        if rows.is_empty():
            return ""
        by_point = rows.group_by("cell").len().sort("cell").iter_rows()
        where = "; ".join(f"{count:,} at {labels[cell]}" for cell, count in by_point) if len(labels) > 1 else ""
        return (
            f"{rows.height:,} of {counted(rows.height + self.tournaments.height, 'tournament')} stalled and count in "
            f"no figure: the blinds no longer rose, and no one busted{f' ({where})' if where else ''}. Look at the "
            "bots' faults, or add levels with higher blinds."
        )

    @property
    def entries(self) -> pl.DataFrame:
        """A row for each entry: its bot, place, prize, cost and hands, and when it busted."""
        return self.table("entries").sort("tournament", "entry")

    @property
    def levels(self) -> pl.DataFrame:
        """A row for each level of each tournament: when it started and how many players were left.

        In an event with several rounds or days, each has its own levels (`stage`), and counts its own players.
        """
        return self.table("levels").sort("tournament", "at", "level")

    @property
    def bots(self) -> pl.DataFrame:
        """A row for each Python bot in each tournament: its decisions, its faults and the reasons."""
        return self.table("bots").sort("tournament", "bot")

    @property
    def hands(self) -> pl.DataFrame:
        """A row for each hand, if the study kept them: table, players, deal and actions; see `played_hands`."""
        return self.table("hands").sort("tournament", "table", "number")

    @property
    def cells(self) -> pl.DataFrame:
        """A row for each grid point, with its settings."""
        from .polars_library import pl

        return pl.DataFrame([{"cell": number, **point} for number, point in enumerate(self.plan.points())])

    @property
    def matches(self) -> pl.DataFrame:
        """A row for each bot at each point of each match kept here: hands, bb/100, its error, half its interval."""
        from .polars_library import pl

        found = [curve.with_columns(match=pl.lit(name)) for name, curve in match_curves(self.folder)]
        return pl.concat(found) if found else pl.DataFrame()

    def table(self, name: str, chunks: Sequence[Piece] | None = None) -> pl.DataFrame:
        """Return a table over all finished chunks, or some; empty if the study does not keep it."""
        from .chunks import schema, tables_of
        from .polars_library import pl

        files = [shard(self.folder, name, chunk) for chunk in (self.chunks if chunks is None else chunks)]
        if not files or name not in tables_of(self.plan):
            return pl.DataFrame(schema=schema(name))
        return pl.concat([pl.read_parquet(file) for file in files])

    def __repr__(self) -> str:
        return f"<StudyResults {self.plan.name!r}: {self.done:,} of {self.plan.total:,} tournaments>"


def keep_match(result: MatchResult, folder: str | Path) -> Path:
    """Save a match's win-rate curve for the report; playing the same match again replaces it."""
    from .match import MatchResult
    from .polars_library import pl

    must_be(MatchResult, result, "the result of a match: expected what `play_match` gives")

    names = [score.bot for score in result.scores]
    many = [f"{name} ({number + 1})" if names.count(name) > 1 else name for number, name in enumerate(names)]
    rows = [
        {"hands": hands, "bot": bot, "bb100": rate.value, "error": rate.error, "half": rate.half}
        for hands, rates in result.curve
        for bot, rate in zip(many, rates, strict=True)
    ]
    file = io.BytesIO()
    pl.DataFrame(rows, schema_overrides={"half": pl.Float64}).write_parquet(file, statistics=False)
    kind = "duplicate" if result.duplicate else "plain"
    title = " ".join((*(Path(name).name for name in names), f"{result.seats} seats", kind, f"seed {result.seed}"))
    path = Path(folder) / "matches" / f"{re.sub(r'[^A-Za-z0-9]+', '-', title)[:150]}.parquet"
    write_whole(path, file.getvalue())
    return path


def match_curves(folder: str | Path) -> Iterator[tuple[str, pl.DataFrame]]:
    """Yield the matches kept in a folder, each with its name."""
    from .polars_library import pl

    for path in sorted((Path(folder) / "matches").glob("*.parquet")):
        yield path.stem, pl.read_parquet(path)


def results(folder: str | Path) -> StudyResults:
    """Return a study's results as Polars frames, such as `results("DIR").entries`; needs `bigslick[sim]`."""
    must_be((str, Path), folder, "a study: expected the path of its folder")
    return StudyResults(Path(folder))
