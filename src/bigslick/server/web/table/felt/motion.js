/** Animates things that glide across the table. */

/** Whether the viewer prefers reduced motion. */
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Glide something from one place to another, then remove it.
 * @param {Element} layer @param {Element} thing @param {Element} from @param {Element} to @param {number} ms
 */
export function glide(layer, thing, from, to, ms) {
  if (still() || document.hidden) return;
  const [base, start, end] = [layer, from, to].map((element) => element.getBoundingClientRect());
  if (!start.width || !end.width) return;
  const at = (/** @type {DOMRect} */ box) =>
    `translate(${box.x + box.width / 2 - base.x}px, ${box.y + box.height / 2 - base.y}px) translate(-50%, -50%)`;
  thing.classList.add("gliding");
  thing.setAttribute("aria-hidden", "true");
  layer.append(thing);
  const run = thing.animate(
    [
      { transform: at(start), opacity: 1 },
      { transform: at(end), opacity: 1, offset: 0.85 },
      { transform: at(end), opacity: 0 },
    ],
    { duration: ms, easing: "cubic-bezier(.3,.7,.2,1)" },
  );
  // Leaving the page cancels the animation, which is not an error.
  run.finished.catch(() => {}).finally(() => thing.remove());
}
