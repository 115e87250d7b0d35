/** The 404 screen. */

import { el, lead } from "./dom.js";
import { say } from "./language.js";

/** A message with a link to the lobby. @param {string} title @param {string} words */
export function notFound(title, words) {
  return el(
    "div",
    { class: "nothing" },
    el("h1", {}, title),
    lead(words),
    el("a", { class: "primary", href: "#/" }, say("Back to the lobby")),
  );
}

/** The screen for an unknown address. */
export class NotFoundScreen {
  constructor() {
    this.title = say("Nothing here");
    this.root = notFound(say("Nothing here"), say("This address leads nowhere. The tables are in the lobby."));
  }
}
