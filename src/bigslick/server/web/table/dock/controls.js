/** Your legal actions as buttons, a slider and keys; every amount comes from the server's turn. */

import { attribute, el, icon, keyed, text, toggle } from "../../shared/dom.js";
import { clockText } from "../../shared/format.js";
import { say } from "../../shared/language.js";
import { preferences } from "../../shared/preferences.js";
import { amountText, readAmount, typedText } from "../amounts.js";
import { bigBlindOf, isPlaying } from "../reduce.js";
import { turnClock } from "../turn-clock.js";
import { ClickGuard, guardIn } from "./click-guard.js";
import { RunOuts } from "./run-outs.js";
import { chosenSizes, sizeSign, sizeWords, wagerOf } from "./sizes.js";
import { sizesDialog } from "./sizes-dialog.js";

/** @import { Table } from "../reduce.js" */
/** @import { Answer } from "../../shared/socket.js" */

/** @typedef {"" | "check" | "check-fold" | "call"} Plan what to do when your turn comes */

/** How long a fold waits for confirmation when checking is free. */
const SURE_MS = 4_000;

/** @typedef {{ sign: string, spoken: string, to: number, key: string }} Preset a button that sets the amount */

/** Counts the controls on this page, for unique ids. */
let made = 0;

/**
 * The legal totals of a bet or raise.
 * @param {Wire.Options} options @returns {[number, number] | null}
 */
const wagerRange = ({ bet_to, raise_to }) => bet_to ?? raise_to ?? null;

/** @param {number} amount @param {[number, number]} range */
const bounded = (amount, [least, most]) => Math.max(least, Math.min(most, amount));

/** The action bar. */
export class Controls {
  /**
   * @param {{
   *   act: (turn: Wire.Turn, action: Wire.Action) => Promise<Answer>,
   *   announce: (words: string) => void,
   * }} room
   */
  constructor({ act, announce }) {
    this.act = act;
    this.announce = announce;
    /** @type {Wire.Turn | null} your turn */
    this.turn = null;
    /** @type {Table | null} */
    this.state = null;
    this.amount = 0;
    this.sending = false;
    this.guard = new ClickGuard(() => this.drawButtons());
    /** The timer for a fold that needs confirming because checking is free; 0 for none. */
    this.unsure = 0;
    /** The key that chose a wager; pressing it again confirms. @type {"" | "a" | "r"} */
    this.armed = "";
    /** The error about the typed amount. */
    this.wrong = "";
    /** @type {Plan} */
    this.plan = "";
    /** The bet to call when the plan was made. */
    this.planPrice = 0;

    this.fold = actButton("fold", "F", () => this.foldOrMuck());
    this.call = actButton("call", "C", () => this.checkOrCall());
    this.wager = actButton("wager", "R", () => this.sendWager());
    const sliding = { type: "range", class: "slider", "aria-label": say("Wager to"), step: 1 };
    /** @type {HTMLInputElement} */
    this.slider = el("input", { ...sliding, oninput: () => this.setAmount(Number(this.slider.value)) });
    const wrongId = `wager-wrong-${++made}`;
    const typed = {
      type: "text",
      class: "field",
      "aria-label": say("Wager to, in chips or as 12 bb"),
      inputmode: "decimal",
      autocomplete: "off",
      maxlength: 16,
    };
    /** @type {HTMLInputElement} */
    this.field = el("input", {
      ...typed,
      oninput: () => this.typed(),
      "aria-describedby": wrongId,
      onkeydown: (event) => {
        if (event.key !== "Enter" || event.repeat) return;
        event.preventDefault();
        this.typed();
        if (this.wrong) this.announce(this.wrong);
        else this.sendWager();
      },
    });
    this.wrongWords = el("p", { class: "wager-wrong", id: wrongId, hidden: true });
    /** @type {Preset[]} */
    this.presets = [];
    this.presetRow = el("div", { class: "presets", role: "group", "aria-label": say("Wager sizes") });
    const edit = {
      class: "quiet edit-sizes",
      type: "button",
      "aria-label": say("Change your wager sizes"),
      onclick: () => sizesDialog(),
    };
    this.sizing = el(
      "div",
      { class: "sizing" },
      el("div", { class: "size-row" }, this.presetRow, el("button", edit, icon("edit"))),
      el("div", { class: "slide" }, this.slider, this.field),
    );
    this.timeWords = el("span", { class: "time-words" });
    this.bar = el(
      "div",
      { class: "time-bar", "aria-hidden": "true" },
      el("div", { class: "time-left" }),
      this.timeWords,
    );
    this.acts = el("div", { class: "acts" }, this.fold, this.call, this.wager);
    this.runOuts = new RunOuts((boards) => this.send({ type: "run_out", boards }), announce);
    const place = { class: "controls", "aria-label": say("Your actions"), hidden: true };
    this.root = el("section", place, this.bar, this.sizing, this.acts, this.wrongWords, this.runOuts.root);
    this.plans = el(
      "fieldset",
      { class: "plans", hidden: true },
      el("legend", { class: "unseen" }, say("Decide ahead")),
      this.planBox("check-fold", say("Check or fold")),
      this.planBox("check", say("Check", {}, "to do")),
      this.planBox("call", say("Call any")),
    );
    this.plansGuard = guardIn(this.plans);
  }

