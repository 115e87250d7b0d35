/** A screen for an address that has none. */

import { el } from "./dom.js";
import { say } from "./language.js";

/** What stands where nothing is, with the way back. @param {string} title @param {string} words */
export function nothing(title, words) {
  return el(
    "div",
    { class: "nothing" },
    el("h1", {}, title),
    el("p", { class: "lead" }, words),
    el("a", { class: "primary", href: "#/" }, say("Back to the lobby")),
  );
}

/** The screen. */
export class NothingScreen {
  constructor() {
    this.title = say("Nothing here");
    this.root = nothing(say("Nothing here"), say("This address leads nowhere. The tables are in the lobby."));
  }
}
