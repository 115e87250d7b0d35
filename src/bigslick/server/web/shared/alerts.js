/** Turn alerts: sound, vibration, tab title, notification; each can be switched off. */

import { play } from "../sound/player.js";
import { addressOf } from "../table/open-tables.js";
import { el, text } from "./dom.js";
import { say } from "./language.js";
import { isStill } from "./motion.js";
import { canNotify, mayNotify, notify } from "./notices.js";
import { prefer, preferences } from "./preferences.js";

/** @import { Preferences } from "./preferences.js" */

const SWITCHES = [
  ["turnSound", say("Chime"), say("Two notes")],
  ["turnVibration", say("Vibration"), say("On phones that can")],
  ["turnTitle", say("Title of the tab"), say("It says that it is your turn")],
  ["turnNotice", say("Notification"), say("When you look at something else")],
];

/** @typedef {{ title: string, takeBack: () => void }} Call `takeBack` is for its notification */
/** @typedef {"turnSound" | "turnVibration" | "turnTitle" | "turnNotice"} Alert */

const BUZZ = [90, 60, 90];
const BLINK_MS = 1_000;

let blinking = 0;
/** The tab's title while no table is waiting. */
let plain = document.title;
/** @type {Map<string, Call>} the tables that wait for you */
const calls = new Map();

/** @param {string} title */
function blink(title) {
  stopBlinking();
  document.title = title;
  if (isStill()) return;
  blinking = setInterval(() => {
    if (!document.hidden) document.title = title;
    else document.title = document.title === title ? say("★ Your turn ★") : title;
  }, BLINK_MS);
}

function stopBlinking() {
  clearInterval(blinking);
  blinking = 0;
}

/** Show in the title which table is waiting, or how many. */
function drawTitle() {
  const [first] = calls.values();
  stopBlinking();
  if (!first || !preferences().turnTitle) document.title = plain;
  else blink(calls.size > 1 ? say("{count} tables wait for you · bigslick", { count: calls.size }) : first.title);
}

/** The tab's title while no table is waiting. @param {string} title "" for the room itself */
export function titled(title) {
  plain = title ? `${title} · bigslick` : say("bigslick · the card room");
  if (!calls.size) document.title = plain;
}

/**
 * Your turn has begun.
 * @param {string} table @param {string} name the table's @param {string} turn its key
 * @param {string} words the question, without cards: others may see a notification
 */
export function callPlayer(table, name, turn, words) {
  const chosen = preferences();
  if (chosen.turnSound) play("turn", 1, () => calls.size > 0);
  if (chosen.turnVibration && !isStill()) navigator.vibrate?.(BUZZ);
  const notice = {
    title: say("Your turn at {table}", { table: name }),
    body: words,
    tag: `turn-${table}-${turn}`,
    address: addressOf([table]),
  };
  const takeBack = chosen.turnNotice && document.hidden ? notify(notice) : () => {};
  calls.set(table, { title: say("Your turn · {table} · bigslick", { table: name }), takeBack });
  drawTitle();
}

/** Your time is running out. @param {string} table @param {string} name the table's @param {string} left the time */
export function warnPlayer(table, name, left) {
  const call = calls.get(table);
  if (!call) return;
  const chosen = preferences();
  if (chosen.turnSound) play("turn", 2, () => calls.has(table));
  if (chosen.turnVibration && !isStill()) navigator.vibrate?.(BUZZ);
  call.title = say("{left} left · {table} · bigslick", { left, table: name });
  drawTitle();
}

/** The turn is over, or you left the table. @param {string} table */
export function hush(table) {
  const call = calls.get(table);
  if (!call) return;
  call.takeBack();
  calls.delete(table);
  drawTitle();
}

/** The switches in the settings. */
export function alertSwitches() {
  const wrong = el("p", { class: "hint", role: "status" });
  const box = (/** @type {Alert} */ name, /** @type {string} */ words, /** @type {string} */ hint) => {
    /** @type {HTMLInputElement} */
    const input = el("input", { type: "checkbox", name, onchange: () => choose(name, input, wrong) });
    input.checked = preferences()[name] && (name !== "turnNotice" || mayNotify());
    return el("label", { class: "switch" }, input, el("span", {}, words, el("span", { class: "hint" }, hint)));
  };
  const boxes = /** @type {[Alert, string, string][]} */ (SWITCHES).map((each) => box(...each));
  return el("fieldset", { class: "alerts" }, el("legend", { class: "label" }, say("On your turn")), ...boxes, wrong);
}

/** @param {Alert} name @param {HTMLInputElement} input @param {HTMLElement} wrong */
async function choose(name, input, wrong) {
  text(wrong, "");
  if (name === "turnNotice" && input.checked) {
    const allowed = "Notification" in window ? await Notification.requestPermission() : "denied";
    const sample = {
      title: say("Notifications are on"),
      body: say("One like this comes on your turn while you look at something else."),
      tag: "sample",
      address: location.hash || "#/",
    };
    if (allowed !== "granted")
      text(
        wrong,
        say(
          "Your browser does not allow notifications from this page. Allow them in its settings, then switch this on.",
        ),
      );
    else if (!(await canNotify(sample))) text(wrong, say("Your browser cannot show notifications from this page."));
    input.checked = wrong.textContent === "";
  }
  /** @type {Partial<Preferences>} */
  const change = { [name]: input.checked };
  prefer(change);
  if (name === "turnSound" && input.checked) play("turn");
}
