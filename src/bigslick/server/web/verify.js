/** The proof that a pack was fixed before the deal, checked here and not by the server. See server/fair.py. */

import { RANKS } from "./cards.js";

const SUITS = "cdhs";
const LEAF = 0;
const NODE = 1;
const DEPTH = 6;

/** @typedef {{ place: number, card: string, salt: string, path: string[] }} Opening */

/** The number of a card, 0 (2c) to 51 (As). @param {string} card */
export const cardNumber = (card) => RANKS.indexOf(card[0]) * 4 + SUITS.indexOf(card[1]);

/** @param {string} hex @param {number} length */
function bytes(hex, length) {
  if (!new RegExp(`^([0-9a-f]{2}){${length}}$`).test(hex)) return null;
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {...(number[] | Uint8Array)} parts */
async function sha256(...parts) {
  const joined = Uint8Array.from(parts.flatMap((part) => [...part]));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined));
}

/** @param {Uint8Array} data */
const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Whether the root was made of a pack with this card at this place.
 * @param {string} root @param {Opening} opening
 */
export async function checkOpening(root, opening) {
  const salt = bytes(opening.salt, 16);
  const path = opening.path.map((step) => bytes(step, 32));
  const { place } = opening;
  if (!salt || path.length !== DEPTH || path.includes(null) || !(Number.isInteger(place) && place >= 0 && place < 52))
    return false;
  let found = await sha256([LEAF, place, cardNumber(opening.card)], salt);
  for (const [height, step] of path.entries()) {
    const neighbour = /** @type {Uint8Array} */ (step);
    found = (place >> height) & 1 ? await sha256([NODE], neighbour, found) : await sha256([NODE], found, neighbour);
  }
  return hex(found) === root;
}

/**
 * Where each known card of a hand must have lain: two rounds from the button's left, then the board after burns.
 * @param {{ order: number[], cards: Record<number, string[]>, board: string[], burn: boolean }} hand
 * @returns {Map<number, string>}
 */
export function expectedPlaces({ order, cards, board, burn }) {
  /** @type {Map<number, string>} */
  const places = new Map();
  order.forEach((seat, index) => {
    const hole = cards[seat];
    if (hole?.length === 2) {
      places.set(index, hole[0]);
      places.set(index + order.length, hole[1]);
    }
  });
  let at = 2 * order.length;
  board.forEach((card, index) => {
    if (burn && (index === 0 || index >= 3)) at += 1;
    places.set(at++, card);
  });
  return places;
}

/**
 * Check everything that is known about a hand, in sentences.
 * @param {{ root: string, openings: Opening[], promised?: string | undefined, order: number[], cards: Record<number, string[]>, board: string[], burn: boolean }} proof
 * @returns {Promise<{ fair: boolean, sentences: string[] }>}
 */
export async function verify(proof) {
  if (!globalThis.crypto?.subtle) {
    return {
      fair: false,
      sentences: ["This browser hashes only on https pages or on this very machine. Use `bigslick verify` instead."],
    };
  }
  const sentences = [];
  let fair = true;
  if (proof.promised !== undefined) {
    const same = proof.promised === proof.root;
    fair &&= same;
    sentences.push(
      same
        ? "The root is the one that this browser saw before the deal."
        : "The root is not the one that this browser saw before the deal.",
    );
  }
  const expected = expectedPlaces(proof);
  let good = 0;
  for (const opening of proof.openings) {
    const right = await checkOpening(proof.root, opening);
    const where = expected.get(opening.place);
    if (!right) sentences.push(`The proof for ${opening.card} at place ${opening.place + 1} of the pack is wrong.`);
    else if (where !== opening.card)
      sentences.push(
        `Place ${opening.place + 1} of the pack holds ${opening.card}, but ${where ?? "no known card"} was dealt from it.`,
      );
    else good += 1;
    expected.delete(opening.place);
  }
  fair &&= good === proof.openings.length && expected.size === 0 && good > 0;
  if (expected.size) sentences.push(`${expected.size} known cards have no proof: ${[...expected.values()].join(" ")}.`);
  if (good)
    sentences.push(
      `${good} of ${proof.openings.length} cards that you may see were in their place of the pack before the first was dealt.`,
    );
  sentences.push(
    fair
      ? "The pack was fixed before the deal: nobody chose a card after seeing the play."
      : "This hand could not be proved fair.",
  );
  return { fair, sentences };
}
