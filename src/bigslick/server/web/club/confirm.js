/** The dialog before something that cannot be undone. */

import { closingButton, openDialog } from "../shared/dialogs.js";
import { el, lead } from "../shared/dom.js";
import { say } from "../shared/language.js";

/** Confirm something that cannot be undone. @param {string} question @param {string} yes @param {() => unknown} run */
export function confirmDialog(question, yes, run) {
  const buttons = [closingButton(say("Cancel"), "secondary"), closingButton(yes, "primary", run)];
  openDialog(yes, lead(question), el("div", { class: "form-foot" }, ...buttons));
}
