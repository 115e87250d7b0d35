"""From the tables of a study to the figures people ask for: what an entry is worth, and luck against skill."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .match import WIDTH

if TYPE_CHECKING:
    import polars as pl


def by_bot(entries: pl.DataFrame, tournaments: pl.DataFrame) -> pl.DataFrame:
    """For each point of the grid and each bot: entries, share of wins, mean place (0 first, 1 last) and ROI.

    ROI is what prizes and bounties are worth beyond what the entries cost, by that cost: buy-ins, fees, bounties,
    rebuys and add-ons.
    Its error comes from whole tournaments, because prizes within one depend on each other. The best come first.
    """
    import polars as pl

    sizes = tournaments.select("tournament", pl.col("entries").alias("field"))
    joined = entries.join(sizes, on="tournament")
    middle = (pl.col("place") + (pl.col("shared") - 1) / 2 - 1) / (pl.col("field") - 1)
    per_event = joined.group_by("cell", "bot", "tournament").agg(
        pl.len().alias("n"),
        (pl.col("place") == 1).sum().alias("won"),
        middle.sum().alias("places"),
        (pl.col("prize") + pl.col("bounties")).sum().alias("prize"),
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
        .sort("cell", "roi", "mean_place", "bot", descending=[False, True, False, False], nulls_last=True)
    )


def luck_and_skill(entries: pl.DataFrame) -> pl.DataFrame:
    """For each point of the grid with a price: how much of what an entry wins or loses its bot explains.

    A result is prize and bounties less the cost of an entry, in mean costs. `deviation` is the standard deviation of
    one result around its bot's mean; `skill` is the share of the variance that lies between bots, without what chance
    alone would put there; `best` and `worst` are bots and `gap` the distance of their means; `needed` is after how many
    tournaments with one entry each that distance is a 95 % interval wide.
    """
    import polars as pl

    result = (pl.col("prize") + pl.col("bounties") - pl.col("cost")) / pl.col("cost").mean().over("cell")
    rows = entries.filter(pl.col("cost").sum().over("cell") > 0).select("cell", "bot", result.alias("result"))
    means = rows.group_by("cell", "bot").agg(
        pl.col("result").mean().alias("mean"), pl.col("result").var(ddof=0).alias("within"), pl.len().alias("n")
    )
    found = []
    for (cell,), group in means.sort("cell", "mean", "bot").group_by("cell", maintain_order=True):
        bots = group.to_dicts()
        count = sum(row["n"] for row in bots)
        centre = sum(row["n"] * row["mean"] for row in bots) / count
        within = sum(row["n"] * row["within"] for row in bots) / max(1, count - len(bots))
        apparent = sum(row["n"] * (row["mean"] - centre) ** 2 for row in bots) / count
        between = max(0.0, apparent - (len(bots) - 1) * within / count)
        gap = bots[-1]["mean"] - bots[0]["mean"]
        found.append(
            {
                "cell": cell,
                "skill": between / (between + within) if between + within else None,
                "deviation": within**0.5,
                "best": bots[-1]["bot"],
                "worst": bots[0]["bot"],
                "gap": gap,
                "needed": 2 * WIDTH**2 * within / gap**2 if gap else None,
            }
        )
    kinds: dict[str, Any] = {"cell": pl.Int64(), "skill": pl.Float64(), "deviation": pl.Float64(), "best": pl.String()}
    return pl.DataFrame(found, schema=kinds | {"worst": pl.String(), "gap": pl.Float64(), "needed": pl.Float64()})


def faults(bots: pl.DataFrame) -> list[dict[str, Any]]:
    """The faults of a study's Python bots, by name: entries, decisions, faults, and reasons with counts."""
    import polars as pl

    sums = bots.group_by("bot").agg(pl.col("entries", "asked", "faults").sum()).sort("bot")
    whys = bots.select("bot", "reasons").explode("reasons").drop_nulls().unnest("reasons")
    order = ("bot", "count", "reason")
    whys = whys.group_by("bot", "reason").agg(pl.col("count").sum()).sort(order, descending=[False, True, False])
    return [
        row | {"reasons": {why["reason"]: why["count"] for why in whys.filter(bot=row["bot"]).iter_rows(named=True)}}
        for row in sums.to_dicts()
    ]
