/** Taking over from an absent host, asking for the role back, and voting to resume a paused game. */

import { BOUNDS } from "../generated/bounds.js";
import { el, text } from "../shared/dom.js";
import { clockTime } from "../shared/format.js";
import { say } from "../shared/language.js";

/** @import { App } from "../app.js" */
/** @import { Hosted } from "./host.js" */

const OFFERS = {
  take_over: say("Take over as host"),
  ask_back: say("Ask to be the host again"),
  want_resume: say("Vote to resume"),
};

/** A line with a button, in a table's dock or a tournament's header, where it covers nothing. */
export class HostLine {
  /** @param {App} app @param {string} at @param {() => Hosted | null} hosted */
  constructor(app, at, hosted) {
    this.app = app;
    this.at = at;
    this.hosted = hosted;
    /** @type {Wire.HostNow | null} */
    this.now = null;
    this.words = el("span", {});
    this.button = el("button", { class: "primary small", type: "button", onclick: () => this.go() });
    this.root = el("div", { class: "host-line", role: "status", hidden: true }, this.words, this.button);
    /** @type {"take_over" | "ask_back" | "want_resume" | null} */
    this.offers = null;
    this.timer = 0;
  }

  /** @param {Wire.HostNow} now */
  become(now) {
    const before = this.now?.host;
    this.now = now;
    if (before !== undefined && before !== now.host && now.host) {
      const words =
        now.host === this.app.connection.nameAt(this.at)
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
    const me = app.connection.nameAt(this.at) ?? "";
    const plays = this.hosted()?.people.includes(me) ?? false;
    const guest = now && !now.desk && plays;
    const paused = guest && now.pause_ends !== null;
    this.offers = paused && !now.votes.includes(me) ? "want_resume" : null;
    if (now?.asks_back && now.asked?.kind !== "host") this.offers = "ask_back";
    if (now && due !== null && plays && wait <= 0) this.offers = "take_over";
    this.root.hidden = !this.offers && !paused && !(guest && now.away_since !== null);
    this.button.hidden = !this.offers;
    if (now) text(this.words, this.sentence(now));
    if (this.offers) text(this.button, OFFERS[this.offers]);
    if (wait > 0) this.timer = setTimeout(() => this.draw(), wait);
  }

  /** @param {Wire.HostNow} now */
  sentence({ host, pause_ends: ends, votes }) {
    if (this.offers === "ask_back") return say("{host} took over while you were away.", { host });
    if (this.offers === "take_over") return say("{host}, the host, has been away for a while.", { host });
    if (ends === null) return say("{host}, the host, is away.", { host });
    const time = clockTime(Date.now() + ends - this.app.connection.now());
    return votes.length
      ? say("Paused until {time} at the latest. Votes to resume: {votes}", { time, votes: votes.length })
      : say("Paused until {time} at the latest.", { time });
  }

  go() {
    if (this.offers) this.app.command(this.offers, { at: this.hosted()?.tournament || this.at });
  }
}
