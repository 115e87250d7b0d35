"""Charts of studies and matches, drawn with Matplotlib without a screen.

Each has a title, axes with units, and a note about the interval it shows. They are narrow enough for a phone.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .analysis import by_bot
from .compare import FEWEST_FOR_A_RANGE, HOURS, Comparison, length_unit
from .labels import bot_label, point_labels
from .plan import BadPlan

if TYPE_CHECKING:
    import polars as pl

    from .study_results import StudyResults

# Okabe and Ito's colours, which colour-blind readers can tell apart, plus two for a final table of ten.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#8C6D31", "#333333", "#882255", "#AAAA00")
GREY = "#888888"
MOST_PANELS = 6
MOST_LINES = 8
MOST_ROWS = 24
POINTS = 160
OTHERS = 60
"""Grey lines behind the final table."""
WRAP = 46
INTERVAL = "bars: 95 % interval over whole tournaments; none: too few"


class Picture(NamedTuple):
    """A chart with its file name, its title, and a sentence that says how to read it."""

    name: str
    title: str
    sentence: str
    figure: Any


def study_pictures(found: StudyResults, compared: Comparison) -> Iterator[Picture]:
    labels = point_labels(found.plan)
    paid = found.entries["cost"].sum() > 0
    yield _length(found, compared)
    if compared.differences:
        yield from _differences(compared, paid)
    yield _field_left(found.levels, labels)
    if paid:
        yield _returns(found, labels)
    yield _finish(found, labels)
    try:
        yield _stacks(found)
    except BadPlan:  # this plays a tournament again, and a Python bot may be missing
        return


def match_picture(name: str, curve: pl.DataFrame) -> Picture:
    """Draw each bot's win rate in a match as the hands add up."""
    title = "Win rate as the hands add up"
    figure, (axis,) = new_figure(title, f"{name}; bands: 95 % interval")
    for number, bot in enumerate(curve["bot"].unique(maintain_order=True)):
        rows = curve.filter(curve["bot"] == bot)
        hands, mean, half = (rows[name].to_numpy() for name in ("hands", "bb100", "half"))
        colour = COLOURS[number % len(COLOURS)]
        axis.plot(hands, mean, color=colour, label=bot_label(bot), linewidth=1.8)
        axis.fill_between(hands, mean - half, mean + half, color=colour, alpha=0.16, linewidth=0)
    last = curve.filter(curve["hands"] >= curve["hands"].quantile(0.2))
    most = float((last["bb100"].abs() + 2.5 * last["error"]).to_numpy().max()) or 1.0
    axis.set_ylim(-1.1 * most, 1.1 * most)
    axis.axhline(0, color=GREY, linewidth=0.8)
    axis.set_xlabel("hands played")
    axis.set_ylabel("won by a seat, bb/100")
    thousands(axis.xaxis)
    _legend(axis)
    return Picture(
        "match",
        title,
        f"{name}: big blinds won in a hundred hands, with the 95 % interval "
        "at each point, once there are enough hands for one. These are many looks: choose the number of hands before "
        "you play.",
        figure,
    )


