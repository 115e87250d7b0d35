/** Dialogs and forms, built on the browser's `dialog`, which handles focus and Escape. */

import { attribute, el, hint, icon, text } from "./dom.js";
import { chipsTyped, typedWorth, worth } from "./format.js";
import { say } from "./language.js";
import { showModal } from "./modal.js";
import { raiseToasts } from "./toasts.js";

/** @import { Attributes, Child } from "./dom.js" */
/** @import { Value } from "./format.js" */

/** @type {Set<() => void>} */
const listeners = new Set();

/** Hear of each dialog that opens. @param {() => void} hear @returns {() => void} unsubscribes */
export function onDialog(hear) {
  listeners.add(hear);
  return () => listeners.delete(hear);
}

/** Open a dialog; closing removes it. @param {string} title @param {...Child} content */
export function openDialog(title, ...content) {
  const id = `title-${Math.random().toString(36).slice(2)}`;
  /** @type {HTMLDialogElement} */
  const dialog = el("dialog", { class: "dialog", "aria-labelledby": id });
  const close = {
    class: "quiet round",
    type: "button",
    "aria-label": say("Close", {}, "a window"),
    onclick: () => dialog.close(),
  };
  const head = el("div", { class: "dialog-head" }, el("h2", { id }, title), el("button", close, icon("close")));
  dialog.append(head, ...content.filter((child) => child !== null && child !== undefined && child !== false));
  dialog.addEventListener("close", () => {
    raiseToasts();
    dialog.remove();
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  showModal(dialog);
  raiseToasts();
  for (const hear of [...listeners]) hear();
  return dialog;
}

/** A button that closes its dialog, then runs something. @param {string} words @param {string} kind @param {() => unknown} [run] */
export function closingButton(words, kind, run = () => {}) {
  const onclick = () => {
    button.closest("dialog")?.close();
    run();
  };
  const button = el("button", { class: kind, type: "button", onclick }, words);
  return button;
}

/**
 * A form that shows its errors: `run` gets the values and the submit button, and throws an Error with a sentence.
 * @param {Child[]} fields @param {HTMLButtonElement[]} buttons
 * @param {(values: Record<string, string>, button: HTMLElement | null) => Promise<unknown>} run
 */
export function form(fields, buttons, run) {
  const wrong = el("p", { class: "wrong", role: "alert" });
  const made = el("form", { class: "form", onsubmit: submit }, ...fields, wrong);
  made.append(el("div", { class: "form-foot" }, ...buttons));

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    const values = valuesOf(made);
    for (const button of buttons) button.disabled = true;
    text(wrong, "");
    try {
      await run(values, event.submitter);
    } catch (error) {
      text(wrong, /** @type {Error} */ (error).message);
    } finally {
      for (const button of buttons) button.disabled = false;
    }
  }

  return made;
}

/** What is in a form's fields. @param {HTMLFormElement} made */
export const valuesOf = (made) =>
  Object.fromEntries([...new FormData(made)].map(([name, value]) => [name, String(value)]));

/** A submit button. @param {string} words @param {string} [kind] */
export const submitButton = (words, kind = "primary") => el("button", { class: kind, type: "submit" }, words);

/** @param {string} words */
const labelWords = (words) => el("span", { class: "label" }, words);

/** A labelled input. @param {string} label @param {Attributes} attributes @param {string} [about] */
export function field(label, attributes, about = "") {
  const more = about && el("span", { class: "hint" }, about);
  return el("label", { class: "labelled" }, labelWords(label), el("input", attributes), more);
}

/** A labelled number. @param {string} label @param {string} name @param {Attributes} bounds */
export const numberField = (label, name, bounds) =>
  field(label, { name, type: "number", required: true, inputmode: "numeric", ...bounds });

/**
 * A labelled select.
 * @param {string} label @param {string} name @param {[string, string][]} choices @param {string} [chosen]
 */
export function choice(label, name, choices, chosen = "") {
  const options = choices.map(([value, words]) => el("option", { value, selected: value === chosen }, words));
  return el("label", { class: "labelled" }, labelWords(label), el("select", { name }, ...options));
}

/**
 * Let a number field take amounts of chips, as money where a chip has a value.
 * @param {HTMLInputElement} input @param {{ min: number, max: number }} bounds in chips
 * @param {number | ""} amount what is in it now @param {Value} value
 */
function price(input, { min, max }, amount, value) {
  const written = (/** @type {number | ""} */ chips) => (chips === "" ? "" : typedWorth(chips, value, "."));
  attribute(input, "inputmode", value ? "decimal" : "numeric");
  for (const [name, chips] of /** @type {[string, number][]} */ (Object.entries({ min, max, step: 1 }))) {
    attribute(input, name, written(chips));
  }
  input.value = written(amount);
}

/**
 * A labelled amount of chips, typed as money where a chip has a value; the form gets chips. `priced` changes the value.
 * @param {string} label @param {string} name
 * @param {{ min: number, max: number, value: number | "", required?: boolean }} bounds in chips
 * @param {Value} [value] @param {string} [about]
 */
export function chipsField(label, name, { value: amount, required = true, ...bounds }, value = null, about = "") {
  /** @type {HTMLInputElement} */
  const input = el("input", { type: "number", required, oninput: () => hear() });
  /** @type {HTMLInputElement} */
  const chosen = el("input", { type: "hidden", name, value: amount });
  const words = labelWords(label);
  const hear = () => {
    chosen.value = String(chipsTyped(input.value, value) ?? "");
  };
  const priced = (/** @type {Value} */ now) => {
    value = now;
    text(words, now?.currency ? `${label} (${now.currency})` : label);
    price(input, bounds, chosen.value && Number(chosen.value), value);
  };
  priced(value);
  const more = about && el("span", { class: "hint" }, about);
  return { root: el("label", { class: "labelled" }, words, input, chosen, more), priced };
}

/**
 * An amount input: a slider and a number, which is money where a chip has a value; the form gets chips.
 * @param {{ label: string, name: string, least: number, most: number, start: number, step: number,
 *   value?: Value, unit?: (amount: number) => string }} given
 */
export function amountField({ label, name, least, most, start, step, value, unit }) {
  const range = { min: least, max: most, value: start };
  const typed = { class: "field", type: "number", required: true, "aria-label": label };
  /** @type {HTMLInputElement} */
  const number = el("input", { ...typed, oninput: () => show(number) });
  price(number, range, start, value);
  /** @type {HTMLInputElement} */
  const chosen = el("input", { type: "hidden", name, value: start });
  const sliding = { class: "slider", type: "range", step, "aria-label": say("{label}, by slider", { label }) };
  /** @type {HTMLInputElement} */
  const slider = el("input", { ...sliding, ...range, oninput: () => show(slider) });
  const bounds = el("span", { class: "hint" });

  /** @param {HTMLInputElement} changed */
  function show(changed) {
    const amount = changed === slider ? Number(slider.value) : (chipsTyped(number.value, value) ?? 0);
    if (changed === slider) price(number, range, amount, value);
    else slider.value = String(amount);
    chosen.value = String(amount);
    slider.style.setProperty("--share", String((amount - least) / Math.max(1, most - least)));
    const words = say("{least} to {most}", { least: worth(least, value), most: worth(most, value) });
    text(bounds, [words, unit?.(amount)].filter(Boolean).join(" · "));
  }

  show(number);
  return el(
    "div",
    { class: "amount" },
    labelWords(label),
    el("div", { class: "slide" }, slider, number, chosen),
    bounds,
  );
}

const KEYS = [
  ["F", say("fold", {}, "what a key does")],
  ["C", say("check or call")],
  ["R", say("bet or raise: once to choose the size, again or Enter to confirm")],
  ["1 2 3 4 5", say("your wager sizes; or how often to run it")],
  ["B", say("amounts in big blinds or in chips")],
  ["↑ ↓", say("one big blind more or less (Shift: five)")],
  ["A", say("all in; again or Enter to confirm")],
  ["T", say("take your time bank")],
  ["M", say("sound off and on")],
  ["H", say("read your hand, the board and the pot aloud, and light its cards")],
  [say("Alt+1 to 4"), say("with several tables: bring the first to the fourth to the front")],
  ["?", say("this help")],
  [say("← → Space"), say("in a replay: back, forward, play")],
];

/** The help dialog: every shortcut key. */
export function helpDialog() {
  const keys = KEYS.flatMap(([key, words]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, words)]);
  openDialog(say("Keys"), el("dl", { class: "keys" }, ...keys), hint(say("Keys are off while you type.")));
}
