/** Opens another table beside the ones on the page, from the lobby or from a table; also closes one. */

import { api } from "../shared/api.js";
import { closingButton, openDialog } from "../shared/dialogs.js";
import { attribute, el } from "../shared/dom.js";
import { stakesWords } from "../shared/format.js";
import { say } from "../shared/language.js";
import { addressOf, MOST_TABLES, openTables } from "./open-tables.js";

/** @import { App } from "../app.js" */

/** Open a table beside others, or say why not. @param {App} app @param {readonly string[]} open @param {string} table */
export function openBeside(app, open, table) {
  if (open.includes(table)) app.go(addressOf(open));
  else if (open.length >= MOST_TABLES) app.toast(say("Four tables fit on one page. Close one to open another."), "bad");
  else app.go(addressOf([...open, table]));
}

/** Add "Open beside" to a lobby card while other tables are open. @param {App} app @param {Element} card @param {Wire.TableCard} table */
export function offerBeside(app, card, { table, name }) {
  const open = openTables();
  const wanted = open.length > 0 && !open.includes(table);
  const there = card.querySelector(".open-beside");
  if (!wanted) there?.remove();
  if (!wanted || there) return;
  const button = el(
    "button",
    { class: "quiet small open-beside", type: "button", onclick: () => openBeside(app, openTables(), table) },
    say("Open beside"),
  );
  attribute(button, "aria-label", say("Open {table} beside the tables you have open", { table: name }));
  card.append(button);
}

/** Choose a table to open beside others. @param {App} app @param {readonly string[]} open */
export async function addTableDialog(app, open) {
  if (open.length >= MOST_TABLES) {
    app.toast(say("Four tables fit on one page. Close one to open another."), "bad");
    return;
  }
  /** @type {Wire.Lobby} */
  let lobby;
  try {
    lobby = await api.lobby();
  } catch (error) {
    app.toast(/** @type {Error} */ (error).message, "bad");
    return;
  }
  const seats = new Set(app.me?.sitting.map(({ table }) => table));
  const others = lobby.tables
    .filter(({ table }) => !open.includes(table))
    .toSorted((a, b) => Number(seats.has(b.table)) - Number(seats.has(a.table)) || b.people - a.people);
  const rows = others.map(({ table, name, small_blind, big_blind, chip_value: value, taken, seats: count }) => {
    const onclick = () => {
      dialog.close();
      openBeside(app, open, table);
    };
    return el(
      "li",
      {},
      el(
        "button",
        { class: "secondary add-row", type: "button", onclick },
        el("span", { class: "add-name" }, name),
        el("span", { class: "hint" }, `${stakesWords(small_blind, big_blind, 0, value)} · ${taken}/${count}`),
      ),
    );
  });
  const dialog = openDialog(
    say("Add a table"),
    el(
      "p",
      { class: "lead" },
      rows.length ? say("It opens beside the ones you have.") : say("No other table is open. Open one in the lobby."),
    ),
    el("ul", { class: "add-list" }, ...rows),
  );
}

/**
 * Ask a seated player before closing a table.
 * @param {string} name @param {() => unknown} leave @param {() => unknown} close
 */
export function closeTableDialog(name, leave, close) {
  openDialog(
    say("Close {table}?", { table: name }),
    el(
      "p",
      { class: "lead" },
      say(
        "You have a seat here. If you close the table and keep the seat, your hands are folded when your time is up.",
      ),
    ),
    closingButton(say("Keep it open"), "primary"),
    closingButton(say("Give up the seat and close"), "secondary", leave),
    closingButton(say("Keep the seat and close"), "secondary", close),
  );
}
