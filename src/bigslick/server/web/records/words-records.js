/** The sentences about played hands: the list of my hands, the figures, the graph, sharing and embedding. */

import { chips, tenths } from "../shared/format.js";
import { say } from "../shared/language.js";

/** @param {number} count */
const hands = (count) => say("{count, plural, one {# hand} other {# hands}}", { count });

/** A number with its sign: +120, −35, ±0. @param {number} amount @param {string} [written] */
export const signed = (amount, written = chips(Math.abs(amount))) =>
  amount > 0 ? `+${written}` : amount < 0 ? `−${written}` : "±0";

export const RECORD_WORDS = {
  title: say("My hands"),
  open: say("My hands"),
  back: say("Back"),
  lobby: say("Back to the lobby"),
  signIn: say("Sign in to see your hands."),
  signInButton: say("Sign in"),
  loading: say("Looking for your hands…"),
  none: say("You have not played a hand yet. Take a seat, and every hand you play is kept here."),
  noneFit: say("No hand fits. Take a filter away."),
  more: say("Show more"),
  list: say("Hands, newest first"),
  /** @param {string} table @param {number} number */
  hand: (table, number) => say("{table} · hand {number}", { table, number: String(number) }),
  /** @param {number} pot */
  pot: (pot) => say("Pot {pot}", { pot }),
  showdown: say("Showdown"),
  noShowdown: say("No showdown"),

  filters: say("Filters"),
  table: say("Table"),
  everyTable: say("Every table"),
  /** @param {string} name @param {string} table @param {number} count */
  tableOption: (name, table, count) => `${name} (${table}) · ${hands(count)}`,
  period: say("Period"),
  periods: /** @type {[string, string][]} */ ([
    ["", say("All time")],
    ["1", say("Last 24 hours")],
    ["7", say("Last 7 days")],
    ["30", say("Last 30 days")],
    ["365", say("Last year")],
  ]),
  result: say("Result"),
  results: /** @type {[string, string][]} */ ([
    ["", say("Any", {}, "result")],
    ["won", say("Won", {}, "hands that I won")],
    ["lost", say("Lost", {}, "hands that I lost")],
    ["even", say("Neither")],
  ]),
  ending: say("Showdown"),
  endings: /** @type {[string, string][]} */ ([
    ["", say("Any", {}, "with showdown or without")],
    ["true", say("Yes")],
    ["false", say("No")],
  ]),
  holding: say("Starting hand"),
  holdingHint: "AKs, TT+, AhKh",
  leastPot: say("Pot from (bb)"),
  mostPot: say("Pot to (bb)"),
  clear: say("Clear filters"),

  download: say("Download these hands"),
  format: say("Format"),
  downloadButton: say("Download"),

  figures: say("My figures"),
  counting: say("Counting your hands…"),
  allFigures: say("All figures"),
  figure: say("Figure"),
  value: say("Value"),
  /** What each figure of the statistics is called. @type {Record<string, string>} */
  names: {
    hands: say("Hands"),
    net: say("Winnings"),
    bb_per_100: say("bb/100"),
    vpip: say("VPIP"),
    pfr: say("PFR"),
    three_bet: say("3-bet"),
    fold_to_three_bet: say("Fold to 3-bet"),
    steal: say("Steal"),
    fold_to_steal: say("Fold to steal"),
    flop_c_bet: say("C-bet flop"),
    turn_c_bet: say("C-bet turn"),
    river_c_bet: say("C-bet river"),
    fold_to_flop_c_bet: say("Fold to c-bet flop"),
    fold_to_turn_c_bet: say("Fold to c-bet turn"),
    fold_to_river_c_bet: say("Fold to c-bet river"),
    aggression: say("Aggression"),
    aggression_frequency: say("AFq"),
    wtsd: say("WTSD"),
    wsd: say("W$SD"),
    wwsf: say("WWSF"),
  },

  graph: say("My winnings"),
  graphTable: say("The graph as a table"),
  /** @param {number} count @param {number} blinds */
  graphLabel: (count, blinds) =>
    say("Winnings over {count, plural, one {# hand} other {# hands}}: {blinds} big blinds in all.", {
      count,
      blinds: signed(blinds, tenths(Math.abs(blinds))),
    }),
  graphUnit: say("big blinds won"),
  graphHands: say("hands"),
  graphTooFew: say("The graph begins with your second hand."),
  lines: {
    big_blinds: say("All", {}, "winnings"),
    at_showdown: say("At showdown"),
    without_showdown: say("Without showdown"),
  },

  share: say("Share"),
  /** @param {string} id */
  shareTitle: (id) => say("Hand {id} · bigslick", { id }),
  copied: say("Link copied."),
  privateCopied: say("Link copied. Anyone who has it sees what was public in this hand."),
  takeBack: say("Take the link back"),
  takenBack: say("The link no longer works."),
  copyLink: say("Copy the link:"),
  embed: say("Embed"),
  embedTitle: say("Embed this hand"),
  embedLead: say("Paste this into a page or a post. It shows what everyone saw, never your hidden cards."),
  embedField: say("The code to paste"),
  embedCopy: say("Copy the code"),
  embedCopied: say("Code copied."),
  /** @param {string} table @param {number} number */
  embedFrame: (table, number) => say("Replay of hand {number} at {table}", { number: String(number), table }),
  embedOpen: say("Open in the card room"),
  players: say("Players"),
  button: say("The button"),
  /** @param {number} index @param {number} count */
  board: (index, count) => (count > 1 ? say("Board {board}", { board: index + 1 }) : say("Board")),
  steps: say("Steps of the hand"),
  stepsAndProof: say("Steps and proof"),
  step: say("Step"),
  play: say("Play", {}, "a replay"),
  pause: say("Pause", {}, "a replay"),
  first: say("First step"),
  previous: say("Step back"),
  next: say("Step on"),
  last: say("Last step"),
  log: say("All steps"),
};
