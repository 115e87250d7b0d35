/** The forms to open a table or a tournament and become its host. */

import { BOUNDS } from "../generated/bounds.js";
import { PACES } from "../generated/choices.js";
import { api } from "../shared/api.js";
import { choice, field, form, numberField, openDialog, submitButton } from "../shared/dialogs.js";
import { el, text } from "../shared/dom.js";
import { say } from "../shared/language.js";
import { times } from "../table/words.js";
import { APPROVALS, DELAYS, SPECTATORS } from "./door.js";

/** @import { App } from "../app.js" */
/** @import { Child } from "../shared/dom.js" */

/** When another player may take over from an absent host. @type {[string, string][]} */
const TAKE_OVERS = [
  ["120000", say("After 2 minutes")],
  ["300000", say("After 5 minutes")],
  ["900000", say("After 15 minutes")],
  ["0", say("Never")],
];

/** When play resumes by itself. @type {[string, string][]} */
const PAUSES = [
  ["900000", say("15 minutes")],
  ["3600000", say("An hour")],
  ["10800000", say("Three hours")],
];

/** @type {[Wire.NewTable["speed"] & string, string][]} */
const SPEEDS = [
  ["relaxed", say("Relaxed")],
  ["normal", say("Normal")],
  ["fast", say("Fast")],
];

/** A pace in seconds. @param {Wire.NewTable["speed"] & string} speed */
function paceWords(speed) {
  const { deal_animation_delay_ms: card, street_delay_ms: street, inter_round_delay_ms: hand } = PACES[speed];
  return say("{card} s a card, {street} s a street when all are all-in, {hand} s between hands", {
    card: card / 1000,
    street: street / 1000,
    hand: hand / 1000,
  });
}

/** @type {[string, string][]} */
const BANKS = [
  ["0", say("None", {}, "no time bank")],
  ["30000", say("{seconds} s", { seconds: 30 })],
  ["60000", say("1 minute")],
  ["120000", say("2 minutes")],
];

/** @type {[Wire.NewTable["bank"] & string, string][]} */
const BANK_USES = [
  ["asked", say("When its player takes it")],
  ["automatic", say("By itself")],
];

/** @type {[Wire.NewTable["dead_blind_rule"] & string, string][]} */
const NEWCOMERS = [
  ["wait", say("Wait for the big blind")],
  ["post", say("Post and play at once")],
  ["choice", say("As each player likes")],
];

/** @param {number} chips in levels that start with a big blind of 20 */
const startingStack = (chips) => say("{chips} ({blinds} big blinds)", { chips, blinds: chips / 20 });

/** @type {[string, string][]} */
const STACKS = [
  ["1000", startingStack(1000)],
  ["1500", startingStack(1500)],
  ["2000", startingStack(2000)],
  ["3000", startingStack(3000)],
];

/** How many hands apart bomb pots are. @type {[string, string][]} */
const BOMB_POTS = [
  ["0", say("Never")],
  ["10", say("Every 10 hands")],
  ["20", say("Every 20 hands")],
  ["50", say("Every 50 hands")],
];

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
/** How a table describes its rules. @type {Record<string, string>} */
export const PROFILE_RULES = { cash: "", classic: say("classic rules"), tournament: say("tournament rules") };
/** @type {[string, string][]} */
const TIMES = ["10", "15", "25", "30", "60"].map((seconds) => [`${seconds}000`, say("{seconds} s", { seconds })]);

const row = (/** @type {HTMLElement[]} */ ...fields) => el("div", { class: "row" }, ...fields);

/** @param {string} title @param {...Child} fields */
const group = (title, ...fields) => el("fieldset", { class: "group" }, el("legend", {}, title), ...fields);

/** @type {[string, string][]} */
const OFF_ON = [
  ["", say("Off")],
  ["on", say("Allowed")],
];

/** @type {[string, string][]} */
const BURNS = [
  ["on", say("One before each street")],
  ["", say("None", {}, "no burn cards")],
];

