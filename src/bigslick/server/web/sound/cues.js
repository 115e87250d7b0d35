/** Which sound an update makes: one, for its weightiest event, so that skipping ahead is not a clatter. */

/** @import { Table } from "../table/reduce.js" */
/** @import { Sound } from "./recipes.js" */

/** @typedef {{ sound: Sound, times: number }} Cue */

/** From the lightest to the weightiest. @type {Sound[]} */
const WEIGHTS = ["deal", "fold", "check", "chips", "raise", "all_in", "win"];

/** @param {Wire.WireEvent} event @param {number | null} you the viewer's seat @returns {Cue | null} */
function cueFor(event, you) {
  const cue = (/** @type {Sound} */ sound, times = 1) => ({ sound, times });
  switch (event.type) {
    case "dealt":
      return cue("deal");
    case "street_dealt":
      return cue("deal", event.cards.length);
    case "folded":
      return cue("fold");
    case "checked":
      return cue("check");
    case "called":
      return cue(event.all_in ? "all_in" : "chips");
    case "wagered":
      return cue(event.all_in ? "all_in" : event.over ? "raise" : "chips");
    case "pot_awarded":
      return cue(event.seat === you ? "win" : "chips");
    case "seven_deuce_paid":
      return cue(event.payments.some(({ winner }) => winner === you) ? "win" : "chips");
    default:
      return null;
  }
}

/** @param {readonly Wire.WireEvent[]} events @param {Pick<Table, "you">} state @returns {Cue | null} */
export function cueOf(events, { you }) {
  const weight = (/** @type {Cue} */ { sound }) => WEIGHTS.indexOf(sound);
  const cues = events.flatMap((event) => cueFor(event, you) ?? []);
  return cues.reduce(
    (best, cue) => (best && weight(best) >= weight(cue) ? best : cue),
    /** @type {Cue | null} */ (null),
  );
}
