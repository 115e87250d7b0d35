/** Events as sentences, for the log and for screen readers. */

import { cardSign } from "../shared/cards.js";
import { blindWords, percent, times } from "../shared/format.js";
import { cardName, handName, handWords } from "../shared/hand-names.js";
import { listWords, say, translate } from "../shared/language.js";
import { amountText } from "./amounts.js";
import { changeWords } from "./change-words.js";
import { isPlaying, isViewer, ownSeat } from "./reduce.js";

/** @import { Play, Table } from "./reduce.js" */

/** @param {readonly string[]} cards @param {boolean} spoken by name instead of by sign */
export const cardWords = (cards, spoken) => (spoken ? listWords(cards.map(cardName)) : cards.map(cardSign).join(" "));

/** The player in a seat, or "Seat 3". @param {Table} state @param {number} seat */
export const nameAt = (state, seat) =>
  state.play?.players[seat] ?? state.seats[seat]?.player ?? say("Seat {seat}", { seat: seat + 1 });

/**
 * The hands a seat has made, one for each board, once there are five cards.
 * @param {Play | null} play @param {number} seat
 */
export const madeNames = (play, seat) =>
  (play?.made[seat] ?? []).filter(({ five }) => five.length).map(({ name }) => handName(name));

/** One of them within a sentence: "a pair of aces". @param {Play | null} play @param {number} seat @param {number} [board] */
function madeWords(play, seat, board = 0) {
  const made = play?.made[seat]?.[board];
  return made?.five.length ? handWords(made.name) : "";
}

/**
 * The hands of a viewer who has not folded, one for each board, with the cards that make them. Before the flop two cards
 * have a name only if they are a pair.
 * @param {Table} state
 */
export function ownHands({ play, you }) {
  const held = you === null ? [] : (play?.cards[you] ?? []).filter(Boolean);
  if (you === null || !play?.live[you] || held.length < 2) return [];
  const isPair = held[0][0] === held[1][0];
  return (play.made[you] ?? [])
    .filter(({ five }) => five.length > 0 || isPair)
    .map(({ name, five }) => ({ name: handName(name), cards: five.length ? five : held }));
}

/** The hands a viewer has made since the flop, for reading aloud. @param {Table} state */
export function ownHandWords({ play, you }) {
  if (you === null || !play?.live[you] || play.over) return "";
  const names = madeNames(play, you);
  if (names.length < 2) return names.map((made) => say("Your hand: {made}.", { made })).join("");
  const said = names.map((made, index) => say("Your hand on board {board}: {made}.", { board: index + 1, made }));
  return said.join(" ");
}

/** @type {Record<Wire.StreetDealt["street"], string>} */
const STREETS = {
  preflop: say("Preflop"),
  flop: say("Flop"),
  turn: say("Turn", {}, "the fourth card"),
  river: say("River"),
  showdown: say("Showdown"),
};
/** @type {Record<Wire.Posted["kind"], string>} */
const POSTS = {
  ante: say("the ante", {}, "to post it"),
  small_blind: say("the small blind", {}, "to post it"),
  big_blind: say("the big blind", {}, "to post it"),
  straddle: say("a straddle", {}, "to post it"),
  live: say("a live blind", {}, "to post it"),
  dead: say("a dead blind", {}, "to post it"),
};

/**
 * The ingredients of a sentence: the event, the table after it, the player it is about, and its chips as they are read;
 * `who` is a name even if it is you.
 * @template {Wire.WireEvent} E
 * @typedef {{
 *   event: E, state: Table, spoken: boolean, you: boolean, who: string, allIn: boolean, amount: string,
 * }} Telling
 */

