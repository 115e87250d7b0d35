/** Windows over the page: the browser's own `dialog`, so that focus and Escape are its business. */

import { chips, el, text } from "./dom.js";
import { icon } from "./draw.js";

/**
 * Open a dialog; it is gone when it is closed.
 * @param {string} title @param {any[]} content @param {{ wide?: boolean, onClose?: () => void }} [options]
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content, { wide = false, onClose } = {}) {
  const id = `title-${Math.random().toString(36).slice(2)}`;
  const dialog = el(
    "dialog",
    { class: `dialog${wide ? " wide" : ""}`, "aria-labelledby": id },
    el(
      "header",
      { class: "dialog-head" },
      el("h2", { id }, title),
      el(
        "button",
        { class: "quiet round", type: "button", "aria-label": "Close", onclick: () => dialog.close() },
        icon("close"),
      ),
    ),
    ...content,
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClose?.();
  });
  dialog.addEventListener("click", (/** @type {MouseEvent} */ event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * A form that says what went wrong; `run` gets its values and throws an Error with a sentence.
 * @param {any[]} fields @param {string} go @param {(values: Record<string, string>, form: HTMLFormElement) => Promise<void>} run @param {any[]} [more] beside the button
 */
export function form(fields, go, run, more = []) {
  const wrong = el("p", { class: "wrong", role: "alert" });
  const button = el("button", { class: "primary", type: "submit" }, go);
  return el(
    "form",
    {
      class: "form",
      onsubmit: async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const target = /** @type {HTMLFormElement} */ (event.currentTarget);
        button.disabled = true;
        text(wrong, "");
        try {
          await run(Object.fromEntries(/** @type {any} */ (new FormData(target))), target);
        } catch (error) {
          text(wrong, /** @type {Error} */ (error).message);
        } finally {
          button.disabled = false;
        }
      },
    },
    ...fields,
    wrong,
    el("div", { class: "form-foot" }, ...more, button),
  );
}

/** A labelled input. @param {string} label @param {Record<string, any>} attributes @param {string} [hint] */
export function field(label, attributes, hint = "") {
  return el(
    "label",
    { class: "labelled" },
    el("span", { class: "label" }, label),
    el("input", attributes),
    hint && el("span", { class: "hint" }, hint),
  );
}

/** A labelled choice. @param {string} label @param {string} name @param {[string, string][]} choices @param {string} [chosen] */
export function choice(label, name, choices, chosen = "") {
  return el(
    "label",
    { class: "labelled" },
    el("span", { class: "label" }, label),
    el(
      "select",
      { name },
      ...choices.map(([value, words]) => el("option", { value, selected: value === chosen }, words)),
    ),
  );
}

/** An amount by slider and by number, both the same. @param {{ label: string, name: string, least: number, most: number, start: number, step: number, unit?: (amount: number) => string }} given */
export function amountField({ label, name, least, most, start, step, unit }) {
  const hint = el("span", { class: "hint" });
  const number = el("input", {
    type: "number",
    name,
    min: least,
    max: most,
    step: 1,
    value: start,
    inputmode: "numeric",
    required: true,
    class: "field",
    "aria-label": label,
  });
  const slider = el("input", {
    type: "range",
    class: "slider",
    min: least,
    max: most,
    step,
    value: start,
    "aria-label": `${label}, by slider`,
  });
  const show = (/** @type {number} */ amount) => {
    slider.style.setProperty("--share", String((amount - least) / Math.max(1, most - least)));
    text(hint, `${chips(least)} to ${chips(most)}${unit ? ` · ${unit(amount)}` : ""}`);
  };
  slider.addEventListener("input", () => {
    number.value = slider.value;
    show(Number(slider.value));
  });
  number.addEventListener("input", () => {
    slider.value = number.value;
    show(Number(number.value));
  });
  show(start);
  return el(
    "div",
    { class: "amount" },
    el("span", { class: "label" }, label),
    el("div", { class: "slide" }, slider, number),
    hint,
  );
}

/** Every key that does something. */
export function helpDialog() {
  const keys = [
    ["F", "fold"],
    ["C", "check or call"],
    ["R or B", "go to the wager; again or Enter: bet or raise"],
    ["1 2 3 4", "minimum, half the pot, the pot, all in"],
    ["↑ ↓", "a big blind more or less (with Shift: five)"],
    ["A", "all in; again or Enter to confirm"],
    ["H", "read hand, board and pot aloud"],
    ["?", "this help"],
    ["← → Space", "in a replay: step back, step on, play"],
  ];
  openDialog("Keys", [
    el(
      "dl",
      { class: "keys" },
      ...keys.flatMap(([key, words]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, words)]),
    ),
    el("p", { class: "hint" }, "Keys rest while you type."),
  ]);
}
