/** The form to open a table and become its host, or to change it later, and the fields it shares with a tournament's. */

import { BOUNDS } from "../generated/bounds.js";
import { PACES } from "../generated/choices.js";
import { api } from "../shared/api.js";
import { chipsField, choice, field, form, numberField, openDialog, submitButton } from "../shared/dialogs.js";
import { el, hint, text } from "../shared/dom.js";
import { times, worth } from "../shared/format.js";
import { say } from "../shared/language.js";
import { APPROVALS, DELAYS, SPECTATORS } from "./door.js";
import { LIMITS, PROFILES, SPEEDS, speedOf } from "./game-choices.js";

/** @import { App } from "../app.js" */
/** @import { Child } from "../shared/dom.js" */
/** @import { Value } from "../shared/format.js" */

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

/** @param {number} hours */
const comebackWords = (hours) =>
  say("{hours, plural, one {Brings the chips back for # hour} other {Brings the chips back for # hours}}", { hours });

/** How long players bring back what they left with. @type {[string, string][]} */
const COMEBACKS = [
  ["0", say("Buys in for any amount")],
  ["2", comebackWords(2)],
  ["12", comebackWords(12)],
];

/** How many hands apart bomb pots are. @type {[string, string][]} */
const BOMB_POTS = [
  ["0", say("Never")],
  ["10", say("Every {hands} hands", { hands: 10 })],
  ["20", say("Every {hands} hands", { hands: 20 })],
  ["50", say("Every {hands} hands", { hands: 50 })],
];

/** @type {[string, string][]} */
const BOMB_BOARDS = [
  ["1", say("One", {}, "board")],
  ["2", say("Two, for half the pot each")],
];

/** @param {number} blinds */
const bigBlinds = (blinds) => say("{blinds, plural, one {# big blind} other {# big blinds}}", { blinds });

/** What a chip can be worth, in hundredths. @type {[string, string][]} */
const CHIP_VALUES = [
  ["", say("Nothing: we play for chips")],
  .../** @type {[string, string][]} */ (
    [1, 2, 5, 10, 25, 50, 100].map((cents) => [String(cents), worth(1, { cents, currency: "" })])
  ),
];

/** @type {[string, string][]} */
export const CURRENCIES = [..."€$£", "R$", "CHF", ""].map((label) => [label, label || say("None", {}, "no currency")]);

/** The chosen value of a chip. @param {Record<string, string>} values @returns {Wire.NewTable["chip_value"]} */
export const valueIn = ({ chip_cents: cents, currency }) => (cents ? { cents: Number(cents), currency } : null);

/**
 * The choice of what a chip is worth; these amounts are then typed in money.
 * @param {Value} value @param {ReturnType<typeof chipsField>[]} amounts
 */
function valueFields(value, amounts) {
  const worthWords = (/** @type {number} */ cents) => worth(1, { cents, currency: "" });
  const label = value?.currency ?? "€";
  const currency = choiceOr(say("Currency"), "currency", CURRENCIES, label, () => label);
  const note = hint(say("You type every amount in money. The value stays as long as the table is open."));
  const cents = choiceOr(say("A chip is worth"), "chip_cents", CHIP_VALUES, value?.cents ?? "", worthWords);
  const root = el("div", { class: "labelled" }, row(cents, currency), note);
  const chosen = () => {
    const [{ value: now }, { value: money }] = root.querySelectorAll("select");
    return valueIn({ chip_cents: now, currency: money });
  };
  const show = () => {
    currency.hidden = note.hidden = !chosen();
    for (const { priced } of amounts) priced(chosen());
  };
  root.addEventListener("change", show);
  show();
  return root;
}

/** What each player pays a winner with seven-deuce. @type {[string, string][]} */
const BOUNTIES = [
  ["0", say("None", {}, "no 7-2 bounty")],
  ["1", bigBlinds(1)],
  ["2", bigBlinds(2)],
  ["5", bigBlinds(5)],
];