/** @type {{ [T in Wire.WireEvent["type"]]?: (telling: Telling<Extract<Wire.WireEvent, { type: T }>>) => string }} */
const SENTENCES = {
  hand_began: ({ event, state }) => {
    const hand = String(event.hand);
    if (event.bomb_pot) {
      const ante = amountText(state, event.ante);
      if (event.double_board) {
        return say("Hand {hand}: bomb pot on two boards. Everyone pays {ante}, and both flops come at once.", {
          hand,
          ante,
        });
      }
      return say("Hand {hand}: bomb pot. Everyone pays {ante}, and the flop comes at once.", { hand, ante });
    }
    const blinds = blindWords(event.small_blind, event.big_blind, event.ante, state.spec.chip_value);
    return say("Hand {hand}: blinds {blinds}, {who} has the button.", {
      hand,
      blinds,
      who: nameAt(state, event.button),
    });
  },
  posted: ({ event: { kind }, amount, you, who, allIn }) => {
    const post = POSTS[kind];
    if (you && allIn) return say("You post {post} of {amount} and are all in.", { post, amount });
    if (you) return say("You post {post} of {amount}.", { post, amount });
    if (allIn) return say("{who} posts {post} of {amount} and is all in.", { who, post, amount });
    return say("{who} posts {post} of {amount}.", { who, post, amount });
  },
  dealt: ({ event, state, spoken, you }) => {
    // Hole cards come one at a time; one line for both is enough.
    const cards = state.play?.cards[event.seat] ?? [];
    if (!you || !event.card || cards.length !== 2) return "";
    return say("You are dealt {cards}.", { cards: cardWords(cards, spoken) });
  },
  folded: ({ you, who }) => (you ? say("You fold.") : say("{who} folds.", { who })),
  checked: ({ you, who }) => (you ? say("You check.") : say("{who} checks.", { who })),
  called: ({ amount, you, who, allIn }) => {
    if (you && allIn) return say("You call {amount} and are all in.", { amount });
    if (you) return say("You call {amount}.", { amount });
    return allIn
      ? say("{who} calls {amount} and is all in.", { who, amount })
      : say("{who} calls {amount}.", { who, amount });
  },
  wagered: ({ event: { over }, amount: to, you, who, allIn }) => {
    if (over) {
      if (you && allIn) return say("You raise to {to} and are all in.", { to });
      if (you) return say("You raise to {to}.", { to });
      return allIn
        ? say("{who} raises to {to} and is all in.", { who, to })
        : say("{who} raises to {to}.", { who, to });
    }
    if (you && allIn) return say("You bet {to} and are all in.", { to });
    if (you) return say("You bet {to}.", { to });
    return allIn ? say("{who} bets {to} and is all in.", { who, to }) : say("{who} bets {to}.", { who, to });
  },
  refunded: ({ amount, you, who }) =>
    you
      ? say("Uncalled bet of {amount} returned to you.", { amount })
      : say("Uncalled bet of {amount} returned to {who}.", { amount, who }),
  run_out_agreed: ({ event, you, who }) => {
    const often = times(event.boards);
    return you
      ? say("You agree to run it {often}.", { often })
      : say("{who} agrees to run it {often}.", { who, often });
  },
  street_dealt: ({ event, state, spoken }) => {
    const street = STREETS[event.street];
    const cards = cardWords(event.cards, spoken);
    if (event.board) return say("{street} of board {board}: {cards}.", { street, board: event.board + 1, cards });
    if (!state.play) return say("{street}: {cards}.", { street, cards });
    return say("{street}: {cards}. Pot {pot}.", { street, cards, pot: amountText(state, state.play.pot) });
  },
  shown: ({ event, state, spoken, you, who }) => {
    const made = madeNames(state.play, event.seat).join("; ");
    const cards = cardWords(event.cards, spoken);
    if (you) return made ? say("You show {cards}: {made}.", { cards, made }) : say("You show {cards}.", { cards });
    return made
      ? say("{who} shows {cards}: {made}.", { who, cards, made })
      : say("{who} shows {cards}.", { who, cards });
  },
  tabled: ({ event, spoken, you, who }) => {
    const cards = cardWords(event.cards, spoken);
    return you ? say("You table {cards}.", { cards }) : say("{who} tables {cards}.", { who, cards });
  },
  equities: ({ event, state }) => {
    const shares = Object.entries(event.shares).map(([key, share]) => {
      const seat = Number(key);
      const who = seat === state.you ? say("you", {}, "in a list of players") : nameAt(state, seat);
      return say("{who} {share}", { who, share: percent(share) });
    });
    const list = shares.join(", ");
    return event.board
      ? say("Equity on board {board}: {list}.", { board: event.board + 1, list })
      : say("Equity: {list}.", { list });
  },
  mucked: ({ you, who }) => (you ? say("You muck.") : say("{who} mucks.", { who })),
  cards_shown: ({ event, spoken, you, who }) => {
    const shown = event.cards.filter((card) => card !== null);
    const cards = cardWords(shown, spoken);
    return you
      ? say("You show {cards} after the hand.", { cards })
      : say("{who} shows {cards} after the hand.", { who, cards });
  },
  rabbit_hunted: ({ event, spoken, you, who }) => {
    const cards = cardWords(event.cards, spoken);
    return you
      ? say("You hunt the rabbit: {cards} would have come.", { cards })
      : say("{who} hunts the rabbit: {cards} would have come.", { who, cards });
  },
  seven_deuce_paid: ({ event, state }) => bountyWords(event, state),
  pot_awarded: ({ event, state, you, who, amount }) =>
    you ? wonByYou(event, state, amount) : wonBy(event, state, who, amount),
  hand_voided: () => say("Misdeal: all chips are returned."),
  time_taken: ({ you, who }) =>
    you ? say("You take time from the bank.") : say("{who} takes time from the bank.", { who }),
  timed_out: ({ who, you }) => (you ? say("Your time is up.") : say("{who} ran out of time.", { who })),
  disconnected: ({ who, you }) => (you ? "" : say("{who} lost the connection.", { who })),
  reconnected: ({ who, you }) => (you ? "" : say("{who} is back.", { who })),
  player_joined: ({ amount, you, who }) =>
    you ? say("You sit down with {amount}.", { amount }) : say("{who} sits down with {amount}.", { who, amount }),
  leave_announced: ({ you, who }) =>
    you ? say("You leave after this hand.") : say("{who} leaves after this hand.", { who }),
  player_left: ({ amount, you, who }) =>
    you ? say("You leave with {amount}.", { amount }) : say("{who} leaves with {amount}.", { who, amount }),
  sat_out: ({ you, who }) => (you ? say("You sit out.") : say("{who} sits out.", { who })),
  sat_in: ({ who, you }) => (you ? say("You are back in the game.") : say("{who} is back in the game.", { who })),
  top_up_announced: ({ amount, you, who }) =>
    you
      ? say("You buy {amount}, in play from the next hand.", { amount })
      : say("{who} buys {amount}, in play from the next hand.", { who, amount }),
  topped_up: ({ amount, you, who }) =>
    you ? say("You add {amount}.", { amount }) : say("{who} adds {amount}.", { who, amount }),
  top_up_lapsed: ({ amount, who, you }) =>
    you
      ? say("Your top-up of {amount} is refunded: the stack is at the maximum.", { amount })
      : say("{who}’s top-up of {amount} is refunded: the stack is at the maximum.", { who, amount }),
  chips_corrected: ({ event: { chips: moved, why }, state, you, who }) => {
    const amount = amountText(state, Math.abs(moved));
    if (moved > 0) {
      return you
        ? say("The host adds {amount} to your stack: {why}", { amount, why })
        : say("The host adds {amount} to {who}’s stack: {why}", { amount, who, why });
    }
    return you
      ? say("The host takes {amount} from your stack: {why}", { amount, why })
      : say("The host takes {amount} from {who}’s stack: {why}", { amount, who, why });
  },
  chips_taken: ({ amount, you, who }) =>
    you ? say("You give back {amount}.", { amount }) : say("{who} gives back {amount}.", { who, amount }),
  seat_change_announced: ({ event: { new_seat: index, by_host: byHost }, you, who }) => {
    if (index === null) return you ? say("You keep your seat.") : say("{who} keeps the seat.", { who });
    const seat = index + 1;
    if (byHost) {
      return you
        ? say("The host moves you to seat {seat} before the next hand.", { seat })
        : say("The host moves {who} to seat {seat} before the next hand.", { who, seat });
    }
    return you
      ? say("You move to seat {seat} before the next hand.", { seat })
      : say("{who} moves to seat {seat} before the next hand.", { who, seat });
  },
  seat_changed: ({ event, you, who }) => {
    const seat = event.new_seat + 1;
    return you ? say("You have seat {seat} now.", { seat }) : say("{who} has seat {seat} now.", { who, seat });
  },
  redraw_announced: () => say("All seats are drawn before the next hand."),
  seats_drawn: ({ event: { players } }) => {
    const list = Object.entries(players).map(([index, who]) =>
      say("seat {seat}: {who}", { seat: Number(index) + 1, who }, "in a list"),
    );
    return say("The seats are drawn. {list}.", { list: list.join(", ") });
  },
  blind_missed: ({ event, you, who }) => {
    if (event.blind === "small") {
      return you ? say("You miss the small blind.") : say("{who} misses the small blind.", { who });
    }
    return you ? say("You miss the big blind.") : say("{who} misses the big blind.", { who });
  },
  player_busted: ({ who, you }) => (you ? say("You are out of chips.") : say("{who} is out of chips.", { who })),
  level_set: ({ event }) => say("Blinds are now {blinds}.", { blinds: blindWords(event.small, event.big, event.ante) }),
  paused: ({ event, state }) => `${pausedWords(event.why, isPlaying(state))}.`,
  resumed: () => say("The table is running again."),
  change_announced: ({ event, state }) => changeWords(state.changed, event),
  settings_changed: ({ event, state }) => changeWords(state.changed, event),
  closing: ({ event }) => `${closingWords(event.why)}.`,
  closed: ({ event }) => `${closedWords(event.why)}.`,
};