  /** @param {Plan} plan @param {string} words */
  planBox(plan, words) {
    const onchange = () => {
      this.plan = box.checked ? plan : "";
      this.planPrice = this.price();
      for (const other of this.plans.querySelectorAll("input")) if (other !== box) other.checked = false;
    };
    const box = el("input", { type: "checkbox", onchange });
    return el("label", { class: "plan" }, box, words);
  }

  /** The bet to call now. */
  price() {
    return Math.max(0, ...Object.values(this.state?.play?.bets ?? {}));
  }

  clearPlan() {
    this.plan = "";
    for (const box of this.plans.querySelectorAll("input")) box.checked = false;
  }

  // -- drawing --------------------------------------------------------------------------------------------------------

  /** @param {Table} state */
  draw(state) {
    const before = this.state;
    const asked = this.turn;
    const { play, you, turn } = state;
    this.state = state;
    this.turn = turn && turn.seat === you && !state.closed ? turn : null;
    const mayAct = Boolean(play && isPlaying(state) && you !== null && play.live[you] && !play.allIn[you]);
    if (before?.play?.hand !== play?.hand || !mayAct) this.clearPlan();
    this.planPrice = Math.min(this.planPrice, this.price());
    if (this.plan && this.price() > this.planPrice) {
      this.clearPlan();
      this.announce(say("The price has changed: decide again."));
    }
    this.plans.hidden = this.turn !== null || !mayAct;
    this.plansGuard.show(this.plans.hidden ? "" : "plans");
    this.root.hidden = this.turn === null;
    attribute(this.root, "data-asked", this.turn && `${this.turn.hand}:${this.turn.number}`);
    if (!this.turn) {
      this.guard.end();
      toggle(this.root, "fresh", false);
      return;
    }
    if (this.turn.hand !== asked?.hand || this.turn.number !== asked.number) {
      this.sending = false;
      this.guard.end();
      clearTimeout(this.unsure);
      this.unsure = 0;
      this.armed = this.runOuts.armed = "";
      if (this.followPlan(this.turn.options)) return;
      this.guard.begin();
      this.offer(this.turn);
    }
    this.drawButtons();
  }

  /** Guard the buttons again, because they have moved under the pointer. */
  rest() {
    if (this.turn) this.guard.begin();
  }

  /** Show the bet sizes of a new turn. @param {Wire.Turn} turn */
  offer(turn) {
    const range = wagerRange(turn.options);
    this.wrong = "";
    if (!range) return;
    attribute(this.slider, "min", range[0]);
    attribute(this.slider, "max", range[1]);
    this.drawPresets(turn, range);
    this.setAmount(range[0]);
  }

  /** Draw the player's own sizes, and the largest wager. @param {Wire.Turn} turn @param {[number, number]} range */
  drawPresets({ options }, range) {
    const { state } = this;
    if (!state?.play) return;
    const now = { bet: this.price(), pot: state.play.pot + (options.call ?? 0), bigBlind: bigBlindOf(state) };
    const largest = range[1] === options.all_in ? say("All in", {}, "to do") : say("Max");
    this.presets = [
      ...chosenSizes(state.play.board.length > 0).map((size, index) => ({
        sign: sizeSign(size),
        spoken: sizeWords(size),
        to: wagerOf(size, now),
        key: String(index + 1),
      })),
      { sign: largest, spoken: largest, to: range[1], key: "A" },
    ];
    keyed(
      this.presetRow,
      this.presets,
      ({ key }) => key,
      ({ key }) => {
        const press = () => this.press(this.presets.findIndex((preset) => preset.key === key));
        return el("button", { class: "preset", type: "button", "aria-keyshortcuts": key, onclick: press });
      },
      (node, { sign, spoken, to }) => {
        text(node, sign);
        attribute(node, "aria-label", spoken === sign ? null : spoken);
        attribute(node, "title", amountText(state, to));
        node.disabled = bounded(to, range) !== to;
      },
    );
  }

