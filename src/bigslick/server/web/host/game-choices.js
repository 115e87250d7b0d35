/** The choices about a table's game that forms, cards and sentences name. */

import { PACES } from "../generated/choices.js";
import { say } from "../shared/language.js";

/** @type {[Wire.TableSettings["limit"], string][]} */
export const LIMITS = [
  ["none", say("No-limit")],
  ["pot", say("Pot-limit")],
  ["fixed", say("Fixed-limit")],
];
/** @type {[Wire.TableSettings["profile"], string][]} */
export const PROFILES = [
  ["cash", say("Cash", {}, "rules")],
  ["classic", say("Classic", {}, "rules")],
  ["tournament", say("Tournament", {}, "rules")],
];
/** How a table describes its rules. @type {Record<string, string>} */
export const PROFILE_RULES = { cash: "", classic: say("classic rules"), tournament: say("tournament rules") };

/** @type {[Wire.NewTable["speed"] & string, string][]} */
export const SPEEDS = [
  ["relaxed", say("Relaxed")],
  ["normal", say("Normal")],
  ["fast", say("Fast")],
];

/** The pauses of a table as one of the speeds; "" if they are none of them. @param {Wire.TablePace} pace */
export function speedOf(pace) {
  const { action_ms: _, ...pauses } = PACES.normal;
  const names = /** @type {(keyof typeof pauses)[]} */ (Object.keys(pauses));
  const found = SPEEDS.find(([speed]) => names.every((name) => PACES[speed][name] === pace[name]));
  return found ? found[0] : "";
}
