/** A screen for an address that has none. */

import { el } from "./dom.js";
import { BACK_TO_LOBBY, NOTHING_HERE, NOTHING_HERE_MORE } from "./words-screens.js";

/** What stands where nothing is, with the way back. @param {string} title @param {string} words */
export function nothing(title, words) {
  return el(
    "div",
    { class: "nothing" },
    el("h1", {}, title),
    el("p", { class: "lead" }, words),
    el("a", { class: "primary", href: "#/" }, BACK_TO_LOBBY),
  );
}

/** The screen. */
export class NothingScreen {
  constructor() {
    this.title = NOTHING_HERE;
    this.root = nothing(NOTHING_HERE, NOTHING_HERE_MORE);
  }
}
