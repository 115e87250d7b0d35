/** The sentences about played hands: the list of my hands, the figures, the graph, sharing and embedding. */

import { chips } from "./format.js";

/** @param {number} count */
const hands = (count) => (count === 1 ? "1 hand" : `${chips(count)} hands`);

/** A number with its sign: +120, −35, ±0. @param {number} amount @param {string} [written] */
export const signed = (amount, written = chips(Math.abs(amount))) =>
  amount > 0 ? `+${written}` : amount < 0 ? `−${written}` : "±0";

export const RECORD_WORDS = {
  title: "My hands",
  open: "My hands",
  back: "Back",
  lobby: "Back to the lobby",
  signIn: "Sign in to see your hands.",
  signInButton: "Sign in",
  loading: "Looking for your hands…",
  none: "You have not played a hand yet. Take a seat, and every hand you play is kept here.",
  noneFit: "No hand fits. Take a filter away.",
  more: "Show more",
  list: "Hands, newest first",
  /** @param {string} table @param {number} number */
  hand: (table, number) => `${table} · hand ${number}`,
  /** @param {number} pot */
  pot: (pot) => `Pot ${chips(pot)}`,
  showdown: "Showdown",
  noShowdown: "No showdown",

  filters: "Filters",
  table: "Table",
  everyTable: "Every table",
  /** @param {string} name @param {string} table @param {number} count */
  tableOption: (name, table, count) => `${name} (${table}) · ${hands(count)}`,
  period: "Period",
  periods: /** @type {[string, string][]} */ ([
    ["", "All time"],
    ["1", "Last 24 hours"],
    ["7", "Last 7 days"],
    ["30", "Last 30 days"],
    ["365", "Last year"],
  ]),
  result: "Result",
  results: /** @type {[string, string][]} */ ([
    ["", "Any"],
    ["won", "Won"],
    ["lost", "Lost"],
    ["even", "Neither"],
  ]),
  ending: "Showdown",
  endings: /** @type {[string, string][]} */ ([
    ["", "Any"],
    ["true", "Yes"],
    ["false", "No"],
  ]),
  holding: "Starting hand",
  holdingHint: "AKs, TT+, AhKh",
  leastPot: "Pot from (bb)",
  mostPot: "Pot to (bb)",
  clear: "Clear filters",

  download: "Download these hands",
  format: "Format",
  formats: /** @type {[string, string][]} */ ([
    ["phh", "PHH"],
    ["pokerstars", "PokerStars text"],
    ["ohh", "Open Hand History"],
  ]),
  downloadButton: "Download",

  figures: "My figures",
  counting: "Counting your hands…",
  allFigures: "All figures",
  figure: "Figure",
  value: "Value",
  /** What each figure of the statistics is called. @type {Record<string, string>} */
  names: {
    hands: "Hands",
    net: "Winnings",
    bb_per_100: "bb/100",
    vpip: "VPIP",
    pfr: "PFR",
    three_bet: "3-bet",
    fold_to_three_bet: "Fold to 3-bet",
    steal: "Steal",
    fold_to_steal: "Fold to steal",
    flop_c_bet: "C-bet flop",
    turn_c_bet: "C-bet turn",
    river_c_bet: "C-bet river",
    fold_to_flop_c_bet: "Fold to c-bet flop",
    fold_to_turn_c_bet: "Fold to c-bet turn",
    fold_to_river_c_bet: "Fold to c-bet river",
    aggression: "Aggression",
    aggression_frequency: "AFq",
    wtsd: "WTSD",
    wsd: "W$SD",
    wwsf: "WWSF",
  },

  graph: "My winnings",
  graphTable: "The graph as a table",
  /** @param {number} count @param {number} blinds */
  graphLabel: (count, blinds) =>
    `Winnings over ${hands(count)}: ${signed(blinds, Math.abs(blinds).toFixed(1))} big blinds in all.`,
  graphUnit: "big blinds won",
  graphHands: "hands",
  graphTooFew: "The graph begins with your second hand.",
  lines: { big_blinds: "All", at_showdown: "At showdown", without_showdown: "Without showdown" },

  share: "Share",
  /** @param {string} id */
  shareTitle: (id) => `Hand ${id} · bigslick`,
  copied: "Link copied.",
  privateCopied: "Link copied. Anyone who has it sees what was public in this hand.",
  takeBack: "Take the link back",
  takenBack: "The link opens nothing any more.",
  copyLink: "Copy the link:",
  embed: "Embed",
  embedTitle: "Embed this hand",
  embedLead: "Paste this into a page or a post. It shows what everyone saw, never your hidden cards.",
  embedField: "The code to paste",
  embedCopy: "Copy the code",
  embedCopied: "Code copied.",
  /** @param {string} table @param {number} number */
  embedFrame: (table, number) => `Replay of hand ${number} at ${table}`,
  embedOpen: "Open in the card room",
  players: "Players",
  button: "The button",
  /** @param {number} index @param {number} count */
  board: (index, count) => (count > 1 ? `Board ${index + 1}` : "Board"),
  steps: "Steps of the hand",
  stepsAndProof: "Steps and proof",
  step: "Step",
  play: "Play",
  pause: "Pause",
  first: "First step",
  previous: "Step back",
  next: "Step on",
  last: "Last step",
  log: "All steps",
};
