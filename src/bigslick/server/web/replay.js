/** A played hand, step by step: the same pictures as at the table, moved by hand. */

import { api } from "./api.js";
import { el, text } from "./dom.js";
import { TableView } from "./draw.js";
import { icon } from "./icon.js";
import { forReplay, step } from "./reduce.js";
import { noteOf } from "./seeds.js";
import { verify } from "./verify.js";
import { sentence } from "./words.js";

/** @import { App } from "./app.js" */
/** @import { Table } from "./reduce.js" */
/** @import { Evidence } from "./verify.js" */

/** @typedef {{ state: Table, words: string }} Step the table after something that is worth a sentence */

const PLAY_MS = 900;
/** The formats of hand histories: what people call them, their names in the API, and how a file ends. */
const HISTORIES = [
  ["PHH", "phh", ".phh"],
  ["PokerStars", "pokerstars", ".txt"],
  ["OHH", "ohh", ".ohh"],
];

/** One hand on the screen. */
export class ReplayScreen {
  /** @param {App} app @param {string} id */
  constructor(app, id) {
    this.app = app;
    this.id = id;
    this.title = `Hand ${id}`;
    this.view = new TableView();
    /** @type {Step[]} */
    this.steps = [];
    this.at = 0;
    this.timer = 0;
    this.playButton = iconButton("play", "Play", () => this.toggle());
    const sliding = { type: "range", class: "slider", min: 0, max: 0, value: 0, "aria-label": "Step" };
    /** @type {HTMLInputElement} */
    this.slider = el("input", { ...sliding, oninput: () => this.show(Number(this.slider.value)) });
    this.line = el("p", { class: "replay-line" });
    this.log = el("ol", { class: "log", tabindex: 0, "aria-label": "Steps of the hand" });
    this.result = el("div", { class: "proof", role: "status" });
    const tool = { class: "secondary small" };
    this.verifyButton = el("button", { ...tool, type: "button", onclick: () => this.verify() }, "Verify");
    const bar = el(
      "div",
      { class: "replay-bar" },
      iconButton("first", "First step", () => this.show(0)),
      iconButton("prev", "Step back", () => this.show(this.at - 1)),
      this.playButton,
      iconButton("next", "Step on", () => this.show(this.at + 1)),
      iconButton("last", "Last step", () => this.show(this.last)),
      this.slider,
    );
    const tools = el(
      "div",
      { class: "replay-tools" },
      this.verifyButton,
      el("a", { ...tool, href: api.proofPath(id), download: `${id}.json` }, "Proof"),
      noteOf(id) && el("a", { ...tool, href: notePath(id), download: `${id}-note.json` }, "Note"),
      ...HISTORIES.map(([words, format, suffix]) =>
        el("a", { ...tool, href: api.historyPath(id, format), download: `${id}${suffix}` }, words),
      ),
    );
    this.root = el(
      "div",
      { class: "table-screen replay" },
      el("h1", { class: "unseen" }, `Hand ${id}`),
      this.view.root,
      el("div", { class: "dock replay-dock" }, this.line, bar),
      el("aside", { class: "drawer open", "aria-label": "Steps and proof" }, tools, this.result, this.log),
    );
    this.name = el("span", { class: "where-name" }, `Hand ${id}`);
    const back = { class: "quiet round", href: "#/", "aria-label": "Back", onclick: goBack };
    this.where = [el("a", back, icon("back")), el("span", { class: "where-words" }, this.name)];
  }

  async enter() {
    /** @type {Wire.HandReplay} */
    let told;
    try {
      told = await api.hand(this.id);
    } catch (error) {
      const words = el("p", {}, /** @type {Error} */ (error).message);
      const back = el("a", { class: "primary", href: "#/" }, "Back to the lobby");
      this.root.replaceChildren(el("div", { class: "nothing" }, words, back));
      return;
    }
    this.steps = stepsOf(told);
    text(this.name, [told.spec?.name, `Hand ${this.steps[0].state.play?.hand}`].filter(Boolean).join(" · "));
    this.slider.max = String(this.last);
    const lines = this.steps.map(({ words }, index) =>
      el("li", {}, el("button", { class: "step", type: "button", onclick: () => this.show(index) }, words)),
    );
    this.log.replaceChildren(...lines);
    this.show(0);
  }

  leave() {
    clearInterval(this.timer);
  }

  get last() {
    return this.steps.length - 1;
  }

