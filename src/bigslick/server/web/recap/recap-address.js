/** Where the recap of a night is. */

/** The secret in the address of a shared recap, or "". @param {string} path */
export const recapIn = (path) => /^\/r\/([^/]+)$/.exec(path)?.[1] ?? "";

/** @param {string} table */
export const recapAddress = (table) => `#/recap/${encodeURIComponent(table)}`;
