/** When a tournament starts, in words. */

import { clockText, duration, moment } from "./format.js";
import { say } from "./language.js";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long it is until a time: 4:59, 2 h 5 min. @param {number} ms */
export const untilWords = (ms) => (ms < HOUR_MS ? clockText(ms) : duration(ms));

/**
 * When a tournament that takes entries starts.
 * @param {Pick<Wire.TournamentCard, "start" | "starts_at">} card @param {number} time the server's
 */
export function startWords({ start, starts_at: at }, time) {
  if (start === "host") return say("Starts when the host says so");
  if (at === null) return "";
  if (at - time > DAY_MS) return say("Starts {when}", { when: moment(at) });
  return say("Starts in {time}", { time: untilWords(at - time) });
}
