/** Dialogs for a cash table: take a seat, top up, leave, add or remove house bots. */

import { shortDialog, shortWords } from "../account/refill.js";
import { api } from "../shared/api.js";
import { amountField, choice, closingButton, form, openDialog, submitButton } from "../shared/dialogs.js";
import { el } from "../shared/dom.js";
import { blindWords, worth } from "../shared/format.js";
import { say, translate } from "../shared/language.js";
import { newPromise } from "../shared/seeds.js";
import { sevenDeuceWords } from "./change-words.js";
import { ownSeat } from "./reduce.js";

/** @import { App } from "../app.js" */
/** @import { Table } from "./reduce.js" */
/** @import { Answer } from "../shared/socket.js" */

/** @type {[string, string][]} */
const WAYS_IN = [
  ["wait", say("Wait for the big blind")],
  ["post", say("Post a blind and play now")],
];

const FAIRNESS = say(
  "For each hand your browser adds a secret number to the shuffle, so that no one can choose the cards.",
);

/** @param {Answer} answer */
function accepted(answer) {
  if (answer.type === "refused") throw new Error(answer.sentence);
}

/** @param {App} app @param {Wire.Me} me @param {Table} state @param {number | null} seat null for any */
export function sitDialog(app, me, state, seat) {
  const { table, spec, buyIn, level } = state;
  if (!buyIn) return;
  const { usual } = buyIn;
  const least = Math.max(buyIn.least, state.leftWith);
  if (me.balance < least) {
    shortDialog(app, shortWords(least, me, spec.chip_value), (richer) => sitDialog(app, richer, state, seat));
    return;
  }
  const most = Math.max(least, Math.min(buyIn.most, me.balance)); // above the most only with what one left with
  const unit = (/** @type {number} */ amount) =>
    say("{blinds, plural, one {# big blind} other {# big blinds}}", { blinds: Math.round(amount / level.big) });
  const start = Math.max(least, Math.min(usual, most));
  const value = spec.chip_value;
  const back = say("You left with {chips}: you bring at least that back.", { chips: worth(state.leftWith, value) });
  const fields = [
    state.leftWith > 0 && el("p", { class: "hint" }, back),
    spec.seven_deuce > 0 && el("p", { class: "hint" }, sevenDeuceWords(spec.seven_deuce)),
    amountField({ label: say("Buy-in"), name: "chips", least, most, start, step: level.big, value, unit }),
    ...(spec.dead_blind_rule === "choice" ? [choice(say("Coming in"), "missed_blinds", WAYS_IN)] : []),
    el("p", { class: "hint" }, FAIRNESS),
  ];
  const lead = say("{table} · {stakes}. You have {balance}.", {
    table: spec.name,
    stakes: blindWords(level.small, level.big, 0, value),
    balance: worth(me.balance, value),
  });
  const dialog = openDialog(
    seat === null ? say("Take a seat") : say("Seat {seat}", { seat: seat + 1 }),
    el("p", { class: "lead" }, lead),
    form(fields, [submitButton(say("Sit down"))], async (values) => {
      const missed_blinds = /** @type {Wire.Sit["missed_blinds"]} */ (values.missed_blinds ?? null);
      const wish = { table, seat, chips: Number(values.chips), missed_blinds, promise: newPromise() };
      accepted(await app.connection.command("sit", wish));
      dialog.close();
      app.refresh();
    }),
  );
}

/** @param {App} app @param {Wire.Me} me @param {Table} state */
export function topUpDialog(app, me, state) {
  const limits = ownSeat(state)?.top_up;
  if (!limits) {
    app.toast(say("Your stack is already at the maximum."), "bad");
    return;
  }
  const [least, limit] = limits;
  const most = Math.min(limit, me.balance);
  if (most < least) {
    shortDialog(
      app,
      say("You need at least {least}. You have {balance}.", {
        least: worth(least, state.spec.chip_value),
        balance: worth(me.balance, state.spec.chip_value),
      }),
      (richer) => topUpDialog(app, richer, state),
    );
    return;
  }
  const value = state.spec.chip_value;
  const amount = amountField({ label: say("Chips"), name: "chips", least, most, start: most, step: 1, value });
  const dialog = openDialog(
    say("Top up", {}, "buy more chips"),
    form([amount], [submitButton(say("Buy", {}, "chips"))], async (values) => {
      accepted(await app.connection.command("top_up", { table: state.table, chips: Number(values.chips) }));
      dialog.close();
      app.refresh();
    }),
  );
}

/**
 * Your seat's menu.
 * @param {Wire.SeatNow} seat @param {[words: string, run: () => unknown][]} choices
 */
export function seatDialog(seat, choices) {
  return openDialog(
    say("Your seat"),
    el("p", { class: "lead" }, say("Seat {seat}", { seat: seat.seat + 1 })),
    ...choices.map(([words, run]) => closingButton(words, "secondary", run)),
  );
}

/** Ask before leaving in the middle of a hand. @param {() => unknown} go */
export function leaveDialog(go) {
  const words = say(
    "You are in this hand. You check or fold when it is your turn, and leave when it is over. You can take it back until then.",
  );
  return openDialog(
    say("Leave after this hand?"),
    el("p", { class: "lead" }, words),
    closingButton(say("Stay", {}, "at the table"), "primary"),
    closingButton(say("Leave after this hand"), "secondary", go),
  );
}

/** Add a house bot, or remove one. @param {App} app @param {Table} state @param {number | null} seat null for any */
export async function botDialog(app, { table, seats }, seat) {
  const { styles, usual } = await api.bots();
  const bots = seats.filter((one) => one !== null).filter((one) => one.bot);
  /** @type {[string, string][]} */
  const choices = styles.map(({ style, about }) => [style, `${style}: ${translate(about)}`]);
  const add = form(
    [choice(say("Style", {}, "of a bot"), "style", choices, usual[0])],
    [submitButton(say("Add", {}, "a bot"))],
    async ({ style }) => {
      accepted(await app.connection.command("add_bot", { table, style, seat }));
      dialog.close();
    },
  );
  const rows = bots.map((bot) => {
    const onclick = async () => {
      await app.command("remove_bot", { table, seat: bot.seat });
      dialog.close();
    };
    const remove = el("button", { class: "secondary small", type: "button", onclick }, say("Remove"));
    return el("li", {}, el("span", {}, bot.player), remove);
  });
  const dialog = openDialog(
    say("House bots"),
    seats.includes(null) && add,
    rows.length > 0 && el("ul", { class: "bot-list" }, ...rows),
  );
}
