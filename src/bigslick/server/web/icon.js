/** The icons of cards.svg. */

import { svg } from "./dom.js";

/** @param {string} name @param {string} [more] further classes */
export const icon = (name, more = "") =>
  svg(
    "svg",
    { class: `icon ${more}`, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    svg("use", { href: `#icon-${name}` }),
  );
