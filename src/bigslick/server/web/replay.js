/** A played hand, step by step: the same pictures as at the table, moved by hand. */

import { api } from "./api.js";
import { el, text } from "./dom.js";
import { icon, TableView } from "./draw.js";
import { noted } from "./noted.js";
import { blankTable, step } from "./reduce.js";
import { verify } from "./verify.js";
import { sentence } from "./words.js";

/** @typedef {import("./main.js").TheApp} App @typedef {import("./reduce.js").Table} Table */

const PLAY_MS = 900;
const SILENT = new Set(["hand_started", "hand_finished", "hand_ended", "turn", "commitment_made", "clock_changed"]);

/** One hand on the screen. */
export class ReplayScreen {
  /** @param {App} app @param {string} id */
  constructor(app, id) {
    this.app = app;
    this.id = id;
    this.title = `Hand ${id}`;
    this.view = new TableView();
    /** @type {Table[]} the table before the first step, and after each */
    this.states = [];
    /** @type {string[]} */
    this.lines = [];
    this.at = 0;
    /** @type {any} */
    this.timer = 0;
    const button = (/** @type {string} */ name, /** @type {string} */ words, /** @type {() => void} */ run) =>
      el("button", { class: "quiet round", type: "button", "aria-label": words, onclick: run }, icon(name));
    this.playButton = button("play", "Play", () => this.toggle());
    this.slider = el("input", {
      type: "range",
      class: "slider",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": "Step",
      oninput: () => this.show(Number(this.slider.value)),
    });
    this.line = el("p", { class: "replay-line" });
    this.log = el("ol", { class: "log", tabindex: 0, "aria-label": "Steps of the hand" });
    this.result = el("div", { class: "proof", role: "status" });
    this.verifyButton = el(
      "button",
      { class: "secondary small", type: "button", onclick: () => this.verify() },
      "Verify",
    );
    this.phh = el("a", { class: "secondary small", href: api.phhPath(id), download: `${id}.phh` }, "PHH");
    this.proofFile = el("a", { class: "secondary small", href: api.proofPath(id), download: `${id}.json` }, "Proof");
    this.dock = el(
      "div",
      { class: "dock replay-dock" },
      this.line,
      el(
        "div",
        { class: "replay-bar" },
        button("first", "First step", () => this.show(0)),
        button("prev", "Step back", () => this.show(this.at - 1)),
        this.playButton,
        button("next", "Step on", () => this.show(this.at + 1)),
        button("last", "Last step", () => this.show(this.states.length - 1)),
        this.slider,
      ),
    );
    this.root = el(
      "div",
      { class: "table-screen replay" },
      el("h1", { class: "unseen" }, `Hand ${id}`),
      this.view.root,
      this.dock,
      el(
        "aside",
        { class: "drawer open", "aria-label": "Steps and proof" },
        el("div", { class: "replay-tools" }, this.verifyButton, this.proofFile, this.phh),
        this.result,
        this.log,
      ),
    );
    this.name = el("span", { class: "where-name" }, `Hand ${id}`);
    this.where = [
      el(
        "a",
        {
          class: "quiet round",
          href: "#/",
          "aria-label": "Back",
          onclick: (/** @type {Event} */ event) => {
            if (history.length > 1) {
              event.preventDefault();
              history.back();
            }
          },
        },
        icon("back"),
      ),
      el("span", { class: "where-words" }, this.name),
    ];
  }