/** The 7-2 bounty: one sentence for each winner. @param {Wire.SevenDeucePaid} event @param {Table} state */
function bountyWords({ payments }, state) {
  const winners = [...new Set(payments.map(({ winner }) => winner))];
  const sentences = winners.map((seat) => {
    const mine = payments.filter(({ winner }) => winner === seat);
    const list = mine
      .map(({ payer, chips: paid }) => {
        const amount = amountText(state, paid);
        return payer === state.you
          ? say("{amount} from you", { amount })
          : say("{amount} from {who}", { amount, who: nameAt(state, payer) });
      })
      .join(", ");
    const amount = amountText(
      state,
      mine.reduce((sum, { chips: paid }) => sum + paid, 0),
    );
    return seat === state.you
      ? say("7-2 bounty: you get {amount} ({list}).", { amount, list })
      : say("7-2 bounty: {who} gets {amount} ({list}).", { who: nameAt(state, seat), amount, list });
  });
  return sentences.join(" ");
}

/** @param {string} why @param {boolean} playing whether a hand is played to its end first */
export const pausedWords = (why, playing) =>
  playing
    ? say("Paused after this hand: {why}", { why: translate(why) })
    : say("The table is paused: {why}", { why: translate(why) });

/** @param {string} why */
export const closingWords = (why) => say("This hand is the last: {why}", { why: translate(why) });

