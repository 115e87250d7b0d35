"""A folder's report: one self-contained HTML page, and its charts as files."""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bigslick.checks import must_be
from bigslick.extras import needs_extra
from bigslick.intervals import FEWEST_FOR_A_VERDICT, many_looks, plus_minus
from bigslick.notebook import SCROLLS, html_table

from .analysis import by_bot, faults, luck_and_skill
from .compare import EVENT, FEWEST_FOR_A_RANGE, Comparison, with_half
from .folders import BadStudy, write_whole
from .labels import bot_label, point_labels
from .plan import StudyPlan
from .study_results import StudyResults, match_curves

if TYPE_CHECKING:
    import polars as pl

    from .pictures import Picture

_STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 1.5rem auto; padding: 0 1rem; color: #222; }
h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .4rem; } h3 { font-size: 1rem; margin: 1.2rem 0 .2rem; }
img { width: 100%; height: auto; display: block; } figure { margin: 1.8rem 0 0; }
.note { color: #555; font-size: .92rem; margin: .3rem 0; }
table { border-collapse: collapse; margin: .6rem 0; font-size: .92rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .8rem .25rem 0; text-align: right; white-space: nowrap; }
th { border-bottom: 1px solid #999; white-space: normal; vertical-align: bottom; }
td:first-child, th:first-child { text-align: left; white-space: normal; }
td:first-child { min-width: 8rem; }
@media (max-width: 34rem) { th, td { padding-right: .5rem; } table { font-size: .82rem; }
  td:first-child { min-width: 5.5rem; } }
"""


def write_report(folder: str | Path) -> Path:
    """Draw a folder's study and matches into `report.html` and `pictures/`; return the page's path."""
    must_be((str, Path), folder, "a study: expected the path of its folder")
    needs_extra("sim")
    folder = Path(folder)
    parts = list(_study(folder)) if (folder / "study.json").exists() else []
    parts += _matches(folder)
    if not parts:
        raise BadStudy(f"{folder} has no study and no match: expected a folder from `bigslick simulate`")
    title = parts[0][0]
    body = "\n".join(text for _, text in parts)
    page = folder / "report.html"
    text = (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_STYLE}{SCROLLS}</style></head>\n<body>\n<h1>{html.escape(title)}</h1>\n{body}\n</body></html>\n"
    )
    try:
        write_whole(page, text.encode())
    except OSError as error:
        raise BadStudy(f"{error.strerror or error}; the study itself is kept", str(page)) from None
    return page


def _study(folder: Path) -> Iterator[tuple[str, str]]:
    from .pictures import study_pictures

    found = StudyResults(folder)
    if not found.chunks:
        raise BadStudy(f"{folder} has no tournament yet: wait until `bigslick simulate` has finished a chunk")
    plan, played, stalled = found.plan, found.tournaments, found.stalled_sentence
    if played.is_empty():
        raise BadStudy(f"{folder} has nothing to draw: {stalled}")
    compared = Comparison(found)
    state = "" if found.complete else f" (not complete: {found.done:,} of {plan.total:,})"
    names = " and ".join(structure.name for structure in found.manifest.structures.values())
    intro = (
        f"{played.height:,} tournaments{state} of {names}, {int(played['entries'].sum()):,} entries, "
        f"{int(played['hands'].sum()):,} hands, seed {plan.seed}."
    )
    title = names if plan.name == StudyPlan().name else plan.name
    yield title, "".join(f"<p>{html.escape(text)}</p>" for text in (intro, stalled, found.take_up) if text)
    pictures = {picture.name: picture for picture in study_pictures(found, compared)}
    yield "", _events(compared) + _picture(folder, pictures.pop("length"))
    if compared.differences:
        yield "", _differences(compared) + _drawn(folder, pictures, "differences", "roi-differences")
    yield "", _drawn(folder, pictures, "field")
    yield "", _bots(found, point_labels(plan)) + _drawn(folder, pictures, "roi")
    yield "", _luck(found.entries, point_labels(plan))
    yield "", _drawn(folder, pictures, *pictures)


def _events(compared: Comparison) -> str:
    """Show each point's length, size and payouts."""
    points, unit = compared.points, compared.unit
    heads = (
        f"{unit}, median (9 in 10)",
        f"{unit}, mean",
        "last level (9 in 10)",
        *(f"{name}, mean" for name in EVENT),
    )
    columns = [
        (
            str(point.length),
            str(point.length.mean),
            point.last_level.text("{:,.0f}".format),
            *(str(point.measures[name]) if name in point.measures else "-" for name in EVENT),
        )
        for point in points
    ]
    if len(points) <= _SIDE_BY_SIDE:
        labels = [point.label for point in points] if len(points) > 1 else ["all tournaments"]
        table = html_table(("measure", *labels), list(zip(heads, *columns, strict=True)))
    else:
        rows = [(point.label, *column) for point, column in zip(points, columns, strict=True)]
        table = html_table(("point", *heads), rows)
    return (
        f'<h2>The event</h2><div class="wide">{table}</div>'
        '<p class="note">9 in 10: between these lie nine tournaments in ten; '
        f"? means fewer than the {FEWEST_FOR_A_RANGE} that this takes. "
        "Means have their 95 % interval; "
        f"± ? means too few tournaments for one. {compared.many_means}</p>"
    )


_SIDE_BY_SIDE = 3
"""The most points that fit on the page as columns."""


def _differences(compared: Comparison) -> str:
    """Show how each point differs from the first, significant differences first."""
    first = compared.points[0].label
    text = (
        f"<h2>Against {html.escape(first)}</h2>"
        '<p class="note">Pair by pair, the points start from the same seats, bots and decks, and the decks stay the '
        "same for as long as play does; the 95 % interval is that of the paired difference. What is beyond chance "
        f"comes first. {compared.many_looks}</p>"
    )
    heads = ("measure", "difference ± 95 %", "beyond chance", "here", first)
    for point in compared.points[1:]:
        rows = [
            (
                row.measure,
                with_half(row.difference, row.half, sign=True),
                row.verdict,
                with_half(row.here, 0),
                with_half(row.first, 0),
            )
            for row in compared.shown
            if row.label == point.label
        ]
        table = f'<div class="wide">{html_table(heads, rows)}</div>' if rows else "<p>No difference at all.</p>"
        text += f"<h3>{html.escape(point.label)}</h3>{table}"
    return text


def _bots(found: StudyResults, labels: Sequence[str]) -> str:
    every = by_bot(found.entries, found.tournaments).to_dicts()
    heads = ("bot", "ROI ± 95 %", "wins", "mean place", "entries")
    text = "<h2>The bots</h2>"
    for cell, label in enumerate(labels):
        rows = [
            (
                bot_label(row["bot"]),
                roi_text(row),
                f"{100 * row['win_share']:.2f} %",
                f"{row['mean_place']:.3f}",
                f"{row['entries']:,}",
            )
            for row in every
            if row["cell"] == cell
        ]
        if rows:
            text += f"<h3>{html.escape(label)}</h3>" if len(labels) > 1 else ""
            text += f'<div class="wide">{html_table(heads, rows)}</div>'
    return (
        text + f'<p class="note">{roi_missing(every)} The best come first. '
        "ROI, the return on investment: prizes and bounties less cost, by "
        "cost. The cost is every buy-in, fee, bounty, rebuy and add-on of the bot's entries, and the interval counts "
        "whole tournaments. Wins: the share of its entries that finish first. Mean place: 0 is first and 1 last.</p>"
        + _faults(found.bots)
    )


def roi_text(row: dict[str, Any]) -> str:
    """Format the ROI of a row of `by_bot` with its interval."""
    if row["roi"] is None:
        return "-"
    return plus_minus(f"{100 * row['roi']:+.1f} %", None if row["roi_half"] is None else 100 * row["roi_half"])


def roi_missing(rows: Sequence[dict[str, Any]]) -> str:
    """Return how many more tournaments the ROI intervals need, and how many there are; empty for free events."""
    paid = [row for row in rows if row["roi"] is not None]
    more = max((row["events_needed"] - row["events"] for row in paid), default=0)
    few = f"± ? means too few tournaments for an interval: up to {more:,} more are needed. " if more > 0 else ""
    return few + many_looks(len(paid))


def _drawn(folder: Path, pictures: dict[str, Picture], *names: str) -> str:
    """Return the charts with these names, if there are any, each drawn once."""
    return "\n".join(_picture(folder, pictures.pop(name)) for name in names if name in pictures)


def _faults(bots: pl.DataFrame) -> str:
    """List the Python bots: how many decisions each had, and why we checked or folded for it."""
    rows = [
        (
            bot_label(row["bot"]),
            f"{row['entries']:,}",
            f"{row['asked']:,}",
            f"{row['faults']:,}",
            "; ".join(f"{count:,} x {reason}" for reason, count in row["reasons"].items()) or "-",
        )
        for row in faults(bots)
    ]
    heads = ("Python bot", "entries", "asked", "checked or folded", "reasons")
    return f'<div class="wide">{html_table(heads, rows)}</div>' if rows else ""


def _luck(entries: pl.DataFrame, labels: Sequence[str]) -> str:
    rows = [
        (
            labels[row["cell"]],
            f"{100 * row['skill']:.1f} %",
            f"{100 * row['gap']:.0f} %",
            "-" if row["needed"] is None else f"{row['needed']:,.0f}",
            f"{row['deviation']:.1f}",
            f"{bot_label(row['best'])} over {bot_label(row['worst'])}",
        )
        for row in luck_and_skill(entries).to_dicts()
        if row["skill"] is not None and row["events"] >= FEWEST_FOR_A_VERDICT
    ]
    if not rows and entries["cost"].sum():
        return f'<h2>Luck against skill</h2><p class="note">It takes {FEWEST_FOR_A_VERDICT} tournaments to tell.</p>'
    if not rows:
        return '<h2>Luck against skill</h2><p class="note">Entries cost nothing: there is no money to judge by.</p>'
    heads = ("point", "skill", "edge", "events needed", "swing", "edge of")
    return (
        f'<h2>Luck against skill</h2><div class="wide">{html_table(heads, rows)}</div>'
        '<p class="note">By money: the result of an entry is its prize and bounties less its cost. Skill is the share '
        "of the variance of results that the bot explains; luck is the rest. Swing is the standard deviation of one "
        "result, in costs of an entry. Edge is the distance between the best and the worst bot's ROI; after the "
        "events needed, with one entry each, it is beyond the 95 % interval.</p>"
    )


def _matches(folder: Path) -> Iterator[tuple[str, str]]:
    from .pictures import match_picture

    for number, (name, curve) in enumerate(match_curves(folder)):
        picture = match_picture(name, curve)._replace(name=f"match-{number + 1}")
        yield "Matches", _picture(folder, picture)


def _picture(folder: Path, picture: Picture) -> str:
    pictures = folder / "pictures"
    file, drawing = io.BytesIO(), io.BytesIO()
    picture.figure.savefig(file, format="png", dpi=130, metadata={"Software": None})
    picture.figure.savefig(drawing, format="svg", metadata={"Date": None})
    try:
        write_whole(pictures / f"{picture.name}.png", file.getvalue())
        write_whole(pictures / f"{picture.name}.svg", drawing.getvalue())
    except OSError as error:
        raise BadStudy(f"{error.strerror or error}; the study itself is kept", str(pictures)) from None
    data = base64.b64encode(file.getvalue()).decode()
    alt = html.escape(f"{picture.title}. {picture.sentence}", quote=True)
    return (
        f'<figure><img alt="{alt}" src="data:image/png;base64,{data}">'
        f'<figcaption class="note">{html.escape(picture.sentence)}</figcaption></figure>'
    )