  /** @param {number} at */
  show(at) {
    if (!this.steps.length) return;
    this.at = Math.max(0, Math.min(this.last, at));
    const { state, words } = this.steps[this.at];
    this.view.draw(state);
    this.slider.value = String(this.at);
    this.slider.style.setProperty("--share", String(this.at / Math.max(1, this.last)));
    text(this.line, words);
    this.log.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const line = this.log.children[this.at];
    line.firstElementChild?.setAttribute("aria-current", "step");
    if (line instanceof HTMLElement) this.reveal(line);
    this.app.announce(words);
    if (this.at === this.last) this.stop();
  }

  /** Scroll the log, and nothing else, until a line is in sight. @param {HTMLElement} line */
  reveal(line) {
    const { log } = this;
    const up = line.offsetTop - log.offsetTop;
    const seen = up >= log.scrollTop && up + line.offsetHeight <= log.scrollTop + log.clientHeight;
    if (!seen) log.scrollTop = up - log.clientHeight / 3;
  }

  toggle() {
    if (this.timer) {
      this.stop();
      return;
    }
    if (this.at === this.last) this.show(0);
    this.timer = setInterval(() => this.show(this.at + 1), PLAY_MS);
    this.playButton.replaceChildren(icon("pause"));
    this.playButton.setAttribute("aria-label", "Pause");
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.playButton.replaceChildren(icon("play"));
    this.playButton.setAttribute("aria-label", "Play");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const onButton = event.target instanceof Element && event.target.closest("button, a");
    if (event.key === "ArrowRight") this.show(this.at + 1);
    else if (event.key === "ArrowLeft") this.show(this.at - 1);
    else if (event.key === "Home") this.show(0);
    else if (event.key === "End") this.show(this.last);
    else if (event.key === " " && !onButton) this.toggle();
    else return false;
    return true;
  }

  async verify() {
    this.verifyButton.disabled = true;
    try {
      const { fair, sentences } = verify(await this.evidence());
      const verdict = el("p", { class: `verdict ${fair ? "fair" : "unfair"}` }, fair ? "Verified" : "Not verified");
      this.result.replaceChildren(verdict, el("ul", {}, ...sentences.map((words) => el("li", {}, words))));
      this.result.scrollIntoView({ block: "nearest" });
    } catch (error) {
      text(this.result, /** @type {Error} */ (error).message);
    } finally {
      this.verifyButton.disabled = false;
    }
  }

  /** The cards as this page was told them, beside the proofs that the server gives. @returns {Promise<Evidence>} */
  async evidence() {
    const { root, seeds, players, button, openings, burn } = await api.proof(this.id);
    const { play, seats } = this.steps[this.last].state;
    if (!play) throw new Error("The hand has not been loaded.");
    const fromButton = seats.map((_, index) => (play.button + 1 + index) % seats.length);
    const order = fromButton.filter((seat) => seat in play.players);
    const cards = { ...play.after, ...known(play.cards), ...play.shown };
    const note = noteOf(this.id);
    const boards = [[...play.board, ...play.rabbit], ...play.further];
    return { root, seeds, players, button, note, openings, order, cards, boards, burn };
  }
}

/** The hands that this viewer sees, by seat. @param {Record<number, string[]>} cards */
const known = (cards) => Object.fromEntries(Object.entries(cards).filter(([, hole]) => hole.some(Boolean)));

/** @param {Wire.HandReplay} told @returns {Step[]} */
function stepsOf(told) {
  const [began, ...events] = told.events;
  if (began.type !== "hand_began") throw new Error("The record of this hand has no beginning.");
  let state = step(forReplay(began, told), began);
  const steps = [{ state, words: sentence(began, state) }];
  for (const event of events) {
    state = step(state, event);
    const words = sentence(event, state);
    // What needs no words (the cards of others, the end) belongs to the step before it.
    if (words) steps.push({ state, words });
    else steps[steps.length - 1].state = state;
  }
  return steps;
}

/** What this browser noted about a hand, as a file for `bigslick verify --note`. @param {string} id */
const notePath = (id) => `data:application/json,${encodeURIComponent(JSON.stringify(noteOf(id)))}`;

/** @param {string} name @param {string} words @param {() => void} onclick */
const iconButton = (name, words, onclick) =>
  el("button", { class: "quiet round", type: "button", "aria-label": words, onclick }, icon(name));

/**
 * Back to where the replay was opened; a replay that was opened by its address has only the lobby.
 * @param {Event} event
 */
function goBack(event) {
  if (history.length <= 1) return;
  event.preventDefault();
  history.back();
}
