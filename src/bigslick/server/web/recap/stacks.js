/** Everyone's stack over a night, as a chart and as a table. */

import { figures } from "../club/ledger.js";
import { graph, rowsOf } from "../records/graph.js";
import { el, svg } from "../shared/dom.js";
import { chips, short, worth } from "../shared/format.js";
import { say } from "../shared/language.js";

/** @import { Value } from "../shared/format.js" */

const SIZE = { width: 640, height: 280, left: 52 };
const SIZE_OF_MONEY = { ...SIZE, left: 88 };
/** How many lines look different; the style sheet has as many. */
const LOOKS = 8;

/**
 * The stretches of a night in which a player had a seat, as hands played and chips.
 * @param {readonly Wire.RecapPoint[]} course @param {string} player @returns {[number, number][][]}
 */
export function stretches(course, player) {
  /** @type {[number, number][][]} */
  const found = [[]];
  for (const { hands, stacks } of course) {
    if (player in stacks) found[found.length - 1].push([hands, stacks[player]]);
    else if (found[found.length - 1].length) found.push([]);
  }
  return found.filter((stretch) => stretch.length);
}

/** The chart, its legend and its table; nothing without two points. @param {Wire.Recap} recap @returns {HTMLElement | false} */
export function stacksChart({ course, results, chip_value: value }) {
  const players = results.map((one) => one.player).filter((player) => course.some(({ stacks }) => player in stacks));
  if (course.length < 2 || !players.length) return false;
  const legend = players.map((player, index) =>
    el(
      "li",
      {},
      svg(
        "svg",
        { class: "stack-key", viewBox: "0 0 26 6", "aria-hidden": "true" },
        svg("line", { class: `course stack-${index % LOOKS}`, x1: 0, x2: 26, y1: 3, y2: 3 }),
      ),
      player,
    ),
  );
  return el(
    "section",
    {},
    el("h2", {}, say("Stacks over the night")),
    el(
      "figure",
      { class: "winnings" },
      picture(course, players, value),
      el("figcaption", {}, el("ul", { class: "legend", "aria-label": say("Players") }, ...legend)),
      el(
        "details",
        { class: "more" },
        el("summary", {}, say("The stacks as a table")),
        stackTable(course, players, value),
      ),
    ),
  );
}

/** @param {readonly Wire.RecapPoint[]} course @param {readonly string[]} players @param {Value} value */
function picture(course, players, value) {
  const hands = course[course.length - 1].hands;
  const values = course.flatMap(({ stacks }) => Object.values(stacks));
  // The winner is first, and drawn last, on top.
  const lines = players
    .flatMap((player, index) => stretches(course, player).map((points) => ({ name: `stack-${index % LOOKS}`, points })))
    .reverse();
  const ends = players.map((player) => {
    const stretch = stretches(course, player).pop() ?? [];
    return say("{player}: {chips}", { player, chips: worth(stretch[stretch.length - 1]?.[1] ?? 0, value) });
  });
  const label = say("Stacks over {count, plural, one {# hand} other {# hands}}. At the end, {ends}.", {
    count: hands,
    ends: ends.join(", "),
  });
  return graph(value ? SIZE_OF_MONEY : SIZE, label, hands, values, lines, (tick) => worth(tick, value, short));
}

/** @param {readonly Wire.RecapPoint[]} course @param {readonly string[]} players @param {Value} value */
function stackTable(course, players, value) {
  const rows = rowsOf(course).map(({ hands, stacks }) => [
    chips(hands),
    ...players.map((player) => (player in stacks ? worth(stacks[player], value) : "–")),
  ]);
  return figures(say("Stacks over the night"), [say("Hands"), ...players], rows);
}
