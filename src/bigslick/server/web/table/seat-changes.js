/** Dialogs about other seats at a cash table: choose one for yourself; the host gives one to a player. */

import { choice, closingButton, form, openDialog, submitButton } from "../shared/dialogs.js";
import { el } from "../shared/dom.js";
import { say } from "../shared/language.js";
import { ownSeat } from "./reduce.js";

/** @import { App } from "../app.js" */
/** @import { HostCorner } from "../host/host.js" */
/** @import { Table } from "./reduce.js" */

const OWED = say("You move before the next hand. If that takes you away from the big blind, you owe one.");

/** The seats that a player can move to. @param {Table} state */
function freeSeats({ seats, held }) {
  const kept = [...held.map(({ seat }) => seat), ...seats.map((seat) => seat?.new_seat)];
  return seats.flatMap((seat, index) => (seat || kept.includes(index) ? [] : [index]));
}

/** @param {App} app @param {Table} state */
export function changeSeatDialog(app, state) {
  const { table } = state;
  const mine = ownSeat(state);
  const go = (/** @type {number | null} */ seat) => app.command("change_seat", { table, seat });
  const stay = mine?.new_seat !== null && closingButton(say("Keep my seat"), "secondary", () => go(null));
  const seats = freeSeats(state).map((seat) =>
    closingButton(say("Seat {seat}", { seat: seat + 1 }), "secondary", () => go(seat)),
  );
  const words = seats.length || stay ? OWED : say("No other seat is free.");
  return openDialog(say("Change seats"), el("p", { class: "lead" }, words), ...seats, stay);
}

/**
 * An open seat, for a player who has one: move there, or fill it.
 * @param {App} app @param {Table} state @param {number} seat @param {() => void} addBot
 */
export function openSeatDialog(app, state, seat, addBot) {
  const { table } = state;
  return openDialog(
    say("Seat {seat}", { seat: seat + 1 }),
    freeSeats(state).includes(seat) && el("p", { class: "lead" }, OWED),
    freeSeats(state).includes(seat) &&
      closingButton(say("Move here"), "secondary", () => app.command("change_seat", { table, seat })),
    closingButton(say("Add a house bot"), "secondary", addBot),
  );
}

/**
 * Give a player another seat, as the host.
 * @param {App} app @param {Table} state @param {string} player
 */
export function giveSeatDialog(app, state, player) {
  const from = state.seats.find((seat) => seat?.player === player);
  if (!from) return;
  const free = freeSeats(state);
  /** @type {[string, string][]} */
  const seats = state.seats.flatMap((there, index) => {
    const seat = index + 1;
    if (there === from) return from.new_seat === null ? [] : [[String(index), say("Seat {seat}: stay", { seat })]];
    if (there) return [[String(index), say("Seat {seat}: swap with {player}", { seat, player: there.player })]];
    return free.includes(index) ? [[String(index), say("Seat {seat}: free", { seat })]] : [];
  });
  const dialog = openDialog(
    say("Another seat for {player}", { player }),
    el("p", { class: "lead" }, say("They move before the next hand. Moving away from the big blind, they owe one.")),
    form([choice(say("Seat"), "seat", seats, String(free[0] ?? ""))], [submitButton(say("Move"))], async ({ seat }) => {
      const wish = { at: state.table, player, seat: Number(seat) };
      const answer = await app.connection.command("move_player", wish);
      if (answer.type === "refused") throw new Error(answer.sentence);
      dialog.close();
    }),
  );
}

/**
 * The host's menu on another player's seat.
 * @param {App} app @param {HostCorner} host @param {Table} state @param {Wire.SeatNow} seat
 * @param {() => unknown} about what everyone can open
 */
export function hostSeatDialog(app, host, state, { player, bot }, about) {
  const words = bot ? say("How {who} plays, a house bot", { who: player }) : say("Note on {who}", { who: player });
  openDialog(
    player,
    closingButton(words, "secondary", about),
    closingButton(say("Another seat"), "secondary", () => giveSeatDialog(app, state, player)),
    closingButton(say("Correct the chips"), "secondary", () => host.correct(player)),
  );
}
