/** The clock of a turn. */

/** A clock warns when this much is left, or a fifth of its time if that is more; but never in its first half. */
const LATE_MS = 5_000;

/** Whether a clock warns. @param {number} left @param {number} whole */
const isLate = (left, whole) => left < Math.min(whole / 2, Math.max(LATE_MS, whole / 5));

/**
 * The time left to the deadline, or to the end of the time bank once it is running.
 * @param {Wire.Turn} turn @param {number} actionMs @param {number} now the server's time
 */
export function turnClock({ deadline, ends, takes_time }, actionMs, now) {
  const banking = ends > deadline && (takes_time || deadline <= now);
  const left = (banking ? ends : deadline) - now;
  const whole = Math.max(1, banking ? ends - deadline : actionMs, left);
  return { banking, left: Math.max(0, left), share: Math.max(0, left / whole), late: isLate(left, whole) };
}

/** @param {Wire.Turn} turn @param {number} now the server's time */
export const secondsLeft = (turn, now) => Math.ceil(turnClock(turn, 0, now).left / 1000);
