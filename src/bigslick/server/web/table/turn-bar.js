/** A turn closes open dialogs. One with input in it stays, with a bar that leads to the table. */

import { el, text } from "../shared/dom.js";
import { say } from "../shared/language.js";

/** Whether closing it would lose input. @param {HTMLDialogElement} dialog */
const isFilledIn = (dialog) => dialog.querySelector("form, input, select, textarea") !== null;

/** @returns {NodeListOf<HTMLDialogElement>} */
const openDialogs = () => document.querySelectorAll("dialog[open]");

/** Add a bar to a dialog, unless it has one. @param {HTMLDialogElement} dialog @param {string} table @param {string} words @param {() => void} go */
function raiseBar(dialog, table, words, go) {
  if ([...dialog.querySelectorAll(".turn-bar-place")].some((bar) => bar.getAttribute("data-table") === table)) return;
  const onclick = () => {
    dialog.close();
    go();
  };
  const clock = el("span", { class: "turn-bar-clock", "aria-hidden": "true" });
  const back = el("button", { class: "turn-bar", type: "button", onclick }, words, clock);
  dialog.prepend(el("div", { class: "turn-bar-place", role: "alert", "data-table": table }, back));
}

/** Close or mark open dialogs for a turn at a table on the screen. */
export function riseAboveDialogs() {
  for (const dialog of openDialogs()) if (!isFilledIn(dialog)) dialog.close();
  markDialogs();
}

/** Mark open dialogs during such a turn, without closing any: you opened them yourself. */
export function markDialogs() {
  for (const dialog of openDialogs()) raiseBar(dialog, "", say("It’s your turn: back to the table"), () => {});
}

/** Write the time left into the bars of tables on the screen. @param {string} words */
export function tickBars(words) {
  for (const clock of document.querySelectorAll('.turn-bar-place[data-table=""] .turn-bar-clock')) text(clock, words);
}

/**
 * Mark open dialogs for a turn at a table elsewhere, without closing any.
 * @param {string} table @param {string} words @param {() => void} go
 */
export function tellInDialogs(table, words, go) {
  for (const dialog of openDialogs()) raiseBar(dialog, table, words, go);
}

/**
 * Remove the bars for a finished turn.
 * @param {string} [table] elsewhere; without it, the bars of tables on the screen
 */
export function lowerBars(table = "") {
  for (const bar of document.querySelectorAll(".turn-bar-place"))
    if (bar.getAttribute("data-table") === table) bar.remove();
}
