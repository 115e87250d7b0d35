"""Pictures of studies and matches, drawn with Matplotlib without a screen."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .analysis import by_bot
from .plan import BadPlan

if TYPE_CHECKING:
    import polars as pl

    from .study_results import StudyResults

# Okabe and Ito: colours that colour-blind readers can tell apart.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#8C6D31", "#333333")
MOST_PANELS = 6
POINTS = 160
MOST_LINES = 60


def study_pictures(found: StudyResults) -> Iterator[tuple[str, str, Any]]:
    """The pictures of a study: name, sentence and figure of each."""
    entries, tournaments = found.entries, found.tournaments
    names = [cell_name(point) for point in found.plan.points()]
    yield "finish", "Where each bot finishes: an even field would be flat at 10 %.", finish(entries, tournaments, names)
    if entries["cost"].sum() > 0:
        yield (
            "roi",
            "Return on investment by bot, with 95 % intervals over whole tournaments.",
            returns(entries, tournaments, names),
        )
    yield "length", "How long the tournaments last, in hands at all tables.", length(tournaments, names)
    yield (
        "field",
        "Players left when each level starts: the median, and the band of nine tournaments in ten.",
        field_left(found.levels, names),
    )
    try:
        first = stacks(found)
    except BadPlan:  # it plays again, and a Python bot may be missing
        return
    yield "stacks", "The stacks of the first tournament, the last players in colour.", first


def match_picture(curve: pl.DataFrame) -> Any:
    """The win rate of each bot of a match as the hands add up."""
    figure, axes = _figure(1)
    axis = axes[0]
    for number, bot in enumerate(curve["bot"].unique(maintain_order=True)):
        rows = curve.filter(curve["bot"] == bot)
        hands, mean, error = (rows[name].to_numpy() for name in ("hands", "bb100", "error"))
        colour = COLOURS[number % len(COLOURS)]
        axis.plot(hands, mean, color=colour, label=bot, linewidth=1.8)
        axis.fill_between(hands, mean - 1.96 * error, mean + 1.96 * error, color=colour, alpha=0.16, linewidth=0)
    last = curve.filter(curve["hands"] >= curve["hands"].quantile(0.2))
    most = float((last["bb100"].abs() + 2.5 * last["error"]).to_numpy().max())
    axis.set_ylim(-1.1 * most, 1.1 * most)
    axis.axhline(0, color="#888888", linewidth=0.8)
    axis.set_xlabel("hands")
    axis.set_ylabel("bb/100")
    axis.xaxis.set_major_formatter("{x:,.0f}")
    _legend(axis)
    return figure


def finish(entries: pl.DataFrame, tournaments: pl.DataFrame, names: Sequence[str]) -> Any:
    """The share of a bot's entries that finish in each tenth of the field."""
    import polars as pl

    sizes = tournaments.select("tournament", pl.col("entries").alias("field"))
    tenth = ((pl.col("place") - 1) * 10 // pl.col("field")).clip(0, 9).alias("tenth")
    counted = entries.join(sizes, on="tournament").select("cell", "bot", tenth).group_by("cell", "bot", "tenth").len()
    figure, axes = _figure(min(len(names), MOST_PANELS))
    colours = _by_bot_colour(entries)
    for cell, axis in enumerate(axes):
        for bot, colour in colours.items():
            rows = counted.filter((pl.col("cell") == cell) & (pl.col("bot") == bot))
            share = dict(zip(rows["tenth"].to_list(), rows["len"].to_list(), strict=True))
            total = sum(share.values())
            if total:
                heights = [100 * share.get(place, 0) / total for place in range(10)]
                axis.plot(range(10), heights, color=colour, marker="o", markersize=4, linewidth=1.8, label=bot)
        axis.axhline(10, color="#888888", linewidth=0.8, linestyle="--")
        axis.set_xticks([0, 3, 6, 9], ["first tenth", "", "", "last tenth"])
        axis.set_ylabel("% of entries")
        _title(axis, names, cell)
    top = max(axis.get_ylim()[1] for axis in axes)
    for axis in axes:
        axis.set_ylim(0, top)
    _legend(axes[0])
    return figure


def returns(entries: pl.DataFrame, tournaments: pl.DataFrame, names: Sequence[str]) -> Any:
    """The return on investment of each bot, with its interval."""
    rows = by_bot(entries, tournaments)
    figure, axes = _figure(min(len(names), MOST_PANELS))
    colours = _by_bot_colour(entries)
    for cell, axis in enumerate(axes):
        found = rows.filter(rows["cell"] == cell).sort("roi").to_dicts()
        for height, row in enumerate(found):
            axis.errorbar(
                100 * row["roi"],
                height,
                xerr=196 * row["roi_error"],
                color=colours[row["bot"]],
                marker="o",
                capsize=4,
                linewidth=2,
            )
        axis.axvline(0, color="#888888", linewidth=0.8)
        axis.set_yticks(range(len(found)), [row["bot"] for row in found])
        axis.set_ylim(-0.6, len(found) - 0.4)
        axis.set_xlabel("ROI, %")
        _title(axis, names, cell)
    edges = [edge for axis in axes for edge in axis.get_xlim()]
    for axis in axes:
        axis.set_xlim(min(edges), max(edges))
    return figure


def length(tournaments: pl.DataFrame, names: Sequence[str]) -> Any:
    """How many hands the tournaments take."""
    figure, axes = _figure(1)
    axis = axes[0]
    cells = list(range(min(len(names), MOST_PANELS)))
    for cell in cells:
        hands = tournaments.filter(tournaments["cell"] == cell)["hands"].to_numpy()
        if len(hands):
            axis.hist(
                hands,
                bins=min(40, max(5, int(math.sqrt(len(hands))))),
                density=True,
                color=COLOURS[cell],
                alpha=0.45 if len(cells) > 1 else 0.8,
                label=f"{names[cell] or 'all'}: mean {hands.mean():,.0f}",
            )
    axis.set_xlabel("hands")
    axis.xaxis.set_major_formatter("{x:,.0f}")
    axis.set_yticks([])
    _legend(axis)
    return figure


def field_left(levels: pl.DataFrame, names: Sequence[str]) -> Any:
    """Players left when each level starts; a finished tournament has one."""
    import numpy as np
    import polars as pl

    figure, axes = _figure(1)
    axis = axes[0]
    for cell in range(min(len(names), MOST_PANELS)):
        rows = levels.filter(pl.col("cell") == cell)
        if rows.is_empty():
            continue
        count = rows["tournament"].n_unique()
        last = max(rows["level"].to_list())
        low: list[float] = []
        middle: list[float] = []
        high: list[float] = []
        for level in range(1, last + 1):
            left = rows.filter(pl.col("level") == level)["left"].to_numpy()
            whole = np.concatenate([left, np.ones(count - len(left))]) if len(left) < count else left
            for line, share in ((low, 5), (middle, 50), (high, 95)):
                line.append(float(np.percentile(whole, share)))
        axis.plot(range(1, last + 1), middle, color=COLOURS[cell], linewidth=1.8, label=names[cell] or None)
        axis.fill_between(range(1, last + 1), low, high, color=COLOURS[cell], alpha=0.2, linewidth=0)
    axis.set_xlabel("level")
    axis.set_ylabel("players left")
    axis.set_ylim(0)
    _legend(axis)
    return figure


def stacks(found: StudyResults) -> Any:
    """Play the first tournament again and draw its stacks: the last seven players in colour, the others grey."""
    from .chunks import pack, prepare

    event = prepare(pack(found.plan, found.manifest.base), 0)
    times: list[int] = []
    lines: dict[int, list[tuple[int, int]]] = {}
    while True:
        times.append(event.hands)
        for entry in range(len(event.director.names)):
            if entry < MOST_LINES or event.director.left <= 9:
                lines.setdefault(entry, []).append((event.hands, event.stack_of(entry)))
        if event.over:
            break
        wanted = event.hands + max(1, int(found.tournaments["hands"][0]) // POINTS)
        while not event.over and event.hands < wanted:
            event.step()
    order = sorted(event.director.finishes.values(), key=lambda placed: (placed.place, placed.entry))
    best = [placed.entry for placed in order[:7]]
    figure, axes = _figure(1)
    axis = axes[0]
    for entry, points in lines.items():
        alive = [point for point in points if point[1]]
        if entry not in best and alive:
            axis.plot(*zip(*alive, strict=True), color="#BBBBBB", linewidth=0.6, zorder=1)
    for number, entry in enumerate(best):
        points = lines.get(entry, [])
        alive = [point for point in points if point[1]]
        if alive:
            label = f"{number + 1}. {event.director.names[entry]} ({event.bot_of(entry)})"
            axis.plot(*zip(*alive, strict=True), color=COLOURS[number], linewidth=1.6, zorder=2, label=label)
    axis.set_xlabel("hands at all tables")
    axis.set_ylabel("chips")
    axis.xaxis.set_major_formatter("{x:,.0f}")
    axis.set_yscale("log")  # the last stacks are a hundred times the first
    axis.yaxis.set_major_formatter("{x:,.0f}")
    _legend(axis)
    return figure


def cell_name(point: dict[str, Any]) -> str:
    """A point of the grid in words."""
    return ", ".join(f"{name.removeprefix('structure.').replace('bots.', '')} {value}" for name, value in point.items())


def _figure(panels: int) -> tuple[Any, list[Any]]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    columns = min(panels, 2)
    rows = -(-panels // columns)
    figure = Figure(figsize=(8.4 if panels == 1 else 10.5, 4.2 if panels == 1 else 3.6 * rows), layout="constrained")
    FigureCanvasAgg(figure)
    axes = []
    for number in range(panels):
        axis = figure.add_subplot(rows, columns, number + 1)
        for side in ("top", "right"):
            axis.spines[side].set_visible(False)
        axis.grid(axis="y", color="#EEEEEE")
        axis.set_axisbelow(True)
        axes.append(axis)
    return figure, axes


def _title(axis: Any, names: Sequence[str], cell: int) -> None:
    if names[cell]:
        axis.set_title(names[cell], fontsize=10)


def _legend(axis: Any) -> None:
    if axis.get_legend_handles_labels()[0]:
        axis.legend(frameon=False, fontsize=9)


def _by_bot_colour(entries: pl.DataFrame) -> dict[str, str]:
    return {bot: COLOURS[n % len(COLOURS)] for n, bot in enumerate(sorted(entries["bot"].unique().to_list()))}
