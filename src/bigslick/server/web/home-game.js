/** What home games play beyond the blinds: the fields of a new table, and what they mean to the server. */

import { choice } from "./dialogs.js";
import { el } from "./dom.js";
import { BOMB_POTS, HOME_GAME } from "./words.js";

/** @type {[string, string][]} */
const OFF_ON = [
  ["", HOME_GAME.off],
  ["on", HOME_GAME.on],
];

/** The fields, in a row of their own. */
export const homeGameRow = () =>
  el(
    "div",
    { class: "row" },
    choice(HOME_GAME.straddle, "straddle", OFF_ON),
    choice(HOME_GAME.bombPots, "bomb_every", BOMB_POTS),
    choice(HOME_GAME.rabbitHunt, "rabbit_hunt", OFF_ON),
  );

/** @param {Record<string, string>} values */
export const homeGameValues = ({ straddle, bomb_every, rabbit_hunt }) => ({
  straddle: straddle === "on",
  bomb_every: Number(bomb_every),
  rabbit_hunt: rabbit_hunt === "on",
});
