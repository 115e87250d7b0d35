/** Plays a recorded hand step by step: the table, the button bar, and the list of steps. */

import { button, el, icon, text } from "../shared/dom.js";
import { locale, say } from "../shared/language.js";
import { TableView } from "../table/felt/draw.js";
import { forReplay, step } from "../table/reduce.js";
import { sentence } from "../table/words.js";

/** @import { Table } from "../table/reduce.js" */

/** @typedef {{ state: Table, words: string }} Step the table after an event with a sentence */

const PLAY_MS = 1_000;
const SPEEDS = [0.5, 1, 2, 4];

/** The parts of a replay, for a screen or the widget to arrange. */
export class HandPlayer {
  /**
   * @param {(words: string) => void} announce
   * @param {{ root: HTMLElement, draw: (state: Table) => void }} [view] draws the table
   */
  constructor(announce, view = new TableView()) {
    this.announce = announce;
    this.view = view;
    /** @type {Step[]} */
    this.steps = [];
    this.at = 0;
    this.timer = 0;
    this.speed = 1;
    this.playButton = iconButton("play", say("Play", {}, "a replay"), () => this.toggle());
    const sliding = { type: "range", class: "slider", min: 0, max: 0, value: 0, "aria-label": say("Step") };
    /** @type {HTMLInputElement} */
    this.slider = el("input", { ...sliding, oninput: () => this.go(Number(this.slider.value)) });
    const speeds = SPEEDS.map((speed) =>
      el("option", { value: speed, selected: speed === this.speed }, `${speed.toLocaleString(locale)}×`),
    );
    /** @type {HTMLSelectElement} */
    this.speeds = el(
      "select",
      { class: "replay-speed", "aria-label": say("Speed"), onchange: () => this.choose(Number(this.speeds.value)) },
      ...speeds,
    );
    this.line = el("p", { class: "replay-line" });
    this.log = el("ol", { class: "log", tabindex: 0, "aria-label": say("Steps of the hand") });
    this.bar = el(
      "div",
      { class: "replay-bar" },
      iconButton("first", say("First step"), () => this.go(0)),
      iconButton("prev", say("Step back"), () => this.go(this.at - 1)),
      this.playButton,
      iconButton("next", say("Step on"), () => this.go(this.at + 1)),
      iconButton("last", say("Last step"), () => this.go(this.last)),
      this.slider,
      this.speeds,
    );
  }

  /** Show a hand from its beginning. @param {Wire.HandReplay} replay */
  load(replay) {
    this.steps = stepsOf(replay);
    this.slider.max = String(this.last);
    const lines = this.steps.map(({ words }, index) =>
      el(
        "li",
        {},
        button("step", () => this.go(index), words),
      ),
    );
    this.log.replaceChildren(...lines);
    this.show(0);
  }

  get last() {
    return this.steps.length - 1;
  }

  /** Go to a step and stay there. @param {number} at */
  go(at) {
    this.stop();
    this.show(at);
  }

  /** @param {number} at */
  show(at) {
    if (!this.steps.length) return;
    this.at = Math.max(0, Math.min(this.last, at));
    const { state, words } = this.steps[this.at];
    this.view.draw(state);
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", words);
    this.slider.style.setProperty("--share", String(this.at / Math.max(1, this.last)));
    text(this.line, words);
    this.log.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const line = this.log.children[this.at];
    line.firstElementChild?.setAttribute("aria-current", "step");
    if (line instanceof HTMLElement) this.reveal(line);
    this.announce(words);
    if (this.at === this.last) this.stop();
  }

  /** Scroll the log, but not the page, until a line is visible. @param {HTMLElement} line */
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
    this.play();
  }

  /** Play on from here. */
  play() {
    clearInterval(this.timer);
    this.timer = setInterval(() => this.show(this.at + 1), PLAY_MS / this.speed);
    this.playButton.replaceChildren(icon("pause"));
    this.playButton.setAttribute("aria-label", say("Pause", {}, "a replay"));
  }

  /** @param {number} speed */
  choose(speed) {
    this.speed = speed;
    if (this.timer) this.play();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.playButton.replaceChildren(icon("play"));
    this.playButton.setAttribute("aria-label", say("Play", {}, "a replay"));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.target === this.speeds) return false;
    const onButton = event.target instanceof Element && event.target.closest("button, a, summary");
    if (event.key === "ArrowRight") this.go(this.at + 1);
    else if (event.key === "ArrowLeft") this.go(this.at - 1);
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(this.last);
    else if (event.key === " " && !onButton) this.toggle();
    else return false;
    return true;
  }
}

/** @param {Wire.HandReplay} replay @returns {Step[]} */
function stepsOf(replay) {
  const [began, ...events] = replay.events;
  if (began.type !== "hand_began") throw new Error(say("The record of this hand has no beginning."));
  let state = step(forReplay(began, replay), began);
  const steps = [{ state, words: sentence(began, state) }];
  for (const event of events) {
    state = step(state, event);
    const words = sentence(event, state);
    // Events without a sentence (other players' cards, the end) belong to the previous step.
    if (words) steps.push({ state, words });
    else steps[steps.length - 1].state = state;
  }
  return steps;
}

/** @param {string} name @param {string} words @param {() => void} onclick */
const iconButton = (name, words, onclick) =>
  el("button", { class: "quiet round", type: "button", "aria-label": words, onclick }, icon(name));
