/** The broadcast as people at the table know it: that there is one, and whether their own cards are in it. */

import { el, text } from "../shared/dom.js";
import { say } from "../shared/language.js";
import { ownSeat } from "../table/reduce.js";

/** @import { App } from "../app.js" */
/** @import { Table } from "../table/reduce.js" */

/** The delay in whole minutes, rounded down: cards come no sooner. @param {Wire.BroadcastNow} now */
export const minutesOf = ({ delay_ms = 0 }) => Math.floor(delay_ms / 60_000);

/** A mark beside the table's name, and a question in the dock until the player has answered it. */
export class BroadcastLine {
  /** @param {App} app @param {string} table @param {() => Table | null} state */
  constructor(app, table, state) {
    this.app = app;
    this.table = table;
    this.state = state;
    /** @type {Wire.BroadcastNow | null} */
    this.now = null;
    this.mark = el("span", { class: "on-air", role: "img", hidden: true }, say("On air"));
    this.words = el("span", {});
    const answer = (/** @type {boolean} */ yes) => ({ type: "button", onclick: () => this.answer(yes) });
    this.root = el(
      "div",
      { class: "broadcast-line", role: "group", hidden: true, "aria-label": say("Broadcast") },
      this.words,
      el("button", { class: "secondary small", ...answer(false) }, say("Hide my cards")),
      el("button", { class: "primary small", ...answer(true) }, say("Show my cards")),
    );
  }

  /** @param {Wire.BroadcastNow} now */
  become(now) {
    const before = this.now;
    this.now = now;
    const minutes = minutesOf(now);
    if (now.on !== (before?.on ?? false)) {
      const words = now.on
        ? say("This table is broadcast, each hand at least {minutes} minutes after its end.", { minutes })
        : say("This table is no longer broadcast.");
      if (before || now.on) this.app.announce(words);
      this.app.toast(words, "good");
    }
    this.mark.hidden = !now.on;
    const late = say("This table is broadcast, each hand at least {minutes} minutes after its end.", { minutes });
    this.mark.title = late;
    this.mark.setAttribute("aria-label", late);
    this.draw();
  }

  /** Whether the player has a seat and has not answered. */
  get asks() {
    const state = this.state();
    const { on = false, agrees = null } = this.now ?? {};
    return on && agrees === null && state !== null && ownSeat(state) !== null && !state.closed;
  }

  draw() {
    const { asks, now, root } = this;
    if (asks && now && root.hidden) {
      const words = say(
        "May the broadcast show your hole cards, at least {minutes} minutes after each hand? Cards that you table are in it anyway.",
        { minutes: minutesOf(now) },
      );
      text(this.words, words);
      this.app.announce(words);
    }
    root.hidden = !asks;
  }

  /** The choice in the menu of the seat, to change the answer; null without a broadcast. @returns {[string, () => void] | null} */
  get choice() {
    if (!this.now?.on) return null;
    const yes = this.now.agrees !== true;
    return [
      yes ? say("Show my cards in the broadcast") : say("Hide my cards in the broadcast"),
      () => this.answer(yes),
    ];
  }

  /** @param {boolean} yes */
  async answer(yes) {
    const answer = await this.app.command("answer_broadcast", { table: this.table, yes });
    if (!answer || answer.type === "refused") return;
    const words = yes
      ? say("From the next hand on, the broadcast shows your cards.")
      : say("From the next hand on, the broadcast does not show your cards.");
    this.app.toast(words, "good");
    this.app.announce(words);
  }
}
