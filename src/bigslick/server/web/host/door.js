/** Who may come in and watch: the host's choices, and players' requests in words. */

import { say } from "../shared/language.js";

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

/** A request in words. @param {Wire.Request} request */
export function requestWords({ player, kind, chips: amount }) {
  if (kind === "entry") {
    return amount
      ? say("{player} wants to enter for {amount}.", { player, amount })
      : say("{player} wants to enter.", { player });
  }
  if (kind === "host") return say("{player} is back, and wants to be the host again.", { player });
  if (kind === "chips") return say("{player} wants {amount} more chips.", { player, amount });
  return say("{player} wants a seat with {amount}.", { player, amount });
}
