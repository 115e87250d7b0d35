/**
 * The order of a showdown, from what the events have said so far: the lights go down while hands lie open, and each pot
 * travels to its winners, one after the other.
 */

/** @import { Play } from "../reduce.js" */

/** The winning cards rise before the chips move. */
export const RISE_MS = 260;
/** How long chips travel. */
export const TRAVEL_MS = 620;
/** From one pot to the next. */
const NEXT_POT_MS = 560;

/** @typedef {{ seat: number, amount: number, after: number }} Payout chips that leave the pot after some milliseconds */

/** Whether hands lie open and cards are still to come. @param {Play | null} play */
export const isRunOut = (play) => play !== null && !play.over && Object.keys(play.tabled).length > 0;

/** The seats with a share of the main pot. @param {Play} play */
export const mainPotWinners = ({ awards }) => awards.filter(({ pot }) => pot === 0).map(({ seat }) => seat);

/**
 * Bets that go to the pot between two moments of a hand.
 * @param {Play} before @param {Play} after @returns {{ seat: number, amount: number }[]}
 */
export function gatheredBets(before, after) {
  return Object.entries(before.bets)
    .map(([seat, amount]) => ({ seat: Number(seat), amount }))
    .filter(({ seat, amount }) => amount > 0 && !after.bets[seat] && !after.refunded[seat]);
}

/**
 * Chips that go to winners between two moments of a hand: the shares of one pot leave together.
 * @param {Play} before @param {Play} after @returns {Payout[]}
 */
export function payouts(before, after) {
  const fresh = after.awards.slice(before.awards.length);
  let [pots, last] = [-1, ""];
  return fresh.map(({ seat, amount, pot, board = 0 }) => {
    const name = `${pot}/${board}`;
    if (name !== last) pots += 1;
    last = name;
    return { seat, amount, after: RISE_MS + pots * NEXT_POT_MS };
  });
}
