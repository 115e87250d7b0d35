/** Everyone's stack over a night, as a chart and as a table. */

import { figures } from "../club/ledger.js";
import { ticksBetween } from "../records/winnings.js";
import { el, svg } from "../shared/dom.js";
import { chips, short, worth } from "../shared/format.js";
import { say } from "../shared/language.js";

/** @import { Value } from "../shared/format.js" */

const WIDTH = 640;
const HEIGHT = 280;
const LEFT = 52;
const LEFT_OF_MONEY = 88;
const RIGHT = 12;
const TOP = 14;
const BOTTOM = 30;
const MOST_ROWS = 12;
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
  const left = value ? LEFT_OF_MONEY : LEFT;
  const most = course[course.length - 1].hands;
  const ticks = ticksBetween(0, Math.max(...course.flatMap(({ stacks }) => Object.values(stacks))));
  const high = ticks[ticks.length - 1];
  const x = (/** @type {number} */ hands) => left + (hands / Math.max(1, most)) * (WIDTH - left - RIGHT);
  const y = (/** @type {number} */ stack) => TOP + (1 - stack / high) * (HEIGHT - TOP - BOTTOM);
  const rulers = ticks.flatMap((tick) => [
    svg("line", { class: tick ? "ruler" : "ruler zero", x1: left, x2: WIDTH - RIGHT, y1: y(tick), y2: y(tick) }),
    svg("text", { class: "tick", x: left - 8, y: y(tick) + 4, "text-anchor": "end" }, worth(tick, value, short)),
  ]);
  // The winner is first, and drawn last, on top.
  const lines = players
    .flatMap((player, index) =>
      stretches(course, player).map((stretch) => {
        const points = stretch.map(([hands, stack]) => `${x(hands).toFixed(1)},${y(stack).toFixed(1)}`).join(" ");
        return svg("polyline", { class: `course stack-${index % LOOKS}`, points });
      }),
    )
    .reverse();
  const ends = players.map((player) => {
    const stretch = stretches(course, player).pop() ?? [];
    return say("{player}: {chips}", { player, chips: worth(stretch[stretch.length - 1]?.[1] ?? 0, value) });
  });
  const label = say("Stacks over {count, plural, one {# hand} other {# hands}}. At the end, {ends}.", {
    count: most,
    ends: ends.join(", "),
  });
  const hands = say("{count, plural, one {# hand} other {# hands}}", { count: most });
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    ...rulers,
    svg("text", { class: "tick", x: left, y: HEIGHT - 8 }, "0"),
    svg("text", { class: "tick", x: WIDTH - RIGHT, y: HEIGHT - 8, "text-anchor": "end" }, hands),
    ...lines,
  );
}

/** @param {readonly Wire.RecapPoint[]} course @param {readonly string[]} players @param {Value} value */
function stackTable(course, players, value) {
  const every = Math.max(1, Math.ceil((course.length - 1) / MOST_ROWS));
  const some = course.filter((_, index) => index % every === 0 || index === course.length - 1);
  const rows = some.map(({ hands, stacks }) => [
    chips(hands),
    ...players.map((player) => (player in stacks ? worth(stacks[player], value) : "–")),
  ]);
  return figures(say("Stacks over the night"), [say("Hands"), ...players], rows);
}
