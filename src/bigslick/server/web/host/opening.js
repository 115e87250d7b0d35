/** The forms with which a player opens a table or a tournament and becomes its host. */

import { BOUNDS } from "../generated/bounds.js";
import { api } from "../shared/api.js";
import { choice, field, form, numberField, openDialog, submitButton } from "../shared/dialogs.js";
import { el, text } from "../shared/dom.js";
import { say } from "../shared/language.js";
import { BOMB_POTS, HOME_GAME, times } from "../table/words.js";
import {
  APPROVALS,
  BANKS,
  DELAYS,
  NEWCOMERS,
  paceWords,
  SPECTATORS,
  SPEEDS,
  STACKS,
  TAKE_OVERS,
  HOST_WORDS as WORDS,
} from "./words-host.js";

/** @import { App } from "../app.js" */
/** @import { Child } from "../shared/dom.js" */

/** @type {[Wire.TableSettings["limit"], string][]} */
export const LIMITS = [
  ["none", say("No-limit")],
  ["pot", say("Pot-limit")],
  ["fixed", say("Fixed-limit")],
];
/** @type {[string, string][]} */
const RUN_OUTS = Array.from({ length: BOUNDS.NewTable.run_outs.max }, (_, index) => [
  String(index + 1),
  index ? say("Up to {often}, if all agree", { often: times(index + 1) }) : say("Run once"),
]);
/** @type {[Wire.TableSettings["profile"], string][]} */
const PROFILES = [
  ["cash", say("Cash", {}, "rules")],
  ["classic", say("Classic", {}, "rules")],
  ["tournament", say("Tournament", {}, "rules")],
];
/** What a table says about its rules. @type {Record<string, string>} */
export const PROFILE_RULES = { cash: "", classic: say("classic rules"), tournament: say("tournament rules") };
/** @type {[string, string][]} */
const TIMES = ["10", "15", "30", "60"].map((seconds) => [`${seconds}000`, say("{seconds} s", { seconds })]);

const row = (/** @type {HTMLElement[]} */ ...fields) => el("div", { class: "row" }, ...fields);

/** @param {string} title @param {...Child} fields */
const group = (title, ...fields) => el("fieldset", { class: "group" }, el("legend", {}, title), ...fields);

/** @type {[string, string][]} */
const OFF_ON = [
  ["", HOME_GAME.off],
  ["on", HOME_GAME.on],
];

/** What home games play beyond the blinds. */
const homeGameRow = () =>
  el(
    "div",
    { class: "row" },
    choice(HOME_GAME.straddle, "straddle", OFF_ON),
    choice(HOME_GAME.bombPots, "bomb_every", BOMB_POTS),
    choice(HOME_GAME.rabbitHunt, "rabbit_hunt", OFF_ON),
  );

/** @param {Record<string, string>} values */
const homeGameValues = ({ straddle, bomb_every, rabbit_hunt }) => ({
  straddle: straddle === "on",
  bomb_every: Number(bomb_every),
  rabbit_hunt: rabbit_hunt === "on",
});

/** @param {string} name @param {string} words @param {string} hint @param {() => void} [changed] */
function checkbox(name, words, hint, changed) {
  const input = el("input", { type: "checkbox", name, onchange: () => changed?.() });
  return {
    input,
    root: el("label", { class: "switch" }, input, el("span", {}, words, el("span", { class: "hint" }, hint))),
  };
}

/** Who comes in: private or not, with a password or not, asked or not. @param {string} approvals @param {...Child} more */
function doorFields(approvals, ...more) {
  const secret = { name: "password", type: "password", autocomplete: "new-password", disabled: true };
  const password = field(WORDS.password, { ...secret, ...BOUNDS.NewTable.password }, WORDS.passwordHint);
  const hide = () => {
    password.hidden = !input.checked;
    for (const one of password.querySelectorAll("input")) one.disabled = !input.checked;
  };
  const { input, root } = checkbox("private", WORDS.private, WORDS.privateHint, hide);
  hide();
  const away = choice(WORDS.takeOver, "take_over_ms", TAKE_OVERS, String(BOUNDS.NewTable.take_over_ms.value));
  return group(WORDS.door, root, password, choice(approvals, "approve", APPROVALS), ...more, away);
}

/** Whether people who only watch see the hands, and how much later. */
function spectatorFields() {
  const delay = choice(WORDS.delay, "delay_ms", DELAYS, "180000");
  const watching = choice(WORDS.spectators, "spectators", SPECTATORS);
  const show = () => {
    delay.hidden = watching.querySelector("select")?.value !== "delayed";
  };
  watching.addEventListener("change", show);
  show();
  return [watching, delay];
}

/** @param {Record<string, string>} values what both forms have in common */
const opened = (values) => ({
  name: values.name,
  private: values.private === "on",
  password: values.password || null,
  approve: /** @type {Wire.NewTable["approve"]} */ (values.approve),
  action_ms: Number(values.action_ms),
  bank_ms: Number(values.bank_ms),
  speed: /** @type {Wire.NewTable["speed"]} */ (values.speed),
  take_over_ms: Number(values.take_over_ms),
});

