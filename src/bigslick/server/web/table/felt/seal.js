/** The seal on the felt: it says that the deck is sealed, and after the hand it opens the proof. */

import { attribute, el, svg, toggle } from "../../shared/dom.js";
import { say } from "../../shared/language.js";

/** @import { Table } from "../reduce.js" */

const BUMPS = 11;

/** The uneven rim of the wax. */
function rim() {
  const point = (/** @type {number} */ turn, /** @type {number} */ radius) => {
    const angle = turn * 2 * Math.PI;
    return `${(20 + radius * Math.cos(angle)).toFixed(1)} ${(20 + radius * Math.sin(angle)).toFixed(1)}`;
  };
  const bumps = Array.from({ length: BUMPS }, (_, bump) => {
    const high = 20.4 + (bump % 3);
    return `Q${point((bump + 0.5) / BUMPS, high)} ${point((bump + 1) / BUMPS, 16.6)}`;
  });
  return `M${point(0, 16.6)}${bumps.join("")}z`;
}

/** The button on the felt. */
export class Seal {
  /** @param {() => void} onclick */
  constructor(onclick) {
    const picture = svg(
      "svg",
      { viewBox: "0 0 40 40", "aria-hidden": "true", focusable: "false" },
      svg("path", { class: "wax", d: rim() }),
      svg("circle", { class: "wax-ring", cx: 20, cy: 20, r: 12.4 }),
      svg("use", { class: "wax-mark", href: "#suit-s", x: 12.5, y: 12, width: 15, height: 15 }),
    );
    this.root = el("button", { class: "seal", type: "button", hidden: true, onclick }, picture);
  }

  /** @param {Table} state */
  draw({ play }) {
    this.root.hidden = !play?.root || play.voided;
    const words = play?.over ? say("Verify this hand") : say("The deck is sealed");
    attribute(this.root, "aria-label", words);
    attribute(this.root, "title", words);
    toggle(this.root, "ready", play?.over);
  }
}
