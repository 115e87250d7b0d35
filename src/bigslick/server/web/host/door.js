/** Who may come in and watch: the host's choices, and players' requests in words. */

import { worth } from "../shared/format.js";
import { say } from "../shared/language.js";

/** @import { Value } from "../shared/format.js" */

/** @type {[Wire.NewTable["approve"] & string, string][]} */
export const APPROVALS = [
  ["none", say("Nobody has to ask")],
  ["players", say("New players ask me")],
  ["buy_ins", say("Every buy-in asks me")],
];

/** @type {[Wire.NewTable["spectators"] & string, string][]} */
export const SPECTATORS = [
  ["on", say("See everything live")],
  ["delayed", say("See it later")],
  ["off", say("See no hands")],
];

/** @type {[string, string][]} */
export const DELAYS = [
  ["30000", say("30 s later")],
  ["60000", say("1 minute later")],
  ["180000", say("3 minutes later")],
  ["600000", say("10 minutes later")],
];

/**
 * The choices about the door in a form; a tournament's has none about spectators.
 * @param {Record<string, string>} values @returns {Wire.TableChanges}
 */
export function doorChanges({ approve, spectators, delay_ms }) {
  const asks = { approve: /** @type {Wire.TableChanges["approve"]} */ (approve) };
  if (!spectators) return asks;
  return {
    ...asks,
    spectators: /** @type {Wire.TableChanges["spectators"]} */ (spectators),
    delay_ms: spectators === "delayed" ? Number(delay_ms) : 0,
  };
}

/** @type {Record<Wire.GameDoor["approve"], string>} */
const ASKS = {
  none: say("Nobody has to ask the host any more."),
  players: say("New players ask the host now."),
  buy_ins: say("Every buy-in asks the host now."),
};

/** @type {Record<Wire.GameDoor["spectators"], string>} */
const WATCHES = {
  on: say("People who only watch see everything live now."),
  delayed: say("People who only watch see the hands later now."),
  off: say("People who only watch see no hands now."),
};

/** What the host changed at the door, in words. @param {Wire.GameDoor} before @param {Wire.GameDoor} now */
export function doorWords(before, now) {
  const watches = before.spectators !== now.spectators || before.delay_ms !== now.delay_ms;
  return [
    before.private !== now.private &&
      (now.private ? say("This game is private now.") : say("This game is open to all now.")),
    before.approve !== now.approve && ASKS[now.approve],
    watches && WATCHES[now.spectators],
  ].filter((words) => words !== false);
}

/** A request in words. @param {Wire.Request} request @param {Value} [value] */
export function requestWords({ player, kind, chips }, value = null) {
  const amount = worth(chips, value);
  if (kind === "entry") {
    return chips
      ? say("{player} wants to enter for {amount}.", { player, amount })
      : say("{player} wants to enter.", { player });
  }
  if (kind === "host") return say("{player} is back, and wants to be the host again.", { player });
  if (kind === "chips") return say("{player} wants more chips: {amount}.", { player, amount });
  return say("{player} wants a seat with {amount}.", { player, amount });
}
