/** The button to skip ahead, which takes everyone's agreement. */

import { el, text, toggle } from "../../shared/dom.js";
import { say } from "../../shared/language.js";
import { isViewer } from "../reduce.js";
import { ClickGuard } from "./click-guard.js";

/** @import { Table } from "../reduce.js" */

/** Longer than a double click takes. */
const GUARD_MS = 500;

/** Whether no one has a decision to make. @param {Table} state */
function isWaiting({ play, turn, closed, paused, nextHandAt, spec }) {
  if (!play || turn || closed) return false;
  if (!play.over) return Object.keys(play.tabled).length > 0;
  return nextHandAt !== null && !spec.tournament && !paused;
}

/** The button and its count. */
export class SkipView {
  /** @param {(hand: number) => unknown} skip */
  constructor(skip) {
    const onclick = () => {
      if (this.hand && !this.guard.active) skip(this.hand);
    };
    this.word = el("span", {}, say("Skip ahead"));
    this.count = el("span", { class: "skip-count" });
    this.root = el(
      "button",
      { class: "secondary small skip-ahead", type: "button", hidden: true, onclick },
      this.word,
      this.count,
    );
    this.guard = new ClickGuard(() => toggle(this.root, "fresh", this.guard.active), GUARD_MS);
    /** @type {Wire.SkipAgreed | null} */
    this.agreed = null;
    this.hand = 0;
  }

  /** @param {Wire.SkipAgreed} message @param {Table} state */
  heard(message, state) {
    this.agreed = message;
    this.draw(state);
  }

  /** @param {Table} state */
  draw(state) {
    const { play, you } = state;
    this.hand = play?.hand ?? 0;
    const seat =
      you ?? Number(Object.keys(play?.players ?? {}).find((at) => isViewer(state, play?.players[Number(at)])) ?? -1);
    const dealtIn = isViewer(state, play?.players[seat]);
    const away = state.seats[seat]?.sitting_out && state.seats[seat]?.stack;
    this.root.hidden = !isWaiting(state) || !dealtIn || Boolean(away);
    this.guard.show(this.root.hidden ? "" : "skip");
    if (this.root.hidden) return;
    const heard = this.agreed?.hand === this.hand ? this.agreed : null;
    const seats = heard ? heard.seats : state.skips;
    text(
      this.count,
      seats.length
        ? heard
          ? say("{agreed} of {asked} agree", { agreed: seats.length, asked: heard.asked })
          : say("{agreed} agreed", { agreed: seats.length })
        : "",
    );
    /** @type {HTMLButtonElement} */ (this.root).disabled = seats.includes(seat);
  }
}
