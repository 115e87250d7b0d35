/**
 * Notices a dead connection. It can die silently, so we ping: every few seconds while a hand waits for its players,
 * rarely otherwise.
 */

export const BEAT_MS = 500;
/** We ping after this long without a message, and the server then has this long to answer. */
const URGENT = { quiet: 1_500, answer: 2_000 };
const CALM = { quiet: 15_000, answer: 6_000 };
/** A connection stalled for this long is replaced. */
const GIVE_UP_MS = 4_000;
/** A connection that has not opened by now never will. */
const OPEN_MS = 6_000;
/** After sleeping this long, a page waits for messages before it decides that the connection is dead. */
const SLEPT_MS = 2_000;

/**
 * @typedef {{
 *   heardAt: number,
 *   openedAt: number,
 *   ready: boolean,
 *   urgent: boolean,
 *   ping: (now: number) => void,
 *   stall: () => void,
 *   drop: () => void,
 * }} Line
 */

/** Watches one connection after another. */
export class Heartbeat {
  /** @param {Line} line */
  constructor(line) {
    this.line = line;
    /** When the unanswered ping was sent; 0 for none. */
    this.askedAt = 0;
    this.lookedAt = 0;
  }

  /** Check whether the connection is alive. @param {number} now */
  beat(now) {
    const { line } = this;
    const slept = now - this.lookedAt > SLEPT_MS;
    this.lookedAt = now;
    if (!line.ready) {
      this.askedAt = 0;
      if (line.openedAt && now - line.openedAt > OPEN_MS) line.drop();
      return;
    }
    const { quiet, answer } = line.urgent ? URGENT : CALM;
    if (line.heardAt >= this.askedAt || slept) this.askedAt = 0;
    if (!this.askedAt) {
      if (slept || now - line.heardAt >= quiet) this.ask(now);
      return;
    }
    const waited = now - this.askedAt;
    if (waited >= answer + GIVE_UP_MS) line.drop();
    else if (waited >= answer) line.stall();
  }

  /** @param {number} now */
  ask(now) {
    this.askedAt = now;
    this.line.ping(now);
  }
}
