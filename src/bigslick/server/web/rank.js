/** How good a hand is, and its name: the same words that the server uses, for the hints and the log. */

import { RANKS } from "./cards.js";

const ONE = ["deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];
const MANY = ONE.map((name) => (name === "six" ? "sixes" : `${name}s`));

/** @typedef {{ category: number, order: number[], five: string[], name: string }} Held */

/**
 * The best five of 5 to 7 cards: their category (0 high card to 8 straight flush), the ranks that compare it, its name.
 * @param {readonly string[]} cards
 * @returns {Held | null} null for fewer than five cards
 */
export function best(cards) {
  if (cards.length < 5) return null;
  /** @type {Held | null} */
  let found = null;
  for (const five of fives(cards)) {
    const one = judged(five);
    if (!found || compare(one, found) > 0) found = one;
  }
  return found;
}

/** @param {Held} a @param {Held} b */
export function compare(a, b) {
  if (a.category !== b.category) return a.category - b.category;
  for (let i = 0; i < a.order.length; i++) if (a.order[i] !== b.order[i]) return a.order[i] - b.order[i];
  return 0;
}

/** "a pair of aces", "two pair, aces and kings", "ace high". @param {string} name */
export const withArticle = (name) => (/^(pair|straight|flush|full|royal)/.test(name) ? `a ${name}` : name);

/** What a player has so far, in words; for two cards "pair of aces" or "ace and king suited". @param {readonly string[]} hole @param {readonly string[]} board */
export function describe(hole, board) {
  const made = best([...hole, ...board]);
  if (made) return made.name;
  if (hole.length !== 2) return "";
  const [high, low] = hole.map((card) => RANKS.indexOf(card[0])).sort((a, b) => b - a);
  if (high === low) return `pair of ${MANY[high]}`;
  return `${ONE[high]} and ${ONE[low]}${hole[0][1] === hole[1][1] ? ", suited" : ""}`;
}

/** @param {readonly string[]} cards @returns {Generator<string[]>} */
function* fives(cards, start = 0, /** @type {string[]} */ held = []) {
  if (held.length === 5) yield held;
  else for (let i = start; i <= cards.length - (5 - held.length); i++) yield* fives(cards, i + 1, [...held, cards[i]]);
}

/** @param {string[]} five @returns {Held} */
function judged(five) {
  const ranks = five.map((card) => RANKS.indexOf(card[0])).sort((a, b) => b - a);
  const flush = five.every((card) => card[1] === five[0][1]);
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const rank of ranks) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  const groups = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  const wheel = ranks.join() === "12,3,2,1,0";
  const straight = groups.length === 5 && (wheel || ranks[0] - ranks[4] === 4);
  const top = wheel ? 3 : ranks[0];
  const [first, second] = groups;
  const order = straight ? [top] : groups.map(([rank]) => rank);
  const held = (/** @type {number} */ category, /** @type {string} */ name) => ({ category, order, five, name });
  if (straight && flush) return held(8, top === 12 ? "royal flush" : `straight flush, ${ONE[top]} high`);
  if (first[1] === 4) return held(7, `four of a kind, ${MANY[first[0]]}`);
  if (first[1] === 3 && second[1] === 2) return held(6, `full house, ${MANY[first[0]]} over ${MANY[second[0]]}`);
  if (flush) return held(5, `flush, ${ONE[ranks[0]]} high`);
  if (straight) return held(4, `straight, ${ONE[top]} high`);
  if (first[1] === 3) return held(3, `three of a kind, ${MANY[first[0]]}`);
  if (first[1] === 2 && second[1] === 2) return held(2, `two pair, ${MANY[first[0]]} and ${MANY[second[0]]}`);
  if (first[1] === 2) return held(1, `pair of ${MANY[first[0]]}`);
  return held(0, `${ONE[ranks[0]]} high`);
}
