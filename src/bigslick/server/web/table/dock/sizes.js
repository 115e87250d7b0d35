/** A player's own wager sizes, before the flop and after it: parts of the pot, multiples of the bet, big blinds. */

import { say, writeNumber } from "../../shared/language.js";
import { preferences } from "../../shared/preferences.js";

/** @typedef {"%" | "x" | "bb"} Unit of the pot, of the bet, or the big blind itself */
/** @typedef {{ amount: number, unit: Unit }} Size */

export const MOST_SIZES = 5;
/** @type {Record<Unit, [least: number, most: number]>} */
const BOUNDS = { "%": [1, 1000], x: [1, 100], bb: [1, 1000] };
/** Parts of the pot with a sign of their own, in percent. @type {Record<number, [sign: string, over: number, under: number]>} */
const FRACTIONS = {
  25: ["¼", 1, 4],
  33: ["⅓", 1, 3],
  50: ["½", 1, 2],
  67: ["⅔", 2, 3],
  75: ["¾", 3, 4],
};

/** Read a size: "75%", "2.5x" or "12bb"; null for anything else. @param {string} text @returns {Size | null} */
export function readSize(text) {
  const found = /^(\d{1,4}(?:[.,]\d{1,2})?)\s*(%|x|×|bb)$/i.exec(text.trim());
  if (!found) return null;
  const amount = Number(found[1].replace(",", "."));
  const unit = /** @type {Unit} */ (found[2].toLowerCase().replace("×", "x"));
  const [least, most] = BOUNDS[unit];
  return amount >= least && amount <= most ? { amount, unit } : null;
}

/** Write a size so that it can be read again. @param {Size} size */
export const writeSize = ({ amount, unit }) => `${amount}${unit}`;

/** The player's sizes on a street. @param {boolean} flop whether the flop is there @returns {Size[]} */
export function chosenSizes(flop) {
  const { sizesBefore, sizesAfter } = preferences();
  const kept = flop ? sizesAfter : sizesBefore;
  // What a browser has kept may be damaged.
  const read = Array.isArray(kept) ? kept.map((text) => readSize(String(text))) : [];
  return read.filter((size) => size !== null).slice(0, MOST_SIZES);
}

/** A size on its button. @param {Size} size */
export function sizeSign({ amount, unit }) {
  if (unit === "x") return `${writeNumber(amount)}x`;
  if (unit === "bb") return say("{amount} bb", { amount: writeNumber(amount) });
  if (amount === 100) return say("Pot", {}, "a bet of this size");
  return FRACTIONS[amount]?.[0] ?? say("{share} %", { share: amount });
}

/** The same for reading aloud; it starts with the sign. @param {Size} size */
export function sizeWords(size) {
  const sign = sizeSign(size);
  if (size.unit === "x") return say("{sign} the bet", { sign });
  return size.unit === "%" && size.amount !== 100 ? say("{sign} of the pot", { sign }) : sign;
}

/**
 * The total that a size means on a turn, legal or not. The bet before anyone has bet is the big blind.
 * @param {Size} size @param {{ bet: number, pot: number, bigBlind: number }} turn the highest bet, and the pot after a call
 */
export function wagerOf({ amount, unit }, { bet, pot, bigBlind }) {
  if (unit === "bb") return Math.round(amount * bigBlind);
  if (unit === "x") return Math.round(amount * Math.max(bet, bigBlind));
  const [, over, under] = FRACTIONS[amount] ?? ["", amount, 100];
  return bet + Math.ceil((pot * over) / under);
}
