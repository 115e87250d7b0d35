/** What the screens say beside the game itself: the welcome, the seats one has, chips that are short, the end. */

import { ordinal } from "./format.js";
import { say } from "./language.js";

export const PLAY_NOW = say("Play now");
export const PLAY_NOW_HINT = say("One click: a seat, chips, and bots who wait for you.");
export const SEATING = say("Finding you a seat…");
export const NO_SEAT = say("No seat could be found for you. Pick a table below.");
export const ROOM_TABLE = say("Warm-up");
export const YOUR_SEATS = say("Your seats");
export const BACK_TO_SEAT = say("Back to your seat");
export const BACK_TO_LOBBY = say("Back to the lobby");
export const GET_CHIPS = say("Get more chips");
export const FIND_CHEAPER = say("Find a smaller game");
export const LANGUAGE = say("Language");
export const BROWSERS_LANGUAGE = say("As the browser");
export const DECK = say("Deck");
export const TWO_COLOURS = say("Two colours");
export const FOUR_COLOURS = say("Four colours");
export const NOTHING_HERE = say("Nothing here");
export const NOTHING_HERE_MORE = say("This address leads nowhere. The tables are in the lobby.");
export const NO_TABLE = say("No such table");
export const NO_TOURNAMENT = say("No such tournament");
export const TAKE_HELD_SEAT = say("Take your seat");
export const TOP_UP = say("Top up", {}, "buy more chips");
export const LEAVE_TABLE = say("Leave the table");
export const KEEP_WATCHING = say("Keep watching");
export const SEE_RESULT = say("See the result");
export const ENTER_NEXT = say("Find the next one");

/** @param {string} name @param {number} seat */
export const seatWords = (name, seat) => say("{name} · seat {seat}", { name, seat: seat + 1 });

/** @param {string} table @param {number} seat */
export const heldWords = (table, seat) => say("Seat {seat} at {table} is held for you.", { seat: seat + 1, table });

/** @param {number} seconds */
export const heldFor = (seconds) =>
  say("A seat is held for you, for {seconds, plural, one {# more second} other {# more seconds}}.", { seconds });

/** @param {number} given */
export const refilledWords = (given) => say("You received {given} chips.", { given });

/** @param {number} least @param {number} balance */
export const shortWords = (least, balance) =>
  say("A seat here takes at least {least} chips. You have {balance}.", { least, balance });

/** @param {number} least @param {number} balance */
export const shortTopUpWords = (least, balance) =>
  say("You need at least {least} chips. You have {balance}.", { least, balance });

export const SHORT_TITLE = say("You are short of chips");
export const BUST_TITLE = say("Out of chips");
export const BUST_WORDS = say("That was your last chip at this table. Your seat is kept for a few minutes.");

/** What a cash table waits for while no hand is on. @param {{ ready: number, away: number, broke: number }} there */
export function waitsFor({ ready, away, broke }) {
  if (ready >= 2) return say("The next hand is about to begin");
  if (ready + away + broke === 0) return say("An empty table. The first hand begins when two have sat down");
  if (ready === 1) {
    if (away) {
      return say("Waiting for one more player: {away, plural, one {one is sitting out} other {# are sitting out}}", {
        away,
      });
    }
    return broke
      ? say("Waiting for one more player: {broke, plural, one {one has no chips} other {# have no chips}}", { broke })
      : say("Waiting for one more player");
  }
  if (away) {
    return say("Waiting for two players: {away, plural, one {one is sitting out} other {# are sitting out}}", { away });
  }
  return broke
    ? say("Waiting for two players: {broke, plural, one {one has no chips} other {# have no chips}}", { broke })
    : say("Waiting for two players");
}

/** @param {number} place @param {number} field */
export function finishTitle(place, field) {
  if (place === 1) return say("You won!");
  return field
    ? say("{place} of {field}", { place: ordinal(place), field })
    : say("You finished {place}", { place: ordinal(place) });
}

/** @param {number} place @param {number} prize @param {string} name */
export function finishWords(place, prize, name) {
  if (place === 1) {
    return prize
      ? say("{name} is yours, and {prize} chips with it. Well played.", { name, prize })
      : say("{name} is yours. Well played.", { name });
  }
  if (prize) return say("You are in the money: {prize} chips from {name}.", { prize, name });
  return say("You are out of {name}. Good hands find you next time.", { name });
}