/** @param {string} why */
export const closedWords = (why) => say("The table is closed: {why}", { why: translate(why) });

/** @param {Wire.PotAwarded} event @param {Table} state @param {string} amount */
function wonByYou({ seat, pot, board: index }, { play }, amount) {
  const side = String(pot);
  if (play?.further.length && play.shown[seat]) {
    const board = (index ?? 0) + 1;
    const made = madeWords(play, seat, index ?? 0);
    return pot > 0
      ? say("You win {amount} from side pot {side} on board {board} with {made}.", { amount, side, board, made })
      : say("You win {amount} on board {board} with {made}.", { amount, board, made });
  }
  const made = play?.shown[seat] ? madeWords(play, seat) : "";
  if (pot > 0) {
    return made
      ? say("You win {amount} from side pot {side} with {made}.", { amount, side, made })
      : say("You win {amount} from side pot {side}.", { amount, side });
  }
  return made ? say("You win {amount} with {made}.", { amount, made }) : say("You win {amount}.", { amount });
}

/** @param {Wire.PotAwarded} event @param {Table} state @param {string} who @param {string} amount */
function wonBy({ seat, pot, board: index }, { play }, who, amount) {
  const side = String(pot);
  if (play?.further.length && play.shown[seat]) {
    const board = (index ?? 0) + 1;
    const made = madeWords(play, seat, index ?? 0);
    return pot > 0
      ? say("{who} wins {amount} from side pot {side} on board {board} with {made}.", {
          who,
          amount,
          side,
          board,
          made,
        })
      : say("{who} wins {amount} on board {board} with {made}.", { who, amount, board, made });
  }
  const made = play?.shown[seat] ? madeWords(play, seat) : "";
  if (pot > 0) {
    return made
      ? say("{who} wins {amount} from side pot {side} with {made}.", { who, amount, side, made })
      : say("{who} wins {amount} from side pot {side}.", { who, amount, side });
  }
  return made
    ? say("{who} wins {amount} with {made}.", { who, amount, made })
    : say("{who} wins {amount}.", { who, amount });
}

