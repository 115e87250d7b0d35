/** After a hand: show your cards, or rabbit hunt. */

import { el } from "../../shared/dom.js";
import { say } from "../../shared/language.js";
import { preferences } from "../../shared/preferences.js";
import { isViewer } from "../reduce.js";
import { cardWords } from "../words.js";
import { guardIn, wishBox } from "./click-guard.js";

/** @import { App } from "../../app.js" */
/** @import { Play, Table } from "../reduce.js" */

/** @typedef {{ words: string, spoken: string, run: () => unknown }} Choice */

/** The buttons between hands. */
export class Afterwards {
  /** @param {App} app @param {string} table */
  constructor(app, table) {
    this.app = app;
    this.table = table;
    this.root = el("div", { class: "afterwards", role: "group", "aria-label": say("After the hand"), hidden: true });
    this.key = "";
    this.guard = guardIn(this.root);
    /** @type {number | null} */
    this.nextHandAt = null;
    /** The last hand whose losing cards we showed automatically. */
    this.answered = 0;
  }

  /** The buttons go when the next hand comes: the server shows nothing of this one any more. @param {number} now the server's time */
  tick(now) {
    if (this.nextHandAt !== null && now >= this.nextHandAt) this.root.hidden = true;
  }

  /** @param {Table} state */
  draw(state) {
    this.nextHandAt = state.nextHandAt;
    const choices = this.choices(state);
    const key = `${state.play?.hand}:${choices.map(({ words }) => words).join("|")}`;
    this.root.hidden = choices.length === 0;
    if (key === this.key) return;
    this.key = key;
    const buttons = choices.map(({ words, spoken, run }) =>
      el("button", { class: "secondary small", type: "button", "aria-label": spoken, onclick: run }, words),
    );
    this.root.replaceChildren(...buttons);
    this.guard.begin();
    this.showLosingHand(state);
  }

  /** @param {Table} state @returns {Choice[]} */
  choices(state) {
    const { play, spec } = state;
    const seat = seatIn(state);
    if (!play?.over || play.voided || seat === null) return [];
    const { hand } = play;
    /** @type {Choice[]} */
    const found = [];
    const cards = hiddenCards(play, seat);
    const show = (/** @type {Wire.ShowCards["which"]} */ which) => () =>
      this.app.command("show_cards", { table: this.table, hand, which });
    for (const [index, card] of cards.entries()) {
      if (!card) continue;
      found.push({
        words: say("Show {cards}", { cards: cardWords([card], false) }),
        spoken: say("Show the {cards}", { cards: cardWords([card], true) }),
        run: show(index ? "second" : "first"),
      });
    }
    if (cards.every(Boolean) && cards.length === 2) {
      found.push({
        words: earnsBounty(state, cards, seat) ? say("Show 7-2 for the bounty") : say("Show both"),
        spoken: say("Show the {cards}", { cards: cardWords(cards, true) }),
        run: show("both"),
      });
    }
    if (spec.rabbit_hunt && play.board.length < 5 && !play.rabbit.length) {
      const run = () => this.app.command("hunt_rabbit", { table: this.table, hand });
      found.push({ words: say("Rabbit hunt"), spoken: say("Rabbit hunt: see the cards that would have come"), run });
    }
    return found;
  }

  /** Show a losing hand automatically for a player who does not muck. @param {Table} state */
  showLosingHand(state) {
    const { play } = state;
    const seat = seatIn(state);
    if (!play?.over || seat === null || !play.mucked[seat] || preferences().muckLosing) return;
    if (this.answered === play.hand) return;
    this.answered = play.hand;
    this.app.connection.command("show_cards", { table: this.table, hand: play.hand, which: "both" });
  }
}

/** The viewer's seat in this hand. @param {Table} state */
function seatIn(state) {
  const found = Object.entries(state.play?.players ?? {}).find(([, player]) => isViewer(state, player));
  return found ? Number(found[0]) : null;
}

/** Whether these cards won a pot at a table with a 7-2 bounty. @param {Table} state @param {string[]} cards @param {number} seat */
const earnsBounty = ({ play, spec }, cards, seat) =>
  spec.seven_deuce > 0 &&
  !play?.bountyPaid &&
  Boolean(play?.won[seat]) &&
  cards.some((card) => card.startsWith("7")) &&
  cards.some((card) => card.startsWith("2"));

/** The viewer's cards, "" for each that everyone has seen. @param {Play} play @param {number} seat */
function hiddenCards(play, seat) {
  if (play.shown[seat]) return [];
  return (play.cards[seat] ?? []).map((card, index) => (play.after[seat]?.[index] ? "" : card));
}

/**
 * The straddle checkbox.
 * @param {App} app @param {string} table
 */
export function straddleBox(app, table) {
  const wish = wishBox((on) => app.command("straddle", { table, on }));
  const root = el("label", { class: "plan straddle-plan", hidden: true }, wish.box, say("Straddle when I may"));
  return {
    root,
    /** @param {Table} state @param {boolean} deciding whether a decision needs the space */
    draw({ you, seats, spec, closed }, deciding) {
      const seat = you === null ? null : seats[you];
      root.hidden = !spec.straddle || !seat || closed !== "" || deciding;
      wish.draw(!root.hidden, Boolean(seat?.straddles));
    },
  };
}
