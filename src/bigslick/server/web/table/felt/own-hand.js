/** The name of your hand under your cards, one for each board; the cards that make it light up on demand. */

import { attribute, el, keyed, text, toggle } from "../../shared/dom.js";
import { capitalised, say } from "../../shared/language.js";
import { ownHands } from "../words.js";

/** @import { Table } from "../reduce.js" */

/** How long the cards stay lit after a tap or the H key. */
const LIT_MS = 4_000;

/** The names, in the viewer's own seat. */
export class OwnHand {
  /** @param {HTMLElement} stage where the cards are */
  constructor(stage) {
    this.stage = stage;
    this.root = el("div", { class: "own-hand" });
    /** @type {string[][]} the cards of each named hand */
    this.cards = [];
    /** The board whose cards are lit; -1 for none. */
    this.lit = -1;
    this.timer = 0;
  }

  /** @param {Table} state @param {HTMLElement | undefined} seat the viewer's own */
  draw(state, seat) {
    if (seat && this.root.parentElement !== seat) seat.append(this.root);
    else if (!seat) this.root.remove();
    const hands = ownHands(state);
    this.cards = hands.map(({ cards }) => cards);
    keyed(
      this.root,
      hands,
      (_, board) => String(board),
      (_, board) => this.button(board),
      (button, { name }, board) => {
        const words =
          hands.length > 1 ? say("Board {board}: {made}", { board: board + 1, made: name }) : capitalised(name);
        text(button, words);
        attribute(button, "title", words);
      },
    );
    this.light(this.lit < hands.length ? this.lit : -1);
  }

  /** @param {number} board */
  button(board) {
    const button = el("button", { class: "hand-name", type: "button", onclick: () => this.flash(board) });
    const on = () => this.light(board);
    const off = () => this.light(-1);
    button.addEventListener("pointerenter", ({ pointerType }) => pointerType === "mouse" && on());
    button.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && off());
    button.addEventListener("focus", () => button.matches(":focus-visible") && on());
    button.addEventListener("blur", off);
    return button;
  }

  /** Light the cards for a moment. @param {number} [board] */
  flash(board = 0) {
    if (board >= this.cards.length) return;
    this.light(board);
    this.timer = setTimeout(() => this.light(-1), LIT_MS);
  }

  /** Light the cards of one hand, on its board and in the seat. @param {number} board -1 for none */
  light(board) {
    if (board < 0 || board !== this.lit) clearTimeout(this.timer);
    if (board < 0 && this.lit < 0) return;
    this.lit = board;
    toggle(this.stage, "lighting", board >= 0);
    const cards = this.cards[board] ?? [];
    const rows = [...this.stage.querySelectorAll(".board")];
    for (const card of this.stage.querySelectorAll(".board .card, .hero .hole .card")) {
      const row = card.closest(".board");
      const here = row === null || row === rows[board];
      toggle(card, "counts", here && cards.includes(card.getAttribute("data-card") ?? ""));
    }
  }
}
