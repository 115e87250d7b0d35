/** The deal at a tournament: a line that says how it is, and the dialog in which everybody answers. */

import { closingButton, openDialog } from "../shared/dialogs.js";
import { button, el, text } from "../shared/dom.js";
import { clockText } from "../shared/format.js";
import { say } from "../shared/language.js";
import { METHODS, remarks, sharesTable } from "./deal-shares.js";

/** @import { App } from "../app.js" */

/** The deal on the table. */
export class DealDesk {
  /** @param {App} app @param {string} tournament @param {() => boolean} comes whether the dialog opens by itself */
  constructor(app, tournament, comes) {
    this.app = app;
    this.tournament = tournament;
    this.comes = comes;
    this.words = el("span", {});
    this.see = button("primary small", () => this.open(), say("See the deal"));
    this.back = button("secondary small", () => this.answer(false), say("Take it back"));
    this.root = el(
      "div",
      { class: "host-line deal-line", role: "status", hidden: true },
      this.words,
      this.see,
      this.back,
    );
    /** @type {Wire.DealNow | null} */
    this.deal = null;
    this.body = el("div", { class: "deal-body" });
    this.left = el("span", { class: "deal-clock" });
    /** @type {HTMLDialogElement | null} */
    this.dialog = null;
    /** The number of the deal whose dialog has opened by itself. */
    this.shown = 0;
    this.timer = 0;
  }

  get me() {
    return this.app.connection.nameAt(this.tournament) ?? undefined;
  }

  /** @param {Wire.DealNow} deal */
  draw(deal) {
    this.deal = deal;
    const { state, by, number } = deal;
    const votes = state === "voting";
    const mine = deal.shares.find(({ player }) => player === this.me);
    this.root.hidden = !votes && state !== "proposed";
    this.see.hidden = !votes;
    this.back.hidden = votes || by !== this.me;
    clearInterval(this.timer);
    if (votes) this.timer = setInterval(() => this.tick(), 500);
    if (votes && mine && !mine.accepted && this.shown !== number && this.comes()) this.open();
    if (!votes) this.dialog?.close();
    if (this.dialog) this.fill(deal);
    this.tick();
  }

  tick() {
    if (!this.deal) return;
    const { by, until } = this.deal;
    const time = until === null ? "" : clockText(until - this.app.connection.now());
    text(
      this.words,
      time
        ? say("A deal is on the table: {time} to answer.", { time })
        : say("{player} proposes a deal. The hands in progress end first.", { player: by }),
    );
    text(this.left, time && say("{time} to answer; silence is a no.", { time }));
  }

  open() {
    const { deal } = this;
    if (!deal || this.dialog) return;
    this.shown = deal.number;
    this.dialog = openDialog(say("{player} proposes a deal", { player: deal.by }), this.body);
    this.dialog.classList.add("deal-dialog");
    this.dialog.addEventListener("close", () => {
      this.dialog = null;
    });
    this.fill(deal);
    this.tick();
    this.body.querySelector("button")?.focus();
  }

  /** @param {Wire.DealNow} deal */
  fill(deal) {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
    const mine = deal.shares.find(({ player }) => player === this.me);
    const missing = deal.shares.filter(({ accepted }) => !accepted).map(({ player }) => player);
    const waits = say("Yet to answer: {players}", { players: missing.join(", ") });
    const keyed = (/** @type {HTMLElement} */ one, /** @type {string} */ key) => {
      one.dataset.key = key;
      return one;
    };
    const no = deal.by === this.me ? say("Take it back") : say("Decline", {}, "a deal");
    const buttons = mine
      ? [
          !mine.accepted &&
            keyed(
              button("primary", () => this.answer(true), say("Accept", {}, "a deal")),
              "yes",
            ),
          keyed(
            button("secondary danger", () => this.answer(false), no),
            "no",
          ),
        ]
      : [closingButton(say("Close", {}, "a window"), "secondary")];
    this.body.replaceChildren(
      el("p", { class: "lead" }, [`${METHODS[deal.method]}.`, ...remarks(deal)].join(" ")),
      sharesTable(deal.shares, this.me),
      el("p", { class: "hint" }, waits),
      el("p", { class: "hint" }, this.left),
      el("div", { class: "form-foot" }, ...buttons.filter((one) => one instanceof Node)),
    );
    const again = focused && this.body.querySelector(`[data-key="${focused}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {boolean} yes */
  async answer(yes) {
    const { deal, tournament } = this;
    if (deal) await this.app.command("answer_deal", { tournament, deal: deal.number, yes });
  }

  leave() {
    clearInterval(this.timer);
    this.dialog?.close();
  }
}