  /** The settings have changed: draw the turn's sizes and amounts as they are now. */
  preferred() {
    const range = this.range();
    if (!this.turn || !range) return;
    this.drawPresets(this.turn, range);
    this.setAmount(this.amount);
  }

  /** @param {Wire.Options} options */
  followPlan(options) {
    const plan = this.plan;
    this.clearPlan();
    if (!plan) return false;
    if (options.check) this.send({ type: "check" });
    else if (plan === "check-fold" && options.fold) this.send({ type: "fold" });
    else if (plan === "call" && options.call) this.send({ type: "call" });
    else return false;
    return true;
  }

  drawButtons() {
    if (!this.turn || !this.state) return;
    const { options, call_all_in } = this.turn;
    const range = wagerRange(options);
    const showdown = options.show || options.muck;
    this.fold.hidden = !(options.fold || options.muck);
    label(
      this.fold,
      options.muck ? say("Muck", {}, "to do") : this.unsure ? say("Fold anyway") : say("Fold", {}, "to do"),
    );
    this.call.hidden = !(options.check || options.call || options.show);
    const price = !options.call
      ? ""
      : call_all_in
        ? say("{amount} · all in", { amount: amountText(this.state, options.call) })
        : amountText(this.state, options.call);
    const pays = options.check ? say("Check", {}, "to do") : say("Call", {}, "to do");
    label(this.call, showdown ? say("Show", {}, "cards") : pays, price);
    this.wager.hidden = !range;
    this.acts.hidden = Boolean(options.boards);
    this.sizing.hidden = !range || range[0] === range[1];
    const raises = options.bet_to ? say("Bet", {}, "to do") : say("Raise to");
    const word = this.amount === options.all_in ? say("All in", {}, "to do") : raises;
    label(this.wager, word, this.wrong ? "" : amountText(this.state, this.amount));
    const resting = this.sending || this.guard.active;
    this.runOuts.draw(options.boards, resting);
    for (const button of [this.fold, this.call]) button.disabled = resting;
    this.wager.disabled = resting || this.wrong !== "";
    text(this.wrongWords, this.wrong);
    this.wrongWords.hidden = !this.wrong;
    attribute(this.field, "aria-invalid", this.wrong ? "true" : null);
    toggle(this.root, "sending", this.sending);
    toggle(this.root, "fresh", this.guard.active);
  }

  /** Update the time bar. @param {number} now the server's time */
  tick(now) {
    if (!this.turn || !this.state) return;
    const { banking, share, late, left } = turnClock(this.turn, this.state.spec.pace.action_ms, now);
    this.bar.style.setProperty("--left", share.toFixed(3));
    toggle(this.bar, "banking", banking);
    toggle(this.bar, "late", late);
    text(this.timeWords, late ? say("{time} left", { time: clockText(left) }) : "");
  }

  // -- amounts --------------------------------------------------------------------------------------------------------

  range() {
    return this.turn ? wagerRange(this.turn.options) : null;
  }

  /** Take the typed amount if it is legal; otherwise say what is legal, and bet nothing. */
  typed() {
    const { state } = this;
    const range = this.range();
    if (!range || !state) return;
    const amount = readAmount(state, this.field.value);
    if (amount !== null && bounded(amount, range) === amount) {
      this.setAmount(amount, false);
      return;
    }
    const [least, most] = range.map((limit) => amountText(state, limit));
    this.wrong = this.turn?.options.bet_to
      ? say("Bet {least} to {most}.", { least, most })
      : say("Raise to {least} to {most}.", { least, most });
    this.drawButtons();
  }

  /**
   * @param {number} amount @param {boolean} [write] whether to write it into the field
   * @param {number} [pressed] the size that was pressed; several can be the same amount
   */
  setAmount(amount, write = true, pressed = -1) {
    const { state } = this;
    const range = this.range();
    if (!range || !state) return;
    this.amount = bounded(Math.round(amount) || range[0], range);
    this.wrong = "";
    this.slider.value = String(this.amount);
    this.slider.style.setProperty("--share", String((this.amount - range[0]) / Math.max(1, range[1] - range[0])));
    const spoken =
      preferences().bigBlinds || state.spec.chip_value
        ? amountText(state, this.amount)
        : say("{amount} chips", { amount: this.amount });
    attribute(this.slider, "aria-valuetext", spoken);
    if (write) this.field.value = typedText(state, this.amount);
    const lit = [pressed, ...this.presets.keys()].find((index) => this.presets[index]?.to === this.amount);
    for (const [index, node] of [...this.presetRow.children].entries()) toggle(node, "chosen", index === lit);
    this.drawButtons();
  }

