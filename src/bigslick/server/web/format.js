/** Numbers as people read them. */

const GROUPED = new Intl.NumberFormat("en-US");

/** @type {[number, string][]} */
const UNITS = [
  [1e12, "T"],
  [1e9, "B"],
  [1e6, "M"],
  [1e3, "k"],
];

/** Chips: 12,500. @param {number} amount */
export const chips = (amount) => GROUPED.format(amount);

/** Chips where there is little room: 12.5k, 3.2M. @param {number} amount */
export function short(amount) {
  const unit = amount < 10_000 ? undefined : UNITS.find(([size]) => amount >= size);
  if (!unit) return chips(amount);
  const scaled = Math.floor((amount / unit[0]) * 10) / 10;
  return `${scaled >= 100 ? Math.floor(scaled) : scaled}${unit[1]}`;
}

/**
 * Small blind, big blind and ante: 5/10, or 50/100/100.
 * @param {number} small @param {number} big @param {number} ante
 */
export const blinds = (small, big, ante) => `${short(small)}/${short(big)}${ante ? `/${short(ante)}` : ""}`;

/** Time that is left: 12 s, 1:05. @param {number} ms */
export function clockText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return seconds >= 60 ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : `${seconds} s`;
}

/** 1st, 2nd, 3rd, 11th. @param {number} place */
export function ordinal(place) {
  const teen = place % 100 >= 11 && place % 100 <= 13;
  return `${place}${teen ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th")}`;
}
