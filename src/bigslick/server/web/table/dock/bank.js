/** Your time bank: always visible, and a button on your turn. */

import { el, text, toggle } from "../../shared/dom.js";
import { clockText } from "../../shared/format.js";
import { say } from "../../shared/language.js";
import { ownSeat } from "../reduce.js";
import { turnClock } from "../turn-clock.js";

/** @import { Table } from "../reduce.js" */

/** Shows how much time the bank has left. */
export class BankView {
  /** @param {(turn: Wire.Turn) => unknown} take */
  constructor(take) {
    this.left = el("b", { class: "bank-left" });
    this.word = el("span", { class: "bank-word" }, say("Time bank"));
    const given = {
      class: "bank",
      type: "button",
      hidden: true,
      "aria-keyshortcuts": "T",
      onclick: () => this.press(),
    };
    this.root = el("button", given, this.word, el("span", { class: "bank-short" }, say("Bank")), this.left);
    this.take = take;
    /** @type {Wire.Turn | null} your turn */
    this.turn = null;
    this.rest = 0;
    this.automatic = false;
    this.actionMs = 0;
  }

  /** @param {Table} state */
  draw(state) {
    const seat = ownSeat(state);
    const { turn } = state;
    this.turn = turn && turn.seat === state.you && !state.closed ? turn : null;
    this.rest = this.turn?.bank_ms ?? seat?.bank_ms ?? 0;
    this.automatic = state.spec.pace.bank === "automatic";
    this.actionMs = state.spec.pace.action_ms;
    this.root.hidden = !seat || state.spec.pace.bank_ms === 0;
  }

  /** @param {number} now the server's time */
  tick(now) {
    if (this.root.hidden) return;
    const { turn } = this;
    const over = turn ? Math.max(0, now - turn.deadline) : 0;
    const paying = turn?.takes_time || this.automatic;
    const left = Math.max(0, this.rest - (paying ? over : 0));
    const runs = turn !== null && (turn.takes_time || (this.automatic && over > 0));
    // On your turn it says what a press adds.
    const adds = turn !== null && !paying && left > 0;
    text(this.left, adds ? `+${clockText(left)}` : clockText(left));
    text(this.word, turn?.takes_time ? say("Taking time") : say("Time bank"));
    toggle(this.root, "running", runs);
    toggle(this.root, "urgent", adds && turnClock(turn, this.actionMs, now).late);
    /** @type {HTMLButtonElement} */ (this.root).disabled = !turn || turn.takes_time || left === 0;
  }

  press() {
    const { turn } = this;
    if (turn && !turn.takes_time && !(/** @type {HTMLButtonElement} */ (this.root).disabled)) this.take(turn);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key.toLowerCase() !== "t" || !this.turn || event.repeat) return false;
    this.press();
    return true;
  }
}
