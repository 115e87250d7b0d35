"""Computes a study's main figures: each bot's ROI, and luck versus skill."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from bigslick.intervals import NORMAL, Measured, trials_needed

if TYPE_CHECKING:
    import polars as pl


def by_bot(entries: pl.DataFrame, tournaments: pl.DataFrame) -> pl.DataFrame:
    """Return entries, share of wins, mean place (0 first, 1 last) and ROI for each grid point and bot, best first.

    ROI is prizes and bounties less the cost of the entries, divided by that cost: buy-ins, fees, bounties, rebuys and
    add-ons. Its error comes from whole tournaments, because prizes within one depend on each other. `roi_half` is half
    the width of its 95% interval, null below the `events_needed` for one.
    """
    from .polars_library import pl

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
    # The error of a ratio of sums, from each tournament's deviation.
    residual = pl.col("prize") - pl.col("cost") * (pl.col("prize").sum() / pl.col("cost").sum())
    paid = pl.col("cost").sum() > 0
    table = (
        per_event.sort("tournament")
        .group_by("cell", "bot", maintain_order=True)
        .agg(
            pl.col("n").sum().alias("entries"),
            (pl.col("won").sum() / pl.col("n").sum()).alias("win_share"),
            (pl.col("places").sum() / pl.col("n").sum()).alias("mean_place"),
            pl.when(paid).then(roi).alias("roi"),
            pl.when(paid)
            .then(((residual**2).sum() * pl.len() / (pl.len() - 1).clip(1)).sqrt() / pl.col("cost").sum())
            .alias("roi_error"),
            pl.len().alias("events"),
        )
        .sort("cell", "roi", "mean_place", "bot", descending=[False, True, False, False], nulls_last=True)
    )
    needed = events_needed(entries)
    rows = [(needed[row["cell"], row["bot"]], row) for row in table.iter_rows(named=True)]
    halves = [
        None if row["roi"] is None else Measured(row["roi"], row["roi_error"], row["events"], events).half
        for events, row in rows
    ]
    return table.with_columns(
        pl.Series("events_needed", [events for events, _ in rows], pl.Int64),
        pl.Series("roi_half", halves, pl.Float64),
    )


def events_needed(entries: pl.DataFrame) -> dict[tuple[int, str], int]:
    """Return how many tournaments a bot's ROI needs for an interval, by grid point and bot.

    This depends on the prizes of the whole field, not the bot's: a few big ones skew single results, and several
    entries per tournament make up for it.
    """
    from .polars_library import pl

    won = pl.col("prize") + pl.col("bounties")
    result = (won - pl.col("cost") * won.sum() / pl.col("cost").sum()).skew().alias("skewness")
    skewness = dict(entries.group_by("cell").agg(result).iter_rows())
    each = (pl.len() / pl.col("tournament").n_unique()).alias("each")
    return {
        (cell, bot): trials_needed(found / entered**0.5 if math.isfinite(found := skewness[cell] or 0.0) else 0.0)
        for cell, bot, entered in entries.group_by("cell", "bot").agg(each).iter_rows()
    }


def luck_and_skill(entries: pl.DataFrame) -> pl.DataFrame:
    """Return, for each grid point with a price, how much of an entry's result its bot explains.

    A result is prize and bounties less the cost of an entry, in mean costs. `deviation` is the standard deviation of
    one result around its bot's mean; `skill` is the share of the variance between bots, less the part from chance
    alone; `best` and `worst` are bots and `gap` is the difference between their means; `needed` is how many tournaments
    with one entry each give a 95% interval as narrow as that gap.
    """
    from .polars_library import pl

    result = (pl.col("prize") + pl.col("bounties") - pl.col("cost")) / pl.col("cost").mean().over("cell")
    rows = entries.filter(pl.col("cost").sum().over("cell") > 0).select("cell", "bot", result.alias("result"))
    means = rows.group_by("cell", "bot").agg(
        pl.col("result").mean().alias("mean"), pl.col("result").var(ddof=0).alias("within"), pl.len().alias("n")
    )
    events = dict(entries.group_by("cell").agg(pl.col("tournament").n_unique()).iter_rows())
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
                "events": events[cell],
                "skill": between / (between + within) if between + within else None,
                "deviation": within**0.5,
                "best": bots[-1]["bot"],
                "worst": bots[0]["bot"],
                "gap": gap,
                "needed": 2 * NORMAL**2 * within / gap**2 if gap else None,
            }
        )
    kinds: dict[str, Any] = {"cell": pl.Int64(), "events": pl.Int64(), "skill": pl.Float64(), "deviation": pl.Float64()}
    kinds |= {"best": pl.String(), "worst": pl.String(), "gap": pl.Float64(), "needed": pl.Float64()}
    return pl.DataFrame(found, schema=kinds)


def faults(bots: pl.DataFrame) -> list[dict[str, Any]]:
    """Return the faults of a study's Python bots, by name: entries, decisions, faults, and reasons with counts."""
    from .polars_library import pl

    sums = bots.group_by("bot").agg(pl.col("entries", "asked", "faults").sum()).sort("bot")
    whys = bots.select("bot", "reasons").explode("reasons").drop_nulls().unnest("reasons")
    order = ("bot", "count", "reason")
    whys = whys.group_by("bot", "reason").agg(pl.col("count").sum()).sort(order, descending=[False, True, False])
    return [
        row | {"reasons": {why["reason"]: why["count"] for why in whys.filter(bot=row["bot"]).iter_rows(named=True)}}
        for row in sums.to_dicts()
    ]