  async enter() {
    try {
      this.told = await api.hand(this.id);
    } catch (error) {
      this.root.replaceChildren(
        el(
          "div",
          { class: "nothing" },
          el("p", {}, /** @type {Error} */ (error).message),
          el("a", { class: "primary", href: "#/" }, "To the lobby"),
        ),
      );
      return;
    }
    const { events, you, table, spec } = this.told;
    const began = events[0];
    text(this.name, `${spec ? `${spec.name} · ` : ""}Hand ${began.hand}`);
    let state = step(blankTable(began, { table, you, spec }), began);
    this.states = [state];
    this.lines = [sentence(began, state)];
    for (const event of events.slice(1)) {
      state = step(state, event);
      const words = SILENT.has(event.type) ? "" : sentence(event, state);
      // What needs no words (the cards of others, the end) belongs to the step before it.
      if (words) {
        this.states.push(state);
        this.lines.push(words);
      } else this.states[this.states.length - 1] = state;
    }
    this.slider.max = String(this.states.length - 1);
    this.log.replaceChildren(
      ...this.lines.map((words, index) =>
        el("li", {}, el("button", { class: "step", type: "button", onclick: () => this.show(index) }, words)),
      ),
    );
    this.show(0);
  }

  leave() {
    clearInterval(this.timer);
  }

  /** @param {number} at */
  show(at) {
    if (!this.states.length) return;
    this.at = Math.max(0, Math.min(this.states.length - 1, at));
    this.view.draw(this.states[this.at]);
    this.slider.value = String(this.at);
    this.slider.style.setProperty("--share", String(this.at / Math.max(1, this.states.length - 1)));
    text(this.line, this.lines[this.at]);
    [...this.log.children].forEach((item, index) => {
      const one = /** @type {HTMLElement} */ (item.firstElementChild);
      if (index === this.at) one.setAttribute("aria-current", "step");
      else one.removeAttribute("aria-current");
    });
    const line = /** @type {HTMLElement} */ (this.log.children[this.at]);
    const up = line.offsetTop - this.log.offsetTop;
    if (up < this.log.scrollTop || up + line.offsetHeight > this.log.scrollTop + this.log.clientHeight)
      this.log.scrollTop = up - this.log.clientHeight / 3;
    this.app.announce(this.lines[this.at]);
    if (this.at === this.states.length - 1) this.stop();
  }

  toggle() {
    if (this.timer) return this.stop();
    if (this.at === this.states.length - 1) this.show(0);
    this.timer = setInterval(() => this.show(this.at + 1), PLAY_MS);
    this.playButton.replaceChildren(icon("pause"));
    this.playButton.setAttribute("aria-label", "Pause");
    return undefined;
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.playButton.replaceChildren(icon("play"));
    this.playButton.setAttribute("aria-label", "Play");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "ArrowRight") this.show(this.at + 1);
    else if (event.key === "ArrowLeft") this.show(this.at - 1);
    else if (event.key === "Home") this.show(0);
    else if (event.key === "End") this.show(this.states.length - 1);
    else if (event.key === " " && !(/** @type {Element} */ (event.target).closest("button, a"))) this.toggle();
    else return false;
    return true;
  }

  async verify() {
    this.verifyButton.disabled = true;
    try {
      const { fair, sentences } = await verify(await this.proof());
      this.result.replaceChildren(
        el("p", { class: `verdict ${fair ? "fair" : "unfair"}` }, fair ? "Verified" : "Not verified"),
        el("ul", {}, ...sentences.map((words) => el("li", {}, words))),
      );
      this.result.scrollIntoView({ block: "nearest" });
    } catch (error) {
      text(this.result, /** @type {Error} */ (error).message);
    } finally {
      this.verifyButton.disabled = false;
    }
  }

  /** The cards that we know, from the events, beside the openings that the server gives. */
  async proof() {
    const given = await api.proof(this.id);
    const end = this.states[this.states.length - 1];
    const play = /** @type {import("./reduce.js").Play} */ (end.play);
    const count = end.seats.length;
    const order = Array.from({ length: count }, (_, index) => (play.button + 1 + index) % count).filter(
      (seat) => play.players[seat] !== undefined,
    );
    return {
      root: given.root,
      promised: noted(this.id),
      openings: given.openings,
      order,
      cards: { ...play.cards, ...play.shown },
      board: play.board,
      burn: given.burn,
    };
  }
}
