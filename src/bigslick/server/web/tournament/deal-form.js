/** The dialog that proposes a deal: one chooses how to split, and sees at once what everybody would get. */

import { api } from "../shared/api.js";
import { choice, closingButton, field, form, openDialog, submitButton } from "../shared/dialogs.js";
import { attribute, el, find, text, toggle } from "../shared/dom.js";
import { chips } from "../shared/format.js";
import { say } from "../shared/language.js";
import { METHODS, remarks, sharesTable } from "./deal-shares.js";

/** @import { App } from "../app.js" */

/** @typedef {Wire.DealNow["method"]} Method */

/**
 * Propose a deal, if one can be made now.
 * @param {App} app @param {string} tournament
 */
export async function proposeDialog(app, tournament) {
  try {
    const shown = await api.deal(tournament, "icm", 0);
    new DealForm(app, tournament, shown);
  } catch (error) {
    app.toast(/** @type {Error} */ (error).message, "bad");
  }
}

/** The dialog. */
class DealForm {
  /** @param {App} app @param {string} tournament @param {Wire.DealNow} shown by ICM, with nothing left for first place */
  constructor(app, tournament, shown) {
    this.app = app;
    this.tournament = tournament;
    this.shown = shown;
    /** All that is left to win. */
    this.prizes = shown.shares.reduce((sum, { amount }) => sum + amount, 0);
    /** How often a preview was asked for: only the last one counts. */
    this.asked = 0;
    /** @type {Map<string, HTMLInputElement>} what each player gets, where one types it */
    this.typed = new Map();
    const names = /** @type {[string, string][]} */ (Object.entries(METHODS));
    const method = choice(say("Split the prizes"), "method", names, "icm");
    method.addEventListener("change", () => this.show());
    this.method = /** @type {HTMLSelectElement} */ (find(method, "select"));
    const first = { name: "for_first", type: "number", inputmode: "numeric", min: 0, value: 0, required: true };
    const left = field(say("Left to play for"), { ...first, oninput: () => this.show() });
    this.first = /** @type {HTMLInputElement} */ (find(left, "input"));
    this.shares = el("div", { class: "deal-table" });
    this.about = el("p", { class: "hint", role: "status" });
    const fields = [
      el(
        "p",
        { class: "lead" },
        say("The hands in progress end first. Then everybody sees the shares, and all must accept."),
      ),
      el("div", { class: "deal-terms" }, method, left),
      this.shares,
      this.about,
    ];
    const buttons = [submitButton(say("Propose")), closingButton(say("Not now"), "secondary")];
    this.dialog = openDialog(
      say("Propose a deal"),
      form(fields, buttons, () => this.send()),
    );
    this.dialog.classList.add("deal-dialog");
    this.draw(shown);
  }

  get chosen() {
    return /** @type {Method} */ (this.method.value);
  }

  /** What is left to play for; 0 while nothing sensible is typed. */
  get forFirst() {
    return Math.max(0, Math.trunc(this.first.valueAsNumber || 0));
  }

  /** Show what everybody would get. */
  async show() {
    this.asked += 1;
    const { asked, chosen } = this;
    if (chosen === "agreed") {
      if (!this.typed.size) this.draw(this.shown);
      else this.count();
      return;
    }
    try {
      const found = await api.deal(this.tournament, chosen, this.forFirst);
      if (asked === this.asked) this.draw(found);
    } catch (error) {
      if (asked === this.asked) text(this.about, /** @type {Error} */ (error).message);
    }
  }

  /** @param {Wire.DealNow} found */
  draw(found) {
    this.shown = found;
    const agreed = this.chosen === "agreed";
    const own = this.app.connection.nameAt(this.tournament) ?? undefined;
    this.typed.clear();
    this.shares.replaceChildren(sharesTable(found.shares, own, agreed ? (share) => this.input(share) : undefined));
    attribute(this.first, "max", agreed ? this.prizes : found.most_for_first);
    if (agreed) this.count();
    else {
      text(this.about, remarks(found).join(" "));
      toggle(this.about, "wrong", false);
    }
  }

  /** @param {Wire.DealShareNow} share */
  input({ player, amount }) {
    /** @type {HTMLInputElement} */
    const input = el("input", {
      class: "field",
      type: "number",
      inputmode: "numeric",
      required: true,
      min: 0,
      max: this.prizes,
      value: amount,
      "aria-label": say("What {player} gets", { player }),
      oninput: () => this.count(),
    });
    this.typed.set(player, input);
    return input;
  }

  /** Say how far the typed amounts are from the prizes. */
  count() {
    const given = [...this.typed.values()].reduce(
      (sum, { valueAsNumber }) => sum + (valueAsNumber || 0),
      this.forFirst,
    );
    const off = this.prizes - given;
    const about = { given: chips(given), prizes: chips(this.prizes), off: chips(Math.abs(off)) };
    const words =
      off > 0
        ? say("{given} of {prizes} given out: {off} to go.", about)
        : off < 0
          ? say("{given} of {prizes} given out: {off} too much.", about)
          : say("All {prizes} are given out.", about);
    text(this.about, words);
    toggle(this.about, "wrong", off !== 0);
  }

  async send() {
    const { chosen: method, tournament } = this;
    const amounts = Object.fromEntries([...this.typed].map(([player, input]) => [player, input.valueAsNumber]));
    const asked = { tournament, method, for_first: this.forFirst, amounts };
    const answer = await this.app.connection.command("propose_deal", asked);
    if (answer.type === "refused") throw new Error(answer.sentence);
    this.dialog.close();
  }
}