  /** Set the amount to a size that is legal now. @param {number} index */
  press(index) {
    const preset = this.presets[index];
    const range = this.range();
    if (preset && range && bounded(preset.to, range) === preset.to) this.setAmount(preset.to, true, index);
  }

  /** @param {number} steps in big blinds */
  nudge(steps) {
    if (this.state) this.setAmount(this.amount + steps * bigBlindOf(this.state));
  }

  // -- acting ---------------------------------------------------------------------------------------------------------

  foldOrMuck() {
    const options = this.turn?.options;
    if (options?.check && !this.unsure) {
      this.unsure = setTimeout(() => {
        this.unsure = 0;
        this.drawButtons();
      }, SURE_MS);
      this.announce(say("Checking is free. Press fold again to fold anyway."));
      this.drawButtons();
      return;
    }
    clearTimeout(this.unsure);
    this.unsure = 0;
    this.send({ type: options?.muck ? "muck" : "fold" });
  }

  checkOrCall() {
    const options = this.turn?.options;
    this.send({ type: options?.show ? "show" : options?.check ? "check" : "call" });
  }

  sendWager() {
    const options = this.turn?.options;
    if (!options || this.wrong) return;
    this.send({ type: options.bet_to ? "bet" : "raise", to: this.amount });
  }

  /** @param {Wire.Action} action */
  async send(action) {
    const turn = this.turn;
    if (!turn || this.sending || this.guard.active) return;
    this.sending = true;
    this.drawButtons();
    const answer = await this.act(turn, action);
    if (answer.type === "refused" && turn.number === this.turn?.number && turn.hand === this.turn.hand) {
      this.sending = false;
      this.drawButtons();
    }
  }

  /** Handle a key pressed outside any field; true if it did something. @param {KeyboardEvent} event */
  key(event) {
    if (!this.turn) return false;
    // Holding a key down counts once, except for the arrow keys.
    if (event.repeat && !event.key.startsWith("Arrow")) return true;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const many = event.shiftKey ? 5 : 1;
    if (this.turn.options.boards) return this.runOuts.key(key);
    if (key === "f" && !this.fold.hidden) this.foldOrMuck();
    else if (key === "c" && !this.call.hidden) this.checkOrCall();
    else if (key === "r" && !this.wager.hidden) this.wagerKey();
    else if (key === "a" && !this.wager.hidden) this.allInKey();
    else if (!this.range()) return false;
    else if (/^[1-5]$/.test(key)) this.press(this.presets.findIndex((preset) => preset.key === key));
    else if (key === "ArrowUp" || key === "ArrowRight") this.nudge(many);
    else if (key === "ArrowDown" || key === "ArrowLeft") this.nudge(-many);
    else return false;
    return true;
  }

  /** A wager takes two key presses, so a slip cannot make one. */
  wagerKey() {
    if (document.activeElement === this.wager && this.armed === "r") {
      this.sendWager();
      return;
    }
    this.armed = "r";
    this.wager.focus();
    this.announce(
      say("{wager}: press R again or Enter to confirm, arrows to change it.", { wager: spoken(this.wager) }),
    );
  }

  allInKey() {
    const range = this.range();
    if (!range) return;
    if (document.activeElement === this.wager && this.armed === "a" && this.amount === range[1]) {
      this.sendWager();
      return;
    }
    this.armed = "a";
    this.setAmount(range[1]);
    this.wager.focus();
    this.announce(say("{action}: press {key} again or Enter to confirm.", { action: spoken(this.wager), key: "A" }));
  }
}

/** @param {string} kind @param {string} key @param {() => void} onclick */
function actButton(kind, key, onclick) {
  const attributes = { class: `act ${kind}`, type: "button", "aria-keyshortcuts": key, onclick };
  return el("button", attributes, el("span", { class: "act-word" }), el("span", { class: "act-amount" }));
}

/** @param {Element} button @param {string} word @param {string} [amount] */
function label(button, word, amount = "") {
  text(button.firstElementChild, word);
  text(button.lastElementChild, amount);
}

/** @param {Element} button */
const spoken = (button) =>
  [...button.children]
    .map((part) => part.textContent)
    .join(" ")
    .trim();
