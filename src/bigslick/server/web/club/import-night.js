/** The dialog that imports a night from Poker Now: the file, then who is who and what its numbers are worth. */

import { BOUNDS } from "../generated/bounds.js";
import { CURRENCIES, valueIn } from "../host/opening.js";
import { api } from "../shared/api.js";
import { choice, field, form, openDialog, submitButton, valuesOf } from "../shared/dialogs.js";
import { el, hint, lead } from "../shared/dom.js";
import { day, worth } from "../shared/format.js";
import { say } from "../shared/language.js";
import { netWords } from "./ledger.js";

/** @param {Wire.ClubNow} club @param {(night: Wire.ClubNight) => unknown} done called with the imported night */
export function importDialog(club, done) {
  const body = el("div", { class: "form" });
  const dialog = openDialog(say("Import a night from Poker Now"), body);
  dialog.classList.add("opening");
  const wrong = el("p", { class: "wrong", role: "alert" });

  /** @param {Event} event */
  async function chosen(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    if (!file) return;
    wrong.textContent = "";
    try {
      const { maxlength: most } = BOUNDS.NewImport.ledger;
      if (file.size > most)
        throw new Error(say("The ledger is too long: expected at most {most} characters.", { most }));
      const ledger = await file.text();
      const read = await api.readLedger(club.id, ledger);
      if (read.before) {
        throw new Error(
          say("The club has this game already, as {name}: take that night back first.", { name: read.before }),
        );
      }
      body.replaceChildren(preview(ledger, read));
      /** @type {HTMLElement | null} */ (body.querySelector("input"))?.focus();
    } catch (error) {
      wrong.textContent = /** @type {Error} */ (error).message;
      input.value = ""; // so that the same file can be chosen again
    }
  }

  /** @param {string} ledger @param {Wire.LedgerRead} read */
  function preview(ledger, { began_at, players }) {
    const most = Math.max(...players.map((one) => one.bought_in), 1);
    /** @param {number} cents */
    const worthOf = (cents) => worth(most, { cents, currency: "" });
    const units = choice(say("The file counts in"), "chip_cents", [
      ["", say("Chips")],
      ["1", say("Cents: {amount} is {money}", { amount: most, money: worthOf(1) })],
      ["100", say("Whole money: {amount} is {money}", { amount: most, money: worthOf(100) })],
    ]);
    const currency = choice(say("Currency"), "currency", CURRENCIES, "€");
    const nets = players.map(() => el("span", {}));
    const rows = players.map((one, index) => {
      const label = say("Who is {player} in the club?", { player: one.name });
      const members = club.members.map(({ player }) =>
        el("option", { value: player, selected: player === one.member }, player),
      );
      const who = el(
        "select",
        { name: `who ${one.id}`, "aria-label": label },
        el("option", { value: "" }, say("Not a member")),
        ...members,
      );
      return el("li", {}, el("span", {}, one.name, " ", nets[index]), who);
    });
    const fields = [
      field(say("Name"), {
        name: "name",
        required: true,
        autocomplete: "off",
        ...BOUNDS.NewImport.name,
        value: say("At Poker Now, {day}", { day: day(began_at) }),
      }),
      el("div", { class: "row" }, units, currency),
      el("ul", { class: "import-players" }, ...rows),
      hint(say("Who is not a member stays in the night under the name in the file.")),
    ];
    const made = form(fields, [submitButton(say("Import", {}, "a night"))], async (values) => {
      const members = Object.fromEntries(
        players.flatMap(({ id }) => (values[`who ${id}`] ? [[id, values[`who ${id}`]]] : [])),
      );
      const night = { ledger, name: values.name, chip_value: valueIn(values), members };
      done(await api.importNight(club.id, night));
      dialog.close();
    });
    const show = () => {
      const values = valuesOf(made);
      currency.hidden = !values.chip_cents;
      for (const [index, one] of players.entries()) nets[index].replaceChildren(netWords(one.net, valueIn(values)));
    };
    made.addEventListener("change", show);
    show();
    return made;
  }

  const file = field(say("Ledger (CSV)"), { type: "file", accept: ".csv,text/csv", onchange: chosen });
  body.append(
    lead(say("Save the ledger of the game in Poker Now as a file, and choose it here.")),
    file,
    wrong,
    hint(say("The night counts in the club’s ledger and season. No chips of this card room move.")),
  );
}
