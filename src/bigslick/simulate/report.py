"""The report of a folder: one self-contained HTML page, and its pictures as files."""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bigslick.checks import must_be
from bigslick.notebook import html_table

from .analysis import by_bot, faults, luck_and_skill
from .study import BadStudy
from .study_results import StudyResults, match_curves

if TYPE_CHECKING:
    import polars as pl

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
img { width: 100%; height: auto; } figure { margin: 0; } figcaption, .note { color: #555; font-size: .92rem; }
table { border-collapse: collapse; margin: .6rem 0; } th, td { padding: .25rem .8rem .25rem 0; text-align: right; }
th { border-bottom: 1px solid #999; } td:first-child, th:first-child { text-align: left; }
"""


def write_report(folder: str | Path) -> Path:
    """Draw the study and the matches of a folder into `report.html` and `pictures/`; the path of the page."""
    must_be((str, Path), folder, "a study: expected the path of its folder")
    _need_matplotlib()
    folder = Path(folder)
    parts = list(_study(folder)) if (folder / "study.json").exists() else []
    parts += _matches(folder)
    if not parts:
        raise BadStudy(f"{folder} has no study and no match: expected a folder from `bigslick simulate`")
    title = parts[0][0]
    body = "\n".join(text for _, text in parts)
    page = folder / "report.html"
    page.write_text(
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n<h1>{html.escape(title)}</h1>\n{body}\n</body></html>\n",
        encoding="utf-8",
    )
    return page


def _study(folder: Path) -> Iterator[tuple[str, str]]:
    from .pictures import cell_name, study_pictures

    found = StudyResults(folder)
    if not found.chunks:
        raise BadStudy(f"{folder} has no tournament yet: wait until `bigslick simulate` has finished a chunk")
    plan, played = found.plan, found.tournaments
    state = "" if found.complete else f" (not complete: {played.height:,} of {plan.total:,})"
    intro = (
        f"{played.height:,} tournaments{state} of {found.manifest.base.name}, "
        f"{int(played['entries'].sum()):,} entries, {int(played['hands'].sum()):,} hands, seed {plan.seed}."
    )
    yield plan.name, f"<p>{html.escape(intro)}</p>"
    names = [cell_name(point) for point in plan.points()]
    rows = [
        (
            *((names[row["cell"]],) if len(names) > 1 else ()),
            row["bot"],
            f"{row['entries']:,}",
            f"{100 * row['win_share']:.2f} %",
            f"{row['mean_place']:.3f}",
            "-" if row["roi"] is None else f"{100 * row['roi']:+.1f} % ± {196 * row['roi_error']:.1f}",
        )
        for row in by_bot(found.entries, played).to_dicts()
    ]
    heads = (*(("settings",) if len(names) > 1 else ()), "bot", "entries", "wins", "mean place", "ROI")
    yield "", "<h2>The bots</h2>" + html_table(heads, rows) + _faults(found.bots)
    yield "", _luck(found.entries, played, names)
    for name, sentence, figure in study_pictures(found):
        yield "", _picture(folder, name, sentence, figure)


def _faults(bots: pl.DataFrame) -> str:
    """The Python bots: how often each was asked, and why it had to be checked or folded."""
    rows = [
        (
            row["bot"],
            f"{row['entries']:,}",
            f"{row['asked']:,}",
            f"{row['faults']:,}",
            "; ".join(f"{count:,} x {reason}" for reason, count in row["reasons"].items()) or "-",
        )
        for row in faults(bots)
    ]
    heads = ("Python bot", "entries", "asked", "checked or folded", "reasons")
    return html_table(heads, rows) if rows else ""


def _luck(entries: pl.DataFrame, played: pl.DataFrame, names: Sequence[str]) -> str:
    rows = [
        (
            names[row["cell"]] or "all",
            f"{100 * row['skill']:.2f} %",
            f"{100 * (1 - row['skill']):.2f} %",
            f"{row['gap']:.3f}",
            "-" if row["events"] is None else f"{row['events']:,.0f}",
        )
        for row in luck_and_skill(entries, played).to_dicts()
    ]
    heads = ("structure", "skill", "luck", "best to worst", "tournaments needed")
    return (
        "<h2>Luck against skill</h2>"
        + html_table(heads, rows)
        + '<p class="note">Skill is the share of the variance of a finish that the bot explains; luck is the rest. '
        "Best to worst is the distance between their mean places, from 0 (first) to 1 (last). Tournaments needed: "
        "after so many, with one entry each, that distance is two standard errors.</p>"
    )


def _matches(folder: Path) -> Iterator[tuple[str, str]]:
    from .pictures import match_picture

    for number, (name, curve) in enumerate(match_curves(folder)):
        sentence = f"{name}: bb/100 with its 95 % interval as the hands add up."
        yield "Matches", _picture(folder, f"match-{number + 1}", sentence, match_picture(curve))


def _picture(folder: Path, name: str, sentence: str, figure: Any) -> str:
    pictures = folder / "pictures"
    pictures.mkdir(exist_ok=True)
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=130, metadata={"Software": None})
    (pictures / f"{name}.png").write_bytes(file.getvalue())
    figure.savefig(pictures / f"{name}.svg", format="svg", metadata={"Date": None})
    data = base64.b64encode(file.getvalue()).decode()
    alt = html.escape(sentence, quote=True)
    return f'<figure><h2>{html.escape(sentence)}</h2><img alt="{alt}" src="data:image/png;base64,{data}"></figure>'


def _need_matplotlib() -> None:
    try:
        import matplotlib  # noqa: F401
        import polars  # noqa: F401
    except ImportError:
        raise BadStudy("a report needs Matplotlib and Polars: pip install 'bigslick[sim]'") from None