/**
 * An event as a sentence, or "" if it needs none.
 * @param {Wire.WireEvent} event
 * @param {Table} state the table after the event
 * @param {boolean} [spoken] whether to name cards for reading aloud
 */
export function sentence(event, state, spoken = false) {
  const tell = /** @type {((telling: Telling<Wire.WireEvent>) => string) | undefined} */ (SENTENCES[event.type]);
  if (!tell) return "";
  const seat = "seat" in event ? event.seat : null;
  const player = "player" in event ? event.player : null;
  const you = player === null ? seat !== null && seat === state.you : isViewer(state, player);
  const who = player ?? (seat === null ? "" : nameAt(state, seat));
  const allIn = "all_in" in event && Boolean(event.all_in);
  return tell({ event, state, spoken, you, who, allIn, amount: amountText(state, chipsOf(event)) });
}

/** The chips that an event is about. @param {Wire.WireEvent} event */
function chipsOf(event) {
  if ("to" in event) return event.to;
  if ("amount" in event) return event.amount;
  return "chips" in event ? event.chips : 0;
}

/** The decision you face on a turn. @param {Table} state @param {Wire.Turn} turn */
export function askedWords(state, { options }) {
  if (options.boards) return say("It is your turn: say how often to run it.");
  if (options.call) return say("It is your turn: {call} to call.", { call: amountText(state, options.call) });
  return say("It is your turn: you may check.");
}

/** The table for reading aloud: your cards, the board, the pot, whose turn it is. @param {Table} state */
export function situation(state) {
  const { play, you, turn } = state;
  if (!play || !isPlaying(state)) return state.nextHandAt ? say("Between hands.") : say("No hand is being played.");
  const said = [];
  const held = you === null ? [] : (play.cards[you] ?? []).filter(Boolean);
  if (you !== null && held.length) {
    const made = madeWords(play, you);
    const cards = cardWords(held, true);
    said.push(made ? say("You hold {cards}, {made}.", { cards, made }) : say("You hold {cards}.", { cards }));
  }
  const board = cardWords(play.board, true);
  said.push(board ? say("The board is {board}.", { board }) : say("There is no board yet."));
  if (play.double && board) {
    said.push(say("The second board is {board}.", { board: cardWords(play.further[0] ?? [], true) }));
  }
  said.push(say("The pot is {pot}.", { pot: amountText(state, play.pot) }));
  const own = ownSeat(state);
  if (own) said.push(say("You have {stack}.", { stack: amountText(state, own.stack ?? 0) }));
  if (turn && turn.seat !== you) said.push(say("It is {who}’s turn.", { who: nameAt(state, turn.seat) }));
  else if (turn) said.push(askedWords(state, turn));
  return said.join(" ");
}
