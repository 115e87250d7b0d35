/** A turn rises above everything: a dialog without anything typed gives way, any other gets a bar that leads back. */

import { el } from "../shared/dom.js";
import { say } from "../shared/language.js";

/** Whether closing it would lose what the player typed or chose. @param {HTMLDialogElement} dialog */
const isFilledIn = (dialog) => dialog.querySelector("form, input, select, textarea") !== null;

/** @returns {NodeListOf<HTMLDialogElement>} */
const openDialogs = () => document.querySelectorAll("dialog[open]");

/** Put a bar into a dialog, unless it is there. @param {HTMLDialogElement} dialog @param {string} table @param {string} words @param {() => void} go */
function raiseBar(dialog, table, words, go) {
  if ([...dialog.querySelectorAll(".turn-bar-place")].some((bar) => bar.getAttribute("data-table") === table)) return;
  const onclick = () => {
    dialog.close();
    go();
  };
  const back = el("button", { class: "turn-bar", type: "button", onclick }, words);
  dialog.prepend(el("div", { class: "turn-bar-place", role: "alert", "data-table": table }, back));
}

/** Let the open dialogs yield to a turn at a table on the screen. */
export function riseAboveDialogs() {
  for (const dialog of openDialogs()) {
    if (isFilledIn(dialog)) raiseBar(dialog, "", say("It’s your turn: back to the table"), () => {});
    else dialog.close();
  }
}

/** Let the open dialogs tell of a turn at a table elsewhere; none is taken away. @param {string} table @param {string} words @param {() => void} go */
export function tellInDialogs(table, words, go) {
  for (const dialog of openDialogs()) raiseBar(dialog, table, words, go);
}

/** The turn is over: its bars go. @param {string} [table] elsewhere; otherwise those of the tables on the screen */
export function lowerBars(table = "") {
  for (const bar of document.querySelectorAll(".turn-bar-place"))
    if (bar.getAttribute("data-table") === table) bar.remove();
}
