/** What the screens say beside the game itself: the welcome, the seats one has, chips that are short, the end. */

import { chips, ordinal } from "./format.js";

export const PLAY_NOW = "Play now";
export const PLAY_NOW_HINT = "One click: a seat, chips, and bots who wait for you.";
export const SEATING = "Finding you a seat…";
export const NO_SEAT = "No seat could be found for you. Pick a table below.";
export const ROOM_TABLE = "Warm-up";
export const YOUR_SEATS = "Your seats";
export const BACK_TO_SEAT = "Back to your seat";
export const BACK_TO_LOBBY = "Back to the lobby";
export const GET_CHIPS = "Get more chips";
export const FIND_CHEAPER = "Find a smaller game";
export const DECK = "Deck";
export const TWO_COLOURS = "Two colours";
export const FOUR_COLOURS = "Four colours";
export const NOTHING_HERE = "Nothing here";
export const NOTHING_HERE_MORE = "This address leads nowhere. The tables are in the lobby.";
export const NO_TABLE = "No such table";
export const NO_TOURNAMENT = "No such tournament";
export const TAKE_HELD_SEAT = "Take your seat";
export const TOP_UP = "Top up";
export const LEAVE_TABLE = "Leave the table";
export const KEEP_WATCHING = "Keep watching";
export const SEE_RESULT = "See the result";
export const ENTER_NEXT = "Find the next one";

/** @param {string} name @param {number} seat */
export const seatWords = (name, seat) => `${name} · seat ${seat + 1}`;

/** @param {string} table @param {number} seat */
export const heldWords = (table, seat) => `Seat ${seat + 1} at ${table} is held for you.`;

/** @param {number} seconds */
export const heldFor = (seconds) => `A seat is held for you, for ${seconds} more seconds.`;

/** @param {number} given */
export const refilledWords = (given) => `You received ${chips(given)} chips.`;

/** @param {number} least @param {number} balance */
export const shortWords = (least, balance) =>
  `A seat here takes at least ${chips(least)} chips. You have ${chips(balance)}.`;

/** @param {number} least @param {number} balance */
export const shortTopUpWords = (least, balance) =>
  `You need at least ${chips(least)} chips. You have ${chips(balance)}.`;

export const SHORT_TITLE = "You are short of chips";
export const BUST_TITLE = "Out of chips";
export const BUST_WORDS = "That was your last chip at this table. Your seat is kept for a few minutes.";

/** What a cash table waits for while no hand is on. @param {{ ready: number, away: number, broke: number }} there */
export function waitsFor({ ready, away, broke }) {
  if (ready >= 2) return "The next hand is about to begin";
  if (ready + away + broke === 0) return "An empty table. The first hand begins when two have sat down";
  const who = ready === 1 ? "Waiting for one more player" : "Waiting for two players";
  if (away) return `${who}: ${away === 1 ? "one is" : `${away} are`} sitting out`;
  return broke ? `${who}: ${broke === 1 ? "one has" : `${broke} have`} no chips` : who;
}

/** @param {number} place @param {number} field */
export function finishTitle(place, field) {
  if (place === 1) return "You won!";
  return field ? `${ordinal(place)} of ${field}` : `You finished ${ordinal(place)}`;
}

/** @param {number} place @param {number} prize @param {string} name */
export function finishWords(place, prize, name) {
  if (place === 1) return `${name} is yours${prize ? `, and ${chips(prize)} chips with it` : ""}. Well played.`;
  if (prize) return `You are in the money: ${chips(prize)} chips from ${name}.`;
  return `You are out of ${name}. Good hands find you next time.`;
}
