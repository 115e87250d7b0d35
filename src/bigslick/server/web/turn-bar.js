/** A turn rises above everything: a dialog without anything typed gives way, any other gets a bar that leads back. */

import { el } from "./dom.js";
import { ALERTS } from "./words.js";

/** Whether closing it would lose what the player typed or chose. @param {HTMLDialogElement} dialog */
const isFilledIn = (dialog) => dialog.querySelector("form, input, select, textarea") !== null;

/** Let the open dialogs yield to a turn. */
export function riseAboveDialogs() {
  for (const dialog of /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll("dialog[open]"))) {
    if (!isFilledIn(dialog)) dialog.close();
    else if (!dialog.querySelector(".turn-bar")) {
      const back = { class: "turn-bar", type: "button", onclick: () => dialog.close() };
      dialog.prepend(el("div", { class: "turn-bar-place", role: "alert" }, el("button", back, ALERTS.backToTable)));
    }
  }
}

/** The turn is over: the bars go. */
export function lowerBars() {
  for (const bar of document.querySelectorAll(".turn-bar-place")) bar.remove();
}
