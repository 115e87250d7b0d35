/** Cards and chips as pictures: our own drawing, from the shapes in cards.svg. */

import { el, svg } from "./dom.js";

export const RANKS = "23456789TJQKA";
const RANK_NAMES = [
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "jack",
  "queen",
  "king",
  "ace",
];
/** @type {Record<string, string>} */
const SUIT_NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
/** @type {Record<string, string>} */
const SUIT_SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** "ace of spades". @param {string} card */
export const cardName = (card) => `${RANK_NAMES[RANKS.indexOf(card[0])]} of ${SUIT_NAMES[card[1]]}`;

/** "A♠". @param {string} card */
export const cardSign = (card) => (card[0] === "T" ? "10" : card[0]) + SUIT_SIGNS[card[1]];

/** Bring the shapes into the page, so that every card can point at them. */
export async function loadShapes() {
  const answer = await fetch(new URL("cards.svg", import.meta.url));
  const shapes = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  shapes.setAttribute("class", "shapes");
  shapes.setAttribute("aria-hidden", "true");
  document.body.prepend(document.importNode(shapes, true));
}

/** A card face up, or its back for "". @param {string} card @returns {HTMLElement} */
export function cardPicture(card) {
  if (!card) return el("span", { class: "card back", role: "img", "aria-label": "a card face down" });
  const [rank, suit] = card;
  return el(
    "span",
    { class: `card face suit-${suit}`, role: "img", "aria-label": cardName(card), "data-card": card },
    svg(
      "svg",
      { viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" },
      svg("use", { href: `#rank-${rank}`, class: "rank", x: 9, y: 11, width: 42, height: 52 }),
      svg("use", { href: `#suit-${suit}`, class: "pip", x: 13, y: 69, width: 32, height: 32 }),
      svg("use", { href: `#suit-${suit}`, class: "big", x: 41, y: 73, width: 56, height: 56 }),
    ),
  );
}

/** Colours of chips by their worth: each step is a class in the style sheet. */
const WORTH = [1, 5, 25, 100, 500, 2500, 10_000, 50_000, 250_000, 1_000_000];

/** A small pile of chips that grows with the amount. @param {number} amount */
export function chipPile(amount) {
  /** @type {number[]} */
  const pile = [];
  let rest = amount;
  for (let kind = WORTH.length - 1; kind >= 0 && pile.length < 6; kind--) {
    while (rest >= WORTH[kind] && pile.length < 6) {
      pile.push(kind % 5);
      rest -= WORTH[kind];
    }
  }
  const height = 14 + 4 * pile.length;
  const drawing = svg("svg", { class: "pile", viewBox: `0 0 24 ${height}`, "aria-hidden": "true", focusable: "false" });
  pile.forEach((kind, index) => {
    const y = height - 8 - 4 * index;
    drawing.append(
      svg("path", { class: `chip-edge chip-${kind}`, d: `M1.5 ${y}v3.5a10.500 5 0 0 0 21 0V${y}z` }),
      svg("ellipse", { class: `chip-top chip-${kind}`, cx: 12, cy: y, rx: 10.5, ry: 5 }),
      svg("ellipse", { class: "chip-ring", cx: 12, cy: y, rx: 6.6, ry: 3 }),
    );
  });
  return drawing;
}
