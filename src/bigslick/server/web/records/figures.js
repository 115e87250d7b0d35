/** Your statistics: each with what it is counted from, and how certain it is. */

import { el, hint } from "../shared/dom.js";
import { chips, signed, tenths, worth } from "../shared/format.js";
import { say } from "../shared/language.js";

/** The names of the statistics. @type {Record<string, string>} */
const FIGURES = {
  vpip: say("VPIP"),
  pfr: say("PFR"),
  three_bet: say("3-bet"),
  fold_to_three_bet: say("Fold to 3-bet"),
  steal: say("Steal"),
  fold_to_steal: say("Fold to steal"),
  flop_c_bet: say("C-bet flop"),
  turn_c_bet: say("C-bet turn"),
  river_c_bet: say("C-bet river"),
  fold_to_flop_c_bet: say("Fold to c-bet flop"),
  fold_to_turn_c_bet: say("Fold to c-bet turn"),
  fold_to_river_c_bet: say("Fold to c-bet river"),
  aggression: say("Aggression"),
  aggression_frequency: say("AFq"),
  wtsd: say("WTSD"),
  wsd: say("W$SD"),
  wwsf: say("WWSF"),
};

/** Statistics that every player knows; the rest are in a table. */
const FIRST = ["vpip", "pfr", "three_bet", "aggression", "wtsd", "wsd", "wwsf"];
/** With fewer chances a percentage says less than the count. */
const FEWEST = 10;
/** With fewer chances a tenth of a percent says nothing. */
const FOR_TENTHS = 1_000;

const ofHands = (/** @type {number} */ count) => say("{count, plural, one {of # hand} other {of # hands}}", { count });
const ofChances = (/** @type {number} */ count) =>
  say("{count, plural, one {of # chance} other {of # chances}}", { count });
const ofFlops = (/** @type {number} */ count) => say("{count, plural, one {of # flop} other {of # flops}}", { count });
const ofShowdowns = (/** @type {number} */ count) =>
  say("{count, plural, one {of # showdown} other {of # showdowns}}", { count });
const ofDecisions = (/** @type {number} */ count) =>
  say("{count, plural, one {of # decision} other {of # decisions}}", { count });

/** What each figure is counted from, if it is not the chances to do it. @type {Record<string, typeof ofHands>} */
const COUNTED_FROM = {
  vpip: ofHands,
  pfr: ofHands,
  aggression: ofDecisions,
  aggression_frequency: ofDecisions,
  wtsd: ofFlops,
  wsd: ofShowdowns,
  wwsf: ofFlops,
};

/** A percentage with no more digits than it deserves, or how often it was if the chances are few.
 * @param {string} name @param {Wire.CountedFigure} figure
 */
function valueText(name, { value, of }) {
  if (value === null) return "–";
  if (name === "aggression") return tenths(value);
  if (of < FEWEST) return chips(Math.round((value * of) / 100));
  return say("{share} %", { share: of < FOR_TENTHS ? chips(Math.round(value)) : tenths(value) });
}

/** @param {string} name @param {Wire.CountedFigure} figure */
const countText = (name, { of }) => (COUNTED_FROM[name] ?? ofChances)(of);

/** The interval of a figure that is shown as a percentage. @param {Wire.CountedFigure} figure */
function rangeText({ of, low, high }) {
  if (low === null || high === null || of < FEWEST) return "";
  return say("{low} to {high} %", { low: chips(Math.round(low)), high: chips(Math.round(high)) });
}

/** The win rate, and how many hands its interval needs. @param {Wire.CountedFigure} rate @returns {[string, string]} */
function rateTexts({ value, of, high, missing }) {
  if (value === null) return ["–", ofHands(of)];
  const half = high === null ? "?" : tenths(high - value);
  const more = missing
    ? say("{count, plural, one {# more hand for an interval} other {# more hands for an interval}}", { count: missing })
    : ofHands(of);
  return [`${signed(value, tenths(Math.abs(value)))} ± ${half}`, more];
}

/** @param {string} name @param {string} value @param {...string} notes */
const tile = (name, value, ...notes) =>
  el(
    "div",
    { class: "tile" },
    el("dt", {}, name),
    el("dd", {}, value),
    ...notes.filter(Boolean).map((words) => el("dd", { class: "tile-note" }, words)),
  );

/** The winnings, and their unit. @param {Wire.PlayerFigures} found @returns {[string, ...string[]]} */
function winningsTexts({ net, chip_values: values }) {
  if (values.length > 1) return ["–", say("chips of different worth")];
  const [value = null] = values;
  return value ? [signed(net, worth(Math.abs(net), value))] : [signed(net), say("chips", {}, "unit of winnings")];
}

/** The tiles, the table of the rest, and how to read them. @param {Wire.PlayerFigures} found */
export function figureParts(found) {
  const { figures } = found;
  const tiles = [
    tile(say("Hands"), chips(found.hands)),
    tile(say("Winnings"), ...winningsTexts(found)),
    tile(say("bb/100"), ...rateTexts(found.bb_per_100)),
    ...FIRST.map((name) =>
      tile(FIGURES[name], valueText(name, figures[name]), countText(name, figures[name]), rangeText(figures[name])),
    ),
  ];
  const rows = Object.keys(FIGURES)
    .filter((name) => !FIRST.includes(name))
    .map((name) => {
      const texts = [valueText(name, figures[name]), countText(name, figures[name]), rangeText(figures[name]) || "–"];
      return el("tr", {}, el("th", { scope: "row" }, FIGURES[name]), ...texts.map((words) => el("td", {}, words)));
    });
  const heads = [say("Figure"), say("Value"), say("Counted from"), say("95 % interval")];
  const head = el("tr", {}, ...heads.map((words) => el("th", { scope: "col" }, words)));
  const table = el("table", { class: "plain-table" }, el("thead", {}, head), el("tbody", {}, ...rows));
  return [
    el("dl", { class: "tiles" }, ...tiles),
    hint(say("Ranges are 95 % intervals: about one in twenty misses by chance. ± ? means too few hands for one.")),
    el("details", { class: "more" }, el("summary", {}, say("All figures")), table),
  ];
}
