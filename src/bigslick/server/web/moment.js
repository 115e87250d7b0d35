/** Moments as people write them. */

const WHEN = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** Jan 5, 2026, 8:30 PM. @param {number} at */
export const moment = (at) => WHEN.format(at);
