/** A season's table, how its events give points, and the dialog to choose that. */

import { BOUNDS } from "../generated/bounds.js";
import { FORMULAS } from "../generated/choices.js";
import { choice, field, form, numberField, openDialog, submitButton } from "../shared/dialogs.js";
import { el, find, hint } from "../shared/dom.js";
import { chips, hundredths, moment, serverWords } from "../shared/format.js";
import { say } from "../shared/language.js";
import { figures, netWords } from "./ledger.js";

/** @import { Value } from "../shared/format.js" */

const COLUMNS = [
  say("Place", {}, "in a season"),
  say("Player"),
  say("Points"),
  say("Events"),
  say("Wins"),
  say("Cashes"),
  say("Hits", {}, "players knocked out"),
  say("Chips"),
];

/** @type {Record<keyof typeof FORMULAS, string>} */
const WORDS = {
  beaten: say("2 for each player who did worse, 1 for each who did as well"),
  places: say("By place"),
  root: say("By place and number of players"),
  entry: say("By place, number of players and buy-in"),
  thrift: say("By place, more for those who paid less"),
  winnings: say("Chips won"),
};
const NAMES = "n place prize buyin spent rebuys hits beaten tied";
const MOST_NAMED = 5;
const FUNCTIONS = "if sqrt log ln min max round floor";

/** @type {[string, string][]} */
const BOUNTIES = [
  ["on", say("Count")],
  ["off", say("Do not count")],
];

/** What a formula means, if it is a well-known one. @param {string} formula */
const meaning = (formula) => {
  const known = /** @type {[keyof typeof FORMULAS, string][]} */ (Object.entries(FORMULAS));
  const found = known.find(([, text]) => text === formula);
  return found ? WORDS[found[0]] : "";
};

/** @param {string} caption @param {readonly Wire.SeasonPlace[]} places @param {Value} value */
export function seasonTable(caption, places, value) {
  const whole = places.every(({ points }) => Number.isInteger(points));
  const rows = places.map((row) => [
    String(row.place),
    row.player,
    whole ? chips(row.points) : hundredths(row.points),
    chips(row.nights + row.tournaments),
    chips(row.wins),
    chips(row.cashes),
    chips(row.hits),
    row.chips === null ? "–" : netWords(row.chips, value),
  ]);
  return figures(caption, COLUMNS, rows, 2);
}

/**
 * How a season gives points, in words.
 * @param {{ rules: Wire.PointsRules, changed_by: string, changed_at: number, left_out: readonly Wire.NoPoints[] }} season
 * @param {"points" | "chips"} by
 */
export function rulesWords({ rules, changed_by: player, changed_at: at, left_out }, by) {
  const { formula, best, bounties } = rules;
  const sentences = [
    best > 0 &&
      say("{best, plural, one {Only the best event counts.} other {Only the best # events count.}}", { best }),
    !bounties && say("Knockouts and bounties do not count."),
    by === "points"
      ? say("If two have the same points, chips won decide; if those are the same too, they share the place.")
      : say("If two have won the same, points decide; if those are the same too, they share the place."),
    say("House bots do not count."),
    player && say("Chosen by {player}, {when}.", { player, when: moment(at) }),
  ];
  return el(
    "div",
    { class: "points-rules" },
    el("p", {}, say("Points for each event:"), " ", el("code", {}, formula)),
    meaning(formula) && hint(meaning(formula)),
    hint(sentences.filter(Boolean).join(" ")),
    ...withoutPoints(left_out),
  );
}

/** The events that give no points, together if for the same reason. @param {readonly Wire.NoPoints[]} left_out */
function withoutPoints(left_out) {
  /** @type {Map<string, string[]>} */
  const names = new Map();
  for (const event of left_out) {
    const why = serverWords(event);
    names.set(why, [...(names.get(why) ?? []), event.name]);
  }
  return [...names].map(([why, all]) => {
    const named = all.length > MOST_NAMED ? [...all.slice(0, MOST_NAMED), "…"] : all;
    return el("p", { class: "wrong" }, say("No points for {names}: {why}", { names: named.join(", "), why }));
  });
}

/** The fields to choose how events give points. @param {Wire.PointsRules} rules */
export function rulesFields({ formula, best, bounties }) {
  const { SeasonChoice: bounds } = BOUNDS;
  const known = Object.entries(WORDS).map(([name, words]) => [
    FORMULAS[/** @type {keyof typeof FORMULAS} */ (name)],
    words,
  ]);
  const options = /** @type {[string, string][]} */ ([...known, ["", say("Another formula")]]);
  const chosen = choice(say("Points"), "known", options, meaning(formula) && formula);
  const about = say("Names: {names}. Functions: {functions}.", { names: NAMES, functions: FUNCTIONS });
  const plain = { autocapitalize: "off", autocomplete: "off", autocorrect: "off", spellcheck: "false" };
  const typed = field(
    say("Formula"),
    { name: "formula", required: true, value: formula, ...plain, ...bounds.formula },
    about,
  );
  const select = /** @type {HTMLSelectElement} */ (find(chosen, "select"));
  const input = /** @type {HTMLInputElement} */ (find(typed, "input"));
  select.addEventListener("change", () => {
    if (select.value) input.value = select.value;
    else input.focus();
  });
  input.addEventListener("input", () => {
    select.value = meaning(input.value) && input.value;
  });
  return [
    chosen,
    typed,
    el(
      "div",
      { class: "row on-one-line" },
      numberField(say("Best events that count (0: all)"), "best", { ...bounds.best, value: best }),
      choice(say("Knockouts and bounties"), "bounties", BOUNTIES, bounties ? "on" : "off"),
    ),
  ];
}

/** @param {Record<string, string>} values of a form with these fields @returns {Wire.PointsRules} */
export const rulesIn = ({ formula, best, bounties }) => ({ formula, best: Number(best), bounties: bounties === "on" });

/** @param {Wire.PointsRules} rules @param {(chosen: Wire.PointsRules) => Promise<unknown>} run */
export function rulesDialog(rules, run) {
  const dialog = openDialog(
    say("Change the points"),
    form(rulesFields(rules), [submitButton(say("Change"))], async (values) => {
      await run(rulesIn(values));
      dialog.close();
    }),
  );
}
