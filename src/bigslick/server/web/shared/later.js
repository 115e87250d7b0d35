/** Rare screens and dialogs, which the page loads after the lobby and the tables. */

import { button, el, lead } from "./dom.js";
import { say } from "./language.js";
import { toast } from "./toasts.js";

const FAILED = () => say("This part of the page could not be loaded. Check your connection and try again.");

/** How often something was asked for: only the last is opened. */
let asked = 0;

/**
 * Open a dialog whose module may have to be loaded first; a toast says if it cannot.
 * @template T
 * @param {Promise<T>} loading @param {(module: T) => unknown} open
 */
export async function whenLoaded(loading, open) {
  asked += 1;
  const own = asked;
  const module = await loading.catch(() => null);
  if (own !== asked) return;
  if (module) await open(module);
  else toast(FAILED(), "bad");
}

/** In place of a screen that cannot be loaded. */
export class NotLoadedScreen {
  constructor() {
    this.title = say("Not loaded");
    // Loading the page again also helps when the room has been updated and the old files are gone.
    const again = button("primary", () => location.reload(), say("Try again"));
    this.root = el("div", { class: "nothing" }, el("h1", {}, this.title), lead(FAILED()), again);
  }
}
