/** What you can pay for in a tournament now: an entry, a rebuy, the add-on; each with its price and one click. */

import { button, el, keyed, text } from "../shared/dom.js";
import { clockText } from "../shared/format.js";
import { say } from "../shared/language.js";

/** @import { App } from "../app.js" */

/** @typedef {Wire.ChipsOffered} Offer */

/** What an offer's button says. @param {Offer} offer @param {boolean} again whether you have entered before */
export function offerWords({ kind, cost, chips }, again) {
  if (kind === "rebuy") return say("Rebuy: {chips} chips for {cost}", { chips, cost });
  if (kind === "addon") return say("Add-on: {chips} chips for {cost}", { chips, cost });
  if (!cost) return again ? say("Enter again") : say("Enter", {}, "a tournament");
  return again ? say("Enter again for {cost}", { cost }) : say("Enter for {cost}", { cost });
}

/** Take an offer. @param {App} app @param {string} tournament @param {Offer} offer */
export async function takeOffer(app, tournament, { kind }) {
  if (kind === "entry") await app.command("register", { tournament });
  else await app.command("buy_chips", { tournament, kind });
  await app.refresh();
}

/** Decline what the others wait for. @param {App} app @param {string} tournament @param {Offer} offer */
export function decline(app, tournament, { kind }) {
  return kind === "entry" ? undefined : app.command("decline_chips", { tournament, kind });
}

/** The offers at a table, as lines in its dock. */
export class OfferLines {
  /** @param {App} app @param {string} tournament */
  constructor(app, tournament) {
    this.app = app;
    this.tournament = tournament;
    this.root = el("div", { class: "event-offers", role: "status", hidden: true });
    /** @type {readonly Offer[]} */
    this.offers = [];
    this.timer = 0;
  }

  /** @param {readonly Offer[]} offers @param {boolean} again */
  draw(offers, again) {
    const { app, tournament } = this;
    this.offers = offers;
    this.root.hidden = !offers.length;
    keyed(
      this.root,
      offers,
      (offer) => `${offer.kind} ${offer.cost} ${offer.waits} ${again}`,
      (offer) =>
        el(
          "div",
          { class: "host-line" },
          el("span", {}),
          button("primary small", () => takeOffer(app, tournament, offer), offerWords(offer, again)),
          offer.waits &&
            offer.kind !== "entry" &&
            button("quiet small", () => decline(app, tournament, offer), say("No, thanks")),
        ),
    );
    clearInterval(this.timer);
    if (offers.some(({ until }) => until)) this.timer = setInterval(() => this.tick(), 500);
    this.tick();
  }

  tick() {
    const now = this.app.connection.now();
    for (const [index, { until = null }] of this.offers.entries()) {
      const time = until === null ? "" : clockText(until - now);
      text(this.root.children[index]?.firstElementChild, time && say("{time} to decide.", { time }));
    }
  }

  leave() {
    clearInterval(this.timer);
  }
}
