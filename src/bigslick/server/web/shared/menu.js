/** A button with a small menu below it. */

import { attribute, el } from "./dom.js";

/**
 * Opens its items below a button. A choice, Escape and a press or the focus elsewhere close them.
 * @param {string} words @param {...(HTMLElement | null)} items buttons and links
 */
export function menuButton(words, ...items) {
  const list = el("div", { class: "menu-items", role: "group", "aria-label": words, hidden: true }, ...items);
  const toggle = { class: "secondary small", type: "button", "aria-expanded": "false" };
  const opener = el("button", { ...toggle, onclick: () => show(Boolean(list.hidden)) }, words);
  const root = el("div", { class: "menu" }, opener, list);
  const away = (/** @type {Event} */ { target }) => root.contains(/** @type {Node} */ (target)) || show(false);

  /** @param {boolean} on */
  function show(on) {
    list.hidden = !on;
    if (on) list.scrollIntoView({ block: "nearest" });
    attribute(opener, "aria-expanded", String(on));
    for (const kind of ["pointerdown", "focusin"]) {
      if (on) document.addEventListener(kind, away);
      else document.removeEventListener(kind, away);
    }
  }

  list.addEventListener("click", ({ target }) => target !== list && show(false));
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || list.hidden) return;
    event.stopPropagation();
    event.preventDefault(); // and a dialog around it stays open
    show(false);
    opener.focus();
  });
  return root;
}
