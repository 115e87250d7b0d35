/** Moments as people write them. */

import { locale } from "./language.js";

const WHEN = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

/** Jan 5, 2026, 8:30 PM. @param {number} at */
export const moment = (at) => WHEN.format(at);