/** @param {App} app @param {Wire.Me} me @param {string} [club] whose members alone see it */
export async function newTableDialog(app, me, club = "") {
  const { usual } = await api.bots();
  const { NewTable: bounds } = BOUNDS;
  const amount = (/** @type {string} */ label, /** @type {string} */ name, /** @type {string} */ hint) =>
    field(label, { name, type: "number", inputmode: "numeric", min: 1, max: bounds.most_buy_in.max }, hint);
  const [watching, delay] = spectatorFields();
  const fields = [
    field(WORDS.name, {
      name: "name",
      required: true,
      value: say("{player}’s table", { player: me.player }),
      ...bounds.name,
    }),
    group(
      WORDS.stakes,
      row(
        numberField(WORDS.smallBlind, "small_blind", bounds.small_blind),
        numberField(WORDS.bigBlind, "big_blind", bounds.big_blind),
        numberField(WORDS.seats, "seats", bounds.seats),
        numberField(WORDS.bots, "bots", { value: 0, ...bounds.bots }),
      ),
    ),
    doorFields(WORDS.approve, watching, delay),
    el(
      "details",
      { class: "group more" },
      el("summary", {}, WORDS.more),
      row(choice(WORDS.limit, "limit", LIMITS), choice(WORDS.rules, "profile", PROFILES)),
      row(numberField(WORDS.ante, "ante", bounds.ante), choice(WORDS.runOuts, "run_outs", RUN_OUTS)),
      homeGameRow(),
      row(
        amount(WORDS.leastBuyIn, "least_buy_in", WORDS.leastBuyInHint),
        amount(WORDS.mostBuyIn, "most_buy_in", WORDS.mostBuyInHint),
      ),
      choice(WORDS.newcomers, "dead_blind_rule", NEWCOMERS),
      ...clockFields(),
    ),
  ];
  const dialog = openDialog(
    WORDS.open,
    form(fields, [submitButton(WORDS.openButton)], async (values) => {
      const bots = Array.from({ length: Number(values.bots) }, (_, index) => usual[index % usual.length]);
      const { table } = await api.openTable({
        ...opened(values),
        limit: /** @type {Wire.NewTable["limit"]} */ (values.limit),
        profile: /** @type {Wire.NewTable["profile"]} */ (values.profile),
        seats: Number(values.seats),
        small_blind: Number(values.small_blind),
        big_blind: Number(values.big_blind),
        ante: Number(values.ante),
        run_outs: Number(values.run_outs),
        ...homeGameValues(values),
        least_buy_in: Number(values.least_buy_in),
        most_buy_in: Number(values.most_buy_in),
        dead_blind_rule: /** @type {Wire.NewTable["dead_blind_rule"]} */ (values.dead_blind_rule),
        spectators: /** @type {Wire.NewTable["spectators"]} */ (values.spectators),
        delay_ms: values.spectators === "delayed" ? Number(values.delay_ms) : 0,
        bots: /** @type {Wire.NewTable["bots"]} */ (bots),
        club,
      });
      dialog.close();
      app.go(`#/table/${encodeURIComponent(table)}`);
    }),
  );
  dialog.classList.add("opening");
}

const clockFields = () => [
  row(
    choice(WORDS.action, "action_ms", TIMES, String(BOUNDS.NewTable.action_ms.value)),
    choice(WORDS.bank, "bank_ms", BANKS, String(BOUNDS.NewTable.bank_ms.value)),
  ),
  speedField(),
];

/** How quickly it goes, and what that means for those who play. */
function speedField() {
  const chosen = choice(WORDS.speed, "speed", SPEEDS, "normal");
  const meaning = el("span", { class: "hint", "aria-live": "polite" });
  const select = /** @type {HTMLSelectElement} */ (chosen.querySelector("select"));
  const show = () => text(meaning, paceWords(/** @type {Wire.NewTable["speed"] & string} */ (select.value)));
  select.addEventListener("change", show);
  show();
  chosen.append(meaning);
  return chosen;
}

/** @param {App} app @param {Wire.Me} me @param {string} [club] whose members alone see it */
export function newTournamentDialog(app, me, club = "") {
  const { NewTournament: bounds } = BOUNDS;
  const fields = [
    field(WORDS.name, {
      name: "name",
      required: true,
      value: say("{player}’s tournament", { player: me.player }),
      ...bounds.name,
    }),
    group(
      WORDS.stakes,
      row(
        numberField(WORDS.players, "entrants", bounds.entrants),
        numberField(WORDS.tableSeats, "seats", bounds.seats),
        numberField(WORDS.buyIn, "buy_in", bounds.buy_in),
      ),
      row(
        choice(WORDS.stack, "starting_stack", STACKS, String(bounds.starting_stack.value)),
        numberField(WORDS.levels, "level_minutes", bounds.level_minutes),
      ),
      checkbox("fill", WORDS.fill, WORDS.fillHint).root,
    ),
    doorFields(WORDS.entries),
    el("details", { class: "group more" }, el("summary", {}, WORDS.more), ...clockFields()),
  ];
  const dialog = openDialog(
    WORDS.openTournament,
    form(fields, [submitButton(WORDS.openButton)], async (values) => {
      const { tournament } = await api.openTournament({
        ...opened(values),
        entrants: Number(values.entrants),
        seats: Number(values.seats),
        buy_in: Number(values.buy_in),
        starting_stack: Number(values.starting_stack),
        level_minutes: Number(values.level_minutes),
        fill: values.fill === "on",
        club,
      });
      dialog.close();
      app.go(`#/tournament/${encodeURIComponent(tournament)}`);
    }),
  );
  dialog.classList.add("opening");
}
