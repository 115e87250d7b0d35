/** A small pile of chips that grows with the amount. */

import { svg } from "../../shared/dom.js";

/** Chip denominations; the style sheet has a colour for each. */
const WORTH = [1, 5, 25, 100, 500, 2500, 10_000, 50_000, 250_000, 1_000_000];
const COLOURS = 5;
const MOST = 6;

/** The chips that make up an amount, largest first, up to the height of a pile. @param {number} amount */
function chipsFor(amount) {
  /** @type {number[]} */
  const pile = [];
  let rest = amount;
  for (let kind = WORTH.length - 1; kind >= 0; kind--) {
    while (rest >= WORTH[kind] && pile.length < MOST) {
      pile.push(kind % COLOURS);
      rest -= WORTH[kind];
    }
  }
  return pile;
}

/** @param {number} amount */
export function chipPile(amount) {
  const pile = chipsFor(amount);
  const height = 14 + 4 * pile.length;
  const chips = pile.flatMap((kind, index) => {
    const y = height - 8 - 4 * index;
    return [
      svg("path", { class: `chip-edge chip-${kind}`, d: `M1.5 ${y}v3.5a10.500 5 0 0 0 21 0V${y}z` }),
      svg("ellipse", { class: `chip-top chip-${kind}`, cx: 12, cy: y, rx: 10.5, ry: 5 }),
      svg("ellipse", { class: "chip-ring", cx: 12, cy: y, rx: 6.6, ry: 3 }),
    ];
  });
  const frame = { class: "pile", viewBox: `0 0 24 ${height}`, "aria-hidden": "true", focusable: "false" };
  return svg("svg", frame, ...chips);
}
