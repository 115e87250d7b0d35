/** What has just come under the pointer does not count yet: a click that was meant for what stood there before does nothing. */

import { el } from "../../shared/dom.js";

/** So long new buttons do not count. */
export const FRESH_MS = 300;

/** Lets what is new on its spot rest for a moment. */
export class Fresh {
  /** @param {() => void} draw shows whether it counts @param {number} [ms] */
  constructor(draw, ms = FRESH_MS) {
    this.draw = draw;
    this.ms = ms;
    /** Whether it does not count yet. */
    this.rests = false;
    this.frame = 0;
    this.timer = 0;
    /** What stands there. */
    this.key = "";
  }

  /** Rest from the moment on when it is seen: a busy page draws late, and one that is hidden not at all. */
  begin() {
    this.end();
    this.rests = true;
    this.frame = requestAnimationFrame(() => {
      this.timer = setTimeout(() => {
        this.rests = false;
        this.draw();
      }, this.ms);
    });
    this.draw();
  }

  end() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.rests = false;
  }

  /** Rest if something else stands there than before. @param {string} key what does, "" if nothing is seen */
  show(key) {
    const before = this.key;
    this.key = key;
    if (key && key !== before) this.begin();
  }
}

/** The same for the buttons and boxes in a part of the page. @param {Element} part */
export function restIn(part) {
  const fresh = new Fresh(() => {
    for (const one of /** @type {NodeListOf<HTMLButtonElement | HTMLInputElement>} */ (
      part.querySelectorAll("button, input")
    ))
      one.disabled = fresh.rests;
  });
  return fresh;
}

/** A box that sends what is chosen; it rests until that is done, and when it has just come. @param {(on: boolean) => Promise<unknown>} send */
export function wishBox(send) {
  let sending = false;
  const draw = () => {
    box.disabled = sending || fresh.rests;
  };
  const fresh = new Fresh(draw);
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
      fresh.show(seen ? "seen" : "");
    },
  };
}
