/** Toasts: short notices that go away by themselves. */

import { el, part } from "./dom.js";

const TOAST_MS = 6_000;

/** Put the toasts where they can be read: while a modal dialog is open, nothing outside it can be read. */
export function raiseToasts() {
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  const place = dialog ?? document.body;
  const toasts = part("toasts");
  if (toasts.parentElement !== place) place.append(toasts);
}

/** Show a toast for a while. @param {string} words @param {"good" | "bad"} kind @param {HTMLElement} [link] */
export function toast(words, kind, link) {
  const box = el("div", { class: `toast ${kind}` }, el("span", {}, words), link);
  setTimeout(show(box), TOAST_MS);
}

/**
 * Ask something in a toast, which stays until it is taken away.
 * @param {string} words @param {...HTMLElement} buttons @returns {() => void} takes it away
 */
export const askInToast = (words, ...buttons) =>
  show(
    el("div", { class: "toast good asks" }, el("span", {}, words), el("span", { class: "toast-buttons" }, ...buttons)),
  );

/** @param {HTMLElement} box */
function show(box) {
  raiseToasts();
  part("toasts").append(box);
  return () => box.remove();
}

/** Do something; a toast explains why it fails. @param {() => unknown} run */
export async function orToast(run) {
  try {
    await run();
  } catch (error) {
    toast(/** @type {Error} */ (error).message, "bad");
  }
}
