/** Ignores clicks on a control for 300 ms after it appears, so a click meant for what was there before does nothing. */

import { el } from "../../shared/dom.js";

/** How long new controls ignore clicks. */
export const GUARD_MS = 300;

/** Guards one control, or a group of them. */
export class ClickGuard {
  /** @param {() => void} draw shows whether the guard is active @param {number} [ms] */
  constructor(draw, ms = GUARD_MS) {
    this.draw = draw;
    this.ms = ms;
    /** Whether clicks are ignored. */
    this.active = false;
    this.frame = 0;
    this.timer = 0;
    /** What is shown now. */
    this.key = "";
  }

  /** Start when the control is painted, because a busy page paints late and a hidden one not at all. */
  begin() {
    this.end();
    this.active = true;
    this.frame = requestAnimationFrame(() => {
      this.timer = setTimeout(() => {
        this.active = false;
        this.draw();
      }, this.ms);
    });
    this.draw();
  }

  end() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.active = false;
  }

  /** Start if what is shown has changed. @param {string} key what is shown, "" for nothing */
  show(key) {
    const before = this.key;
    this.key = key;
    if (key && key !== before) this.begin();
  }
}

/** Guard the buttons and checkboxes in a part of the page. @param {Element} part */
export function guardIn(part) {
  const guard = new ClickGuard(() => {
    for (const one of /** @type {NodeListOf<HTMLButtonElement | HTMLInputElement>} */ (
      part.querySelectorAll("button, input")
    ))
      one.disabled = guard.active;
  });
  return guard;
}

/** A checkbox that sends its state; it is disabled while sending, and guarded when it appears. @param {(on: boolean) => Promise<unknown>} send */
export function wishBox(send) {
  let sending = false;
  const draw = () => {
    box.disabled = sending || guard.active;
  };
  const guard = new ClickGuard(draw);
  const onchange = async () => {
    sending = true;
    draw();
    await send(box.checked);
    sending = false;
    draw();
  };
  const box = el("input", { type: "checkbox", onchange });
  return {
    box,
    /** @param {boolean} seen @param {boolean} on */
    draw(seen, on) {
      if (!sending) box.checked = on;
      guard.show(seen ? "seen" : "");
    },
  };
}
