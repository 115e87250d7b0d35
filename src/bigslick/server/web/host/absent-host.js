/** Taking over from an absent host, and asking for the role back. */

import { BOUNDS } from "../generated/bounds.js";
import { el, text } from "../shared/dom.js";
import { say } from "../shared/language.js";

/** @import { App } from "../app.js" */
/** @import { Hosted } from "./host.js" */

/** A line with a button, in a table's dock or a tournament's header, where it covers nothing. */
export class AbsentHost {
  /** @param {App} app @param {string} at @param {() => Hosted | null} hosted */
  constructor(app, at, hosted) {
    this.app = app;
    this.at = at;
    this.hosted = hosted;
    /** @type {Wire.HostNow | null} */
    this.now = null;
    this.words = el("span", {});
    this.button = el("button", { class: "primary small", type: "button", onclick: () => this.go() });
    this.root = el("div", { class: "stand-in", role: "status", hidden: true }, this.words, this.button);
    /** @type {"take_over" | "ask_back" | null} */
    this.offers = null;
    this.timer = 0;
  }

  /** @param {Wire.HostNow} now */
  become(now) {
    const before = this.now?.host;
    this.now = now;
    if (before !== undefined && before !== now.host && now.host) {
      const words =
        now.host === this.app.connection.player
          ? say("You are the host now.")
          : say("{host} is the host now.", { host: now.host });
      this.app.toast(words, "good");
      this.app.announce(words);
    }
    this.draw();
  }

  stop() {
    clearTimeout(this.timer);
  }

  /** When others may take over; null while the host is present. */
  get due() {
    const { away_since: since = null, door = null } = this.now ?? {};
    const most = this.hosted()?.paused ? BOUNDS.NewTable.take_over_ms.max : 0;
    const wait = door?.take_over_ms || most;
    return since !== null && wait ? since + wait : null;
  }

  draw() {
    clearTimeout(this.timer);
    const { now, due, app } = this;
    const wait = due === null ? 0 : due - app.connection.now();
    const plays = this.hosted()?.people.includes(app.connection.player ?? "") ?? false;
    this.offers = now?.asks_back && now.asked?.kind !== "host" ? "ask_back" : null;
    if (now && due !== null && plays && wait <= 0) this.offers = "take_over";
    const away = now && now.away_since !== null && !now.desk;
    this.root.hidden = !this.offers && !(away && plays);
    this.button.hidden = !this.offers;
    if (now) text(this.words, this.sentence(now));
    text(this.button, this.offers === "ask_back" ? say("Ask to be the host again") : say("Take over as host"));
    if (wait > 0) this.timer = setTimeout(() => this.draw(), wait);
  }

  /** @param {Wire.HostNow} now */
  sentence({ host }) {
    if (this.offers === "ask_back") return say("{host} took over while you were away.", { host });
    return this.offers
      ? say("{host}, the host, has been away for a while.", { host })
      : say("{host}, the host, is away.", { host });
  }

  go() {
    if (this.offers) this.app.command(this.offers, { at: this.at });
  }
}