/** @type {[string, string][]} */
const RUN_OUTS = Array.from({ length: BOUNDS.NewTable.run_outs.max }, (_, index) => [
  String(index + 1),
  index ? say("Up to {often}, if all agree", { often: times(index + 1) }) : say("Run once"),
]);
/** @type {[string, string][]} */
const TIMES = [10, 15, 25, 30, 60].map((seconds) => [`${seconds}000`, say("{seconds} s", { seconds })]);

export const row = (/** @type {HTMLElement[]} */ ...fields) => el("div", { class: "row" }, ...fields);

/** @param {string} title @param {...Child} fields */
export const group = (title, ...fields) => el("fieldset", { class: "group" }, el("legend", {}, title), ...fields);

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

/** The choices on the form for a table, with a setting's usual value where the form has no other. @typedef {{
 *   [K in keyof Wire.TableChanges]-?: NonNullable<Wire.TableChanges[K]> | (K extends "speed" ? "" : never) }} Choices */

/** @param {boolean} on */
const offOn = (on) => (on ? "on" : "");

/**
 * A select that also offers the present value, if it is not among the usual ones.
 * @param {string} label @param {string} name @param {[string, string][]} choices
 * @param {string | number} now @param {(now: number) => string} words
 */
function choiceOr(label, name, choices, now, words) {
  const known = choices.some(([value]) => value === String(now));
  return choice(label, name, known ? choices : [[String(now), words(Number(now))], ...choices], String(now));
}

/** @param {number} ms */
const secondsWords = (ms) => say("{seconds} s", { seconds: ms / 1000 });

/** @param {number} ms */
const minutesWords = (ms) => say("{minutes} min", { minutes: Math.round(ms / 60_000) });

/** @param {number} hands */
const bombWords = (hands) => say("Every {hands} hands", { hands });

/** Home-game extras. @param {Choices} now */
const homeGameRow = (now) =>
  el(
    "div",
    { class: "row" },
    choice(say("Straddle"), "straddle", OFF_ON, offOn(now.straddle)),
    choiceOr(say("Bomb pots"), "bomb_every", BOMB_POTS, now.bomb_every, bombWords),
    choice(say("Rabbit hunt"), "rabbit_hunt", OFF_ON, offOn(now.rabbit_hunt)),
    choiceOr(say("7-2 bounty"), "seven_deuce", BOUNTIES, now.seven_deuce, bigBlinds),
  );

/** @param {string} name @param {string} words @param {string} hint @param {() => void} [changed] */
export function checkbox(name, words, hint, changed) {
  const input = el("input", { type: "checkbox", name, onchange: () => changed?.() });
  return {
    input,
    root: el("label", { class: "switch" }, input, el("span", {}, words, el("span", { class: "hint" }, hint))),
  };
}

/** A password for the invite, offered while the game is private. */
export function passwordField() {
  const secret = { name: "password", type: "password", autocomplete: "new-password" };
  return field(
    say("Password for the invite"),
    { ...secret, ...BOUNDS.NewTable.password },
    say("Optional. At least 4 characters."),
  );
}

/** Whether it is private, and then with what password. @param {boolean} now @param {HTMLElement | null} password */
export function privacyFields(now, password) {
  const hide = () => {
    if (password) password.hidden = !input.checked;
    for (const one of password?.querySelectorAll("input") ?? []) one.disabled = !input.checked;
  };
  const { input, root } = checkbox(
    "private",
    say("Private"),
    say("Not in the lobby. Only people with your invite link find it."),
    hide,
  );
  input.checked = now;
  hide();
  return [root, password];
}

/**
 * Who can come in: privacy, password, approval.
 * @param {string} approvals @param {Pick<Choices, "approve" | "take_over_ms" | "longest_pause_ms">} now
 * @param {Child[]} privacy @param {...Child} more
 */
