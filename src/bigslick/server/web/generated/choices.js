/** The options in forms. Written by tools/page_types.py from what the server knows. */

import { say } from "../shared/language.js";

/** For each pace: time to act, pauses after a card, before a run-out street, and between hands. */
export const PACES = {
  relaxed: { action_ms: 25000, deal_animation_delay_ms: 250, street_delay_ms: 1600, inter_round_delay_ms: 5000 },
  normal: { action_ms: 25000, deal_animation_delay_ms: 150, street_delay_ms: 1000, inter_round_delay_ms: 3000 },
  fast: { action_ms: 10000, deal_animation_delay_ms: 60, street_delay_ms: 300, inter_round_delay_ms: 1200 },
};

/** Hand-history formats, each with the suffix of a single-hand file. */
export const FORMATS = [
  { name: "phh", words: say("PHH"), ending: ".phh" },
  { name: "pokerstars", words: say("PokerStars text"), ending: ".txt" },
  { name: "ohh", words: say("Open Hand History"), ending: ".ohh" },
];

/** Well-known formulas for points. */
export const FORMULAS = {
  beaten: "2*beaten + tied",
  places: "n - place + 1",
  root: "10*sqrt(n)/sqrt(place)",
  entry: "10*sqrt(n)/sqrt(place)*(1 + log(buyin + 0.25))",
  thrift: "if(spent = 0, 0, sqrt(n*buyin*buyin/spent)/(place + 1))",
  winnings: "prize - spent",
};
