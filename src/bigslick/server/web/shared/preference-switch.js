/** A switch for one of the player's settings. */

import { el } from "./dom.js";
import { prefer, preferences } from "./preferences.js";

/** @import { Preferences } from "./preferences.js" */

/** @typedef {{ [K in keyof Preferences]: Preferences[K] extends boolean ? K : never }[keyof Preferences]} Switch */

/** @param {Switch} name @param {string} words @param {string} hint */
export function preferenceSwitch(name, words, hint) {
  /** @type {HTMLInputElement} */
  const input = el("input", { type: "checkbox", name, onchange: () => prefer({ [name]: input.checked }) });
  input.checked = preferences()[name];
  return el("label", { class: "switch" }, input, el("span", {}, words, el("span", { class: "hint" }, hint)));
}
