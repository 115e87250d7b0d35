"""From the tables of a study to the figures people ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl


def by_bot(entries: pl.DataFrame, tournaments: pl.DataFrame) -> pl.DataFrame:
    """For each point of the grid and each bot: entries, share of wins, mean place (0 first, 1 last) and ROI.

    The error of the ROI comes from whole tournaments, because prizes within one depend on each other.
    """
    import polars as pl

    sizes = tournaments.select("tournament", pl.col("entries").alias("field"))
    joined = entries.join(sizes, on="tournament")
    middle = (pl.col("place") + (pl.col("shared") - 1) / 2 - 1) / (pl.col("field") - 1)
    per_event = joined.group_by("cell", "bot", "tournament").agg(
        pl.len().alias("n"),
        (pl.col("place") == 1).sum().alias("won"),
        middle.sum().alias("places"),
        pl.col("prize").sum(),
        pl.col("cost").sum(),
    )
    roi = pl.col("prize").sum() / pl.col("cost").sum() - 1
    # The error of a ratio of sums: what each tournament adds above or below the ratio itself.
    residual = pl.col("prize") - pl.col("cost") * (pl.col("prize").sum() / pl.col("cost").sum())
    paid = pl.col("cost").sum() > 0
    return (
        per_event.sort("tournament")
        .group_by("cell", "bot", maintain_order=True)
        .agg(
            pl.col("n").sum().alias("entries"),
            (pl.col("won").sum() / pl.col("n").sum()).alias("win_share"),
            (pl.col("places").sum() / pl.col("n").sum()).alias("mean_place"),
            pl.when(paid).then(roi).alias("roi"),
            pl.when(paid).then((residual**2).sum().sqrt() / pl.col("cost").sum()).alias("roi_error"),
        )
        .sort("cell", "mean_place", "bot")
    )


def luck_and_skill(entries: pl.DataFrame, tournaments: pl.DataFrame) -> pl.DataFrame:
    """For each point of the grid: how much of the variance of a finish the bot explains.

    `skill` is the share of the variance between bots; `events` is how many tournaments put the best bot's mean place
    two standard errors from the worst's.
    """
    import polars as pl

    sizes = tournaments.select("tournament", pl.col("entries").alias("field"))
    place = (pl.col("place") + (pl.col("shared") - 1) / 2 - 1) / (pl.col("field") - 1)
    rows = entries.join(sizes, on="tournament").select("cell", "bot", place.alias("place"))
    means = rows.group_by("cell", "bot").agg(pl.col("place").mean().alias("mean"), pl.len().alias("n"))
    whole = rows.group_by("cell").agg(pl.col("place").mean().alias("centre"), pl.col("place").var().alias("variance"))
    return (
        means.join(whole, on="cell")
        .group_by("cell")
        .agg(
            (((pl.col("mean") - pl.col("centre")) ** 2 * pl.col("n")).sum() / pl.col("n").sum()).alias("between"),
            pl.col("variance").first(),
            (pl.col("mean").max() - pl.col("mean").min()).alias("gap"),
        )
        .with_columns(
            (pl.col("between") / pl.col("variance")).alias("skill"),
            pl.when(pl.col("gap") > 0).then((8 * pl.col("variance") / pl.col("gap") ** 2).ceil()).alias("events"),
        )
        .select("cell", "skill", "gap", "events")
        .sort("cell")
    )


def faults(bots: pl.DataFrame) -> list[dict[str, Any]]:
    """How the Python bots of a study behaved, by name: entries, how often asked, faults, and reasons with counts."""
    import polars as pl

    sums = bots.group_by("bot").agg(pl.col("entries", "asked", "faults").sum()).sort("bot")
    whys = bots.select("bot", "reasons").explode("reasons").drop_nulls().unnest("reasons")
    order = ("bot", "count", "reason")
    whys = whys.group_by("bot", "reason").agg(pl.col("count").sum()).sort(order, descending=[False, True, False])
    return [
        row | {"reasons": {why["reason"]: why["count"] for why in whys.filter(bot=row["bot"]).iter_rows(named=True)}}
        for row in sums.to_dicts()
    ]
