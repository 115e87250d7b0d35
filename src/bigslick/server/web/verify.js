/**
 * The proof that a deck was sealed before the deal, checked here and not by the server: the one place where the page
 * knows how cards are dealt, because it must not take the server's word for it. See docs/explanation/fairness.md.
 */

import { RANKS } from "./cards.js";

const SUITS = "cdhs";
const LEAF = 0;
const NODE = 1;
const DEPTH = 6;

/**
 * What is known about a hand; `promised` is the root that this browser saw before the deal, if it did.
 * @typedef {{
 *   root: string,
 *   promised: string | undefined,
 *   openings: Wire.Opening[],
 *   order: number[],
 *   cards: Record<number, string[]>,
 *   board: string[],
 *   burn: boolean,
 * }} Evidence
 */

/** The number of a card, 0 (2c) to 51 (As). @param {string} card */
const cardNumber = (card) => RANKS.indexOf(card[0]) * 4 + SUITS.indexOf(card[1]);

/** @param {string} hex @param {number} length */
function bytes(hex, length) {
  if (!new RegExp(`^([0-9a-f]{2}){${length}}$`).test(hex)) return null;
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {...(number[] | Uint8Array)} parts */
async function sha256(...parts) {
  const joined = Uint8Array.from(parts.flatMap((part) => [...part]));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined));
}

/** @param {Uint8Array} data */
const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Whether the root was made of a deck with this card at this place.
 * @param {string} root @param {Wire.Opening} opening
 */
export async function checkOpening(root, opening) {
  const salt = bytes(opening.salt, 16);
  const path = opening.path.map((step) => bytes(step, 32));
  const { place } = opening;
  if (!salt || path.length !== DEPTH || !(Number.isInteger(place) && place >= 0 && place < 52)) return false;
  let found = await sha256([LEAF, place, cardNumber(opening.card)], salt);
  for (const [height, neighbour] of path.entries()) {
    if (!neighbour) return false;
    found = (place >> height) & 1 ? await sha256([NODE], neighbour, found) : await sha256([NODE], found, neighbour);
  }
  return hex(found) === root;
}

/**
 * Where each known card must have lain in the deck: hole cards one at a time from the button's left, then the board
 * after its burns.
 * @param {Evidence} evidence @returns {Map<number, string>}
 */
function expectedPlaces({ order, cards, board, burn }) {
  /** @type {Map<number, string>} */
  const places = new Map();
  for (const [index, seat] of order.entries()) {
    for (const [nth, card] of (cards[seat] ?? []).entries()) {
      if (card) places.set(index + nth * order.length, card);
    }
  }
  let at = 2 * order.length;
  for (const [index, card] of board.entries()) {
    if (burn && (index === 0 || index >= 3)) at += 1;
    places.set(at++, card);
  }
  return places;
}

/**
 * Check everything that is known about a hand, in sentences.
 * @param {Evidence} evidence @returns {Promise<{ fair: boolean, sentences: string[] }>}
 */
export async function verify(evidence) {
  if (!globalThis.crypto?.subtle) {
    const sentence = "This browser can check proofs only over https or on this machine. Use `bigslick verify` instead.";
    return { fair: false, sentences: [sentence] };
  }
  const { root, promised, openings } = evidence;
  const sentences = [];
  if (promised !== undefined) {
    const matches = promised === root ? "matches" : "does not match";
    sentences.push(`The seal ${matches} the one this browser saw before the deal.`);
  }
  const expected = expectedPlaces(evidence);
  let good = 0;
  for (const opening of openings) {
    const { place, card } = opening;
    const dealt = expected.get(place);
    expected.delete(place);
    if (!(await checkOpening(root, opening))) sentences.push(`The proof of ${card}, card ${place + 1}, is wrong.`);
    else if (dealt !== card)
      sentences.push(`Card ${place + 1} of the deck is ${card}, but ${dealt ?? "another"} was dealt.`);
    else good += 1;
  }
  if (expected.size) sentences.push(`${expected.size} cards have no proof: ${[...expected.values()].join(" ")}.`);
  if (good) sentences.push(`${good} of the ${openings.length} cards you saw were in place before the deal.`);
  const sealed = promised === undefined || promised === root;
  const fair = sealed && good > 0 && good === openings.length && expected.size === 0;
  sentences.push(fair ? "The deck was sealed before the deal." : "This hand could not be verified.");
  return { fair, sentences };
}
