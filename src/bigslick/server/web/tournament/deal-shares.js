/** Who gets what in a deal, beside what ICM and chips would give; and its terms in words. */

import { el } from "../shared/dom.js";
import { chips, hundredths } from "../shared/format.js";
import { say } from "../shared/language.js";

/** @type {Record<Wire.DealNow["method"], string>} */
export const METHODS = {
  icm: say("By ICM", {}, "a deal"),
  chips: say("By chips", {}, "a deal"),
  even: say("Evenly", {}, "a deal"),
  agreed: say("Own amounts", {}, "a deal"),
};

/**
 * The shares as a table.
 * @param {readonly Wire.DealShareNow[]} shares @param {string | undefined} own
 * @param {(share: Wire.DealShareNow) => Node} [gets] what is in the last column
 */
export function sharesTable(shares, own, gets = ({ amount }) => el("strong", {}, chips(amount))) {
  const heads = [say("Player"), say("ICM"), say("Chips"), say("Gets", {}, "in a deal")];
  const rows = shares.map((share) => {
    const { player, stack, icm, chips: byChips, bounty, accepted } = share;
    const has = say("{stack} chips", { stack });
    const head = say("keeps a bounty of {bounty}", { bounty });
    const name = el("span", {}, player, accepted && el("span", { class: "deal-yes", "aria-hidden": "true" }, "✓"));
    return el(
      "tr",
      { class: player === own ? "own" : null },
      el(
        "th",
        { scope: "row" },
        name,
        accepted && el("span", { class: "unseen" }, ` ${say("accepts")}`),
        el("span", { class: "hint" }, bounty ? `${has} · ${head}` : has),
      ),
      el("td", {}, hundredths(icm)),
      el("td", {}, hundredths(byChips)),
      el("td", {}, gets(share)),
    );
  });
  return el(
    "table",
    { class: "deal-shares" },
    el("caption", { class: "unseen" }, say("What everybody gets")),
    el("thead", {}, el("tr", {}, ...heads.map((words) => el("th", { scope: "col" }, words)))),
    el("tbody", {}, ...rows),
  );
}

/** What is unusual about a deal. @param {Wire.DealNow} deal @returns {string[]} */
export function remarks({ above_first, for_first: first }) {
  const found = [];
  if (first) found.push(say("{first} more is left to play for, and goes to the winner.", { first }));
  for (const player of above_first) found.push(say("{player} would get more than first prize.", { player }));
  return found;
}
