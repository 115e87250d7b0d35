/** Names of cards and made hands in the reader's language; the server names them in English. */

import { say } from "./language.js";

/** @type {Record<string, string>} */
const RANKS = {
  2: say("two", {}, "a card"),
  3: say("three", {}, "a card"),
  4: say("four", {}, "a card"),
  5: say("five", {}, "a card"),
  6: say("six", {}, "a card"),
  7: say("seven", {}, "a card"),
  8: say("eight", {}, "a card"),
  9: say("nine", {}, "a card"),
  T: say("ten", {}, "a card"),
  J: say("jack", {}, "a card"),
  Q: say("queen", {}, "a card"),
  K: say("king", {}, "a card"),
  A: say("ace", {}, "a card"),
};
/** @type {Record<string, string>} */
const SUITS = { s: say("spades"), h: say("hearts"), d: say("diamonds"), c: say("clubs", {}, "the suit") };

/** A rank in the singular, as in "ace high". @type {Record<string, string>} */
const ONE = {
  deuce: say("deuce", {}, "high"),
  three: say("three", {}, "high"),
  four: say("four", {}, "high"),
  five: say("five", {}, "high"),
  six: say("six", {}, "high"),
  seven: say("seven", {}, "high"),
  eight: say("eight", {}, "high"),
  nine: say("nine", {}, "high"),
  ten: say("ten", {}, "high"),
  jack: say("jack", {}, "high"),
  queen: say("queen", {}, "high"),
  king: say("king", {}, "high"),
  ace: say("ace", {}, "high"),
};

/** A rank in the plural, as in "pair of aces". @type {Record<string, string>} */
const MANY = {
  deuces: say("deuces"),
  threes: say("threes"),
  fours: say("fours"),
  fives: say("fives"),
  sixes: say("sixes"),
  sevens: say("sevens"),
  eights: say("eights"),
  nines: say("nines"),
  tens: say("tens"),
  jacks: say("jacks"),
  queens: say("queens"),
  kings: say("kings"),
  aces: say("aces"),
};

/** @typedef {(first: string, second: string) => string} Naming makes a name from the ranks in the English one */

/** The server's name for a hand, ours alone, and ours within a sentence. @type {[RegExp, Naming, Naming][]} */
const HANDS = [
  [
    /^pair of (\w+)$/,
    (ranks) => say("pair of {ranks}", { ranks: MANY[ranks] }),
    (ranks) => say("a pair of {ranks}", { ranks: MANY[ranks] }),
  ],
  [
    /^two pair, (\w+) and (\w+)$/,
    (high, low) => say("two pair, {high} and {low}", { high: MANY[high], low: MANY[low] }),
    (high, low) => say("two pair, {high} and {low}", { high: MANY[high], low: MANY[low] }, "in a sentence"),
  ],
  [
    /^three of a kind, (\w+)$/,
    (ranks) => say("three of a kind, {ranks}", { ranks: MANY[ranks] }),
    (ranks) => say("three of a kind, {ranks}", { ranks: MANY[ranks] }, "in a sentence"),
  ],
  [
    /^straight, (\w+) high$/,
    (high) => say("straight, {high} high", { high: ONE[high] }),
    (high) => say("a straight, {high} high", { high: ONE[high] }),
  ],
  [
    /^flush, (\w+) high$/,
    (high) => say("flush, {high} high", { high: ONE[high] }),
    (high) => say("a flush, {high} high", { high: ONE[high] }),
  ],
  [
    /^full house, (\w+) over (\w+)$/,
    (three, two) => say("full house, {three} over {two}", { three: MANY[three], two: MANY[two] }),
    (three, two) => say("a full house, {three} over {two}", { three: MANY[three], two: MANY[two] }),
  ],
  [
    /^four of a kind, (\w+)$/,
    (ranks) => say("four of a kind, {ranks}", { ranks: MANY[ranks] }),
    (ranks) => say("four of a kind, {ranks}", { ranks: MANY[ranks] }, "in a sentence"),
  ],
  [
    /^straight flush, (\w+) high$/,
    (high) => say("straight flush, {high} high", { high: ONE[high] }),
    (high) => say("a straight flush, {high} high", { high: ONE[high] }),
  ],
  [/^royal flush$/, () => say("royal flush"), () => say("a royal flush")],
  [
    /^(\w+) high$/,
    (high) => say("{high} high", { high: ONE[high] }),
    (high) => say("{high} high", { high: ONE[high] }, "in a sentence"),
  ],
  [
    /^(\w+) and (\w+)$/,
    (high, low) => say("{high} and {low}", { high: ONE[high], low: ONE[low] }, "two cards"),
    (high, low) => say("{high} and {low}", { high: ONE[high], low: ONE[low] }, "two cards in a sentence"),
  ],
  [
    /^(\w+) and (\w+), suited$/,
    (high, low) => say("{high} and {low}, suited", { high: ONE[high], low: ONE[low] }),
    (high, low) => say("{high} and {low}, suited", { high: ONE[high], low: ONE[low] }, "in a sentence"),
  ],
];

/** @param {string} name @param {1 | 2} which */
function named(name, which) {
  for (const hand of HANDS) {
    const found = hand[0].exec(name);
    if (found) return hand[which](found[1], found[2]);
  }
  return name;
}

/** A hand's name alone: "pair of aces". @param {string} name */
export const handName = (name) => named(name, 1);

/** The same within a sentence: "a pair of aces". @param {string} name */
export const handWords = (name) => named(name, 2);

/** "ace of spades". @param {string} card */
export const cardName = (card) => say("{rank} of {suit}", { rank: RANKS[card[0]], suit: SUITS[card[1]] });
