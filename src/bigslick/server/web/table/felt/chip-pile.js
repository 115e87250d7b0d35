/** Piles of chips, drawn: columns side by side, the tallest at the back. */

import { svg } from "../../shared/dom.js";
import { chipsOf, MOST, stepOf } from "./denominations.js";

const COLOURS = 8;
/** The most chips in a column; a stack is slim. */
const HIGH = { pot: 6, stack: 10, bet: 6 };
/** Half a chip's width and half its depth, its thickness, and how far the back row is up. */
const [RX, RY, THICK, BACK] = [13, 5.4, 4.4, 8];
const STEP = 2 * RX + 1;

/** @typedef {{ x: number, y: number, chips: number[] }} Column its foot, and its chips from below */

/**
 * Chips in columns: a full front row before a back row, which is half a chip to the right.
 * @param {number[]} chips largest first @param {number} high the most in one @returns {Column[]} from the back
 */
function columnsOf(chips, high) {
  const count = Math.ceil(chips.length / high);
  const tall = Math.ceil(chips.length / Math.max(1, count));
  const piles = Array.from({ length: count }, (_, index) => chips.slice(index * tall, (index + 1) * tall));
  const behind = count > 2 ? Math.floor(count / 2) : 0;
  return piles.map((pile, index) => {
    const back = index < behind;
    return { x: back ? index + 0.5 : index - behind, y: back ? -BACK : 0, chips: pile };
  });
}

/** A column as shapes: a body for each run of equal chips, the edges between them, and the top. @param {Column} column */
function drawColumn({ x, y, chips }) {
  const centre = RX + 0.5 + x * STEP;
  /** @param {number} level @returns {number} */
  const heightOf = (level) => y - level * THICK;
  /** @param {number} level */
  const rim = (level) => `M${centre - RX} ${heightOf(level)}a${RX} ${RY} 0 0 0 ${2 * RX} 0`;
  const shapes = [];
  let from = 0;
  for (const [level, kind] of chips.entries()) {
    if (chips[level + 1] === kind) continue;
    const up = (level + 1 - from) * THICK;
    const body = `${rim(from)}v${-up}a${RX} ${RY} 0 0 1 ${-2 * RX} 0z`;
    shapes.push(svg("path", { class: `chip-edge chip-${kind % COLOURS}`, d: body }));
    from = level + 1;
  }
  const spots = chips.map((_, level) => rim(level + 0.5)).join("");
  const seams = chips
    .slice(1)
    .map((_, level) => rim(level + 1))
    .join("");
  const top = { cx: centre, cy: heightOf(chips.length) };
  return [
    ...shapes,
    svg("path", { class: "chip-spots", d: spots }),
    seams && svg("path", { class: "chip-seams", d: seams }),
    svg("ellipse", { class: `chip-top chip-${(chips.at(-1) ?? 0) % COLOURS}`, ...top, rx: RX, ry: RY }),
    svg("ellipse", { class: "chip-ring", ...top, rx: RX * 0.8, ry: RY * 0.8 }),
    svg("ellipse", { class: "chip-middle", ...top, rx: RX * 0.56, ry: RY * 0.56 }),
  ];
}

/** @param {number[]} chips largest first @param {number} high */
function pileOf(chips, high) {
  const columns = columnsOf(chips, high);
  const width = Math.max(1, ...columns.map(({ x }) => x + 1)) * STEP;
  const up = Math.max(0, ...columns.map((column) => column.chips.length * THICK - column.y)) + RY + 0.5;
  const height = up + RY + 0.5;
  const frame = { class: "pile", viewBox: `0 ${-up} ${width} ${height}`, vars: { "--wide": width, "--high": height } };
  return svg("svg", { ...frame, "aria-hidden": "true", focusable: "false" }, ...columns.flatMap(drawColumn));
}

/** @typedef {keyof typeof MOST} Kind what a pile is */

/** An amount as a pile of the table's chips. @param {Kind} kind @param {number} amount @param {number} bigBlind */
export const chipPile = (kind, amount, bigBlind) => pileOf(chipsOf(amount, bigBlind, MOST[kind]), HIGH[kind]);

/**
 * Put a pile somewhere, unless the same one is already there.
 * @param {Element} place @param {Kind} kind @param {number} amount @param {number} bigBlind
 */
export function drawPile(place, kind, amount, bigBlind) {
  const chips = chipsOf(kind === "stack" ? stepOf(amount, bigBlind) : amount, bigBlind, MOST[kind]);
  const key = chips.join();
  if (place.getAttribute("data-chips") === key) return;
  place.setAttribute("data-chips", key);
  place.replaceChildren(...(key ? [pileOf(chips, HIGH[kind])] : []));
}
