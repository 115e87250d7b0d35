/** Copy text, also where browsers have no clipboard: on plain http, as in a home network. */

import { el } from "./dom.js";

/** Copy text; false if the browser forbids it. @param {string} words */
export async function copied(words) {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    return copiedByHand(words);
  }
}

/** Copy as the keyboard does: from a field that is selected for a moment. @param {string} words */
function copiedByHand(words) {
  const before = document.activeElement;
  const field = el("textarea", { class: "unseen", readonly: true }, words);
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}
