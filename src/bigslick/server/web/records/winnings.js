/** The graph of your winnings, and the same numbers as a table. */

import { el, hint } from "../shared/dom.js";
import { chips, signed, tenths } from "../shared/format.js";
import { say } from "../shared/language.js";
import { graph, rowsOf } from "./graph.js";

const LINE_NAMES = {
  big_blinds: say("All", {}, "winnings"),
  at_showdown: say("At showdown"),
  without_showdown: say("Without showdown"),
};

/** @typedef {keyof typeof LINE_NAMES} Line */

const SIZE = { width: 720, height: 260, left: 56 };
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
  const lines = LINES.map((line) => ({
    name: `course-${line}`,
    points: course.map((point) => /** @type {[number, number]} */ ([point.hands, point[line]])),
  }));
  return graph(SIZE, label, course[course.length - 1].hands, values, lines, chips);
}

/** @param {readonly Wire.WinningsPoint[]} course */
function graphTable(course) {
  const names = [say("Hands"), ...LINES.toReversed().map((line) => LINE_NAMES[line])];
  const head = el("tr", {}, ...names.map((name) => el("th", { scope: "col" }, name)));
  const body = rowsOf(course).map((point) =>
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