export function doorFields(approvals, now, privacy, ...more) {
  const away = choiceOr(
    say("If I am away, others may take over"),
    "take_over_ms",
    TAKE_OVERS,
    now.take_over_ms,
    minutesWords,
  );
  const pause = choiceOr(say("A pause lasts at most"), "longest_pause_ms", PAUSES, now.longest_pause_ms, minutesWords);
  const asks = choice(approvals, "approve", APPROVALS, now.approve);
  return group(say("Who comes in"), ...privacy, asks, ...more, away, pause);
}

/** Whether spectators see the hands, and with what delay. @param {Choices} now */
function spectatorFields(now) {
  const delay = choiceOr(say("How much later"), "delay_ms", DELAYS, now.delay_ms || 180_000, secondsWords);
  const watching = choice(say("People who only watch"), "spectators", SPECTATORS, now.spectators);
  const show = () => {
    delay.hidden = watching.querySelector("select")?.value !== "delayed";
  };
  watching.addEventListener("change", show);
  show();
  return [watching, delay];
}

/** The fields that both openings share. @param {Record<string, string>} values */
export const gameChoices = (values) => ({
  name: values.name,
  private: values.private === "on",
  approve: /** @type {Choices["approve"]} */ (values.approve),
  action_ms: Number(values.action_ms),
  bank_ms: Number(values.bank_ms),
  bank: /** @type {Choices["bank"]} */ (values.bank),
  speed: /** @type {Choices["speed"]} */ (values.speed),
  take_over_ms: Number(values.take_over_ms),
  longest_pause_ms: Number(values.longest_pause_ms),
});

/** The choices in a table's form. @param {Record<string, string>} values @param {Choices} before @returns {Choices} */
export const tableChoices = (values, before) => ({
  ...before,
  ...gameChoices(values),
  limit: /** @type {Choices["limit"]} */ (values.limit),
  profile: /** @type {Choices["profile"]} */ (values.profile),
  seats: Number(values.seats),
  small_blind: Number(values.small_blind),
  big_blind: Number(values.big_blind),
  ante: Number(values.ante),
  burn: values.burn === "on",
  run_outs: Number(values.run_outs),
  straddle: values.straddle === "on",
  bomb_every: Number(values.bomb_every),
  bomb_big_blinds: Number(values.bomb_big_blinds),
  bomb_boards: Number(values.bomb_boards),
  seven_deuce: Number(values.seven_deuce),
  rabbit_hunt: values.rabbit_hunt === "on",
  least_buy_in: Number(values.least_buy_in),
  most_buy_in: Number(values.most_buy_in),
  dead_blind_rule: /** @type {Choices["dead_blind_rule"]} */ (values.dead_blind_rule),
  comeback_hours: Number(values.comeback_hours),
  spectators: /** @type {Choices["spectators"]} */ (values.spectators),
  delay_ms: values.spectators === "delayed" ? Number(values.delay_ms) : 0,
});

/** What a new table has before its host chooses. @param {string} name @returns {Choices} */
export function usualChoices(name) {
  const { NewTable: bounds } = BOUNDS;
  return {
    name,
    private: false,
    approve: "none",
    action_ms: PACES.normal.action_ms,
    bank_ms: bounds.bank_ms.value,
    bank: "asked",
    speed: "normal",
    take_over_ms: bounds.take_over_ms.value,
    longest_pause_ms: bounds.longest_pause_ms.value,
    seats: bounds.seats.value,
    small_blind: bounds.small_blind.value,
    big_blind: bounds.big_blind.value,
    ante: bounds.ante.value,
    limit: "none",
    profile: "cash",
    burn: true,
    run_outs: bounds.run_outs.value,
    straddle: false,
    bomb_every: bounds.bomb_every.value,
    bomb_big_blinds: bounds.bomb_big_blinds.value,
    bomb_boards: bounds.bomb_boards.value,
    seven_deuce: bounds.seven_deuce.value,
    rabbit_hunt: false,
    least_buy_in: bounds.least_buy_in.value,
    most_buy_in: bounds.most_buy_in.value,
    dead_blind_rule: "wait",
    comeback_hours: bounds.comeback_hours.value,
    spectators: "on",
    delay_ms: 0,
  };
}

