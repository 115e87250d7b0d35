/** A table's tab: name, your cards, whose turn it is, the clock and the pot. */

import { cardPicture } from "../shared/cards.js";
import { attribute, el, text, toggle } from "../shared/dom.js";
import { short } from "../shared/format.js";
import { say } from "../shared/language.js";
import { amountText } from "./amounts.js";
import { isPlaying } from "./reduce.js";
import { secondsLeft } from "./turn-clock.js";
import { nameAt } from "./words.js";

/** @import { Table } from "./reduce.js" */

/** The button that brings a table to the front. */
export class TableTab {
  /** @param {number} number its key, from 1 @param {() => void} onclick */
  constructor(number, onclick) {
    this.name = el("span", { class: "tab-name" }, "…");
    this.turn = el("span", { class: "tab-turn" });
    this.clock = el("span", { class: "tab-clock" });
    this.pot = el("span", { class: "tab-pot" });
    this.potWord = el("span", { class: "unseen" }, say("Pot"));
    this.cards = el("span", { class: "tab-cards" });
    this.root = el(
      "button",
      { class: "table-tab", type: "button", onclick },
      this.name,
      el("span", { class: "tab-line" }, this.cards, this.potWord, this.pot),
      el("span", { class: "tab-line" }, this.turn, this.clock),
    );
    this.number(number);
  }

  /** @param {number} number its key, from 1 */
  number(number) {
    attribute(this.root, "aria-keyshortcuts", `Alt+${number}`);
  }

  /** @param {Table | null} state @param {number} now the server's time @param {boolean} front @param {boolean} waits */
  draw(state, now, front, waits) {
    attribute(this.root, "aria-current", front ? "true" : null);
    toggle(this.root, "waits", waits);
    toggle(this.root, "rings", waits && !front);
    if (!state) return;
    const { play, turn, you } = state;
    text(this.name, state.spec.name);
    text(this.turn, waits ? say("Your turn") : turnWords(state));
    text(this.clock, (turn && secondsLeft(turn, now)) || "");
    const pot = isPlaying(state) ? (play?.pot ?? 0) : 0;
    text(this.pot, pot ? amountText(state, pot, short) : "");
    this.potWord.hidden = !pot;
    const held = you === null || !play?.live[you] ? [] : (play.cards[you] ?? []).filter(Boolean);
    const key = held.join(" ");
    if (this.cards.dataset.cards === key) return;
    this.cards.dataset.cards = key;
    this.cards.replaceChildren(...held.map(cardPicture));
  }
}

/** @param {Table} state */
function turnWords(state) {
  if (state.closed || state.paused) return state.closed || state.paused;
  if (!isPlaying(state)) return say("Between hands");
  return state.turn ? say("{player} to act", { player: nameAt(state, state.turn.seat) }) : "";
}
