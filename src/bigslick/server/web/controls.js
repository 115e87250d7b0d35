/** What the player may do now, as buttons, a slider and keys; all bounds come from the server's options. */

import { attribute, chips, el, text, toggle } from "./dom.js";
import { highestBet, potTotal } from "./reduce.js";

/** @typedef {import("./reduce.js").Table} Table */

/** The range of a wager. @param {any} options @returns {[number, number] | null} */
export function wagerRange(options) {
  const range = options.bet_to?.length ? options.bet_to : options.raise_to;
  return range?.length ? [range[0], range[1]] : null;
}

/** A wager of a share of the pot, as a total, within the range. @param {Table} state @param {number} share */
export function potShare(state, share) {
  const { turn, play } = state;
  const range = wagerRange(turn.options);
  if (!range || !play) return 0;
  const call = turn.options.call;
  return bounded(Math.round(highestBet(play) + share * (potTotal(play) + call)), range);
}

/** @param {number} amount @param {[number, number]} range */
const bounded = (amount, [least, most]) => Math.max(least, Math.min(most, amount));

/** The buttons at the bottom. */
export class Controls {
  /** @param {{ act: (action: any) => Promise<any>, announce: (words: string) => void }} room */
  constructor({ act, announce }) {
    this.act = act;
    this.announce = announce;
    /** @type {Table | null} */
    this.state = null;
    this.amount = 0;
    this.asked = "";
    this.sending = false;
    /** @type {"" | "check" | "check-fold"} what to do as soon as it is his turn */
    this.plan = "";
    const button = (/** @type {string} */ kind, /** @type {string} */ key, /** @type {() => void} */ run) =>
      el(
        "button",
        { class: `act ${kind}`, type: "button", "aria-keyshortcuts": key, onclick: run },
        el("span", { class: "act-word" }),
        el("span", { class: "act-amount" }),
      );
    this.fold = button("fold", "F", () => this.send({ type: "fold" }));
    this.call = button("call", "C", () => this.checkOrCall());
    this.wager = button("wager", "R", () => this.sendWager());
    this.slider = el("input", {
      type: "range",
      class: "slider",
      "aria-label": "Wager to",
      step: 1,
      oninput: () => this.setAmount(Number(this.slider.value)),
    });
    this.field = el("input", {
      type: "number",
      class: "field",
      "aria-label": "Wager to, in chips",
      inputmode: "numeric",
      step: 1,
      oninput: () => this.typed(),
      onchange: () => this.setAmount(Number(this.field.value)),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Enter") {
          event.preventDefault();
          this.setAmount(Number(this.field.value));
          this.sendWager();
        }
      },
    });
    const state = () => /** @type {Table} */ (this.state);
    /** @type {[string, () => number][]} */
    const sizes = [
      ["Min", () => this.range()?.[0] ?? 0],
      ["½ pot", () => potShare(state(), 0.5)],
      ["Pot", () => potShare(state(), 1)],
      ["All in", () => this.range()?.[1] ?? 0],
    ];
    this.presets = sizes.map(([name, amount], index) => ({
      amount,
      node: el(
        "button",
        { class: "preset", type: "button", "aria-keyshortcuts": index + 1, onclick: () => this.setAmount(amount()) },
        name,
      ),
    }));
    this.sizing = el(
      "div",
      { class: "sizing" },
      el(
        "div",
        { class: "presets", role: "group", "aria-label": "Wager sizes" },
        ...this.presets.map((preset) => preset.node),
      ),
      el("div", { class: "slide" }, this.slider, this.field),
    );
    this.acts = el("div", { class: "acts" }, this.fold, this.call, this.wager);
    this.bar = el("div", { class: "time-bar", "aria-hidden": "true" }, el("div", { class: "time-left" }));
    this.root = el(
      "section",
      { class: "controls", "aria-label": "Your actions", hidden: true },
      this.bar,
      this.sizing,
      this.acts,
    );
    this.plans = el(
      "fieldset",
      { class: "plans", hidden: true },
      el("legend", { class: "unseen" }, "Decide ahead"),
      this.planBox("check-fold", "Check or fold"),
      this.planBox("check", "Check"),
    );
  }

  /** @param {"check" | "check-fold"} plan @param {string} words */
  planBox(plan, words) {
    const box = el("input", {
      type: "checkbox",
      onchange: () => {
        this.plan = box.checked ? plan : "";
        for (const other of this.plans.querySelectorAll("input")) if (other !== box) other.checked = false;
      },
    });
    return el("label", { class: "plan" }, box, words);
  }

  clearPlan() {
    this.plan = "";
    for (const box of this.plans.querySelectorAll("input")) box.checked = false;
  }

  /** @returns {[number, number] | null} */
  range() {
    return this.mine() ? wagerRange(this.state?.turn.options) : null;
  }

  mine() {
    return Boolean(this.state?.turn && this.state.you !== null && this.state.turn.seat === this.state.you);
  }

  /** @param {Table} state */
  draw(state) {
    const before = this.state;
    this.state = state;
    const mine = this.mine() && !state.closed;
    const { play, you } = state;
    const inHand = Boolean(play && !play.over && you !== null && play.live[you] && !play.allIn[you]);
    if (before?.play?.hand !== play?.hand || !inHand) this.clearPlan();
    this.plans.hidden = mine || !inHand;
    if (!mine) {
      this.root.hidden = true;
      this.asked = "";
      attribute(this.root, "data-asked", null);
      if (this.plan === "check" && play && you !== null && highestBet(play) > (play.bets[you] ?? 0)) this.clearPlan();
      return;
    }
    const { options, hand, number } = state.turn;
    this.root.hidden = false;
    const asked = `${hand}:${number}`;
    const fresh = asked !== this.asked;
    this.asked = asked;
    attribute(this.root, "data-asked", asked);
    if (fresh) {
      this.sending = false;
      if (this.followPlan(options)) return;
      const range = wagerRange(options);
      if (range) {
        for (const input of [this.slider, this.field]) {
          attribute(input, "min", range[0]);
          attribute(input, "max", range[1]);
        }
        this.setAmount(range[0]);
      }
    }
    this.drawButtons(state, options);
  }

  /** @param {any} options */
  followPlan(options) {
    const plan = this.plan;
    this.clearPlan();
    if (!plan) return false;
    if (options.check) this.send({ type: "check" });
    else if (plan === "check-fold" && options.fold) this.send({ type: "fold" });
    else return false;
    return true;
  }

  /** @param {Table} state @param {any} options */
  drawButtons(state, options) {
    const range = wagerRange(options);
    const seat = state.you === null ? null : state.seats[state.you];
    const asking = options.show || options.muck;
    this.fold.hidden = !(options.fold || options.muck);
    words(this.fold, options.muck ? "Muck" : "Fold");
    this.call.hidden = !(options.check || options.call || options.show);
    const callsAll = options.call > 0 && seat && options.call >= seat.stack;
    words(
      this.call,
      asking ? "Show" : options.check ? "Check" : "Call",
      options.check || asking ? "" : `${chips(options.call)}${callsAll ? " · all in" : ""}`,
    );
    const shove = !range && options.all_in !== null && options.all_in !== undefined && !callsAll && !asking;
    this.wager.hidden = !range && !shove;
    this.sizing.hidden = !range || range[0] === range[1];
    const amount = range ? this.amount : (options.all_in ?? 0);
    const everything = seat && state.play && amount >= seat.stack + (state.play.bets[seat.seat] ?? 0);
    words(this.wager, everything || shove ? "All in" : options.bet_to?.length ? "Bet" : "Raise to", chips(amount));
    for (const act of [this.fold, this.call, this.wager]) act.disabled = this.sending;
    toggle(this.root, "sending", this.sending);
  }

  typed() {
    const amount = Number(this.field.value);
    const range = this.range();
    if (range && Number.isInteger(amount) && amount >= range[0] && amount <= range[1]) this.setAmount(amount, false);
  }

  /** @param {number} amount */
  setAmount(amount, write = true) {
    const range = this.range();
    if (!range || !this.state) return;
    this.amount = bounded(Math.round(amount) || range[0], range);
    this.slider.value = String(this.amount);
    this.slider.style.setProperty("--share", String((this.amount - range[0]) / Math.max(1, range[1] - range[0])));
    attribute(this.slider, "aria-valuetext", `${chips(this.amount)} chips`);
    if (write) this.field.value = String(this.amount);
    for (const preset of this.presets) toggle(preset.node, "chosen", preset.amount() === this.amount);
    this.drawButtons(this.state, this.state.turn.options);
  }

  checkOrCall() {
    const options = this.state?.turn?.options;
    if (!options) return;
    this.send({ type: options.show ? "show" : options.check ? "check" : "call" });
  }

  sendWager() {
    const options = this.state?.turn?.options;
    if (!options) return;
    if (!wagerRange(options)) this.send({ type: "all_in" });
    else this.send({ type: options.bet_to?.length ? "bet" : "raise", to: this.amount });
  }

  /** @param {any} action */
  async send(action) {
    if (!this.mine() || this.sending || !this.state) return;
    const { options } = this.state.turn;
    this.sending = true;
    this.drawButtons(this.state, options);
    const asked = this.asked;
    const answer = await this.act(options.muck && action.type === "fold" ? { type: "muck" } : action);
    if (answer.type === "refused" && asked === this.asked && this.mine() && this.state) {
      this.sending = false;
      this.drawButtons(this.state, this.state.turn.options);
    }
  }

  /**
   * A key that was pressed while nobody types; true if it meant something.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (!this.mine() || !this.state) return false;
    const { options } = this.state.turn;
    const range = this.range();
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === "f" && (options.fold || options.muck)) this.send({ type: "fold" });
    else if (key === "c" && (options.check || options.call || options.show)) this.checkOrCall();
    else if ((key === "r" || key === "b") && !this.wager.hidden) {
      if (document.activeElement === this.wager || this.sizing.hidden) this.sendWager();
      else {
        this.wager.focus();
        this.announce(`${spoken(this.wager)}: press R again or Enter to confirm, arrows to change it.`);
      }
    } else if (key === "a" && !this.wager.hidden) {
      if (document.activeElement === this.wager && (!range || this.amount === range[1])) this.sendWager();
      else {
        if (range) this.setAmount(range[1]);
        this.wager.focus();
        this.announce(`${spoken(this.wager)}: press A again or Enter to confirm.`);
      }
    } else if (range && /^[1-4]$/.test(key)) this.presets[Number(key) - 1].node.click();
    else if (range && ["ArrowUp", "ArrowRight"].includes(key)) this.nudge(event.shiftKey ? 5 : 1);
    else if (range && ["ArrowDown", "ArrowLeft"].includes(key)) this.nudge(event.shiftKey ? -5 : -1);
    else return false;
    return true;
  }

  /** @param {number} steps in big blinds */
  nudge(steps) {
    this.setAmount(this.amount + steps * Math.max(1, this.state?.play?.big ?? 1));
  }

  /** @param {number} now */
  tick(now) {
    if (!this.mine() || !this.state) return;
    const { deadline, bank_ms: bank } = this.state.turn;
    const banking = deadline <= now;
    const left = banking ? deadline + bank - now : deadline - now;
    const whole = banking ? Math.max(1, bank) : Math.max(this.state.spec.pace?.action_ms ?? 10_000, left);
    this.bar.style.setProperty("--left", Math.max(0, Math.min(1, left / whole)).toFixed(3));
    toggle(this.bar, "banking", banking);
  }
}

/** @param {Element} button */
const spoken = (button) =>
  [...button.children]
    .map((part) => part.textContent)
    .join(" ")
    .trim();

/** @param {Element} button @param {string} word @param {string} [amount] */
function words(button, word, amount = "") {
  text(/** @type {Element} */ (button.firstElementChild), word);
  text(/** @type {Element} */ (button.lastElementChild), amount);
}