/**
 * A running table as its form shows it.
 * @param {Wire.TableSettings} settings @param {Wire.GameDoor} door @returns {Choices}
 */
export const choicesOf = (settings, door) => {
  const usual = usualChoices(settings.name);
  const now = { ...settings, ...settings.pace, ...door, speed: speedOf(settings.pace) };
  const known = Object.keys(usual).map((name) => [name, /** @type {Record<string, unknown>} */ (now)[name]]);
  return /** @type {Choices} */ (Object.fromEntries(known));
};

/**
 * The fields of a table's form.
 * @param {Choices} now @param {Child[]} privacy none for an evening's table, which is for the whole club
 * @param {HTMLElement | null} bots only at the opening
 * @param {Value} value what a chip is worth @param {boolean} [open] whether that can still be chosen
 */
export function tableFields(now, privacy, bots, value, open = false) {
  const { NewTable: bounds } = BOUNDS;
  const stake = (/** @type {string} */ label, /** @type {"small_blind" | "big_blind" | "ante"} */ name) =>
    chipsField(label, name, { ...bounds[name], value: now[name] }, value);
  const buyIn = (
    /** @type {string} */ label,
    /** @type {"least_buy_in" | "most_buy_in"} */ name,
    /** @type {string} */ about,
  ) => {
    const limits = {
      min: 1,
      max: bounds.most_buy_in.max,
      value: now[name] || /** @type {const} */ (""),
      required: false,
    };
    return chipsField(label, name, limits, value, about);
  };
  const number = (/** @type {string} */ label, /** @type {"seats" | "bomb_big_blinds"} */ name) =>
    numberField(label, name, { ...bounds[name], value: now[name] });
  const small = stake(say("Small blind"), "small_blind");
  const big = stake(say("Big blind"), "big_blind");
  const ante = stake(say("Ante"), "ante");
  const least = buyIn(say("Smallest buy-in"), "least_buy_in", say("Empty: 40 big blinds"));
  const most = buyIn(say("Largest buy-in"), "most_buy_in", say("Empty: 200 big blinds"));
  return [
    field(say("Name"), { name: "name", required: true, ...bounds.name, value: now.name }),
    group(
      say("The game"),
      row(...[small.root, big.root, number(say("Seats"), "seats"), bots].filter((one) => one !== null)),
      open && valueFields(value, [small, big, ante, least, most]),
    ),
    doorFields(say("Buy-ins"), now, privacy, ...spectatorFields(now)),
    el(
      "details",
      { class: "group more" },
      el("summary", {}, say("Rules, clocks and buy-ins")),
      row(
        choice(say("Limit"), "limit", LIMITS, now.limit),
        choice(say("Rules"), "profile", PROFILES, now.profile),
        choice(say("Burn cards"), "burn", BURNS, offOn(now.burn)),
      ),
      el("p", { class: "hint" }, say("Every table deals Texas hold’em, two cards each. There is no Omaha.")),
      row(
        ante.root,
        choice(say("All-in hands"), "run_outs", RUN_OUTS, String(now.run_outs)),
        choice(say("Newcomers"), "dead_blind_rule", NEWCOMERS, now.dead_blind_rule),
      ),
      homeGameRow(now),
      row(
        number(say("Big blinds in a bomb pot"), "bomb_big_blinds"),
        choice(say("Boards in a bomb pot"), "bomb_boards", BOMB_BOARDS, String(now.bomb_boards)),
        choiceOr(say("Who leaves and comes back"), "comeback_hours", COMEBACKS, now.comeback_hours, comebackWords),
      ),
      row(least.root, most.root),
      ...clockFields(now),
    ),
  ];
}

/**
 * @param {App} app @param {Wire.Me} me @param {string} [club] visible to its members only
 * @param {boolean} [forFriends] private, and friends play at once, unless they choose otherwise
 */
