/** Turn alerts: sound, vibration, tab title, notification; each can be switched off. */

import { addressOf } from "../table/open-tables.js";
import { el, text } from "./dom.js";
import { say } from "./language.js";
import { canNotify, mayNotify, notify } from "./notices.js";
import { prefer, preferences } from "./preferences.js";

/** @import { Preferences } from "./preferences.js" */

const SWITCHES = [
  ["turnSound", say("Sound"), say("A short chime")],
  ["turnVibration", say("Vibration"), say("On phones that can")],
  ["turnTitle", say("Title of the tab"), say("It says that it is your turn")],
  ["turnNotice", say("Notification"), say("When you look at something else")],
];

/** @typedef {{ title: string, takeBack: () => void }} Call `takeBack` is for its notification */
/** @typedef {"turnSound" | "turnVibration" | "turnTitle" | "turnNotice"} Alert */

/** The two notes of the chime: hertz, and seconds from its start. */
const CHIME = [
  [659.25, 0],
  [987.77, 0.13],
];
const LOUDNESS = 0.16;
const BUZZ = [90, 60, 90];
const BLINK_MS = 1_000;

/** @type {AudioContext | null} */
let audio = null;
/** Settles when a sleeping sound card is awake. */
let waking = Promise.resolve();
let blinking = 0;
/** The tab's title while no table is waiting. */
let plain = document.title;
/** @type {Map<string, Call>} the tables that wait for you */
const calls = new Map();

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Browsers allow sound only after the first click or key. */
function wake() {
  try {
    audio ??= new AudioContext();
    if (audio.state === "suspended") waking = audio.resume().catch(() => {});
  } catch {
    audio = null; // a browser without sound
  }
}

/** Allow sound from the first click or key on. */
export function readyForSound() {
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wake, { passive: true });
}

/** Ring when the sound card is awake, unless no turn is waiting by then. */
function chime() {
  waking.then(() => {
    if (calls.size) ring();
  });
}

function ring() {
  if (audio?.state !== "running") return;
  const start = audio.currentTime;
  for (const [hertz, after] of CHIME) {
    const note = new OscillatorNode(audio, { type: "sine", frequency: hertz });
    const loudness = new GainNode(audio, { gain: 0 });
    const at = start + after;
    loudness.gain.setValueAtTime(0, at);
    loudness.gain.linearRampToValueAtTime(LOUDNESS, at + 0.012);
    loudness.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
    note.connect(loudness).connect(audio.destination);
    note.start(at);
    note.stop(at + 0.55);
  }
}

/** @param {string} title */
function blink(title) {
  stopBlinking();
  document.title = title;
  if (still()) return;
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
  if (chosen.turnSound) chime();
  if (chosen.turnVibration && !still()) navigator.vibrate?.(BUZZ);
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
  if (name === "turnSound" && input.checked) {
    wake();
    waking.then(ring);
  }
}
