/** Where the recap of a night is. */

import { say } from "../shared/language.js";

/** Said when a screen gives way to the recap. */
export const NIGHT_OVER = say("The table is closed. This is the night’s recap.");

/** The secret in the address of a shared recap, or "". @param {string} path */
export const recapIn = (path) => /^\/r\/([^/]+)$/.exec(path)?.[1] ?? "";

/** @param {string} table */
export const recapAddress = (table) => `#/recap/${encodeURIComponent(table)}`;