/** Home-game extras. */
const homeGameRow = () =>
  el(
    "div",
    { class: "row" },
    choice(say("Straddle"), "straddle", OFF_ON),
    choice(say("Bomb pots"), "bomb_every", BOMB_POTS),
    choice(say("Rabbit hunt"), "rabbit_hunt", OFF_ON),
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

/** Who can come in: privacy, password, approval. @param {string} approvals @param {...Child} more */
function doorFields(approvals, ...more) {
  const secret = { name: "password", type: "password", autocomplete: "new-password", disabled: true };
  const password = field(
    say("Password for the invite"),
    { ...secret, ...BOUNDS.NewTable.password },
    say("Optional. At least 4 characters."),
  );
  const hide = () => {
    password.hidden = !input.checked;
    for (const one of password.querySelectorAll("input")) one.disabled = !input.checked;
  };
  const { input, root } = checkbox(
    "private",
    say("Private"),
    say("Not in the lobby. Only people with your invite link find it."),
    hide,
  );
  hide();
  const away = choice(
    say("If I am away, others may take over"),
    "take_over_ms",
    TAKE_OVERS,
    String(BOUNDS.NewTable.take_over_ms.value),
  );
  const pause = choice(
    say("A pause lasts at most"),
    "longest_pause_ms",
    PAUSES,
    String(BOUNDS.NewTable.longest_pause_ms.value),
  );
  return group(say("Who comes in"), root, password, choice(approvals, "approve", APPROVALS), ...more, away, pause);
}

/** Whether spectators see the hands, and with what delay. */
function spectatorFields() {
  const delay = choice(say("How much later"), "delay_ms", DELAYS, "180000");
  const watching = choice(say("People who only watch"), "spectators", SPECTATORS);
  const show = () => {
    delay.hidden = watching.querySelector("select")?.value !== "delayed";
  };
  watching.addEventListener("change", show);
  show();
  return [watching, delay];
}

/** @param {Record<string, string>} values the fields that both forms share */
const opened = (values) => ({
  name: values.name,
  private: values.private === "on",
  password: values.password || null,
  approve: /** @type {Wire.NewTable["approve"]} */ (values.approve),
  action_ms: Number(values.action_ms),
  bank_ms: Number(values.bank_ms),
  bank: /** @type {Wire.NewTable["bank"]} */ (values.bank),
  speed: /** @type {Wire.NewTable["speed"]} */ (values.speed),
  take_over_ms: Number(values.take_over_ms),
  longest_pause_ms: Number(values.longest_pause_ms),
});

/** @param {App} app @param {Wire.Me} me @param {string} [club] visible to its members only */
export async function newTableDialog(app, me, club = "") {
  const { usual } = await api.bots();
  const { NewTable: bounds } = BOUNDS;
  const amount = (/** @type {string} */ label, /** @type {string} */ name, /** @type {string} */ hint) =>
    field(label, { name, type: "number", inputmode: "numeric", min: 1, max: bounds.most_buy_in.max }, hint);
  const [watching, delay] = spectatorFields();
  const fields = [
    field(say("Name"), {
      name: "name",
      required: true,
      value: say("{player}’s table", { player: me.player }),
      ...bounds.name,
    }),
    group(
      say("The game"),
      row(
        numberField(say("Small blind"), "small_blind", bounds.small_blind),
        numberField(say("Big blind"), "big_blind", bounds.big_blind),
        numberField(say("Seats"), "seats", bounds.seats),
        numberField(say("House bots"), "bots", { value: 0, ...bounds.bots }),
      ),
    ),
    doorFields(say("Buy-ins"), watching, delay),
    el(
      "details",
      { class: "group more" },
      el("summary", {}, say("Rules, clocks and buy-ins")),
      row(choice(say("Limit"), "limit", LIMITS), choice(say("Rules"), "profile", PROFILES)),
      row(numberField(say("Ante"), "ante", bounds.ante), choice(say("All-in hands"), "run_outs", RUN_OUTS)),
      row(choice(say("Newcomers"), "dead_blind_rule", NEWCOMERS), choice(say("Burn cards"), "burn", BURNS)),
      homeGameRow(),
      row(
        amount(say("Smallest buy-in"), "least_buy_in", say("Empty: 40 big blinds")),
        amount(say("Largest buy-in"), "most_buy_in", say("Empty: 200 big blinds")),
      ),
      ...clockFields(),
    ),
  ];
  const dialog = openDialog(
    say("Open a table"),
    form(fields, [submitButton(say("Open", {}, "open a table"))], async (values) => {
      const bots = Array.from({ length: Number(values.bots) }, (_, index) => usual[index % usual.length]);
      const { table } = await api.openTable({
        ...opened(values),
        limit: /** @type {Wire.NewTable["limit"]} */ (values.limit),
        profile: /** @type {Wire.NewTable["profile"]} */ (values.profile),
        seats: Number(values.seats),
        small_blind: Number(values.small_blind),
        big_blind: Number(values.big_blind),
        ante: Number(values.ante),
        burn: values.burn === "on",
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
    choice(say("Time to act"), "action_ms", TIMES, String(BOUNDS.NewTable.action_ms.value)),
    choice(say("Time bank"), "bank_ms", BANKS, String(BOUNDS.NewTable.bank_ms.value)),
    choice(say("The bank starts"), "bank", BANK_USES),
  ),
  speedField(),
];

/** The pace, and what it means for the players. */
function speedField() {
  const chosen = choice(say("Pace"), "speed", SPEEDS, "normal");
  const meaning = el("span", { class: "hint", "aria-live": "polite" });
  const select = /** @type {HTMLSelectElement} */ (chosen.querySelector("select"));
  const show = () => text(meaning, paceWords(/** @type {Wire.NewTable["speed"] & string} */ (select.value)));
  select.addEventListener("change", show);
  show();
  chosen.append(meaning);
  return chosen;
}

/** @param {App} app @param {Wire.Me} me @param {string} [club] visible to its members only */
export function newTournamentDialog(app, me, club = "") {
  const { NewTournament: bounds } = BOUNDS;
  const fields = [
    field(say("Name"), {
      name: "name",
      required: true,
      value: say("{player}’s tournament", { player: me.player }),
      ...bounds.name,
    }),
    group(
      say("The game"),
      row(
        numberField(say("Players"), "entrants", bounds.entrants),
        numberField(say("Seats a table"), "seats", bounds.seats),
        numberField(say("Buy-in"), "buy_in", bounds.buy_in),
      ),
      row(
        choice(say("Starting stack"), "starting_stack", STACKS, String(bounds.starting_stack.value)),
        numberField(say("Minutes a level"), "level_minutes", bounds.level_minutes),
      ),
      checkbox("fill", say("House bots take the free places"), say("Half a minute after the first player enters."))
        .root,
    ),
    doorFields(say("Entries")),
    el("details", { class: "group more" }, el("summary", {}, say("Rules, clocks and buy-ins")), ...clockFields()),
  ];
  const dialog = openDialog(
    say("Open a tournament"),
    form(fields, [submitButton(say("Open", {}, "open a table"))], async (values) => {
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
