/** One click from the lobby to a hand: an account, a table with bots and an open seat, dealt in right away. */

import { shortDialog, shortWords } from "../account/refill.js";
import { api } from "../shared/api.js";
import { say } from "../shared/language.js";
import { newPromise } from "../shared/seeds.js";

/** @import { App } from "../app.js" */

const BIG_BLINDS = 100;
const MOST_TRIED = 3;
const NEW_TABLE = { seats: 6, small_blind: 5, big_blind: 10, bots: 4 };

/** @param {Wire.TableCard} table */
const buyIn = ({ buy_in: [least, most], big_blind }) => Math.max(least, Math.min(most, BIG_BLINDS * big_blind));

/**
 * Tables where a newcomer can play right away, best first: more people, then lower stakes.
 * @param {Wire.Lobby} lobby
 */
function candidates(lobby) {
  return lobby.tables
    .filter((table) => !table.paused && table.limit === "none" && table.taken < table.seats)
    .filter((table) => table.taken > table.people && table.dead_blind_rule !== "wait")
    .toSorted((a, b) => b.people - a.people || a.big_blind - b.big_blind);
}

/** @param {App} app @param {string} table @param {number} chips @returns {Promise<boolean>} */
async function sit(app, table, chips) {
  const wish = { table, seat: null, chips, missed_blinds: /** @type {const} */ ("post"), promise: newPromise() };
  return (await app.connection.command("sit", wish)).type === "done";
}

/** Open a new table with bots. @param {App} app @param {Wire.Me} me */
async function openOwn(app, me) {
  const { usual } = await api.bots();
  const { bots, ...table } = NEW_TABLE;
  const styles = Array.from({ length: bots }, (_, index) => usual[index % usual.length]);
  const opened = await api.openTable({
    ...table,
    name: `${say("Warm-up")}: ${me.player}`,
    dead_blind_rule: "post",
    bots: /** @type {Wire.NewTable["bots"]} */ (styles),
  });
  return (await sit(app, opened.table, Math.min(buyIn(opened), me.balance))) ? opened.table : null;
}

/** Find the player a seat, or show why there is none. @param {App} app */
export async function playNow(app) {
  try {
    if (!app.me) {
      await api.guest({});
      await app.signedIn();
    }
    const { me } = app;
    if (!me) return;
    if (me.sitting.length) {
      app.go(`#/table/${encodeURIComponent(me.sitting[0].table)}`);
      return;
    }
    const open = candidates(await api.lobby());
    const affordable = open.filter((table) => table.buy_in[0] <= me.balance);
    let found = null;
    for (const table of affordable.slice(0, MOST_TRIED)) {
      if (!(await sit(app, table.table, Math.min(buyIn(table), me.balance)))) continue;
      found = table.table;
      break;
    }
    const least = NEW_TABLE.big_blind * BIG_BLINDS;
    if (!found && me.balance < least / 5) {
      shortDialog(app, shortWords(open[0]?.buy_in[0] ?? least, me, open[0]?.chip_value), () => playNow(app));
      return;
    }
    found ??= await openOwn(app, me);
    if (!found) throw new Error(say("No seat could be found for you. Pick a table below."));
    await app.refresh();
    app.go(`#/table/${encodeURIComponent(found)}`);
  } catch (error) {
    app.toast(/** @type {Error} */ (error).message, "bad");
  }
}
