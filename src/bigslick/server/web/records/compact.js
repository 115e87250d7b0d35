/** A compact table for the hand widget: the board above, one line per player below. */

import { cardPicture } from "../shared/cards.js";
import { el, keyed, text, toggle } from "../shared/dom.js";
import { short } from "../shared/format.js";
import { say } from "../shared/language.js";
import { amountText } from "../table/amounts.js";
import { actionWords } from "../table/felt/seat.js";

/** @import { Table } from "../table/reduce.js" */

/** Draws the same as `TableView`, without an oval. */
export class CompactView {
  constructor() {
    this.pot = el("p", { class: "compact-pot" });
    this.boards = el("div", { class: "compact-boards" });
    this.seats = el("ul", { "aria-label": say("Players") });
    this.root = el(
      "div",
      { class: "compact" },
      el("div", { class: "compact-centre" }, this.boards, this.pot),
      this.seats,
    );
  }

  /** @param {Table} state */
  draw(state) {
    const { play } = state;
    text(this.pot, play?.pot ? say("Pot {pot}", { pot: amountText(state, play.pot) }) : "");
    const boards = play ? [play.board, ...play.further] : [[]];
    keyed(
      this.boards,
      boards,
      (_, index) => `board-${index}`,
      (_, index) =>
        el("div", {
          class: "compact-board",
          role: "group",
          "aria-label": boards.length > 1 ? say("Board {board}", { board: index + 1 }) : say("Board"),
        }),
      drawCards,
    );
    const taken = state.seats.filter((seat) => seat !== null);
    keyed(
      this.seats,
      taken,
      ({ seat }) => `seat-${seat}`,
      newLine,
      (line, seat) => drawLine(line, seat, state),
    );
  }
}

/** @param {Element} row @param {readonly string[]} cards */
function drawCards(row, cards) {
  keyed(row, cards, (card, index) => `${index}${card}`, cardPicture);
}

function newLine() {
  const parts = ["button", "name", "cards", "last-action", "stack"].map((part) =>
    el("span", { class: `compact-${part}` }),
  );
  return el("li", { class: "compact-seat" }, ...parts);
}

/** @param {Element} line @param {Wire.SeatNow} taken @param {Table} state */
function drawLine(line, taken, state) {
  const [button, name, cards, last, stack] = line.children;
  const { seat } = taken;
  const { play } = state;
  const live = Boolean(play?.live[seat]);
  const won = play?.won[seat] ?? 0;
  const faces = play?.shown[seat] ?? play?.cards[seat] ?? [];
  const done = play && !play.over ? play.lastActions[seat] : undefined;
  toggle(line, "out", play && !live);
  toggle(line, "won", won);
  const isButton = play?.button === seat;
  text(button, isButton ? "D" : "");
  if (isButton) button.setAttribute("title", say("The button"));
  else button.removeAttribute("title");
  text(name, taken.player);
  drawCards(cards, live && !play?.mucked[seat] ? faces : faces.every(Boolean) ? faces : []);
  text(last, won ? `+${amountText(state, won)}` : done ? actionWords(state, done) : "");
  text(stack, amountText(state, taken.stack ?? 0, short));
}
