/** A graph over a number of hands, with rulers and round ticks, and the rows of the same numbers as a table. */

import { svg } from "../shared/dom.js";
import { say } from "../shared/language.js";

const TOP = 14;
const RIGHT = 12;
const BOTTOM = 30;
const MOST_TICKS = 5;
const MOST_ROWS = 12;

/**
 * @typedef {{ width: number, height: number, left: number }} Size
 * @typedef {{ name: string, points: [number, number][] }} GraphLine hands played and a value; the last is drawn on top
 */

/**
 * The graph as a picture for sighted readers; `label` says it to the others.
 * @param {Size} size @param {string} label @param {number} hands @param {readonly number[]} values everything it spans
 * @param {readonly GraphLine[]} lines @param {(tick: number) => string} words
 */
export function graph({ width, height, left }, label, hands, values, lines, words) {
  const ticks = ticksBetween(Math.min(0, ...values), Math.max(0, ...values));
  const [low, high] = [ticks[0], ticks[ticks.length - 1]];
  const x = (/** @type {number} */ at) => left + (at / Math.max(1, hands)) * (width - left - RIGHT);
  const y = (/** @type {number} */ value) => TOP + ((high - value) / (high - low)) * (height - TOP - BOTTOM);
  const rulers = ticks.flatMap((tick) => [
    svg("line", { class: tick ? "ruler" : "ruler zero", x1: left, x2: width - RIGHT, y1: y(tick), y2: y(tick) }),
    svg("text", { class: "tick", x: left - 8, y: y(tick) + 4, "text-anchor": "end" }, words(tick)),
  ]);
  const courses = lines.map(({ name, points }) =>
    svg("polyline", {
      class: `course ${name}`,
      points: points.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" "),
    }),
  );
  const all = say("{count, plural, one {# hand} other {# hands}}", { count: hands });
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
    ...rulers,
    svg("text", { class: "tick", x: left, y: height - 8 }, "0"),
    svg("text", { class: "tick", x: width - RIGHT, y: height - 8, "text-anchor": "end" }, all),
    ...courses,
  );
}

/** Round numbers from below the minimum to above the maximum. @param {number} least @param {number} most */
function ticksBetween(least, most) {
  const span = Math.max(1, most - least);
  const rough = span / (MOST_TICKS - 1);
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((times) => times * size >= rough) ?? 10) * size);
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(most / step));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** Some of the points for a table, evenly spread, with the last. @template T @param {readonly T[]} course */
export function rowsOf(course) {
  const every = Math.max(1, Math.ceil((course.length - 1) / MOST_ROWS));
  return course.filter((_, index) => index % every === 0 || index === course.length - 1);
}
