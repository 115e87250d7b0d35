/** Cards as text and as pictures, drawn from the shapes in cards.svg. */

import { el, svg } from "./dom.js";
import { cardName } from "./hand-names.js";
import { say } from "./language.js";

export const RANKS = "23456789TJQKA";
const COURTS = "JQK";
/** @type {Record<string, string>} */
const SUIT_SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** "A♠". @param {string} card */
export const cardSign = (card) => (card[0] === "T" ? "10" : card[0]) + SUIT_SIGNS[card[1]];

/**
 * Load the shapes of an SVG file into the page, for pictures to use.
 * @param {string} [name] the file's name
 */
export async function loadShapes(name = "cards") {
  /** @type {HTMLLinkElement | null} */
  const known = document.querySelector(`link[data-shapes="${name}"]`);
  const answer = await fetch(known?.href ?? `/pictures/${name}.svg`);
  const shapes = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  shapes.setAttribute("class", "shapes");
  shapes.setAttribute("aria-hidden", "true");
  document.body.prepend(document.importNode(shapes, true));
}

/** A card face up, or face down for "". @param {string} card */
export function cardPicture(card) {
  if (!card) return el("span", { class: "card back", role: "img", "aria-label": say("a card face down") });
  const [rank, suit] = card;
  const court = COURTS.includes(rank);
  return el(
    "span",
    {
      class: `card face suit-${suit}${court ? " royal" : ""}`,
      role: "img",
      "aria-label": cardName(card),
      "data-card": card,
    },
    svg(
      "svg",
      { viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" },
      svg("use", { href: `#rank-${rank}`, class: "rank", x: 9, y: 11, width: 42, height: 52 }),
      svg("use", { href: `#suit-${suit}`, class: "pip", x: 13, y: 69, width: 32, height: 32 }),
      svg("use", { href: `#suit-${suit}`, class: "big", x: 41, y: 73, width: 56, height: 56 }),
      court && courtPicture(rank, suit),
    ),
  );
}

/** A court card's figure, the same from either end. @param {string} rank @param {string} suit */
function courtPicture(rank, suit) {
  const half = { href: `#court-${rank}`, x: 52, y: 9, width: 43, height: 61 };
  return svg(
    "g",
    { class: "court" },
    svg("rect", { class: "court-ground", x: 52, y: 9, width: 43, height: 122, rx: 5 }),
    svg("use", half),
    svg("use", { ...half, transform: "rotate(180 73.5 70)" }),
    svg("circle", { class: "court-seal", cx: 73.5, cy: 70, r: 10.5 }),
    svg("use", { href: `#suit-${suit}`, class: "pip", x: 66.5, y: 63.5, width: 14, height: 14 }),
    svg("rect", { class: "court-frame", x: 52, y: 9, width: 43, height: 122, rx: 5 }),
  );
}
