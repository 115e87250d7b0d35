/** A figure that counts up as chips arrive. */

const COUNT_MS = 520;
/** Fast enough to run, slow enough to read, and a third of the work of every frame. */
const STEP_MS = 50;

/** @typedef {{ amount: number, after: number }} Arrival chips that arrive after some milliseconds */

/** What has arrived at a time. @param {readonly Arrival[]} arrivals @param {number} passed in milliseconds */
export function arrived(arrivals, passed) {
  const share = (/** @type {number} */ after) => Math.min(1, Math.max(0, (passed - after) / COUNT_MS));
  return Math.round(arrivals.reduce((sum, { amount, after }) => sum + amount * share(after), 0));
}

/** Counts one figure. */
export class CountUp {
  /** @param {(amount: number) => void} write */
  constructor(write) {
    this.write = write;
    /** @type {number | null} what it counts to */
    this.to = null;
    this.timer = 0;
  }

  /** @param {number} to @param {readonly Arrival[]} arrivals what is part of it and still to come */
  run(to, arrivals) {
    this.stop();
    this.to = to;
    const whole = arrivals.reduce((sum, { amount }) => sum + amount, 0);
    const start = performance.now();
    const step = () => {
      const there = arrived(arrivals, performance.now() - start);
      this.write(to - whole + there);
      if (there >= whole) this.stop();
    };
    this.timer = setInterval(step, STEP_MS);
    step();
  }

  stop() {
    clearInterval(this.timer);
    this.to = null;
  }
}
