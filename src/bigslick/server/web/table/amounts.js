/** Amounts at a table: chips, or their worth in money, or big blinds for a player who prefers them. */

import { chips, chipsTyped, POINT, typedWorth, worth } from "../shared/format.js";
import { locale, say } from "../shared/language.js";
import { preferences } from "../shared/preferences.js";
import { bigBlindOf } from "./reduce.js";

/** @import { Table } from "./reduce.js" */

const BIG_BLINDS = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const IN_BIG_BLINDS = /\s*bb$/i;

/**
 * An amount as the player reads it: 125, €6.25, or 12.5 bb.
 * @param {Table} state @param {number} amount @param {(amount: number) => string} [write] for chips
 */
export function amountText(state, amount, write = chips) {
  if (!preferences().bigBlinds) return worth(amount, state.spec.chip_value, write);
  return say("{amount} bb", { amount: BIG_BLINDS.format(amount / bigBlindOf(state)) });
}

/** The same for a field, without grouping, so it can be typed over. @param {Table} state @param {number} amount */
export function typedText(state, amount) {
  if (!preferences().bigBlinds) return typedWorth(amount, state.spec.chip_value);
  const count = amount / bigBlindOf(state);
  // Whole chips: as many digits as it takes to get the same amount back.
  const written = [1, 2, 3, 4].map((digits) => count.toFixed(digits)).find((text) => chipsIn(state, text) === amount);
  return `${String(Number(written ?? count)).replace(".", POINT)} bb`;
}

/**
 * The chips that a player typed, as chips, as money or as "12.5 bb"; a bare number is in the unit that the table shows.
 * Null if it is not a number.
 * @param {Table} state @param {string} typed
 */
export function readAmount(state, typed) {
  const text = typed.trim();
  const digits = text.replace(IN_BIG_BLINDS, "");
  const bigBlinds = digits !== text || preferences().bigBlinds;
  if (bigBlinds) return /^\d+([.,]\d+)?$/.test(digits) ? chipsIn(state, digits.replace(",", ".")) : null;
  return chipsTyped(digits, state.spec.chip_value);
}

/** @param {Table} state @param {string} bigBlinds */
const chipsIn = (state, bigBlinds) => Math.round(Number(bigBlinds) * bigBlindOf(state));
