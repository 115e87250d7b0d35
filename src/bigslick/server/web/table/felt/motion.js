/** Animates things that glide across the table. */

import { isStill } from "../../shared/motion.js";

/** @typedef {{ thing: Element, from: Element, to: Element, ms: number, after?: number }} Flight */

/** Whether what glides can be seen. */
export const canGlide = () => !isStill() && !document.hidden;

/**
 * Glide things from one place to another, then remove them. All places are measured before anything is added, so the
 * page is laid out once.
 * @param {Element} layer @param {readonly Flight[]} flights
 */
export function glide(layer, flights) {
  if (!flights.length || !canGlide()) return;
  const base = layer.getBoundingClientRect();
  const boxes = flights.map(({ from, to }) => [from.getBoundingClientRect(), to.getBoundingClientRect()]);
  const at = (/** @type {DOMRect} */ box) =>
    `translate(${box.x + box.width / 2 - base.x}px, ${box.y + box.height / 2 - base.y}px) translate(-50%, -50%)`;
  for (const [index, { thing, ms, after = 0 }] of flights.entries()) {
    const [start, end] = boxes[index];
    if (!start.width || !end.width) continue;
    thing.classList.add("gliding");
    thing.setAttribute("aria-hidden", "true");
    layer.append(thing);
    const run = thing.animate(
      [
        { transform: at(start), opacity: 1 },
        { transform: at(end), opacity: 1, offset: 0.85 },
        { transform: at(end), opacity: 0 },
      ],
      { duration: ms, delay: after, easing: "cubic-bezier(.3,.7,.2,1)", fill: "backwards" },
    );
    // Leaving the page cancels the animation, which is not an error.
    run.finished.catch(() => {}).finally(() => thing.remove());
  }
}
