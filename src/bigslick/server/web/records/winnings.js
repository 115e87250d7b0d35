/** The graph of your winnings, and the same numbers as a table. */

import { el, hint, svg } from "../shared/dom.js";
import { chips, signed, tenths } from "../shared/format.js";
import { say } from "../shared/language.js";

const LINE_NAMES = {
  big_blinds: say("All", {}, "winnings"),
  at_showdown: say("At showdown"),
  without_showdown: say("Without showdown"),
};

/** @typedef {keyof typeof LINE_NAMES} Line */

const WIDTH = 720;
const HEIGHT = 260;
const LEFT = 56;
const RIGHT = 12;
const TOP = 14;
const BOTTOM = 30;
const MOST_TICKS = 5;
const MOST_ROWS = 12;
/** The most important line last, so it is on top. @type {Line[]} */
const LINES = ["without_showdown", "at_showdown", "big_blinds"];

/** @param {number} blinds */
const inBlinds = (blinds) => signed(blinds, Math.abs(blinds).toFixed(1));

/** The graph, its legend and its table. @param {readonly Wire.WinningsPoint[]} course */
export function winningsGraph(course) {
  const last = course[course.length - 1];
  if (course.length < 3) return hint(say("The graph begins with your second hand."));
  const label = say("Winnings over {count, plural, one {# hand} other {# hands}}: {blinds} big blinds in all.", {
    count: last.hands,
    blinds: signed(last.big_blinds, tenths(Math.abs(last.big_blinds))),
  });
  const legend = LINES.toReversed().map((line) =>
    el(
      "li",
      { class: `legend-${line}` },
      el("span", { class: "legend-line", "aria-hidden": "true" }),
      `${LINE_NAMES[line]} ${inBlinds(last[line])}`,
    ),
  );
  return el(
    "figure",
    { class: "winnings" },
    picture(course, label),
    el("figcaption", {}, el("ul", { class: "legend", "aria-label": say("big blinds won") }, ...legend)),
    el("details", { class: "more" }, el("summary", {}, say("The graph as a table")), graphTable(course)),
  );
}

/** @param {readonly Wire.WinningsPoint[]} course @param {string} label */
function picture(course, label) {
  const values = course.flatMap((point) => LINES.map((line) => point[line]));
  const ticks = ticksBetween(Math.min(0, ...values), Math.max(0, ...values));
  const [low, high] = [ticks[0], ticks[ticks.length - 1]];
  const most = course[course.length - 1].hands;
  const x = (/** @type {number} */ hands) => LEFT + (hands / most) * (WIDTH - LEFT - RIGHT);
  const y = (/** @type {number} */ blinds) => TOP + ((high - blinds) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const rulers = ticks.flatMap((tick) => [
    svg("line", { class: tick ? "ruler" : "ruler zero", x1: LEFT, x2: WIDTH - RIGHT, y1: y(tick), y2: y(tick) }),
    svg("text", { class: "tick", x: LEFT - 8, y: y(tick) + 4, "text-anchor": "end" }, chips(tick)),
  ]);
  const lines = LINES.map((line) => {
    const points = course.map((point) => `${x(point.hands).toFixed(1)},${y(point[line]).toFixed(1)}`).join(" ");
    return svg("polyline", { class: `course course-${line}`, points });
  });
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    ...rulers,
    svg("text", { class: "tick", x: LEFT, y: HEIGHT - 8 }, "0"),
    svg(
      "text",
      { class: "tick", x: WIDTH - RIGHT, y: HEIGHT - 8, "text-anchor": "end" },
      `${chips(most)} ${say("hands")}`,
    ),
    ...lines,
  );
}

/** Round numbers from below the minimum to above the maximum. @param {number} least @param {number} most */
export function ticksBetween(least, most) {
  const span = Math.max(1, most - least);
  const rough = span / (MOST_TICKS - 1);
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((times) => times * size >= rough) ?? 10) * size);
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(most / step));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** @param {readonly Wire.WinningsPoint[]} course */
function graphTable(course) {
  const every = Math.max(1, Math.ceil((course.length - 1) / MOST_ROWS));
  const rows = course.filter((_, index) => index % every === 0 || index === course.length - 1);
  const names = [say("Hands"), ...LINES.toReversed().map((line) => LINE_NAMES[line])];
  const head = el("tr", {}, ...names.map((name) => el("th", { scope: "col" }, name)));
  const body = rows.map((point) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, chips(point.hands)),
      ...LINES.toReversed().map((line) => el("td", {}, inBlinds(point[line]))),
    ),
  );
  return el(
    "table",
    { class: "plain-table" },
    el("caption", {}, say("big blinds won")),
    el("thead", {}, head),
    el("tbody", {}, ...body),
  );
}
