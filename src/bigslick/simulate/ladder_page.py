"""A ladder's page: ratings with their intervals, and who wins from whom, in one HTML file without scripts."""

from __future__ import annotations

from html import escape

from bigslick.intervals import many_looks, plus_minus, too_few
from bigslick.notebook import SCROLLS

from .ladder import Ladder, Rung

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --dim: #5c6670; --paper: #fbfaf7; --line: #ddd8cc; --win: 26 127 80;
  --lose: 190 60 50; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --dim: #a0a7ae; --paper: #16191c; --line: #353b41;
  --win: 60 170 110; --lose: 225 95 80; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 3rem; max-width: 72rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0; }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .5rem; }
p { color: var(--dim); margin: .25rem 0 1rem; max-width: 46rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .4rem .7rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 600; color: var(--dim); font-size: .85rem; }
.name { text-align: left; font-weight: 600; color: var(--ink); font-size: 1rem; }
.ratings { width: 100%; }
.chart { width: 45%; min-width: 14rem; }
svg { display: block; width: 100%; height: 1.5rem; overflow: visible; }
.zero { stroke: var(--line); }
.reach { stroke: var(--dim); stroke-width: 2; }
.up { fill: rgb(var(--win)); } .down { fill: rgb(var(--lose)); }
.self { color: var(--line); text-align: center; }
small { color: var(--dim); }
@media (max-width: 34rem) { th, td { padding: .4rem .3rem; font-size: .85rem; } .name { font-size: .9rem; }
  .chart { min-width: 4rem; } }
"""


def ladder_html(ladder: Ladder, title: str) -> str:
    """Return the whole page."""
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>{_STYLE}{SCROLLS}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(_summary(ladder))}</p>",
        _ratings(ladder),
        "<h2>Who wins from whom</h2>",
        "<p>What the bot of the row wins from the bot of the column, in big blinds per hundred hands. Colour: "
        f"beyond chance, allowing for all {len(ladder.pairings)} pairings. {_too_few(ladder)}</p>",
        _crosstable(ladder),
    ]
    if ladder.left_out:
        rows = "".join(f"<li><b>{escape(bot)}</b>: {escape(why)}</li>" for bot, why in ladder.left_out.items())
        parts += ["<h2>Could not play</h2>", f"<ul>{rows}</ul>"]
    return "\n".join([*parts, "</body></html>", ""])


def _summary(ladder: Ladder) -> str:
    hands = sorted({pairing.hands for pairing in ladder.pairings})
    each = f"{hands[0]:,}" if len(hands) == 1 else f"{hands[0]:,} to {hands[-1]:,}" if hands else "0"
    pairings = f"{len(ladder.pairings)} pairings of {each} hands heads-up, in duplicate and by AIVAT"
    return (
        f"{len(ladder.rungs)} bots, {pairings}. A rating is what the bot wins from the others on average, in big "
        f"blinds per hundred hands, with its 95 % interval. {many_looks(len(ladder.rungs))}"
    )


def _too_few(ladder: Ladder) -> str:
    missing = max((pairing.rate.missing for pairing in ladder.pairings), default=0)
    return too_few(2 * missing, "hand") if missing else ""


def _ratings(ladder: Ladder) -> str:
    reach = max((abs(rung.rating.value) + (rung.rating.half or 0) for rung in ladder.rungs), default=1.0) or 1.0
    rows = []
    for place, rung in enumerate(ladder.rungs, 1):
        faults = f"{rung.faults:,}" if rung.faults else ""
        rows.append(
            f'<tr><td>{place}</td><th scope="row" class="name">{escape(rung.bot)}</th><td>{rung.rating.value:+.1f}</td>'
            f"<td><small>{plus_minus('', rung.rating.half).strip()}</small></td><td>{rung.beaten} of {rung.played}</td>"
            f'<td>{faults}</td><td class="chart">{_bar(rung, reach)}</td></tr>'
        )
    heads = "".join(f'<th scope="col">{name}</th>' for name in ("rating", "", "beats", "faults", ""))
    head = f'<tr><th scope="col"></th><th scope="col" class="name">bot</th>{heads}</tr>'
    return f'<div class="wide"><table class="ratings"><thead>{head}</thead><tbody>{"".join(rows)}</tbody></table></div>'


def _bar(rung: Rung, reach: float) -> str:
    def x(value: float) -> float:
        return round(50 + 48 * value / reach, 2)

    rating, edges = rung.rating.value, rung.rating.interval
    left, right = sorted((x(0), x(rating)))
    kind = "up" if rating >= 0 else "down"
    line = '<line class="reach" vector-effect="non-scaling-stroke" x1="{}" x2="{}" y1="6" y2="6"/>'
    return (
        f'<svg viewBox="0 0 100 12" preserveAspectRatio="none" role="img" aria-label="{rating:+.1f}">'
        f'<rect class="{kind}" x="{left}" y="2" width="{round(right - left, 2)}" height="8"/>'
        f"{'' if edges is None else line.format(*map(x, edges))}"
        '<line class="zero" vector-effect="non-scaling-stroke" x1="50" x2="50" y1="0" y2="12"/></svg>'
    )


def _crosstable(ladder: Ladder) -> str:
    bots = [rung.bot for rung in ladder.rungs]
    settled = ladder.settled
    most = max((abs(pairing.bb100) for pairing in ladder.pairings), default=1.0) or 1.0
    head = "".join(f'<th scope="col">{escape(bot)}</th>' for bot in bots)
    rows = []
    for bot in bots:
        cells = []
        for other in bots:
            found = ladder.pairing(bot, other)
            if bot == other or found is None:
                cells.append(f'<td class="self">{"·" if bot == other else ""}</td>')
                continue
            won = found.value
            tint = 0.12 + 0.5 * min(1.0, abs(won) / most)
            sure = (bot, other) in settled or (other, bot) in settled
            style = f' style="background: rgb(var(--{"win" if won > 0 else "lose"}) / {tint:.2f})"' if sure else ""
            cells.append(f"<td{style}>{won:+.1f} <small>{plus_minus('', found.half).strip()}</small></td>")
        rows.append(f'<tr><th scope="row" class="name">{escape(bot)}</th>{"".join(cells)}</tr>')
    return (
        f'<div class="wide"><table><thead><tr><th></th>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
    )