def _finish(found: StudyResults, labels: Sequence[str]) -> Picture:
    """Draw the share of a bot's entries that finish in each tenth of the field."""
    from .compare import ratio
    from .polars_library import pl

    title = "Where each bot finishes"
    sizes = found.tournaments.select("tournament", pl.col("entries").alias("field"))
    tenth = ((pl.col("place") - 1) * 10 // pl.col("field")).clip(0, 9).alias("tenth")
    placed = found.entries.join(sizes, on="tournament").select("cell", "bot", "tournament", tenth)
    shown = range(min(len(labels), MOST_PANELS))
    figure, axes = new_figure(title, INTERVAL, panels=len(shown))
    colours = _by_bot_colour(found.entries)
    for cell, axis in zip(shown, axes, strict=True):
        for number, (bot, colour) in enumerate(colours.items()):
            rows = placed.filter((pl.col("cell") == cell) & (pl.col("bot") == bot))
            if rows.is_empty():
                continue
            counted = rows.group_by("tournament").agg(
                pl.len().alias("n"), *[(pl.col("tenth") == place).sum().alias(f"{place}") for place in range(10)]
            )
            share = [ratio(counted[f"{place}"].to_list(), counted["n"].to_list(), 100) for place in range(10)]
            shift = 0.06 * (number - (len(colours) - 1) / 2)
            axis.errorbar(
                [place + 1 + shift for place in range(10)],
                [one.value for one in share],
                yerr=[math.nan if one.half is None else min(one.half, 100) for one in share],
                color=colour,
                marker="o",
                markersize=4,
                linewidth=1.6,
                elinewidth=1,
                label=bot_label(bot),
            )
        axis.axhline(10, color=GREY, linewidth=0.8, linestyle="--")
        axis.set_xticks(range(1, 11), ["best", *map(str, range(2, 10)), "last"])
        axis.set_ylabel("share of its entries, %")
        _panel_title(axis, labels, cell)
    top = max(axis.get_ylim()[1] for axis in axes)
    for axis in axes:
        axis.set_ylim(0, top)
    axes[-1].set_xlabel("tenth of the field")
    drawn = next(axis for axis in axes if axis.get_legend_handles_labels()[0])  # every event at a point may stall
    drawn.legend(frameon=False, fontsize=9, ncols=3, loc="lower left")  # below the lines, which are around 10%
    sentence = "The share of a bot's entries in each tenth of the field; by chance alone it would be 10 % everywhere."
    return Picture("finish", title, sentence + _left_out(len(shown), labels), figure)


def _returns(found: StudyResults, labels: Sequence[str]) -> Picture:
    """Draw each bot's return on investment at each point, with its interval."""
    title = "Return on investment by bot"
    rows = by_bot(found.entries, found.tournaments).drop_nulls("roi")
    bots = rows["bot"].n_unique()
    shown = range(min(len(labels), max(1, MOST_ROWS // bots)))
    figure, axes = new_figure(title, INTERVAL, rows=bots * len(shown), panels=len(shown))
    colours = _by_bot_colour(found.entries)
    for cell, axis in zip(shown, axes, strict=True):
        ranked = rows.filter(rows["cell"] == cell).sort("roi").to_dicts()
        for height, row in enumerate(ranked):
            axis.errorbar(
                100 * row["roi"],
                height,
                xerr=None if row["roi_half"] is None else 100 * row["roi_half"],
                color=colours[row["bot"]],
                marker="o",
                capsize=4,
                linewidth=2,
            )
        axis.axvline(0, color=GREY, linewidth=0.8)
        axis.set_yticks(range(len(ranked)), [bot_label(row["bot"]) for row in ranked])
        axis.set_ylim(-0.6, len(ranked) - 0.4)
        _panel_title(axis, labels, cell)
    edges = [edge for axis in axes for edge in axis.get_xlim()]
    for axis in axes:
        axis.set_xlim(min(edges), max(edges))
    axes[-1].set_xlabel("ROI, % of what the entries cost")
    sentence = "Prizes and bounties less cost, by cost: all buy-ins, fees, bounties, rebuys and add-ons of its entries."
    return Picture("roi", title, sentence + _left_out(len(shown), labels), figure)


def _length(found: StudyResults, compared: Comparison) -> Picture:
    """Draw how long the tournaments are: a histogram, or for several points their medians and typical ranges."""
    title, unit, points = "How long the event lasts", compared.unit, compared.points
    if len(points) == 1:
        from .polars_library import pl

        column = pl.col("hands") if unit.endswith("all tables") else pl.col("length") / (3600 if unit == HOURS else 1)
        values = found.tournaments.select(column.alias("length"))["length"].to_numpy()
        figure, (axis,) = new_figure(title, "shaded: nine tournaments in ten")
        bins = min(40, max(5, int(math.sqrt(len(values)))))
        axis.hist(values, bins=bins, weights=[100 / len(values)] * len(values), color=COLOURS[0], alpha=0.8)
        length = points[0].length
        if length.nine_in_ten is not None:
            axis.axvspan(*length.nine_in_ten, color=COLOURS[0], alpha=0.12, linewidth=0, zorder=0)
        axis.axvline(
            length.median, color="#333333", linewidth=1.4, linestyle="--", label=f"median {length.median:,.1f}"
        )
        axis.set_ylabel("share of the tournaments, %")
        most = length.sentence("nine in ten take", "{:,.1f}".format)
        sentence = f"The median is {length.median:,.1f} {unit}; {most}."
        left_out = ""
    else:
        shown = points[:MOST_ROWS]
        names = [_wrapped(point.label, 22) for point in shown]
        lines = sum(text.count("\n") + 1 for text in names)
        figure, (axis,) = new_figure(title, "dot: median; bar: nine tournaments in ten", rows=lines)
        for height, point in enumerate(reversed(shown)):
            length = point.length
            if length.nine_in_ten is not None:
                axis.plot(length.nine_in_ten, [height, height], color=COLOURS[0], linewidth=4, alpha=0.35)
            axis.plot(length.median, height, color=COLOURS[0], marker="o")
        axis.set_yticks(range(len(shown)), names[::-1])
        axis.set_ylim(-0.6, len(shown) - 0.4)
        sentence = "The median at each point of the grid, and between which lengths nine in ten are."
        left_out = _left_out(len(shown), [point.label for point in points])
    axis.set_xlabel(unit)
    thousands(axis.xaxis)
    _legend(axis)
    return Picture("length", title, sentence + left_out, figure)


def _differences(compared: Comparison, paid: bool) -> Iterator[Picture]:
    """Draw how the points differ from the first in length, and in each bot's return."""
    first = compared.points[0].label
    wanted = [("differences", "Longer or shorter?", compared.unit, "length, ")]
    if paid:
        wanted.append(("roi-differences", "Who gains, who loses?", "ROI, % of what the entries cost", "ROI of "))
    for name, title, unit, start in wanted:
        rows = [row for row in compared.differences if row.measure.startswith(start)]
        if not rows:
            continue
        shown = rows[:MOST_ROWS]
        short = name == "differences"
        names = [_wrapped(row.label if short else f"{row.measure[7:-3]}: {row.label}", 22) for row in shown]
        lines = sum(text.count("\n") + 1 for text in names)
        figure, (axis,) = new_figure(title, f"against {first}; bars: 95 % interval of the paired difference", lines)
        for height, row in enumerate(reversed(shown)):
            colour = COLOURS[0] if row.settled else GREY
            axis.errorbar(row.difference, height, xerr=row.half, color=colour, marker="o", capsize=4, linewidth=2)
        axis.set_yticks(range(len(shown)), names[::-1])
        axis.set_ylim(-0.6, len(shown) - 0.4)
        axis.axvline(0, color=GREY, linewidth=0.8)
        axis.set_xlabel(f"difference, {unit}")
        sentence = f"Each point against {first}, pair by pair; grey where it is not beyond chance for all these looks."
        yield Picture(name, title, sentence + _left_out(len(shown), [row.label for row in rows], "rows"), figure)


def _field_left(levels: pl.DataFrame, labels: Sequence[str]) -> Picture:
    """Draw the players left when each level starts, separately for each round or day; at the end one is left."""
    from .polars_library import pl

    title = "Players left at each level"
    figure, (axis,) = new_figure(title, "line: median; band: nine tournaments in ten")
    stages = levels.group_by("cell", "stage", maintain_order=True).len().sort("cell", maintain_order=True)
    lines = [(cell, stage) for cell, stage, _ in stages.iter_rows()]
    names = [", ".join(filter(None, (labels[cell] if len(labels) > 1 else "", stage))) for cell, stage in lines]
    for number, (cell, stage) in enumerate(lines[:MOST_LINES]):
        rows = levels.filter((pl.col("cell") == cell) & (pl.col("stage") == stage))
        played, (low, middle, high) = _field_line(rows, over=None if stage else 1)
        colour, label = COLOURS[number], _wrapped(names[number], 30) or None
        mark = "o" if len(played) == 1 else None
        axis.plot(played, middle, color=colour, linewidth=1.8, label=label, marker=mark, markersize=4)
        if rows["tournament"].n_unique() >= FEWEST_FOR_A_RANGE:
            axis.fill_between(played, low, high, color=colour, alpha=0.2, linewidth=0)
    axis.set_xlabel("level")
    axis.set_ylabel("players left when it starts")
    axis.xaxis.get_major_locator().set_params(integer=True)
    thousands(axis.yaxis)
    axis.set_ylim(0)
    _legend(axis)
    sentence = "Players with chips when a level starts, those who re-entered too"
    if any(stage for _, stage in lines):
        sentence += "; each round or day by itself, with the tournaments that play the level in it."
    else:
        sentence += "; an event that is over has one."
    return Picture("field", title, sentence + _left_out(min(len(lines), MOST_LINES), names, "lines"), figure)


def _field_line(rows: pl.DataFrame, over: int | None) -> tuple[list[int], tuple[list[float], list[float], list[float]]]:
    """Return a line's levels with their 5%, 50% and 95% quantiles; a tournament that ended earlier counts as `over`."""
    import numpy as np

    from .polars_library import pl

    count = rows["tournament"].n_unique()
    low, middle, high = list[float](), list[float](), list[float]()
    played = sorted(rows["level"].unique().to_list())
    for level in played:
        left = rows.filter(pl.col("level") == level)["left"].to_numpy()
        whole = left if over is None else np.concatenate([left, np.full(count - len(left), over)])
        for line, share in ((low, 5), (middle, 50), (high, 95)):
            line.append(float(np.percentile(whole, share)))
    return played, (low, middle, high)


def _stacks(found: StudyResults) -> Picture:
    """Play the first tournament again and draw its stacks, with the final table in colour from its first hand."""
    from .chunks import pack, prepare
    from .polars_library import pl

    title = "Stacks of the first tournament"
    first = int(found.tournaments["tournament"][0])  # earlier ones may have stalled
    event = prepare(pack(found.plan, found.manifest.structures), first)
    places = found.entries.filter(pl.col("tournament") == first).sort("place", "entry")
    best = places["entry"].to_list()[: min(event.structure.final_table, len(COLOURS))]
    followed = [*best, *(entry for entry in places["entry"].sort().to_list()[:OTHERS] if entry not in best)]
    timed = length_unit(found) == HOURS
    lines: dict[int, list[tuple[float, int]]] = {entry: [] for entry in followed}
    busted: dict[int, float] = {}
    every = max(1, int(found.tournaments["hands"][0]) // POINTS)
    while True:
        at = event.now / 3600 if timed else event.hands
        for entry in followed:
            stack = event.stack_of(entry) if entry < len(event.director.names) else 0
            if stack:
                lines[entry].append((at, stack))
                busted.pop(entry, None)  # between two days all chips are in bags
            elif lines[entry]:
                busted.setdefault(entry, at)
        if event.over:
            break
        wanted = event.hands + every
        while not event.over and event.hands < wanted:
            event.step()
    note = f"one tournament, so no interval; in colour: the last {len(best)}"
    figure, (axis,) = new_figure(title, note, rows=len(best))
    floor = min(stack for line in lines.values() for _, stack in line) // 2 + 1
    for entry, at in busted.items():
        lines[entry].append((at, floor))
    for entry in followed[len(best) :]:
        if lines[entry]:
            axis.plot(*zip(*lines[entry], strict=True), color="#BBBBBB", linewidth=0.6, zorder=1)
    for number, entry in enumerate(best):
        if lines[entry]:
            label = f"{number + 1}. {event.director.names[entry]} ({bot_label(event.bot_of(entry))})"
            axis.plot(*zip(*lines[entry], strict=True), color=COLOURS[number], linewidth=1.6, zorder=2, label=label)
    axis.set_xlabel(HOURS if timed else "hands at all tables")
    axis.set_ylabel("chips, on a logarithmic scale")
    thousands(axis.xaxis)
    axis.set_yscale("log")  # the last stacks are a hundred times the first
    axis.set_ylim(bottom=floor)
    thousands(axis.yaxis)
    axis.legend(frameon=False, fontsize=9, loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2)
    grey = f" Grey: {len(followed) - len(best)} others." if len(followed) > len(best) else ""
    sentence = f"Every entry that reached the final table, from its first hand on; a bust falls to the floor.{grey}"
    return Picture("stacks", title, sentence, figure)


def new_figure(title: str, note: str, rows: int = 6, panels: int = 1) -> tuple[Any, list[Any]]:
    """Make a figure with a title, a note below it, and stacked panels with room for a number of rows."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    height = 4.4 if panels == 1 else 3.1 * panels if rows == 6 else 1.2 * panels
    figure = Figure(figsize=(6.2, max(height, 1.4 + 0.34 * rows + 0.5 * panels)), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(title, fontsize=13, fontweight="bold")
    axes = []
    for number in range(panels):
        axis = figure.add_subplot(panels, 1, number + 1)
        for side in ("top", "right"):
            axis.spines[side].set_visible(False)
        axis.grid(axis="y", color="#EEEEEE")
        axis.set_axisbelow(True)
        axis.tick_params(labelsize=10)
        axis.xaxis.label.set_fontsize(11)
        axis.yaxis.label.set_fontsize(11)
        axes.append(axis)
    figure.supxlabel(_wrapped(note, 70), fontsize=9, color="#555555")
    return figure, axes


def _wrapped(text: str, width: int) -> str:
    return textwrap.fill(text, width)


def thousands(axis: Any) -> None:
    """Write an axis's numbers with thousands separators."""
    axis.set_major_formatter(lambda value, _place: f"{value:,.10g}")


def _panel_title(axis: Any, labels: Sequence[str], cell: int) -> None:
    if len(labels) > 1:
        axis.set_title(_wrapped(labels[cell], WRAP), fontsize=11, loc="left")


def _legend(axis: Any) -> None:
    if axis.get_legend_handles_labels()[0]:
        axis.legend(frameon=False, fontsize=9)


def _left_out(shown: int, labels: Sequence[str], what: str = "points of the grid") -> str:
    """Say what is missing from a chart, so no one takes a part for the whole."""
    return "" if shown >= len(labels) else f" The first {shown} of {len(labels)} {what} are drawn; the tables have all."


def _by_bot_colour(entries: pl.DataFrame) -> dict[str, str]:
    return {bot: COLOURS[n % len(COLOURS)] for n, bot in enumerate(sorted(entries["bot"].unique().to_list()))}
