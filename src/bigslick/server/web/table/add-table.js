/** The ways to a further table on the same page: from the lobby, and from the tables themselves. */

import { api } from "../shared/api.js";
import { openDialog } from "../shared/dialogs.js";
import { attribute, el } from "../shared/dom.js";
import { short } from "../shared/format.js";
import { addressOf, openTables } from "./open-tables.js";
import { MOST_TABLES, TABLES_WORDS } from "./words-tables.js";

/** @import { App } from "../app.js" */

/** Open a table beside others, or say why not. @param {App} app @param {readonly string[]} open @param {string} table */
export function openBeside(app, open, table) {
  if (open.includes(table)) app.go(addressOf(open));
  else if (open.length >= MOST_TABLES) app.toast(TABLES_WORDS.tooMany, "bad");
  else app.go(addressOf([...open, table]));
}

/** Offer it on a card of the lobby, if a table is open that it could stand beside. @param {App} app @param {Element} card @param {Wire.TableCard} table */
export function offerBeside(app, card, { table, name }) {
  const open = openTables();
  const wanted = open.length > 0 && !open.includes(table);
  const there = card.querySelector(".open-beside");
  if (!wanted) there?.remove();
  if (!wanted || there) return;
  const button = el(
    "button",
    { class: "quiet small open-beside", type: "button", onclick: () => openBeside(app, openTables(), table) },
    TABLES_WORDS.beside,
  );
  attribute(button, "aria-label", TABLES_WORDS.besideSpoken(name));
  card.append(button);
}

/** Choose a table to open beside others. @param {App} app @param {readonly string[]} open */
export async function addTableDialog(app, open) {
  if (open.length >= MOST_TABLES) {
    app.toast(TABLES_WORDS.tooMany, "bad");
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
  const rows = others.map(({ table, name, small_blind, big_blind, taken, seats: count }) => {
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
        el("span", { class: "hint" }, `${short(small_blind)}/${short(big_blind)} · ${taken}/${count}`),
      ),
    );
  });
  const dialog = openDialog(
    TABLES_WORDS.add,
    el("p", { class: "lead" }, rows.length ? TABLES_WORDS.addHint : TABLES_WORDS.noOther),
    el("ul", { class: "add-list" }, ...rows),
  );
}

/**
 * Ask a player who has a seat at the table that is to be closed.
 * @param {string} name @param {() => unknown} leave @param {() => unknown} close
 */
export function closeTableDialog(name, leave, close) {
  const { closing } = TABLES_WORDS;
  const button = (/** @type {string} */ words, /** @type {string} */ kind, /** @type {() => unknown} */ run) => {
    const onclick = () => {
      dialog.close();
      run();
    };
    return el("button", { class: kind, type: "button", onclick }, words);
  };
  const dialog = openDialog(
    closing.title(name),
    el("p", { class: "lead" }, closing.words),
    button(closing.stay, "primary", () => {}),
    button(closing.leave, "secondary", leave),
    button(closing.close, "secondary", close),
  );
}
