/** An event as a sentence, for the log and for those who listen. */

import { cardName, cardSign } from "./cards.js";
import { chips } from "./dom.js";
import { best, withArticle } from "./rank.js";
import { potTotal } from "./reduce.js";

/** @typedef {import("./reduce.js").Table} Table */

/** @param {readonly string[]} cards @param {boolean} spoken */
export function cardWords(cards, spoken) {
  if (!spoken) return cards.map(cardSign).join(" ");
  const names = cards.map(cardName);
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}` : names.join("");
}

/** Who sits somewhere. @param {Table} state @param {number} seat */
export const nameAt = (state, seat) => state.play?.players[seat] ?? state.seats[seat]?.player ?? `Seat ${seat + 1}`;

/**
 * What an event says, or "" for one that needs no words.
 * @param {any} event
 * @param {Table} state the table after the event
 * @param {boolean} [spoken] whether cards are told by their names rather than by signs
 * @returns {string}
 */
export function sentence(event, state, spoken = false) {
  const tell = SENTENCES[event.type];
  if (!tell) return "";
  const you = event.seat !== undefined && event.seat === state.you;
  const name = event.player ?? (event.seat === undefined ? "" : nameAt(state, event.seat));
  const who = you ? "You" : name;
  /** "You call" or "Ada calls". @param {string} verb @param {string} [third] */
  const does = (verb, third) => `${who} ${you ? verb : (third ?? `${verb}s`)}`;
  return tell({ event, state, spoken, you, who, does });
}

const STREETS = /** @type {Record<string, string>} */ ({ flop: "Flop", turn: "Turn", river: "River" });
const POSTS = /** @type {Record<string, string>} */ ({
  ante: "the ante",
  small_blind: "the small blind",
  big_blind: "the big blind",
  straddle: "a straddle",
  live: "a live blind",
  dead: "a dead blind",
});
const allIn = (/** @type {any} */ event) => (event.all_in ? " and is all in" : "");
const youAllIn = (/** @type {any} */ event, /** @type {boolean} */ you) =>
  you ? allIn(event).replace("is", "are") : allIn(event);

/** @typedef {{ event: any, state: Table, spoken: boolean, you: boolean, who: string, does: (verb: string, third?: string) => string }} Telling */
/** @type {Record<string, (telling: Telling) => string>} */
const SENTENCES = {
  hand_began: ({ event, state }) =>
    `Hand ${event.hand}: blinds ${chips(event.small_blind)}/${chips(event.big_blind)}${event.ante ? `, ante ${chips(event.ante)}` : ""}, ${nameAt(state, event.button)} has the button.`,
  posted: ({ event, does, you }) =>
    `${does("post")} ${POSTS[event.kind] ?? event.kind} of ${chips(event.amount)}${youAllIn(event, you)}.`,
  dealt: ({ event, spoken, you }) =>
    you && event.cards.length ? `You are dealt ${cardWords(event.cards, spoken)}.` : "",
  folded: ({ does }) => `${does("fold")}.`,
  checked: ({ does }) => `${does("check")}.`,
  called: ({ event, does, you }) => `${does("call")} ${chips(event.amount)}${youAllIn(event, you)}.`,
  wagered: ({ event, does, you }) =>
    `${event.over ? `${does("raise")} to` : does("bet")} ${chips(event.to)}${youAllIn(event, you)}.`,
  refunded: ({ event, you, who }) => `${chips(event.amount)} uncalled go back to ${you ? "you" : who}.`,
  street_dealt: ({ event, state, spoken }) =>
    `${STREETS[event.street] ?? event.street}: ${cardWords(event.cards, spoken)}.${state.play ? ` Pot ${chips(potTotal(state.play))}.` : ""}`,
  shown: ({ event, state, spoken, does }) => {
    const made = best([...event.cards, ...(state.play?.board ?? [])]);
    return `${does("show")} ${cardWords(event.cards, spoken)}${made ? `: ${made.name}` : ""}.`;
  },
  mucked: ({ does }) => `${does("muck")}.`,
  pot_awarded: ({ event, state, does }) => {
    const cards = state.play?.shown[event.seat];
    const made = cards && state.play ? best([...cards, ...state.play.board]) : null;
    return `${does("win")} ${chips(event.amount)}${event.pot > 0 ? ` from side pot ${event.pot}` : ""}${made ? ` with ${withArticle(made.name)}` : ""}.`;
  },
  hand_voided: () => "The hand was a misdeal: all chips go back.",
  timed_out: ({ who, you }) => (you ? "Your time is up." : `${who} ran out of time.`),
  disconnected: ({ who, you }) => (you ? "" : `${who} lost the connection.`),
  reconnected: ({ who, you }) => (you ? "" : `${who} is back.`),
  player_joined: ({ event, does }) => `${does("sit")} down with ${chips(event.chips)}.`,
  leave_announced: ({ does }) => `${does("leave")} after this hand.`,
  player_left: ({ event, who }) => `${who} left with ${chips(event.chips)}.`,
  sat_out: ({ does }) => `${does("sit")} out.`,
  sat_in: ({ who, you }) => `${who} ${you ? "are" : "is"} back in the game.`,
  top_up_announced: ({ event, does }) => `${does("buy")} ${chips(event.chips)} more for after the hand.`,
  topped_up: ({ event, does }) => `${does("add")} ${chips(event.chips)}.`,
  top_up_lapsed: ({ event, does, you }) =>
    `${does("do", "does")} not get the ${chips(event.chips)} that were bought: ${you ? "your" : "the"} stack is full.`,
  blind_missed: ({ event, does }) => `${does("miss", "misses")} the ${event.blind} blind.`,
  player_busted: ({ who, you }) => `${who} ${you ? "are" : "is"} out of chips.`,
  level_set: ({ event }) =>
    `The blinds are ${chips(event.small)}/${chips(event.big)}${event.ante ? `, ante ${chips(event.ante)}` : ""} now.`,
  paused: ({ event }) => `The table is paused${event.why ? `: ${event.why}` : "."}`,
  resumed: () => "The table goes on.",
  closed: ({ event }) => `The table is closed${event.why ? `: ${event.why}` : "."}`,
};

/** What a person who asks is told: his cards, the board, the pot, whose turn. @param {Table} state */
export function situation(state) {
  const { play, you } = state;
  if (!play || play.over) return state.nextHandAt ? "Between hands." : "No hand is being played.";
  const said = [];
  const mine = you === null ? undefined : play.cards[you];
  if (mine?.length) {
    const made = best([...mine, ...play.board]);
    said.push(`You hold ${cardWords(mine, true)}${made ? `, ${withArticle(made.name)}` : ""}.`);
  }
  said.push(play.board.length ? `The board is ${cardWords(play.board, true)}.` : "There is no board yet.");
  said.push(`The pot is ${chips(potTotal(play))}.`);
  if (you !== null && state.seats[you]) said.push(`You have ${chips(state.seats[you].stack)}.`);
  if (state.turn) {
    const { seat, options } = state.turn;
    if (seat !== you) said.push(`It is ${nameAt(state, seat)}'s turn.`);
    else
      said.push(options.call ? `It is your turn: ${chips(options.call)} to call.` : "It is your turn: you may check.");
  }
  return said.join(" ");
}