export async function newTableDialog(app, me, club = "", forFriends = false) {
  const { usual } = await api.bots();
  const usually = usualChoices(say("{player}’s table", { player: me.player }));
  /** @type {Choices} Friends who come one after another wait for no blind. */
  const before = forFriends ? { ...usually, private: true, dead_blind_rule: "post" } : usually;
  const bots = numberField(say("House bots"), "bots", { value: 0, ...BOUNDS.NewTable.bots });
  const fields = tableFields(before, privacyFields(before.private, passwordField()), bots, null, true);
  const opening = form(fields, [submitButton(say("Open", {}, "open a table"))], async (values) => {
    const styles = Array.from({ length: Number(values.bots) }, (_, index) => usual[index % usual.length]);
    const { table } = await api.openTable({
      .../** @type {Wire.TableChanges & { name: string }} */ (tableChoices(values, before)),
      password: values.password || null,
      chip_value: valueIn(values),
      bots: /** @type {Wire.NewTable["bots"]} */ (styles),
      club,
    });
    dialog.close();
    app.go(`#/table/${encodeURIComponent(table)}`);
  });
  const dialog = openDialog(forFriends ? say("Open a table for friends") : say("Open a table"), opening);
  dialog.classList.add("opening");
}

/**
 * Change a running table.
 * @param {Wire.TableSettings} settings from the next hand on @param {Wire.GameDoor} door
 * @param {(changes: Wire.TableChanges) => Promise<{ type: string, sentence?: string }>} send
 */
export function changeTableDialog(settings, door, send) {
  const before = choicesOf(settings, door);
  const dialog = openDialog(
    say("Change the game"),
    hint(say("Who comes in and who watches changes at once, the rest with the next hand.")),
    form(
      tableFields(before, privacyFields(before.private, null), null, settings.chip_value),
      [submitButton(say("Change"))],
      async (values) => {
        const changes = changesBetween(before, tableChoices(values, before));
        if (Object.keys(changes).length) {
          const answer = await send(changes);
          if (answer.type === "refused") throw new Error(answer.sentence);
        }
        dialog.close();
      },
    ),
  );
  dialog.classList.add("opening");
}

/** The choices that differ. @param {Choices} before @param {Choices} after @returns {Wire.TableChanges} */
export const changesBetween = (before, after) =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== /** @type {Record<string, unknown>} */ (before)[name]),
  );

/** @param {Pick<Choices, "action_ms" | "bank_ms" | "bank" | "speed">} now */
export function clockFields(now) {
  const time = choiceOr(say("Time to act"), "action_ms", TIMES, now.action_ms, secondsWords);
  return [
    row(
      time,
      choiceOr(say("Time bank"), "bank_ms", BANKS, now.bank_ms, secondsWords),
      choice(say("The bank starts"), "bank", BANK_USES, now.bank),
    ),
    speedField(now.speed, /** @type {HTMLSelectElement} */ (time.querySelector("select"))),
  ];
}

/**
 * The pace, and what it means for the players. The time to act goes along until the host chooses another.
 * @param {Choices["speed"]} now "" if it is the table's own @param {HTMLSelectElement} time
 */
function speedField(now, time) {
  /** @type {[string, string][]} */
  const speeds = now ? SPEEDS : [["", say("As it is")], ...SPEEDS];
  const chosen = choice(say("Pace"), "speed", speeds, now);
  const meaning = el("span", { class: "hint", "aria-live": "polite" });
  const select = /** @type {HTMLSelectElement} */ (chosen.querySelector("select"));
  let before = now;
  const show = () => {
    const speed = /** @type {Choices["speed"]} */ (select.value);
    text(meaning, speed && paceWords(speed));
    if (before && speed && Number(time.value) === PACES[before].action_ms) time.value = String(PACES[speed].action_ms);
    before = speed;
  };
  select.addEventListener("change", show);
  show();
  chosen.append(meaning);
  return chosen;
}
